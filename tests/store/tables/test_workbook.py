"""Workbooks, made by writers that nobody here wrote."""

import io
import re
import struct
import subprocess
import sys
import zipfile
from datetime import date, datetime, time, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from app.store.errors import StoreError
from app.store.tables.roster import preview_roster
from app.store.tables.sources import look_into, read_players, text_sheets
from app.store.tables.text import LARGEST_BYTES
from app.store.tables.workbook import read_workbook
from tests.missing import missing
from tests.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def _writers() -> None:
    """The developers' writers of workbooks, and the program's reader."""
    lacking = [
        name
        for name in ("odfdo", "openpyxl", "python_calamine", "xlsxwriter")
        if find_spec(name) is None
    ]
    if lacking:
        missing(f"not installed: {', '.join(lacking)}; run dev.py setup")


def by_openpyxl(*sheets: list[list[Any]], merged: str = "", names: tuple[str, ...] = ()) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for place, rows in enumerate(sheets):
        sheet = book.active if not place else book.create_sheet()
        assert sheet is not None
        if names:
            sheet.title = names[place]
        for row in rows:
            sheet.append(row)
        if merged:
            sheet.merge_cells(merged)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def by_odfdo(*sheets: list[list[Any]]) -> bytes:
    from odfdo import Document, Row, Table

    document = Document("spreadsheet")
    document.body.clear()
    for place, rows in enumerate(sheets):
        table = Table(f"Sheet{place}")
        for cells in rows:
            row = Row()
            for at, cell in enumerate(cells):
                row.set_value(at, cell)
            table.append_row(row)
        document.body.append(table)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def cells(content: bytes) -> list[tuple[str, ...]]:
    (sheet,) = read_workbook(content, "x")
    return [row.cells for row in sheet.rows]


def refusal(content: bytes) -> str:
    with pytest.raises(StoreError) as error:
        read_workbook(content, "cup.xlsx")
    sentence = str(error.value)
    assert sentence.startswith("cup.xlsx")
    assert sentence.endswith(".")
    return sentence


LIST = [["Player", "Meta", "Faction"], ["Zoë Łucka", "Ravens", "Cryx"], ["אברהם", None, "Khador"]]


@pytest.mark.parametrize("written", [by_openpyxl, by_odfdo])
def test_players_are_read_from_xlsx_and_ods(written: Any, tmp_path: Path) -> None:
    file = tmp_path / "list.bin"
    file.write_bytes(written(LIST))
    (sheet,) = read_players(file)
    preview = preview_roster(sheet.rows)
    assert [entry.name for entry in preview.entries] == ["Zoë Łucka", "אברהם"]
    assert preview.entries[0].club == "Ravens"
    assert [row.line for row in preview.rows] == [2, 3]


@pytest.mark.parametrize("written", [by_openpyxl, by_odfdo])
def test_dates_and_numbers_are_read_as_a_person_reads_them(written: Any) -> None:
    day, moment = date(2026, 11, 22), datetime(2026, 11, 22, 9, 5)
    (row,) = cells(written([[day, moment, 12, 1.5, True, "x"]]))
    assert row[0] == "2026-11-22"
    assert row[1] == "2026-11-22 09:05"
    assert row[2:4] == ("12", "1.5")
    assert row[5] == "x"


def test_times_of_day_are_not_read_as_fractions() -> None:
    (row,) = cells(by_openpyxl([[time(9, 5), timedelta(hours=30)]]))
    assert row[0] == "09:05"
    assert "0.37" not in row[0]


def test_a_formula_is_read_as_its_result_in_the_file() -> None:
    import xlsxwriter

    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["Name", "Club"])
        sheet.write_formula(1, 0, '=A5&" "&B5', None, "Ada Lovelace")
    (sheet,) = read_workbook(out.getvalue(), "x")
    assert sheet.rows[1].cells[0] == "Ada Lovelace"
    assert sheet.notes == ()


def test_a_formula_without_a_stored_result_is_reported() -> None:
    (sheet,) = read_workbook(by_openpyxl([["Name"], ["=A5"], ["Ben"]]), "x")
    assert sheet.notes[0].startswith("Cell A2 holds a formula without its result.")


