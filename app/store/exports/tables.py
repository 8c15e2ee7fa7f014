"""An event's tables as CSV and JSON, for spreadsheets and other programs."""

import csv
import io
import zipfile
from collections.abc import Sequence
from datetime import datetime

from app import VERSION as PROGRAM_VERSION
from app.engine.text import escape_formula
from app.store.exports.event_export import laid_out
from app.views.event.facts import INSTANT, Fact, FactTable

FORMAT = "flagfall-tables"
VERSION = 1
BYTE_ORDER_MARK = "\ufeff"  # so that a spreadsheet reads the names right
MADE = (2000, 1, 1, 0, 0, 0)
"""The time of the files in an archive: the same event makes the same archive."""


def as_csv(table: FactTable) -> str:
    """Return a table with its headings, with times of day as the event shows them; safe to open in
    a spreadsheet.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow(
            [_cell(column, fact) for column, fact in zip(table.columns, row, strict=True)]
        )
    return text.getvalue()


def _cell(column: str, fact: Fact) -> str | int | float:
    match fact:
        case None:
            return ""
        case bool():
            return "yes" if fact else "no"
        case int() if column.endswith(INSTANT):
            return f"{datetime.fromtimestamp(fact / 1000):%Y-%m-%d %H:%M:%S}"
        case str():
            return escape_formula(" ".join(fact.split()))
        case _:
            return fact


def as_zip(tables: Sequence[FactTable]) -> bytes:
    """Return a CSV file for each table."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for table in tables:
            file = zipfile.ZipInfo(f"{table.key}.csv", MADE)
            file.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(file, (BYTE_ORDER_MARK + as_csv(table)).encode("utf-8"))
    return archive.getvalue()


def as_json(tables: Sequence[FactTable]) -> str:
    """Return one object with a list for each table."""
    head = {"format": FORMAT, "version": VERSION, "program": f"Flagfall {PROGRAM_VERSION}"}
    return laid_out({**head, **{table.key: table.objects for table in tables}}) + "\n"


def is_tables(content: bytes) -> bool:
    """Tell whether this looks like such a JSON file."""
    return content.lstrip()[:1] == b"{" and f'"{FORMAT}"'.encode() in content[:4096]
