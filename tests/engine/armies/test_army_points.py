"""Army points by each packet's own rule. An army is written one entry a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.armies.army import (
    UNHARMED,
    Army,
    ArmyRow,
    Kind,
    Loss,
    Losses,
    army_fault,
    casters_left,
    give_back,
    groups,
    lose,
    losses_fault,
    return_to_play,
    set_controls,
    set_inside,
    set_out,
)
from app.engine.armies.army_points import (
    count_destroyed,
    entry_worth,
    may_control,
    points_destroyed,
    points_inside,
    points_left,
)
from app.engine.armies.parse.entries import army_of, read_army
from app.engine.frozen import replace
from app.engine.packet.scenario import Element, ElementKind
from app.store.packets.files import packets

SR2012, SR2014, SR2015, SR2017 = (
    packets()[key].counting for key in ("sr2012", "sr2014", "sr2015", "sr2017")
)

ARMY = """
Warlord; caster; 6; 1
Iron Giant; jack; 9; 1
Long Gunners; unit; 10; 10
Officer and Standard; attachment; 2; 2
Scout; solo; 3; 1
Wagon; battle engine; 9; 1
Whelps; solo; 2; 5
"""
WARLORD, GIANT, GUNNERS, OFFICER, SCOUT, WAGON, WHELPS = range(7)


def army(text: str = ARMY) -> Army:
    return army_of(read_army(text))


def gone(*models: tuple[int, int], of: Army | None = None) -> Losses:
    losses: Losses = ()
    for place, count in models:
        losses = lose(of or army(), losses, place, count)
    return losses


@pytest.mark.parametrize(
    ("losses", "sr2012", "sr2014", "sr2017"),
    [
        ((), 0, 0, 0),
        (((SCOUT, 1),), 3, 3, 3),
        (((WAGON, 1),), 9, 9, 9),
        (((GIANT, 1),), 9, 9, 9),
        # Twelve models with their attachment: six left is half, five is below; half of 12 points.
        (((GUNNERS, 6),), 0, 0, 0),
        (((GUNNERS, 7),), 6, 6, 0),
        (((GUNNERS, 5), (OFFICER, 2)), 6, 6, 0),
        (((GUNNERS, 10),), 6, 6, 0),
        (((GUNNERS, 10), (OFFICER, 2)), 12, 12, 12),
        # A solo of several models counts when all are gone.
        (((WHELPS, 4),), 0, 0, 0),
        (((WHELPS, 5),), 2, 2, 2),
        # The last caster takes the jacks along: inert ones count but in SR2017.
        (((WARLORD, 1),), 5 + 9, 5 + 9, 10),
        (((GIANT, 1), (WARLORD, 1)), 9 + 5, 9 + 5, 9 + 10),
    ],
)
def test_each_packet_counts_army_points_destroyed_by_its_own_rules(losses, sr2012, sr2014, sr2017):
    counted = gone(*losses)
    assert points_destroyed(army(), counted, SR2012) == sr2012
    assert points_destroyed(army(), counted, SR2014) == sr2014
    assert points_destroyed(army(), counted, SR2015) == sr2014
    assert points_destroyed(army(), counted, SR2017) == sr2017


def test_a_returned_model_counts_again_each_time_it_dies():
    losses = gone((GIANT, 1))
    for times in (2, 3):
        losses = return_to_play(army(), losses, GIANT)
        assert points_destroyed(army(), losses, SR2014) == 9 * (times - 1)
        losses = lose(army(), losses, GIANT)
        assert points_destroyed(army(), losses, SR2014) == 9 * times
    (row,) = count_destroyed(army(), losses, SR2014)
    assert row.why == "destroyed, destroyed 2 times before"


def test_each_counted_entry_gives_its_reason():
    losses = return_to_play(army(), gone((GUNNERS, 8), (SCOUT, 1)), SCOUT)
    losses = set_out(army(), losses, GIANT, out=True)
    assert [
        (row.place, row.points, row.why) for row in count_destroyed(army(), losses, SR2012)
    ] == [
        (GIANT, 9, "inert"),
        (GUNNERS, 6, "4 left, below half"),
        (SCOUT, 3, "destroyed once before"),
    ]


def test_a_wild_beast_counts_as_an_inert_jack_does():
    wild = army("Bear; beast; 7; 1")
    losses = set_out(wild, (), 0, out=True)
    assert count_destroyed(wild, losses, SR2014)[0].why == "wild"
    assert points_destroyed(wild, losses, SR2017) == 0
    assert points_destroyed(wild, lose(wild, losses, 0), SR2017) == 7


def test_losses_among_identical_multi_model_solos_fill_one_at_a_time():
    several = army("Whelps; solo; 2; 5\nWhelps; solo; 2; 5")
    assert points_destroyed(several, (Loss(3), Loss(2)), SR2014) == 2
    assert points_destroyed(several, (Loss(3), Loss(1)), SR2014) == 0
    assert points_destroyed(several, (Loss(5), Loss(5)), SR2014) == 4


def test_losses_among_identical_two_model_solos_also_fill_one_at_a_time():
    twins = (
        ArmyRow("Warlord", Kind.CASTER, 28),
        ArmyRow("Twins", Kind.SOLO, 4, 2),
        ArmyRow("Twins", Kind.SOLO, 4, 2),
    )
    losses = gone((1, 1), (2, 1), of=twins)
    assert points_destroyed(twins, losses, SR2012) == 4


def test_models_without_a_cost_count_only_where_the_packet_says_so():
    free = army("Golem; jack\nShade; solo\nHounds; unit; ; 3")
    losses = gone((0, 1), (1, 1), (2, 3), of=free)
    assert points_destroyed(free, losses, SR2012) == 5 + 2
    assert points_destroyed(free, losses, SR2014) == 0
    assert points_destroyed(free, losses, SR2017) == 0


def test_a_lesser_warlock_and_its_companion_share_the_cost_in_sr2012():
    pair = army("Rider; lesser warlock; 9; 1\nMount; beast")
    rider, mount = gone((0, 1), of=pair), gone((1, 1), of=pair)
    assert [points_destroyed(pair, one, SR2012) for one in (rider, mount)] == [2, 7]
    assert [points_destroyed(pair, one, SR2014) for one in (rider, mount)] == [9, 0]
    pair = army("Rider; lesser warlock\nMount; beast")
    mount = gone((1, 1), of=pair)
    for lesser in (1, 2):
        assert points_destroyed(pair, mount, replace(SR2012, lesser=lesser)) == 0


def test_models_that_sr2012_names_count_as_it_says():
    ghost = army("Feralgeist; solo; 2; 1\nMachine Wraith; solo; 2; 1")
    both = gone((0, 1), (1, 1), of=ghost)
    assert points_destroyed(ghost, both, SR2012) == 2
    assert points_destroyed(ghost, both, SR2014) == 4


def test_a_beast_a_feralgeist_controls_counts_in_the_area_in_its_place():
    ghost = army("Feralgeist; solo; 2; 1\nWarpwolf; beast; 9; 1\nLancer; jack; 6; 1")
    assert may_control(ghost, 0, SR2012) == ("Warpwolf",)
    assert may_control(ghost, 1, SR2012) == ()
    assert may_control(ghost, 0, SR2014) == ()
    there = set_inside(ghost, (), 0, inside=True)
    assert points_inside(ghost, there, SR2012) == 2
    holds = set_controls(ghost, there, 0, "Warpwolf")
    assert points_inside(ghost, holds, SR2012) == 9
    assert points_inside(ghost, set_inside(ghost, holds, 1, inside=True), SR2012) == 9
    assert points_inside(ghost, lose(ghost, holds, 0), SR2012) == 0
    assert points_inside(ghost, lose(ghost, holds, 1), SR2012) == 9
    unknown = set_controls(ghost, there, 0, "Lancer")
    assert points_inside(ghost, unknown, SR2012) == 2
    assert points_left(ghost, holds, SR2014) == 2 * 2 + 9 + 6


def inside(losses: Losses, *places: int) -> Losses:
    for place in places:
        losses = set_inside(army(), losses, place, inside=True)
    return losses


def test_in_sr2012_only_models_in_the_area_count():
    assert points_inside(army(), (), SR2012) == 0
    everything = range(7)
    assert points_inside(army(), inside((), *everything), SR2012) == 5 + 9 + 12 + 3 + 9 + 2
    weak = inside(gone((GUNNERS, 7), (WHELPS, 3)), *everything)
    assert points_inside(army(), weak, SR2012) == 5 + 9 + 3 + 9
    fleeing = set_out(army(), inside((), GUNNERS, SCOUT), SCOUT, out=True)
    assert points_inside(army(), fleeing, SR2012) == 12
    assert points_inside(army(), inside(gone((SCOUT, 1)), SCOUT), SR2012) == 0


def test_in_sr2014_what_is_left_counts_and_all_but_casters_double_in_the_area():
    whole = 5 + 9 + 12 + 3 + 9 + 2
    assert points_left(army(), (), SR2014) == whole
    assert points_left(army(), inside((), WARLORD), SR2014) == whole
    assert points_left(army(), inside((), GUNNERS, GIANT), SR2014) == whole + 12 + 9
    assert points_left(army(), inside(gone((GUNNERS, 7)), GUNNERS), SR2014) == whole - 12
    assert points_left(army(), gone((WARLORD, 1)), SR2014) == whole - 5 - 9


def test_sr2017_presence_counts_units_at_any_strength_and_casters_as_ten():
    losses = inside(gone((GUNNERS, 9)), WARLORD, GUNNERS, GIANT)
    assert points_inside(army(), losses, SR2017) == 10 + 12 + 9
    inert = set_out(army(), losses, GIANT, out=True)
    assert points_inside(army(), inert, SR2017) == 10 + 12


def test_jacks_of_a_list_with_several_casters_go_inert_with_the_last_caster():
    two = army("First; caster\nSecond; caster\nGolem; jack; 9; 1\nScout; solo; 3; 1")
    losses = lose(two, (), 0)
    assert casters_left(two, losses) == 1
    assert losses[2] == UNHARMED
    losses = lose(two, losses, 1)
    assert casters_left(two, losses) == 0
    assert [loss.out for loss in losses] == [False, False, True, False]


def test_taps_are_taken_back_one_by_one_and_stay_within_the_list():
    losses = lose(army(), (), WHELPS, 9)
    assert losses[WHELPS] == Loss(gone=5)
    losses = give_back(army(), losses, WHELPS)
    assert losses[WHELPS] == Loss(gone=4)
    assert give_back(army(), (), SCOUT)[SCOUT] == UNHARMED
    assert return_to_play(army(), losses, WHELPS) == losses


def test_an_attachment_without_a_unit_above_counts_alone():
    assert groups(army("Officer; attachment; 2; 1\nGuard; unit; 8; 10")) == ((0,), (1,))


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (ArmyRow(" ", Kind.SOLO), "Every entry of a list needs a name."),
        (ArmyRow("Guard", Kind.UNIT, 5, 61), "Guard: an entry has 1 to 60 models."),
        (ArmyRow("Guard", Kind.UNIT, 5, 0), "Guard: an entry has 1 to 60 models."),
        (ArmyRow("Guard", Kind.UNIT, -1), "Guard: an entry costs 0 to 99 points."),
        (ArmyRow("Guard", Kind.UNIT, 0, 1), ""),
        (ArmyRow("Guard", Kind.UNIT, 99, 60), ""),
        (ArmyRow("Guard", Kind.UNIT, 100), "Guard: an entry costs 0 to 99 points."),
        (ArmyRow("Guard", Kind.UNIT, 5, 10), ""),
    ],
)
def test_an_impossible_list_is_refused(row, fault):
    assert army_fault((row,)) == fault


def test_losses_have_to_fit_the_list():
    assert losses_fault((), ()).startswith("No list was entered")
    assert losses_fault(army(), (UNHARMED,) * 8).startswith("These losses belong to another list")
    assert losses_fault(army(), (Loss(2),)) == "Warlord: more models are gone than it has."
    assert losses_fault(army(), (Loss(1),)) == ""


rows = st.builds(
    ArmyRow,
    st.sampled_from(["Whelps", "Guard", "Feralgeist", "Golem"]),
    st.sampled_from(Kind),
    st.none() | st.integers(0, 20),
    st.integers(1, 12),
)
armies = st.lists(rows, min_size=1, max_size=8).map(tuple)


@given(armies, st.data(), st.sampled_from([SR2012, SR2014, SR2017]))
def test_one_more_dead_model_never_lowers_the_points_destroyed(some, data, counting):
    losses: Losses = ()
    before = 0
    for _ in range(12):
        place = data.draw(st.integers(0, len(some) - 1))
        losses = data.draw(
            st.sampled_from([lose(some, losses, place), return_to_play(some, losses, place)])
        )
        assert losses_fault(some, losses) == ""
        after = points_destroyed(some, losses, counting)
        assert after >= 0
        if any(loss.gone for loss in losses) and not any(loss.again for loss in losses):
            assert after >= before
            before = after
        for count in (points_inside, points_left):
            assert count(some, losses, counting) >= 0


@pytest.mark.parametrize(
    ("sizes", "asked"),
    [
        ((50,), ["50 mm objectives"]),
        ((40,), ["40 mm objectives"]),
        ((40, 50), ["50 mm objectives", "40 mm objectives"]),
        ((30,), []),
    ],
)
def test_presence_is_asked_only_for_objective_sizes_the_scenario_has(
    sizes: tuple[int, ...], asked: list[str]
) -> None:
    elements = [
        Element(f"objective-{size}", "Objective", ElementKind.OBJECTIVE, base_mm=size)
        for size in sizes
    ]
    holders = packets()["sr2026"].counting.at_elements(elements).holders
    assert [each.name for each in holders] == asked


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        (Kind.SOLO, 2),
        (Kind.JACK, 5),
        (Kind.BEAST, 5),
        (Kind.UNIT, 0),
        (Kind.ATTACHMENT, 0),
        (Kind.ENGINE, 0),
    ],
)
def test_an_entry_without_a_cost_is_worth_what_the_packet_says(kind: Kind, worth: int) -> None:
    """SR2012, 4th tiebreak."""
    assert entry_worth((ArmyRow("Gift", kind, None),), 0, SR2012) == worth
    assert entry_worth((ArmyRow("Gift", kind, None),), 0, SR2014) == 0


def test_a_jack_inert_with_its_caster_stays_inert_when_other_losses_are_restored() -> None:
    losses = lose(army(), (), WARLORD)
    losses = give_back(army(), lose(army(), losses, SCOUT), SCOUT)
    assert (losses[GIANT].out, losses[SCOUT].gone) == (True, 0)
    losses = return_to_play(army(), losses, WARLORD)
    losses = give_back(army(), lose(army(), losses, SCOUT), SCOUT)
    assert losses[GIANT].out
    assert not give_back(army(), lose(army(), (), WARLORD), WARLORD)[GIANT].out
