import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.driver import (
    Doubted,
    Drift,
    Fallen,
    Hand,
    Identified,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from app.clock.drivers.open_chess_clock import OpenChessClock, Telegram, Telegrams
from tests.clock.drivers.line import Line, cuts, only

L, R = Hand.LEFT, Hand.RIGHT
MINUTE = 60_000


def telegram(kind: int, *numbers: int) -> bytes:
    return bytes([kind]) + b"".join(number.to_bytes(4, "big") for number in numbers)


def playing(left: int = 60 * MINUTE, right: int = 60 * MINUTE) -> Line:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC0, 2) + telegram(0xC4, left, right) + telegram(0xC2, right))
    line.heard.clear()
    return line


@pytest.mark.parametrize(
    ("hello", "answer"), [(b"\xc0\0\0\0\x02", b"\xc1\0\0\0\x02"), (b"\xc0\x02", b"\xc1\x02")]
)
def test_a_starting_clock_is_answered_in_its_own_format_and_identified(
    hello: bytes, answer: bytes
) -> None:
    line = Line(OpenChessClock())
    assert [type(one) for one in line.hear(hello)] == [Identified]
    assert line.bytes_sent() == answer
    able = only(line.heard, Identified)[0].abilities
    assert (able.holds_time, able.sets, able.runs) == (True, False, False)


def test_a_clock_powered_by_its_cable_counts_as_restarted_when_it_returns() -> None:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC0, 2) + telegram(0xC2, 60 * MINUTE))
    line.driver.opened(line.now_ms)
    assert [type(one) for one in line.hear(telegram(0xC0, 2))] == [Identified, Restarted]


def test_every_kind_of_telegram_is_read() -> None:
    stream = (
        b"\xc0\x02"
        + telegram(0xC1, 1)
        + telegram(0xC2, 1)
        + telegram(0xC3, 2)
        + telegram(0xC4, 3, 4)
    )
    stream += telegram(0xC5, 5) + b"\xc6\xc7"
    assert Telegrams().feed(stream, 0) == [
        Telegram(0xC0, (2,), short=True),
        Telegram(0xC1, (1,)),
        Telegram(0xC2, (1,)),
        Telegram(0xC3, (2,)),
        Telegram(0xC4, (3, 4)),
        Telegram(0xC5, (5,)),
        Telegram(0xC6, ()),
        Telegram(0xC7, ()),
    ]


def test_times_of_many_hours_are_read_in_full() -> None:
    left, right = 10 * 60 * MINUTE, 9 * 60 * MINUTE
    assert Telegrams().feed(telegram(0xC4, left, right), 0) == [Telegram(0xC4, (left, right))]


@pytest.mark.parametrize("wrong", [b"\x00", b"\xc8", b"\xc0\x04", b"\xc2\xff\xff\xff\xff"])
def test_after_an_unknown_byte_everything_is_ignored_until_a_silence(wrong: bytes) -> None:
    telegrams = Telegrams()
    assert telegrams.feed(wrong + b"\xc6", 0) == []
    assert telegrams.feed(b"\xc6", 150) == []
    assert telegrams.feed(b"", 300) == []
    assert telegrams.feed(b"\xc6", 350) == [Telegram(0xC6, (), at_ms=350)]
    assert telegrams.lost == 1


def test_a_partial_telegram_is_dropped_after_a_silence() -> None:
    telegrams = Telegrams()
    telegrams.feed(b"\xc2\x00", 1000)
    assert telegrams.feed(b"\xc7", 1200) == [Telegram(0xC7, (), at_ms=1200)]
    assert telegrams.lost == 1


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
@pytest.mark.parametrize("late_ms", [250, 6_000, 90_000])
def test_a_press_whose_remaining_bytes_were_read_late_is_reported(cut: int, late_ms: int) -> None:
    """A program that is stopped, or waits for its turn, reads the rest when it goes on."""
    line = playing()
    line.wait(5000)
    pressed_ms, data = line.now_ms, telegram(0xC3, 60 * MINUTE - 5000)
    line.hear(data[:cut])
    line.wait(late_ms)
    line.hear(data[cut:])
    (press,) = only(line.heard, Pressed)
    assert press.hand is L
    assert press.at_ms == pressed_ms
    line.wait(7000)
    line.hear(telegram(0xC2, 60 * MINUTE - late_ms - 7000))
    assert [press.hand for press in only(line.heard, Pressed)] == [L, R]


