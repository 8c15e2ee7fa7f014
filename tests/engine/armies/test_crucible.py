"""Commander's Crucible (SR2014 appendix, 1): lists, their points, and what is said against them."""

import pytest

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, worth
from app.engine.armies.crucible import support_list, to_choose_from, with_support
from app.engine.armies.list_checks import list_doubts, lists_wanted
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword
from tests.engine.event import PACKETS

SR2014 = PACKETS["sr2014"]
OPEN = Settings("Open", "sr2014", 50, 1)
CRUCIBLE = put_in_force(SR2014, OPEN, "commanders-crucible", 3)


def battlegroup(name: str, points: int, bonus: int = 6, *more: ArmyRow) -> ArmyList:
    jack = ArmyRow(f"Jack of {name}", Kind.JACK, points)
    return ArmyList((ArmyRow(name, Kind.CASTER, bonus), jack, *more))


def support(points: int, name: str = "Support", theme: str = "") -> ArmyList:
    army: Army = (ArmyRow("Long Gunners", Kind.UNIT, points, 10),)
    return ArmyList(army, name=name, theme=theme)


HALEY, SLOAN = battlegroup("Haley", 35), battlegroup("Sloan", 31)
GOOD = (HALEY, SLOAN, support(20))


def said(*lists: ArmyList, settings: Settings = CRUCIBLE) -> tuple[str, ...]:
    return list_doubts(SR2014, settings, lists)


def test_three_rounds_require_two_battlegroups_and_a_support_list() -> None:
    assert said(*GOOD) == ()
    assert lists_wanted(SR2014, CRUCIBLE) == 3


@pytest.mark.parametrize(
    ("lists", "doubt"),
    [
        ((HALEY, support(20)), "Crucible: everybody brings 2 battlegroup lists, not 1."),
        ((HALEY, SLOAN), "Crucible: everybody brings 1 support list, not 0."),
        ((*GOOD, support(1)), "Crucible: everybody brings 1 support list, not 2."),
        ((HALEY, SLOAN, support(20, theme="Black 13th")), "theme forces are not used in"),
    ],
)
def test_missing_and_surplus_crucible_lists_are_reported(
    lists: tuple[ArmyList, ...], doubt: str
) -> None:
    assert any(doubt in sentence for sentence in said(*lists)), said(*lists)


def test_entries_outside_a_battlegroup_belong_in_the_support_list() -> None:
    attached = ArmyRow("Attendant", Kind.ATTACHMENT, 2)
    assert said(battlegroup("Haley", 33, 6, attached), SLOAN, support(20)) == ()
    one = (ArmyRow("Journeyman", Kind.SOLO, 2),)
    (doubt,) = said(battlegroup("Haley", 33, 6, *one), SLOAN, support(20))
    assert doubt == (
        "List 1 (Haley): a battlegroup list holds a caster, their jacks or beasts and what is"
        " attached to the caster; Journeyman goes into the support list."
    )
    two = (ArmyRow("Journeyman", Kind.SOLO, 1), ArmyRow("Reinholdt", Kind.SOLO, 1))
    (doubt,) = said(battlegroup("Haley", 33, 6, *two), SLOAN, support(20))
    assert "Journeyman and Reinholdt go into the support list" in doubt


