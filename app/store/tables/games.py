"""Reads played events from a table of games, to replay them. Anything odd is noted, never refused.

A row needs a round, both players and the winner; the points and the way of winning may be missing.
The headings may be those of other programs or those that people write: "Player 1 CP", "Spieler 1",
"Sieger". A row is a bye if it has one player and either nobody or ``BYE`` as the other.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from io import StringIO

from msgspec import Struct

from app.engine.acts.results import How
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.text import either, plain, visible
from app.store.errors import StoreError
from app.store.tables.text import DELIMITERS, Row, rows

NEEDED = {
    "round": ("round",),
    "player1": ("player1",),
    "player2": ("player2",),
    "winner": ("winner", "winner(1/2)"),
}
"""The columns that every table of games needs, with the headings that a message names."""
POINTS = {
    "cp1": ("cp1",),
    "cp2": ("cp2",),
    "apd1": ("ap_destroyed1", "ap1"),
    "apd2": ("ap_destroyed2", "ap2"),
}
"""The optional columns of points, with the headings that a message names. Both players need one, or
neither.
"""

# The headings that people give to columns, without capitals, accents, blanks and signs.
HEADINGS = {
    "round": "round rd rnd runde ronde ronda manche runda spielrunde",
    "table": "table tableno tablenumber tisch tischnr tischnummer mesa tavolo stol board",
    "winner": "winner winner12 won wonby sieger gewinner vainqueur gagnant ganador result ergebnis "
    "resultat resultado outcome",
    "loser": "loser verlierer perdant perdedor",
    "how": "assassination condition victorycondition wincondition endcondition how howwon wintype "
    "victory victorytype endtype reason siegbedingung siegart siegesart spielende ende grund "
    "conditiondevictoire condiciondevictoria tipodevictoria victoria victoire sieg motivo razon "
    "raison motif causa wie comment como jak powod",
    "both": "score scores cp vp kp controlpoints",
    "event": "event tournament turnier tournoi torneo",
    "date": "date datum fecha",
    "scenario": "scenario scenarioname szenario escenario mission",
    "player1": "home heim heimspieler domicile local",
    "player2": "opponent opponentname gegner adversaire oponente rival adversario away guest gast "
    "gastspieler visiteur visitante",
    "player": "player playername name spieler joueur jugador gracz",
}
SIDED = {
    "player": "player p name playername spieler spielername joueur jugador gracz",
    "cp": "cp vp kp sp score points pts controlpoints controlpts victorypoints scenariopoints "
    "kontrollpunkte siegpunkte punkte pointsdecontrole pc puntosdecontrol puntos",
    "apd": "apdestroyed ap apd armypoints armypointsdestroyed armypts pointsdestroyed destroyed "
    "armeepunkte zerstoert zerstortepunkte pointsdarmee puntosdeejercito",
    "faction": "faction fraktion army armee faccion ejercito",
    "club": "club meta verein",
    "team": "team mannschaft equipe equipo",
    "id": "id playerid no nr number nummer",
}
"""The headings of columns that each player has: "CP 1", "P1 CP", "Spieler A Fraktion"."""
PLAYER_WORDS = ("player", "spieler", "joueur", "jugador", "gracz")
SIGNS = (("1", 1), ("2", 2), ("a", 1), ("b", 2), ("winner", 1), ("loser", 2))
COLUMNS = (
    *NEEDED, *POINTS, "both", "how", "event", "date", "table", "scenario", "loser",
    *(f"{field}{side}" for field in ("faction", "club", "team", "id") for side in (1, 2)),
)  # fmt: skip
LINES_ABOVE = 10
"""The number of rows in which the headings are searched for, because a title and remarks may stand
above them.
"""
MOST_COLUMNS = 500

# The names of the ways of winning in files, without capitals, blanks and signs.
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
    **dict.fromkeys(
        ("leaderkill", "leader", "assassin", "attentat", "castertod", "asesinato", "assassinat"),
        How.ASSASSINATION,
    ),
    **dict.fromkeys(("szenario", "escenario", "szenariosieg", "lead"), How.SCENARIO),
    **dict.fromkeys(
        ("uhr", "zeit", "zeitablauf", "uhrabgelaufen", "reloj", "tiempo", "horloge", "pendule"),
        How.CLOCK_OUT,
    ),
    **dict.fromkeys(
        ("concession", "aufgabe", "aufgegeben", "abandon", "concesion", "rendicion", "resigned"),
        How.CONCESSION,
    ),
    **dict.fromkeys(
        (
            "controlpoints",
            "cps",
            "vp",
            "vps",
            "victorypoint",
            "victorypoints",
            "kp",
            "kontrollpunkte",
            "siegpunkte",
            "puntosdecontrol",
            "pointsdecontrole",
        ),
        How.CONTROL_POINTS,
    ),
    **dict.fromkeys(("nichterschienen", "nichtangetreten"), How.NO_SHOW),
    "n": How.UNRECORDED,
    "no": How.UNRECORDED,
    "unknown": How.UNRECORDED,
    "other": How.UNRECORDED,
    "": How.UNRECORDED,
}

TIEBREAKS = {"tiebreak", "tiebreaks", "tiebreaker", "tiebreakers"}
TIED = {"tie", "tied", "draw", "drawn", "unentschieden", "remis", "empate", "nul", "egalite"}
NO_WINNER = {"", "0", "none", "d", "t", *TIED}
NOBODY = {"", "bye", "thebye", "nobody", "freilos", "none", "descanso", "exempt", "exempte"}
FIRST = {"1", "p1", "player1", "spieler1", "joueur1", "jugador1", "a", "playera", "spielera"}
SECOND = {"2", "p2", "player2", "spieler2", "joueur2", "jugador2", "b", "playerb", "spielerb"}
"""The words that name the second player as the winner."""
RESULT = re.compile(r"([01]|½|0[.,]5|1/2)\s*[-:–/]\s*([01]|½|0[.,]5|1/2)")
"""A result as in chess: "1-0"."""
HALVES = re.compile(r"(?:½|0[.,]5|1/2)\s*[-:–/].*")
WON = re.compile(
    r"^(?:win(?:s|ner)?|victory|victoire|sieg|sieger|victoria)(?:\s*(?:for|by|für|de|pour|:))?\s+"
    r"|\s+(?:won|wins|win|gewinnt|gewann|hat gewonnen|siegt|gagne|a gagné|gana|ganó)[.!]?$",
    re.IGNORECASE,
)
"""The words around a winner's name: "Player 1 won"."""
NOT_PLAYED = {"notplayed", "unplayed", "pending", "open", "tbd", "nichtgespielt", "offen",
              "nonjoue", "nonjouee", "nojugado", "nojugada"}  # fmt: skip