def test_a_press_following_a_partial_telegram_is_read_on_its_own() -> None:
    line = playing()
    line.wait(5000)
    line.hear(b"\xc3\x00")
    line.wait(5000)
    line.hear(telegram(0xC3, 60 * MINUTE - 10_000))
    assert [press.hand for press in only(line.heard, Pressed)] == [L]


def test_a_start_for_the_other_player_is_a_press() -> None:
    line = playing()
    line.wait(5000)
    line.hear(telegram(0xC3, 60 * MINUTE - 5000))
    assert [pressed.hand for pressed in only(line.heard, Pressed)] == [L]
    assert only(line.heard, Reading)[-1] == Reading(line.now_ms, 3_595_000, 3_600_000, R)


def test_a_stop_and_both_flags_are_reported() -> None:
    line = playing()
    line.wait(5000)
    line.hear(telegram(0xC5, 60 * MINUTE - 5000))
    line.hear(telegram(0xC5, 7))
    assert len(only(line.heard, Stopped)) == 1
    line.hear(telegram(0xC4, 1000, 1000) + telegram(0xC3, 1000))
    line.wait(1000)
    line.hear(b"\xc7")
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [R]
    assert only(line.heard, Reading)[-1].right_ms == 0
    line.hear(telegram(0xC4, 1000, 1000) + telegram(0xC2, 1000))
    line.wait(1000)
    line.hear(b"\xc6")
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [R, L]


def test_before_both_times_are_known_only_the_start_is_reported() -> None:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC2, 5000))
    line.hear(telegram(0xC2, 5000))
    line.hear(telegram(0xC5, 5000))
    assert [type(message) for message in line.heard] == [Identified, Started, Stopped, Reading]
    assert line.hear(b"\xc1\x02") == []


def test_the_first_press_is_reported_when_it_completes_the_times() -> None:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC2, 5000))
    assert [type(one) for one in line.hear(telegram(0xC3, 4000))] == [Pressed, Reading]


@pytest.mark.parametrize(("late_ms", "believed"), [(0, True), (10_000, True), (10_001, False)])
@pytest.mark.parametrize("kind", [0xC2, 0xC5])
@pytest.mark.parametrize("times", [1, 2])
def test_a_first_press_read_late_is_dated_by_the_next_message(
    times: int, kind: int, late_ms: int, believed: bool
) -> None:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC0, 2) + telegram(0xC2, 60 * MINUTE))
    line.wait(20_000 + late_ms)
    first = telegram(0xC3, 60 * MINUTE - 20_000)
    line.hear(first * times)
    line.wait(30_000)
    said = line.hear(telegram(kind, 60 * MINUTE - 30_000 - late_ms))
    changed = only(said, Pressed) if kind == 0xC2 else only(said, Stopped)
    assert len(changed) == believed
    assert (
        only(said, Reading)[:1]
        == [
            Reading(
                line.now_ms,
                60 * MINUTE - 20_000,
                60 * MINUTE - 30_000 - late_ms,
                L if kind == 0xC2 else None,
            )
        ][:believed]
    )
    assert len(only(said, Doubted)) == (not believed)


def test_a_first_press_read_late_does_not_count_as_drift() -> None:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC0, 2) + telegram(0xC2, 60 * MINUTE))
    line.wait(20_000 + 4_000)
    line.hear(telegram(0xC3, 60 * MINUTE - 20_000))
    line.wait(30_000)
    line.hear(telegram(0xC2, 60 * MINUTE - 34_000))
    line.wait(120_000)
    line.hear(telegram(0xC3, 60 * MINUTE - 140_000))
    assert [drift.ppm for drift in only(line.heard, Drift)] == [0]
    assert not only(line.heard, Doubted)


def test_a_lost_first_press_is_inferred_from_the_second() -> None:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC0, 2) + telegram(0xC2, 60 * MINUTE))
    line.wait(20_000)
    lost_ms = line.now_ms
    line.wait(30_000)
    line.hear(telegram(0xC2, 60 * MINUTE - 30_000))
    assert [(one.hand, one.at_ms, one.inferred) for one in only(line.heard, Pressed)] == [
        (L, lost_ms, True),
        (R, line.now_ms, False),
    ]


