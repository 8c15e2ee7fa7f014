"""What several devices tap off one army at once: all of it counts, in whatever order it arrives."""

from app.engine.acts.players import EnterArmy
from app.engine.acts.table import (
    Answer,
    ChangeLosses,
    Claim,
    CountLosses,
    MakeClaim,
    Question,
    StartClock,
)
from app.engine.armies.army import ArmyRow, Kind, Loss
from app.engine.armies.army_list import ArmyList
from app.engine.armies.losses import LossChange, changes_between
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.table.losses import losses_now
from app.views.history.rows import describe
from app.views.table.losses import tap_loss
from tests.engine.event import Desk, under_way

RED, BLUE = Side.RED, Side.BLUE
ARMY = (
    ArmyRow("Warlord", Kind.CASTER, 6),
    ArmyRow("Second", Kind.CASTER, 6),
    ArmyRow("Giant", Kind.JACK, 9),
    ArmyRow("Gunners", Kind.UNIT, 10, 10),
    ArmyRow("Scout", Kind.SOLO, 3),
    ArmyRow("Scout", Kind.SOLO, 3),
)


def test_losses_with_different_names_are_equal() -> None:
    assert {Loss(2, name="Ember"), Loss(2, name="Ash")} == {Loss(2)}
    assert Loss(2) != Loss(1)
    assert Loss(2) != 2


def playing() -> Desk:
    desk = under_way(2)
    desk.do(EnterArmy(desk.game().players.red, (ArmyList(ARMY),)), insist=True)
    desk.do(StartClock(1, RED))
    return desk


def tap(*taps: tuple[int, str], base=(), by=RED) -> ChangeLosses:
    """What a device asks that shows ``base`` while it is tapped."""
    after = base
    for place, what in taps:
        after = tap_loss(ARMY, after, place, what)
    return ChangeLosses(1, by, RED, changes_between(base, after))


def gone(desk: Desk) -> list[int]:
    return [loss.gone for loss in losses_now(desk.game(), RED, ARMY)]


def test_simultaneous_taps_on_two_devices_are_all_counted():
    desk = playing()
    desk.do(tap((3, "lose")))
    desk.do(tap((4, "lose"), by=BLUE))
    desk.do(tap((3, "lose"), (3, "lose"), by=None))
    assert gone(desk) == [0, 0, 0, 3, 1, 0]
    words = describe(desk.records[-1], desk.state)
    assert words == f"Table 1: losses of {desk.state.name(desk.game().players.red)}’s army counted"


def test_late_losses_add_to_those_tapped_since():
    desk = playing()
    desk.do(tap((4, "lose")), 9_000)
    desk.do(tap((3, "lose"), by=BLUE), 5_000)
    assert gone(desk) == [0, 0, 0, 1, 1, 0]
    desk.do(tap((3, "lose"), (5, "lose"), by=None), 3_000)
    assert gone(desk) == [0, 0, 0, 2, 1, 1]


def test_a_loss_both_players_tapped_is_counted_once_and_taken_back_once():
    desk = playing()
    for by in (RED, BLUE):
        desk.do(tap((4, "lose"), by=by))
    late = desk.now_ms
    desk.now_ms += 1_000
    desk.do(tap((5, "lose"), by=RED))
    desk.do(tap((5, "lose"), by=BLUE), late)
    assert gone(desk) == [0, 0, 0, 0, 1, 1]
    shown = losses_now(desk.game(), RED, ARMY)
    desk.do(tap((5, "back"), (4, "back"), base=shown))
    assert gone(desk) == [0, 0, 0, 0, 0, 0]


def test_a_toggled_state_stays_as_last_set():
    desk = playing()
    desk.do(tap((2, "out"), (3, "inside")))
    shown = desk.game().play.losses.red
    desk.do(tap((2, "out"), base=shown))
    desk.do(tap((3, "lose"), base=shown, by=BLUE))
    assert desk.game().play.losses.red[2:4] == (Loss(), Loss(1, inside=True))


def test_jacks_go_inert_when_two_devices_each_tap_one_of_two_casters():
    desk = playing()
    desk.do(tap((0, "lose")))
    desk.do(tap((1, "lose"), by=BLUE))
    assert desk.game().play.losses.red[2] == Loss(out=True, followed=True)
    assert gone(desk)[:2] == [1, 1]


def test_later_taps_keep_the_caster_of_an_assassination_destroyed():
    desk = playing()
    desk.do(MakeClaim(1, BLUE, Claim.CASTER, RED))
    desk.do(Answer(1, RED, Question.CLAIM, agrees=True))
    shown = losses_now(desk.game(), RED, ARMY)
    desk.do(tap((4, "lose"), base=shown))
    desk.do(tap((5, "lose"), base=shown, by=BLUE))
    assert gone(desk) == [1, 1, 0, 0, 1, 1]
    desk.do(tap((0, "back"), (1, "back"), base=shown))
    assert gone(desk) == [0, 0, 0, 0, 1, 1]


def test_taps_on_a_list_that_has_since_changed_find_their_entries_by_name():
    desk = playing()
    desk.do(tap((3, "lose")))
    shown = losses_now(desk.game(), RED, ARMY)
    red = desk.game().players.red
    other = (ARMY[0], ArmyRow("Forgotten", Kind.SOLO, 2), *ARMY[1:4])
    desk.do(EnterArmy(red, (ArmyList(other),)), insist=True)
    desk.do(tap((3, "lose"), base=shown))
    assert [loss.gone for loss in losses_now(desk.game(), RED, other)] == [0, 0, 0, 0, 2]
    assert isinstance(desk.game().marks[-1], CountLosses)
    asked = tap((4, "lose"), base=shown)
    assert desk.refused(asked) == "These losses belong to another list. Count them again."
    desk.do(EnterArmy(red, ()))
    assert desk.refused(asked).startswith("No list was entered")


def test_a_returned_entry_that_falls_again_keeps_its_number_of_returns():
    desk = playing()
    back = Loss(again=1)
    desk.do(ChangeLosses(1, RED, RED, (LossChange(4, Loss(), back),)))
    desk.do(ChangeLosses(1, BLUE, RED, (LossChange(4, back, replace(back, gone=1)),)))
    assert losses_now(desk.game(), RED, ARMY)[4] == Loss(1, again=1)


def test_a_whole_count_finds_its_named_entries_even_if_unharmed_ones_have_no_name():
    desk = playing()
    desk.do(CountLosses(1, RED, RED, (Loss(), Loss(2, name="Gunners"))))
    assert gone(desk) == [0, 0, 0, 2, 0, 0]


def test_a_place_beyond_the_list_is_refused_and_a_whole_count_still_replaces_all():
    desk = playing()
    beyond = ChangeLosses(1, RED, RED, (LossChange(9, Loss(), Loss(1)),))
    assert desk.refused(beyond) == "These losses belong to another list. Count them again."
    desk.do(tap((3, "lose")))
    assert isinstance(desk.game().marks[-1], ChangeLosses)
    desk.do(CountLosses(1, RED, RED, (Loss(1),)))
    assert gone(desk) == [1, 0, 0, 0, 0, 0]


def test_losses_cannot_be_tapped_off_before_the_clock_starts():
    desk = under_way(2)
    assert desk.refused(tap((0, "lose"))).startswith("The game has not begun")


def test_naming_an_entry_is_not_a_change_of_losses():
    named = tuple(replace(Loss(), name=row.name) for row in ARMY)
    assert changes_between((), named) == ()
