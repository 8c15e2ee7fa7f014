import pytest

from app.clock.drivers.dclk.game import LOST, DclkGame, When
from app.clock.drivers.dclk.lines import MOST_S, ClockState, Event, opened_line
from app.clock.drivers.driver import (
    Doubted,
    Fact,
    Fallen,
    Hand,
    HandedOver,
    Message,
    Noted,
    Pressed,
    Reading,
    Started,
    Stopped,
)
from tests.clock.drivers.dclk_bench import Clock, met, running, sealed, watch
from tests.clock.drivers.line import Line, only

L, R = Hand.LEFT, Hand.RIGHT


def test_a_press_is_dated_by_the_clock_s_own_stamp() -> None:
    clock = Clock()
    line = running(clock)
    line.wait(6000)
    pressed_ms = line.now_ms
    press = clock.press("L", pressed_ms)
    line.wait(400)  # a slow way
    line.hear(press)
    assert only(line.heard, Pressed) == [Pressed(pressed_ms, L, late_ms=1)]
    assert only(line.heard, Reading)[-1].running is R


def test_the_clock_s_own_buttons_stop_and_start_it() -> None:
    clock = Clock()
    line = running(clock)
    line.hear(clock.event("PAUSE", line.now_ms, run="P"))
    line.hear(clock.event("RESUME", line.now_ms, run="L"))
    line.hear(clock.event("RESUME", line.now_ms, run="P"))
    assert len(only(line.heard, Stopped)) == 1
    assert [started.running for started in only(line.heard, Started)] == [L]


def test_other_events_report_only_the_state() -> None:
    clock = Clock()
    line = running(clock)
    for kind, by in [("IGN", "R"), ("BTN", "1"), ("NEWKIND", ""), ("PRESS", "x")]:
        line.hear(clock.event(kind, line.now_ms, by))
    assert {type(message) for message in line.heard} == {Reading}


def test_a_flag_is_reported_once() -> None:
    clock = Clock()
    line = running(clock, 2000, 2000)
    watch(line, clock, 1)
    line.wait(700)
    clock.times["L"], clock.run = clock.times["L"], "L"
    flag = clock.event("FLAG", line.now_ms, "L", "N")
    clock.fallen = "L"
    line.hear(flag)
    line.hear(flag)
    watch(line, clock, 2)
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [L]
    assert only(line.heard, Reading)[-1].fallen is L
    assert not only(line.heard, Stopped)


def test_a_low_battery_is_reported_by_event_and_by_percent() -> None:
    clock = Clock()
    line = running(clock)
    line.hear(clock.event("LOWBAT", line.now_ms))
    for percent in (90, 86, 85, 9):
        line.hear(sealed(f"ST s=1 t=900 run=L l=3599700 r=3600000 bat={percent}"))
    assert [(noted.fact, noted.value) for noted in only(line.heard, Noted)] == [
        (Fact.BATTERY_LOW, ""),
        (Fact.BATTERY_FINE, "90 %"),
        (Fact.BATTERY_FINE, "85 %"),
        (Fact.BATTERY_LOW, "9 %"),
    ]


@pytest.mark.parametrize(
    ("percent", "fact"), [(14, Fact.BATTERY_LOW), (15, Fact.BATTERY_FINE), (100, Fact.BATTERY_FINE)]
)
def test_a_battery_is_low_below_fifteen_percent(percent: int, fact: Fact) -> None:
    line = running(Clock())
    line.hear(sealed(f"ST s=1 t=900 run=L l=3599700 r=3600000 bat={percent}"))
    assert [(noted.fact, noted.value) for noted in only(line.heard, Noted)] == [
        (fact, f"{percent} %")
    ]


def test_an_empty_battery_is_reported_once() -> None:
    clock = Clock()
    line = running(clock)
    for percent in (0, 1, 0):
        line.hear(sealed(f"ST s=1 t=900 run=L l=3599700 r=3600000 bat={percent}"))
    noted = only(line.heard, Noted)
    assert [(each.fact, each.value) for each in noted] == [(Fact.BATTERY_LOW, "0 %")]


