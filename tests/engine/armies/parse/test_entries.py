import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.armies.army import ArmyRow, Kind, follows_caster
from app.engine.armies.army_list import cost
from app.engine.armies.parse.entries import MOST_LINES, army_of, army_text, read_army
from app.engine.frozen import replace

FORGE = """War Room Army

Ash Legion - first list

Theme: The Furnace
75 / 75 Army


Ember, Queen of Ash - WB: +28
-    Cinder Hound - PC: 8 (Battlegroup Points Used: 8)
-    Ember's Page

Kiln Keeper - PC: 4
-    Clay Walker - PC: 9

Ash Walkers - Leader & 9 Grunts: 15
-    Ash Walker Officer & Standard - Officer & Standard 4
The Three Sparks - Anna, Berta, and Carla: 5
Coal Crew <! OVER FIELD ALLOWANCE !> - Crew Chief & 5 Grunts: 3
-    Coal Engine - PC: 12

THEME: The Furnace
---

GENERATED : 03/17/2020 22:23:47
BUILD ID : 2099.20-03-03"""

CHAMBER = """Tide Army - 74 / 75 points
[Theme] High Water

(Mara 1) Mara of the Shoals [+28]
 - Breaker [17]
Tide Riders (min) [11]
Tide Guard (max) [0(16)]
 - Tide Guard Officer & Standard [4]
Old Salt [6]"""


def entries(text: str) -> list[tuple[str, str, int | None, int]]:
    return [(row.kind.value, row.name, row.points, row.models) for row in army_of(read_army(text))]


def line_kinds(text: str) -> list[str]:
    return [line.row.kind.value for line in read_army(text) if line.row]


def test_a_list_builders_export_is_read_completely():
    assert entries(FORGE) == [
        ("caster", "Ember, Queen of Ash", 28, 1),
        ("beast", "Cinder Hound", 8, 1),
        ("solo", "Ember's Page", None, 1),
        ("solo", "Kiln Keeper", 4, 1),
        ("beast", "Clay Walker", 9, 1),
        ("unit", "Ash Walkers", 15, 10),
        ("attachment", "Ash Walker Officer & Standard", 4, 2),
        ("unit", "The Three Sparks", 5, 3),
        ("unit", "Coal Crew", 3, 6),
        ("beast", "Coal Engine", 12, 1),
    ]
    assert not any(line.fault for line in read_army(FORGE))


