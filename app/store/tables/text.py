"""Tables as text, from a file or the clipboard: turns bytes into text and text into rows. The
meaning of the cells is not known here.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from pathlib import Path

from msgspec import Struct

from app.engine.language import group_digits, say
from app.engine.text import unescape_formula
from app.store.errors import StoreError
from app.store.os_errors import os_reason
from app.store.tables.encodings import decode_in, guess_encoding
from app.store.whole_file import read_whole

LARGEST_BYTES = 10_000_000
MOST_ROWS = 40_000
"""The most rows of a table: 2,048 players play 11,000 games in a day, and some lists have two rows
for each. In memory each row takes a hundred times its bytes.
"""

# The first of those that fit equally well; a spreadsheet's clipboard has tabs.
FRAMED = re.compile(r"\s*\|.*\|\s*$")
RULE = re.compile(r"[\s|:-]*$")
"""The line below the headings of a Markdown table."""
DELIMITERS = ("\t", ";", ",")
LEAST_CELLS = {"\t": 2, ";": 2, ",": 3}
"""The number of cells, by delimiter, that most rows need below a title without the delimiter. For
commas the number is higher, because a list of names may contain them.
"""
_COMMA_OF_A_NAME = re.compile(r",\s")
FIRST_ROWS = 50
"""The number of first rows from which the delimiter is guessed."""

BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}

WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


class Row(Struct, frozen=True):
    """A row of a table."""

    line: int
    """The line in which the row begins, counted from 1 as in an editor."""
    cells: tuple[str, ...]


def read_text(path: Path) -> str:
    """Return a text file's content. Raises StoreError if the file does not exist or is not text."""
    try:
        too_big = say("{path} is too big to be a list of players or games.", path=path.name or path)
        return decode(read_whole(path, LARGEST_BYTES, too_big), path.name)
    except OSError as error:
        sentence = say(
            "{path} cannot be read: {strerror}.",
            path=path.name or path,
            strerror=os_reason(path, error),
        )
        raise StoreError(say("{sentence} Choose a CSV or text file.", sentence=sentence)) from error


class Decoded(Struct, frozen=True):
    """A text, and the encoding in which it was read. The encoding is empty if it is certain."""

    text: str
    encoding: str = ""


def decode(content: bytes, name: str) -> str:
    """Return the text of a file in the encoding that fits. Raises StoreError if the file is empty
    or no text.
    """
    return decode_as(content, "", name).text


def decode_as(content: bytes, chosen: str, name: str) -> Decoded:
    """Return a text and its encoding. The text is read in the encoding ``chosen`` or, if that is
    empty, as UTF-8, as UTF-16, or in the encoding that fits its letters. Raises StoreError if the
    content is empty or no text.
    """
    if not content.strip():
        raise StoreError(say("{name} is empty.", name=name))
    if content.startswith(WORKBOOKS):
        raise StoreError(
            say(
                "{name} is a workbook. Save it as CSV in the spreadsheet program,"
                " or copy the cells there and paste them here.",
                name=name,
            )
        )
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return Decoded(content[len(mark) :].decode(encoding, errors="replace"))
    if encoding := _unmarked_utf_16(content):
        return Decoded(content.decode(encoding, errors="replace"))
    try:
        text, encoding = content.decode("utf-8"), ""
    except UnicodeDecodeError:
        encoding = guess_encoding(content)
        text = decode_in(content, encoding)
    if chosen:
        text, encoding = decode_in(content, chosen), chosen
    if "\0" in text or 20 * len(re.findall(r"[\x01-\x08\x0e-\x1f\ufffd]", text)) > len(text):
        raise StoreError(say("{name} is not a text. Choose a CSV or text file.", name=name))
    return Decoded(text, encoding)


def _unmarked_utf_16(content: bytes) -> str:
    """Return the name of the encoding if this is UTF-16 without a byte order mark, or else an empty
    text. In most languages every other byte of UTF-16 is zero.
    """
    head = content[:4000]
    pairs = len(head) // 2
    for encoding, zeros, letters in (
        ("utf-16-le", head[1::2].count(0), head[::2].count(0)),
        ("utf-16-be", head[::2].count(0), head[1::2].count(0)),
    ):
        if pairs and zeros > pairs // 2 and letters <= pairs // 20:
            return encoding
    return ""


