"""List sheets pasted or read from a file."""

import time

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.parse.entries import army_of, army_text, read_army
from app.engine.armies.parse.sheets import (
    Sheet,
    is_faction,
    is_whole_sheet,
    read_sheets,
    text_fault,
)

MOST_TEXT = 50_000
TWO = """\
List 1: Storm front
Faction: Cygnar
Theme force: Sons of the Tempest
Tier: 2
Points: 56/50
Objective: Fuel Cache

Haley 1 +6
- Stormwall 19
Arlan Strangewayes FA:C 2

Specialists
Rangers (6) 5

List 2
Army: Cygnar
Caine; caster; 5; 1
Reinforcements:
Gun Mages; unit; 6; 6
"""


def list_of(sheet: Sheet) -> ArmyList:
    """With its entries; lines that cannot be read are left out."""
    return ArmyList(
        army=army_of(read_army(sheet.army, sheet.faction)),
        name=sheet.name,
        faction=sheet.faction,
        theme=sheet.theme,
        tier=sheet.tier,
        points=sheet.points,
        objective=sheet.objective,
        specialists=army_of(read_army(sheet.specialists, sheet.faction)),
        reinforcements=army_of(read_army(sheet.reinforcements, sheet.faction)),
    )


def test_the_headings_and_parts_of_a_sheet_are_read() -> None:
    first, second = map(list_of, read_sheets(TWO))
    assert first == ArmyList(
        army=(
            ArmyRow("Haley 1", Kind.CASTER, 6),
            ArmyRow("Stormwall", Kind.JACK, 19),
            ArmyRow("Arlan Strangewayes", Kind.SOLO, 2, character=True, otherwise=Kind.UNIT),
        ),
        name="Storm front",
        faction="Cygnar",
        theme="Sons of the Tempest",
        tier=2,
        points=56,
        objective="Fuel Cache",
        specialists=(ArmyRow("Rangers", Kind.UNIT, 5, 6),),
    )
    assert (second.faction, second.casters[0].name) == ("Cygnar", "Caine")
    assert second.reinforcements == (ArmyRow("Gun Mages", Kind.UNIT, 6, 6),)


def test_a_text_without_headings_is_one_list() -> None:
    (only,) = read_sheets("Haley 1 +6\nTier:\nPoints: none")
    assert only.army.startswith("Haley 1 +6")
    assert only.points == 0
    assert len(read_sheets("")) == 1


def test_characters_are_recognized_in_columns_and_in_running_text() -> None:
    army = army_of(read_army("Eiryss; solo; 3; 1; FA:C\nRhupert (character) 2\nGrunts (10) 5"))
    assert [row.character for row in army] == [True, True, False]
    assert army_of(read_army(army_text(army))) == army


def test_conflict_chambers_headings_give_the_faction_and_theme() -> None:
    text = "Cygnar Army - 75 / 75 points\n[Theme] Heavy Metal\n\n(Stryker 1) Coleman Stryker [+28]"
    (sheet,) = read_sheets(text)
    assert (sheet.faction, sheet.theme) == ("Cygnar", "Heavy Metal")
    assert [one.name for one in list_of(sheet).army] == ["Coleman Stryker"]


@pytest.mark.parametrize(
    ("head", "faction", "name"),
    [
        ("War Room Army\n\nCygnar - Storm v3\n", "Cygnar", "Storm v3"),
        ("war room army\r\n\r\nAsh Legion - my - list\r\n", "Ash Legion", "my - list"),
        ("War Room Army\n\nAsh Legion\n", "Ash Legion", ""),
        ("War Room Army\n\nHaley 1 - WJ: +6\n", "", ""),
    ],
)  # fmt: skip
def test_war_rooms_heading_gives_the_faction_and_list_name(head, faction, name) -> None:
    (sheet,) = read_sheets(f"{head}\nTheme: Heavy Metal\n75 / 75 Army\n\n\nSloan 1 - WJ: +5\n")
    assert (sheet.faction, sheet.name, sheet.theme) == (faction, name, "Heavy Metal")
    assert list_of(sheet).army[-1] == ArmyRow("Sloan 1", Kind.CASTER, 5)
    assert len(list_of(sheet).army) == (1 if faction else 2)


def test_a_mercenary_contract_is_read_between_the_faction_and_the_list_name() -> None:
    (sheet,) = read_sheets(
        "War Room Army\n\nMercenaries - Four Star - Iron - wall\n\nMara - WJ: +6"
    )
    assert (sheet.faction, sheet.theme, sheet.name) == ("Mercenaries", "Four Star", "Iron - wall")


