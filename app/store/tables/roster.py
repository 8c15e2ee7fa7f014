"""Players from a pasted or imported list, with doubts for the organizer to look at first.

Nothing is refused for its content: every row is shown, and the EO decides.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from app.engine.acts.players import MOST_LETTERS, Entry
from app.engine.acts.teams.roster import Team
from app.engine.language import say
from app.engine.text import can_be_read, plain, team_key, visible
from app.store.tables.text import Row, rows

LONG_NAME = 40
MOST_DIGITS = 4
NOT_CAPTAIN = frozenset({"no", "n", "0", "-", "–", "false", "nein", "non", "nie"})


class Column(Enum):
    """What a column holds. GIVEN and FAMILY are parts of a name."""

    NAME = "name"
    GIVEN = "given"
    FAMILY = "family"
    CLUB = "club"
    FACTION = "faction"
    TEAM = "team"
    SEAT = "seat"
    CAPTAIN = "captain"
    NATION = "nation"


# Header words in English, German, French, Spanish and Polish, without accents.
HEADER_WORDS = {
    Column.NAME: "name, player, players, player name, full name, participant, attendee, nickname, "
    "spieler, spielername, teilnehmer, nom, joueur, nombre, nombre completo, jugador, "
    "participante, imie i nazwisko, gracz, uczestnik",
    Column.GIVEN: "first name, firstname, given name, forename, vorname, prenom, imie",
    Column.FAMILY: "last name, lastname, surname, family name, nachname, familienname, "
    "nom de famille, apellido, apellidos, nazwisko",
    Column.TEAM: "team, team name, mannschaft, equipe, equipo, druzyna",
    Column.SEAT: "seat, seat in team, board, sitz, brett, siege, asiento, miejsce",
    Column.CAPTAIN: "captain, team captain, kapitan, mannschaftskapitan, capitaine, capitan",
    Column.NATION: "nation, country, team country, land, pays, pais, kraj",
    Column.CLUB: "club, meta, home, group, gaming group, city, town, home town, hometown, "
    "verein, heimat, ort, stadt, ville, association, ciudad, "
    "asociacion, klub, miasto",
    Column.FACTION: "faction, army, fraktion, armee, faccion, ejercito, frakcja, armia",
}

COLUMN_OF = {word: column for column, words in HEADER_WORDS.items() for word in words.split(", ")}

WITHOUT_HEADER = (Column.NAME, Column.CLUB, Column.FACTION)
NAMING = frozenset({Column.NAME, Column.GIVEN, Column.FAMILY})
LINES_ABOVE = 10
"""A title and remarks may stand above the headings."""
ERROR = re.compile(r"#(REF!|N/A|VALUE!|NAME\?|DIV/0!|NUM!|NULL!|SPILL!|CALC!)|Err:[0-9]{3}")
"""What spreadsheet programs show in place of a result."""


@dataclass(frozen=True, slots=True)
class Taken:
    """How a table is read."""

    heading: int | None
    """The place of the headings among the rows; what is above is left out. None for no headings."""
    columns: tuple[Column | None, ...]
    """What each column holds; None for what is not used."""


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column of the list as it came."""

    heading: str
    """Empty where the list has no headings."""
    example: str
    """The first cell with anything in it."""
    column: Column | None


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One row of the list. A row without a name, or with a field that is far too long,
    cannot be taken at all."""

    line: int
    entry: Entry
    ok: bool
    """Whether the row is taken unless the organizer leaves it out; if not, it is taken only if they
    tick it.
    """
    note: str
    """What is odd, in players' words."""
    seat: int = 0
    """In the team, from 1; 0 where the list says nothing."""
    captain: bool = False
    nation: str = ""
    """Of the team."""

    @property
    def takeable(self) -> bool:
        """Whether it can be taken at all."""
        return can_be_read(self.entry.name) and not self.entry.too_long


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """What a list holds."""

    rows: tuple[RosterRow, ...]
    ignored: tuple[str, ...] = ()
    """The headings of columns that are not used."""
    taken: Taken = Taken(None, WITHOUT_HEADER)
    columns: tuple[SourceColumn, ...] = ()
    above: int = 0
    """How many lines above the headings were left out."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the rows that are in order."""
        return tuple(row.entry for row in self.rows if row.ok)


