"""Reads players from a pasted or imported list, and notes doubts for the organizer to check first.

Nothing is refused for its content: every row is shown, and the organizer decides.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum

from msgspec import Struct

from app.engine.acts.players import (
    MOST_LETTERS,
    AddPlayers,
    CheckIn,
    EditPlayers,
    Entry,
    TickOff,
)
from app.engine.acts.teams.roster import Team
from app.engine.armies.factions import factions_of, match_spelling
from app.engine.armies.parse.vehicle_hints import said_vehicle
from app.engine.formats.settings import CheckInItem
from app.engine.frozen import replace
from app.engine.language import mark_text, plural, say
from app.engine.players.entries import meant_entry
from app.engine.players.team_doubts import rounds_played
from app.engine.state import Player, State
from app.engine.text import can_be_read, plain, shorten, team_key, visible
from app.store.tables.text import Row, rows

EMPTY = State()
FIELDS = (
    mark_text("Name"),
    mark_text("Club"),
    mark_text("Faction"),
    mark_text("Team"),
    mark_text("Army"),
    mark_text("Nickname"),
    mark_text("Number there"),
)
"""The fields of an entry, in their order."""

LONG_NAME = 40
MOST_DIGITS = 4
NOT_CAPTAIN = frozenset({"no", "n", "0", "-", "–", "false", "nein", "non", "nie"})


class Column(Enum):
    """The kinds of content that a column may have. GIVEN and FAMILY are parts of a name."""

    NAME = "name"
    GIVEN = "given"
    FAMILY = "family"
    CLUB = "club"
    FACTION = "faction"
    TEAM = "team"
    SEAT = "seat"
    CAPTAIN = "captain"
    NATION = "nation"
    ARMY = "army"
    NICKNAME = "nickname"
    SIGN_UP = "sign_up"
    HERE = "here"
    PAID = "paid"
    LISTS = "lists"
    STATUS = "status"
    OUT = "out"


# Header words in English, German, French, Spanish and Polish, without accents.
HEADER_WORDS = {
    Column.NAME: "name, player, players, player name, playername, full name, fullname, participant,"
    " attendee, competitor, entrant, display name, real name, realname, spieler, spielername,"
    " spieler name, teilnehmer, teilnehmername, name vorname, vorname nachname, vor und nachname,"
    " nom, nom prenom, nom et prenom, prenom nom, prenom et nom, joueur, nom du joueur, nombre,"
    " nombre completo, nombre y apellidos, nombre y apellido, jugador, nombre del jugador,"
    " participante, imie i nazwisko, gracz, uczestnik",
    Column.GIVEN: "first name, firstname, first, given name, givenname, given, forename, vorname,"
    " rufname, prenom, nombre de pila, imie",
    Column.FAMILY: "last name, lastname, last, surname, family name, familyname, family, nachname,"
    " familienname, zuname, nom de famille, apellido, apellidos, primer apellido, nazwisko",
    Column.TEAM: "team, team name, teamname, team title, mannschaft, mannschaftsname, equipe,"
    " nom d equipe, nom de l equipe, equipo, nombre del equipo, druzyna",
    Column.SEAT: "seat, seat in team, board, sitz, brett, siege, asiento, miejsce",
    Column.CAPTAIN: "captain, team captain, kapitan, mannschaftskapitan, teamkapitan, capitaine,"
    " capitan",
    Column.NATION: "nation, country, team country, land, pays, pais, kraj",
    Column.CLUB: "club, club name, clubname, meta, home, group, groupname, gaming group,"
    " gaming club, city, town, home town, hometown, location, region, local meta, store,"
    " verein, club verein, vereinsname, spielgruppe, spielergruppe, heimat, heimatort, wohnort,"
    " ort, stadt, ville, association, ligue, ciudad, localidad, poblacion, provincia, asociacion,"
    " tienda, klub, miasto",
    Column.FACTION: "faction, faction name, factionname, primary faction, main faction, fraktion,"
    " volk, faccion, bando, frakcja",
    Column.ARMY: "army, army name, armyname, sub faction, subfaction, detachment, theme, armee,"
    " armeename, nom de l armee, ejercito, armia",
    Column.NICKNAME: "nickname, nick, nick name, user name, username, screen name, handle,"
    " spitzname, benutzername, forenname, pseudo, pseudonyme, surnom, apodo, mote, usuario, alias,"
    " ksywa",
    Column.SIGN_UP: "id, player id, playerid, user id, userid, participant id, participantid,"
    " registration id, spieler id, id joueur, id jugador, sign up, bcp id, longshanks id",
    Column.HERE: "here, present, attending, arrived, checked in, check in, checkin, da, hier,"
    " anwesend, eingecheckt, present e, presente, obecny",
    Column.PAID: "paid, payment, fee, fee paid, entry fee, entry fee paid, bezahlt, gezahlt,"
    " startgeld, startgeld bezahlt, paye, pagado, pago, zaplacone, oplacone",
    Column.LISTS: "list, lists, army list, army lists, list in, lists in, liste, listen,"
    " armeeliste, armeelisten, listes, lista, listas, listy",
    Column.STATUS: "status, state, registration status, player status, sign up status,"
    " anmeldestatus, statut, estado",
    Column.OUT: "dropped, drop, withdrawn, cancelled, canceled, waiting list, waitlist, waitlisted,"
    " reserve, abgemeldet, storniert, warteliste, annule, desiste, baja, cancelado",
}

OF_FACTION = re.compile(
    r"^(?!.*\b(?:second|alternative|zweite|seconde|segunda)\b)(?:\w+ ){0,3}"
    r"(?:factions?|fraktion|faccion|frakcja)(?: \w+){0,2}$"
)
"""Matches a longer heading for the faction, such as "Faction jouée"."""
COLUMN_OF = {
    word.strip(): column for column, words in HEADER_WORDS.items() for word in words.split(",")
}

TICKS = (Column.HERE, Column.PAID, Column.LISTS)
"""The columns that say what a player has done or paid; check-in ticks these items off."""
BESIDE = (*TICKS, Column.STATUS, Column.OUT)
"""The columns that do not describe who somebody is."""
YES = frozenset(
    (*"xyjost1", "yes", "true", "ok", "done", "ja", "oui", "si", "tak", "paid", "bezahlt", "here",
     "da", "present", "anwesend")
)  # fmt: skip
TICKED = frozenset("✓✔☑✅")
AWAY = re.compile(
    r"\b(?:cancell?ed|withdrawn|dropped|drop|declined|wait(?:ing)?[ -]?list(?:ed)?|waiting"
    r"|reserves?|rejected|refunded|not (?:coming|attending)|out|abgemeldet|abgesagt|storniert"
    r"|warteliste|nachrucker|annulee?|desistee?|liste d.attente|remplacante?|cancelad[oa]|baja"
    r"|lista de espera|reserva|rezygnacja|rezerwa)\b"
)
"""A status that says that somebody does not play."""
HEADING = re.compile(r"[^\W\d][^:]{0,40}:")
"""A line that ends with a colon and so is a heading for the lines below it."""
ALONE = {Column.NICKNAME: Column.NAME, Column.ARMY: Column.FACTION}
"""The columns that stand in for others if the list lacks those. Nicknames alone, for example, count
as names.
"""

WITHOUT_HEADER = (Column.NAME, Column.CLUB, Column.FACTION)
NAMING = frozenset({Column.NAME, Column.GIVEN, Column.FAMILY})
NUMBERED = re.compile(r"(?P<name>\S.*?)\s+#(?P<number>\d+)")
"""A name followed by the player's number at the sign-up site."""
LINES_ABOVE = 10
"""The number of rows in which the headings are searched for, because a title and remarks may stand
above them.
"""
ERROR = re.compile(r"#(REF!|N/A|VALUE!|NAME\?|DIV/0!|NUM!|NULL!|SPILL!|CALC!)|Err:[0-9]{3}")
"""The errors that spreadsheet programs show in place of a result."""