@pytest.mark.parametrize(
    ("size", "battlegroup_points", "support_points", "doubts"),
    [
        # 50 points, bonus 6: a battlegroup from 31 to 56, support to 25, together 46 to 56.
        (50, 31, 25, ()),
        (50, 31, 15, ()),
        (50, 55, 1, ()),
        (
            50,
            30,
            25,
            ("30 points; with the caster’s bonus of 6 a battlegroup list needs 31 to 56.",),
        ),
        (50, 31, 14, ("come to 45 points; with the caster’s bonus of 6 they need 46 to 56.",)),
        (50, 32, 25, ("come to 57 points; with the caster’s bonus of 6 they need 46 to 56.",)),
        (50, 31, 26, ("a support list has 25 at most.", "come to 57 points")),
        # 35 points, bonus 6: a battlegroup from 26 to 41, support to 15, together 31 to 41.
        (35, 26, 15, ()),
        (35, 26, 5, ()),
        (35, 40, 1, ()),
        (35, 25, 15, ("battlegroup list needs 26 to 41.",)),
        (35, 26, 16, ("a support list has 15 at most.", "they need 31 to 41")),
        # Sizes without a line in the table: only the sum is checked.
        (75, 40, 40, ()),
        (75, 40, 30, ("they need 71 to 81.",)),
    ],
)
def test_battlegroup_and_support_list_points_are_checked(
    size: int, battlegroup_points: int, support_points: int, doubts: tuple[str, ...]
) -> None:
    settings = put_in_force(SR2014, replace(OPEN, size=size), "commanders-crucible", 2)
    lists = battlegroup("Haley", battlegroup_points), support(support_points)
    # two rounds are one battlegroup
    found = said(*lists, settings=settings)
    assert len(found) == len(doubts), found
    for doubt in doubts:
        assert any(doubt in sentence for sentence in found), found


def test_points_that_are_not_known_are_not_checked() -> None:
    casters = [ArmyList((ArmyRow(name, Kind.CASTER, 6),)) for name in ("Haley", "Sloan")]
    assert said(*casters, ArmyList(name="Support")) == ()
    assert said(*casters, support(20)) == ()
    assert said(HALEY, SLOAN, ArmyList(name="Support")) == ()


def test_a_character_stays_in_one_list_unless_they_are_unrestricted() -> None:
    eiryss = ArmyRow("Eiryss", Kind.ATTACHMENT, 2, character=True)
    lists = [battlegroup(name, 33, 6, eiryss) for name in ("Haley", "Sloan")]
    (doubt,) = said(*lists, support(20))
    assert doubt == "Eiryss (character) is in lists 1 and 2."
    free = put_in_force(SR2014, CRUCIBLE, "unrestricted-characters")
    assert said(*lists, support(20), settings=free) == ()


def test_the_list_without_a_caster_is_the_support_list() -> None:
    assert to_choose_from(CRUCIBLE, GOOD) == (1, 2)
    assert support_list(CRUCIBLE, GOOD) == GOOD[2]
    assert to_choose_from(OPEN, GOOD) == (1, 2, 3)
    assert support_list(OPEN, GOOD) is None
    assert to_choose_from(None, GOOD) == (1, 2, 3)
    nameless = (ArmyList(name="A"), ArmyList(name="B"))  # nothing says which is which
    assert to_choose_from(CRUCIBLE, nameless) == (1, 2)


def test_a_packet_without_the_crucible_does_not_check_its_rules() -> None:
    settings = replace(
        OPEN, packet="sr2015", variants=(AnnouncedKeyword("commanders-crucible", (3,)),)
    )
    found = list_doubts(PACKETS["sr2015"], settings, GOOD)
    assert not any("Crucible" in sentence for sentence in found)
    bare = replace(OPEN, variants=(AnnouncedKeyword("commanders-crucible"),))
    assert list_doubts(SR2014, bare, (HALEY,)) == ()


def test_battlegroup_and_support_list_come_to_the_table_as_one_list() -> None:
    cards = (ArmyRow("Squire", Kind.SOLO, 2), ArmyRow("Eiryss", Kind.SOLO, 3))
    lists = [
        replace(army_list, specialists=cards[:1], reinforcements=cards[1:]) for army_list in GOOD
    ]
    there = with_support(CRUCIBLE, lists, 2)
    assert there.army == SLOAN.army + GOOD[2].army
    assert there.points == worth(SLOAN) + 20
    assert there.specialists == cards[:1] * 2
    assert there.reinforcements == cards[1:] * 2
    assert with_support(OPEN, lists, 2) == lists[1]