def test_a_lost_press_is_fetched_from_the_log_with_its_own_time() -> None:
    clock = Clock()
    line = running(clock)
    line.wait(6000)
    lost_ms = line.now_ms
    clock.press("L", lost_ms)
    line.wait(700)
    line.hear(clock.press("R", line.now_ms))
    line.wait(300)
    presses = only(line.heard, Pressed)
    assert sorted((press.at_ms, press.hand.value) for press in presses) == [
        (lost_ms, "left"),
        (lost_ms + 700, "right"),
    ]
    assert "LOG 1" in clock.commands
    assert not only(line.heard, (Doubted, Started))


def test_events_missed_on_the_line_are_fetched_when_the_state_shows_them() -> None:
    clock = Clock()
    line = running(clock)
    clock.press("L", line.now_ms)
    clock.event("PAUSE", line.now_ms, run="P")
    watch(line, clock, 2)
    assert [type(message) for message in line.heard if not isinstance(message, Reading)] == [
        Pressed,
        Stopped,
    ]


def test_event_numbers_continue_after_they_wrap() -> None:
    clock = Clock()
    clock.s = 65534
    line = running(clock)
    line.hear(clock.press("L", line.now_ms))
    clock.press("R", line.now_ms)
    line.hear(clock.press("L", line.now_ms))
    line.wait(300)
    assert len(only(line.heard, Pressed)) == 3
    assert "LOG 0" in clock.commands


@pytest.mark.parametrize(
    ("kind", "run", "told"),
    [("PRESS", "R", Pressed), ("PAUSE", "P", Stopped), ("IGN", "L", None)],
)
def test_events_missing_from_the_log_are_inferred(
    kind: str, run: str, told: type[Message] | None
) -> None:
    clock = Clock()
    line = running(clock)
    clock.event(kind, line.now_ms, "L", run)
    clock.log.clear()
    watch(line, clock, 9)
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [LOST]
    others = [
        type(message) for message in line.heard if not isinstance(message, (Reading, Doubted))
    ]
    assert others == ([] if told is None else [told])


def test_a_start_missing_from_the_log_is_inferred() -> None:
    clock = Clock()
    line = running(clock)
    line.hear(clock.event("PAUSE", line.now_ms, run="P"))
    clock.event("RESUME", line.now_ms, run="L")
    clock.log.clear()
    watch(line, clock, 9)
    assert [started.running for started in only(line.heard, Started)] == [L]


def test_two_gaps_that_the_log_cannot_fill_raise_one_doubt() -> None:
    clock = Clock()
    line = running(clock)
    clock.press("L", line.now_ms)
    line.answer = None
    line.hear(clock.press("R", line.now_ms))
    clock.press("L", line.now_ms)
    line.hear(clock.state(line.now_ms))
    line.answer = clock
    clock.log.clear()
    watch(line, clock, 9)
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [LOST]
    assert [(pressed.hand, pressed.inferred) for pressed in only(line.heard, Pressed)] == [
        (L, True),
        (R, False),
        (L, True),
    ]


def test_presses_beyond_the_log_s_capacity_are_reported_lost() -> None:
    clock = Clock()
    line = running(clock)
    for turn in range(20):
        clock.press("LR"[turn % 2], line.now_ms)
    watch(line, clock, 2)
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [LOST]
    assert len(only(line.heard, Pressed)) == 16


def test_lost_presses_stay_lost_when_a_later_event_is_missed_too() -> None:
    """The log begins with a press of the other side: who ran had pressed before."""
    clock = Clock()
    line = running(clock)
    line.answer = None
    for turn in range(20):
        clock.press("LR"[turn % 2], line.now_ms)
    line.hear(clock.state(line.now_ms))
    clock.press("L", line.now_ms)
    line.hear(clock.state(line.now_ms))
    line.answer = clock
    watch(line, clock, 9)
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [LOST]
    presses = only(line.heard, Pressed)
    assert [pressed.hand for pressed in presses if pressed.inferred] == [L]
    assert len(presses) == 1 + 16


