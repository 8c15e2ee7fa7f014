"""Workbooks of spreadsheet programs as rows of text: XLSX and ODS. The meaning of the cells is not
known here.

python-calamine reads them. Anything that could fill the memory is refused first. Dates are read as
dates, and formulas as the results that the file has. If cells are merged downwards, each of them
gets the value.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from msgspec import Struct

from app.engine.language import plural, say
from app.engine.text import unescape_formula
from app.store.errors import StoreError
from app.store.tables.text import Row

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0"
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")

MOST_UNPACKED = 40_000_000
MOST_FILES = 2_000
MOST_ROWS, MOST_COLUMNS = 20_000, 300
MOST_CELLS = 500_000
MOST_TEXT = 100_000_000
"""The most bytes of text in all cells together, because many cells may share one long text."""
PANIC = "pyo3_runtime"
"""The module of the exception that a reader written in Rust raises when it gives up."""

XLSX_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
XLSX_CELL = re.compile(rb"<(?:\w+:)?c\b([^<>]*[^<>/])?>")
XLSX_PLACE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{1,3})([0-9]{1,7})["']""")
XLSX_UNCOUNTED = re.compile(
    rb"""<(?:\w+:)?c\b[^<>]*\br=["']([A-Z]{1,3}[0-9]{1,7})["'][^<>]*>\s*
    <(?:\w+:)?f\b[^<>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*
    (?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>""",
    re.VERBOSE,
)
XLSX_SHARED = re.compile(rb"""\bt\s*=\s*["']s["']""")
XLSX_STRING = re.compile(rb"<(?:\w+:)?si\b")
XLSX_ERROR = re.compile(
    rb"""<(?:\w+:)?c\b(?=[^<>]*\bt=["']e["'])[^<>]*\br=["']([A-Z]{1,3}[0-9]{1,7})["']"""
)
ODS_PART = re.compile(
    rb"<table:table-row\b([^<>]*)>|<table:(?:covered-)?table-cell\b([^<>]*)>|<(table:table)[\s>]"
)
ODS_REPEATED = re.compile(rb"""number-(?:rows|columns)-repeated\s*=\s*["']([0-9]{1,9})["']""")

TRY_CSV = say("Copy the cells in the spreadsheet program and paste them here, or save them as CSV.")


class WrittenList(Struct, frozen=True):
    """An army list from a file that has army lists as well as players."""

    title: str
    text: str
    owner: str = ""
    """The player's number at the sign-up site; empty if the file does not name the player."""


class Sheet(Struct, frozen=True):
    """One sheet that is not empty. ``name`` is empty for a file without sheets."""

    name: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    """A sentence for each thing that may be missing from the sheet."""
    lists: tuple[WrittenList, ...] = ()
    encoding: str = ""
    """The encoding in which the text was read, if another encoding may be right; otherwise
    empty.
    """


def is_workbook(content: bytes) -> bool:
    return content.startswith((ZIP, OLE))


def read_workbook(content: bytes, name: str) -> tuple[Sheet, ...]:
    """Return the sheets that are not empty, at least one. Raises StoreError, naming the file, if
    the workbook cannot be read or is empty.
    """
    if content.startswith(OLE):
        raise StoreError(_ole_words(content, name))
    parts = _unpack(content, name)
    notes = _looked_through(parts, name)
    _demand_xml(parts, name)
    sheets = tuple(_sheets(content, name, notes))
    if not sheets:
        raise StoreError(say("{name} has no sheet with anything in it.", name=name))
    return sheets


def _ole_words(content: bytes, name: str) -> str:
    if ENCRYPTED in content:
        return _password_words(name)
    return say(
        "{name} is a workbook in an old format. Open it in the spreadsheet program and save it as"
        " XLSX or CSV.",
        name=name,
    )


def _password_words(name: str) -> str:
    return say(
        "{name} is protected by a password. Open it in the spreadsheet program, remove the password"
        " and save it, or copy the cells there and paste them here.",
        name=name,
    )


def _report_damage(name: str) -> StoreError:
    return StoreError(
        say(
            "{name} is damaged or not a workbook. Open it in the spreadsheet program and save it"
            " again, or copy the cells there and paste them here.",
            name=name,
        )
    )