class Taken(Struct, frozen=True):
    """The way in which a table is read."""

    heading: int | None
    """The position of the headings among the rows; None if there are no headings. Rows above the
    headings are left out.
    """
    columns: tuple[Column | None, ...]
    """The content of each column; None for a column that is not used."""


class SourceColumn(Struct, frozen=True):
    """A column as it is in the list."""

    heading: str
    """The column's heading; empty if the list has no headings."""
    example: str
    """The first cell that is not empty."""
    column: Column | None


SUM = re.compile(
    r"(?:grand )?(?:total|totals|sum|summe|gesamt|anzahl|somme|suma)\b(?:\W*\d+)?"
    r"(?: (?:players?|spieler|joueurs|jugadores))?\W*"
)
"""A line below a list that counts its players."""


class Change(Enum):
    """The effect of a row on the event if the row is taken."""

    ADDS = "adds"
    EDITS = "edits"
    NOTHING = "nothing"


class RosterRow(Struct, frozen=True):
    """One row of the list. A row cannot be taken at all if it has no name, or if one of its fields
    is far too long.
    """

    line: int
    entry: Entry
    """The entry as it will be after the row is taken. For a player who is already in the event,
    fields that the list leaves empty stay as they are.
    """
    ok: bool
    """True if the row is taken by default. If not, it is taken only when the organizer ticks it."""
    note: str
    """A note on anything odd in the row, in words for players."""
    seat: int = 0
    """The player's seat in the team, from 1; 0 if the list does not say."""
    captain: bool = False
    nation: str = ""
    """The nation of the player's team."""
    number: int = 0
    """The number of the player in the event whom the row describes; 0 for a new player."""
    change: Change = Change.ADDS
    ticked: frozenset[Column] = frozenset()
    """The columns of ``TICKS`` in which the list says yes for this player."""

    @property
    def takeable(self) -> bool:
        """Tell whether the row can be taken at all."""
        readable = can_be_read(self.entry.name) and not self.entry.too_long
        return readable and self.change is not Change.NOTHING