@pytest.mark.parametrize("told_ms", [60 * MINUTE, 61 * MINUTE])
def test_a_repeated_start_message_is_no_press(told_ms: int) -> None:
    line = Line(OpenChessClock())
    line.hear(telegram(0xC0, 2) + telegram(0xC2, 60 * MINUTE))
    line.wait(20_000)
    line.hear(telegram(0xC2, told_ms))
    assert not only(line.heard, Pressed)


def test_a_stop_before_anything_is_known_only_identifies_the_clock() -> None:
    line = Line(OpenChessClock())
    assert [type(one) for one in line.hear(telegram(0xC5, 9))] == [Identified]


def test_a_second_greeting_is_a_restart() -> None:
    line = playing()
    line.hear(b"\xc0\x02")
    assert [type(message) for message in line.heard] == [Restarted]
    line.hear(telegram(0xC4, 9000, 9000))
    assert not only(line.heard, Doubted)


def test_a_second_greeting_discards_the_earlier_times() -> None:
    line = playing()
    line.hear(b"\xc0\x02")
    assert [type(message) for message in line.hear(telegram(0xC2, 5 * MINUTE))] == [Started]


def test_a_time_that_jumps_is_questioned() -> None:
    line = playing()
    line.wait(5000)
    line.hear(telegram(0xC3, 90 * MINUTE))
    assert [type(message) for message in line.heard] == [Doubted]


def test_a_clock_counting_too_slowly_is_measured_and_reported_once() -> None:
    line = playing()
    left = right = 60 * MINUTE
    for turn in range(12):
        line.wait(30_000)
        used = 30_000 * 992 // 1000
        if turn % 2 == 0:
            left -= used
            line.hear(telegram(0xC3, left))
        else:
            right -= used
            line.hear(telegram(0xC2, right))
    drifts = only(line.heard, Drift)
    assert len(drifts) == 3
    assert all(abs(drift.ppm + 8000) < 10 for drift in drifts)
    assert len(only(line.heard, Doubted)) == 1


def test_an_accurate_clock_raises_no_doubt_and_is_not_measured_while_stopped() -> None:
    line = playing()
    line.wait(60_000)
    line.hear(telegram(0xC5, 59 * MINUTE))
    line.wait(500_000)
    line.hear(telegram(0xC2, 60 * MINUTE))
    line.hear(telegram(0xC4, 59 * MINUTE, 60 * MINUTE))
    line.wait(60_000)
    line.hear(telegram(0xC3, 58 * MINUTE))
    assert [drift.ppm for drift in only(line.heard, Drift)] == [0]
    assert not only(line.heard, Doubted)


def test_it_can_only_be_listened_to() -> None:
    driver = OpenChessClock()
    driver.set_times(1, 1, 1)
    driver.run(L, 1)
    driver.identify(1)
    assert (driver.tick(1), driver.due_ms(), driver.to_send()) == ([], None, b"")


STREAM = telegram(0xC3, 60 * MINUTE) + telegram(0xC5, 60 * MINUTE) + telegram(0xC2, 60 * MINUTE)


@pytest.mark.parametrize("pieces", cuts(STREAM))
def test_messages_are_the_same_however_the_bytes_are_cut(pieces: list[bytes]) -> None:
    line = playing()
    for piece in pieces:
        line.hear(piece)
    assert [type(message) for message in line.heard if not isinstance(message, Reading)] == [
        Pressed,
        Stopped,
        Started,
    ]


def test_a_telegram_is_heard_after_a_megabyte_of_noise() -> None:
    line = Line(OpenChessClock())
    line.hear(random.Random(6).randbytes(1 << 20))
    line.wait(300)
    line.heard.clear()
    line.hear(telegram(0xC4, 1000, 2000))
    assert only(line.heard, Reading)[-1].left_ms == 1000


@given(st.lists(st.tuples(st.binary(max_size=20), st.sampled_from([0, 10, 250]))))
def test_nothing_that_comes_upsets_the_driver(pieces: list[tuple[bytes, int]]) -> None:
    line = Line(OpenChessClock())
    for data, wait_ms in pieces:
        line.hear(data)
        line.wait(wait_ms)


