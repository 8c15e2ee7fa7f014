import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clock.drivers import hourglass
from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Failed,
    Fallen,
    Hand,
    Identified,
    OrderDone,
    Pressed,
    Reading,
    Restarted,
    ScoredAtClock,
    Started,
    Stopped,
)
from app.clock.drivers.hourglass import Count, Hourglass, config, read_hourglass_line
from tests.clock.drivers.line import Line, cuts, only

L, R = Hand.LEFT, Hand.RIGHT


def armed() -> Line:
    """Set to an hour each; it stands."""
    line = Line(Hourglass(("Ann", "Bo")))
    line.driver.set_times(3_600_000, 3_600_000, line.now_ms)
    line.wait(2000)
    line.heard.clear()
    return line


def playing() -> Line:
    line = armed()
    line.hear(b"0 59:59 0\r\n")
    line.wait(1000)
    line.hear(b"0 59:58 0\r\n")
    line.heard.clear()
    return line


def test_lines_and_configurations_are_read_and_written() -> None:
    assert read_hourglass_line(b"0 59:59 3") == Count(L, 3_599_000, 3)
    assert read_hourglass_line(b"1 119:00 0") == Count(R, 7_140_000, 0)
    assert config(("Ann", "Bo"), 60, 45) == b"Ann~Bo%60 45 0"
    assert config(("A~n%n|a\n", "Benedikta-Maria"), 1, 2) == b"Anna~Benedikt%1 2 0"


@pytest.mark.parametrize("line", [b"", b"2 59:59 0", b"0 59:60 0", b"0 59:59 6", b"0 5:59", b"dc"])
def test_unknown_lines_are_ignored(line: bytes) -> None:
    assert read_hourglass_line(line) is None


def test_the_first_line_identifies_the_clock() -> None:
    line = Line(Hourglass())
    assert [type(one) for one in line.hear(b"0 59:59 0\r\n")] == [Identified, Started]
    assert line.hear(b"0 59:58 0\r\n") == []


@pytest.mark.parametrize(("paused", "told"), [(b"", Pressed), (b"~\r\n", Started)])
def test_the_other_player_s_first_turn_completes_the_times(
    paused: bytes, told: type[Pressed] | type[Started]
) -> None:
    line = Line(Hourglass())
    line.hear(b"0 59:59 0\r\n" + paused)
    line.wait(1000)
    assert [type(one) for one in line.hear(b"1 59:59 0\r\n")] == [told, Reading]


def test_setting_prepares_the_clock_and_gives_both_times() -> None:
    line = Line(Hourglass(("Ann", "Bo")))
    line.driver.set_times(3_600_000, 2_700_000, line.now_ms)
    line.wait(1000)
    assert line.bytes_sent() == b"Ann~Bo%60 45 0"
    line.wait(1000)
    assert [type(message) for message in line.heard] == [Identified, OrderDone, Reading]


@pytest.mark.parametrize(
    ("left", "right"), [(90_500, 60_000), (60_000, 61_000), (0, 60_000), (6_000_000, 60_000)]
)
def test_only_whole_minutes_can_be_set(left: int, right: int) -> None:
    line = Line(Hourglass())
    line.driver.set_times(left, right, line.now_ms)
    assert line.driver.due_ms() == line.now_ms
    line.wait(10)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [hourglass.WHOLE_MINUTES]


def test_the_toggle_starts_the_clock_for_the_side_of_its_switch() -> None:
    line = armed()
    line.driver.run(L, line.now_ms)
    line.wait(1000)
    assert line.sent[-1][1] == b"|"
    line.hear(b"0 59:59 0\r\n")
    assert [done.request for done in only(line.heard, OrderDone)] == ["run"]
    assert [started.running for started in only(line.heard, Started)] == [L]


def test_a_start_for_the_other_side_says_to_flip_the_switch() -> None:
    line = armed()
    line.driver.run(R, line.now_ms)
    line.wait(1000)
    line.hear(b"0 59:59 0\r\n")
    assert [failed.sentence for failed in only(line.heard, Failed)] == [hourglass.OTHER_SIDE]


