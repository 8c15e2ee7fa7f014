"""What a pasted list says of its entries, and what is guessed where it says nothing."""

import pytest

from app.engine.armies.army import Kind
from app.engine.armies.parse.entries import army_of, army_text, read_army
from app.engine.armies.parse.phrases import (
    Cost,
    Leader,
    depth,
    leader_line,
    said_cost,
    said_kind,
    section,
    strip_bullet,
    with_kind,
)
from app.engine.frozen import replace
from tests.engine.armies.parse.test_entries import BONUS_UNSPENT, CHAMBER, FORGE, line_kinds


def guessed(text: str, faction: str = "") -> list[tuple[str, str]]:
    """The names of entries whose kind is a guess, with what they may be otherwise."""
    lines = read_army(text, faction)
    return [(line.row.name, line.otherwise.value) for line in lines if line.row and line.otherwise]


def test_an_entry_below_a_caster_that_may_be_a_solo_is_marked_as_a_guess() -> None:
    text = "Haley 2 [+28]\n - Ironclad [12]\n - Dame [8]\n - Clerk [4]\n - Squire [5]"
    assert line_kinds(text) == ["caster", "jack", "jack", "solo", "solo"]
    assert guessed(text) == [("Dame", "solo"), ("Clerk", "jack")]
    assert read_army(text)[2].doubt == "Taken as a jack, or is it a solo?"
    beasts = "Mara - WB: +6\n-    Hound - PC: 5\n-    Whelp - PC: 4"
    assert guessed(beasts) == [("Whelp", "solo")]


def test_nothing_is_guessed_when_the_text_says_enough() -> None:
    assert guessed(FORGE) == []  # War Room writes the models of its units
    assert guessed(CHAMBER, "Cygnar") == [("Old Salt", "unit")]
    assert guessed(BONUS_UNSPENT, "Cygnar") == [
        ("Clay Runner", "solo")
    ]  # the bonus was spent before it


@pytest.mark.parametrize(
    "line",
    ["Solo: Dame [8]", "Dame (Solo) [8]", "Dame [solo] 8", "Dame - Solo - PC: 8", "solo = Dame 8"],
)
def test_an_entry_that_names_its_kind_is_read_as_that_kind(line: str) -> None:
    read = read_army(f"Haley 2 [+28]\n - {line}\n - Ironclad [12]")
    assert read[1].row is not None
    assert (read[1].row.name, read[1].row.kind, read[1].row.points) == ("Dame", Kind.SOLO, 8)
    assert read[1].otherwise is None
    assert [row.name for row in army_of(read)] == ["Haley 2", "Ironclad", "Dame"]


def test_headings_give_the_kind_of_the_entries_below_them() -> None:
    text = """Warcaster
Haley 2 +28
Warjacks (2):
Ironclad 12
Hunter 8
== Units ==
Long Gunners (10) 10
- Officer and Standard 4
Solos
Eiryss 7
Dame 8
Battle engines
Storm Strider 16
Battlegroup
Journeyman 4"""
    assert line_kinds(text) == [
        "caster", "jack", "jack", "unit", "attachment", "solo", "solo", "battle engine", "solo",
    ]  # fmt: skip
    assert guessed(text) == [("Journeyman", "unit")]
    assert len([line for line in read_army(text) if line.row is None and not line.fault]) == 6


@pytest.mark.parametrize("line", ["Solo 5", "Colossal [30]", "Gun Crew", "Solos " + "s" * 60])
def test_a_line_with_a_cost_or_a_name_is_not_a_heading(line: str) -> None:
    assert section(line) is None


def test_an_entry_without_a_bonus_below_a_caster_heading_is_a_caster() -> None:
    assert line_kinds("Warlocks\nMara") == ["caster"]


def test_an_entry_of_several_models_below_a_caster_is_a_unit() -> None:
    text = "Haley 2 +6\n- Charger 5\n- Long Gunners (10) 10\n- Officer & Standard 2\n- Guard UA 3"
    assert line_kinds(text) == ["caster", "jack", "unit", "attachment", "attachment"]


def test_a_jack_indented_as_far_as_a_unit_is_not_below_the_unit() -> None:
    text = "Haley 2 +6\n  Charger 5\n  Long Gunners (10) 10\n    Captain 2\n  Ironclad 9"
    assert line_kinds(text) == ["caster", "jack", "unit", "attachment", "jack"]


def test_in_an_unindented_list_single_models_are_guessed() -> None:
    text = "- Haley 2 +6\n- Charger 4\n- Squire 2\n- Long Gunners (10) 10\n- Eiryss 3\n- Page"
    assert line_kinds(text) == ["caster", "solo", "solo", "unit", "solo", "solo"]
    assert guessed(text) == [("Charger", "jack"), ("Eiryss", "jack"), ("Page", "unit")]
    assert read_army(text)[1].doubt == "Taken as a solo, or is it a jack?"
    assert guessed("Eiryss 3\nStormclad 10") == []  # no caster, no jacks either


@pytest.mark.parametrize(
    ("line", "kind", "changed"),
    [
        (" - Dame [8]", Kind.SOLO, " - Solo: Dame [8]"),
        ("Dame (Solo) 8", Kind.JACK, "Jack: Dame 8"),
        ("-    Solo: Dame - PC: 8", Kind.BEAST, "-    Beast: Dame - PC: 8"),
    ],
)
def test_a_kind_is_written_into_its_line(line: str, kind: Kind, changed: str) -> None:
    assert with_kind(line, kind) == changed
    (read,) = read_army(changed)
    assert read.row is not None
    assert (read.row.name, read.row.kind, read.row.points) == ("Dame", kind, 8)