@given(
    st.lists(
        st.builds(
            telegram,
            st.sampled_from([0xC2, 0xC3, 0xC5]),
            st.integers(0, 90_000_000),
        )
        | st.sampled_from([b"\xc6", b"\xc7", b"\xc0\x02", telegram(0xC4, 5, 90_000)])
    )
)
def test_no_telegrams_upset_the_driver(telegrams: list[bytes]) -> None:
    line = Line(OpenChessClock())
    for data in telegrams:
        line.hear(data)
        line.wait(70_000)


def test_the_largest_allowed_numbers_are_read_and_larger_ones_are_not() -> None:
    day_ms = 24 * 60 * MINUTE
    assert Telegrams().feed(telegram(0xC4, day_ms, day_ms), 0) == [Telegram(0xC4, (day_ms, day_ms))]
    assert Telegrams().feed(telegram(0xC4, day_ms, day_ms + 1), 0) == []
    assert Telegrams().feed(b"\xc0\x03", 0) == [Telegram(0xC0, (3,), short=True)]
    assert Telegrams().feed(b"\xc2\x00", 100) == []


def test_bytes_of_one_telegram_come_within_a_fifth_of_a_second() -> None:
    telegrams = Telegrams()
    telegrams.feed(b"\xc2\x00\x00", 1000)
    assert telegrams.feed(b"\x00\x05", 1199) == [Telegram(0xC2, (5,), at_ms=1000)]
    assert telegrams.lost == 0


@pytest.mark.parametrize(("too_much_ms", "ppm", "doubts"), [(100, 200, 0), (101, 201, 1)])
def test_drift_beyond_200_ppm_is_questioned(too_much_ms: int, ppm: int, doubts: int) -> None:
    line = playing()
    line.wait(500_000)
    line.hear(telegram(0xC3, 60 * MINUTE - 500_100))
    line.wait(500_000)
    line.hear(telegram(0xC2, 60 * MINUTE - 500_000 - too_much_ms))
    assert only(line.heard, Drift)[-1].ppm == ppm
    assert len(only(line.heard, Doubted)) == doubts


@pytest.mark.parametrize(("played_ms", "told"), [(119_999, []), (120_000, [0])])
def test_a_crystal_is_measured_over_two_minutes(played_ms: int, told: list[int]) -> None:
    line = playing()
    line.wait(played_ms)
    line.hear(telegram(0xC3, 60 * MINUTE - played_ms))
    assert [drift.ppm for drift in only(line.heard, Drift)] == told


@pytest.mark.parametrize(("more_ms", "doubts"), [(1000, 0), (1001, 1)])
def test_a_side_may_have_used_a_second_more_than_passed(more_ms: int, doubts: int) -> None:
    line = playing()
    line.wait(5000)
    line.hear(telegram(0xC3, 60 * MINUTE - 5000 - more_ms))
    assert len(only(line.heard, Doubted)) == doubts
    assert [press.late_ms for press in only(line.heard, Pressed)] == [50] * (1 - doubts)


def test_the_clock_reports_milliseconds_but_only_when_pressed() -> None:
    line = Line(OpenChessClock())
    able = only(line.hear(b"\xc0\x02"), Identified)[0].abilities
    assert (able.resolution_ms, able.lag_ms, able.rarely) == (1, 50, True)


def test_a_short_telegram_after_a_late_remainder_is_read_with_it() -> None:
    telegrams = Telegrams()
    data = telegram(0xC3, 9) + b"\xc0\x02"
    assert telegrams.feed(data[:3], 1000) == []
    assert telegrams.feed(data[3:], 9000) == [
        Telegram(0xC3, (9,), at_ms=1000),
        Telegram(0xC0, (2,), short=True, at_ms=9000),
    ]
    assert telegrams.lost == 0


@pytest.mark.parametrize(
    ("spent_ms", "late_ms", "read_late"),
    [
        (100_000, 3000, False),
        (100_000, 3001, True),
        (0, 1000, False),
        (0, 1001, True),
    ],
)
def test_a_press_is_dated_as_read_late_if_the_delay_exceeds_a_slow_clock_s_error(
    spent_ms: int, late_ms: int, read_late: bool
) -> None:
    """One second, and one in fifty."""
    line = playing()
    began_ms = line.now_ms
    line.wait(spent_ms + late_ms)
    line.hear(telegram(0xC3, 60 * MINUTE - spent_ms))
    (press,) = only(line.heard, Pressed)
    assert press.at_ms == (began_ms + spent_ms if read_late else line.now_ms)