def test_brackets_full_and_minimum_units_and_free_cards_are_read():
    assert entries(CHAMBER) == [
        ("caster", "Mara of the Shoals", 28, 1),
        ("jack", "Breaker", 17, 1),
        ("unit", "Tide Riders", 11, 6),
        ("unit", "Tide Guard", 16, 10),
        ("attachment", "Tide Guard Officer & Standard", 4, 2),
        ("solo", "Old Salt", 6, 1),
    ]
    riders = next(line for line in read_army(CHAMBER) if line.row and line.row.models == 6)
    assert riders.doubt == "Taken as 6 models: is that right?"


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("Captain Kara (*6pts)", ("caster", "Captain Kara", 6, 1)),
        ("Haley 2 +6", ("caster", "Haley 2", 6, 1)),
        ("Caster: Haley 2 [+6]", ("caster", "Haley 2", 6, 1)),
        ("Caster: Ember 28", ("caster", "Ember", 28, 1)),
        ("Caster: Ember [28]", ("caster", "Ember", 28, 1)),
        ("Caster: Haley 2 5", ("caster", "Haley 2", 5, 1)),
        ("Warlock = Mara +28", ("caster", "Mara", 28, 1)),
        ("Tide Hunters 10/10 models 10", ("unit", "Tide Hunters", 10, 10)),
        ("Old   Salt \u00a0 -  PC   18", ("solo", "Old Salt", 18, 1)),
        ("Old Salt - PC 18", ("solo", "Old Salt", 18, 1)),
        ("Old Salt: 3", ("solo", "Old Salt", 3, 1)),
        ("Stormclad 10", ("solo", "Stormclad", 10, 1)),
        ("Stormclad 10 pts", ("solo", "Stormclad", 10, 1)),
        ("Whelps (5) 2", ("unit", "Whelps", 2, 5)),
        ("Gun Crew, 6 models, 7", ("unit", "Gun Crew", 7, 6)),
        ("Gun Crew (Leader and 9 Grunts) (10pts)", ("unit", "Gun Crew", 10, 10)),
        ("3 Gun Crew 7", ("unit", "Gun Crew", 7, 3)),
        ("1 Old Salt 7", ("solo", "Old Salt", 7, 1)),
        ("- Stormclad; jack; 10", ("jack", "Stormclad", 10, 1)),
        ("Kommander Kara [+6 warjack points]", ("caster", "Kommander Kara", 6, 1)),
        ("Kara +6WJ", ("caster", "Kara", 6, 1)),
        ("Kara (WJ: 6)", ("caster", "Kara", 6, 1)),
        ("Mara [WB +5]", ("caster", "Mara", 5, 1)),
        ("Mara - 5 warbeast points", ("caster", "Mara", 5, 1)),
        ("Gun Crew; 8; 10; unit", ("unit", "Gun Crew", 8, 10)),
        ("Gun Crew; 8; 10", ("unit", "Gun Crew", 8, 10)),
        ("Gun Crew; 8", ("solo", "Gun Crew", 8, 1)),
        ("Swamp horror\twarbeast\t8", ("beast", "Swamp horror", 8, 1)),
        ("Page; solo", ("solo", "Page", None, 1)),
        ("Wagon; Battle engine; 16", ("battle engine", "Wagon", 16, 1)),
    ],
)
def test_a_hand_typed_line_is_read(line, entry):
    assert entries(line) == [entry]


@pytest.mark.parametrize("line", ["Caster: Haley 4", "Caster: Haley", "Caster: 28"])
def test_a_caster_who_is_named_without_points_leads_a_list_with_points(line):
    assert entries(f"{line}\nHaley +28\nOld Salt 3") == [
        ("caster", "Haley", 28, 1),
        ("solo", "Old Salt", 3, 1),
    ]


def test_a_number_before_a_name_is_asked_about():
    (read,) = read_army("3 Gun Crew 7")
    assert read.doubt == "Taken as 3 models: is that right?"
    (read,) = read_army("1 Old Salt 7")
    assert not read.doubt


def test_a_free_card_costs_the_list_nothing_and_keeps_its_points():
    guard = next(row for row in army_of(read_army(CHAMBER)) if row.name == "Tide Guard")
    assert (guard.points, guard.free) == (16, True)
    assert cost(army_of(read_army(CHAMBER))) == 17 + 11 + 4 + 6


@pytest.mark.parametrize(
    "line", ["Old Salt [0(5)]", "Old Salt (0 (5))", "Old Salt; solo; 5; free", "Old Salt; 5; Free"]
)
def test_a_free_card_is_read_however_people_write_it(line):
    (row,) = army_of(read_army(line))
    assert replace(row, otherwise=None) == ArmyRow("Old Salt", Kind.SOLO, 5, free=True)


def test_a_free_card_without_its_points_is_asked_about():
    (read,) = read_army("Old Salt - PC: 0")
    assert read.row == ArmyRow("Old Salt", Kind.SOLO, 0, free=True)
    assert read.doubt == "Free here. What is on its card? Write “name; solo; points; free”."


BONUS_UNSPENT = """War Room Army

Ash Guild - third list

Theme: The Furnace
75 / 75 Army


Ember, Queen of Ash - WJ: +28
-    Ember's Apprentice Dame - PC: 8
-    Clay Walker - PC: 26 (Battlegroup Points Used: 26)
-    Clay Runner - PC: 8 (Battlegroup Points Used: 2)
-    Clay Runner - PC: 8
"""