def read_roster(text: str, existing_names: Collection[str]) -> RosterPreview:
    """Players in ``text``, compared with each other and with the players already registered.

    Raises StoreError when there is nothing in it.
    """
    return preview_roster(rows(text), existing_names)


def preview_roster(
    table: Sequence[Row], existing_names: Collection[str], taken: Taken | None = None
) -> RosterPreview:
    """Return the same of a table that was read already; ``taken`` where the organizer says how."""
    taken = taken or guessed(table)
    first = 0 if taken.heading is None else taken.heading + 1
    headings = () if taken.heading is None else table[taken.heading].cells
    columns = tuple(_source_columns(table[first:], headings, taken))
    ignored = [shown.heading for shown in columns if shown.heading and not shown.column]
    players = tuple(_checked(table[first:], taken.columns, existing_names))
    return RosterPreview(players, tuple(ignored), taken, columns, taken.heading or 0)


def guessed(table: Sequence[Row]) -> Taken:
    """Guess the columns by the headings: those of the first line, or clear ones a few lines
    below.
    """
    columns = _header(table[0].cells) or _questions(table[0].cells)
    if columns is not None:
        return Taken(0, tuple(columns))
    for place, row in enumerate(table[1:LINES_ABOVE], start=1):
        below = _header(row.cells)
        known = {column for column in below or () if column}
        if below and len(known) > 1 and known & NAMING:
            return Taken(place, tuple(below))
    return Taken(None, WITHOUT_HEADER)


def _source_columns(
    table: Sequence[Row], headings: Sequence[str], taken: Taken
) -> Iterator[SourceColumn]:
    width = max((len(row.cells) for row in table), default=0)
    for place in range(max(width, len(headings))):
        cells = (row.cells[place] for row in table if place < len(row.cells))
        yield SourceColumn(
            headings[place] if place < len(headings) else "",
            next((cell for cell in cells if cell), ""),
            taken.columns[place] if place < len(taken.columns) else None,
        )


def _header(cells: Sequence[str]) -> list[Column | None] | None:
    """Return which column each cell heads; None when the row is no header but a player already.

    A single word other than for the name may be anybody's club, so it takes two of those.
    """
    columns: list[Column | None] = []
    for cell in cells:
        column = COLUMN_OF.get(_word(cell))
        columns.append(column if column not in columns else None)
    known = {column for column in columns if column}
    if not known & {Column.NAME, Column.GIVEN, Column.FAMILY}:
        if len(known) < 2:
            return None
        if None in columns:
            columns[columns.index(None)] = Column.NAME
    return columns


def _questions(cells: Sequence[str]) -> list[Column | None] | None:
    """Return the same of a form's questions, such as *Your name*, by the longest heading in
    each.
    """
    columns: list[Column | None] = []
    for cell in cells:
        asked = f" {_word(cell)} "
        found = max((word for word in COLUMN_OF if f" {word} " in asked), key=len, default="")
        column = COLUMN_OF.get(found)
        columns.append(column if column not in columns else None)
    few = len({column for column in columns if column}) < 2
    digits = any(letter.isdigit() for cell in cells for letter in cell)
    return None if few or digits or Column.NAME not in columns else columns


def _word(cell: str) -> str:
    """Return a heading in small letters without accents and punctuation."""
    return " ".join(re.findall(r"[a-z]+", plain(cell)))


