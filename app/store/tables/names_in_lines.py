"""Lists of players as people type them into a message: one name per line, perhaps numbered or with
a word after it.
"""

import re
from collections.abc import Sequence

from app.engine.armies.parse.sheets import is_faction
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.text import plain
from app.store.tables.roster import guess_columns
from app.store.tables.text import Row
from app.store.tables.workbook import Sheet

FEWEST = 2
"""The number of lines from which a pattern is recognized; a single line shows none."""
NUMBER = re.compile(r"(?:\d{1,3}[.)]|[-*•])\s+(?=[^\W\d])")
BRACKETED = re.compile(r"(?P<name>[^()]*[^()\s])\s*\((?P<more>[^()]+)\)")
OPEN = frozenset({"tbd", "tba", "?", "-", "offen", "open", "unknown", "undecided"})
"""The words that people write where somebody has not chosen yet."""
DASHED = re.compile(r"(?P<name>[^–—]*?\S)\s+[-–—]+\s+(?P<more>\S[^–—]*)")


def with_names(sheet: Sheet) -> Sheet:
    """Return the sheet with nothing but names in the column of names. The numbers of lines are
    removed, and anything that follows a name gets a column of its own.
    """
    if guess_columns(sheet.rows).heading is not None or not _is_one_column(sheet.rows):
        return sheet
    lines = _without_numbers([row.cells[0] for row in sheet.rows])
    parted = [_part(line) for line in lines]
    more = sum(any(behind) for _, *behind in parted)
    if 2 * more <= len(lines):
        rows = (Row(row.line, (line,)) for row, line in zip(sheet.rows, lines, strict=True))
        return replace(sheet, rows=tuple(rows))
    columns = _columns([(bracketed, dashed) for _, bracketed, dashed in parted])
    of_factions = [_are_factions(column) for column in columns]
    if of_factions.count(True) > 1:
        of_factions = [True, False]
    headings = [("Faction" if is_one else say("After the name")) for is_one in of_factions]
    rows = (
        Row(row.line, (name, *cells))
        for row, (name, *_), cells in zip(
            sheet.rows, parted, zip(*columns, strict=True), strict=True
        )
    )
    note = say(
        "The text after the names is not used. If you need it, say under Columns what it is."
    )
    notes = sheet.notes if all(of_factions) else (*sheet.notes, note)
    return replace(sheet, rows=(Row(0, ("Name", *headings)), *rows), notes=notes)


def _columns(behind: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Return the columns for the texts that follow the names, in brackets and after a dash. One
    column is enough if no name is followed by both.
    """
    known = [tuple("" if plain(words) in OPEN else words for words in both) for both in behind]
    if any(all(both) for both in known):
        return [list(column) for column in zip(*known, strict=True)]
    return [["".join(both) for both in known]]


def _are_factions(column: Sequence[str]) -> bool:
    return all(map(is_faction, filter(None, column)))


def _is_one_column(rows: Sequence[Row]) -> bool:
    return len(rows) >= FEWEST and all(len(row.cells) == 1 for row in rows)


def _without_numbers(lines: Sequence[str]) -> list[str]:
    """Return the lines without their numbers if every line except a heading has one; otherwise
    return them unchanged.
    """
    is_numbered = all(NUMBER.match(line) or line.endswith(":") for line in lines)
    return [NUMBER.sub("", line, count=1) if is_numbered else line for line in lines]


def _part(line: str) -> tuple[str, str, str]:
    """Return a name, the text in brackets after it, and the text after a dash."""
    if found := DASHED.fullmatch(line):
        name, words = found["name"].strip(), found["more"].strip()
    else:
        name, words = line, ""
    if bracketed := BRACKETED.fullmatch(name):
        return bracketed["name"].strip(), bracketed["more"].strip(), words
    return name, "", words
