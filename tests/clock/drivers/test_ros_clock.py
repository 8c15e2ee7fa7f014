import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clock.drivers import ros_clock as upd_clock
from app.clock.drivers.driver import (
    Doubted,
    Failed,
    Fallen,
    Hand,
    Identified,
    OrderDone,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from app.clock.drivers.ros_clock import Update, UpdClock, read_line
from tests.clock.drivers.line import Line, cuts, only

L, R = Hand.LEFT, Hand.RIGHT


def upd(white: int, black: int, turn: str, paused: bool = False, alive: bool = True) -> bytes:
    flags = f"p {str(paused).lower()} a {str(alive).lower()}"
    return f"upd w {white} b {black} t {turn} {flags}\n".encode()


class Clock:
    """Answers each line with the next of ``answers``, ack when there is none left."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []
        self.answers: list[bytes] = []

    def __call__(self, sent: bytes, now_ms: int) -> bytes:
        self.commands += sent.splitlines()
        return self.answers.pop(0) if self.answers else b"ack\n"


def playing(clock: Clock | None = None, white: Hand = L) -> Line:
    line = Line(UpdClock(white), clock)
    line.hear(upd(60_000, 60_000, "white", paused=True))
    line.wait(1000)
    line.hear(upd(59_900, 60_000, "white"))
    line.heard.clear()
    return line


def test_an_update_line_is_read() -> None:
    assert read_line(upd(1, 22, "black", False, True).strip()) == Update(1, 22, False, False, True)
    assert read_line(b"btn w true b false") is None
    assert read_line(b"upd w 1234567890 b 1 t white p true a true") is None


def test_the_first_line_identifies_the_clock_and_gives_its_full_reading() -> None:
    line = Line(UpdClock())
    told = line.hear(upd(60_000, 50_000, "white", paused=True))
    assert [type(message) for message in told] == [Identified, Reading]


@pytest.mark.parametrize(("white", "pressed"), [(L, L), (R, R)])
def test_the_end_of_white_s_turn_is_a_press_by_the_hand_playing_white(
    white: Hand, pressed: Hand
) -> None:
    line = playing(white=white)
    line.wait(500)
    line.hear(b"btn w true b false\n" + upd(59_400, 60_000, "black"))
    assert [(message.hand, message.late_ms) for message in only(line.heard, Pressed)] == [
        (pressed, 150)
    ]
    reading = only(line.heard, Reading)[-1]
    assert (reading.left_ms, reading.right_ms)[white is R] == 59_400


def test_a_stop_and_a_flag_are_reported() -> None:
    line = playing()
    line.wait(500)
    line.hear(upd(59_400, 60_000, "white", paused=True))
    assert len(only(line.heard, Stopped)) == 1
    line.hear(upd(59_400, 60_000, "white"))
    line.wait(70_000)
    line.driver.opened(line.now_ms)
    line.hear(upd(0, 60_000, "white", alive=False))
    line.hear(upd(0, 60_000, "white", alive=False))
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [L]


def test_a_jumping_time_is_questioned_and_believed_at_the_fourth_reading() -> None:
    line = playing()
    for left in (80_000, 79_000, 78_000, 77_000):
        assert not only(line.heard, Reading)
        line.wait(1000)
        line.hear(upd(left, 60_000, "white"))
    assert len(only(line.heard, Doubted)) == 1
    assert only(line.heard, Reading)[-1].left_ms == 77_000


def test_two_presses_in_a_single_line_are_taken_for_a_bit_error() -> None:
    line = playing()
    for left, right in ((59_000, 60_000), (58_000, 59_000), (57_000, 60_000), (56_000, 60_000)):
        line.wait(1000)
        line.hear(upd(left, right, "white"))
    assert not only(line.heard, Pressed)
    assert only(line.heard, Reading)[-1].left_ms == 56_000


def test_two_presses_confirmed_by_a_second_line_are_reported() -> None:
    line = playing()
    for left, right in ((59_000, 60_000), (58_500, 59_500), (57_500, 59_500)):
        line.wait(1000)
        line.hear(upd(left, right, "white"))
    assert [press.hand for press in only(line.heard, Pressed)] == [L, R]


@pytest.mark.parametrize(("white", "text"), [(L, b"set w 1000 b 2000"), (R, b"set w 2000 b 1000")])
def test_a_running_clock_is_paused_and_set(white: Hand, text: bytes) -> None:
    clock = Clock()
    clock.answers = [b"", b""]
    line = playing(clock, white)
    line.driver.set_times(1000, 2000, line.now_ms)
    line.wait(10)
    assert line.hear(upd(5, 5, "white", paused=True)) == []
    clock.answers = []
    line.wait(2200)
    assert clock.commands[-1] == text
    times = (1000, 2000) if white is L else (2000, 1000)
    line.hear(upd(*times, "white", paused=True))
    assert [done.request for done in only(line.heard, OrderDone)] == ["set"]
    reading = only(line.heard, Reading)[-1]
    assert (reading.left_ms, reading.right_ms) == (1000, 2000)
    assert not only(line.heard, (Doubted, Stopped))


def test_a_stopped_clock_is_set_at_once() -> None:
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(1, 1, "white", paused=True))
    line.driver.set_times(1000, 2000, line.now_ms)
    line.wait(10)
    assert clock.commands == [b"set w 1000 b 2000"]


def test_the_clock_resumes_for_the_other_side_once_its_plunger_is_pressed() -> None:
    """No order changes the turn to black's; a press does, even while the clock is paused."""
    clock = Clock()
    line = playing(clock)
    line.driver.run(None, line.now_ms)
    line.wait(10)
    line.hear(upd(59_800, 60_000, "white", paused=True))
    line.driver.run(R, line.now_ms)
    line.wait(300)
    (failed,) = only(line.heard, Failed)
    assert (failed.request, failed.goes_on) == ("run", True)
    assert "Press its left plunger: it changes to the right side" in failed.sentence
    assert clock.commands == [b"pause"]
    line.hear(b"btn w true b false\n" + upd(59_800, 60_000, "black", paused=True))
    assert clock.commands == [b"pause", b"resume"]
    line.hear(upd(59_800, 59_990, "black"))
    assert [done.request for done in only(line.heard, OrderDone)] == ["stop", "run"]
    assert [started.running for started in only(line.heard, Started)] == [R]
    assert not only(line.heard, (Stopped, Pressed))


@pytest.mark.parametrize("order", ["stop", "set"])
def test_a_later_order_ends_the_wait_for_a_press(order: str) -> None:
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(60_000, 60_000, "white", paused=True))
    line.driver.run(R, line.now_ms)
    if order == "stop":
        line.driver.run(None, line.now_ms)
    else:
        line.driver.set_times(1, 1, line.now_ms)
    line.wait(10)
    line.hear(upd(60_000, 60_000, "black", paused=True))
    line.wait(3000)
    assert b"resume" not in clock.commands