BOTH = re.compile(r"(\d{1,3})\s*[-:–/]\s*(\d{1,3})")
"""The points of both players in one cell: "5-3"."""
COUNT = re.compile(r"(?P<count>\d{1,9})(?:[.,]0+)?\s*(?:cp|vp|kp|ap|apd|pts?|points?|punkte)?")
NUMBERED = re.compile(
    r"(?:(?:r|rd|round|runde|ronde|ronda|manche|t|table|tisch|mesa|nr|no)[\s.:#-]*)?#?\s*"
    r"(?P<count>\d{1,9})(?:[.,]0+|\.)?"
)
NO_WINNER_WRITTEN = say("No winner is written down: taken as a tie.")
NO_POINTS = say("Points that are not written down are taken as 0.")
GUESSED = say("Which tiebreak decided is not written down: taken from the points.")
UNKNOWN = say("Which tiebreak decided is not written down.")


NO_TEAMS = Pair("", "")


class GameLine(Struct, frozen=True):
    """One game as the file describes it."""

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
    """The assumptions that were made about the game, in words for players."""
    teams: Pair[str] = NO_TEAMS


class WrittenBye(Struct, frozen=True):
    """A bye as the file describes it."""

    line: int
    round_number: int
    player: str
    club: str
    faction: str
    scenario: str = ""
    cp: int | None = None
    """The control points, or None if the file lacks them."""
    apd: int | None = None
    """The army points destroyed, or None if the file lacks them."""
    note: str = ""
    team: str = ""


class EventGames(Struct, frozen=True):
    """The games of one event in the file's order, and its byes."""

    name: str
    date: str
    games: tuple[GameLine, ...]
    byes: tuple[WrittenBye, ...] = ()
    has_points: bool = True
    """True if the file has points or ways of winning, not only winners."""


def read_games(text: str, name: str = "") -> list[EventGames]:
    """Return the events in ``text``, in the order in which they begin. ``name`` is the name of an
    event that the file does not name. Raises StoreError if a column is missing, naming it, or if a
    cell is wrong, naming its line and column.
    """
    if any(line.count(mark) > MOST_COLUMNS for line in StringIO(text) for mark in DELIMITERS):
        raise StoreError(
            say(
                "This is not a table of games: a line has more than {most} columns.",
                most=MOST_COLUMNS,
            )
        )
    return games_in(rows(text), name)


