"""An event's tables as CSV and JSON, for spreadsheets and other programs."""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from itertools import chain

from app import VERSION as PROGRAM_VERSION
from app.engine.text import escape_formula
from app.store.exports.event_export import laid_out
from app.views.event.facts import INSTANT, Fact, FactTable
from app.views.time_of_day import local_time

FORMAT = "flagfall-tables"
VERSION = 1
BYTE_ORDER_MARK = "\ufeff"  # so that a spreadsheet reads the names right
CHUNK = 65_536
MADE = (2000, 1, 1, 0, 0, 0)
"""The timestamp of the files in an archive. It is fixed, so that the same event always makes the
same archive.
"""


def as_csv(table: FactTable) -> str:
    """Return a table with its headings and with times of day as the event shows them. A spreadsheet
    can open the result safely.
    """
    return "".join(_csv_lines(table)).removeprefix(BYTE_ORDER_MARK)


def _cell(column: str, fact: Fact) -> str | int | float:
    match fact:
        case None:
            return ""
        case bool():
            return "yes" if fact else "no"
        case int() if column.endswith(INSTANT):
            return f"{local_time(fact):%Y-%m-%d %H:%M:%S}"
        case str():
            return escape_formula(" ".join(fact.split()))
        case _:
            return fact


def as_zip(tables: Iterable[FactTable]) -> bytes:
    """Return a ZIP archive with a CSV file for each table."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for table in tables:
            file = zipfile.ZipInfo(f"{table.key}.csv", MADE)
            file.compress_type = zipfile.ZIP_DEFLATED
            with made.open(file, "w") as packed:
                packed.writelines(line.encode("utf-8") for line in _csv_lines(table))
    return archive.getvalue()


def _csv_lines(table: FactTable) -> Iterator[str]:
    """Yield the lines of `as_csv`, several at a time, after a byte order mark."""
    text = io.StringIO(BYTE_ORDER_MARK)
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow(
            [_cell(column, fact) for column, fact in zip(table.columns, row, strict=True)]
        )
        if text.tell() > CHUNK:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def as_json(tables: Iterable[FactTable]) -> Iterator[bytes]:
    """Yield a JSON object with a list for each table, piece by piece."""
    head = {"format": FORMAT, "version": VERSION, "program": f"Flagfall {PROGRAM_VERSION}"}
    parts = chain(head.items(), ((table.key, table) for table in tables))
    for text in laid_out(parts):
        yield text.encode()
    yield b"\n"


def is_tables(content: bytes) -> bool:
    """Tell whether this looks like a JSON file of an event's tables."""
    return content.lstrip()[:1] == b"{" and f'"{FORMAT}"'.encode() in content[:4096]
