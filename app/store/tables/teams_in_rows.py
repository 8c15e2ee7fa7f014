"""Lists of teams in which players have no rows of their own, or in which rows do not name the team.
They are changed to one row per player that names the team.
"""

import re
from collections.abc import Sequence

from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.text import plain
from app.store.tables.roster import COLUMN_OF, Column, guess_columns
from app.store.tables.text import Row
from app.store.tables.workbook import Sheet

HEADING = re.compile(
    r"(?:(?P<before>[a-z ]*?) ?)?(?P<member>player|spieler|joueur|jugador|gracz|member|mitglied"
    r"|seat|sitz|platz|p|s) ?(?P<seat>[1-9]|1[0-2])(?: ?(?P<after>[a-z ]+))?"
)
"""A heading for one player in a team's row: "Player 2", "Spieler 2 Fraktion", "Faction player
2".
"""
NUMBERED = re.compile(r"(?P<field>[a-z ]+?) ?(?P<seat>[1-9]|1[0-2])")
"""A heading for a field of one player in a team's row: "Faction 2"."""
BLOCK = re.compile(r"(?:team|mannschaft|equipe|equipo)\s*[:#–-]\s*(?P<name>\S.*)", re.IGNORECASE)
LONGEST_HEADING = 60
OF_PLAYERS = (Column.NAME, Column.FACTION, Column.ARMY, Column.NICKNAME, Column.SIGN_UP)
KEPT = (Column.TEAM, Column.NATION, Column.CLUB, Column.CAPTAIN)
WORDS = {
    Column.TEAM: "Team", Column.NATION: "Nation", Column.CLUB: "Club", Column.CAPTAIN: "Captain",
    Column.NAME: "Name", Column.FACTION: "Faction", Column.ARMY: "Army",
    Column.NICKNAME: "Nickname", Column.SIGN_UP: "ID",
}  # fmt: skip


def with_teams(sheet: Sheet) -> Sheet:
    """Return the sheet with one row per player, and the team's name in each row. If rows were
    changed for that, the sheet has a note that says so.
    """
    return _unfold(sheet) or _filled_down(_without_blocks(sheet))


def _unfold(sheet: Sheet) -> Sheet | None:
    """Return a sheet that has one row per team in the form of one row per player; None for any
    other sheet.
    """
    head, *teams = sheet.rows
    kept: dict[Column, int] = {}
    seats: dict[int, dict[Column, int]] = {}
    for place, cell in enumerate(head.cells):
        seat, column = _of_a_player(cell)
        if seat and column:
            seats.setdefault(seat, {}).setdefault(column, place)
        elif not seat and (kind := COLUMN_OF.get(_words(cell))) in (*KEPT, Column.NAME):
            kept.setdefault(Column.TEAM if kind is Column.NAME else kind, place)
    named = {seat: fields for seat, fields in seats.items() if Column.NAME in fields}
    if len(named) < 2 or Column.TEAM not in kept or not teams:
        return None
    columns = [column for column in (*KEPT, *OF_PLAYERS) if _is_used(column, kept, named)]
    rows = [Row(head.line, ("Seat", *(WORDS[column] for column in columns)))]
    for team in teams:
        for seat, fields in sorted(named.items()):
            places = kept | fields
            cells = [_cell(team, places.get(column)) for column in columns]
            if _cell(team, fields[Column.NAME]):
                rows.append(Row(team.line, (str(seat), *cells)))
    note = plural(
        len(teams),
        "The list has a row for the team: its players are read from that row.",
        "The list has a row for each team: the players of {count} teams are read from their rows.",
    )
    return replace(sheet, rows=tuple(rows), notes=(*sheet.notes, note))


def _is_used(column: Column, kept: dict[Column, int], seats: dict[int, dict[Column, int]]) -> bool:
    return column in kept or any(column in fields for fields in seats.values())


def _of_a_player(cell: str) -> tuple[int, Column | None]:
    """Return which player of the team a heading is about, by number, and which field. The number is
    0 if the heading is about no player.
    """
    words = _words(cell[:LONGEST_HEADING], digits=True)
    if found := HEADING.fullmatch(words):
        field = " ".join(filter(None, (found["before"], found["after"]))).strip()
        return int(found["seat"]), COLUMN_OF.get(field) if field else Column.NAME
    found = NUMBERED.fullmatch(words)
    column = COLUMN_OF.get(found["field"].strip()) if found else None
    return (int(found["seat"]), column) if found and column in OF_PLAYERS else (0, None)


def _words(cell: str, *, digits: bool = False) -> str:
    return " ".join(re.findall(r"[a-z]+|[0-9]+" if digits else r"[a-z]+", plain(cell)))


def _cell(row: Row, place: int | None) -> str:
    return row.cells[place] if place is not None and place < len(row.cells) else ""


def _without_blocks(sheet: Sheet) -> Sheet:
    """Return the sheet with the team's name in each row. A line such as "Team: Red Foxes" names the
    team of the rows below it.
    """
    names = [_block(row) for row in sheet.rows]
    if not any(names) or all(names):
        return sheet
    taken = guess_columns([row for row, name in zip(sheet.rows, names, strict=True) if not name])
    if Column.TEAM in taken.columns:
        return sheet
    rows: list[Row] = []
    team, width = "", max(len(row.cells) for row in sheet.rows)
    for row, name in zip(sheet.rows, names, strict=True):
        team = name or team
        if not name:
            headed = taken.heading is not None and len(rows) == taken.heading
            padded = (*row.cells, *("",) * (width - len(row.cells)))
            rows.append(Row(row.line, (*padded, "Team" if headed else team)))
    if taken.heading is None:
        rows = [Row(0, _usual_headings(width)), *rows]
    return replace(sheet, rows=tuple(rows), notes=(*sheet.notes, _once_words()))


def _usual_headings(width: int) -> tuple[str, ...]:
    usual = ("Name", "Club", "Faction")
    return (*(usual[at] if at < len(usual) else f"{at + 1}." for at in range(width)), "Team")


def _block(row: Row) -> str:
    cells = [cell for cell in row.cells if cell]
    found = BLOCK.fullmatch(cells[0]) if len(cells) == 1 else None
    return found["name"].strip() if found else ""


def _filled_down(sheet: Sheet) -> Sheet:
    """Return the sheet with the team's name in each player's row, if it was only in the first row
    of each team.
    """
    taken = guess_columns(sheet.rows)
    if Column.TEAM not in taken.columns or taken.heading is None:
        return sheet
    place, first = taken.columns.index(Column.TEAM), taken.heading + 1
    names = [_cell(row, place) for row in sheet.rows[first:]]
    written = [name for name in names if name]
    if not _is_once(names, written):
        return sheet
    rows, team = [*sheet.rows[:first]], ""
    for row, name in zip(sheet.rows[first:], names, strict=True):
        team = name or team
        cells = (*row.cells, *("",) * (place + 1 - len(row.cells)))
        rows.append(Row(row.line, (*cells[:place], team, *cells[place + 1 :])))
    return replace(sheet, rows=tuple(rows), notes=(*sheet.notes, _once_words()))


def _is_once(names: Sequence[str], written: Sequence[str]) -> bool:
    """Tell whether each team is named only once, in the first of several players' rows."""
    blocks = len(names) >= 2 * len(written) and bool(names and names[0])
    return blocks and len(written) > 1 and len({*map(plain, written)}) == len(written)


def _once_words() -> str:
    return say("A team that is named once is taken for the players below it, too.")
