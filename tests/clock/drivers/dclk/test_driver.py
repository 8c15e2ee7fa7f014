from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clock.drivers.dclk import driver
from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Drift,
    Failed,
    Fallen,
    Hand,
    Identified,
    PauseAsked,
    Pressed,
    Reading,
    Started,
    Stopped,
)
from tests.clock.drivers.dclk_bench import Clock, asked, met, running, sealed, watch
from tests.clock.drivers.line import Line, cuts, only

L, R = Hand.LEFT, Hand.RIGHT
SESSION = """EV s=1 t=65250 k=PRESS by=L run=R l=3539750 r=3600000*59
EV s=2 t=65900 k=IGN by=L run=R l=3539750 r=3599350*56
EV s=3 t=80000 k=PAUSE run=P l=3539750 r=3585250*03
ST s=3 t=95000 run=R l=3539750 r=5000 lev=L f=- bat=-1*02
EV s=4 t=100000 k=FLAG by=R run=N l=3539750 r=0*25
ST s=4 t=102000 run=N l=3539750 r=0 lev=L f=R bat=-1*6C
"""


def test_a_clock_that_speaks_at_once_is_greeted_and_identified() -> None:
    line = met(Clock())
    assert line.sent[0][1] == b"\n"
    assert line.sent[1][1] == b"@0 HELLO*12\n"
    (found,) = only(line.heard, Identified)
    assert (found.product, found.uid, found.firmware) == ("DCLK T07", "5A3F01C2", "0.3.0")
    able = found.abilities
    assert (able.holds_time, able.sets, able.runs, able.identifies) == (True, True, True, True)


def test_a_silent_clock_is_greeted_after_three_seconds() -> None:
    line = Line(DclkClock(), Clock())
    line.wait(2900)
    assert line.bytes_sent() == b"\n"
    line.wait(300)
    assert len(only(line.heard, Identified)) == 1


def test_a_device_that_answers_three_greetings_without_its_name_is_given_up() -> None:
    clock = Clock()
    clock.hides_hi = True
    line = Line(DclkClock(), clock)
    line.wait(20_000)
    assert clock.commands == ["HELLO"] * 3
    assert line.driver.dead == driver.NOBODY


def test_a_line_is_given_up_after_four_unanswered_greetings() -> None:
    line = Line(DclkClock())
    line.wait(6000)
    assert line.bytes_sent() == b"\n" + b"@0 HELLO*12\n" * 4
    assert line.driver.dead == driver.NOBODY
    assert line.driver.due_ms() is None
    assert line.hear(Clock().hi()) == []
    assert line.driver.tick(line.now_ms) == []


def test_a_device_that_never_gives_its_name_is_given_up() -> None:
    clock = Clock()
    clock.hides_hi = True
    line = Line(DclkClock(), clock)
    line.wait(20_000)
    assert line.driver.dead == driver.NOBODY
    assert only(line.heard, Reading) == []


def test_a_newer_dclk_version_is_refused() -> None:
    line = Line(DclkClock())
    line.hear(sealed("HI dclk=2 uid=5A3F01C2 boot=1"))
    assert line.driver.dead == driver.NEWER


def test_a_driver_that_was_not_opened_does_nothing() -> None:
    driver = DclkClock()
    assert (driver.tick(1), driver.receive(b"x", 1), driver.due_ms()) == ([], [], None)


def test_states_received_before_the_name_are_ignored() -> None:
    line = Line(DclkClock())
    assert line.hear(Clock().state(line.now_ms)) == []


def test_a_clock_with_buttons_only_keeps_no_time() -> None:
    clock = Clock()
    clock.caps = ""
    line = met(clock)
    able = only(line.heard, Identified)[0].abilities
    assert (able.holds_time, able.sets, able.runs) == (False, False, False)


def test_a_silent_clock_is_asked_and_then_its_link_is_lost() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 3)
    clock.mute = True
    line.wait(4200)
    assert line.driver.dead == driver.GONE


def test_orders_that_a_lost_clock_leaves_behind_have_failed() -> None:
    clock = Clock()
    line = met(clock)
    clock.mute = True
    line.driver.identify(line.now_ms)
    line.driver.run(L, line.now_ms)
    line.wait(2000)
    assert line.driver.dead == driver.GONE
    assert asked(line, Failed) == ["identify", "run"]


def test_a_clock_is_pinged_three_times_in_quick_succession_and_then_every_five_seconds() -> None:
    clock = Clock()
    line = met(clock)
    watch(line, clock, 20)
    pinged_ms = [at_ms for at_ms, sent in line.sent if b" PING " in sent]
    gaps_ms = [later - earlier for earlier, later in pairwise(pinged_ms)]
    assert [round(gap_ms, -3) for gap_ms in gaps_ms] == [1000] * 3 + [5000] * 3