def test_a_clock_started_by_its_own_button_is_left_alone() -> None:
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(60_000, 60_000, "white", paused=True))
    line.driver.run(R, line.now_ms)
    line.hear(upd(59_900, 60_000, "white"))
    line.hear(upd(59_800, 60_000, "black", paused=True))
    line.wait(1000)
    assert clock.commands == []


@pytest.mark.parametrize("told", [True, False])
def test_white_s_turn_is_restored_with_the_times_unchanged(told: bool) -> None:
    """rst gives white the turn, and other times than the game's for a moment."""
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(50_000, 40_000, "black", paused=True))
    if told:
        line.driver.set_times(30_000, 20_000, line.now_ms)
    line.driver.run(L, line.now_ms)
    line.heard.clear()
    others = [upd(9_999_999, 9_999_999, "white"), upd(9_999_990, 9_999_999, "white", paused=True)]
    clock.answers = [*[b"ack\n"] * told, *(b"ack\n" + other for other in others)]
    line.wait(500)
    times = (30_000, 20_000) if told else (50_000, 40_000)
    set_line = b"set w %d b %d" % times
    assert clock.commands == [*[set_line] * told, b"rst 9999999 0", b"pause", set_line, b"resume"]
    line.hear(upd(*times, "white"))
    (reading,) = only(line.heard, Reading)
    assert (reading.left_ms, reading.right_ms, reading.running) == (*times, L)
    assert not only(line.heard, (Failed, Doubted))