def rows(text: str) -> list[Row]:
    """Return the rows that are not empty. Outer blanks of cells are removed, and so are the
    apostrophes that keep a spreadsheet from reading a cell as a formula. Raises StoreError if there
    are no rows, or too many.
    """
    delimiter, text, before = _delimiter(_without_frame(text))
    candidates = [
        Row(line + before, tuple(unescape_formula(cell.strip()) for cell in cells))
        for line, cells in _split(text, delimiter)
        if any(cell.strip() for cell in cells)
    ]
    if not candidates:
        raise StoreError(say("There is nothing in the list."))
    return candidates


def _without_frame(text: str) -> str:
    """Return a table in Markdown as a table with tabs, and any other text unchanged."""
    lines = text.splitlines()
    framed = [bool(FRAMED.match(line)) for line in lines if line.strip()]
    if not framed or not all(framed):
        return text
    bare = ("" if RULE.match(line) else line.strip().strip("|") for line in lines)
    return "\n".join(re.sub(r"\s*\|\s*", "\t", line) for line in bare)


def _delimiter(text: str) -> tuple[str, str, int]:
    """Return the delimiter, the text, and the number of lines removed from the text. A line in
    which a spreadsheet names the delimiter is removed.
    """
    named = re.match(r"\ufeff?sep=([\t;,|])\r?\n", text, re.IGNORECASE)
    if named:
        return named[1], text[named.end() :], 1
    text = text.removeprefix("\ufeff")
    return max(DELIMITERS, key=lambda delimiter: _fit(text, delimiter)), text, 0


def _fit(text: str, delimiter: str) -> int:
    """Return how many of the first rows have the most common number of cells. Return 0 if the first
    row has only one cell and is not a title above a table.
    """
    head = _first(text, delimiter)
    counts = Counter(len(cells) for cells in head if len(cells) > 1)
    if not counts:
        return 0
    cells, most = max(counts.items(), key=lambda count: count[1])
    bare = delimiter == "," and not _COMMA_OF_A_NAME.search(text)
    titled = cells >= LEAST_CELLS[delimiter] - bare and 2 * most > len(head)
    return most if len(head[0]) > 1 or titled else 0


def _first(text: str, delimiter: str) -> list[list[str]]:
    """Return the first rows that are not empty. Reading all of a long table once for each delimiter
    would take too long.
    """

    def filled(rows: Iterable[tuple[int, list[str]]]) -> list[list[str]]:
        some = (cells for _, cells in rows if "".join(cells).strip() or cells[1:])
        return list(islice(some, FIRST_ROWS))

    try:
        return filled(_parse(StringIO(text, newline=""), delimiter, 0))
    except csv.Error:
        return filled(_split(text, delimiter))


def _split(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Split the text into rows with their line numbers. A misplaced quotation mark spoils only its
    own line.
    """
    try:
        return _demand_few(_parse(StringIO(text, newline=""), delimiter, 0))
    except csv.Error:
        lines = re.split(r"\r\n|\r|\n", text)
        return _demand_few(
            row for number, line in enumerate(lines) for row in _one(line, delimiter, number)
        )


def _demand_few(rows: Iterable[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Return all rows as a list. Raises StoreError if there are more than a list of players or
    games can have.
    """
    some = list(islice(rows, MOST_ROWS + 1))
    demand_length(some)
    return some


def demand_length(rows: Sequence[object]) -> None:
    """Raise StoreError if there are more rows than a list can have."""
    if len(rows) > MOST_ROWS:
        raise StoreError(
            say(
                "The list is too long: it has more than {most} rows. Choose a shorter one.",
                most=group_digits(MOST_ROWS),
            )
        )


def _one(line: str, delimiter: str, before: int) -> list[tuple[int, list[str]]]:
    try:
        return list(_parse([line], delimiter, before))
    except csv.Error:
        return [(before + 1, line.split(delimiter))]


def _parse(
    lines: StringIO | Sequence[str], delimiter: str, before: int
) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = before
    for cells in reader:
        yield line + 1, cells
        line = before + reader.line_num
