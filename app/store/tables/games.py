"""Played events from a table of games, to replay them. What is odd is noted, never refused.

Two sets of columns are known: one event with tables and an ``assassination`` column, and several
events with a ``condition`` column. A column missing in one of them may come from the other.
A row with one player and nobody, or ``BYE``, for the other is a bye. A file with the columns
``team1`` and ``team2`` is of an event of teams and may say no more of a game than who won.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.engine.acts.results import How
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.text import either, visible
from app.store.errors import StoreError
from app.store.tables.text import Row, rows

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
    "team1": ("team1",),
    "team2": ("team2",),
}
TEAMS = ("team1", "team2")
POINTS = ("cp1", "cp2", "apd1", "apd2", "how")
"""May all be missing where there are teams: their events publish who won."""

# What files call the ways of winning, without capitals, blanks and signs.
CONDITIONS = {
    **{how.value.replace("_", ""): how for how in How},
    "y": How.ASSASSINATION,
    "yes": How.ASSASSINATION,
    "assassinated": How.ASSASSINATION,
    "casterkill": How.ASSASSINATION,
    "ck": How.ASSASSINATION,
    "warcasterkill": How.ASSASSINATION,
    "warlockkill": How.ASSASSINATION,
    "scenariowin": How.SCENARIO,
    "deathclock": How.CLOCK_OUT,
    "clock": How.CLOCK_OUT,
    "clockedout": How.CLOCK_OUT,
    "timedout": How.CLOCK_OUT,
    "timeout": How.CLOCK_OUT,
    "dc": How.CLOCK_OUT,
    "conceded": How.CONCESSION,
    "concede": How.CONCESSION,
    "disqualified": How.DISQUALIFICATION,
    "dq": How.DISQUALIFICATION,
    "gameloss": How.GAME_LOSS,
    "noshow": How.NO_SHOW,
    "absent": How.NO_SHOW,
    "battlegroupdestroyed": How.BATTLEGROUP,
    "nomodelsleft": How.NO_MODELS,
    "tabled": How.NO_MODELS,
    "controlpoint": How.CONTROL_POINTS,
    "cp": How.CONTROL_POINTS,
    "armypoints": How.ARMY_POINTS_DESTROYED,
    "apd": How.ARMY_POINTS_DESTROYED,
    "n": How.UNRECORDED,
    "no": How.UNRECORDED,
    "unknown": How.UNRECORDED,
    "other": How.UNRECORDED,
    "": How.UNRECORDED,
}

TIEBREAKS = {"tiebreak", "tiebreaks", "tiebreaker", "tiebreakers"}
NO_WINNER = {"", "0", "tie", "draw", "none"}
NOBODY = {"", "bye", "thebye", "nobody", "freilos", "none"}
GUESSED = say("Which tiebreak decided is not written down: taken from the points.")
UNKNOWN = say("Which tiebreak decided is not written down.")


NO_TEAMS = Pair("", "")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game as the file has it."""

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
    """What was read into it, in players' words."""
    teams: Pair[str] = NO_TEAMS


@dataclass(frozen=True, slots=True)
class WrittenBye:
    """A bye as the file has it."""

    line: int
    round_number: int
    player: str
    club: str
    faction: str
    scenario: str = ""
    cp: int | None = None
    """None if the file does not give it."""
    apd: int | None = None
    """None if the file does not give it."""
    note: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class EventGames:
    """The games of one event in the file's order, and its byes."""

    name: str
    date: str
    games: tuple[PlayedGame, ...]
    byes: tuple[WrittenBye, ...] = ()
    has_points: bool = True
    """Whether the file says more of a game than who won."""


def read_games(text: str, name: str = "") -> list[EventGames]:
    """Return the events in ``text``, in the order they begin; ``name`` is for one that the file
    leaves unnamed. Raises StoreError naming a missing column, or the line and column of a wrong
    cell.
    """
    return games_in(rows(text), name)


def games_in(table: Sequence[Row], name: str = "") -> list[EventGames]:
    """Return the same of a table that was read already."""
    header, *lines = table
    places = _places(header.cells)
    if not lines:
        raise StoreError(say("There are no games under the headings."))
    events: dict[str, list[_Line]] = {}
    for row in lines:
        line = _line(row, header.cells, places)
        events.setdefault(line.cells["event"] or name, []).append(line)
    has_points = any(column in places for column in POINTS)
    return [
        replace(_event(event, played), has_points=has_points) for event, played in events.items()
    ]


def is_games(table: Sequence[Row]) -> bool:
    """Tell whether the headings are those of a table of games, whole or not."""
    headings = {_heading(cell) for cell in table[0].cells}
    return {"round", "player1", "player2"} <= headings


def same_name(name: str) -> str:
    """Return what two spellings of one name have in common."""
    return visible(unicodedata.normalize("NFKC", name).casefold())


def _event(name: str, lines: Sequence["_Line"]) -> EventGames:
    spelled: dict[str, str] = {}
    games: list[PlayedGame] = []
    byes: list[WrittenBye] = []
    for line in lines:
        row = _bye(line) or _game(line)
        if isinstance(row, WrittenBye):
            player = spelled.setdefault(same_name(row.player), row.player)
            byes.append(replace(row, player=player, note=_spelling(row.player, player)))
        else:
            players = row.players.map(
                lambda spelling: spelled.setdefault(same_name(spelling), spelling)
            )
            changes = (_spelling(row.players.of(side), players.of(side)) for side in Side)
            note = " ".join(text for text in (*changes, row.note) if text)
            games.append(replace(row, players=players, note=note))
    return EventGames(name, lines[0].cells["date"], tuple(games), tuple(byes))