def test_a_silent_clock_with_a_busy_order_is_lost_as_well() -> None:
    clock = Clock()
    line = running(clock)
    clock.errors = {"RUN": ["5 busy"] * 9}
    line.driver.run(L, line.now_ms)
    line.wait(10)
    clock.mute = True
    line.now_ms += 4100
    line.wait(1)
    assert line.driver.dead == driver.GONE


@pytest.mark.parametrize("start_t", [0, 2**32 - 60_000])
@pytest.mark.parametrize(("ppm", "doubts"), [(100, 0), (-400, 1), (8000, 1), (-8000, 1)])
def test_the_crystal_is_measured_and_a_bad_one_stops_the_clock_keeping_time(
    start_t: int, ppm: int, doubts: int
) -> None:
    clock = Clock(start_t, ppm)
    line = running(clock)
    watch(line, clock, 200)
    assert all(abs(drift.ppm - ppm) < 30 for drift in only(line.heard, Drift))
    assert only(line.heard, Drift)
    assert len(only(line.heard, Doubted)) == doubts
    refused = abs(ppm) > 1500
    assert (clock.mode == "B") is refused
    assert [identified.abilities.holds_time for identified in only(line.heard, Identified)] == [
        False
    ] * refused
    assert (only(line.heard, Reading)[-1].left_ms is None) is refused


@pytest.mark.parametrize(("ppm", "doubts"), [(200, 0), (204, 1)])
def test_drift_above_200_ppm_is_questioned(ppm: int, doubts: int) -> None:
    clock = Clock(0, ppm)
    line = running(clock)
    watch(line, clock, 1000)
    assert len(only(line.heard, Doubted)) == doubts


def test_a_clock_with_a_bad_crystal_is_paused_before_it_becomes_buttons_only() -> None:
    clock = Clock(0, 8000)
    line = running(clock)
    watch(line, clock, 200)
    paused = clock.commands.index("PAUSE")
    assert clock.commands[paused + 1] == "MODE B"


def test_the_buttons_only_warning_lasts_until_the_clock_keeps_time_again() -> None:
    clock = Clock()
    line = met(clock)
    clock.mode = "B"
    line.hear(clock.state(line.now_ms))
    assert only(line.heard, Doubted) == [Doubted(line.now_ms, driver.LEFT_IN_B, lasting=True)]
    clock.mode = "D"
    line.hear(clock.state(line.now_ms))
    assert only(line.heard, Cleared) == [Cleared(line.now_ms, driver.LEFT_IN_B)]


def test_a_clock_with_a_bad_crystal_stays_buttons_only_after_a_restart() -> None:
    clock = Clock(0, 3000)
    line = met(clock)
    watch(line, clock, 200)
    assert not only(line.heard, Stopped)
    line.driver.run(L, line.now_ms)
    line.wait(1)
    assert only(line.heard, Failed)[0].sentence == driver.NO_TIME
    clock.mode = "D"
    line.hear(clock.restart(line.now_ms))
    watch(line, clock, 2)
    assert clock.mode == "B"
    line.heard.clear()
    line.hear(clock.event("PRESS", line.now_ms, "R", "N"))
    line.hear(clock.event("BTN", line.now_ms, "0"))
    line.hear(clock.event("BTN", line.now_ms, "3"))
    assert [type(message) for message in line.heard if not isinstance(message, Reading)] == [
        Pressed,
        PauseAsked,
    ]
    assert all(reading.left_ms is None for reading in only(line.heard, Reading))


def test_a_clock_with_a_bad_crystal_shows_no_time_after_a_restart_even_before_it_obeys() -> None:
    clock = Clock(0, 3000)
    line = met(clock)
    watch(line, clock, 200)
    clock.mode = "D"
    clock.errors = {"MODE": ["4 unsupported"]}
    line.heard.clear()
    line.hear(clock.restart(line.now_ms))
    watch(line, clock, 3)
    assert clock.mode == "D"
    assert {reading.left_ms for reading in only(line.heard, Reading)} == {None}
    line.hear(clock.event("BTN", line.now_ms, "0"))
    assert len(only(line.heard, PauseAsked)) == 1


def test_an_answer_to_a_repeated_ping_measures_nothing() -> None:
    clock = Clock()
    line = met(clock)
    clock.mute = True
    line.wait(1500)
    clock.mute = False
    line.wait(400)
    assert line.hear(sealed("PO 250 1 t=5")) == []
    assert not line.driver.dead


def test_the_session_in_the_specification_reads_the_same_however_it_is_cut() -> None:
    notices = []
    for pieces in cuts(SESSION.encode()):
        clock = Clock()
        clock.times = {"L": 3_600_000, "R": 3_600_000}
        line = met(clock)
        line.answer = None
        line.driver.set_times(3_539_750, 5000, line.now_ms)
        line.heard.clear()
        for piece in pieces:
            line.heard += line.driver.receive(piece, line.now_ms)
        notices.append([message for message in line.heard if not isinstance(message, Reading)])
    assert all(message == notices[0] for message in notices)
    assert [type(one) for one in notices[0]] == [Pressed, Stopped, Started, Fallen]