@pytest.mark.parametrize("missed", [15, 16])
def test_a_press_just_dropped_from_the_log_is_reported_lost(missed: int) -> None:
    """The log has 16 events, the one that was heard among them."""
    clock = Clock()
    line = running(clock)
    for turn in range(missed):
        clock.press("LR"[turn % 2], line.now_ms)
    line.hear(clock.press("LR"[missed % 2], line.now_ms))
    line.wait(300)
    assert len(only(line.heard, Doubted)) == (missed > 15)
    presses = only(line.heard, Pressed)
    assert [pressed.inferred for pressed in presses] == [True] * (missed > 15) + [False] * 16


def test_a_fallen_flag_seen_only_in_the_state_is_reported() -> None:
    clock = Clock()
    line = running(clock)
    clock.run, clock.fallen = "N", "L"
    line.hear(clock.state(line.now_ms))
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [L]


@pytest.mark.parametrize("change", [600_000, -600_000])
def test_a_jumping_time_is_questioned_once_and_accepted_when_repeated(
    change: int,
) -> None:
    clock = Clock()
    line = running(clock)
    clock.times["R"] += change
    watch(line, clock, 1)
    line.hear(clock.state(line.now_ms))  # the same line twice
    assert not only(line.heard, Reading)
    watch(line, clock, 4)
    assert len(only(line.heard, Doubted)) == 1
    assert {reading.right_ms for reading in only(line.heard, Reading)} == {3_600_000 + change}
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(500)
    assert only(line.heard, Reading)[-1].left_ms == 60_000


def test_a_small_wrong_time_is_corrected_by_later_readings() -> None:
    clock = Clock()
    line = running(clock)
    clock.times["R"] -= 300
    watch(line, clock, 1)
    clock.times["R"] += 300
    watch(line, clock, 3)
    assert only(line.heard, Reading)[-1].right_ms == 3_600_000


def test_times_changed_on_the_clock_are_adopted_even_if_the_event_comes_late() -> None:
    clock = Clock()
    line = running(clock)
    clock.event("PAUSE", line.now_ms, run="P")
    clock.times["R"] += 600_000
    clock.event("ADJ", line.now_ms)
    watch(line, clock, 2)
    assert not only(line.heard, Doubted)
    assert only(line.heard, Reading)[-1].right_ms == 4_200_000
    clock.times["R"] += 600_000
    line.hear(clock.event("ADJ", line.now_ms))
    watch(line, clock, 2)
    assert not only(line.heard, Doubted)


def unseen(line: Line, clock: Clock, *hands: str, apart_ms: int = 200) -> list[tuple[int, str]]:
    """Presses whose lines are lost; the state that follows shows only what they came to."""
    pressed = []
    for hand in hands:
        line.wait(apart_ms)
        clock.press(hand, line.now_ms)
        pressed.append((line.now_ms, hand))
    line.wait(100)
    return pressed


@pytest.mark.parametrize("hands", ["L", "LR", "LRL", "LRLRL"])
def test_presses_first_seen_in_the_state_are_reported_once_in_order_without_guessing(
    hands: str,
) -> None:
    clock = Clock()
    line = running(clock)
    line.wait(3000)
    pressed = unseen(line, clock, *hands)
    line.answer = None  # the answer of the log takes its time
    line.hear(clock.state(line.now_ms))
    assert [message for message in line.heard if isinstance(message, (Reading, Pressed))] == []
    line.answer = clock
    watch(line, clock, 3)
    notices = [(one.at_ms, one.hand.value[0].upper()) for one in only(line.heard, Pressed)]
    assert notices == pressed
    assert not [pressed for pressed in only(line.heard, Pressed) if pressed.inferred]
    first_reading = next(n for n, one in enumerate(line.heard) if isinstance(one, Reading))
    assert not only(line.heard[first_reading:], Pressed)
    assert only(line.heard, Reading)[-1].running is clock_runs(clock)


def clock_runs(clock: Clock) -> Hand:
    return L if clock.run == "L" else R


