from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.tables.text import LARGEST_BYTES, MOST_ROWS, Row, decode, read_text, rows
from tests.os_words import NOT_THERE

POLISH = "Imię;Klub\nŁukasz;Żółw\n"


@pytest.mark.parametrize(
    "content",
    [
        POLISH.encode("utf-8"),
        POLISH.encode("utf-8-sig"),
        POLISH.encode("utf-16"),
        b"\xfe\xff" + POLISH.encode("utf-16-be"),
    ],
)
def test_unicode_is_read_with_or_without_a_byte_order_mark(content: bytes) -> None:
    assert decode(content, "players.csv") == POLISH


def test_text_that_is_not_unicode_is_read_as_windows_encoding() -> None:
    assert decode("Jürgen;Köln €\n".encode("cp1252"), "players.csv") == "Jürgen;Köln €\n"


def test_a_letter_from_another_code_page_spoils_only_that_letter() -> None:
    content = "Anna Żak, Michał Źrebiec and all the other players".encode("cp1250")

    assert decode(content, "players.csv").startswith("Anna ")


@pytest.mark.parametrize("content", [b"", b" \r\n\n\t "])
def test_an_empty_file_is_reported(content: bytes) -> None:
    with pytest.raises(StoreError, match=r"players\.csv is empty\."):
        decode(content, "players.csv")


@pytest.mark.parametrize("content", [b"PK\x03\x04\x14\0", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_a_workbook_is_refused_with_advice(content: bytes) -> None:
    with pytest.raises(StoreError, match=r"players\.xlsx is a workbook\. Save it as CSV"):
        decode(content, "players.xlsx")


@pytest.mark.parametrize(
    "content", [bytes(range(256)), b"\x89PNG\r\n\x1a\n\0\0", b"\x01\x02ab\x03"]
)
def test_a_binary_file_is_reported(content: bytes) -> None:
    with pytest.raises(StoreError, match=r"photo\.png is not a text"):
        decode(content, "photo.png")


def test_a_file_is_read_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_bytes(POLISH.encode("utf-16"))

    assert read_text(tmp_path / "players.csv") == POLISH


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=rf"players\.csv cannot be read: {NOT_THERE}"):
        read_text(tmp_path / "players.csv")


def test_a_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        read_text(tmp_path)


def test_a_file_that_is_far_too_big_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "film.mp4").open("wb") as file:
        file.truncate(LARGEST_BYTES + 1)

    with pytest.raises(StoreError, match=r"film\.mp4 is too big"):
        read_text(tmp_path / "film.mp4")


@pytest.mark.parametrize(
    "text",
    [
        "Ana,Club\nBo,Home\n",
        "Ana;Club\nBo;Home\n",
        "Ana\tClub\nBo\tHome\n",
        "Ana\tClub\r\nBo\tHome",
        "Ana,Club\rBo,Home\r",
        "\ufeffAna,Club\nBo,Home",
        '"Ana","Club"\n"Bo","Home"',
        " Ana , Club \nBo,\u00a0Home",
    ],
)
def test_commas_semicolons_and_tabs_are_detected_as_delimiters(text: str) -> None:
    assert rows(text) == [Row(1, ("Ana", "Club")), Row(2, ("Bo", "Home"))]


def test_a_comma_inside_a_cell_of_a_semicolon_list_does_not_split_it() -> None:
    found = rows("Name;Club\nDoe, Jane;Kyiv, north\nRoe, Jim;Oslo")

    assert [row.cells for row in found[1:]] == [("Doe, Jane", "Kyiv, north"), ("Roe, Jim", "Oslo")]


def test_a_comma_in_the_heading_does_not_make_a_comma_list() -> None:
    assert rows("Name, first;Club\nJane;Kyiv\nJim;Oslo")[1].cells == ("Jane", "Kyiv")


def test_a_list_of_names_alone_has_one_column() -> None:
    assert [row.cells for row in rows("Name\nDoe, Jane\nRoe")] == [
        ("Name",),
        ("Doe, Jane",),
        ("Roe",),
    ]


def test_blank_rows_are_skipped_but_lines_are_numbered_as_in_an_editor() -> None:
    assert [row.line for row in rows("\n\nAna,x\n\n,\n  \nBo,y\n")] == [3, 7]


def test_a_cell_may_hold_a_line_break_in_quotation_marks() -> None:
    found = rows('Ana,"first\nsecond"\nBo,y')

    assert found == [Row(1, ("Ana", "first\nsecond")), Row(3, ("Bo", "y"))]


def test_a_doubled_quotation_mark_stands_for_itself() -> None:
    assert rows('"Bob ""Tank"" Smith",x')[0].cells == ('Bob "Tank" Smith', "x")


