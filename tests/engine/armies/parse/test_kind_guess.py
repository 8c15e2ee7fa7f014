"""What an entry is, by where it stands in its list."""

from typing import Any

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.entries import read_army
from app.engine.armies.parse.kind_guess import (
    Bonus,
    Guess,
    ListContext,
    alone,
    ask_kind,
    has_jacks_too,
    kind_under,
    size_doubt,
    with_attachment,
)
from app.engine.frozen import replace

CASTER = ArmyRow("Mara 1", Kind.CASTER, 28)
UNIT = ArmyRow("Tide Riders", Kind.UNIT, 11, 5)
JACK = ArmyRow("Breaker", Kind.JACK, 17)


def place(*above: tuple[ArmyRow, int], depth: int) -> ListContext:
    return ListContext(above, Kind.JACK, Bonus(noted=False), depth, None, flat=False)


def test_an_indented_entry_belongs_to_the_caster_despite_entries_in_between() -> None:
    under = place((CASTER, 0), (UNIT, 2), depth=2)
    assert under.holder == CASTER
    assert kind_under(under, "Old Salt 3", "Old Salt", 3).kind is not Kind.ATTACHMENT


def test_an_unindented_attachment_belongs_to_the_last_entry_that_can_hold_it() -> None:
    alone = place((UNIT, 0), (JACK, 0), depth=0)
    assert alone.holder is None
    assert kind_under(alone, "Rider Officer 4", "Rider Officer", 4).kind is Kind.ATTACHMENT


def test_the_question_whether_unit_or_attachment_uses_the_right_articles() -> None:
    assert ask_kind(Kind.UNIT, Kind.ATTACHMENT) == "Taken as a unit, or is it an attachment?"


NO_HINT = "Mara Vell [+28]\n - Mulg [18]\n - Rok [16]\nOld Salt [4]"


def vehicles(text: str, faction: str = "") -> list[tuple[Kind, Kind | None]]:
    """Return the kinds of the second and third entry, and what they may be as well."""
    rows = [line.row for line in read_army(text, faction) if line.row is not None]
    return [(row.kind, row.otherwise) for row in rows[1:3]]


def test_a_list_without_any_hint_of_a_faction_asks_whether_it_has_jacks_or_beasts() -> None:
    assert vehicles(NO_HINT) == [(Kind.JACK, Kind.BEAST)] * 2
    assert read_army(NO_HINT)[1].doubt == "Taken as a jack, or is it a beast?"


@pytest.mark.parametrize("faction", ["Trollbloods", "Légion d'Everblight", "Zirkel", "Grymkin"])
def test_a_faction_that_plays_beasts_settles_jacks_or_beasts(faction: str) -> None:
    assert vehicles(NO_HINT, faction) == [(Kind.BEAST, None)] * 2


@pytest.mark.parametrize("faction", ["Cygnar", "Protektorat", "Mercenaires", "Söldner", "Scyrah"])
def test_a_faction_that_plays_jacks_settles_jacks_or_beasts(faction: str) -> None:
    assert vehicles(NO_HINT, faction) == [(Kind.JACK, None)] * 2


def test_an_unknown_faction_leaves_jacks_or_beasts_open() -> None:
    assert vehicles(NO_HINT, "House of my own") == [(Kind.JACK, Kind.BEAST)] * 2


@pytest.mark.parametrize(
    ("caster", "kind"),
    [
        ("Madrak Ironhide 2", Kind.BEAST),
        ("Kaya the Wildborne", Kind.BEAST),
        ("Haley 2", Kind.JACK),
        ("Ashlynn d'Elyse", Kind.JACK),
    ],
)
def test_a_casters_name_decides_between_jacks_and_beasts(caster: str, kind: Kind) -> None:
    assert vehicles(NO_HINT.replace("Mara Vell", caster)) == [(kind, None)] * 2


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Lesser Warlock: Brun [9]", Kind.BEAST),
        ("Warbeast: Axer [9]", Kind.BEAST),
        ("Journeyman Warcaster [3]", Kind.JACK),
        ("Trencher Infantry (10) [16]", Kind.JACK),
        ("Krielstone Bearer & 5 Scribes [9]", Kind.BEAST),
    ],
)
def test_another_entry_decides_between_jacks_and_beasts(line: str, kind: Kind) -> None:
    assert vehicles(f"{NO_HINT}\n{line}") == [(kind, None)] * 2


def test_names_without_points_ask_for_jacks_or_beasts_as_well() -> None:
    assert vehicles("Mara Vell\n - Mulg\n - Rok\nOld Salt") == [(Kind.JACK, Kind.BEAST)] * 2


