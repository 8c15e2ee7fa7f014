"""Lists as the app of the current edition writes them, and as players paste them."""

import time

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, tidy
from app.engine.armies.parse.entries import ArmyLine, army_of, read_army
from app.engine.armies.parse.points_first import LineRole, is_points_first, read_current
from app.engine.armies.parse.sheets import is_whole_sheet, read_sheets
from tests.engine.event import PACKETS

FACTIONS = PACKETS["sr2026"].lists.factions
KRIELS = """\
Southern Kriels - Kithguard
Grand Melee - 100 pts

PC CARD

Trapdoor

Major Orla Stormhand

29 Fortress Mauler
12 Vorn Beast
9 Steel Watch
1 Scribe Elder
"""
DUSK = """\
talk less roll more 3.0
Dusk - House Kallyss
Grand Melee - 100 pts

PC CARD

Scyra, Issyr of Dawns

14 Eidolon 1
14 Eidolon 2
"""
TWO_LEADERS = """\
Grand Melee - 100 pts
Captain Ada Sterling
Lieutenant Bo Reed
7 Courser 1
11 Dire Wolf 2
"""


def lists_of(text: str) -> list[ArmyList]:
    return [
        ArmyList(
            army_of(lines(sheet.army)),
            sheet.name,
            sheet.faction,
            sheet.theme,
            points=sheet.points,
            cards=sheet.cards,
        )
        for sheet in read_sheets(text, FACTIONS)
    ]


def lines(text: str) -> tuple[ArmyLine, ...]:
    return read_army(text, points_first=True)


def leader(name: str) -> ArmyRow:
    return ArmyRow(name, Kind.CASTER)


def entry(name: str, points: int, kind: Kind = Kind.SOLO) -> ArmyRow:
    return ArmyRow(name, kind, points, otherwise=Kind.UNIT)


def test_a_list_has_its_army_size_cards_leader_and_entries():
    assert lists_of(KRIELS) == [
        ArmyList(
            (
                leader("Major Orla Stormhand"),
                entry("Fortress Mauler", 29),
                entry("Vorn Beast", 12),
                entry("Steel Watch", 9),
                entry("Scribe Elder", 1),
            ),
            faction="Southern Kriels",
            theme="Kithguard",
            points=100,
            cards=("Trapdoor",),
        )
    ]
    assert is_whole_sheet(KRIELS, FACTIONS)


def test_a_title_may_precede_the_army_and_a_comma_does_not_split_a_leader():
    (dusk,) = lists_of(DUSK)
    assert (dusk.name, dusk.faction, dusk.theme) == (
        "talk less roll more 3.0",
        "Dusk",
        "House Kallyss",
    )
    assert dusk.cards == ()
    assert dusk.army == (
        leader("Scyra, Issyr of Dawns"),
        entry("Eidolon 1", 14, Kind.JACK),
        entry("Eidolon 2", 14, Kind.JACK),
    )


def test_two_leaders_are_read_and_an_army_is_never_guessed():
    (two,) = lists_of(TWO_LEADERS)
    assert [row.name for row in two.casters] == ["Captain Ada Sterling", "Lieutenant Bo Reed"]
    assert (two.faction, two.theme, two.name) == ("", "", "")
    assert [row.points for row in two.army[2:]] == [7, 11]


def test_a_text_without_a_leader_is_kept_as_a_list_with_its_title():
    assert lists_of("Made you look\nTOTAL POINTS 100/100") == [
        ArmyList(name="Made you look", points=100)
    ]


@pytest.mark.parametrize(
    ("head", "title", "faction", "army"),
    [
        ("kithguard", "", "Southern Kriels", "Kithguard"),
        ("Dusk", "", "Dusk", ""),
        ("v2 - fast\nDusk – house Kallyss", "v2 - fast", "Dusk", "House Kallyss"),
        ("Dusk - Our Own", "", "Dusk", "Our Own"),
        ("v2 - fast", "v2 - fast", "", ""),
        ("My list\nNewcomers - First Ones", "My list", "Newcomers", "First Ones"),
        ("My list\nof two lines", "My list of two lines", "", ""),
        ("", "", "", ""),
    ],
)
def test_the_lines_above_the_size_give_the_title_and_army(
    head: str, title: str, faction: str, army: str
):
    (read,) = lists_of(f"{head}\nSkirmish - 50 pts\nBo Reed\n7 Courser\n")
    assert (read.name, read.faction, read.theme) == (title, faction, army)
    assert [row.name for row in read.army] == ["Bo Reed", "Courser"]


def test_an_army_is_found_even_without_a_size():
    (read,) = lists_of("Dusk - House Kallyss\nScyra, Issyr of Dawns\n14 Eidolon 1\n14 Eidolon 2\n")
    assert (read.theme, read.points) == ("House Kallyss", 0)
    assert [row.name for row in read.casters] == ["Scyra, Issyr of Dawns"]