@pytest.mark.parametrize("spoilt", ['"Tank" Bob,x', '"Bob,x', 'Bob "Tank" Smith,x'])
def test_a_quotation_mark_out_of_place_spoils_its_own_line_only(spoilt: str) -> None:
    found = rows(f'"Ana, the first",x\n{spoilt}\n"Cy",y')

    assert [row.line for row in found] == [1, 2, 3]
    assert found[0].cells == ("Ana, the first", "x")
    assert len(found[1].cells) == 2
    assert "Bob" in found[1].cells[0]
    assert found[2].cells == ("Cy", "y")


def test_an_enormous_cell_is_still_a_cell() -> None:
    assert len(rows("x" * 200_000 + ",y")[0].cells[0]) == 200_000


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_a_line_that_names_the_delimiter_is_not_read_as_a_row(delimiter: str) -> None:
    found = rows(f"sep={delimiter}\r\nAna{delimiter}x\r\n")

    assert found == [Row(2, ("Ana", "x"))]


@pytest.mark.parametrize("row", ["Ann", "", 'Ann "the owl" Example,"'])
def test_a_list_with_too_many_rows_is_refused_before_it_fills_memory(row: str) -> None:
    assert rows("Name\n" + "Ann\n" * (MOST_ROWS - 1))
    with pytest.raises(StoreError, match=r"more than 40,000 rows\. Choose a shorter one"):
        rows("Name\n" + f"{row}\n" * MOST_ROWS)


@pytest.mark.parametrize("text", ["", " \n ", ",,,\n,", "\ufeff"])
def test_an_empty_list_is_reported(text: str) -> None:
    with pytest.raises(StoreError, match="There is nothing in the list"):
        rows(text)


@pytest.mark.parametrize("odd", ['"', '"Bo" x;Cryx'])
def test_the_first_rows_tell_the_delimiter_whatever_follows(odd: str) -> None:
    """Fifty of them: a table of 100 KB that repeats one line is not read once per delimiter."""
    table = "Name;Club, town\n" + "Anna;Ravens, Bern\n" * 60 + odd + "\n" + "a,b,c\n" * 400
    assert rows(table)[1].cells == ("Anna", "Ravens, Bern")


def test_rows_of_one_cell_do_not_help_to_choose_a_delimiter() -> None:
    found = rows("First; last\tClub\nAnna\tOslo\nBen\tKyiv\nCleo\nDora")

    assert [row.cells for row in found[:2]] == [("First; last", "Club"), ("Anna", "Oslo")]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    ("text", "is_text"),
    [
        ("a" * 11 + "Я" * 9, True),  # more than half of the letters are of ASCII
        ("a" * 10 + "Я" * 10, False),
        ("a" * 19 + "Ā", True),  # one in twenty ends in a zero where others have their letter
        ("a" * 18 + "Ā" * 2, False),
        ("a" * 2_000 + "Я" * 4_000, True),  # the beginning decides
    ],
)
def test_utf_16_without_a_byte_order_mark_is_recognized_by_its_zeros(
    text: str, is_text: bool, encoding: str
) -> None:
    content = text.encode(encoding)
    if is_text:
        assert decode(content, "players.csv") == text
    else:
        with pytest.raises(StoreError, match="is not a text"):
            decode(content, "players.csv")


@pytest.mark.parametrize("odd", ["\x01", "\x08", "\x0e", "\x1f", "\ufffd"])
def test_a_text_may_have_at_most_one_odd_letter_in_twenty(odd: str) -> None:
    assert decode(f"{'a' * 19}{odd}".encode(), "players.csv").endswith(odd)
    with pytest.raises(StoreError, match="is not a text"):
        decode(f"{'a' * 18}{odd}".encode(), "players.csv")
    with pytest.raises(StoreError, match="is not a text"):
        decode(b"a" * 1_000 + b"\0", "players.csv")


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Cup\na;b\nc;d", [1, 2, 2]),
        ("Cup\na;b\nc;d\ne", [1, 1, 1, 1]),  # no more than half of the rows have two
        ("Cup\na,b\nc,d", [1, 2, 2]),
        ("Cup\na, b\nc, d", [1, 1, 1]),  # names with commas
        ("Cup\na, b, c\nd, e, f", [1, 3, 3]),
        ("Cup\na\tb\nc\td", [1, 2, 2]),
        ("Cup, 2026\n;\n;\na;b", [1, 2]),  # empty rows have the delimiter, too
        ("sep=|\na|b;c", [2]),
    ],
)
def test_below_a_title_most_rows_must_contain_the_delimiter(text: str, cells: list[int]) -> None:
    assert [len(row.cells) for row in rows(text)] == cells


def test_utf_16_without_a_byte_order_mark_is_recognized_by_its_first_2000_letters() -> None:
    text = "Ā" * 100 + "a" * 1900 + "Ā"
    assert decode(text.encode("utf-16-le"), "list.txt") == text


def test_a_file_that_cannot_be_read_is_named_without_its_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"^none\.csv cannot be read: "):
        read_text(tmp_path / "none.csv")