@pytest.mark.parametrize("first", [0, MOST_S - 2])
def test_events_after_a_gap_wait_until_it_is_filled(first: int) -> None:
    clock = Clock()
    clock.s = first
    line = running(clock)
    line.wait(3000)
    pressed = unseen(line, clock, "L")
    line.answer = None
    for hand in ("R", "L", "R"):
        line.wait(50)
        heard = line.hear(clock.press(hand, line.now_ms))
        pressed.append((line.now_ms, hand))
        assert heard == []
    line.answer = clock
    watch(line, clock, 3)
    notices = [
        (message.at_ms, message.hand.value[0].upper()) for message in only(line.heard, Pressed)
    ]
    assert notices == pressed


def test_a_start_ordered_while_a_press_is_missing_is_not_taken_for_a_press() -> None:
    clock = Clock()
    line = running(clock)
    line.wait(3000)
    unseen(line, clock, "L")
    line.driver.run(L, line.now_ms)  # as the organizer wants it
    watch(line, clock, 3)
    assert [(pressed.hand, pressed.inferred) for pressed in only(line.heard, Pressed)] == [
        (L, False)
    ]
    assert only(line.heard, Started)[-1].running is L
    assert only(line.heard, Reading)[-1].running is L


def test_a_press_lost_for_good_earlier_makes_no_press_of_a_later_start() -> None:
    clock = Clock()
    line = running(clock)
    line.wait(3000)
    unseen(line, clock, "L")
    clock.log = []
    watch(line, clock, 15)
    unseen(line, clock, "R")
    line.driver.run(R, line.now_ms)  # as the organizer wants it
    watch(line, clock, 3)
    assert [(pressed.hand, pressed.inferred) for pressed in only(line.heard, Pressed)] == [
        (L, True),
        (R, False),
    ]
    assert only(line.heard, Started)[-1].running is R


def test_presses_missing_from_a_partial_log_are_inferred() -> None:
    clock = Clock()
    line = running(clock)
    line.wait(3000)
    unseen(line, clock, "L", "R", "L")
    clock.log = clock.log[1:]  # it does not keep the first
    watch(line, clock, 9)
    notices = [(pressed.hand, pressed.inferred) for pressed in only(line.heard, Pressed)]
    assert notices == [(L, True), (R, False), (L, False)]
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [LOST]


@pytest.mark.parametrize(
    ("used_ms", "pressed_before_ms"), [(0, 0), (1, 1), (999, 999), (1000, 1000), (1001, -500)]
)
def test_a_press_lost_for_good_is_dated_by_the_time_that_the_other_player_has_used_since(
    used_ms: int, pressed_before_ms: int
) -> None:
    """A time that cannot have been used since dates nothing."""
    game = DclkGame()
    hear(game, said(1, "RESUME", "", L))
    seen = ClockState(2, 2000, R, True, 3_600_000, 3_600_000 - used_ms, None, -1, False)
    assert game.state(seen, When(2000, 0, 2000)) == []
    (press,) = only(game.give_up(2500), Pressed)
    assert (press.hand, press.inferred, press.at_ms) == (L, True, 2000 - pressed_before_ms)


def test_a_press_lost_while_a_clock_had_no_power_is_dated_by_the_line() -> None:
    """The clock's counter has begun again, so its times say nothing of the press."""
    game = DclkGame()
    hear(game, said(1, "RESUME", "", L))
    game.carry_over()
    seen = ClockState(2, 200, R, True, 3_600_000, 3_599_000, None, -1, False)
    assert game.state(seen, When(2000, 0, 200)) == []
    (press,) = only(game.give_up(2500), Pressed)
    assert (press.hand, press.inferred, press.at_ms) == (L, True, 2500)


def test_only_what_happened_before_a_clock_was_known_is_handed_over() -> None:
    game = DclkGame()
    game.take_over(1)
    assert hear(game, said(2, "PRESS", "L", R)) == []
    (handed,) = only(hear(game, said(1, "RESUME", "", L)), HandedOver)
    assert [type(message) for message in handed.happened] == [Started, Pressed]
    assert hear(game, said(4, "PRESS", "L", R)) == []
    assert [type(message) for message in hear(game, said(3, "PRESS", "R", L))[:2]] == [
        Pressed,
        Pressed,
    ]