def test_the_toggle_is_never_sent_twice() -> None:
    line = armed()
    line.driver.run(L, line.now_ms)
    line.wait(6000)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [hourglass.NOT_STARTED]
    assert line.bytes_sent().count(b"|") == 1


def test_a_start_right_after_a_setting_waits_until_the_clock_has_read_it() -> None:
    line = Line(Hourglass())
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(1600)
    line.driver.run(L, line.now_ms)
    line.wait(300)
    line.driver.set_times(120_000, 60_000, line.now_ms)
    line.driver.run(L, line.now_ms)
    line.wait(6000)
    assert [out for _, out in line.sent] == [
        b"Left~Right%1 1 0",
        b"|",
        b"Left~Right%2 1 0",
        b"|",
    ]


def test_the_toggle_stops_the_clock() -> None:
    line = playing()
    line.driver.run(None, line.now_ms)
    line.wait(3000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["stop"]
    assert only(line.heard, Reading)[-1].running is None
    assert not only(line.heard, (Stopped, Doubted))


def test_a_clock_that_keeps_running_is_reported_as_not_stopped() -> None:
    line = playing()
    line.driver.run(None, line.now_ms)
    for second in range(57, 54, -1):
        line.wait(1000)
        line.hear(b"0 59:%d 0\r\n" % second)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [hourglass.NOT_STOPPED]


def test_stopping_a_clock_whose_times_are_unknown_reports_no_times() -> None:
    line = Line(Hourglass())
    line.hear(b"0 59:59 0\r\n")
    line.driver.run(None, line.now_ms)
    line.wait(3000)
    assert only(line.heard, Reading) == []
    assert [done.request for done in only(line.heard, OrderDone)] == ["stop"]


def test_a_clock_in_an_unknown_state_is_not_toggled() -> None:
    line = Line(Hourglass())
    line.driver.run(L, line.now_ms)
    line.wait(10)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [hourglass.NOT_KNOWN]
    assert line.sent == []


def test_an_order_that_changes_nothing_needs_no_toggle() -> None:
    line = playing()
    line.driver.run(L, line.now_ms)
    line.wait(10)
    assert [done.request for done in only(line.heard, OrderDone)] == ["run"]
    assert b"|" not in line.bytes_sent()


def test_a_line_for_the_other_player_is_a_press() -> None:
    line = playing()
    line.wait(1000)
    line.hear(b"1 59:59 0\r\n")
    assert [(pressed.hand, pressed.late_ms) for pressed in only(line.heard, Pressed)] == [(L, 1000)]
    assert only(line.heard, Reading)[-1] == Reading(line.now_ms, 3_598_000, 3_599_000, R)


def test_points_are_reported_when_they_change() -> None:
    line = playing()
    for said in (b"0 59:57 2\r\n", b"0 59:56 2\r\n", b"0 59:55 1\r\n"):
        line.wait(1000)
        line.hear(said)
    assert [(scored.hand, scored.points) for scored in only(line.heard, ScoredAtClock)] == [
        (L, 2),
        (L, 1),
    ]


def test_the_pause_button_stops_the_clock_and_a_long_press_resets_it() -> None:
    line = playing()
    line.hear(b"~\r\n")
    line.hear(b"~\r\n")
    assert len(only(line.heard, Stopped)) == 1
    line.hear(b"dc\r\n|")
    line.hear(b"$\r\n")
    assert len(only(line.heard, Restarted)) == 1


@pytest.mark.parametrize(
    "damaged", [b"0 59:5$ 0\r\n", b"0 $9:57 0\r\n", b"0 59:57 $\r\n", b"$ 59:57 0\r\n"]
)
def test_a_single_dollar_sign_in_a_line_is_a_bit_error_and_no_restart(damaged: bytes) -> None:
    line = playing()
    line.wait(1000)
    line.hear(damaged)
    line.wait(1000)
    line.hear(b"0 59:56 0\r\n")
    assert not [one for one in line.heard if isinstance(one, Restarted | Stopped | Started)]


@pytest.mark.parametrize("ends", [b"\r\n", b"\n"])
@pytest.mark.parametrize("lost", [b"0 59:57 0", b"~", b"|"])
def test_a_restart_is_recognized_even_if_the_previous_line_lost_its_end(
    lost: bytes, ends: bytes
) -> None:
    line = playing()
    line.wait(1000)
    for byte in lost + b"$" + ends:
        line.hear(bytes([byte]))
    assert len(only(line.heard, Restarted)) == 1


def test_a_partial_line_before_a_pause_does_not_spoil_the_next_line() -> None:
    line = playing()
    line.hear(b"0 59:5~\r\n")
    assert len(only(line.heard, Stopped)) == 1
    line.wait(1000)
    line.hear(b"0 59:56 0\r\n")
    assert [started.running for started in only(line.heard, Started)] == [L]


def test_a_pause_before_the_times_are_known_is_reported() -> None:
    line = Line(Hourglass())
    line.hear(b"0 59:59 0\r\n~\r\n")
    assert len(only(line.heard, Stopped)) == 1


def test_a_time_that_rises_is_questioned() -> None:
    line = playing()
    line.wait(1000)
    line.hear(b"0 64:57 0\r\n")
    assert len(only(line.heard, Doubted)) == 1
    line.wait(1000)
    line.hear(b"0 59:56 0\r\n")
    assert only(line.heard, Reading)[-1].left_ms == 3_596_000


def test_a_flag_falls_once_when_the_time_reaches_zero() -> None:
    line = armed()
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(2000)
    for second in (2, 1, 0, 0, 0):
        line.wait(30_000 if second == 2 else 1000)
        line.hear(b"1 00:%02d 0\r\n" % second)
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [R]


def test_a_running_clock_that_falls_silent_is_questioned_once() -> None:
    line = playing()
    line.wait(9000)
    doubts = [(doubt.sentence, doubt.lasting) for doubt in only(line.heard, Doubted)]
    assert doubts == [(hourglass.QUIET, True)]
    assert not line.driver.dead


@pytest.mark.parametrize("spoken", [b"0 59:48 0\r\n", b"~\r\n", b"$\r\n"])
def test_the_doubt_ends_as_soon_as_the_clock_is_heard(spoken: bytes) -> None:
    line = playing()
    line.wait(9000)
    line.hear(spoken)
    line.hear(b"0 59:47 0\r\n")
    assert [cleared.sentence for cleared in only(line.heard, Cleared)] == [hourglass.QUIET]


def test_a_driver_that_was_not_opened_does_nothing_and_nobody_can_find_it() -> None:
    driver = Hourglass()
    assert (driver.receive(b"0 59:59 0\n", 1), driver.due_ms(), driver.to_send()) == ([], None, b"")
    driver.identify(1)


@pytest.mark.parametrize("pieces", cuts(b"0 59:57 1\r\n1 59:59 0\r\n~\r\n"))
def test_messages_are_the_same_however_the_bytes_are_cut(pieces: list[bytes]) -> None:
    line = playing()
    line.wait(1000)
    for piece in pieces:
        line.hear(piece)
    assert [type(message) for message in line.heard if not isinstance(message, Reading)] == [
        ScoredAtClock,
        Pressed,
        Stopped,
    ]


def test_a_line_is_heard_after_a_megabyte_of_noise() -> None:
    line = Line(Hourglass())
    line.hear(random.Random(3).randbytes(1 << 20))
    line.hear(b"\n0 59:59 0\n")
    assert only(line.heard, Identified)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.integers(1, 3000),
            st.sampled_from(["set", "left", "stop"]),
            st.from_regex(rb"[01] [0-9]{2}:[0-5][0-9] [0-5]\r\n", fullmatch=True),
            st.sampled_from([b"~\r\n", b"$\r\n", b"dc\r\n", b"|", b"$"]),
        )
    )
)
def test_nothing_that_comes_upsets_the_driver(acts: list[bytes | int | str]) -> None:
    line = Line(Hourglass())
    for act in acts:
        match act:
            case bytes():
                line.hear(act)
            case int():
                line.wait(act)
            case "set":
                line.driver.set_times(60_000, 60_000, line.now_ms)
            case _:
                line.driver.run({"left": L}.get(act), line.now_ms)