@pytest.mark.parametrize(
    ("before", "cards", "leaders"),
    [
        ("Command cards (5)\nOne\nTwo\nThree\nFour\nFive\nBo Reed", 5, ["Bo Reed"]),
        ("CARDS\nOne\nTwo\n\nAda\nBo Reed", 2, ["Ada", "Bo Reed"]),
        ("PC CARD\n\nAda\nBo Reed", 0, ["Ada", "Bo Reed"]),
        ("PC CARD\nAda\nBo Reed", 1, ["Bo Reed"]),
        ("PC CARD\n\nOne\n\nBo Reed", 1, ["Bo Reed"]),
        ("Bo Reed", 0, ["Bo Reed"]),
        ("Some remark\n\nBo Reed", 0, ["Bo Reed"]),
        ("PC CARD", 0, []),
    ],
)
def test_lines_between_the_card_heading_and_the_leader_are_cards(
    before: str, cards: int, leaders: list[str]
):
    (read,) = lists_of(f"Pitched Battle: 75\n{before}\n\n7 Courser\n")
    assert len(read.cards) == cards
    assert [row.name for row in read.casters] == leaders


def test_parts_of_a_custom_warjack_belong_to_the_entry_above():
    text = """\
Recon - 30 pts
Bo Reed
Vanguard
  Head: Shield Guard 0
  Left: Hammer 5
  Right: Fist
12 Guardian
\tHead: Visor

3 Rocketeers
"""
    (read,) = lists_of(text)
    assert read.army[1:] == (
        ArmyRow("Vanguard (Head: Shield Guard, Left: Hammer, Right: Fist)", Kind.JACK, 5),
        ArmyRow("Guardian (Head: Visor)", Kind.JACK, 12),
        entry("Rocketeers", 3),
    )


def test_several_lists_in_one_text_are_read_separately():
    first, second, third = lists_of(f"{DUSK}{KRIELS}\n\n{TWO_LEADERS}")
    assert (first.theme, second.theme, third.theme) == ("House Kallyss", "Kithguard", "")
    assert [len(read.army) for read in (first, second, third)] == [3, 5, 4]


def test_a_name_without_points_among_entries_is_not_read():
    read = lines("Bo Reed\n7 Courser\nTheir friends\n9 Steel Watch\nHead: Visor\n")
    assert [line.fault for line in read if line.fault] == [
        "There are no points in front of this name."
    ]
    assert read[-1].row is None
    assert army_of(read)[-1].name == "Steel Watch (Head: Visor)"


def test_lines_beyond_the_200th_are_not_read():
    read = lines("\n".join(f"7 Courser {number}" for number in range(1, 203)))
    assert [line.fault for line in read if line.fault] == ["More than 200 lines: not read."] * 2


@pytest.mark.parametrize(
    ("text", "expected", "result"),
    [
        ("3 Rocketeers", True, True),
        ("3 Rocketeers\n2 Riders", False, False),
        ("14 Eidolon 1\n14 Eidolon 2", False, True),
        ("14 Long Gunners (10)\n14 Rangers (9)", False, False),
        ("10 Gunners 8pts\n16 Rangers", True, False),
        ("14 Gunners; unit; 8\n14 Rangers", True, False),
        ("Haley +28\n- Lancer 10", True, False),
        ("", True, False),
    ],
)
def test_lists_of_earlier_editions_are_left_to_the_other_reader(
    text: str, expected: bool, result: bool
):
    assert is_points_first(text, expected=expected) == result


def test_a_typed_entry_is_read_points_first_when_the_packet_says_so():
    assert army_of(lines("3 Rocketeers")) == (entry("Rocketeers", 3),)
    assert army_of(read_army("3 Rocketeers"))[0].models == 3


def test_beasts_are_known_by_their_faction():
    (read,) = read_sheets("Trollbloods - United Kriels\nRecon - 30 pts\nBo\n7 Axer 1\n", FACTIONS)
    read_lines = read_army(read.army, read.faction, points_first=True)
    assert army_of(read_lines)[1].kind is Kind.BEAST


def test_cards_are_kept_without_stray_spaces():
    assert tidy(ArmyList(cards=("  One ", " ", "Two"))).cards == ("One", "Two")


def test_a_card_is_not_read_as_an_entry():
    (read,) = read_current("PC CARD\nOne\n\nBo Reed\n7 Courser\n20 Colossal\n")
    assert read.cards == ("One",)


@pytest.mark.timed
def test_long_runs_of_spaces_are_read_quickly() -> None:
    """40 such lines took three quarters of a second."""
    text = "\n".join(["(5" + " " * 280 + "free"] * 40)
    began_s = time.process_time()
    is_points_first(text)
    assert time.process_time() - began_s < 0.2


@pytest.mark.parametrize("indent", [" ", "  ", "\t"])
def test_parts_of_an_entry_without_points_may_be_indented_by_any_space(indent: str) -> None:
    (sheet,) = read_current(
        f"Grand Melee - 100 pts\n\nMauler\n{indent}Head: Horn 3\n{indent}Arm: Fist 2\n"
    )
    parts = [line.text for line in sheet.lines if line.role is LineRole.PART]
    assert parts == [f"{indent}Head: Horn 3", f"{indent}Arm: Fist 2"]