def test_an_entry_that_uses_no_battlegroup_points_while_some_remain_is_a_solo():
    assert line_kinds(BONUS_UNSPENT) == [
        "caster", "solo", "jack", "jack", "jack",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Haley 2 [+28]\n - Squire [5]\n - Charger [9]", ["caster", "solo", "jack"]),
        ("Haley 2 (*5pts)\n* Squire (2pts)\n* Charger (4pts)", ["caster", "solo", "jack"]),
        (
            "Mara - WB: +6\n-    Druid Wilder - PC: 2\n-    Hound - PC: 4",
            ["caster", "solo", "beast"],
        ),
    ],
)
def test_a_solo_attached_to_a_caster_is_not_read_as_a_jack(text, kinds):
    assert line_kinds(text) == kinds


def test_jacks_listed_below_an_attached_solo_still_belong_to_the_caster():
    read = read_army("Haley 2 [+28]\n - Squire [5]\n - Charger [9]\nRangers (6) 5\n- Captain 2")
    assert [line.row.name for line in read if line.row][:3] == ["Haley 2", "Squire", "Charger"]
    army = army_of(read)
    assert [row.name for row in army] == ["Haley 2", "Charger", "Squire", "Rangers", "Captain"]
    assert follows_caster(army, 1)
    assert [row.kind for row in army_of(read_army(BONUS_UNSPENT))][1:] == [
        *[Kind.JACK] * 3,
        Kind.SOLO,
    ]


def test_an_entry_too_cheap_for_a_jack_below_a_caster_is_taken_as_a_solo_to_confirm():
    read = read_army("Mara [+28]\n - Clerk of the Tides [4]\n - Breaker [17]", "Cygnar")
    assert [line.row.kind for line in read if line.row] == [Kind.CASTER, Kind.SOLO, Kind.JACK]
    assert read[1].doubt == "Taken as a solo attached to its caster: is that right?"
    assert not read[2].doubt


def test_a_solo_under_a_caster_is_attached_in_a_list_without_points_too() -> None:
    read = read_army("Mara; caster\n - Clerk\n - Breaker; jack")
    assert [(line.row.name, line.attached) for line in read if line.row] == [
        ("Mara", False), ("Clerk", True), ("Breaker", False),
    ]  # fmt: skip
    assert [row.name for row in army_of(read)] == ["Mara", "Breaker", "Clerk"]


def test_entries_below_a_unit_are_attachments_unless_they_cost_as_much_as_a_jack():
    text = "Guard (10) 8\n- Guard Captain 2\n- Officer and Standard 3\n- Golem 9"
    assert [kind for kind, *_ in entries(text)] == ["unit", "attachment", "attachment", "jack"]


def test_an_officer_with_no_unit_above_is_not_taken_for_an_attachment():
    assert entries("Field Officer 3") == [("solo", "Field Officer", 3, 1)]
    assert entries("Guard (10) 8\nGuard UA 3")[1][0] == "attachment"


def test_an_entry_may_cost_99_points() -> None:
    (read,) = read_army("Gun Crew; unit; 99")
    assert read.row is not None
    assert read.row.points == 99


def test_bonus_points_in_a_line_of_columns_make_its_model_a_caster():
    (read,) = read_army("Haley; +6; 1")
    assert read.row is not None
    assert (read.row.name, read.row.kind, read.row.points) == ("Haley", Kind.CASTER, 6)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Gun Crew; gunners; 8", "“gunners” is neither a kind nor a number."),
        ("; unit; 8", "Write name; kind; points; models."),
        ("Gun Crew; 8; 10; 12", "Write name; kind; points; models."),
        ("Gun Crew; unit; 8; 61", "61 models: an entry has 1 to 60."),
        ("Gun Crew (0) 8", "0 models: an entry has 1 to 60."),
        ("Gun Crew; 100", "100 points: an entry costs at most 99."),
        ("[28]", "There is no name in this line."),
        ("Foo " + "9" * 5000, "More than 300 characters: not read."),
        ("Foo; " + "x" * 40, f"“{'x' * 40}” is neither a kind nor a number."),
        ("Foo; " + "x" * 41, f"“{'x' * 40}…” is neither a kind nor a number."),
        ("Foo; " + "9" * 5000, f"“{'9' * 40}…” is neither a kind nor a number."),
        ("Foo 999999", "999999 points: an entry costs at most 99."),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line, fault):
    (read,) = read_army(f"\n{line}\n")
    assert (read.line, read.text, read.row, read.fault) == (2, line, None, fault)


