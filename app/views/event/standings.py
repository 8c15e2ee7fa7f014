"""The standings as rows for a screen, and as text for a file or another program."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from app.engine.acts.players import Entry
from app.engine.frozen import memoized_within
from app.engine.language import TextTable, mark_text, plural, say, template
from app.engine.packet.ranking import RankingColumn
from app.engine.rounds.field import is_of_teams
from app.engine.standings.matches import team_then
from app.engine.standings.ranking import order, standings
from app.engine.standings.scores import MetOpponent, Score, Standing, value_of
from app.engine.standings.teams import TeamStanding, team_ranking, team_standings
from app.engine.state import Player, Stage, State, Status
from app.engine.text import escape_formula, exactly, join_words, name_order, team_key
from app.views.score_words import place_words, record_words


class StandingsColumn(Enum):
    """The columns in order. Their values are the headings."""

    PLACE = mark_text("Place")
    NAME = mark_text("Player")
    CLUB = mark_text("Club")
    FACTION = mark_text("Faction")
    TEAM = mark_text("Team")
    RECORD = mark_text("W–L–T")
    TP = mark_text("TP")
    SOS = mark_text("SoS")
    CP = mark_text("CP")
    APD = mark_text("APD")
    ASSASSINATIONS = mark_text("Assassinations")
    WIN_RATES = mark_text("OWR")
    BYES = mark_text("Byes")
    NOTE = mark_text("Note")


PLACES = {column: place for place, column in enumerate(StandingsColumn)}
"""The place of each column among the cells of a row."""

Key: TypeAlias = tuple[Score, str]
Cell: TypeAlias = Callable[["_Facts", Standing], tuple[str, Key]]

LAST = 1_000_000
"""A key that sorts after every place."""

SHARED = say("Shared")


class StandingRow(Struct, frozen=True):
    """A row of the standings. Cells and keys are in the order of `StandingsColumn`."""

    number: int
    cells: tuple[str, ...]
    """The texts of the cells."""
    keys: tuple[Key, ...]
    """The values by which the columns are sorted."""
    met: tuple[MetOpponent, ...]
    """The opponents that make up the strength of schedule, with the share of each."""
    out: bool
    name_of: Callable[[int], str]
    """Returns a player's name."""

    def __eq__(self, other: object) -> bool:
        """Tell whether both rows show the same. ``name_of`` is not compared."""
        return isinstance(other, StandingRow) and astuple(self)[:-1] == astuple(other)[:-1]

    def __hash__(self) -> int:
        return hash(astuple(self)[:-1])

    def cell(self, column: StandingsColumn) -> str:
        return self.cells[PLACES[column]]

    @property
    def sos_words(self) -> str:
        """The strength of schedule with its parts, such as "SoS 3: Ben 2, Cleo 1" or "SoS 1 1/5:
        Ben 4/5, Cleo 2/5".
        """
        if not self.met:
            return say("No opponent met yet")
        opponents = ", ".join(f"{self.name_of(met.number)} {exactly(met.adds)}" for met in self.met)
        return say(
            "SoS {exactly}: {opponents}",
            exactly=exactly(sum(met.adds for met in self.met)),
            opponents=opponents,
        )