class RosterPreview(Struct, frozen=True):
    """The rows of a list as they were read, before any player is added."""

    rows: tuple[RosterRow, ...]
    ignored: tuple[str, ...] = ()
    """The headings of columns that are not used."""
    taken: Taken = Taken(None, WITHOUT_HEADER)
    columns: tuple[SourceColumn, ...] = ()
    above: int = 0
    """The number of lines above the headings, which were left out."""
    absent: tuple[str, ...] = ()
    """The players of the event who came from the sign-up site but are no longer in the list."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the rows that are taken by default."""
        return tuple(row.entry for row in self.rows if row.ok)


def read_roster(text: str, state: State = EMPTY) -> RosterPreview:
    """Return the players in ``text``, compared with each other and with the players already
    registered.

    Raises StoreError if the text is empty.
    """
    return preview_roster(rows(text), state)


def preview_roster(
    table: Sequence[Row], state: State = EMPTY, taken: Taken | None = None
) -> RosterPreview:
    """Return the players in a table before any of them is added. ``taken`` is the organizer's
    choice of how to read the table. Without ``taken`` the columns are guessed.
    """
    taken = taken or guess_columns(table)
    first = 0 if taken.heading is None else taken.heading + 1
    headings = () if taken.heading is None else table[taken.heading].cells
    columns = tuple(_source_columns(table[first:], headings, taken))
    ignored = [shown.heading for shown in columns if shown.heading and not shown.column]
    again = {*map(_word, headings)} if first else None
    listed = [row for row in table[first:] if {*map(_word, row.cells)} != again]
    players = tuple(_check_rows(listed, taken.columns, state))
    absent = tuple(_absent(players, state))
    return RosterPreview(players, tuple(ignored), taken, columns, taken.heading or 0, absent)


def acts_of(rows: Sequence[RosterRow]) -> tuple[EditPlayers | None, AddPlayers | None]:
    """Return the acts that enter these rows in the event: the first changes players who are already
    in it, the second adds new players. Either may be None.
    """
    edited = tuple((row.number, row.entry) for row in rows if row.change is Change.EDITS)
    added = tuple(row.entry for row in rows if row.change is Change.ADDS)
    return EditPlayers(edited) if edited else None, AddPlayers(added) if added else None


def _absent(rows: Sequence[RosterRow], state: State) -> Iterator[str]:
    """Yield the players from the sign-up site whom the list no longer has; none if the list is not
    from that site.
    """
    if any(row.entry.sign_up for row in rows):
        here = {row.number for row in rows}
        for player in state.players.values():
            if player.entry.sign_up and player.number not in here:
                yield state.name(player.number)


