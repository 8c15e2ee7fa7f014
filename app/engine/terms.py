"""What a game or a round is played under, from the packet, the EO's settings and the scenario."""

from dataclasses import replace

from app.engine.packet import Packet, Terms
from app.engine.results import Settings
from app.engine.scenario import Scenario, Win
from app.engine.timing import Limits, RoundTime, TableTime, table_time

NO_SCENARIO = Scenario(0, "No scenario", False, ())


def terms_for(packet: Packet, settings: Settings, scenario: int) -> Terms:
    """What a game drawn now is played under."""
    played = packet.scenario(scenario) or NO_SCENARIO
    victory = replace(packet.victory, win=_packet_win(packet, settings))
    win = played.win or victory.win
    return Terms(
        packet=packet.key,
        time=time_for(packet, settings, played),
        usual_time=time_for(packet, settings, NO_SCENARIO),
        round_time=round_time(packet, settings, played),
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
        limits_of(packet, settings),
        extensions=settings.extensions,
        reinforced=_reinforced(settings, scenario),
    )


def round_time(packet: Packet, settings: Settings, scenario: Scenario) -> RoundTime:
    return RoundTime(
        packet.timing(settings.timing),
        settings.size,
        limits_of(packet, settings),
        _reinforced(settings, scenario),
    )


def limits_of(packet: Packet, settings: Settings) -> Limits | None:
    """The chosen variant, where it goes with the chosen timing."""
    offered = packet.limits_for(settings.timing)
    return next((one for one in offered if one.key == settings.limits), None)


def _reinforced(settings: Settings, scenario: Scenario) -> bool:
    return scenario.reinforcements and settings.reinforcements


def _packet_win(packet: Packet, settings: Settings) -> Win:
    """The EO's scenario lead: of a packet that wins by a lead that lead, else the points."""
    win = packet.victory.win
    if not settings.lead:
        return win
    return Win(settings.lead, settings.lead if win.lead > 1 else win.lead)
