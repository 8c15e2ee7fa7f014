"""The settings in words: a line for a poster, a sheet with all of them, and the differences made by
a change.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from app.engine import wording
from app.engine.formats.keywords import describe_keyword, explain_keyword, in_force
from app.engine.formats.own_game import OwnGame, Won, own_game
from app.engine.formats.settings import Break, Late, LevelMatch, PaintingCategory, Settings
from app.engine.formats.times import setting_words
from app.engine.frozen import replace
from app.engine.language import Text, TextTable, plural, say, template, within
from app.engine.packet.keywords import Artifice, Asks, Group
from app.engine.packet.packet import ClockOut, Packet
from app.engine.packet.ranking import TEAMS, RankingColumn, Schedule
from app.engine.packet.timing import TimingKind
from app.engine.rounds.schedule import clock
from app.engine.standings.awards import BEST_PAINTED, award_name
from app.engine.subjects.players.check_in import ITEM_WORDS
from app.engine.text import join_in_order, join_words
from app.views.dates import day_words

COLUMN_WORDS = TextTable(
    {
        RankingColumn.TP: say("tournament points"),
        RankingColumn.SOS: say("strength of schedule"),
        RankingColumn.CP: template("control points"),
        RankingColumn.APD: say("army points destroyed"),
        RankingColumn.ASSASSINATIONS: say("assassination wins"),
        RankingColumn.WINS: say("wins"),
        RankingColumn.WIN_RATES: say("opponents’ win rate"),
    }
)
WITH_ARMIES = (RankingColumn.APD, RankingColumn.ASSASSINATIONS)
"""The columns that exist only in games with armies."""
BASELINE = say("As the packet says")
CLOCK_OUT_SAYS = {
    ClockOut.LOSE: say("The player loses, whatever the table says."),
    ClockOut.LAST_TURN: say("The opponent has one last turn, then the table is scored."),
    ClockOut.WARN: say("The clock shows it; the game goes on."),
}


PAINTING_WORDS = {
    PaintingCategory.MODEL: say("best single model"),
    PaintingCategory.BATTLEGROUP: say("best battlegroup"),
    PaintingCategory.UNIT: say("best unit"),
    PaintingCategory.ARMY: say("best army"),
}


class SheetRow(Struct, frozen=True):
    """A line of the settings sheet: the title of its group, the keyword, and its effect."""

    group: str
    keyword: str
    says: str


def column_words(packet: Packet) -> Mapping[RankingColumn, str]:
    """Return the columns by which players may be ranked under this packet, with the packet's names
    for them.
    """
    return {
        column: packet.heading(column) or words
        for column, words in COLUMN_WORDS.items()
        if packet.armies or column not in WITH_ARMIES
    }


def announcement(packet: Packet, settings: Settings) -> str:
    """Return the announcement, such as "50-point Steamroller 2015: Specialists. Best Painted: best
    army".
    """
    keywords = ", ".join(
        describe_keyword(packet, announced) for announced in in_force(packet, settings)
    )
    if not packet.sizes:
        return packet.name
    size = say("{size}-point", size=settings.size) if settings.size else say("Battlegroup")
    announced = f"{size} {packet.name}{': ' * bool(keywords)}{keywords}"
    painting = painting_words(packet, settings)
    return f"{announced}. {award_name(BEST_PAINTED)}: {painting}" if painting else announced


def painting_words(packet: Packet, settings: Settings) -> str:
    """Return the category that is announced for the *Best Painted* award; empty if none is
    announced.
    """
    return PAINTING_WORDS.get(settings.painting, "") if packet.armies else ""


def settings_sheet(packet: Packet, settings: Settings) -> tuple[SheetRow, ...]:
    """Return the lines of the settings sheet: each keyword in force, the times, one line for all
    groups without a keyword in force, and the organizer's own choices, which are not keywords.
    """
    announced = in_force(packet, settings)
    rows, rest, times = [], list[str](), _times(packet, settings)
    for group in Group:
        offered = [keyword.key for keyword in packet.variants if keyword.group is group]
        chosen = [keyword for keyword in announced if keyword.key in offered]
        rows += [
            SheetRow(
                group.title,
                describe_keyword(packet, keyword),
                explain_keyword(packet, keyword, settings.size),
            )
            for keyword in chosen
        ]
        if group is Group.TIMING and chosen:
            rows[-1] = replace(rows[-1], says=f"{rows[-1].says} {times}")
        ranked = group is Group.STANDINGS and _is_ranked_anew(packet, settings)
        if offered and not chosen and not ranked:
            if group is Group.TIMING:
                rows.append(SheetRow(group.title, times, ""))
            else:
                rest.append(str(group.title))
    baseline = [SheetRow(say("The rest"), BASELINE, f"{', '.join(rest)}.")] if rest else []
    return (*_game_rows(packet), *rows, *baseline, *_own(packet, settings))


def _game_rows(packet: Packet) -> Iterator[SheetRow]:
    """Yield the lines about a game whose rules the organizer chooses; none for a packet with rules
    of its own.
    """
    if packet.adjustable:
        own = own_game(packet)
        for name, (label, words) in GAME_VALUES.items():
            if name != "name":
                yield SheetRow(say("The game"), label, words(own))


def _times(packet: Packet, settings: Settings) -> str:
    words = setting_words(packet, settings)
    return f"{words[:1].upper()}{words[1:]}."


def _own(packet: Packet, settings: Settings) -> list[SheetRow]:
    """Return the lines about the organizer's choices beyond the packet's keywords."""
    own = (*_own_rules(packet, settings), *_own_ranks(packet, settings))
    return [SheetRow(say("Organizer’s own"), keyword, says) for keyword, says in own]


def _own_rules(packet: Packet, settings: Settings) -> Iterator[tuple[str, str]]:
    if settings.scenarios and settings.scenarios_public:
        yield from _scenario_rows(packet, settings)
    if settings.lead:
        yield (
            say("Scenario win"),
            plural(settings.lead, "At {count} control point.", "At {count} control points."),
        )
    if not settings.disputed_wins and list_disputed(packet):
        yield (
            say("Scenario win"),
            say("No lead wins {scenarios}.", scenarios=join_words(list_disputed(packet))),
        )
    if painting := painting_words(packet, settings):
        yield award_name(BEST_PAINTED), f"{painting[:1].upper()}{painting[1:]}."
    clocks = packet.timing(settings.timing).kind is TimingKind.DEATHCLOCK
    if clocks and settings.clock_out in CLOCK_OUT_SAYS:
        yield say("When a clock runs out"), CLOCK_OUT_SAYS[settings.clock_out]


def list_disputed(packet: Packet) -> tuple[str, ...]:
    """Return the names of the scenarios for which sources disagree whether a lead wins."""
    return tuple(scenario.name for scenario in packet.scenarios if scenario.win_disputed)


def _scenario_rows(packet: Packet, settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield the lines about scenarios that are announced, unless a keyword of the packet already
    says the same. Secret choices are left out.
    """
    if not any(keyword.asks is Asks.SCENARIOS for keyword in packet.variants):
        scenarios = [packet.scenario(number) for number in settings.scenarios]
        names = join_words(scenario.name for scenario in scenarios if scenario)
        yield (
            say("Scenarios"),
            f"{names}, {say('in this order') if settings.in_order else say('by a roll')}.",
        )
    elif settings.in_order:
        yield say("Scenarios"), say("In the order announced.")