def test_two_list_builder_texts_in_a_row_are_two_lists() -> None:
    room = "War Room Army\n\nCygnar - {}\n\n75 / 75 Army\n\n"
    room += "{} - WJ: +28\n-    Firefly - PC: 8\n\n---\n"
    chamber = "Cygnar Army - 75 / 75 points\n[Theme] Heavy Metal\n\n{} [+28]\n - Firefly [8]\n"
    for text in (
        room.format("one", "Mara") + room.format("two", "Berta"),
        chamber.format("Mara") + chamber.format("Berta"),
    ):
        first, second = map(list_of, read_sheets(text))
        assert [row.name for row in first.army] == ["Mara", "Firefly"]
        assert [row.name for row in second.army] == ["Berta", "Firefly"]
        assert second.faction == "Cygnar"


def test_beasts_are_recognized_by_the_faction_in_the_heading() -> None:
    (sheet,) = read_sheets("Skorne Army - 75 / 75 points\n\n(Makeda 1) Makeda [+27]\n - Titan [15]")
    assert [row.kind for row in list_of(sheet).army] == [Kind.CASTER, Kind.BEAST]
    lost = "Mara [+28]\n - Iron Giant [12]\nLegion of Lost Souls (10) [12]\nSnowball [3]"
    (sheet,) = read_sheets(f"Faction: Cygnar\n{lost}")
    assert list_of(sheet).army[1].kind is Kind.JACK


def test_a_text_with_only_entries_is_not_a_whole_sheet() -> None:
    assert not is_whole_sheet("Haley 1 +6\n- Stormwall 19\n")
    assert not is_whole_sheet("")
    for head in ("Faction: Cygnar\n", "List 1\nMara +5\nList 2\n", "Specialists\n"):
        assert is_whole_sheet(f"{head}Haley 1 +6")


def test_a_text_that_cannot_be_a_list_is_refused_with_a_reason() -> None:
    assert text_fault(TWO) == ""
    assert "no text" in text_fault(" \n")
    assert "50,000" in text_fault("x" * 50_001)


@pytest.mark.parametrize(
    ("line", "caster", "theme", "tier"),
    [
        ("Kara (Wolves of the North, tier 4)", "Kara", "Wolves of the North", 4),
        ("Kara 2 [Wolves, T2]", "Kara 2", "Wolves", 2),
        ("Kara – Wolves tier 3", "Kara", "Wolves", 3),
        ("Kara (tier 1)", "Kara", "", 1),
        ("Kara (Wolves)", "", "", 0),
    ],
)
def test_the_first_line_of_a_posted_list_names_theme_and_tier(line, caster, theme, tier) -> None:
    (sheet,) = read_sheets(f"\n{line}\n * Breaker\nRifles (max)\n")
    assert (sheet.theme, sheet.tier) == (theme, tier)
    assert is_whole_sheet(line) == bool(tier)
    if caster:
        one = list_of(sheet)
        assert [(row.name, row.kind) for row in one.casters] == [(caster, Kind.CASTER)]
        assert [row.kind for row in one.army] == [Kind.CASTER, Kind.JACK, Kind.UNIT]


def test_a_sheets_own_theme_heading_overrides_its_first_line() -> None:
    (sheet,) = read_sheets("Theme: Storm\nTier: 2\nKara (Wolves, tier 4)\n* Breaker")
    assert (sheet.theme, sheet.tier) == ("Storm", 2)


@pytest.mark.parametrize(
    ("said", "tier"), [("-", 4), ("0", 4), ("1", 1), ("9", 9), ("10", 9), ("999", 9)]
)
def test_only_a_one_digit_tier_is_read(said: str, tier: int) -> None:
    (sheet,) = read_sheets(f"Tier: {said}\nKara (Wolves, tier 4)\n* Breaker")
    assert sheet.tier == tier


def test_a_sheet_of_more_than_50000_characters_is_refused() -> None:
    assert text_fault(TWO.ljust(50_000)) == ""
    assert "50,000" in text_fault(TWO.ljust(50_001))


def test_a_long_line_of_spaces_is_read_quickly() -> None:
    """Matching the heading took time by the square of its length."""
    began_s = time.process_time()
    (sheet,) = read_sheets(f"No jack or{' ' * (MOST_TEXT - 20)}")
    assert sheet.army.startswith("No jack or")
    assert time.process_time() - began_s < 1


@pytest.mark.parametrize(("words", "known"), [("Cygnar", True), ("Cryx", True), ("Ravens", False)])
def test_a_factions_name_is_known_whatever_the_packet(words, known):
    assert is_faction(words) is known