def games_in(table: Sequence[Row], name: str = "") -> list[EventGames]:
    """Return the events in a table, in the order in which they begin. ``name`` is the name of an
    event that the table does not name. Raises StoreError as `read_games` does.
    """
    header, *below = table[_heading_place(table) or 0 :]
    lines = [row for row in below if row.cells != header.cells]
    places = _places(header.cells)
    if not lines:
        raise StoreError(say("There are no games under the headings."))
    events: dict[str, list[_Line]] = {}
    above = ""
    for row in lines:
        line = _with_round(_line(row, header.cells, places), above)
        above = line.cells["round"]
        events.setdefault(line.cells["event"] or name, []).append(line)
    has_points = not places.keys().isdisjoint({*POINTS, "both", "how"})
    return [
        replace(_event(event, played), has_points=has_points) for event, played in events.items()
    ]


def _with_round(line: "_Line", above: str) -> "_Line":
    """Return the line. If it has two players but no round, fill in the round of the line above."""
    players = line.cells["player1"] and line.cells["player2"]
    if line.cells["round"] or not above or not players:
        return line
    note = say("The round is that of the line above: {round}.", round=above)
    return replace(line, cells={**line.cells, "round": above}, note=note)


def is_games(table: Sequence[Row]) -> bool:
    """Tell whether a table has the headings of a table of games, even if some of its columns are
    missing.
    """
    return _heading_place(table) is not None


def _heading_place(table: Sequence[Row]) -> int | None:
    """Return the position of the headings among the first rows, or None."""
    for place, row in enumerate(table[:LINES_ABOVE]):
        if {"round", "player1", "player2"} <= _find_columns(row.cells).keys():
            return place
    return None


def fold_heading(name: str) -> str:
    """Return a name without the differences between spellings: capitals, width and invisible
    signs.
    """
    return visible(unicodedata.normalize("NFKC", name).casefold())


def _event(name: str, lines: Sequence["_Line"]) -> EventGames:
    lines = _tell_namesakes(lines)
    spelled: dict[str, str] = {}
    games: list[GameLine] = []
    byes: list[WrittenBye] = []
    for line in lines:
        row = _bye(line) or _game(line)
        if isinstance(row, WrittenBye):
            player = spelled.setdefault(fold_heading(row.player), row.player)
            byes.append(replace(row, player=player, note=_spelling(row.player, player)))
        else:
            players = row.players.map(
                lambda spelling: spelled.setdefault(fold_heading(spelling), spelling)
            )
            changes = (_spelling(row.players.of(side), players.of(side)) for side in Side)
            note = " ".join(text for text in (*changes, row.note) if text)
            games.append(replace(row, players=players, note=note))
    return EventGames(name, lines[0].cells["date"], tuple(games), tuple(byes))


def _tell_namesakes(lines: Sequence["_Line"]) -> list["_Line"]:
    """Return the lines with the player's number after each name that several players share."""
    numbers: dict[str, set[str]] = {}
    for line in lines:
        for at in (1, 2):
            if number := line.cells[f"id{at}"].lstrip("# "):
                numbers.setdefault(fold_heading(line.cells[f"player{at}"]), set()).add(number)
    return [_with_numbers(line, numbers) for line in lines]


def _with_numbers(line: "_Line", numbers: Mapping[str, Collection[str]]) -> "_Line":
    """Return the line with the player's number after each name that several players share.
    ``numbers`` has all numbers that occur with a name.
    """
    cells = dict(line.cells)
    for at in (1, 2):
        name, number = cells[f"player{at}"], cells[f"id{at}"].lstrip("# ")
        if number and len(numbers[fold_heading(name)]) > 1:
            cells[f"player{at}"] = f"{name} ({number})"
    return replace(line, cells=cells)


def _spelling(written: str, known: str) -> str:
    return (
        ""
        if written == known
        else say("{written} is taken as {known}.", written=written, known=known)
    )