def _own_ranks(packet: Packet, settings: Settings) -> Iterator[tuple[str, str]]:
    if _is_ranked_anew(packet, settings):
        yield say("Standings"), _by(packet, settings.order)
    if settings.team_order and settings.team_order != TEAMS:
        yield say("Teams"), _by(packet, settings.team_order)
    if settings.team_seats:
        yield say("Matches"), team_match_words(packet, settings)
    if settings.cut and not settings.cut_by_seed:
        yield say("After the cut"), say("Drawn by lot among equal tournament points.")
    if settings.lists_hidden:
        yield say("Army lists"), say("Hidden from opponents until both players have chosen.")
    if settings.late is Late.BYES:
        yield say("Late arrivals"), say("Rounds missed before arriving count as byes.")


def team_match_words(packet: Packet, settings: Settings) -> str:
    """Return how a match of two teams is won, in sentences."""
    seats = say(
        "Teams of {seats}: the team that wins more games wins the match.",
        seats=settings.team_seats,
    )
    level = {
        LevelMatch.DRAW: say("A tied match is a draw."),
        LevelMatch.POINTS: say("Control points, then army points, decide a tied match.")
        if packet.armies
        else say("Control points decide a tied match."),
    }[settings.level_match]
    half = say("A drawn match is half a win.") if settings.drawn_match_half else ""
    match_up = say("Match-up: {name}.", name=settings.match_up.name) if settings.match_up else ""
    return " ".join(filter(None, (seats, level, half, match_up, *_team_list_words(settings))))