def without(line: bytes, *lost: tuple[bytes, bytes]) -> bytes:
    """The line with bytes lost that are alike, so that its checksum stays right."""
    for whole, rest in lost:
        assert line.count(whole) == 1
        line = line.replace(whole, rest)
    assert opened_line(line[:-1]) is not None
    return line


def test_a_press_with_a_garbled_timestamp_is_requested_again() -> None:
    clock = Clock(start_t=674_000)
    line = running(clock)
    watch(line, clock, 60)
    pressed_ms = line.now_ms
    said = clock.press("L", pressed_ms)
    t, left = b"t=%d" % clock.t(pressed_ms), b"l=%d" % clock.times["L"]
    digit = next(d for d in b"123456789" if d in t[3:] and d in left[3:])
    at, on = t.rindex(digit), left.rindex(digit)
    line.hear(without(said, (t, t[:at] + t[at + 1 :]), (left, left[:on] + left[on + 1 :])))
    assert not only(line.heard, Pressed)
    watch(line, clock, 3)
    (press,) = only(line.heard, Pressed)
    assert abs(press.at_ms - pressed_ms) <= press.late_ms
    assert not only(line.heard, Doubted)


@pytest.mark.parametrize(
    "lost", [((b"k=PRESS", b"k=PRE"),), ((b"by=R", b"by="), (b"k=PRESS", b"k=PESS"))]
)
def test_a_press_with_a_garbled_event_or_player_is_requested_again(
    lost: tuple[tuple[bytes, bytes], ...],
) -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 5)
    line.hear(clock.press("L", line.now_ms))
    watch(line, clock, 5)
    line.hear(without(clock.press("R", line.now_ms), *lost))
    watch(line, clock, 3)
    assert [press.hand for press in only(line.heard, Pressed)] == [L, R]


def test_an_odd_event_is_believed_when_repeated() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 5)
    odd = clock.event("TURNED", line.now_ms, "L", "R")
    line.hear(odd)
    assert only(line.heard, Reading)[-1].running is L
    watch(line, clock, 2)
    assert only(line.heard, Reading)[-1].running is R
    assert not only(line.heard, Pressed)


def test_a_press_missing_from_the_log_is_dated_by_the_time_used_since() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 20)
    pressed_ms = line.now_ms
    clock.press("L", pressed_ms)
    clock.log = []
    watch(line, clock, 15)
    (press,) = only(line.heard, Pressed)
    assert (press.hand, press.inferred) == (L, True)
    assert abs(press.at_ms - pressed_ms) <= 5


def test_presses_ignored_by_the_clock_no_longer_count_as_missing() -> None:
    def press(s: int) -> Event:
        return Event(s, 1000 * s, "PRESS", "L", R, True, 3_600_000, 3_600_000)

    game = DclkGame()
    game.event(press(1), When(1000, 0, 1000))
    game.event(press(6), When(6000, 0, 6000))
    assert game.log_from == 2
    game.ignore(3, 4, 6100)
    assert game.log_from == 2
    game.ignore(2, 2, 6200)
    assert game.log_from == 5
    game.ignore(2, 5, 6300)
    assert game.log_from is None


def said(s: int, kind: str, by: str, running: Hand | None, left_ms: int = 3_600_000) -> Event:
    return Event(s, 1000 * s, kind, by, running, True, left_ms, 3_600_000)


def hear(game: DclkGame, event: Event) -> list[Message]:
    return game.event(event, When(event.t, 0, event.t))


def test_a_late_flag_event_is_reported_with_the_readings_that_waited() -> None:
    game = DclkGame()
    hear(game, said(1, "RESUME", "", L))
    assert hear(game, said(3, "IGN", "R", L)) == []
    caught_up = hear(game, said(2, "FLAG", "L", L))
    assert [fallen.hand for fallen in only(caught_up, Fallen)] == [L]
    assert [reading.fallen for reading in only(caught_up, Reading)] == [L]


