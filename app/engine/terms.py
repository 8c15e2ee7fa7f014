"""What a game or a round is played under, from the packet, the EO's settings and the scenario."""

from dataclasses import replace

from app.engine.packet import Packet, Terms
from app.engine.results import Settings
from app.engine.scenario import Scenario, Win
from app.engine.timing import TableTime, round_length, table_time

NO_SCENARIO = Scenario(0, "No scenario", False, ())


def terms_for(packet: Packet, settings: Settings, scenario: int) -> Terms:
    """What a game drawn now is played under."""
    played = packet.scenario(scenario) or NO_SCENARIO
    victory = replace(packet.victory, win=_packet_win(packet, settings))
    win = played.win or victory.win
    return Terms(
        packet=packet.key,
        time=time_for(packet, settings, played),
        clock_out=settings.clock_out,
        victory=victory,
        counting=packet.counting,
        kill_box=packet.kill_box,
        scenario=played,
        concession=packet.concession,
        concession_cp=packet.concession.control_points(win),
        concession_apd=packet.concession.apd(settings.size),
        bye_cp=packet.bye.control_points(win),
        bye_apd=packet.bye.apd(settings.size),
    )


def time_for(packet: Packet, settings: Settings, scenario: Scenario) -> TableTime:
    return table_time(
        packet.timing(settings.timing),
        settings.size,
        packet.limits_called(settings.limits),
        extensions=settings.extensions,
        reinforced=_reinforced(settings, scenario),
    )


def round_length_ms(packet: Packet, settings: Settings, scenario: int, secret: int) -> int:
    """A round's length by the dice in ``secret``, a random number; 0 without dice down."""
    return round_length(
        packet.timing(settings.timing),
        settings.size,
        packet.limits_called(settings.limits),
        reinforced=_reinforced(settings, packet.scenario(scenario) or NO_SCENARIO),
        roll=(secret % 3 + 1, secret // 3 % 6 + 1),
    )


def _reinforced(settings: Settings, scenario: Scenario) -> bool:
    return scenario.reinforcements and settings.reinforcements


def _packet_win(packet: Packet, settings: Settings) -> Win:
    """The EO's scenario lead: of a packet that wins by a lead that lead, else the points."""
    win = packet.victory.win
    if not settings.lead:
        return win
    return Win(settings.lead, settings.lead if win.lead > 1 else win.lead)