class _Line(Struct, frozen=True):
    """One game's cells, and the headings that the file itself has. Both are stored by our names of
    the columns.
    """

    number: int
    cells: Mapping[str, str]
    headings: Mapping[str, str]
    note: str = ""
    """A note on anything that was taken from another line."""

    def has(self, column: str) -> bool:
        """Tell whether the file has the column."""
        return column in self.headings

    def number_of(self, column: str) -> int:
        """Return the number of a round or a table, as in "2", "R2" or "Tisch 2". Raises StoreError
        if the cell has no such number.
        """
        found = NUMBERED.fullmatch(plain(self.cells[column]).strip())
        if found is None or not int(found["count"]):
            raise self.wrong(column, say("a whole number, {least} or more", least=1))
        return int(found["count"])

    def count(self, column: str) -> int | None:
        """Return the points in a cell, or None if the cell is empty. Raises StoreError if the cell
        has no whole number.
        """
        text = self.cells[column]
        if not text or text in {"-", "–", "?"}:
            return None
        found = COUNT.fullmatch(text.casefold()) if text.isascii() else None
        if found is None:
            raise self.wrong(column, say("a whole number, {least} or more", least=0))
        return int(found["count"])

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
    """Return the position of each column. Raises StoreError if one is missing."""
    places = _find_columns(header)
    lone = [
        column for column in POINTS
        if column not in places and f"{column[:-1]}{3 - int(column[-1])}" in places
    ]  # fmt: skip
    missing = [
        either(names)
        for column, names in (NEEDED | POINTS).items()
        if column in lone or (column in NEEDED and column not in places)
    ]
    if len(missing) == 1:
        raise StoreError(say("The column {missing} is missing.", missing=missing[0]))
    if missing:
        raise StoreError(say("These columns are missing: {missing}.", missing="; ".join(missing)))
    return places


def _find_columns(header: Sequence[str]) -> dict[str, int]:
    """Return the position of each column whose heading is known. If two columns mean the same, the
    first one counts.
    """
    places: dict[str, int] = {}
    for place, cell in enumerate(header):
        column = _column(_plain(cell))
        if column:
            places.setdefault(column, place)
    if "winner" in places and "loser" in places:
        places.setdefault("player1", places["winner"])
        places.setdefault("player2", places["loser"])
    alone = places.pop("player", None)
    if alone is not None and "player2" in places:
        places.setdefault("player1", alone)
    return places


@lru_cache(maxsize=1024)
def _column(heading: str) -> str:
    """Return our name for a column; empty for an unknown heading."""
    unsided = next((key for key, words in HEADINGS.items() if heading in words.split()), "")
    return unsided or _sided_column(heading)


def _sided_column(heading: str) -> str:
    for sign, side in SIGNS:
        for field in _fields_beside(heading, sign):
            column = next((key for key, words in SIDED.items() if field in words.split()), "")
            if column:
                return f"{column}{side}"
    return ""


def _fields_beside(heading: str, sign: str) -> Iterator[str]:
    """Yield the fields that a heading with the ``sign`` of a player may mean: "cp" for "cp1",
    "p1cp" and "cpp1".
    """
    if heading.endswith(sign):
        base = heading.removesuffix(sign)
        yield base
        yield from (base.removesuffix(word) for word in (*PLAYER_WORDS, "p") if base.endswith(word))
    words = PLAYER_WORDS if sign.isalpha() else (*PLAYER_WORDS, "p")
    for word in ("",) if len(sign) > 1 else words:
        if heading.startswith(word + sign):
            yield heading.removeprefix(word + sign) or "player"


def _line(row: Row, header: Sequence[str], places: Mapping[str, int]) -> _Line:
    there = {column: row.cells[i] for column, i in places.items() if i < len(row.cells)}
    cells = {column: there.get(column, "") for column in COLUMNS}
    return _Line(row.line, cells, {column: header[i] for column, i in places.items()})