def test_a_running_clock_is_not_reset_to_white_s_turn() -> None:
    """Its times are others by the time it is told."""
    clock = Clock()
    line = playing(clock)
    line.hear(upd(59_800, 60_000, "black"))
    line.driver.run(L, line.now_ms)
    line.wait(10)
    assert clock.commands == []
    assert only(line.heard, Failed)[0].sentence.startswith("The clock would run for its right side")


@pytest.mark.parametrize("times", [(0, 0), (0, 60_000)])
def test_a_clock_not_alive_is_reset_before_it_is_set(
    times: tuple[int, int],
) -> None:
    """So it is after its start and after a flag; set alone does not end that."""
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(*times, "white", alive=False))
    line.driver.set_times(1000, 2000, line.now_ms)
    line.driver.run(L, line.now_ms)
    line.wait(10)
    assert clock.commands == [b"rst 9999999 0", b"pause", b"set w 1000 b 2000", b"resume"]
    assert [done.request for done in only(line.heard, OrderDone)] == ["set", "run"]


@pytest.mark.parametrize("answer", [b"rej Argument error\n", b""])
def test_commands_after_a_failed_reset_are_not_sent(answer: bytes) -> None:
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(0, 0, "white", alive=False))
    clock.answers = [answer] * 3
    line.driver.set_times(1000, 2000, line.now_ms)
    for _ in range(5):
        line.wait(1000)
        line.hear(upd(0, 0, "white", alive=False))
    assert set(clock.commands) == {b"rst 9999999 0"}
    assert [failed.request for failed in only(line.heard, Failed)] == ["set"]


def test_a_reset_without_an_answer_is_recognized_by_the_turn_and_the_alive_flag() -> None:
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(0, 0, "white", alive=False))
    clock.answers = [upd(9_999_999, 9_999_999, "white")]
    line.driver.set_times(1000, 2000, line.now_ms)
    line.wait(10)
    assert clock.commands == [b"rst 9999999 0", b"pause", b"set w 1000 b 2000"]


def test_a_clock_that_was_just_told_to_go_is_paused_before_it_is_set() -> None:
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(60_000, 60_000, "white", paused=True))
    line.driver.run(L, line.now_ms)
    line.driver.set_times(1000, 2000, line.now_ms)
    line.wait(10)
    assert clock.commands == [b"resume", b"pause", b"set w 1000 b 2000"]


def test_resuming_a_running_clock_reports_no_new_start() -> None:
    clock = Clock()
    line = playing(clock)
    line.driver.run(L, line.now_ms)
    line.wait(10)
    line.hear(upd(59_800, 60_000, "white"))
    assert not only(line.heard, Started)


@pytest.mark.parametrize(("left", "right"), [(10_000_000, 0), (0, 10_000_000), (-1, 0), (0, -1)])
def test_times_that_would_overflow_its_memory_are_refused(left: int, right: int) -> None:
    line = playing(Clock())
    line.driver.set_times(left, right, line.now_ms)
    assert line.driver.due_ms() == line.now_ms
    line.wait(10)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [upd_clock.TOO_LONG]


def test_a_rejected_order_is_reported_as_a_readable_sentence() -> None:
    clock = Clock()
    clock.answers = [b"rej Argument error\n"]
    line = playing(clock)
    line.driver.run(None, line.now_ms)
    line.wait(10)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [upd_clock.REJECTED]
    assert line.hear(b"ack\n") == []


def test_an_unanswered_order_is_sent_three_times() -> None:
    clock = Clock()
    clock.answers = [b""] * 9
    line = playing(clock)
    line.driver.set_times(1, 1, line.now_ms)
    for _ in range(8):
        line.wait(1000)
        line.hear(upd(59_900, 60_000, "white"))
    assert clock.commands == [b"pause"] * 3 + [b"set w 1 b 1"] * 3
    assert [failed.sentence for failed in only(line.heard, Failed)] == [upd_clock.NO_ANSWER]


def test_more_orders_than_can_wait_are_refused() -> None:
    line = playing()
    for _ in range(upd_clock.MOST_WAITING + 1):
        line.driver.run(None, line.now_ms)
    line.wait(1)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [upd_clock.BUSY]