def in_short(value: Score) -> str:
    """Return a score for a column, such as "2" or "1.60". The ranking uses the exact fraction."""
    if value.denominator == 1:
        return str(value)
    hundredths = round(value * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def standing_record(standing: Standing, *, all_ties: bool = True) -> str:
    """Return the standing's record as `record_words` puts it."""
    wins, losses, ties = standing.wins, standing.losses, standing.ties
    return record_words(wins, losses, ties, byes=standing.byes, all_ties=all_ties)


def standing_rows(state: State) -> tuple[StandingRow, ...]:
    cut = state.in_cut
    byes: dict[int, tuple[int, ...]] = {}
    for round_ in state.rounds:
        for bye in round_.byes:
            byes[bye.player] = (*byes.get(bye.player, ()), round_.number)
    return tuple(
        _row(
            state,
            standing,
            _Facts(
                state.players[standing.number],
                byes.get(standing.number, ()),
                standing.number in cut if cut else None,
            ),
        )
        for standing in standings(state)
    )


def after_words(state: State) -> str:
    """Return the round of the standings, such as "After round 2" or "During round 3"."""
    started = [round_ for round_ in state.rounds if round_.stage in {Stage.STARTED, Stage.FINISHED}]
    if not started:
        return say("Before round 1")
    latest = started[-1]
    if latest.stage is Stage.FINISHED:
        return say("After round {latest}", latest=latest.number)
    return say("During round {latest}", latest=latest.number)


def sort_standings(
    rows: Sequence[StandingRow], column: StandingsColumn, *, descending: bool
) -> tuple[StandingRow, ...]:
    """Sort by one column. Rows with equal values keep the order of their places."""
    index = PLACES[column]
    return tuple(sorted(rows, key=lambda row: row.keys[index], reverse=descending))


RANKED = {
    RankingColumn.TP: StandingsColumn.TP,
    RankingColumn.SOS: StandingsColumn.SOS,
    RankingColumn.CP: StandingsColumn.CP,
    RankingColumn.APD: StandingsColumn.APD,
    RankingColumn.ASSASSINATIONS: StandingsColumn.ASSASSINATIONS,
    RankingColumn.WINS: StandingsColumn.RECORD,
    RankingColumn.WIN_RATES: StandingsColumn.WIN_RATES,
}
OF_ARMIES = (StandingsColumn.APD, StandingsColumn.ASSASSINATIONS)
RARE = (StandingsColumn.WIN_RATES,)
"""The columns that are shown only if players are ranked by them."""


def columns(state: State) -> tuple[StandingsColumn, ...]:
    """Return the columns in their order. Among the columns of numbers, those by which players are
    ranked come first.
    """
    ranking = [RANKED[ranking_column] for ranking_column in order(state)]
    numbers = [*ranking, *(column for column in RANKED.values() if column not in (*ranking, *RARE))]
    armies = state.armies
    first = [
        StandingsColumn.PLACE,
        StandingsColumn.NAME,
        *([StandingsColumn.TEAM] if is_of_teams(state) else []),
        StandingsColumn.CLUB,
        *([StandingsColumn.FACTION] if armies else []),
    ]
    record = [] if StandingsColumn.RECORD in ranking else [StandingsColumn.RECORD]
    numbers = [*record, *(number for number in numbers if number not in record)]
    numbers = [number for number in numbers if armies or number not in OF_ARMIES]
    return (*first, *numbers, StandingsColumn.BYES, StandingsColumn.NOTE)


def standings_text(
    rows: Sequence[StandingRow],
    separator: str,
    printed: Sequence[StandingsColumn] = tuple(StandingsColumn),
) -> str:
    """Return the headings and the rows as lines of text. With a comma as separator, cells are
    quoted for spreadsheets.
    """
    headings = tuple(say(column.value) for column in printed)
    cells = (tuple(row.cell(column) for column in printed) for row in rows)
    return placed_text([headings, *cells], separator)


def placed_text(lines: Sequence[Sequence[str]], separator: str) -> str:
    """Return lines whose first cell is a place; the first line has the headings. A place such as
    "3=" is split into two cells, so that a spreadsheet can sort places as numbers.
    """
    (place, *headings), *rows = lines
    apart = ((*place_apart(place), *others) for place, *others in rows)
    return lines_text([(place, SHARED, *headings), *apart], separator)


def place_apart(place: str) -> tuple[str, str]:
    """Return a place and whether it is shared: "3" and "yes" for "3=", "4" and "no" for "4"."""
    return place.rstrip("="), say("yes") if place.endswith("=") else say("no")


def lines_text(lines: Sequence[Sequence[str]], separator: str) -> str:
    return "".join(
        separator.join(_quote(cell, separator) for cell in line) + "\r\n" for line in lines
    )


def _quote(cell: str, separator: str) -> str:
    cell = escape_formula(" ".join(cell.split()))
    if separator == "\t" or not any(mark in cell for mark in (separator, '"')):
        return cell
    return '"' + cell.replace('"', '""') + '"'


class _Facts(NamedTuple):
    """The facts about a player in a row besides their standing."""

    player: Player
    byes: tuple[int, ...]
    """The numbers of the rounds in which the player had a bye."""
    in_cut: bool | None
    """True if the player is in the cut; None if there is no cut."""


def _row(state: State, standing: Standing, facts: _Facts) -> StandingRow:
    words, keys = _cells(facts, standing)
    return StandingRow(
        standing.number, words, keys, standing.met, facts.player.status.has_left, state.name
    )


def _key_beside_places(facts: _Facts) -> tuple[object, ...]:
    return facts


@memoized_within(_key_beside_places)
def _cells(facts: _Facts, standing: Standing) -> tuple[tuple[str, ...], tuple[Key, ...]]:
    cells = [cell(facts, standing) for cell in _CELLS_IN_ORDER]
    return tuple(words for words, _ in cells), tuple(key for _, key in cells)


def _place(_facts: _Facts, standing: Standing) -> tuple[str, Key]:
    if not standing.place:
        return "–", (LAST, "")
    return place_words(standing), (standing.place, "")


def _entry(read: Callable[[Entry], str]) -> Cell:
    def cell(facts: _Facts, _standing: Standing) -> tuple[str, Key]:
        words = read(facts.player.entry)
        return words, (0, name_order(words))

    return cell


def _record(_facts: _Facts, standing: Standing) -> tuple[str, Key]:
    return standing_record(standing), (1000 * standing.wins - standing.losses, "")


def _number(read: Callable[[Standing], Score]) -> Cell:
    def cell(_facts: _Facts, standing: Standing) -> tuple[str, Key]:
        number = read(standing)
        return in_short(number), (number, "")

    return cell


def _make_note(facts: _Facts, standing: Standing) -> tuple[str, Key]:
    note = _note(facts, standing)
    return note, (0, note)


CELLS: Mapping[StandingsColumn, Cell] = {
    StandingsColumn.PLACE: _place,
    StandingsColumn.NAME: _entry(lambda entry: entry.name),
    StandingsColumn.CLUB: _entry(lambda entry: entry.club),
    StandingsColumn.FACTION: _entry(lambda entry: entry.faction),
    StandingsColumn.TEAM: _entry(lambda entry: entry.team),
    StandingsColumn.RECORD: _record,
    StandingsColumn.TP: _number(lambda standing: standing.tp),
    StandingsColumn.SOS: _number(lambda standing: standing.sos),
    StandingsColumn.CP: _number(lambda standing: standing.cp),
    StandingsColumn.APD: _number(lambda standing: standing.apd),
    StandingsColumn.ASSASSINATIONS: _number(lambda standing: standing.assassinations),
    StandingsColumn.WIN_RATES: _number(lambda standing: standing.win_rates),
    StandingsColumn.BYES: _number(lambda standing: standing.byes),
    StandingsColumn.NOTE: _make_note,
}
"""The function for each column that returns a cell and the value to sort by."""
_CELLS_IN_ORDER = tuple(CELLS[column] for column in StandingsColumn)


def _note(facts: _Facts, standing: Standing) -> str:
    player = facts.player
    if player.status is Status.DISQUALIFIED:
        return say("Disqualified: no place")
    parts = []
    if player.status is Status.DROPPED:
        after = player.left_after_round
        parts.append(
            say("Dropped after round {after}", after=after)
            if after
            else say("Dropped before round 1")
        )
    if facts.in_cut is not None:
        parts.append(say("In the cut") if facts.in_cut else say("Place kept"))
    if facts.byes:
        byes = join_words([str(number) for number in facts.byes])
        parts.append(
            plural(len(facts.byes), "Bye in round {byes}", "Bye in rounds {byes}", byes=byes)
        )
    if standing.by_final:
        parts.append(say("By the finals tables"))
    if standing.by_hand:
        parts.append(say("Tied; order by the organizer: {by_hand}", by_hand=standing.by_hand))
    return ". ".join(parts)


HEADINGS = TextTable(
    {
        **{ranking: template(column.value) for ranking, column in RANKED.items()},
        RankingColumn.WINS: say("Wins"),
    }
)
"""The headings of ranking columns in places where the record is not beside them."""


class TeamTable(Struct, frozen=True):
    """The team standings: a row for each team, best first."""

    headings: tuple[str, ...]
    """The headings of the columns: the place, the team, the numbers by which teams are ranked with
    the most important first, and the players.
    """
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[str, ...] = ()
    """A remark for each team about the cut and the finals tables; empty for a team without one. The
    tuple itself is empty if no team has a remark.
    """


def team_table(state: State) -> TeamTable:
    order = team_ranking(state)
    ranked = team_standings(state)
    rows = tuple(
        (
            place_words(standing),
            standing.team,
            *(in_short(value_of(standing, criterion)) for criterion in order),
            join_words(map(state.name, standing.members)),
        )
        for standing in ranked
    )
    marks = [team_mark(state, standing) for standing in ranked]
    return TeamTable(
        (
            say("Place"),
            say("Team"),
            *(HEADINGS[ranking_column] for ranking_column in order),
            say("Players"),
        ),
        rows,
        tuple(marks) if any(marks) else (),
    )


def team_mark(state: State, standing: TeamStanding) -> str:
    """Return a remark such as "In the cut" or "By the finals tables"; empty if neither concerns the
    team.
    """
    final = say("By the finals tables") if standing.by_final else ""
    return ". ".join(filter(None, (_cut_mark(state, team_key(standing.team)), final)))


def _cut_mark(state: State, team: str) -> str:
    """Return "In the cut" or "Place kept" for a team, by its key; empty if there is no cut of
    teams.
    """
    cut = state.cut_round
    if cut is None or not is_of_teams(state):
        return ""
    inside = team in {team_then(state, cut, number) for number in state.in_cut}
    return say("In the cut") if inside else say("Place kept")


def teams_score(state: State) -> str:
    """Return a sentence about how teams are ranked."""
    if state.settings and state.settings.team_seats:
        return say("Wins are matches, TP games won, SoS the match wins of the teams met")
    return say("A team scores the sum of its players")


def teams_text(table: TeamTable, separator: str) -> str:
    return placed_text([table.headings, *table.rows], separator)