def test_a_mercenary_casters_jacks_stay_jacks_beside_minions() -> None:
    text = NO_HINT.replace("Mara Vell", "Magnus the Warlord")
    assert vehicles(f"{text}\nFarrow Brigands (10) [9]") == [(Kind.JACK, None)] * 2


def test_contradicting_hints_leave_jacks_or_beasts_open() -> None:
    text = f"{NO_HINT}\nTrencher Infantry (10) [16]\nKrielstone Bearer & 5 Scribes [9]"
    assert vehicles(text) == [(Kind.JACK, Kind.BEAST)] * 2


@pytest.mark.parametrize(("system", "kind"), [("Hordes", Kind.BEAST), ("Warmachine", Kind.JACK)])
def test_the_system_a_list_builder_names_decides_between_jacks_and_beasts(
    system: str, kind: Kind
) -> None:
    assert vehicles(f"System: {system}\n{NO_HINT}") == [(kind, None)] * 2


def test_a_lesser_warlocks_companion_is_read_as_a_beast_without_asking() -> None:
    text = "Mara Vell [+28]\nLesser Warlock: Brun [9]\n - Lug [0]"
    assert vehicles(text)[1] == (Kind.BEAST, None)


def kinds(guess: Guess | None) -> tuple[Kind, Kind | None] | None:
    return guess and (guess.kind, guess.otherwise)


@pytest.mark.parametrize(
    ("bonus", "points", "guess"),
    [
        (20, 4, (Kind.ATTACHMENT, None)),
        (20, 5, (Kind.ATTACHMENT, Kind.JACK)),
        (20, 6, (Kind.JACK, Kind.ATTACHMENT)),
        (20, 9, (Kind.JACK, Kind.ATTACHMENT)),
        (20, 10, (Kind.JACK, None)),
        (19, 3, (Kind.ATTACHMENT, None)),
        (19, 4, (Kind.ATTACHMENT, Kind.JACK)),
        (19, 5, (Kind.ATTACHMENT, Kind.JACK)),
        (19, 6, (Kind.JACK, None)),
    ],
)
def test_cost_decides_whether_an_entry_under_a_unit_is_an_attachment_or_a_jack(
    bonus: int, points: int, guess: tuple[Kind, Kind | None]
) -> None:
    caster = ArmyRow("Mara", Kind.CASTER, bonus)
    under = place((caster, 0), (UNIT, 0), depth=2)
    assert kinds(kind_under(under, f"Rig {points}", "Rig", points)) == guess
    assert kind_under(under, f"Rig UA {points}", "Rig UA", points).kind is Kind.ATTACHMENT


@pytest.mark.parametrize(
    ("points", "question"),
    [
        (5, "Taken as an attachment, or is it a jack?"),
        (6, "Taken as a jack, or is it an attachment?"),
    ],
)
def test_an_entry_under_a_unit_that_may_be_either_is_asked_about(
    points: int, question: str
) -> None:
    under = place((CASTER, 0), (UNIT, 0), depth=2)
    assert kind_under(under, f"Rig {points}", "Rig", points).doubt == question


def test_a_cheap_entry_under_a_doubtful_unit_is_asked_about() -> None:
    perhaps = replace(UNIT, size_guessed=True)
    guess = kind_under(place((perhaps, 0), depth=2), "Rig 1", "Rig", 1)
    assert kinds(guess) == (Kind.ATTACHMENT, Kind.SOLO)
    assert guess.doubt == "Taken as an attachment of the unit above, or is it a solo?"


@pytest.mark.parametrize(
    ("may_be", "points", "guess"),
    [
        (None, 5, (Kind.JACK, None)),
        (Kind.UNIT, 5, (Kind.JACK, Kind.ATTACHMENT)),
        (Kind.UNIT, 6, (Kind.JACK, None)),
        (Kind.JACK, 5, (Kind.JACK, None)),
    ],
)
def test_an_entry_under_a_solo_that_may_be_a_unit_may_be_its_attachment(
    may_be: Kind | None, points: int, guess: tuple[Kind, Kind | None]
) -> None:
    solo = ArmyRow("Old Salt", Kind.SOLO, 4, otherwise=may_be)
    under = place((solo, 0), depth=2)
    found = kind_under(under, f"Rig {points}", "Rig", points)
    assert kinds(found) == guess
    either = found.otherwise is not None
    assert found.doubt == ("Taken as a jack, or is it an attachment?" if either else "")