@pytest.mark.parametrize(
    ("by", "running", "believed"),
    [("R", L, True), ("L", R, True), ("L", L, False), ("", L, False), ("L", None, True)],
)
def test_a_press_after_which_the_same_player_still_runs_is_requested_again(
    by: str, running: Hand | None, believed: bool
) -> None:
    """Neither can it be nobody's; a press that stops the clock may be anybody's."""
    game = DclkGame()
    hear(game, said(1, "RESUME", "", L if running is R else R))
    assert bool(hear(game, said(2, "PRESS", by, running))) is believed


def test_an_event_older_than_the_last_reading_is_requested_again() -> None:
    game = DclkGame()
    hear(game, said(50, "RESUME", "", L))
    older = Event(51, 20_000, "IGN", "R", L, True, 3_600_000, 3_600_000)
    assert hear(game, older) == []
    assert hear(game, older) != []


@pytest.mark.parametrize(
    ("ahead", "asks"), [(2, "LOG"), (32_767, "LOG"), (32_768, ""), (65_535, "")]
)
def test_an_event_counts_as_new_up_to_half_the_numbering_ahead(ahead: int, asks: str) -> None:
    """A new one tells that those before it are missing; an older one is history."""
    clock = Clock()
    line = running(clock)
    clock.mute = True
    line.sent.clear()
    clock.s += ahead - 1
    line.hear(clock.press("L", line.now_ms))
    line.wait(20)
    assert (" LOG " in line.bytes_sent().decode()) is bool(asks)
    assert not only(line.heard, Pressed)


@pytest.mark.parametrize(("ahead", "asks"), [(1, "LOG"), (32_767, "LOG"), (32_768, "HELLO")])
def test_a_clock_whose_event_number_went_back_is_asked_for_its_name(ahead: int, asks: str) -> None:
    clock = Clock()
    line = running(clock)
    clock.commands.clear()
    clock.s += ahead
    watch(line, clock, 4)
    assert {command.split(" ")[0] for command in clock.commands} - {"PING"} == {asks}


def test_a_log_entry_that_does_not_come_is_requested_six_times_a_second_apart() -> None:
    clock = Clock()
    line = running(clock)
    clock.press("L", line.now_ms)
    clock.log.clear()
    line.sent.clear()
    watch(line, clock, 20)
    asked_ms = [at_ms for at_ms, sent in line.sent if b" LOG 1*" in sent]
    assert [round(at_ms - asked_ms[0], -3) for at_ms in asked_ms] == [
        0,
        1000,
        2000,
        3000,
        4000,
        5000,
    ]


def test_events_waiting_for_a_gap_are_forgotten_when_the_numbering_restarts() -> None:
    game = DclkGame()
    hear(game, said(1, "RESUME", "", L))
    assert hear(game, said(3, "PRESS", "L", R)) == []
    game.trust_count()
    assert game.log_from is None
    assert [press.hand for press in only(hear(game, said(10, "PRESS", "R", L)), Pressed)] == [R]
    assert hear(game, said(12, "IGN", "R", L)) == []
    caught_up = hear(game, said(11, "IGN", "R", L))
    assert only(caught_up, Pressed) == []
    assert only(caught_up, Reading)


def test_a_time_that_jumps_after_it_was_set_is_questioned() -> None:
    clock = Clock()
    line = met(clock)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(300)
    watch(line, clock, 2)
    clock.times["R"] += 600_000
    line.hear(clock.state(line.now_ms))
    assert len(only(line.heard, Doubted)) == 1


def test_a_restarted_clock_is_asked_six_times_for_events_regardless_of_earlier_requests() -> None:
    clock = Clock()
    line = running(clock)
    clock.press("L", line.now_ms)
    clock.log.clear()
    watch(line, clock, 4)
    line.hear(clock.restart(line.now_ms))
    clock.times = {"L": 3_600_000, "R": 3_600_000}
    watch(line, clock, 2)
    clock.press("L", line.now_ms)
    clock.log.clear()
    line.sent.clear()
    watch(line, clock, 20)
    assert len([sent for _, sent in line.sent if b" LOG 1*" in sent]) == 6