def test_headings_are_neither_entries_nor_faults():
    text = "Name; Kind; Points\nFaction: Sea\n12 / 15 points\n---\nObjective: Stockpile"
    text += "\nTide - 75/75\nPoints: 10/10 of 75\n03/17/2020 22:23 list\nCaster: Mara"
    assert [(line.row, line.fault) for line in read_army(text)] == [(None, "")] * 9


def test_a_fraction_in_an_entry_is_asked_about():
    (read,) = read_army("Tide Hunters 6/10 8")
    assert read.row == ArmyRow("Tide Hunters 6/10", Kind.SOLO, 8)
    assert read.doubt == "What is “6/10”? Write the models as “10 models”."


def test_lines_with_wide_gaps_are_read_quickly():
    begin = time.thread_time()  # of our own: a busy machine takes its time
    read_army("\n".join("a" + " " * 1000 + "b" for _ in range(50)))
    read_army("\n".join("a" + " " * 290 + "b" for _ in range(50)))
    assert time.thread_time() - begin < 2


def test_a_list_that_is_too_long_still_returns_every_line():
    text = "\n".join(f"Solo; {number % 9}" for number in range(MOST_LINES + 5))
    read = read_army(text)
    assert len(read) == MOST_LINES + 5
    assert [bool(one.fault) for one in read[-6:]] == [False, *[True] * 5]


names = st.text(st.characters(whitelist_categories=("L", "N"), max_codepoint=500), min_size=1)
rows = st.builds(
    ArmyRow,
    names.filter(lambda name: name.casefold() != "name"),
    st.sampled_from(Kind),
    st.none() | st.integers(0, 99),
    st.integers(1, 60),
    st.booleans(),
    st.booleans(),
)


@given(st.lists(rows, max_size=30).map(tuple))
def test_a_list_written_as_columns_reads_back_the_same(army):
    assert army_of(read_army(army_text(army))) == army


@pytest.mark.long
@given(st.text(max_size=300))
def test_any_text_can_be_read_without_a_crash(text):
    read = read_army(text)
    assert len(read) == sum(1 for line in text.splitlines() if line.strip())
    assert all(line.row is None or not line.fault for line in read)


POSTED = """Kommander Kara (Wolves of the North, tier 4)
* Breaker
* War Hound
* Squire
Long Rifles (max)
* Officer & Standard
* 3 Rocketeers
Pikemen
* Black Dragon UA
Widow Squad (min)
* Marshal's Walker

---
Eiryss 2
Kovnik Jozef FA:C
* Juggernaut"""


def test_a_list_posted_without_points_is_led_by_its_first_line():
    assert [(kind, name, models) for kind, name, _, models in entries(POSTED)] == [
        ("caster", "Kommander Kara", 1),
        ("jack", "Breaker", 1),
        ("jack", "War Hound", 1),
        ("solo", "Squire", 1),
        ("unit", "Long Rifles", 10),
        ("attachment", "Officer & Standard", 2),
        ("attachment", "Rocketeers", 3),
        ("unit", "Pikemen", 10),
        ("attachment", "Black Dragon UA", 1),
        ("unit", "Widow Squad", 6),
        ("attachment", "Marshal's Walker", 1),
        ("solo", "Eiryss 2", 1),
        ("solo", "Kovnik Jozef", 1),
        ("jack", "Juggernaut", 1),
    ]
    assert {row.points for row in army_of(read_army(POSTED))} == {None}
    assert not any(line.fault for line in read_army(POSTED))
    lines = {line.row.name: line for line in read_army(POSTED, "Khador") if line.row}
    assert lines["Breaker"].doubt == ""
    assert lines["Pikemen"].doubt == "Taken as 10 models: is that right?"
    assert lines["Eiryss 2"].doubt == "Taken as a solo, or is it a unit?"
    assert lines["Eiryss 2"].otherwise is Kind.UNIT
    assert lines["Kovnik Jozef"].row.character
    army = army_of(read_army(POSTED))
    assert army_of(read_army(army_text(army))) == army