def guess_columns(table: Sequence[Row]) -> Taken:
    """Guess the columns from the headings in the first line or, if several headings are known
    there, a few lines below. Without headings, guess the usual columns.
    """
    columns = _header(table[0].cells) or _questions(table[0].cells)
    if columns is not None:
        return Taken(0, tuple(columns))
    for place, row in enumerate(table[1:LINES_ABOVE], start=1):
        below = _header(row.cells)
        known = {column for column in below or () if column}
        if below and len(known) > 1 and known & NAMING:
            return Taken(place, tuple(below))
    return Taken(None, _guess_without_headings(table))


def _guess_without_headings(table: Sequence[Row]) -> tuple[Column | None, ...]:
    """Return the usual columns for a table without headings. A column of numbers at the beginning
    is skipped. The faction comes right after the name if most rows have one there.
    """
    numbered = len(table) > 1 and all(
        row.cells[0].rstrip(".)").isdecimal() and len(row.cells) > 1 for row in table
    )
    behind_name = [row.cells[numbered + 1] for row in table if len(row.cells) > numbered + 1]
    factions = sum(said_vehicle("", cell) is not None for cell in behind_name)
    name, *others = WITHOUT_HEADER
    others = others[::-1] if factions * 2 > len(table) else others
    return (*[None] * numbered, name, *others)


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
    """Return the column that each cell is the heading of. Return None if the row is a player's and
    not one of headings.

    Two known headings are needed, because a single word may be a club's name. One is enough if it
    is a heading for names.
    """
    columns: list[Column | None] = []
    for cell in cells:
        column = COLUMN_OF.get(_word(cell))
        columns.append(column if column not in columns else None)
    _settle_alone(columns)
    known = {column for column in columns if column} - {*BESIDE}  # these are words of rows, too
    if not known & {Column.NAME, Column.GIVEN, Column.FAMILY}:
        if len(known) < 2:
            return None
        if None in columns:
            columns[columns.index(None)] = Column.NAME
    if Column.FACTION not in columns:
        asked = [bool(OF_FACTION.search(_word(cell))) for cell in cells]
        free = (at for at, column in enumerate(columns) if column is None and asked[at])
        if (place := next(free, None)) is not None:
            columns[place] = Column.FACTION
    return columns


def _questions(cells: Sequence[str]) -> list[Column | None] | None:
    """Return the columns of a form whose headings are questions, such as *Your name*. The longest
    known heading within a question counts. Return None if these are no such questions.
    """
    columns: list[Column | None] = []
    for cell in cells:
        asked = f" {_word(cell)} "
        found = max((word for word in COLUMN_OF if f" {word} " in asked), key=len, default="")
        column = COLUMN_OF.get(found)
        columns.append(column if column not in columns else None)
    _settle_alone(columns)
    few = len({column for column in columns if column}) < 2
    digits = any(letter.isdigit() for cell in cells for letter in cell)
    return None if few or digits or Column.NAME not in columns else columns


def _settle_alone(columns: list[Column | None]) -> None:
    """Let a column stand in for another one that the list lacks."""
    for column, stands_for in ALONE.items():
        lacks = NAMING if stands_for is Column.NAME else {stands_for}
        if column in columns and not lacks & {*columns}:
            columns[columns.index(column)] = stands_for


def _word(cell: str) -> str:
    """Return a heading in small letters without accents and punctuation."""
    return " ".join(re.findall(r"[a-z]+", plain(cell)))


def _check_rows(
    table: Sequence[Row], columns: Sequence[Column | None], state: State
) -> Iterator[RosterRow]:
    known = _Known(state)
    cells_of_rows = [_cells(row, columns) for row in table]
    names = set[str]()
    if Column.CAPTAIN in columns:
        names = {plain(visible(_full_name(cells))) for cells in cells_of_rows} - {""}
    for row, cells in zip(table, cells_of_rows, strict=True):
        cleaned = {column: visible(cell) for column, cell in cells.items()}
        written = _entry(cleaned)
        entry = meant_entry(written, factions_of(state.packet))
        match = known.match(entry, row.line)
        obstacles = [*_errors(cells.values()), *_obstacles(entry), *_absence(cleaned)]
        obstacles += match.obstacles
        remarks = [
            *_remarks(entry, cells != cleaned),
            *_list_respelled(written, entry),
            *match.remarks,
        ]
        seat = cleaned.get(Column.SEAT, "")
        yield RosterRow(
            row.line,
            match.entry,
            not obstacles and match.change is not Change.NOTHING,
            " ".join(obstacles + remarks),
            int(seat) if seat.isdecimal() and len(seat) < MOST_DIGITS else 0,
            _is_captain(cleaned.get(Column.CAPTAIN, ""), entry.name, names),
            cleaned.get(Column.NATION, ""),
            match.number,
            match.change,
            frozenset(each for each in TICKS if _is_ticked(each, cleaned.get(each, ""))),
        )


