"""Lists of players as people type them into a message: a name a line, numbered or with a word
behind it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from app.engine.armies.parse.sheets import is_faction
from app.engine.language import say
from app.store.tables.roster import guess_columns
from app.store.tables.text import Row
from app.store.tables.workbook import Sheet

FEWEST = 2
"""One line alone shows no form."""
NUMBER = re.compile(r"(?:\d{1,3}[.)]|[-*•])\s+(?=[^\W\d])")
BRACKETED = re.compile(r"(?P<name>[^()]*[^()\s])\s*\((?P<more>[^()]+)\)")
DASHED = re.compile(r"(?P<name>[^–—]*?\S)\s+[-–—]+\s+(?P<more>\S[^–—]*)")


def with_names(sheet: Sheet) -> Sheet:
    """Return the sheet with the names alone in their column: without the numbers of the lines, and
    with what stands behind each name in a column of its own.
    """
    if guess_columns(sheet.rows).heading is not None or not _is_one_column(sheet.rows):
        return sheet
    lines = _without_numbers([row.cells[0] for row in sheet.rows])
    parted = _part(lines)
    if not parted:
        rows = (Row(row.line, (line,)) for row, line in zip(sheet.rows, lines, strict=True))
        return replace(sheet, rows=tuple(rows))
    of_factions = all(is_faction(more) for _, more in parted)
    heading = "Faction" if of_factions else say("Behind the name")
    rows = (Row(row.line, cells) for row, cells in zip(sheet.rows, parted, strict=True))
    note = say(
        "What stands behind the names is not used. If you need it, say under Columns what it is."
    )
    return replace(
        sheet,
        rows=(Row(0, ("Name", heading)), *rows),
        notes=sheet.notes if of_factions else (*sheet.notes, note),
    )


def _is_one_column(rows: Sequence[Row]) -> bool:
    return len(rows) >= FEWEST and all(len(row.cells) == 1 for row in rows)


def _without_numbers(lines: Sequence[str]) -> list[str]:
    is_numbered = all(map(NUMBER.match, lines))
    return [NUMBER.sub("", line, count=1) if is_numbered else line for line in lines]


def _part(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return names and what is behind them, where each line has it in the same form; else none."""
    for form in (BRACKETED, DASHED):
        found = [match_ for line in lines if (match_ := form.fullmatch(line))]
        if len(found) == len(lines):
            return [(match_["name"].strip(), match_["more"].strip()) for match_ in found]
    return []
