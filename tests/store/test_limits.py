"""How large what is read may be: as large as the documents say."""

import re
from pathlib import Path

import pytest

from app.store import photos
from app.store.log import log_file
from app.store.tables import text, workbook

DOCS = Path(__file__).resolve().parents[2] / "docs"
MB = 1_000_000


@pytest.mark.parametrize(
    ("document", "sentence", "limits"),
    [
        (
            "architecture",
            r"An event is at most (\d+) MB, ([\d,]+) rows and (\d+) MB a row",
            (log_file.MOST_FILE_BYTES / MB, log_file.MOST_ROWS, log_file.MOST_ROW_BYTES / MB),
        ),
        (
            "architecture",
            r"Only JPEG of at most (\d+) MB and ([\d,]+) pixels is kept",
            (photos.MOST_BYTES / MB, photos.MOST_SIDE),
        ),
        (
            "export",
            r"Files of more than (\d+) MB, workbooks that unpack to more than (\d+) MB, and sheets"
            r" with cells beyond row ([\d,]+) or column (\d+) are refused",
            (
                text.LARGEST_BYTES / MB,
                workbook.MOST_UNPACKED / MB,
                workbook.MOST_ROWS,
                workbook.MOST_COLUMNS,
            ),
        ),
    ],
)
def test_size_limits_of_input_match_the_documentation(
    document: str, sentence: str, limits: tuple[float, ...]
) -> None:
    said = " ".join((DOCS / f"{document}.md").read_text("utf-8").split())
    found = re.search(sentence, said)
    assert found is not None
    assert tuple(int(number.replace(",", "")) for number in found.groups()) == limits