def _is_ticked(column: Column, cell: str) -> bool:
    """Tell whether a cell means yes. In the column of payments, an amount means yes as well."""
    words = plain(cell).strip(" .!")
    amount = column is Column.PAID and any(digit in words for digit in "123456789")
    return words in YES or cell.strip() in TICKED or amount


def ticks_of(rows: Sequence[RosterRow], numbers: Sequence[int]) -> tuple[CheckIn | TickOff, ...]:
    """Return the acts that tick off, for new players, every item to which the list says yes.
    ``numbers`` are the players' numbers.
    """
    having = {
        column: tuple(
            number for row, number in zip(rows, numbers, strict=True) if column in row.ticked
        )
        for column in TICKS
    }
    acts = (
        CheckIn(having[Column.HERE]),
        TickOff(having[Column.PAID], CheckInItem.PAID),
        TickOff(having[Column.LISTS], CheckInItem.LISTS),
    )
    return tuple(act for act in acts if act.numbers)


def _list_respelled(written: Entry, entry: Entry) -> Iterator[str]:
    """Yield a sentence for each faction or army that was guessed from a name that differs by more
    than its spelling.
    """
    for words, named in ((written.faction, entry.faction), (written.army, entry.army)):
        if match_spelling(words, (named,)) != named:
            yield say("“{words}” is read as {name}.", words=shorten(words), name=named)


def _entry(cells: dict[Column, str]) -> Entry:
    name, sign_up = _full_name(cells), cells.get(Column.SIGN_UP, "").lstrip("# ")
    if not sign_up and (numbered := NUMBERED.fullmatch(name)):
        name, sign_up = numbered["name"], numbered["number"]
    return Entry(
        name,
        cells.get(Column.CLUB, ""),
        cells.get(Column.FACTION, ""),
        cells.get(Column.TEAM, ""),
        cells.get(Column.ARMY, ""),
        cells.get(Column.NICKNAME, ""),
        sign_up,
    )


class _Match(Struct, frozen=True):
    """The comparison of a row with the players of the event: the player and change that the row
    stands for, and any doubts.
    """

    entry: Entry
    number: int = 0
    change: Change = Change.ADDS
    obstacles: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class _Known:
    """The players of the event, and the rows of the list that were read so far."""

    def __init__(self, state: State) -> None:
        players = state.players.values()
        self._state = state
        self._by_sign_up = {p.entry.sign_up: p for p in players if p.entry.sign_up}
        self._by_name: dict[str, list[Player]] = {}
        for player in players:
            self._by_name.setdefault(_same(player.entry.name), []).append(player)
        self._lines: dict[str, int] = {}
        self._sign_ups: dict[str, int] = {}

    def match(self, entry: Entry, line: int) -> _Match:
        """Return the player whom a row describes. The player is found by the number at the sign-up
        site, or else by the name.
        """
        name = _same(entry.name)
        line_of_name = self._lines.setdefault(name, line)
        if not can_be_read(entry.name) or entry.too_long:
            return _Match(entry)
        if not entry.sign_up:
            return _Match(entry, obstacles=tuple(self._doubts(name, line_of_name, line)))
        line_of_number = self._sign_ups.setdefault(entry.sign_up, line)
        if line_of_number != line:
            twice = say("The same number is in line {line}.", line=line_of_number)
            return _Match(entry, obstacles=(twice,))
        if player := self._by_sign_up.get(entry.sign_up):
            return _edit(self._state, player, entry)
        return self._new(entry, name)

    def _doubts(self, name: str, earlier: int, line: int) -> Iterator[str]:
        if name in self._by_name:
            yield from self._namesake(name)
        elif earlier != line:
            yield say("The same name is in line {earlier_line}.", earlier_line=earlier)

    def _namesake(self, name: str) -> Iterator[str]:
        if name in self._by_name:
            yield say("A player of this name is already registered.")

    def _new(self, entry: Entry, name: str) -> _Match:
        """Return a row whose number is unknown. Its player may already be registered without a
        number.
        """
        without = [player for player in self._by_name.get(name, ()) if not player.entry.sign_up]
        if len(without) != 1:
            return _Match(entry, remarks=tuple(self._namesake(name)))
        there = say("A player of this name is already registered. Tick the row if it is them.")
        edit = _edit(self._state, without[0], entry)
        return replace(edit, obstacles=(there, *edit.obstacles))


