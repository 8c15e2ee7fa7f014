"""The announcement of an event: one line for the poster, and a sheet of every setting."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.engine.formats.keywords import explained, in_force, spoken
from app.engine.formats.settings import Late, Settings
from app.engine.formats.times import setting_words
from app.engine.packet.keywords import Asks, Group
from app.engine.packet.packet import ClockOut, Packet
from app.engine.packet.ranking import TEAMS, RankingColumn
from app.engine.packet.timing import TimingKind
from app.engine.text import join_words, plural

COLUMN_WORDS = {
    RankingColumn.TP: "tournament points",
    RankingColumn.SOS: "strength of schedule",
    RankingColumn.CP: "control points",
    RankingColumn.APD: "army points destroyed",
    RankingColumn.ASSASSINATIONS: "assassination wins",
    RankingColumn.WINS: "wins",
    RankingColumn.WIN_RATES: "opponents’ win rate",
}
BASELINE = "As the packet says"
CLOCK_OUT_SAYS = {
    ClockOut.LOSE: "The player loses, whatever the table says.",
    ClockOut.LAST_TURN: "The opponent has one last turn, then the table is scored.",
    ClockOut.WARN: "The clock shows it; the game goes on.",
}


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of the settings sheet: the group's title, the keyword, what it changes."""

    group: str
    keyword: str
    says: str


def announcement(packet: Packet, settings: Settings) -> str:
    """ "50-point Steamroller 2015: Specialists, Hardcore Time Limits, Assassin Scoring"."""
    keywords = ", ".join(spoken(packet, announced) for announced in in_force(packet, settings))
    size = f"{settings.size}-point" if settings.size else "Battlegroup"
    return f"{size} {packet.name}{': ' * bool(keywords)}{keywords}"


def settings_sheet(packet: Packet, settings: Settings) -> tuple[SheetRow, ...]:
    """A line a keyword in force; one for each group that the packet's baseline holds for, with the
    minutes to play by; and the EO's own choices, which are no keywords.
    """
    announced = in_force(packet, settings)
    rows, times = [], _times(packet, settings)
    for group in Group:
        offered = [keyword.key for keyword in packet.variants if keyword.group is group]
        chosen = [keyword for keyword in announced if keyword.key in offered]
        rows += [
            SheetRow(
                group.title, spoken(packet, keyword), explained(packet, keyword, settings.size)
            )
            for keyword in chosen
        ]
        if group is Group.TIMING and chosen:
            rows[-1] = replace(rows[-1], says=f"{rows[-1].says} {times}")
        ranked = group is Group.STANDINGS and _is_ranked_anew(packet, settings)
        if offered and not chosen and not ranked:
            rows.append(SheetRow(group.title, BASELINE, times if group is Group.TIMING else ""))
    return (*rows, *_own(packet, settings))


def _times(packet: Packet, settings: Settings) -> str:
    words = setting_words(packet, settings)
    return f"{words[:1].upper()}{words[1:]}."


def _own(packet: Packet, settings: Settings) -> list[SheetRow]:
    """What the EO has set beyond the packet's keywords."""
    own = (*_own_rules(packet, settings), *_own_ranks(packet, settings))
    return [SheetRow("Organizer's own", keyword, says) for keyword, says in own]


def _own_rules(packet: Packet, settings: Settings) -> Iterator[tuple[str, str]]:
    if settings.scenarios and settings.scenarios_public:
        yield from _scenario_rows(packet, settings)
    if settings.lead:
        yield "Scenario win", f"At {plural(settings.lead, 'control point')}."
    clocks = packet.timing(settings.timing).kind is TimingKind.DEATHCLOCK
    if clocks and settings.clock_out in CLOCK_OUT_SAYS:
        yield "A clock out", CLOCK_OUT_SAYS[settings.clock_out]


def _scenario_rows(packet: Packet, settings: Settings) -> Iterator[tuple[str, str]]:
    """What is published ahead, as far as no keyword of the packet says it; never what is secret."""
    if not any(keyword.asks is Asks.SCENARIOS for keyword in packet.variants):
        scenarios = [packet.scenario(number) for number in settings.scenarios]
        names = join_words(scenario.name for scenario in scenarios if scenario)
        yield "Scenarios", f"{names}, {'in this order' if settings.in_order else 'by a roll'}."
    elif settings.in_order:
        yield "Scenarios", "In the order announced."


def _own_ranks(packet: Packet, settings: Settings) -> Iterator[tuple[str, str]]:
    if _is_ranked_anew(packet, settings):
        yield "Standings", _by(settings.order)
    if settings.team_order and settings.team_order != TEAMS:
        yield "Teams", _by(settings.team_order)
    if settings.cut and not settings.cut_by_seed:
        yield "After the cut", "Drawn by lot among equal tournament points."
    if settings.lists_hidden:
        yield "Army lists", "Hidden from opponents until both players have chosen."
    if settings.late is Late.BYES:
        yield "Late arrivals", "Rounds missed before arriving count as byes."


def _is_ranked_anew(packet: Packet, settings: Settings) -> bool:
    """Whether the EO's order is neither the packet's nor a keyword's."""
    known = {packet.standings, *(keyword.changes.order for keyword in packet.variants)}
    return bool(settings.order) and settings.order not in known


def _by(order: tuple[RankingColumn, ...]) -> str:
    return f"By {', then '.join(COLUMN_WORDS[column] for column in order)}."