def test_a_clock_silent_after_its_port_was_reopened_waits_to_be_set() -> None:
    line = playing()
    line.driver.opened(line.now_ms)
    line.wait(10_000)
    assert len(only(line.heard, Restarted)) == 1


def test_a_clock_that_speaks_after_its_port_was_reopened_has_kept_running() -> None:
    line = playing()
    line.driver.opened(line.now_ms)
    line.wait(3000)
    line.hear(b"0 59:50 0\r\n")
    line.wait(2000)
    line.hear(b"0 59:48 0\r\n")
    line.wait(2000)
    assert not only(line.heard, Restarted)


def test_a_clock_that_was_never_set_does_not_count_as_restarted() -> None:
    line = Line(Hourglass())
    line.wait(20_000)
    assert line.heard == []


def test_the_clock_has_a_second_and_a_half_to_read_its_times() -> None:
    line = Line(Hourglass())
    line.driver.set_times(60_000, 60_000, line.now_ms)
    assert line.wait(1499) == []
    assert [type(message) for message in line.wait(1)] == [Identified, OrderDone, Reading]


def test_a_toggled_clock_must_run_within_two_and_a_half_seconds() -> None:
    line = armed()
    line.driver.run(L, line.now_ms)
    assert line.wait(2499) == []
    assert [failed.at_ms for failed in only(line.wait(1), Failed)] == [line.now_ms]