def _team_list_words(settings: Settings) -> Iterator[str]:
    if settings.team_casters_differ:
        yield say("No caster leads the lists of two players of a team.")
    if settings.team_characters_differ:
        yield say("No character is in the lists of two players of a team.")
    if settings.lists_to_captains:
        yield say("Captains see the lists of the team they meet.")


def _is_ranked_anew(packet: Packet, settings: Settings) -> bool:
    """Tell whether the organizer's ranking order is neither the packet's nor a keyword's."""
    known = {packet.standings, *(keyword.changes.order for keyword in packet.variants)}
    return bool(settings.order) and settings.order not in known


def _by(packet: Packet, order: tuple[RankingColumn, ...]) -> str:
    words = [packet.heading(column) or COLUMN_WORDS[column] for column in order]
    return say("By {list}.", list=join_in_order(words))


def occasion_words(settings: Settings | None) -> str:
    """Return the date and place, such as "Saturday 5 December 2026 · Ravens’ club", as far as they
    are set.
    """
    return " · ".join(filter(None, (_day(settings), settings.venue))) if settings else ""


def invitation_words(settings: Settings) -> str:
    """Return the date, the place and the price."""
    fee = say("Entry: {fee}", fee=settings.fee) if settings.fee else ""
    return " · ".join(filter(None, (occasion_words(settings), fee)))


def _day(settings: Settings) -> str:
    return day_words(settings.date) if settings.date else ""


Words: TypeAlias = Callable[[Packet, Settings], str]
Parts: TypeAlias = Callable[[Packet, Settings], Mapping[Hashable, str]]

PACKETS_WAY = say("as the packet says")
CLOCK_OUT_WORDS = {
    ClockOut.PACKET: PACKETS_WAY,
    ClockOut.LOSE: say("lose at once"),
    ClockOut.LAST_TURN: say("opponent’s last turn"),
    ClockOut.WARN: say("warn only"),
}
SCHEDULE_WORDS = {
    Schedule.POINTS: say("opponents’ points"),
    Schedule.OVER_GAMES: say("opponents’ points by games played"),
    Schedule.OVER_ROUNDS: say("opponents’ wins by rounds"),
}
LATE_WORDS = {Late.LOSSES: say("losses"), Late.BYES: say("byes")}
LEVEL_MATCH_WORDS = TextTable(
    {
        LevelMatch.DRAW: say("is a draw"),
        LevelMatch.POINTS: template("is decided by control points, then army points"),
    }
)
BY_POINTS_ALONE = template("is decided by control points")
ARTIFICE_WORDS = {
    Artifice.KILL_BOX: say("kill box"),
    Artifice.REINFORCEMENTS: say("reinforcements"),
}


def _level_match_words(packet: Packet, settings: Settings) -> str:
    if settings.level_match is LevelMatch.POINTS and not packet.armies:
        return str(BY_POINTS_ALONE)
    return LEVEL_MATCH_WORDS[settings.level_match]


def _switch(name: str) -> Words:
    return lambda _, settings: say("on") if getattr(settings, name) else say("off")


def _number(name: str, none: str) -> Words:
    return lambda _, settings: str(getattr(settings, name) or none)


def _size_words(packet: Packet, size: int) -> str:
    if not packet.sizes:
        return say("none")
    return say("{size} points", size=size) if size else say("battlegroup")


def _ranks(criteria: Sequence[RankingColumn]) -> str:
    return ", ".join(COLUMN_WORDS[criterion] for criterion in criteria) or PACKETS_WAY


def _limits(packet: Packet, settings: Settings) -> str:
    limits = packet.limits_called(settings.limits)
    return limits.name if limits else PACKETS_WAY


