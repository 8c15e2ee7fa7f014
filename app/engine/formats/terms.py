"""The rules of a game or a round, from the packet, the settings and the scenario."""

from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.keywords import Artifice
from app.engine.packet.packet import GameRules, KillBox, Packet, Tiebreak, Victory
from app.engine.packet.scenario import NO_DEPLOYMENT, Scenario, Win
from app.engine.packet.timing import Limits, RoundTime, TableTime, table_time

NO_SCENARIO = Scenario(0, say("No scenario"), False, ())
POINTS_ALONE = Scenario(0, "", False, (), deployment=NO_DEPLOYMENT)
"""The scenario of a game that has only a clock and points."""
RADIAL = "radial"


def terms_for(packet: Packet, settings: Settings, scenario: int) -> GameRules:
    """Return the rules of a game that is drawn now."""
    played = as_played(_scenario(packet, scenario), settings)
    victory = _victory(packet, settings)
    win = played.win or victory.win
    return GameRules(
        packet=packet.key,
        time=time_for(packet, settings, played),
        clock_out=settings.clock_out,
        victory=victory,
        counting=packet.counting.at_elements(played.elements),
        kill_box=_kill_box(packet, settings),
        scenario=played,
        concession=packet.concession,
        concession_cp=packet.concession.control_points(win),
        concession_apd=packet.concession.apd(settings.size),
        bye_cp=packet.bye.control_points(win),
        bye_apd=packet.bye.apd(settings.size),
        briefing=replace(packet.briefing, words=packet.words),
    )


def _scenario(packet: Packet, number: int) -> Scenario:
    none = NO_SCENARIO if packet.armies else POINTS_ALONE
    return packet.scenario(number) or none


def under_scenario(
    terms: GameRules, packet: Packet, settings: Settings, scenario: int
) -> GameRules:
    """Return the rules of a game under way, changed to another scenario. Everything else stays as
    it was when the game was drawn.
    """
    played = as_played(_scenario(packet, scenario), settings)
    win = played.win or terms.victory.win
    reinforced = played.reinforcements != terms.scenario.reinforcements
    return replace(
        terms,
        time=time_for(packet, settings, played) if reinforced else terms.time,
        scenario=played,
        counting=packet.counting.at_elements(played.elements),
        concession_cp=packet.concession.control_points(win),
        bye_cp=packet.bye.control_points(win),
    )


def time_for(packet: Packet, settings: Settings, scenario: Scenario) -> TableTime:
    return table_time(
        packet.timing(settings.timing),
        settings.size,
        limits_for(packet, settings),
        extensions=settings.extensions,
        reinforced=as_played(scenario, settings).reinforcements,
    )


def round_time(packet: Packet, settings: Settings, scenario: int) -> RoundTime:
    """Return the data that determine the length of a round that is drawn now."""
    played = packet.scenario(scenario) or NO_SCENARIO
    return RoundTime(
        packet.timing(settings.timing),
        settings.size,
        limits_for(packet, settings),
        as_played(played, settings).reinforcements,
        time_for(packet, settings, NO_SCENARIO),
    )


def limits_for(packet: Packet, settings: Settings) -> Limits | None:
    """Return the chosen time limits; None if there are none or they do not suit the timing."""
    limits = packet.limits_called(settings.limits)
    fits = limits and limits.timing in {"", packet.timing(settings.timing).key}
    return limits if fits else None


def as_played(scenario: Scenario, settings: Settings) -> Scenario:
    """Return the scenario with the artifices that this event adds, and without those it removes. If
    sources differ on whether a lead wins, the organizer's decision applies.

    Nothing is added if there is no scenario, and no reinforcements are added to a radial scenario
    (SR2012).
    """
    if not scenario.number:
        return scenario
    added = settings.artifices
    boxed = scenario.kill_box and settings.kill_box
    reinforced = scenario.reinforcements and settings.reinforcements
    eligible = scenario.deployment != RADIAL
    reinforced = reinforced or (eligible and Artifice.REINFORCEMENTS in added)
    deployment = scenario.reinforced_deployment if reinforced else ""
    return replace(
        scenario,
        kill_box=boxed or Artifice.KILL_BOX in added,
        wins=scenario.wins and (settings.disputed_wins or not scenario.win_disputed),
        reinforcements=reinforced,
        deployment=deployment or scenario.deployment,
    )


def _victory(packet: Packet, settings: Settings) -> Victory:
    """Return the rules of victory. Without tiebreakers, a player who leads on control points when
    the game has reached its length wins, and any other game that nobody has won is a tie.
    """
    victory = replace(
        packet.victory,
        win=_packet_win(packet, settings),
        assassination=settings.assassination,
        battlegroup=settings.battlegroup,
    )
    if settings.tiebreakers:
        return victory
    leading = tuple(
        tiebreak for tiebreak in victory.at_length if tiebreak is Tiebreak.CONTROL_POINTS
    )
    return replace(victory, at_length=leading, unfinished=(), dice_down_is_length=False)


def _kill_box(packet: Packet, settings: Settings) -> KillBox:
    """Return the kill box. If destroying a caster does not win, the kill box does not destroy one
    either.
    """
    destroys = packet.kill_box.destroys and settings.assassination
    return replace(packet.kill_box, destroys=destroys)


def _packet_win(packet: Packet, settings: Settings) -> Win:
    """Return the packet's scenario win with the number that the organizer set: the lead in a packet
    that wins by a lead, the points in any other.
    """
    win = packet.victory.win
    if not settings.lead:
        return win
    return Win(settings.lead, settings.lead if win.lead > 1 else win.lead)