def test_a_clock_is_toggled_as_soon_as_its_times_are_read() -> None:
    line = armed()
    asked_ms = line.now_ms
    line.sent.clear()
    line.driver.set_times(120_000, 60_000, asked_ms)
    line.driver.run(L, asked_ms)
    line.wait(1500)
    assert line.bytes_sent() == b"Ann~Bo%2 1 0"
    line.wait(1)
    assert line.bytes_sent() == b"Ann~Bo%2 1 0|"
    line.wait(2498)
    assert only(line.heard, Failed) == []
    line.wait(1)
    assert [failed.at_ms for failed in only(line.heard, Failed)] == [asked_ms + 4000]


@pytest.mark.parametrize(("heard_ms", "answer"), [(1250, OrderDone), (1251, Failed)])
def test_a_clock_counts_as_stopped_if_it_was_silent_in_the_second_half_of_the_wait(
    heard_ms: int, answer: type[OrderDone] | type[Failed]
) -> None:
    line = playing()
    line.driver.run(None, line.now_ms)
    line.wait(heard_ms)
    line.hear(b"0 59:57 0\r\n")
    line.wait(2500 - heard_ms)
    assert [type(message) for message in only(line.heard, (OrderDone, Failed))] == [answer]


def test_a_clock_is_questioned_after_two_and_a_half_seconds_of_silence() -> None:
    line = playing()
    assert line.wait(2499) == []
    assert line.driver.due_ms() == line.now_ms + 250
    assert [type(message) for message in line.wait(1)] == [Doubted]


def test_a_clock_counts_as_restarted_after_five_seconds_of_silence() -> None:
    line = armed()
    line.driver.opened(line.now_ms)
    assert line.wait(4999) == []
    assert [type(message) for message in line.wait(1)] == [Restarted]


@pytest.mark.parametrize(("second", "doubts"), [(55, 0), (54, 1)])
def test_a_side_may_have_used_two_seconds_more_than_passed(second: int, doubts: int) -> None:
    line = playing()
    line.wait(1000)
    line.hear(b"0 59:%d 0\r\n" % second)
    assert len(only(line.heard, Doubted)) == doubts


@pytest.mark.parametrize(
    ("left", "right", "refused"), [(1, 99, 0), (99, 1, 0), (1, 0, 1), (1, 100, 1), (100, 1, 1)]
)
def test_times_may_be_from_1_to_99_minutes(left: int, right: int, refused: int) -> None:
    line = Line(Hourglass())
    line.driver.set_times(left * 60_000, right * 60_000, line.now_ms)
    line.wait(2000)
    assert len(only(line.heard, Failed)) == refused