def _checked(
    table: Sequence[Row], columns: Sequence[Column | None], existing_names: Collection[str]
) -> Iterator[RosterRow]:
    existing = {_same(name) for name in existing_names}
    lines: dict[str, int] = {}
    cells_of_rows = [_cells(row, columns) for row in table]
    names = set[str]()
    if Column.CAPTAIN in columns:
        names = {plain(visible(_full_name(cells))) for cells in cells_of_rows} - {""}
    for row, cells in zip(table, cells_of_rows, strict=True):
        cleaned = {column: visible(cell) for column, cell in cells.items()}
        entry = Entry(
            _full_name(cleaned),
            cleaned.get(Column.CLUB, ""),
            cleaned.get(Column.FACTION, ""),
            cleaned.get(Column.TEAM, ""),
        )
        key = _same(entry.name)
        obstacles = [*_errors(cells.values()), *_obstacles(entry, key in existing, lines.get(key))]
        remarks = list(_remarks(entry, cells != cleaned))
        seat = cleaned.get(Column.SEAT, "")
        yield RosterRow(
            row.line,
            entry,
            not obstacles,
            " ".join(obstacles + remarks),
            int(seat) if seat.isdecimal() and len(seat) < MOST_DIGITS else 0,
            _is_captain(cleaned.get(Column.CAPTAIN, ""), entry.name, names),
            cleaned.get(Column.NATION, ""),
        )
        lines.setdefault(key, row.line)


def _cells(row: Row, columns: Sequence[Column | None]) -> dict[Column, str]:
    pairs = zip(columns, row.cells, strict=False)
    return {column: " ".join(cell.split()) for column, cell in pairs if column}


def _is_captain(words: str, name: str, names: Collection[str]) -> bool:
    """Tell whether a row is its team's captain. Some lists have a mark in the captain's row, others
    the captain's name in each row.
    """
    cell = plain(words)
    return cell == plain(name) if cell in names else bool(cell) and cell not in NOT_CAPTAIN


def team_records(rows: Sequence[RosterRow], numbers: Sequence[int]) -> tuple[Team, ...]:
    """Return the teams of which the list says more than who is in them; ``numbers`` are the
    players'.
    """
    members: dict[str, list[tuple[RosterRow, int]]] = {}
    for row, number in zip(rows, numbers, strict=True):
        if key := team_key(row.entry.team):
            members.setdefault(key, []).append((row, number))
    return tuple(
        _team_record(players)
        for players in members.values()
        if any(row.seat or row.captain or row.nation for row, _ in players)
    )


def _team_record(players: Sequence[tuple[RosterRow, int]]) -> Team:
    """Return a team, its players by seat; those whose seat is not said come last, in their
    order.
    """
    by_seat = sorted(players, key=lambda member: (not member[0].seat, member[0].seat))
    return Team(
        players[0][0].entry.team,
        next((row.nation for row, _ in players if row.nation), ""),
        next((number for row, number in players if row.captain), 0),
        tuple(number for _, number in by_seat),
    )


def _full_name(cells: dict[Column, str]) -> str:
    """Return the name, or its parts. A "name" beside one part is the other part, as in *Nom,
    Prénom*.
    """
    parts: tuple[Column, ...] = (Column.GIVEN, Column.NAME, Column.FAMILY)
    if cells.get(Column.NAME) and cells.get(Column.GIVEN) and cells.get(Column.FAMILY):
        parts = (Column.NAME,)
    return " ".join(cells[part] for part in parts if cells.get(part))


def _same(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _errors(cells: Iterable[str]) -> Iterator[str]:
    for cell in cells:
        if ERROR.fullmatch(cell):
            yield say("“{cell}” is an error of the spreadsheet. Correct it there.", cell=cell)
            return


def _obstacles(entry: Entry, registered: bool, earlier_line: int | None) -> Iterator[str]:
    """Yield why a row is not taken unasked."""
    if not can_be_read(entry.name):
        yield say("There is no name.")
    elif entry.too_long:
        yield say("At most {count} characters can be in a cell.", count=MOST_LETTERS)
    elif registered:
        yield say("A player of this name is registered already.")
    elif earlier_line is not None:
        yield say("The same name is in line {earlier_line}.", earlier_line=earlier_line)


def _remarks(entry: Entry, changed: bool) -> Iterator[str]:
    if len(entry.name) > LONG_NAME:
        yield say(
            "The name has {entry} characters and will be cut off on some screens.",
            entry=len(entry.name),
        )
    if changed:
        yield say("Characters that cannot be shown were removed.")