def _time(_: Packet, settings: Settings) -> str:
    return clock(settings.starts)


VALUES: Mapping[str, tuple[Text, Words]] = {
    "name": (say("Name"), lambda _, settings: settings.name),
    "packet": (say("Packet"), lambda packet, _: packet.name),
    "size": (
        say("Army size"),
        lambda packet, settings: _size_words(packet, settings.size),
    ),
    "seed": (say("Dice seed"), _number("seed", "0")),
    "tables": (say("Tables"), _number("tables", say("no limit"))),
    "rounds": (say("Rounds"), _number("rounds", PACKETS_WAY)),
    "lead": (say("Scenario win"), _number("lead", PACKETS_WAY)),
    "clock_out": (
        say("When a clock runs out"),
        lambda _, settings: CLOCK_OUT_WORDS[settings.clock_out],
    ),
    "timing": (say("Timing"), lambda packet, settings: packet.timing(settings.timing).name),
    "limits": (say("Time limits"), _limits),
    "extensions": (say("Turn extensions"), _switch("extensions")),
    "reinforcements": (say("Reinforcements"), _switch("reinforcements")),
    "order": (say("Standings order"), lambda _, settings: _ranks(settings.order)),
    "schedule": (
        wording.STRENGTH_OF_SCHEDULE,
        lambda _, settings: SCHEDULE_WORDS[settings.schedule],
    ),
    "finals_tables": (say("Finals tables"), _switch("finals_tables")),
    "cut": (
        say("Cut"),
        lambda _, settings: say("top {cut}", cut=settings.cut) if settings.cut else say("none"),
    ),
    "cut_by_seed": (say("Pairing by seed after a cut"), _switch("cut_by_seed")),
    "kill_box": (say("Kill box"), _switch("kill_box")),
    "disputed_wins": (say("A lead wins where sources differ"), _switch("disputed_wins")),
    "assassination": (say("Assassination victory"), _switch("assassination")),
    "tiebreakers": (say("Tiebreakers"), _switch("tiebreakers")),
    "battlegroup": (say("Win by destroying the battlegroup"), _switch("battlegroup")),
    "in_order": (say("Scenarios in their order"), _switch("in_order")),
    "scenarios_public": (say("Scenarios announced in advance"), _switch("scenarios_public")),
    "team_order": (say("Team order"), lambda _, settings: _ranks(settings.team_order)),
    "absences": (say("No-shows before asking to drop"), _number("absences", say("never"))),
    "late": (say("Rounds missed before arriving"), lambda _, settings: LATE_WORDS[settings.late]),
    "starts": (say("Round 1 starts"), _time),
    "turnaround": (
        say("Between rounds"),
        lambda _, settings: plural(settings.turnaround, "{count} minute", "{count} minutes"),
    ),
    "team_seats": (
        say("Players of a team in a round"),
        _number("team_seats", say("no team matches")),
    ),
    "level_match": (
        say("A tied match"),
        _level_match_words,
    ),
    "match_up": (
        say("Match-up"),
        lambda _, settings: settings.match_up.name if settings.match_up else say("By seat"),
    ),
    "drawn_match_half": (say("A drawn match is half a win"), _switch("drawn_match_half")),
    "team_substitutes": (
        say("Substitutes per team"),
        _number("team_substitutes", say("none")),
    ),
    "team_casters_differ": (template("No caster twice in a team"), _switch("team_casters_differ")),
    "team_characters_differ": (
        say("No character twice in a team"),
        _switch("team_characters_differ"),
    ),
    "lists_to_captains": (say("Lists open to captains"), _switch("lists_to_captains")),
    "painting": (
        say("Best Painted"),
        lambda _, settings: PAINTING_WORDS.get(settings.painting, say("not announced")),
    ),
    "lists_hidden": (say("Lists hidden from opponents"), _switch("lists_hidden")),
    "date": (say("Date"), lambda _, settings: _day(settings) or say("not set")),
    "venue": (say("Venue"), lambda _, settings: settings.venue or say("not set")),
    "fee": (say("Entry fee"), lambda _, settings: settings.fee or say("none")),
}
"""The captions of settings with a single value, and the functions that return their values in
words.
"""