def test_a_guessed_kind_stays_a_guess_until_somebody_settles_it() -> None:
    text = "Haley 2 [+28]\n - Ironclad [12]\n - Dame [8]\n - Clerk [4]"
    army = tuple(row for row in army_of(read_army(text)) if row.name != "Ironclad")
    assert [row.otherwise for row in army] == [None, Kind.SOLO, Kind.JACK]
    written = army_text((*army, replace(army[1], free=True, character=True)))
    again = read_army(written)
    assert army_of(again) == (*army, replace(army[1], free=True, character=True))
    assert guessed(written) == [("Dame", "solo"), ("Clerk", "jack"), ("Dame", "solo")]
    assert again[1].doubt == "Taken as a jack, or is it a solo?"
    sentences = [with_kind(one.text, Kind.SOLO) for one in again if one.otherwise]
    assert guessed("\n".join(sentences)) == []
    assert {row.kind for row in army_of(read_army("\n".join(sentences)))} == {Kind.SOLO}
    assert read_army("; jack or solo?; 5; 1")[0].fault
    (one,) = read_army("This; or; that?")
    assert one.fault


def test_with_a_bonus_of_20_or_more_a_cheap_entry_under_a_caster_is_a_solo():
    """No jack or beast is that cheap there; with a smaller bonus it may well be one."""
    kinds = []
    for bonus in (19, 20):
        *_, cheap = read_army(f"Haley 2 [+{bonus}]\n - Ironclad [{bonus}]\n - Clerk [4]")
        assert cheap.row
        kinds.append(cheap.row.kind)
    assert kinds == [Kind.JACK, Kind.SOLO]


@pytest.mark.parametrize(
    ("bonus", "points", "kind", "is_guess"),
    [
        (20, 5, Kind.SOLO, True),
        (20, 6, Kind.JACK, True),
        (20, 9, Kind.JACK, True),
        (20, 10, Kind.JACK, False),
        (19, 4, Kind.JACK, True),
        (19, 5, Kind.JACK, False),
    ],
)
def test_the_highest_cost_of_a_solo_under_a_caster_depends_on_the_bonus(
    bonus: int, points: int, kind: Kind, is_guess: bool
) -> None:
    line = read_army(f"Haley 2 [+{bonus}]\n - Ironclad [{bonus}]\n - Clerk [{points}]")[2]
    assert line.row is not None
    assert (line.row.kind, line.otherwise is not None) == (kind, is_guess)


def test_an_attachment_costs_five_points_at_most() -> None:
    text = "Guard (10) 8\n- Captain 5\n- Golem 6"
    assert line_kinds(text) == ["unit", "attachment", "jack"]


@pytest.mark.parametrize(
    ("words", "cost"),
    [
        ("Lancer (10)", Cost(10, rest="Lancer")),
        ("Lancer 10 pts", Cost(10, rest="Lancer")),
        ("Lancer PC: 10", Cost(10, rest="Lancer")),
        ("Haley 2 (+28)", Cost(28, is_caster=True, rest="Haley 2")),
        ("Haley 2 0 (+28)", Cost(28, is_caster=True, rest="Haley 2")),
        ("Haley WJ: +6", Cost(6, is_caster=True, rest="Haley")),
        ("Squire 0 (5)", Cost(5, is_free=True, rest="Squire")),
        ("Squire (0 (5))", Cost(5, is_free=True, rest="Squire")),
        ("Squire (0)", Cost(0, is_free=True, rest="Squire")),
        ("Squire (+0)", Cost(0, is_caster=True, rest="Squire")),
        ("Squire", Cost(rest="Squire")),
    ],
)
def test_the_points_at_the_end_of_a_line_are_its_cost(words: str, cost: Cost) -> None:
    assert said_cost(words) == cost


@pytest.mark.parametrize(
    ("line", "steps", "bare"),
    [
        ("Lancer", 0, "Lancer"),
        ("  Lancer", 2, "Lancer"),
        ("- Lancer", 2, "Lancer"),
        ("  - Lancer", 4, "Lancer"),
        ("\tLancer", 4, "Lancer"),
        ("-Lancer", 0, "-Lancer"),
    ],
)
def test_a_bullet_indents_a_line_by_one_step(line: str, steps: int, bare: str) -> None:
    assert depth(line) == steps
    assert strip_bullet(line) == bare


@pytest.mark.parametrize(
    ("words", "leader"),
    [
        ("Kara (Wolves, tier 4)", Leader("Kara", "Wolves", 4)),
        ("Kara  - Wolves T2", Leader("Kara", "Wolves", 2)),
        ("Kara [tier 1]", Leader("Kara", "", 1)),
        ("Kara (Wolves)", None),
    ],
)
def test_a_caster_may_lead_with_a_theme_and_its_tier(words: str, leader: Leader | None) -> None:
    assert leader_line(words) == leader


@pytest.mark.parametrize(
    ("words", "kind", "rest"),
    [
        ("Solo: Eiryss 3", Kind.SOLO, "Eiryss 3"),
        ("Eiryss (solo) 3", Kind.SOLO, "Eiryss 3"),
        ("Eiryss - solo, 3", Kind.SOLO, "Eiryss, 3"),
        ("Guard (Unit, 10) 9", Kind.UNIT, "Guard (10) 9"),
        ("Solos alone 3", None, "Solos alone 3"),
    ],
)
def test_a_kind_may_precede_or_follow_a_name(words: str, kind: Kind | None, rest: str) -> None:
    assert said_kind(words) == (kind, rest)


@pytest.mark.parametrize("length", [60, 61])
def test_a_heading_has_sixty_letters_at_most(length: int) -> None:
    heading = "Solos:".ljust(length, ".")
    assert section(heading) == ((Kind.SOLO,) if length == 60 else None)