def _spelling(written: str, known: str) -> str:
    return (
        ""
        if written == known
        else say("{written} is taken as {known}.", written=written, known=known)
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """One game's cells and the file's own headings, both by our names of the columns."""

    number: int
    cells: Mapping[str, str]
    headings: Mapping[str, str]

    @property
    def has_points(self) -> bool:
        """Whether the file has columns for more than who won."""
        return not self.headings.keys().isdisjoint(POINTS)

    def count(self, column: str, *, least: int = 0) -> int:
        text = self.cells[column]
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
            raise self.wrong(column, say("a whole number, {least} or more", least=least))
        return int(text)

    def wrong(self, column: str, expected: str) -> StoreError:
        text = self.cells[column]
        actual = say("not {text!r}", text=text) if text else say("not empty")
        return StoreError(
            say(
                "Line {number}, column {headings}: must be {expected}, {actual}.",
                number=self.number,
                headings=self.headings[column],
                expected=expected,
                actual=actual,
            )
        )


def _places(header: Sequence[str]) -> dict[str, int]:
    """Return where each column is: "Player 1" and "player_1" are one heading."""
    headings = [_heading(cell) for cell in header]
    places = {
        column: headings.index(heading.replace("_", ""))
        for column, names in (NEEDED | OPTIONAL).items()
        for heading in reversed(names)
        if heading.replace("_", "") in headings
    }
    bare = places.keys() >= {*TEAMS} and not places.keys() & {*POINTS}
    needed = NEEDED.keys() - POINTS if bare else NEEDED.keys()
    missing = [
        either(names)
        for column, names in NEEDED.items()
        if column in needed and column not in places
    ]
    if len(missing) == 1:
        raise StoreError(say("The column {missing} is missing.", missing=missing[0]))
    if missing:
        raise StoreError(say("These columns are missing: {missing}.", missing="; ".join(missing)))
    return places


def _heading(cell: str) -> str:
    return re.sub(r"[\s_-]", "", cell.casefold())


def _line(row: Row, header: Sequence[str], places: Mapping[str, int]) -> _Line:
    there = {column: row.cells[i] for column, i in places.items() if i < len(row.cells)}
    cells = {column: there.get(column, "") for column in NEEDED | OPTIONAL}
    return _Line(row.line, cells, {column: header[i] for column, i in places.items()})


def _game(line: _Line) -> PlayedGame:
    cells = line.cells
    players = _players(line)
    cp, apd = (
        Pair(*(line.count(f"{points}{at}") if line.has_points else 0 for at in (1, 2)))
        for points in ("cp", "apd")
    )
    winner = _winner(line, players)
    how, note = _how(cells["how"], winner, cp, apd)
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
        Pair(cells["team1"], cells["team2"]),
    )


def _bye(line: _Line) -> WrittenBye | None:
    """Return the line as a bye; None where two players meet."""
    nobody = [at for at in (1, 2) if _plain(line.cells[f"player{at}"]) in NOBODY]
    if not nobody:
        return None
    if len(nobody) == 2:
        raise line.wrong("player1", say("the name of a player"))
    at = 3 - nobody[0]

    def count(column: str) -> int | None:
        return line.count(column) if line.cells[column] else None

    return WrittenBye(
        line.number,
        line.count("round", least=1),
        line.cells[f"player{at}"],
        line.cells[f"club{at}"],
        line.cells[f"faction{at}"],
        line.cells["scenario"],
        count(f"cp{at}"),
        count(f"apd{at}"),
        team=line.cells[f"team{at}"],
    )


def _players(line: _Line) -> Pair[str]:
    if same_name(line.cells["player1"]) == same_name(line.cells["player2"]):
        raise line.wrong("player2", say("somebody other than the first player"))
    return Pair(line.cells["player1"], line.cells["player2"])


def _winner(line: _Line, players: Pair[str]) -> Side | None:
    text = line.cells["winner"]
    sides = {
        "1": Side.RED,
        "2": Side.BLUE,
        **{same_name(players.of(side)): side for side in Side},
    }
    if same_name(text) in sides:
        return sides[same_name(text)]
    if text.casefold() in NO_WINNER:
        return None
    raise line.wrong(
        "winner", say("{red}, {blue}, 1, 2 or empty", red=players.red, blue=players.blue)
    )


def _plain(words: str) -> str:
    """Return the words without capitals, blanks and signs: "Death Clock" and "deathclock" are
    one.
    """
    return "".join(letter for letter in words.casefold() if letter.isalnum())


def _how(text: str, winner: Side | None, cp: Pair[int], apd: Pair[int]) -> tuple[How, str]:
    """Return the way of winning, and a note where the file does not quite say it."""
    plain = _plain(text)
    if winner is None:
        return How.TIE, "" if plain in {
            "tie",
            "draw",
        } else say("No winner is written down: taken as a tie.")
    if plain not in TIEBREAKS:
        how = CONDITIONS.get(plain)
        if how is None or how is How.TIE:
            return How.UNRECORDED, say(
                "“{text}” is not a known way of winning: left open.", text=text
            )
        return how, ""
    for how, points in ((How.CONTROL_POINTS, cp), (How.ARMY_POINTS_DESTROYED, apd)):
        if points.of(winner) != points.of(winner.other):
            won = points.of(winner) > points.of(winner.other)
            return (how, GUESSED) if won else (How.UNRECORDED, UNKNOWN)
    return How.UNRECORDED, UNKNOWN