def test_nothing_is_sent_before_the_clock_has_spoken() -> None:
    line = Line(UpdClock(), Clock())
    line.driver.run(None, line.now_ms)
    line.driver.set_times(1, 1, line.now_ms)
    line.wait(3000)
    assert line.sent == []


@pytest.mark.parametrize("known", [True, False])
def test_a_silent_clock_is_lost(known: bool) -> None:
    line = playing() if known else Line(UpdClock())
    line.wait(11_000)
    assert line.driver.dead == (upd_clock.GONE if known else upd_clock.NOBODY)
    assert line.driver.due_ms() is None
    assert line.hear(upd(1, 1, "white")) == []


def test_orders_that_a_lost_clock_leaves_behind_have_failed() -> None:
    line = playing()
    line.wait(2200)
    line.driver.set_times(1, 1, line.now_ms)
    line.wait(600)
    assert [failed.request for failed in only(line.heard, Failed)] == ["set"]


def test_a_driver_that_was_not_opened_does_nothing_and_nobody_can_find_it() -> None:
    driver = UpdClock()
    assert (driver.receive(b"ack\n", 1), driver.tick(1), driver.due_ms()) == ([], [], None)
    driver.identify(1)


STREAM = upd(59_800, 60_000, "white") + upd(59_700, 60_000, "black")


@pytest.mark.parametrize("pieces", cuts(STREAM))
def test_messages_are_the_same_however_the_bytes_are_cut(pieces: list[bytes]) -> None:
    line = playing()
    for piece in pieces:
        line.hear(piece)
    assert [type(message) for message in line.heard] == [Reading, Pressed, Reading]


def test_a_line_is_heard_after_a_megabyte_of_noise() -> None:
    line = Line(UpdClock())
    line.hear(random.Random(5).randbytes(1 << 20))
    line.hear(b"\n" + upd(1, 1, "white"))
    assert only(line.heard, Identified)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.integers(1, 3000),
            st.sampled_from(["set", "left", "stop", "ack", "rej"]),
            st.builds(
                upd,
                st.integers(0, 10**9),
                st.integers(0, 10**9),
                st.sampled_from(["white", "black"]),
                st.booleans(),
                st.booleans(),
            ),
        )
    )
)
def test_nothing_that_comes_upsets_the_driver(acts: list[bytes | int | str]) -> None:
    line = Line(UpdClock())
    for act in acts:
        match act:
            case bytes():
                line.hear(act)
            case int():
                line.wait(act)
            case "set":
                line.driver.set_times(60_000, 60_000, line.now_ms)
            case "ack" | "rej":
                line.hear(f"{act}\n".encode())
            case _:
                line.driver.run({"left": L}.get(act), line.now_ms)


@pytest.mark.parametrize(("known", "silent_ms"), [(True, 2500), (False, 10_000)])
def test_a_clock_is_lost_after_the_given_silence(known: bool, silent_ms: int) -> None:
    line = playing() if known else Line(UpdClock())
    line.wait(silent_ms - 1)
    assert line.driver.dead == ""
    assert line.driver.due_ms() == line.now_ms + 250
    line.wait(1)
    assert line.driver.dead != ""


def test_an_order_is_sent_again_after_a_second() -> None:
    clock = Clock()
    clock.answers = [b""] * 9
    line = playing(clock)
    line.driver.run(None, line.now_ms)
    line.wait(1)
    asked_ms = line.now_ms
    for _ in range(7):
        line.wait(500)
        line.hear(upd(59_900, 60_000, "white"))
    assert [at_ms - asked_ms for at_ms, _ in line.sent] == [0, 1000, 2000]
    assert only(line.heard, Failed)[0].at_ms == asked_ms + 3000


@pytest.mark.parametrize(("left", "right"), [(9_999_999, 0), (0, 9_999_999)])
def test_the_longest_times_the_clock_accepts_are_set(left: int, right: int) -> None:
    clock = Clock()
    line = Line(UpdClock(), clock)
    line.hear(upd(1, 1, "white", paused=True))
    line.driver.set_times(left, right, line.now_ms)
    line.wait(10)
    assert clock.commands == [b"set w %d b %d" % (left, right)]