def _game(line: _Line) -> GameLine:
    cells = line.cells
    players = _players(line)
    if _plain(cells["how"]) in NOT_PLAYED or _plain(cells["winner"]) in NOT_PLAYED:
        raise StoreError(
            say(
                "Line {number}: this game was not played. Take the line out of the file.",
                number=line.number,
            )
        )
    written = {column: line.count(column) for column in POINTS}
    cp, apd = (Pair(*(written[f"{field}{at}"] or 0 for at in (1, 2))) for field in ("cp", "apd"))
    winner, taken = _winner(line, players)
    tied = any(_plain(cells[column]) in TIED for column in ("how", "winner"))
    tied = tied or HALVES.fullmatch(cells["winner"]) is not None
    how, note = (How.TIE, "") if tied and winner is None else _how(cells["how"], winner, cp, apd)
    blank = [column for column in POINTS if line.has(column) and written[column] is None]
    both = BOTH.fullmatch(cells["both"])
    cp = Pair(*map(int, both.groups())) if both else cp
    blank += ["both"] if line.has("both") and not cells["both"] else []
    unread = cells["both"] if cells["both"] and not both else ""
    asked = say("“{text}” is not used: write the points as 5-3.", text=unread) if unread else ""
    notes = (line.note, taken, note, NO_POINTS if blank else "", asked)
    return GameLine(
        line.number,
        line.number_of("round"),
        line.number_of("table") if cells["table"] else None,
        players,
        winner,
        how,
        cp,
        apd,
        cells["scenario"],
        Pair(cells["club1"], cells["club2"]),
        Pair(cells["faction1"], cells["faction2"]),
        " ".join(filter(None, notes)),
        Pair(cells["team1"], cells["team2"]),
    )


def _bye(line: _Line) -> WrittenBye | None:
    """Return the line as a bye, or None if it is a game between two players."""
    nobody = [at for at in (1, 2) if _plain(line.cells[f"player{at}"]) in NOBODY]
    if not nobody:
        return None
    if len(nobody) == 2:
        raise line.wrong("player1", say("the name of a player"))
    at = 3 - nobody[0]
    return WrittenBye(
        line.number,
        line.number_of("round"),
        line.cells[f"player{at}"],
        line.cells[f"club{at}"],
        line.cells[f"faction{at}"],
        line.cells["scenario"],
        line.count(f"cp{at}"),
        line.count(f"apd{at}"),
        team=line.cells[f"team{at}"],
    )


def _players(line: _Line) -> Pair[str]:
    if fold_heading(line.cells["player1"]) == fold_heading(line.cells["player2"]):
        raise line.wrong("player2", say("somebody other than the first player"))
    return Pair(line.cells["player1"], line.cells["player2"])


def _winner(line: _Line, players: Pair[str]) -> tuple[Side | None, str]:
    """Return the winner, and a note if the file gives only part of the name."""
    text = WON.sub("", line.cells["winner"])
    names = {fold_heading(players.of(side)): side for side in Side}
    numbers = {line.cells[f"id{at}"].lstrip("# "): side for at, side in enumerate(Side, start=1)}
    if fold_heading(text) in names:
        return names[fold_heading(text)], ""
    if text.lstrip("# ") in numbers.keys() - {""}:
        return numbers[text.lstrip("# ")], ""
    if result := RESULT.fullmatch(text):
        first, second = ({"0": 0, "1": 2}.get(part, 1) for part in result.groups())
        return (None if first == second else Side.RED if first > second else Side.BLUE), ""
    plain_text = _plain(re.sub(r"^([12])[.,]0+$", r"\1", text))
    for words, side in ((FIRST, Side.RED), (SECOND, Side.BLUE)):
        if plain_text in words:
            return side, ""
    if plain_text in NO_WINNER:
        return None, ""
    parts = set(plain(text).split())
    close = [side for side in Side if parts and parts <= set(plain(players.of(side)).split())]
    if len(close) == 1:
        return close[0], _spelling(text, players.of(close[0]))
    raise line.wrong(
        "winner", say("{red}, {blue}, 1, 2 or empty", red=players.red, blue=players.blue)
    )


def _plain(words: str) -> str:
    """Return the words without capitals, blanks and signs, so that "Death Clock" equals
    "deathclock".
    """
    return "".join(letter for letter in plain(words) if letter.isalnum())


def _how(text: str, winner: Side | None, cp: Pair[int], apd: Pair[int]) -> tuple[How, str]:
    """Return the way of winning, and a note if the way was partly guessed."""
    words = _plain(text)
    if winner is None:
        return How.TIE, NO_WINNER_WRITTEN
    if words not in TIEBREAKS:
        how = CONDITIONS.get(words)
        if how is None or how is How.TIE:
            return How.UNRECORDED, say(
                "“{text}” is not a known way of winning, so none was entered.", text=text
            )
        return how, ""
    for how, points in ((How.CONTROL_POINTS, cp), (How.ARMY_POINTS_DESTROYED, apd)):
        if points.of(winner) != points.of(winner.other):
            won = points.of(winner) > points.of(winner.other)
            return (how, GUESSED) if won else (How.UNRECORDED, UNKNOWN)
    return How.UNRECORDED, UNKNOWN
