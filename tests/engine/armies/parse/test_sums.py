"""A sum that a list says of itself is held against the points of the entries that were read."""

import pytest

from app.engine.armies.army_list import ArmyList
from app.engine.armies.list_checks import list_doubts
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.armies.parse.sheets import read_sheets
from app.engine.formats.settings import Settings
from app.store.packets.files import packets

ENTRIES = "Haley 2 (+28)\n- Thorn (13)\nLong Gunners (10 models) 17\nRangers (6 models) 9\n"
"""39 points, of which 26 are beside the bonus."""
EVENT = Settings("Cup", "sr2017", 75, seed=1)
NOW = "Southern Kriels - Kithguard\n{}\n\nMajor Orla\n\n29 Fortress Mauler\n12 Vorn Beast\n{}\n"


def said(text: str) -> list[str]:
    return [line.doubt for line in read_army(text) if line.row is None and line.doubt]


@pytest.mark.parametrize(
    "line",
    [
        "Total: 75",
        "75/75",
        "75 / 75 Army",
        "75/75 points",
        "Points: 75",
        "75 pts",
        "(75 points)",
        "= 75 pts",
        "75 total",
        "Total................75",
        "Gesamt: 75 Punkte",
        "Total : 75 puntos",
        "Army points: 75",
        "Used: 75",
        "75 of 75 points",
        "**Total: 75**",
    ],
)
def test_a_total_that_differs_from_the_entries_is_reported(line: str) -> None:
    assert said(ENTRIES + line) == ["75 points written, 39 read."]
    assert said(f"{line}\n{ENTRIES}") == ["75 points written, 39 read."]
    assert len(army_of(read_army(ENTRIES + line))) == 4


@pytest.mark.parametrize(
    "line", ["Total: 103 (75+28)", "Total : 103 points + 28", "Total: 103 of 75 points"]
)
def test_a_total_that_includes_the_bonus_is_not_read_as_an_entry(line: str) -> None:
    assert said(ENTRIES + line) == ["103 points written, 39 read."]


@pytest.mark.parametrize(
    "line",
    [
        "Total: 26",
        "Total: 39",
        "39/50",
        "26 / 26 Army",
        "Total: 39 (26+13)",
        "Battlegroup points: 28",
        "Warjack points: 28/28",
        "12/31/2020",
        "Points: 10/10 of 75",
    ],
)
def test_a_total_that_fits_with_or_without_the_bonus_raises_no_question(line: str) -> None:
    assert said(ENTRIES + line) == []


def test_a_list_of_names_alone_is_not_compared_with_a_total() -> None:
    assert said("Haley\nLancer\nRangers\nTotal: 75\n") == []


def test_the_total_from_this_years_app_is_compared_with_the_entries() -> None:
    for text in (NOW.format("TOTAL POINTS 98/100", ""), NOW.format("", "Total points 98/100")):
        (sheet,) = read_sheets(text)
        assert said(sheet.army) == ["98 points written, 41 read."]
    (sheet,) = read_sheets(NOW.format("Grand Melee - 100 pts", "TOTAL POINTS 41/100"))
    assert said(sheet.army) == []


def test_a_total_below_a_list_from_this_years_app_belongs_to_that_list() -> None:
    one = NOW.format("Grand Melee - 100 pts", "TOTAL POINTS 52/100")
    first, second = read_sheets(f"{one}\n{one}", packets()["sr2026"].lists.factions)
    assert said(first.army) == said(second.army) == ["52 points written, 41 read."]
    assert (first.theme, second.theme) == ("Kithguard", "Kithguard")


@pytest.mark.parametrize("line", ["Total: 75", "75/75", "Army: 75 points"])
def test_a_total_below_the_specialists_belongs_to_the_army(line: str) -> None:
    (sheet,) = read_sheets(f"{ENTRIES}Specialists\nEiryss 3\n{line}\n")
    assert said(sheet.army) == ["75 points written, 39 read."]
    assert (sheet.specialists, sheet.faction) == ("Eiryss 3", "")


@pytest.mark.parametrize(
    ("head", "points"), [("Points: 74", 74), ("Cygnar Army - 74 / 75 points", 74)]
)
def test_points_in_a_heading_are_the_points_of_the_sheet(head: str, points: int) -> None:
    (sheet,) = read_sheets(f"{head}\n{ENTRIES}")
    assert sheet.points == points
    army_list = ArmyList(army_of(read_army(sheet.army)), points=sheet.points)
    assert "its sheet says 74 points, its entries add up to 39" in " ".join(
        list_doubts(packets()["sr2017"], EVENT, (army_list,))
    )


def test_points_of_the_sheet_may_leave_out_what_the_bonus_buys() -> None:
    army_list = ArmyList(army_of(read_army(ENTRIES)), points=26)
    doubts = list_doubts(packets()["sr2017"], EVENT, (army_list,))
    assert "its sheet says" not in " ".join(doubts)
