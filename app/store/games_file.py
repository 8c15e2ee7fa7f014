"""Played events from a table of games, to replay them. What is odd is noted, never refused.

Two sets of columns are known: one event with tables and an ``assassination`` column, and several
events with a ``condition`` column. A column missing in one of them may come from the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.engine.results import How
from app.engine.side import Pair, Side
from app.store.errors import StoreError
from app.store.table_text import Row, rows

# Each column's headings; one of them must be there.
NEEDED = {
    "round": ("round",),
    "player1": ("player1",),
    "player2": ("player2",),
    "winner": ("winner", "winner(1/2)"),
    "cp1": ("cp1",),
    "cp2": ("cp2",),
    "apd1": ("ap_destroyed1", "ap1"),
    "apd2": ("ap_destroyed2", "ap2"),
    "how": ("assassination", "condition"),
}

OPTIONAL = {
    "event": ("event",),
    "date": ("date",),
    "table": ("table",),
    "scenario": ("scenario",),
    "faction1": ("faction1",),
    "faction2": ("faction2",),
    "club1": ("club1", "meta1"),
    "club2": ("club2", "meta2"),
}

# What a file calls the way of winning; anything else is UNRECORDED.
CONDITIONS = {
    "y": How.ASSASSINATION,
    "assassination": How.ASSASSINATION,
    "scenario": How.SCENARIO,
    "death clock": How.CLOCK_OUT,
    "concession": How.CONCESSION,
    "battlegroup destroyed": How.BATTLEGROUP,
    "no models left": How.NO_MODELS,
}

TIEBREAKS = "tie breakers"
GUESSED = "Which tiebreak decided is not written down: taken from the points."
UNKNOWN = "Which tiebreak decided is not written down."


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game as the file has it; ``note`` says what was read into it, in players' words."""

    line: int
    round_number: int
    table: int | None
    players: Pair[str]
    winner: Side | None
    how: How
    cp: Pair[int]
    apd: Pair[int]
    scenario: str
    clubs: Pair[str]
    factions: Pair[str]
    note: str


@dataclass(frozen=True, slots=True)
class EventGames:
    """The games of one event in the file's order."""

    name: str
    date: str
    games: tuple[PlayedGame, ...]


def read_games(text: str, name: str = "") -> list[EventGames]:
    """The events in ``text``, in the order they begin; ``name`` is for one that the file leaves
    unnamed. Raises StoreError naming a missing column, or the line and column of a wrong cell.
    """
    header, *lines = rows(text)
    places = _places(header.cells)
    if not lines:
        raise StoreError("There are no games under the headings.")
    events: dict[str, list[_Line]] = {}
    for row in lines:
        line = _line(row, header.cells, places)
        events.setdefault(line.cells["event"] or name, []).append(line)
    return [
        EventGames(event, played[0].cells["date"], tuple(map(_game, played)))
        for event, played in events.items()
    ]


@dataclass(frozen=True, slots=True)
class _Line:
    """One game's cells and the file's own headings, both by our names of the columns."""

    number: int
    cells: Mapping[str, str]
    headings: Mapping[str, str]

    def count(self, column: str, *, least: int = 0) -> int:
        said = self.cells[column]
        if not (said.isascii() and said.isdigit() and len(said) < 10 and int(said) >= least):
            raise self.wrong(column, f"a whole number, {least} or more")
        return int(said)

    def wrong(self, column: str, expected: str) -> StoreError:
        said = self.cells[column]
        found = f"not {said!r}" if said else "not empty"
        return StoreError(
            f"Line {self.number}, column {self.headings[column]}: must be {expected}, {found}."
        )


def _places(header: Sequence[str]) -> dict[str, int]:
    """Where each column is."""
    headings = [cell.casefold() for cell in header]
    places = {
        column: headings.index(heading)
        for column, names in (NEEDED | OPTIONAL).items()
        for heading in names
        if heading in headings
    }
    for column, names in NEEDED.items():
        if column not in places:
            raise StoreError(f"The column {' or '.join(names)} is missing.")
    return places


def _line(row: Row, header: Sequence[str], places: Mapping[str, int]) -> _Line:
    there = {column: row.cells[i] for column, i in places.items() if i < len(row.cells)}
    cells = {column: there.get(column, "") for column in NEEDED | OPTIONAL}
    return _Line(row.line, cells, {column: header[i] for column, i in places.items()})


def _game(line: _Line) -> PlayedGame:
    cells = line.cells
    players = _players(line)
    cp = Pair(line.count("cp1"), line.count("cp2"))
    apd = Pair(line.count("apd1"), line.count("apd2"))
    winner = _winner(line, players)
    how, note = _how(cells["how"].casefold(), winner, cp, apd)
    return PlayedGame(
        line.number,
        line.count("round", least=1),
        line.count("table", least=1) if cells["table"] else None,
        players,
        winner,
        how,
        cp,
        apd,
        cells["scenario"],
        Pair(cells["club1"], cells["club2"]),
        Pair(cells["faction1"], cells["faction2"]),
        note,
    )


def _players(line: _Line) -> Pair[str]:
    for column in ("player1", "player2"):
        if not line.cells[column]:
            raise line.wrong(column, "a name")
    if line.cells["player1"] == line.cells["player2"]:
        raise line.wrong("player2", "somebody other than the first player")
    return Pair(line.cells["player1"], line.cells["player2"])


def _winner(line: _Line, players: Pair[str]) -> Side | None:
    said = line.cells["winner"]
    sides = {"1": Side.RED, "2": Side.BLUE, players.red: Side.RED, players.blue: Side.BLUE}
    if said in sides:
        return sides[said]
    if said.casefold() in {"", "0", "tie", "draw", "none"}:
        return None
    raise line.wrong("winner", f"{players.red}, {players.blue}, 1, 2 or empty")


def _how(said: str, winner: Side | None, cp: Pair[int], apd: Pair[int]) -> tuple[How, str]:
    """The way of winning, and a note where the file does not quite say it."""
    if winner is None:
        return How.TIE, "No winner is written down: taken as a tie."
    if said != TIEBREAKS:
        return CONDITIONS.get(said, How.UNRECORDED), ""
    for how, points in ((How.CONTROL_POINTS, cp), (How.ARMY_POINTS_DESTROYED, apd)):
        if points.of(winner) != points.of(winner.other):
            won = points.of(winner) > points.of(winner.other)
            return (how, GUESSED) if won else (How.UNRECORDED, UNKNOWN)
    return How.UNRECORDED, UNKNOWN
