"""Tables with headings, brought into lines that are read like any list."""

import pytest

from app.engine.armies.parse.columns import as_columns

HEAD = "name; kind; points; models"


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (["| Name | Points |", "|---|---:|", "| Lancer | 10 |"], ["", "Lancer  10"]),
        (["| Name | Points |", "Lancer | 10"], ["Lancer  10"]),
        (["Name | Points", "| Lancer | 10 |"], ["Lancer  10"]),
        (["Name;Points", "Lancer;10", "---;---"], ["Lancer  10", "---  ---"]),
        (["Name | Points", "Lancer | 10 | more", "Lancer"], ["Lancer | 10 | more", "Lancer"]),
        (["Type;Name;Count;Points", "Unit;Halberdiers;10;15"], ["Halberdiers; Unit; 15; 10"]),
        (["NAME;Pts;Size", "Lancer;10;1"], ["Lancer; ; 10; 1"]),
        (["Typ;Punkte;Name", "Solo;5;Rhupert"], ["Rhupert; Solo; 5; "]),
        (["Name;Model;Cost", "Haley;Haley1;0"], ["Haley  0"]),
        (["Name,Points", "Haley; Major,0"], ["Haley, Major  0"]),
        (["Name\tPoints", "Lancer\t10"], ["Lancer  10"]),
        (['"Name","Points"', '"Lancer; light","10"'], ["Lancer, light  10"]),
    ],
)
def test_a_table_with_headings_is_read_by_its_headings(lines: list[str], read: list[str]) -> None:
    assert as_columns(lines) == [HEAD, *read]


@pytest.mark.parametrize("lines", [["Name;Cards", "Lancer;10"], ["Lancer  10"], []])
def test_lines_without_headings_are_left_unchanged(lines: list[str]) -> None:
    assert as_columns(lines) == lines


@pytest.mark.parametrize(("above", "found"), [(0, True), (9, True), (10, False)])
def test_headings_are_found_only_in_the_first_ten_lines(above: int, found: bool) -> None:
    lines = [*["My list"] * above, "Name;Points", "Lancer;10"]
    read = [*["My list"] * above, HEAD, "Lancer  10"]
    assert as_columns(lines) == (read if found else lines)
