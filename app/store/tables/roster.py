"""Players from a pasted or imported list, with doubts for the organizer to look at first.

Nothing is refused for its content: every row is shown, and the EO decides.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from app.engine.acts.players import Entry
from app.engine.language import say
from app.engine.text import plain, unescape_formula
from app.store.tables.text import Row, rows

LONG_NAME = 40


class Column(Enum):
    """What a column holds. GIVEN and FAMILY are parts of a name."""

    NAME = "name"
    GIVEN = "given"
    FAMILY = "family"
    CLUB = "club"
    FACTION = "faction"
    TEAM = "team"


# Header words in English, German, French, Spanish and Polish, without accents.
HEADER_WORDS = {
    Column.NAME: "name, player, players, player name, full name, participant, attendee, nickname, "
    "spieler, spielername, teilnehmer, nom, joueur, nombre, nombre completo, jugador, "
    "participante, imie i nazwisko, gracz, uczestnik",
    Column.GIVEN: "first name, firstname, given name, forename, vorname, prenom, imie",
    Column.FAMILY: "last name, lastname, surname, family name, nachname, familienname, "
    "nom de famille, apellido, apellidos, nazwisko",
    Column.TEAM: "team, mannschaft, equipe, equipo, druzyna",
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
    """One row of the list. A row without a name cannot be taken at all."""

    line: int
    entry: Entry
    ok: bool
    """Whether the row is taken unless the organizer leaves it out; if not, it is taken only if they
    tick it.
    """
    note: str
    """What is odd, in players' words."""

    @property
    def named(self) -> bool:
        """Whether it can be taken at all."""
        return _can_be_read(self.entry.name)


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
    """The same of a table that was read already; ``taken`` where the organizer says how."""
    taken = taken or guessed(table)
    first = 0 if taken.heading is None else taken.heading + 1
    headings = () if taken.heading is None else table[taken.heading].cells
    columns = tuple(_source_columns(table[first:], headings, taken))
    ignored = [shown.heading for shown in columns if shown.heading and not shown.column]
    players = tuple(_checked(table[first:], taken.columns, existing_names))
    return RosterPreview(players, tuple(ignored), taken, columns, taken.heading or 0)


def guessed(table: Sequence[Row]) -> Taken:
    """By the headings: those of the first line, or clear ones a few lines below."""
    columns = _header(table[0].cells)
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
    """Which column each cell heads; None when the row is no header but a player already.

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


def _word(cell: str) -> str:
    """A heading in small letters without accents and punctuation."""
    return " ".join(re.findall(r"[a-z]+", plain(cell)))


def _checked(
    table: Sequence[Row], columns: Sequence[Column | None], existing_names: Collection[str]
) -> Iterator[RosterRow]:
    existing = {_same(name) for name in existing_names}
    lines: dict[str, int] = {}
    for row in table:
        cells = _cells(row, columns)
        cleaned = {column: _clean(cell) for column, cell in cells.items()}
        entry = Entry(
            _full_name(cleaned),
            cleaned.get(Column.CLUB, ""),
            cleaned.get(Column.FACTION, ""),
            cleaned.get(Column.TEAM, ""),
        )
        key = _same(entry.name)
        obstacles = [*_errors(cells.values()), *_obstacles(entry, key in existing, lines.get(key))]
        remarks = list(_remarks(entry, cells != cleaned))
        yield RosterRow(row.line, entry, not obstacles, " ".join(obstacles + remarks))
        lines.setdefault(key, row.line)


def _cells(row: Row, columns: Sequence[Column | None]) -> dict[Column, str]:
    pairs = zip(columns, row.cells, strict=False)
    return {column: " ".join(unescape_formula(cell).split()) for column, cell in pairs if column}


def _full_name(cells: dict[Column, str]) -> str:
    """The name, or its parts. A "name" beside one part is the other part, as in *Nom, Prénom*."""
    parts: tuple[Column, ...] = (Column.GIVEN, Column.NAME, Column.FAMILY)
    if cells.get(Column.NAME) and cells.get(Column.GIVEN) and cells.get(Column.FAMILY):
        parts = (Column.NAME,)
    return " ".join(cells[part] for part in parts if cells.get(part))


def _clean(cell: str) -> str:
    """Without control characters and halves of characters; writing direction marks stay."""
    letters = (letter for letter in cell if unicodedata.category(letter) not in {"Cc", "Cs"})
    return " ".join("".join(letters).split())


def _same(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _can_be_read(name: str) -> bool:
    return any(unicodedata.category(letter)[0] in "LNSP" for letter in name)


def _errors(cells: Iterable[str]) -> Iterator[str]:
    for cell in cells:
        if ERROR.fullmatch(cell):
            yield say("“{cell}” is an error of the spreadsheet. Correct it there.", cell=cell)
            return


def _obstacles(entry: Entry, registered: bool, earlier_line: int | None) -> Iterator[str]:
    """Why a row is not taken unasked."""
    if not _can_be_read(entry.name):
        yield say("There is no name.")
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
