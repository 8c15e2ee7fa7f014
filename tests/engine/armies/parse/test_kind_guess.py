"""What an entry is, by where it stands in its list."""

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.entries import read_army
from app.engine.armies.parse.kind_guess import Bonus, ListContext, ask_kind, kind_under

CASTER = ArmyRow("Mara 1", Kind.CASTER, 28)
UNIT = ArmyRow("Tide Riders", Kind.UNIT, 11, 5)
JACK = ArmyRow("Breaker", Kind.JACK, 17)


def place(*above: tuple[ArmyRow, int], depth: int) -> ListContext:
    return ListContext(above, Kind.JACK, Bonus(noted=False), depth, None, flat=False)


def test_what_stands_under_the_caster_is_the_casters_whatever_stands_between() -> None:
    under = place((CASTER, 0), (UNIT, 2), depth=2)
    assert under.holder == CASTER
    assert kind_under(under, "Old Salt 3", "Old Salt", 3).kind is not Kind.ATTACHMENT


def test_an_attachment_under_nobody_belongs_to_the_latest_that_can_hold_it() -> None:
    alone = place((UNIT, 0), (JACK, 0), depth=0)
    assert alone.holder is None
    assert kind_under(alone, "Rider Officer 4", "Rider Officer", 4).kind is Kind.ATTACHMENT


def test_a_question_between_an_attachment_and_a_unit_has_the_right_articles() -> None:
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
def test_a_faction_that_plays_beasts_leaves_nothing_to_ask(faction: str) -> None:
    assert vehicles(NO_HINT, faction) == [(Kind.BEAST, None)] * 2


@pytest.mark.parametrize("faction", ["Cygnar", "Protektorat", "Mercenaires", "Söldner", "Scyrah"])
def test_a_faction_that_plays_jacks_leaves_nothing_to_ask(faction: str) -> None:
    assert vehicles(NO_HINT, faction) == [(Kind.JACK, None)] * 2


def test_a_faction_that_nobody_knows_leaves_the_question() -> None:
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
def test_a_casters_name_says_jacks_or_beasts(caster: str, kind: Kind) -> None:
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
def test_another_entry_says_jacks_or_beasts(line: str, kind: Kind) -> None:
    assert vehicles(f"{NO_HINT}\n{line}") == [(kind, None)] * 2


def test_names_without_points_ask_for_jacks_or_beasts_as_well() -> None:
    assert vehicles("Mara Vell\n - Mulg\n - Rok\nOld Salt") == [(Kind.JACK, Kind.BEAST)] * 2


def test_a_mercenary_casters_jacks_stay_jacks_beside_minions() -> None:
    text = NO_HINT.replace("Mara Vell", "Magnus the Warlord")
    assert vehicles(f"{text}\nFarrow Brigands (10) [9]") == [(Kind.JACK, None)] * 2


def test_words_that_contradict_each_other_leave_the_question() -> None:
    text = f"{NO_HINT}\nTrencher Infantry (10) [16]\nKrielstone Bearer & 5 Scribes [9]"
    assert vehicles(text) == [(Kind.JACK, Kind.BEAST)] * 2


@pytest.mark.parametrize(("system", "kind"), [("Hordes", Kind.BEAST), ("Warmachine", Kind.JACK)])
def test_a_list_programs_system_says_jacks_or_beasts(system: str, kind: Kind) -> None:
    assert vehicles(f"System: {system}\n{NO_HINT}") == [(kind, None)] * 2


def test_a_lesser_warlocks_companion_is_a_beast_without_a_question() -> None:
    text = "Mara Vell [+28]\nLesser Warlock: Brun [9]\n - Lug [0]"
    assert vehicles(text)[1] == (Kind.BEAST, None)