def _too_big(name: str) -> StoreError:
    return StoreError(say("{name} is too big to be a list. {instead}", name=name, instead=TRY_CSV))


def _unpack(content: bytes, name: str) -> dict[str, bytes]:
    """Return the files in the workbook that hold cells, unpacked. Unpacking stops at the size of
    the largest list, because the size that a packed file states cannot be trusted.
    """
    parts: dict[str, bytes] = {}
    left = MOST_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        raise _report_damage(name) from error
    if len(files) > MOST_FILES:
        raise _too_big(name)
    for file in files:
        if file.flag_bits & 1:
            raise StoreError(_password_words(name))
        data = _inflate(content, file, left, name)
        left -= len(data)
        parts[file.filename] = data
    if any(file == "players.csv" or file.endswith("/players.csv") for file in parts):
        raise StoreError(
            say("{name} is an archive of tables. Unpack it and choose players.csv.", name=name)
        )
    return parts


def _inflate(content: bytes, file: zipfile.ZipInfo, most: int, name: str) -> bytes:
    """Return the unpacked file. Raises StoreError if it has more than ``most`` bytes."""
    at = file.header_offset
    head = content[at : at + 30]
    if len(head) < 30 or not head.startswith(ZIP):
        raise _report_damage(name)
    begin = at + 30 + int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
    packed = content[begin : begin + file.compress_size]
    if file.compress_type == zipfile.ZIP_STORED:
        data = packed
    elif file.compress_type == zipfile.ZIP_DEFLATED:
        try:
            data = zlib.decompressobj(-15).decompress(packed, most + 1)
        except zlib.error as error:
            raise _report_damage(name) from error
    else:
        raise _report_damage(name)
    if len(data) > most:
        raise _too_big(name)
    return data


def _looked_through(parts: dict[str, bytes], name: str) -> tuple[str, ...]:
    """Return sentences on what will be missing: formulas without results, and errors. Raises
    StoreError for sheets that are too large, because every cell up to the last one would take
    memory, and for a workbook with a password.
    """
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise StoreError(_password_words(name))
    uncounted: list[str] = []
    errors: list[str] = []
    strings = XLSX_STRING.split(parts.get("xl/sharedStrings.xml", b""))
    longest = max(map(len, strings))
    for file, data in parts.items():
        if XLSX_SHEET.fullmatch(file):
            _demand_small(_xlsx_cells(data, longest), name)
            uncounted += [match[1].decode() for match in XLSX_UNCOUNTED.finditer(data)]
            errors += [match[1].decode() for match in XLSX_ERROR.finditer(data)]
        elif file == "content.xml":
            _demand_small(_ods_cells(data), name)
    notes = [
        words(cells)
        for words, cells in ((_describe_uncounted, uncounted), (_errors, errors))
        if cells
    ]
    return tuple(notes)


def _demand_xml(parts: dict[str, bytes], name: str) -> None:
    """Raise StoreError unless each part is complete XML. If a table had no end, the reader would
    never stop, and the whole program would hang.
    """
    from xml.parsers import expat

    def refuse(*_: object) -> None:
        raise _report_damage(name)

    for file, data in parts.items():
        if data and file.endswith((".xml", ".rels")):
            parser = expat.ParserCreate()
            parser.EntityDeclHandler = refuse
            try:
                parser.Parse(data, True)
            except (expat.ExpatError, LookupError, ValueError) as error:
                raise _report_damage(name) from error


def _demand_small(cells: Iterator[tuple[int, int, int, int]], name: str) -> None:
    """Raise StoreError if the last row, the last column, the number of cells, or their text is too
    large.
    """
    count = text = 0
    for row, column, more, longer in cells:
        count, text = count + more, text + longer
        if text > MOST_TEXT:
            raise _too_big(name)
        if row > MOST_ROWS or column > MOST_COLUMNS or count > MOST_CELLS:
            raise StoreError(
                say(
                    "{name} has cells as far as row {row}, column {column}; a list has at most"
                    " {rows} rows and {columns} columns. {instead}",
                    name=name,
                    row=row,
                    column=column,
                    rows=MOST_ROWS,
                    columns=MOST_COLUMNS,
                    instead=TRY_CSV,
                )
            )


