"""When a DGT board is asked and told something, to the millisecond."""

import pytest

from app.clock.drivers.dgt.board import Pulse
from app.clock.drivers.dgt.bytes import (
    GOOD,
    REFUSED,
    SEND_CLOCK,
    SERIAL,
    STANDS,
    Answer,
    beep,
    set_and_run,
)
from app.clock.drivers.dgt.send_queue import Order, SendVerdict, Slot, Target
from app.clock.drivers.driver import Hand, Reading

L, R = Hand.LEFT, Hand.RIGHT


def asked(silent_ms: int, *, runs: bool = False, doubts: bool = False, busy: bool = False) -> int:
    """The question after so long a silence; 0 for none."""
    pulse = Pulse.begin(0)
    return pulse.question(silent_ms, runs=runs, doubts=doubts, busy=busy) or 0


@pytest.mark.parametrize(
    ("silent_ms", "byte"),
    [(1249, 0), (1250, SERIAL), (1399, SERIAL), (1400, SEND_CLOCK), (1899, SEND_CLOCK)],
)
def test_a_stopped_clock_is_asked_whether_it_is_still_there(silent_ms: int, byte: int) -> None:
    assert asked(silent_ms) == byte
    assert asked(silent_ms, busy=True) == (byte if silent_ms >= 1400 else 0)


@pytest.mark.parametrize(
    ("silent_ms", "byte"), [(1399, 0), (1400, SEND_CLOCK), (1899, SEND_CLOCK), (1900, SERIAL)]
)
def test_a_clock_that_runs_is_asked_for_its_times(silent_ms: int, byte: int) -> None:
    assert asked(silent_ms, runs=True) == byte


def test_a_running_clock_that_sends_other_messages_is_still_asked_for_its_times() -> None:
    pulse = Pulse(1300, 1300, 0, 0)
    assert pulse.question(1400, runs=True, doubts=False, busy=False) == SEND_CLOCK
    pulse = Pulse(1300, 1300, 0, 0)
    assert pulse.question(1400, runs=False, doubts=False, busy=False) is None


def test_a_doubtful_time_is_requested_at_once_and_again_after_600_ms() -> None:
    assert asked(0, doubts=True) == SEND_CLOCK
    pulse = Pulse.begin(0)
    questions = [
        pulse.question(at_ms, runs=True, doubts=True, busy=False) for at_ms in (5, 604, 605, 1204)
    ]
    assert questions == [SEND_CLOCK, None, SEND_CLOCK, None]


def test_a_board_is_lost_without_any_bytes_or_without_a_whole_message() -> None:
    assert Pulse(0, 0, 0, 0, quick=5).gone_ms == 2500
    assert Pulse(2499, 0, 0, 0, quick=5).gone_ms == 4999
    assert Pulse(9000, 0, 0, 0, quick=5).gone_ms == 5000


def test_a_line_is_quick_after_five_gaps_of_ordinary_length() -> None:
    pulse = Pulse.begin(0)
    for at_ms in (1000, 2999, 3198, 3398, 4598):
        pulse.hear_bytes(at_ms)
    assert (pulse.quick, pulse.gone_ms) == (4, 8000)
    pulse.hear_bytes(4798)
    assert pulse.gone_ms == 5000
    pulse.hear_bytes(7398)
    assert (pulse.quick, pulse.gone_ms) == (0, 8000)


def test_single_byte_requests_are_sent_ten_a_second_and_only_once_each() -> None:
    slot = Slot()
    for byte in (SERIAL, SEND_CLOCK, SERIAL):
        slot.ask(byte)
    sent = [slot.step(at_ms)[0] for at_ms in (0, 99, 100, 300)]
    assert sent == [bytes([SERIAL]), b"", bytes([SEND_CLOCK]), b""]


def test_a_command_waits_two_seconds_for_its_answer_and_is_sent_its_number_of_times() -> None:
    slot, order = Slot(), Order(beep(1), "identify", tries=2)
    slot.order(order)
    slot.ask(SERIAL)
    assert slot.step(0) == (bytes([SERIAL]), None)
    assert [slot.step(at_ms)[0] for at_ms in (99, 100)] == [b"", order.code]
    slot.ask(SERIAL)
    assert [slot.step(at_ms)[0] for at_ms in (349, 350)] == [b"", bytes([SERIAL])]
    assert [slot.step(at_ms)[0] for at_ms in (2099, 2100, 4099)] == [b"", order.code, b""]
    assert slot.step(4100) == (b"", (order, SendVerdict.SILENT))


def test_a_command_is_sent_again_once_the_byte_before_it_has_had_its_time() -> None:
    slot, order = Slot(), Order(beep(1), tries=2)
    slot.order(order)
    slot.step(0)
    slot.ask(SERIAL)
    assert slot.step(1950)[0] == bytes([SERIAL])
    assert [slot.step(at_ms)[0] for at_ms in (2049, 2050)] == [b"", order.code]


def test_four_orders_wait_behind_the_one_that_is_under_way() -> None:
    slot, order = Slot(), Order(beep(1))
    assert [slot.order(order) for _ in range(5)] == [True] * 4 + [False]
    slot.step(0)
    assert [slot.order(order) for _ in range(2)] == [True, False]
    assert slot.settle(Answer(GOOD, order.command, 0, 0), 10) == (order, SendVerdict.DONE)
    slot.step(250)
    assert slot.order(order)


@pytest.mark.parametrize(
    ("off_ms", "shown"), [(2000, True), (2001, False), (-2000, True), (-2001, False)]
)
def test_a_set_time_is_confirmed_by_a_reading_within_two_seconds_of_it(
    off_ms: int, shown: bool
) -> None:
    target = Target(60_000, 60_000, None)
    assert target.shown_by(Reading(0, 60_000 - off_ms, 60_000, None), 5000) is shown
    assert target.shown_by(Reading(0, 60_000, 60_000 - off_ms, None), 5000) is shown
    runs = Target(60_000, 60_000, L)
    assert runs.shown_by(Reading(0, 60_000 - off_ms, 60_000, L), 0) is shown
    assert runs.shown_by(Reading(0, 55_000 - max(off_ms, 0), 60_000, L), 5000) is (off_ms != 2001)
    assert not runs.shown_by(Reading(0, 60_000, 60_000, R), 0)


def test_a_press_is_seen_only_when_the_clock_ran_and_the_other_side_runs_now() -> None:
    runs, stands = Target(60_000, 60_000, L), Target(60_000, 60_000, None)
    assert runs.pressed_by(Reading(0, 55_000, 60_000, R), 5000)
    assert not runs.pressed_by(Reading(0, 55_000, 60_000, L), 5000)
    assert not runs.pressed_by(Reading(0, 55_000, 60_000, None), 5000)
    assert not stands.pressed_by(Reading(0, 60_000, 60_000, R), 0)


def test_an_answer_without_a_command_can_only_refuse_the_current_order() -> None:
    """The clock answers so where it could not read what was sent."""
    slot = Slot()
    order = Order(set_and_run(60_000, 60_000, STANDS))
    slot.order(order)
    slot.step(0)
    assert slot.settle(Answer(GOOD, 0, 0, 0), 10) is None
    assert slot.settle(Answer(REFUSED, 0, 0, 0), 20) == (order, SendVerdict.REFUSED)