def test_a_posted_list_of_a_hordes_faction_has_beasts():
    assert [row.kind for row in army_of(read_army("Mara\n* Titan\n* Raiders (max)", "Skorne"))] == [
        Kind.CASTER,
        Kind.BEAST,
        Kind.UNIT,
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Caster: Mara\n- Breaker\nPage", ["caster", "jack", "solo"]),
        ("Long Rifles (max)\n* Officer & Standard", ["unit", "attachment"]),
        ("Long Rifles (max)\nOfficer & Standard\nRifle UA", ["unit", "attachment", "attachment"]),
        ("Solo: Page\nMara", ["solo", "solo"]),
        ("Rifles (max)\nPage", ["unit", "solo"]),
        ("Mara\nUnit: Rifles", ["caster", "unit"]),
        ("Mara 2\n* Breaker\n* Runner", ["caster", "jack", "jack"]),
        ("Mara (Fire, tier 2)\n* Breaker 10\nPage 2", ["caster", "jack", "solo"]),
        ("Mara (Fire, tier 2)\nPage; solo; 2", ["caster", "solo"]),
        ("Solo: Mara (Fire, tier 2)\nPage; solo; 2", ["solo", "solo"]),
        ("Mara\n* Breaker\nPage; solo; 2", ["solo", "solo", "solo"]),
        ("Warcaster\nMara", ["caster"]),
        ("Mara\n* Twins (2 models)", ["caster", "unit"]),
        ("Mara\n* Runner (1 model)", ["caster", "jack"]),
        ("Mara\n* Titan\n* Twins with UA\nPage", ["caster", "jack", "unit", "solo"]),
        ("Mara\n* Twins\n  - Officer", ["caster", "unit", "attachment"]),
    ],
)
def test_the_leader_of_a_list_without_points_is_recognized(text, kinds):
    assert line_kinds(text) == kinds


def test_an_overlong_line_in_a_list_without_points_is_not_read():
    read = read_army(f"Mara\n{'Rifles ' * 60}")
    assert [line.fault for line in read] == ["", "More than 300 characters: not read."]


@pytest.mark.parametrize(("letters", "fault"), [(300, ""), (301, "More than 300 characters: not")])
def test_lines_of_more_than_300_characters_are_not_read(letters, fault):
    (priced,) = read_army("x" * (letters - 2) + " 5")
    _, bare = read_army("Mara\n" + "x" * letters)
    for line in (priced, bare):
        assert line.fault.startswith(fault)
        assert bool(line.fault) is bool(fault)


def test_only_the_first_200_lines_are_read():
    read = read_army("\n".join("Solo; 5" for _ in range(201)))
    assert [line.fault for line in read[198:]] == ["", "", "More than 200 lines: not read."]


def test_an_entry_named_like_a_list_builder_can_be_saved_and_read_back() -> None:
    army = (ArmyRow("War Room", Kind.SOLO), ArmyRow("Eiryss", Kind.SOLO, 2))
    assert army_of(read_army(army_text(army))) == army


def test_struck_out_entries_are_skipped_and_reported() -> None:
    read = read_army("Mara (+28)\n- ~~Breaker (12)~~\n- [s]Hound (3)[/s]\n- Titan (9)", "Khador")
    assert [row.name for row in army_of(read)] == ["Mara", "Titan"]
    assert [line.fault for line in read] == [
        "",
        "Struck out: not read.",
        "Struck out: not read.",
        "",
    ]
    assert read[1].text == "- ~~Breaker (12)~~"