@pytest.mark.parametrize(
    ("line", "name", "guess"),
    [
        ("Rig - PC: 3", "Rig", (Kind.JACK, None)),
        ("Rig UA - PC: 3", "Rig UA", (Kind.ATTACHMENT, None)),
        ("Rig 3", "Rig", (Kind.ATTACHMENT, None)),
    ],
)
def test_war_rooms_marks_tell_which_entries_a_unit_marshals(
    line: str, name: str, guess: tuple[Kind, Kind | None]
) -> None:
    under = replace(place((CASTER, 0), (UNIT, 0), depth=2), war_room=True)
    assert kinds(kind_under(under, line, name, 3)) == guess


def test_some_beast_armies_may_have_jacks_under_a_solo_or_unit() -> None:
    under = replace(place((UNIT, 0), depth=2), war_room=True, said=Kind.BEAST)
    assert kinds(kind_under(under, "Rig PC: 7", "Rig", 7)) == (Kind.BEAST, None)
    both = replace(under, jacks_too=True)
    guess = kind_under(both, "Rig PC: 7", "Rig", 7)
    assert guess == Guess(Kind.JACK, Kind.BEAST, "Taken as a jack, or is it a beast?")
    assert has_jacks_too("Trollbloods - Band")
    assert not has_jacks_too("Trollbloods - Band", "Circle")
    assert not has_jacks_too("Circle")


@pytest.mark.parametrize(
    ("bonus", "following", "guess"),
    [
        (20, "  Captain 4", (Kind.UNIT, Kind.JACK)),
        (20, "  Captain 5", None),
        (19, "  Captain 2", (Kind.UNIT, Kind.JACK)),
        (19, "  Captain 3", None),
        (20, "  Captain UA 4", (Kind.UNIT, None)),
        (20, "Captain 4", None),
        (20, " Captain 4", None),
        (20, "  Captain", None),
        (20, "  Captain (+4)", None),
    ],
)
def test_a_cheap_entry_below_an_entry_makes_that_entry_a_unit(
    bonus: int, following: str, guess: tuple[Kind, Kind | None] | None
) -> None:
    caster = ArmyRow("Mara", Kind.CASTER, bonus)
    there = replace(place((caster, 0), depth=0), following=following)
    unit = with_attachment(there)
    assert kinds(unit) == guess
    assert unit is None or unit.doubt == "How many models? Write them as “10 models”."


@pytest.mark.parametrize("bonuses", [(20, 19), (19, 20), (None, 20), (20, None)])
def test_of_two_casters_the_larger_bonus_says_what_jacks_cost(
    bonuses: tuple[int | None, int | None],
) -> None:
    casters = [(ArmyRow("Mara", Kind.CASTER, bonus), 0) for bonus in bonuses]
    there = replace(place(*casters, depth=0), following="  Captain 4")
    assert kinds(with_attachment(there)) == (Kind.UNIT, Kind.JACK)
    under = place(*casters, (UNIT, 0), depth=2)
    assert kinds(kind_under(under, "Rig 9", "Rig", 9)) == (Kind.JACK, Kind.ATTACHMENT)


def test_a_beast_without_a_cost_below_an_entry_makes_it_a_lesser_warlock() -> None:
    there = replace(place((CASTER, 0), depth=0), following="  Lug (0)")
    assert kinds(with_attachment(there)) == (Kind.UNIT, Kind.JACK)
    guess = with_attachment(replace(there, said=Kind.BEAST))
    assert guess == Guess(Kind.LESSER, Kind.UNIT, "Taken as a lesser warlock, or is it a unit?")


def test_battlegroup_points_noted_by_war_room_are_taken_from_the_casters_bonus() -> None:
    line = "Breaker (Battlegroup Points Used: 17)"
    bonus = Bonus.of(line).after("Mara", CASTER)
    assert bonus.left == 28
    assert bonus.after(line, JACK).left == 11
    assert bonus.after("Old Salt 3", UNIT).left == 28
    assert bonus.after(line, None) == bonus
    assert Bonus.of("Breaker 17").after("Mara", CASTER).left == 0


def test_a_size_that_was_not_written_is_asked_for() -> None:
    assert size_doubt(1) == "How many models? Write them as “10 models”."
    assert size_doubt(2) == "Taken as 2 models: is that right?"