@pytest.mark.parametrize(("more_ms", "doubts"), [(1000, 0), (1001, 1)])
def test_a_side_may_have_used_a_second_more_than_passed(more_ms: int, doubts: int) -> None:
    line = playing()
    line.wait(500)
    line.hear(upd(59_400 - more_ms, 60_000, "white"))
    assert len(only(line.heard, Doubted)) == doubts


def test_at_most_sixteen_orders_may_wait() -> None:
    line = playing()
    for orders in (16, 1):
        assert only(line.heard, Failed) == []
        for _ in range(orders):
            line.driver.run(None, line.now_ms)
    line.wait(1)
    assert len(only(line.heard, Failed)) == 1


@pytest.mark.parametrize(("length", "failed"), [(100, 1), (101, 0)])
def test_a_rejection_is_at_most_a_hundred_characters_long(length: int, failed: int) -> None:
    clock = Clock()
    clock.answers = [b"rej".ljust(length) + b"\n"]
    line = playing(clock)
    line.driver.run(None, line.now_ms)
    line.wait(10)
    assert len(only(line.heard, Failed)) == failed


def test_the_clock_reports_milliseconds_with_some_delay() -> None:
    line = Line(UpdClock())
    able = only(line.hear(upd(1, 1, "white")), Identified)[0].abilities
    assert (able.resolution_ms, able.lag_ms) == (1, 150)
    assert (able.holds_time, able.sets, able.runs) == (True, True, True)


BLANK = upd(0, 0, "white", alive=False)


@pytest.mark.parametrize("blank", [BLANK, upd(0, 0, "white", paused=True)])
def test_a_restarted_board_is_reported_without_a_fallen_flag(blank: bytes) -> None:
    line = playing()
    line.wait(500)
    line.hear(blank)
    line.wait(1000)
    line.hear(blank)
    assert len(only(line.heard, Restarted)) == 1
    assert only(line.heard, Fallen) == only(line.heard, Stopped) == []


def test_a_board_that_restarts_during_a_paused_game_is_reported() -> None:
    line = Line(UpdClock())
    line.hear(upd(60_000, 50_000, "black", paused=True))
    line.wait(1000)
    line.hear(BLANK)
    assert len(only(line.heard, Restarted)) == 1


def test_a_second_flag_is_no_restart() -> None:
    """Both sides show nothing, as they do after a restart, but one had so little left."""
    line = Line(UpdClock())
    line.hear(upd(900, 0, "white"))
    line.wait(1000)
    line.hear(upd(0, 0, "white", alive=False))
    assert only(line.heard, Restarted) == []
    assert len(only(line.heard, Fallen)) == 1


def test_a_clock_set_to_zero_has_not_restarted() -> None:
    clock = Clock()
    line = playing(clock)
    line.driver.set_times(0, 0, line.now_ms)
    line.wait(1000)
    line.hear(upd(0, 0, "white", paused=True))
    assert only(line.heard, Restarted) == []


def test_a_restarted_board_is_given_its_game_back() -> None:
    clock = Clock()
    line = playing(clock)
    line.wait(500)
    line.hear(BLANK)
    line.driver.set_times(59_000, 60_000, line.now_ms)
    line.wait(1000)
    line.hear(upd(59_000, 60_000, "white", paused=True))
    line.driver.run(L, line.now_ms)
    line.wait(1000)
    line.hear(upd(58_900, 60_000, "white"))
    assert clock.commands == [b"rst 9999999 0", b"pause", b"set w 59000 b 60000", b"resume"]
    assert only(line.heard, Reading)[-1].running is L


@pytest.mark.parametrize(("left_ms", "restarts"), [(2000, 0), (2001, 1)])
def test_a_blank_board_counts_as_restarted_if_more_than_a_second_is_missing(
    left_ms: int, restarts: int
) -> None:
    line = Line(UpdClock())
    line.hear(upd(left_ms, 0, "white"))
    line.wait(1000)
    line.hear(BLANK)
    assert len(only(line.heard, Restarted)) == restarts


def test_a_board_that_restarts_right_after_being_set_is_reported() -> None:
    line = playing(Clock())
    line.driver.set_times(59_000, 60_000, line.now_ms)
    line.wait(10)
    line.hear(BLANK)
    assert len(only(line.heard, Restarted)) == 1