@pytest.mark.parametrize(
    "line",
    [
        "Breaker (13)              Hound (10)",
        "Rifles (10) (17)       Scouts (8)",
        "Breaker (13) or Hound (10)",
        "Rifles (10pts) UA (2pts)",
    ],
)
def test_two_entries_on_a_line_are_not_read_as_one(line: str) -> None:
    read = read_army(f"Mara (+28)\n{line}", "Khador")
    assert [row.name for row in army_of(read)] == ["Mara"]
    assert read[1].fault == "Write one entry a line."


@pytest.mark.parametrize(
    "line",
    [
        "Breaker (13) p. 35",
        "Breaker (13) 100% painted",
        "Rifles (10) [17] (UA) [4]",
        "Breaker 13%",
        "2x 1st light: Breaker (13)",
        "Breaker (13.5)",
        "Rifles (10) (17,5)",
    ],
)
def test_a_line_with_parts_that_no_name_has_is_asked_about(line: str) -> None:
    _, read = read_army(f"Mara (+28)\n{line}", "Khador")
    assert read.fault or read.doubt


@pytest.mark.parametrize("behind", ["?", " :)", " ;-)", "!", " <3", " 😀", "\u200b", " ?!"])
def test_emoticons_after_the_points_are_not_part_of_an_entry(behind: str) -> None:
    lines = read_army(f"Mara (+28){behind}\n- Breaker (13){behind}", "Khador")
    assert [(row.name, row.points) for row in army_of(lines)] == [("Mara", 28), ("Breaker", 13)]


def test_a_free_card_keeps_its_points_however_free_is_written() -> None:
    for words in ("(5, free)", "(5) [free]", "(5) - FREE", "(5pts, gratuit)"):
        row = army_of(read_army(f"Mara (+28)\nSquire {words}"))[1]
        assert (row.name, row.points, row.free) == ("Squire", 5, True)


def test_a_cheap_entry_below_a_possible_unit_may_be_its_attachment() -> None:
    text = "Mara (+28)\n- Breaker (13)\nScouts (6)\n- Kap (5)\n- Hound (12)"
    rows = {row.name: row for row in army_of(read_army(text, "Khador"))}
    assert (rows["Kap"].kind, rows["Kap"].otherwise) == (Kind.JACK, Kind.ATTACHMENT)
    assert rows["Hound"].otherwise is None


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Thorn 13 / Squire 5", "Write one entry a line."),
        ("Thorn (13) / Squire (5)", "Write one entry a line."),
        ("Thorn / Squire 5", ""),
        ("Thorn 13 / Squire", ""),
        ("Haley 2 / Thorn 13", ""),
        ("Haley 2 / Caine 3", ""),
    ],
)
def test_a_line_holds_several_entries_if_more_than_one_has_points(line, fault):
    *_, read = read_army(f"Haley 1 (+28)\n- Lancer (10)\n{line}")
    assert read.fault == fault
    assert bool(read.row) is not bool(fault)


def test_an_unnamed_attachment_takes_its_units_name_and_its_size_is_asked():
    for text in (
        "Mara\n* Titan\n* Twins with UA\nPage",
        "Mara (+28)\n- Titan 9\nTwins (10) with UA 12",
    ):
        (more,) = (attachment for line in read_army(text) for attachment in line.more)
        assert more == ArmyRow("Unit attachment of Twins", Kind.ATTACHMENT, size_guessed=True)


@pytest.mark.parametrize("caster", ["Ember (warcaster) 28", "Ember; caster; 28", "Ember +28"])
def test_the_first_entry_does_not_lead_a_list_that_names_its_caster(caster: str) -> None:
    army = f"Old Salt 6\n    Coal Engine 12\nTide Riders 11\n{caster}"
    leaders = [name for kind, name, *_ in entries(army) if kind == "caster"]
    assert leaders == ["Ember"]


def test_the_first_entry_leads_a_list_that_names_no_caster() -> None:
    army = "Old Salt 6\n    Coal Engine 12\nTide Riders 11"
    assert [name for kind, name, *_ in entries(army) if kind == "caster"] == ["Old Salt"]