def _xlsx_cells(data: bytes, longest: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield row, column, count and text size of a workbook's cells; ``longest`` is the longest
    shared text.
    """
    for cell in XLSX_CELL.finditer(data):
        attributes = cell[1] or b""
        place = XLSX_PLACE.search(attributes)
        text = longest if XLSX_SHARED.search(attributes) else 0
        if place is None:
            yield 1, 1, 1, text
        else:
            column = 0
            for letter in place[1].upper():
                column = 26 * column + letter - 64
            yield int(place[2]), column, 1, text


def _ods_cells(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Yield row, column, count and text size of a sheet's cells. Equal rows and cells next to each
    other are stored once, together with their number.
    """
    before = rows = column = 0
    parts = list(ODS_PART.finditer(data))
    ends = [*(part.start() for part in parts), len(data)][1:]
    for part, end in zip(parts, ends, strict=True):
        if part[3] is not None:
            before = rows = column = 0
        elif part[1] is not None:
            before, rows, column = before + rows, _count_repeats(part[1]), 0
        else:
            columns = _count_repeats(part[2])
            column += columns
            if b"value-type" in part[2]:
                count = rows * columns
                yield before + rows, column, count, count * (end - part.end())


def _count_repeats(attributes: bytes) -> int:
    match = ODS_REPEATED.search(attributes)
    return int(match[1]) if match else 1


def _sheets(content: bytes, name: str, notes: tuple[str, ...]) -> Iterator[Sheet]:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
        for title in workbook.sheet_names:
            sheet = workbook.get_sheet_by_name(title)
            grid = sheet.to_python(skip_empty_area=False)
            rows = tuple(_rows(_spread(grid, sheet)))
            if rows:
                yield Sheet(title, rows, notes)
    except PasswordError as error:
        raise StoreError(_password_words(name)) from error
    except (CalamineError, ArithmeticError, OSError, ValueError, KeyError) as error:
        raise _report_damage(name) from error
    except BaseException as error:
        if type(error).__module__ != PANIC:
            raise
        raise _report_damage(name) from error


def _errors(cells: Sequence[str]) -> str:
    return plural(
        len(cells),
        "Cell {first} holds an error of the spreadsheet program and is read as empty.",
        "{count} cells, {first} first, hold errors of the spreadsheet program and are read as"
        " empty.",
        first=cells[0],
    )


def _describe_uncounted(cells: Sequence[str]) -> str:
    return plural(
        len(cells),
        "Cell {first} holds a formula without its result. Open the file in the spreadsheet program"
        " and save it, and import it again.",
        "{count} cells, {first} first, hold formulas without their results. Open the file in the"
        " spreadsheet program and save it, and import it again.",
        first=cells[0],
    )


def _spread(grid: list[list[Any]], sheet: Any) -> list[list[Any]]:
    """Return the rows, with the value of a merged cell in every row that it covers."""
    for (top, left), (bottom, _right) in sheet.merged_cell_ranges or ():
        for row in range(top + 1, min(bottom + 1, len(grid))):
            if left < len(grid[row]) and grid[row][left] == "":  # all rows are equally long
                grid[row][left] = grid[top][left]
    return grid


def _rows(grid: list[list[Any]]) -> Iterator[Row]:
    for number, cells in enumerate(grid, start=1):
        words = tuple(unescape_formula(_words(cell)) for cell in cells)
        if any(words):
            yield Row(number, words)


def _words(cell: Any) -> str:
    """Return a cell's value as a person would write it."""
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime() if cell.time() == time():
            return f"{cell:%Y-%m-%d}"
        case datetime():
            return f"{cell:%Y-%m-%d %H:%M}"
        case date():
            return f"{cell:%Y-%m-%d}"
        case time():
            return f"{cell:%H:%M}"
        case timedelta():
            return str(cell)
        case _:
            return " ".join(str(cell).split())