@pytest.mark.parametrize(
    ("bonus", "points", "guess"),
    [
        (20, 5, (Kind.SOLO, Kind.JACK)),
        (20, 6, (Kind.JACK, Kind.SOLO)),
        (20, 9, (Kind.JACK, Kind.SOLO)),
        (20, 10, (Kind.JACK, None)),
        (19, 4, (Kind.JACK, Kind.SOLO)),
        (19, 5, (Kind.JACK, None)),
        (None, 4, (Kind.JACK, Kind.SOLO)),
        (None, 5, (Kind.JACK, None)),
    ],
)
def test_cost_decides_whether_an_entry_under_a_caster_is_a_jack_or_a_solo(
    bonus: int | None, points: int, guess: tuple[Kind, Kind | None]
) -> None:
    under = place((ArmyRow("Mara", Kind.CASTER, bonus), 0), depth=2)
    assert kinds(kind_under(under, f"Rig {points}", "Rig", points)) == guess
    assert kinds(kind_under(under, f"Squire {points}", "Squire", points)) == (Kind.SOLO, None)


@pytest.mark.parametrize(
    ("left", "line", "guess"),
    [
        (1, "Rig 10", (Kind.SOLO, None)),
        (0, "Rig 10", (Kind.JACK, None)),
        (1, "Rig 10 (Battlegroup Points Used: 1)", (Kind.JACK, None)),
        (0, "Rig 6 (Battlegroup Points Used: 6)", (Kind.JACK, None)),
        (-1, "Rig 6", (Kind.JACK, Kind.SOLO)),
    ],
)
def test_an_entry_that_uses_none_of_the_casters_remaining_points_is_a_solo(
    left: int, line: str, guess: tuple[Kind, Kind | None]
) -> None:
    under = replace(place((CASTER, 0), depth=2), bonus=Bonus(noted=True, left=left))
    assert kinds(kind_under(under, line, "Rig", int(line.split()[1]))) == guess


@pytest.mark.parametrize(
    ("name", "points", "guess"),
    [
        ("Rig", 4, (Kind.SOLO, Kind.JACK)),
        ("Rig", 5, (Kind.JACK, Kind.SOLO)),
        ("Rig", None, (Kind.SOLO, Kind.UNIT)),
        ("Rig & Rag", 5, (Kind.SOLO, Kind.UNIT)),
        ("Squire", 5, (Kind.SOLO, None)),
    ],
)
@pytest.mark.parametrize(
    "where", [{"depth": 2}, {"depth": 4, "flat": False}, {"depth": 0, "war_room": True}]
)
def test_a_specialist_written_like_a_jack_may_be_a_jack(
    where: dict[str, Any], name: str, points: int | None, guess: tuple[Kind, Kind | None]
) -> None:
    beside = replace(place(depth=0), beside=True, **where)
    if beside.war_room and points is None:
        guess = (Kind.SOLO, None)
    assert kinds(alone(beside, name, points)) == guess


@pytest.mark.parametrize("where", [{"depth": 1}, {"depth": 2, "flat": True}, {"depth": 0}])
def test_any_other_specialist_is_a_solo_or_a_unit(where: dict[str, Any]) -> None:
    beside = replace(place(depth=0), beside=True, **where)
    assert kinds(alone(beside, "Rig", 5)) == (Kind.SOLO, Kind.UNIT)


@pytest.mark.parametrize(
    ("name", "points", "guess"),
    [
        ("Rig", 9, (Kind.SOLO, None)),
        ("Rig", 10, (Kind.SOLO, Kind.ENGINE)),
        ("Rig", None, (Kind.SOLO, None)),
        ("Rig & Rag", 10, (Kind.SOLO, Kind.UNIT)),
        ("Squire & Page", 10, (Kind.SOLO, None)),
    ],
)
def test_war_room_gives_the_size_of_every_unit_except_pairs(
    name: str, points: int | None, guess: tuple[Kind, Kind | None]
) -> None:
    there = replace(place((CASTER, 0), depth=0), war_room=True)
    assert kinds(alone(there, name, points)) == guess


@pytest.mark.parametrize(
    ("above", "flat", "points", "guess"),
    [
        ((CASTER, 0), False, 7, (Kind.SOLO, Kind.UNIT)),
        ((CASTER, 0), True, 7, (Kind.SOLO, Kind.JACK)),
        ((CASTER, 0), True, None, (Kind.SOLO, Kind.UNIT)),
        ((UNIT, 0), True, 7, (Kind.SOLO, None)),
        ((UNIT, 0), False, 7, (Kind.SOLO, None)),
    ],
)
def test_in_an_unindented_list_a_single_model_may_be_one_of_its_casters_jacks(
    above: tuple[ArmyRow, int],
    flat: bool,
    points: int | None,
    guess: tuple[Kind, Kind | None],
) -> None:
    there = replace(place(above, depth=0), flat=flat)
    assert kinds(alone(there, "Rig", points)) == guess
    assert kinds(alone(there, "Squire", points)) == (Kind.SOLO, None)
