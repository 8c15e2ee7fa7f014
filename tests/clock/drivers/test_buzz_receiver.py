from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.buzz import BuzzReceiver, Colour, lamps
from app.clock.drivers.driver import (
    Hand,
    Identified,
    PauseAsked,
    Placed,
    Pressed,
    Reading,
    SharedLine,
)
from tests.clock.drivers.buzz_reports import NOTHING, report

RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN


def opened() -> BuzzReceiver:
    receiver = BuzzReceiver()
    receiver.opened(1000)
    assert receiver.to_send() == lamps(set())
    return receiver


def test_one_receiver_provides_the_plungers_of_two_tables() -> None:
    receiver: SharedLine = BuzzReceiver()
    assert receiver.to_send() == b""
    said = receiver.opened(1000)
    names = [one.message.product for one in said if isinstance(one.message, Identified)]
    assert names == ["Buzz! 1 and 2", "Buzz! 3 and 4"]
    assert Placed("2", Reading(1000, None, None, None)) in said
    assert not receiver.dead


def test_the_red_button_is_the_plunger_and_blue_asks_for_a_pause() -> None:
    receiver = opened()
    expected = [("1", Hand.LEFT), ("1", Hand.RIGHT), ("2", Hand.LEFT), ("2", Hand.RIGHT)]
    for handset, (place, hand) in enumerate(expected):
        assert receiver.receive(report((handset, RED)), 2000) == [
            Placed(place, Pressed(2000, hand))
        ]
        assert receiver.receive(NOTHING, 2100) == []
        assert receiver.receive(report((handset, BLUE)), 2200) == [Placed(place, PauseAsked(2200))]
        assert receiver.receive(report((handset, GREEN)), 2300) == []


def test_the_lamp_of_the_player_whose_time_runs_is_lit() -> None:
    receiver = opened()
    receiver.clocks["1"].set_times(1, 1, 1100)
    receiver.clocks["1"].run(Hand.RIGHT, 1100)
    assert receiver.to_send() == lamps({1})
    receiver.clocks["2"].run(Hand.LEFT, 1200)
    assert receiver.to_send() == lamps({1, 2})
    assert receiver.to_send() == b""
    receiver.clocks["1"].run(None, 1300)
    assert receiver.to_send() == lamps({2})


def test_the_receiver_repeats_its_lamps_every_five_seconds() -> None:
    receiver = opened()
    assert receiver.due_ms() == 6000
    receiver.tick(6000)
    assert receiver.to_send() == lamps(set())
    assert receiver.due_ms() == 11_000
    assert BuzzReceiver().due_ms() is None


def test_an_identified_pair_blinks_and_then_shows_its_earlier_lamps() -> None:
    receiver = opened()
    receiver.clocks["2"].run(Hand.LEFT, 1000)
    assert receiver.to_send() == lamps({2})
    receiver.clocks["2"].identify(1000)
    shown = [receiver.to_send()]
    while (due_ms := receiver.due_ms()) is not None and due_ms < 6000:
        receiver.tick(due_ms)
        shown.append(receiver.to_send())
    assert shown[:4] == [lamps({2, 3}), lamps(set()), lamps({2, 3}), lamps(set())]
    assert shown[-1] == lamps({2})


@given(st.lists(st.binary(max_size=9)))
def test_no_report_crashes_the_receiver(reports: list[bytes]) -> None:
    receiver = opened()
    for one in reports:
        receiver.receive(one, 2000)


def test_a_pair_blinks_six_times_in_three_seconds() -> None:
    receiver = opened()
    receiver.clocks["2"].identify(1000)
    changes = [(1000, receiver.to_send())]
    while (due_ms := receiver.due_ms()) is not None and due_ms < 6000:
        receiver.tick(due_ms)
        changes.append((due_ms, receiver.to_send()))
    assert [at_ms for at_ms, _ in changes] == [1000 + 250 * turn for turn in range(13)]
    assert [shown for _, shown in changes if shown] == [lamps({2, 3}), lamps(set())] * 6


def test_handsets_keep_no_time_but_have_lamps_and_react_quickly() -> None:
    said = BuzzReceiver().opened(1000)
    able = [item.message.abilities for item in said if isinstance(item.message, Identified)]
    assert [(one.holds_time, one.lights, one.identifies, one.lag_ms) for one in able] == [
        (False, True, True, 50)
    ] * 2
