"""List sheets pasted or read from a file."""

from app.engine.army import ArmyRow, Kind
from app.engine.army_list import ArmyList
from app.engine.army_text import army_of, army_text, read_army
from app.engine.list_text import list_of_sheet, read_sheets

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


def test_a_sheet_gives_its_headings_and_parts() -> None:
    first, second = map(list_of_sheet, read_sheets(TWO))
    assert first == ArmyList(
        army=(
            ArmyRow("Haley 1", Kind.CASTER, 6),
            ArmyRow("Stormwall", Kind.JACK, 19),
            ArmyRow("Arlan Strangewayes", Kind.SOLO, 2, character=True),
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


def test_characters_are_marked_in_columns_and_sentences() -> None:
    army = army_of(read_army("Eiryss; solo; 3; 1; FA:C\nRhupert (character) 2\nGrunts (10) 5"))
    assert [row.character for row in army] == [True, True, False]
    assert army_of(read_army(army_text(army))) == army


def test_the_headings_of_conflict_chamber_are_its_faction_and_theme() -> None:
    text = "Cygnar Army - 75 / 75 points\n[Theme] Heavy Metal\n\n(Stryker 1) Coleman Stryker [+28]"
    (sheet,) = read_sheets(text)
    assert (sheet.faction, sheet.theme) == ("Cygnar", "Heavy Metal")
    assert [one.name for one in list_of_sheet(sheet).army] == ["Coleman Stryker"]