ACTS = st.one_of(
    st.binary(max_size=60),
    st.integers(1, 4000),
    st.sampled_from(["set", "run", "stop", "identify", "press", "state"]),
    st.sampled_from(["restart", "mute", "open"]),
    st.builds(
        lambda s, t, run, left: sealed(f"ST s={s} t={t} run={run} l={left} r=5 f=L bat=7"),
        st.integers(0, 65535),
        st.integers(0, 2**32 - 1),
        st.sampled_from("LRPN"),
        st.integers(0, 2**32 - 1),
    ),
    st.builds(
        lambda s, kind: sealed(f"EV s={s} t=5 k={kind} by=L run=R l=1 r=5"),
        st.integers(0, 65535),
        st.sampled_from(["PRESS", "FLAG", "ADJ", "RESUME", "BTN"]),
    ),
    st.builds(lambda number: sealed(f"PO {number} 1 t=7"), st.integers(0, 255)),
    st.builds(lambda number: sealed(f"ER {number} 5 busy"), st.integers(0, 255)),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(ACTS, max_size=40))
def test_nothing_that_comes_upsets_the_driver(acts: list[bytes | int | str]) -> None:
    clock = Clock()
    line = met(clock)
    for act in acts:
        match act:
            case bytes():
                line.hear(act)
            case int():
                line.wait(act)
            case "set":
                line.driver.set_times(9000, 9000, line.now_ms)
            case "run":
                line.driver.run(L, line.now_ms)
            case "stop":
                line.driver.run(None, line.now_ms)
            case "identify":
                line.driver.identify(line.now_ms)
            case "press":
                line.hear(clock.press("L", line.now_ms))
            case "state":
                line.hear(clock.state(line.now_ms))
            case "restart":
                line.hear(clock.restart(line.now_ms))
            case "open":
                line.driver.opened(line.now_ms)
            case _:
                clock.mute = not clock.mute
    line.wait(3000)


def test_a_driver_says_nothing_before_its_line_is_open() -> None:
    driver = DclkClock()
    assert driver.dead == ""
    assert driver.to_send() == b""


def test_the_link_is_lost_after_three_unanswered_questions_even_if_the_clock_still_speaks() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 10)
    line.answer = None
    line.sent.clear()
    while not line.driver.dead:
        watch(line, clock, 1)
    assert line.driver.dead == driver.GONE
    assert len({sent for _, sent in line.sent}) == 3


def test_a_clock_is_pinged_after_1_1_seconds_of_silence() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 9)
    line.sent.clear()
    line.wait(1099)
    assert line.sent == []
    line.wait(1)
    assert [sent.split()[1] for _, sent in line.sent] == [b"PING"]


@pytest.mark.parametrize(("silent_ms", "is_gone"), [(2499, False), (2500, True)])
def test_a_clock_is_lost_after_two_and_a_half_seconds_of_silence(
    silent_ms: int, is_gone: bool
) -> None:
    """Also where nobody had the time to ask it."""
    clock = Clock()
    line = running(clock)
    watch(line, clock, 9)
    line.driver.tick(line.now_ms + silent_ms)
    assert (line.driver.dead == driver.GONE) is is_gone


class WarmingClock(Clock):
    """Its crystal gets faster by a hundredth of a millionth each second."""

    def t(self, now_ms: int) -> int:
        gone = now_ms - self.zero_ms
        return self.start_t + gone + gone * gone // 100_000_000_000


def test_drift_is_reported_again_when_it_changes_by_10_ppm() -> None:
    clock = WarmingClock()
    line = running(clock)
    watch(line, clock, 3000)
    told = [drift.ppm for drift in only(line.heard, Drift)]
    steps = [abs(later - earlier) for earlier, later in pairwise(told)]
    assert min(steps) == 10


def test_the_first_greeting_waits_longer_if_the_program_was_not_listening() -> None:
    line = Line(DclkClock(), Clock())
    line.driver.excuse(1000)
    line.wait(3999)
    assert line.bytes_sent() == b"\n"
    line.wait(1)
    assert line.bytes_sent().startswith(b"\n@0 HELLO*12\n")


def test_a_clock_is_checked_five_times_a_second() -> None:
    line = met(Clock())
    assert line.driver.due_ms() == line.now_ms + 200


@pytest.mark.parametrize(("ppm", "refused"), [(1500, False), (1501, True)])
def test_a_clock_drifting_more_than_1500_ppm_becomes_buttons_only(ppm: int, refused: bool) -> None:
    clock = Clock(0, ppm)
    line = running(clock)
    watch(line, clock, 1000)
    assert (clock.mode == "B") is refused