def _scenarios(packet: Packet, settings: Settings) -> Mapping[Hashable, str]:
    names = {scenario.number: scenario.name for scenario in packet.scenarios}
    return {number: names.get(number, str(number)) for number in settings.scenarios}


def _break(break_: Break) -> str:
    return plural(
        break_.minutes,
        "{count} minute after round {after_round}",
        "{count} minutes after round {after_round}",
        after_round=break_.after_round,
    )


PARTS: Mapping[str, tuple[str, Parts]] = {
    "variants": (
        say("Keywords"),
        lambda p, settings: {each: describe_keyword(p, each) for each in settings.variants},
    ),
    "artifices": (
        say("Artifices"),
        lambda _, settings: {e: ARTIFICE_WORDS[e] for e in settings.artifices},
    ),
    "scenarios": (say("Scenarios played"), _scenarios),
    "breaks": (say("Breaks"), lambda _, settings: {each: _break(each) for each in settings.breaks}),
    "unasked": (
        say("Not required at check-in"),
        lambda _, settings: {each: within(ITEM_WORDS[each]) for each in settings.unasked},
    ),
}
"""The captions of settings with several choices, and the functions that return these in words."""


def changes_words(
    before: Settings, packet_before: Packet, after: Settings, packet: Packet
) -> tuple[str, ...]:
    """Return each change in words, such as "Army size: 75 points → 50 points" or "Keywords: added
    Death Clock".
    """
    return tuple(_changes(before, packet_before, after, packet))


def _changes(
    before: Settings, packet_before: Packet, after: Settings, packet: Packet
) -> Iterator[str]:
    for name, (label, words) in VALUES.items():
        if getattr(before, name) != getattr(after, name):
            yield f"{label}: {words(packet_before, before)} → {words(packet, after)}"
    for name, (label, parts) in PARTS.items():
        if getattr(before, name) != getattr(after, name):
            yield f"{label}: {_parts(parts(packet_before, before), parts(packet, after))}"
    if before.packet == after.packet and packet_before != packet:
        if packet.adjustable and packet_before.adjustable:
            yield from _game_changes(own_game(packet_before), own_game(packet))
        else:
            yield say("The packet’s rules were reloaded from its file")


WON_WORDS = {
    Won.MORE: say("more points"),
    Won.FIRST: say("the first to so many points"),
    Won.LEAD: say("a lead"),
    Won.AGREEMENT: say("agreement"),
}
GAME_VALUES: Mapping[str, tuple[str, Callable[[OwnGame], str]]] = {
    "name": (say("The game"), lambda own: own.name),
    "minutes": (say("Minutes on each clock"), lambda own: str(own.minutes)),
    "points_at_end": (
        say("Entry of points"),
        lambda own: say("at the end") if own.points_at_end else say("each turn"),
    ),
    "won": (say("A game is won by"), lambda own: WON_WORDS[own.won]),
    "points": (say("Points that win"), lambda own: str(own.points or say("none"))),
    "turns": (say("Last turn"), lambda own: str(own.turns or say("none"))),
    "win": (say("Tournament points of a win"), lambda own: str(own.win)),
    "tie": (say("Tournament points of a tie"), lambda own: str(own.tie)),
    "loss": (say("Tournament points of a loss"), lambda own: str(own.loss)),
    "headings": (
        say("Column names"),
        lambda own: ", ".join(each.name for each in own.headings) or say("as usual"),
    ),
}
"""The captions of the settings for a game whose rules the organizer chooses, and the functions that
return their values in words.
"""


def _game_changes(before: OwnGame, after: OwnGame) -> Iterator[str]:
    for name, (label, words) in GAME_VALUES.items():
        if getattr(before, name) != getattr(after, name):
            yield f"{label}: {words(before)} → {words(after)}"


def _parts(before: Mapping[Hashable, str], after: Mapping[Hashable, str]) -> str:
    parts = (
        (say("added"), [words for key, words in after.items() if key not in before]),
        (say("removed"), [words for key, words in before.items() if key not in after]),
    )
    changed = "; ".join(f"{verb} {', '.join(words)}" for verb, words in parts if words)
    return changed or say("now in the order {values}", values=", ".join(after.values()))