def test_a_cell_merged_downwards_applies_to_each_of_its_rows() -> None:
    rows = [["Name", "Club"], ["Ada", "Ravens"], ["Ben", None], ["Cleo", None], ["Dan", "Owls"]]
    assert [row[1] for row in cells(by_openpyxl(rows, merged="B2:B4"))[1:]] == [
        "Ravens", "Ravens", "Ravens", "Owls",
    ]  # fmt: skip


def test_an_empty_cell_above_or_below_merged_ones_stays_empty() -> None:
    rows = [["Name", "Club"], ["Ada", None], ["Ben", "Ravens"], ["Cleo", None], ["Dan", None]]
    read = cells(by_openpyxl(rows, merged="B3:B4"))
    assert [row[1] for row in read] == ["Club", "", "Ravens", "Ravens", ""]


@pytest.mark.parametrize("merged", ["A4:A9", "A8:A9", "C1:C3", "C2:D9"])
def test_cells_merged_beyond_the_last_row_or_column_are_no_obstacle(merged: str) -> None:
    rows = [["Name", "Club"], ["Ada", "Ravens"], ["Ben", "Owls"], ["Cleo", "Owls"]]
    assert cells(by_openpyxl(rows, merged=merged)) == [(one, other) for one, other in rows]


def test_a_title_above_the_headings_is_left_out() -> None:
    (sheet,) = read_workbook(by_openpyxl([["Harbour Open 2026"], [], *LIST], merged="A1:C1"), "x")
    preview = preview_roster(sheet.rows)
    assert [entry.name for entry in preview.entries] == ["Zoë Łucka", "אברהם"]
    assert preview.above == 1
    assert [row.line for row in preview.rows] == [4, 5]


def test_played_games_are_read_from_a_workbook(tmp_path: Path) -> None:
    head = ["Round", "Player 1", "Player 2", "Winner", "CP1", "CP2", "AP1", "AP2", "Condition"]
    file = tmp_path / "day.xlsx"
    file.write_bytes(
        by_openpyxl([["notes"]], [head, [1, "Ana", "Ben", 1, 5, 3, 20, 10, "Scenario"]])
    )
    (event,) = look_into(file).games
    assert (event.name, event.games[0].cp.red, event.games[0].line) == ("day", 5, 2)


def test_empty_sheets_are_left_out() -> None:
    sheets = read_workbook(by_openpyxl([], LIST, [["x"]], names=("A", "B", "C")), "x")
    assert [sheet.name for sheet in sheets] == ["B", "C"]
    assert "no sheet with anything in it" in refusal(by_openpyxl([], []))


def test_a_spreadsheet_error_is_not_read_as_a_name() -> None:
    (sheet,) = read_workbook(by_openpyxl([["Name", "Club"], ["#REF!", "Ravens"]]), "x")
    assert sheet.notes[0].startswith("Cell A2 holds an error of the spreadsheet program")
    assert not preview_roster(sheet.rows).rows[0].ok
    (row,) = preview_roster(text_sheets("Name,Club\n#REF!,Ravens")[0].rows).rows
    assert not row.ok
    assert row.note == "“#REF!” is an error of the spreadsheet. Correct it there."