def _edit(state: State, player: Player, entry: Entry) -> _Match:
    """Return a row's changes to a player. If the player has played, a new faction, army or team is
    taken only if the organizer ticks the row.
    """
    there = player.entry
    merged = Entry(*(new or old for new, old in zip(entry.words, there.words, strict=True)))
    changes = [
        say("{field}: {old} → {new}.", field=say(FIELDS[place]), old=old or "–", new=new)
        for place, (old, new) in enumerate(zip(there.words, merged.words, strict=True))
        if old != new
    ]
    if not changes:
        return _Match(merged, player.number, Change.NOTHING)
    played = rounds_played(state, player.number)
    kept = (there.faction, there.army, there.team) != (merged.faction, merged.army, merged.team)
    if played and kept:
        return _Match(merged, player.number, Change.EDITS, (*changes, _describe_played(played)))
    return _Match(merged, player.number, Change.EDITS, remarks=tuple(changes))


def _describe_played(rounds: int) -> str:
    return plural(
        rounds,
        "They have played {count} round: tick the row to change them.",
        "They have played {count} rounds: tick the row to change them.",
    )


def _cells(row: Row, columns: Sequence[Column | None]) -> dict[Column, str]:
    pairs = zip(columns, row.cells, strict=False)
    return {column: " ".join(cell.split()) for column, cell in pairs if column}


def _is_captain(words: str, name: str, names: Collection[str]) -> bool:
    """Tell whether a row is the team captain's. Some lists have a mark in the captain's row, others
    the captain's name in every row.
    """
    cell = plain(words)
    return cell == plain(name) if cell in names else bool(cell) and cell not in NOT_CAPTAIN


def team_records(rows: Sequence[RosterRow], numbers: Sequence[int]) -> tuple[Team, ...]:
    """Return the teams for which the list has seats, a captain or a nation. ``numbers`` are the
    players' numbers.
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
    """Return a team with its players by seat. Players without a seat come last, in the order of the
    list.
    """
    by_seat = sorted(players, key=lambda member: (not member[0].seat, member[0].seat))
    return Team(
        players[0][0].entry.team,
        next((row.nation for row, _ in players if row.nation), ""),
        next((number for row, number in players if row.captain), 0),
        tuple(number for _, number in by_seat),
    )


def _full_name(cells: dict[Column, str]) -> str:
    """Return a player's full name. If a column of names stands beside a column of only given or
    only family names, the first column has the other part, as in *Nom, Prénom*.
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


def _obstacles(entry: Entry) -> Iterator[str]:
    """Yield the reasons why a row cannot be taken or may not be a player."""
    if SUM.fullmatch(plain(entry.name)):
        yield say("This reads like a sum below the list. Tick the row if it is a player.")
    elif HEADING.fullmatch(entry.name):
        yield say("This reads like a heading in the list. Tick the row if it is a player.")
    if not can_be_read(entry.name):
        yield say("There is no name.")
    elif entry.too_long:
        yield say("A cell can have at most {count} characters.", count=MOST_LETTERS)


def _absence(cells: dict[Column, str]) -> Iterator[str]:
    """Yield a sentence if the list says that this person does not play."""
    status, out = cells.get(Column.STATUS, ""), cells.get(Column.OUT, "")
    if AWAY.search(plain(status)):
        yield say("The list says “{status}”. Tick the row if they play.", status=shorten(status))
    elif _is_ticked(Column.OUT, out) or AWAY.search(plain(out)):
        yield say("The list shows them as dropped or waiting. Tick the row if they play.")


def _remarks(entry: Entry, changed: bool) -> Iterator[str]:
    if len(entry.name) > LONG_NAME:
        yield say(
            "The name has {entry} characters and will be cut off on some screens.",
            entry=len(entry.name),
        )
    if changed:
        yield say("Characters that cannot be shown were removed.")
