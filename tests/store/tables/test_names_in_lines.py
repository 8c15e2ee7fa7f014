"""Players as people type them into a message: a name a line."""

import pytest

from app.store.tables.names_in_lines import with_names
from app.store.tables.text import Row
from app.store.tables.workbook import Sheet


def read(*lines: str) -> list[tuple[str, ...]]:
    rows = tuple(Row(number, (line,)) for number, line in enumerate(lines, start=1))
    return [row.cells for row in with_names(Sheet("", rows)).rows]


def alone(*names: str) -> list[tuple[str, ...]]:
    return [(name,) for name in names]


@pytest.mark.parametrize(
    "lines",
    [
        ("1. Ana Lind", "2. Bo Reed"),
        ("1) Ana Lind", "12) Bo Reed"),
        ("- Ana Lind", "* Bo Reed"),
        ("• Ana Lind", "•  Bo Reed"),
        ("Ana Lind", "Bo Reed"),
    ],
)
def test_line_numbers_are_left_out(lines: tuple[str, ...]) -> None:
    assert read(*lines) == alone("Ana Lind", "Bo Reed")


@pytest.mark.parametrize(
    "lines",
    [
        ("1. Ana Lind", "Bo Reed"),
        ("1234. Ana Lind", "2. Bo Reed"),
        ("1.Ana Lind", "2.Bo Reed"),
        ("1. 100", "2. 200"),
        ("1. Ana Lind",),
    ],
)
def test_lines_that_are_not_all_numbered_are_left_unchanged(lines: tuple[str, ...]) -> None:
    assert read(*lines) == alone(*lines)


def test_numbered_lines_may_follow_an_unnumbered_heading() -> None:
    assert read("On Saturday:", "1. Ana Lind", "2. Bo Reed") == alone(
        "On Saturday:", "Ana Lind", "Bo Reed"
    )


def test_text_after_most_names_becomes_a_column() -> None:
    assert read("Ana Lind (Cryx)", "Bo Reed (Khador)", "Cleo Ash (tbd)") == [
        ("Name", "Faction"), ("Ana Lind", "Cryx"), ("Bo Reed", "Khador"), ("Cleo Ash", ""),
    ]  # fmt: skip
    assert read("Ana Lind – Cryx", "Bo Reed — Khador", "Cleo Ash") == [
        ("Name", "Faction"), ("Ana Lind", "Cryx"), ("Bo Reed", "Khador"), ("Cleo Ash", ""),
    ]  # fmt: skip
    half = ("Ana Lind (Cryx)", "Bo Reed")
    assert read(*half) == alone(*half)


def test_two_kinds_of_text_after_a_name_get_a_column_each() -> None:
    assert read("Ana (Cryx) - Oslo", "Bo (Khador) - Bergen", "Cleo") == [
        ("Name", "Faction", "After the name"),
        ("Ana", "Cryx", "Oslo"),
        ("Bo", "Khador", "Bergen"),
        ("Cleo", "", ""),
    ]
    assert read("Ana (Cryx) - Khador", "Bo (Khador) - Cryx")[0] == (
        "Name", "Faction", "After the name"
    )  # fmt: skip


def test_text_that_is_no_faction_is_noted_as_not_used() -> None:
    rows = (Row(1, ("Ana (Oslo)",)), Row(2, ("Bo (Bergen)",)))
    sheet = with_names(Sheet("", rows, notes=("before",)))
    assert sheet.rows[0].cells == ("Name", "After the name")
    assert [row.line for row in sheet.rows] == [0, 1, 2]
    before, note = sheet.notes
    assert before == "before"
    assert note.startswith("The text after the names is not used.")


def test_a_table_with_columns_or_headings_is_left_unchanged() -> None:
    for rows in (
        (Row(1, ("Ana (Cryx)", "Oslo")), Row(2, ("Bo (Khador)", "Bergen"))),
        (Row(1, ("Name",)), Row(2, ("Ana (Cryx)",)), Row(3, ("Bo (Khador)",))),
    ):
        assert with_names(Sheet("", rows)).rows == rows