def test_damaged_and_protected_workbooks_are_refused_in_a_sentence() -> None:
    whole = by_openpyxl(LIST)
    assert "damaged" in refusal(whole[: len(whole) // 2])
    assert "damaged" in refusal(b"PK\x03\x04" + b"\0" * 50)
    broken = bytearray(whole)
    broken[100:160] = b"\xff" * 60
    assert "damaged" in refusal(bytes(broken))
    package = "EncryptedPackage".encode("utf-16-le")
    assert "password" in refusal(b"\xd0\xcf\x11\xe0" + b"\0" * 600 + package)
    assert "old format" in refusal(b"\xd0\xcf\x11\xe0" + b"\0" * 600)
    assert "password" in refusal(zipped({"META-INF/manifest.xml": b"<manifest:encryption-data/>"}))
    assert "damaged" in refusal(zipped({"readme.txt": b"no workbook"}))
    assert "damaged" in refusal(zipped({"readme.txt": b"x"}, zipfile.ZIP_LZMA))


def arriving(number: str) -> bytes:
    """A list whose date of arrival is this number."""
    whole = by_openpyxl([["Name", "Arrives"], ["Ana", datetime(2026, 11, 22, 9, 5)]])
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    changed = re.sub(rb"<v>46[0-9.]+</v>", f"<v>{number}</v>".encode(), files[sheet])
    assert changed != files[sheet]
    return zipped({**files, sheet: changed})


@pytest.mark.parametrize("number", ["1e18", "NaN", "2958466", "-1", ""])
def test_a_date_beyond_the_calendar_is_read_as_text(number: str) -> None:
    assert cells(arriving(number))[1][0] == "Ana"


def test_a_workbook_that_makes_the_reader_panic_is_reported_as_damaged() -> None:
    assert "damaged" in refusal(arriving("-1e300"))


READ = """
import sys
from pathlib import Path
from app.store.errors import StoreError
from app.store.tables.sources import read_players
try:
    read_players(Path(sys.argv[1]))
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("content.xml", b"</table:table></office:spreadsheet>", b"</table:tajle></office:sp"),
        ("content.xml", b"</table:table-row>", b""),
        ("content.xml", b"<office:document-content", b"<!DOCTYPE x [<!ENTITY a 'aa'>]><office:d"),
        ("meta.xml", b"</office:meta>", b""),
        ("meta.xml", b'encoding="UTF-8"', b'encoding="Klingon"'),
        ("meta.xml", b'encoding="UTF-8"', b'encoding="gb18030"'),
    ],
)
def test_a_workbook_whose_xml_is_broken_is_refused_at_once(
    tmp_path: Path, file: str, right: bytes, wrong: bytes
) -> None:
    """The reader looked for a table's end for ever, and no thread went on meanwhile."""
    with zipfile.ZipFile(io.BytesIO(by_odfdo(LIST))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    assert right in parts[file]
    path = tmp_path / "players.ods"
    path.write_bytes(zipped({**parts, file: parts[file].replace(right, wrong, 1)}))
    done = subprocess.run(
        (sys.executable, "-c", READ, path),
        capture_output=True, text=True, check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    assert "players.ods is damaged or not a workbook" in done.stdout


def zipped(files: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_file_that_unpacks_to_more_than_any_list_is_refused() -> None:
    bomb = zipped({"xl/worksheets/sheet1.xml": b"0" * 50_000_000})
    assert len(bomb) < 100_000
    assert "too big" in refusal(bomb)
    assert "too big" in refusal(zipped({f"{n}": b"" for n in range(2_001)}))


def test_a_zip_bomb_that_lies_about_its_size_is_refused() -> None:
    honest = zipped({"xl/worksheets/sheet1.xml": b"0" * 50_000_000})
    lying = honest.replace(struct.pack("<L", 50_000_000), struct.pack("<L", 500))
    assert lying != honest
    assert "too big" in refusal(lying)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("xl/worksheets/sheet1.xml", b'<c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c>'),
        ("xl/worksheets/sheet1.xml", b"<c><v>1</v></c>" * 500_001),
        (
            "content.xml",
            b'<table:table ><table:table-row table:number-rows-repeated="1048570">'
            b"<table:table-cell/></table:table-row><table:table-row><table:table-cell"
            b' office:value-type="string"/></table:table-row></table:table>',
        ),
        (
            "content.xml",
            b'<table:table ><table:table-row table:number-rows-repeated="9000"><table:table-cell'
            b' table:number-columns-repeated="200" office:value-type="string"/></table:table-row>',
        ),
    ],
)
def test_a_lone_cell_at_the_end_of_the_sheet_is_refused_before_it_fills_the_memory(
    name: str, data: bytes
) -> None:
    assert "a list has at most" in refusal(zipped({name: data}))


def xlsx_with(*cells: str) -> bytes:
    sheet = "".join(f'<c r="{cell}"><v>1</v></c>' for cell in cells)
    return zipped({"xl/worksheets/sheet1.xml": sheet.encode()})


def ods_with(rows: int, columns: int, text: int = 0, *, after: int = 0) -> bytes:
    """Cells that are all alike, after so many empty rows."""
    empty = f'<table:table-row table:number-rows-repeated="{after}"><table:table-cell/>'
    repeated = f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell'
    alike = f' table:number-columns-repeated="{columns}" office:value-type="string"/>'
    sheet = f"<table:table >{empty * bool(after)}{repeated}{alike}{'x' * text}"
    return zipped({"content.xml": sheet.encode()})


def ods_written_out(row: int, column: int) -> bytes:
    """A sheet with cells as far as this one, in which nothing is said to be repeated."""
    rows = b"<table:table-row>" * row
    cells = b'<table:table-cell office:value-type="string"/>' * column
    return zipped({"content.xml": b"<table:table >" + rows + cells})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (xlsx_with("A1", "A20000"), ""),
        (xlsx_with("A1", "A20001"), "as far as row 20001, column 1; a list has at most"),
        (xlsx_with("KN1"), ""),
        (xlsx_with("KO1"), "as far as row 1, column 301; a list has at most"),
        (zipped({"content.xml": b"<office:document-content/>"}), ""),
        (ods_with(20_000, 1), ""),
        (ods_with(20_001, 1), "as far as row 20001, column 1; a list has at most"),
        (ods_with(1, 1, after=19_999), ""),
        (ods_with(1, 1, after=20_000), "as far as row 20001, column 1; a list has at most"),
        (ods_with(1, 300), ""),
        (ods_with(1, 301), "as far as row 1, column 301; a list has at most"),
        (ods_written_out(1, 300), ""),
        (ods_written_out(1, 301), "as far as row 1, column 301; a list has at most"),
        (ods_written_out(20_000, 1), ""),
        (ods_written_out(20_001, 1), "as far as row 20001, column 1; a list has at most"),
        (ods_with(5_000, 100), ""),
        (ods_with(4_999, 101), "a list has at most"),
        (ods_with(1_000, 100, 1_000), ""),
        (ods_with(1_000, 100, 1_001), "too big to be a list"),
        (zipped({str(number): b"" for number in range(2_000)}), ""),
        (zipped({str(number): b"" for number in range(2_001)}), "too big to be a list"),
    ],
)
def test_the_size_of_an_unpacked_list_has_limits(content: bytes, said: str) -> None:
    """What is no whole workbook is refused as damaged at last."""
    assert (said or "is damaged or not a workbook") in refusal(content)


@pytest.mark.parametrize(
    "files",
    [
        {
            "xl/sharedStrings.xml": b"<sst><si><t>" + b"x" * 1_000_000 + b"</t></si></sst>",
            "xl/worksheets/sheet1.xml": b'<c r="A1" t="s"><v>0</v></c>' * 200,
        },
        {
            "content.xml": b'<table:table ><table:table-row table:number-rows-repeated="200">'
            b'<table:table-cell office:value-type="string"><text:p>' + b"x" * 1_000_000
        },
    ],
)
def test_one_long_text_in_many_cells_is_refused(files: dict[str, bytes]) -> None:
    assert "too big" in refusal(zipped(files))


def test_empty_rows_and_cells_to_the_end_of_a_sheet_are_no_obstacle() -> None:
    content = by_odfdo(LIST)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    rest = (
        b'<table:table-row table:number-rows-repeated="1048570">'
        b'<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    files["content.xml"] = files["content.xml"].replace(b"</table:table>", rest + b"</table:table>")
    assert len(cells(zipped(files))) == 3


def test_a_file_that_is_too_big_is_not_even_read(tmp_path: Path) -> None:
    file = tmp_path / "big.xlsx"
    with file.open("wb") as out:
        out.truncate(300_000_000)
    with pytest.raises(StoreError, match=r"big\.xlsx is too big .* 300 MB, and at most 10 MB"):
        read_players(file)
    assert LARGEST_BYTES == 10_000_000


def test_extra_fields_before_a_packed_file_are_skipped() -> None:
    """The format of ZIP, section 4.3.7: fields of other programs in each file's own head."""
    content, made = by_openpyxl(LIST), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(made, "w") as new:
        for file in old.infolist():
            packed = zipfile.ZipInfo(file.filename)
            packed.compress_type, packed.extra = zipfile.ZIP_DEFLATED, b"\x99\x99\x04\x00more"
            new.writestr(packed, old.read(file))
    assert cells(made.getvalue()) == cells(content)


@pytest.mark.parametrize("cell", [b'<c r="A1">', b"<c>"])
@pytest.mark.parametrize(
    ("count", "said"), [(500_000, "is damaged or not a workbook"), (500_001, "a list has at most")]
)
def test_a_workbook_may_have_at_most_half_a_million_cells(
    cell: bytes, count: int, said: str
) -> None:
    assert said in refusal(zipped({"xl/worksheets/sheet1.xml": cell * count}))
