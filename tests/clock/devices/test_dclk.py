import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clock.devices import dclk_words as words
from app.clock.devices.dclk import DclkClock, Known
from app.clock.devices.driver import (
    Done,
    Doubted,
    Drift,
    Failed,
    Fallen,
    Hand,
    Identified,
    PauseAsked,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from tests.clock.devices.dclk_bench import Clock, met, running, sealed, watch
from tests.clock.devices.line import Line, cuts, only

L, R = Hand.LEFT, Hand.RIGHT
SESSION = """EV s=1 t=65250 k=PRESS by=L run=R l=3539750 r=3600000*59
EV s=2 t=65900 k=IGN by=L run=R l=3539750 r=3599350*56
EV s=3 t=80000 k=PAUSE run=P l=3539750 r=3585250*03
ST s=3 t=95000 run=R l=3539750 r=5000 lev=L f=- bat=-1*02
EV s=4 t=100000 k=FLAG by=R run=N l=3539750 r=0*25
ST s=4 t=102000 run=N l=3539750 r=0 lev=L f=R bat=-1*6C
"""


def asked(line: Line, kind: type[Done] | type[Failed]) -> list[str]:
    return [one.asked for one in only(line.heard, kind)]


def test_a_clock_that_speaks_at_once_is_greeted_and_known() -> None:
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


def test_nobody_is_there_when_four_greetings_stay_unanswered() -> None:
    line = Line(DclkClock())
    line.wait(6000)
    assert line.bytes_sent() == b"\n" + b"@0 HELLO*12\n" * 4
    assert line.driver.dead == words.NOBODY
    assert line.driver.due_ms() is None
    assert line.hear(Clock().hi()) == []
    assert line.driver.tick(line.now_ms) == []


def test_nobody_is_there_when_greetings_are_answered_but_no_name_comes() -> None:
    clock = Clock()
    clock.hides_hi = True
    line = Line(DclkClock(), clock)
    line.wait(20_000)
    assert line.driver.dead == words.NOBODY
    assert only(line.heard, Reading) == []


def test_a_newer_dclk_is_not_guessed_at() -> None:
    line = Line(DclkClock())
    line.hear(sealed("HI dclk=2 uid=5A3F01C2 boot=1"))
    assert line.driver.dead == words.NEWER


def test_a_driver_that_was_not_opened_does_nothing() -> None:
    driver = DclkClock()
    assert (driver.tick(1), driver.receive(b"x", 1), driver.due_ms()) == ([], [], None)


def test_states_before_the_name_are_not_believed() -> None:
    line = Line(DclkClock())
    assert line.hear(Clock().state(line.now_ms)) == []


def test_a_clock_with_buttons_only_keeps_no_time() -> None:
    clock = Clock()
    clock.caps = ""
    line = met(clock)
    able = only(line.heard, Identified)[0].abilities
    assert (able.holds_time, able.sets, able.runs) == (False, False, False)


def test_a_clock_is_set_run_and_stopped() -> None:
    clock = Clock()
    line = met(clock)
    line.driver.set_times(3_600_000, 1_800_000, line.now_ms)
    line.wait(300)
    line.driver.run(R, line.now_ms)
    line.wait(300)
    line.driver.run(None, line.now_ms)
    line.wait(300)
    assert asked(line, Done) == ["set", "run", "stop"]
    assert [one.running for one in only(line.heard, Started)] == [R]
    assert not only(line.heard, (Stopped, Doubted))
    assert only(line.heard, Reading)[-1].right_ms == 1_799_700


def test_a_running_clock_is_paused_before_it_is_set() -> None:
    clock = Clock()
    line = running(clock)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.driver.set_times(90_000, 90_000, line.now_ms)
    line.wait(900)
    orders = [one for one in clock.commands if not one.startswith("PING")]
    assert orders[-2:] == ["PAUSE", "SET 90000 90000"]  # the first was overtaken
    assert asked(line, Done) == ["set", "set"]
    assert not only(line.heard, Doubted)
    watch(line, clock, 3)
    assert only(line.heard, Reading)[-1].left_ms == 90_000


def test_times_beyond_the_clock_s_limits_are_refused() -> None:
    line = met(Clock())
    line.driver.set_times(360_000_000, 0, line.now_ms)
    assert line.driver.due_ms() == line.now_ms
    line.wait(1)
    assert [one.sentence for one in only(line.heard, Failed)] == [words.TOO_LONG]


def test_more_orders_than_can_wait_are_refused() -> None:
    line = met(Clock())
    for _ in range(10):
        line.driver.run(L, line.now_ms)
    line.wait(1)
    assert [one.sentence for one in only(line.heard, Failed)] == [words.BUSY, words.BUSY]


def test_a_clock_blinks_when_it_is_looked_for() -> None:
    clock = Clock()
    line = met(clock)
    line.driver.identify(line.now_ms)
    line.wait(300)
    assert "IDENT" in clock.commands
    assert asked(line, Done) == ["identify"]


def test_an_unanswered_command_goes_out_four_times_with_its_id_and_then_the_link_is_lost() -> None:
    clock = Clock()
    line = met(clock)
    clock.mute = True
    line.sent.clear()
    line.driver.run(L, line.now_ms)
    line.wait(950)
    assert len({out for _, out in line.sent}) == 1
    assert len(line.sent) == 4
    line.wait(300)
    line.wait(1)
    assert line.driver.dead == words.GONE
    assert asked(line, Failed) == ["run"]


def test_a_late_answer_settles_nothing() -> None:
    line = met(Clock())
    assert line.hear(sealed("OK 77 s=0 t=1")) == []


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("3 badstate", words.REFUSALS[3]),
        ("4 unsupported", words.REFUSALS[4]),
        ("1 syntax", words.NOT_UNDERSTOOD),
    ],
)
def test_a_refusal_is_a_sentence(error: str, sentence: str) -> None:
    clock = Clock()
    line = met(clock)
    clock.errors = {"SET": [error]}
    line.driver.set_times(1, 1, line.now_ms)
    line.wait(300)
    assert [one.sentence for one in only(line.heard, Failed)] == [sentence]


def test_a_refusal_that_nobody_asked_about_is_kept_quiet() -> None:
    clock = Clock()
    line = running(clock)
    clock.errors = {"PAUSE": ["3 badstate"]}
    line.driver.set_times(1, 1, line.now_ms)
    line.wait(300)
    assert asked(line, Failed) == []


def test_a_busy_clock_is_asked_again_each_second_until_it_is_enough() -> None:
    clock = Clock()
    line = met(clock)
    clock.errors = {"RUN": ["5 busy", "5 busy"]}
    line.driver.run(L, line.now_ms)
    line.wait(4000)
    assert asked(line, Done) == ["run"]
    clock.errors = {"RUN": ["5 busy"] * 9}
    line.driver.run(R, line.now_ms)
    line.wait(9000)
    assert [one.sentence for one in only(line.heard, Failed)] == [words.REFUSALS[5]]


def test_a_clock_that_lost_power_has_restarted() -> None:
    clock = Clock()
    line = running(clock)
    line.driver.run(R, line.now_ms)
    clock.mute = True
    line.wait(100)
    line.driver.identify(line.now_ms)
    clock.mute = False
    line.hear(clock.restart(line.now_ms))
    line.wait(300)
    assert len(only(line.heard, Restarted)) == 1
    assert asked(line, Failed) == ["run", "identify"]
    assert only(line.heard, Reading)[-1].left_ms == 0
    assert not only(line.heard, Doubted)


def test_a_restart_while_a_ping_is_on_its_way_fails_nobody() -> None:
    clock = Clock()
    line = running(clock)
    clock.mute = True
    line.wait(1000)
    assert line.sent[-1][1].split()[1] == b"PING"
    line.hear(clock.restart(line.now_ms))
    line.wait(100)
    assert asked(line, Failed) == []


def test_a_restart_whose_name_was_lost_is_found_by_asking() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 6)
    clock.restart(line.now_ms)
    watch(line, clock, 4)
    assert len(only(line.heard, Restarted)) == 1
    assert only(line.heard, Reading)[-1].left_ms == 0


def test_a_count_that_goes_back_without_a_restart_is_believed_after_asking() -> None:
    clock = Clock()
    line = running(clock)
    line.hear(clock.press("L", line.now_ms))
    clock.s = 0
    watch(line, clock, 5)
    assert not only(line.heard, Restarted)
    assert only(line.heard, Reading)[-1].at_ms == line.now_ms


def test_a_reopened_line_to_the_same_life_goes_on() -> None:
    clock = Clock()
    line = running(clock)
    line.wait(1000)
    line.heard.clear()
    line.driver.opened(line.now_ms)
    clock.press("L", line.now_ms)
    line.wait(4000)
    assert not only(line.heard, Restarted)
    assert [one.hand for one in only(line.heard, Pressed)] == [L]


@pytest.mark.parametrize(("boot", "restarted"), [(41, 0), (40, 1)])
def test_what_an_earlier_run_of_the_program_saw_tells_a_restart(boot: int, restarted: int) -> None:
    line = met(Clock(), Known("5A3F01C2", boot))
    assert len(only(line.heard, Restarted)) == restarted


def test_another_clock_on_the_line_is_no_restart() -> None:
    line = met(Clock(), Known("00000001", 7))
    assert not only(line.heard, Restarted)


def test_silence_is_asked_about_and_then_the_link_is_lost() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 3)
    clock.mute = True
    line.wait(4200)
    assert line.driver.dead == words.GONE


def test_orders_that_a_lost_clock_leaves_behind_have_failed() -> None:
    clock = Clock()
    line = met(clock)
    clock.mute = True
    line.driver.identify(line.now_ms)
    line.driver.run(L, line.now_ms)
    line.wait(2000)
    assert line.driver.dead == words.GONE
    assert asked(line, Failed) == ["identify", "run"]


def test_a_busy_line_that_says_nothing_is_lost_as_well() -> None:
    clock = Clock()
    line = running(clock)
    clock.errors = {"RUN": ["5 busy"] * 9}
    line.driver.run(L, line.now_ms)
    line.wait(10)
    clock.mute = True
    line.now_ms += 4100
    line.wait(1)
    assert line.driver.dead == words.GONE


@pytest.mark.parametrize("start_t", [0, 2**32 - 60_000])
@pytest.mark.parametrize(("ppm", "doubts"), [(100, 0), (-400, 1), (8000, 1), (-8000, 1)])
def test_the_crystal_is_measured_and_a_wrong_one_loses_the_time(
    start_t: int, ppm: int, doubts: int
) -> None:
    clock = Clock(start_t, ppm)
    line = running(clock)
    watch(line, clock, 200)
    assert all(abs(one.ppm - ppm) < 30 for one in only(line.heard, Drift))
    assert only(line.heard, Drift)
    assert len(only(line.heard, Doubted)) == doubts
    refused = abs(ppm) > 1500
    assert (clock.mode == "B") is refused
    assert [one.abilities.holds_time for one in only(line.heard, Identified)] == [False] * refused
    assert (only(line.heard, Reading)[-1].left_ms is None) is refused


def test_a_refused_clock_still_has_buttons_after_a_restart() -> None:
    clock = Clock(0, 3000)
    line = met(clock)
    watch(line, clock, 200)
    assert not only(line.heard, Stopped)
    line.driver.run(L, line.now_ms)
    line.wait(1)
    assert only(line.heard, Failed)[0].sentence == words.NO_TIME
    clock.mode = "D"
    line.hear(clock.restart(line.now_ms))
    watch(line, clock, 2)
    assert clock.mode == "B"
    line.heard.clear()
    line.hear(clock.event("PRESS", line.now_ms, "R", "N"))
    line.hear(clock.event("BTN", line.now_ms, "0"))
    line.hear(clock.event("BTN", line.now_ms, "3"))
    assert [type(one) for one in line.heard if not isinstance(one, Reading)] == [
        Pressed,
        PauseAsked,
    ]
    assert all(one.left_ms is None for one in only(line.heard, Reading))


def test_an_answer_that_was_asked_for_twice_measures_nothing() -> None:
    clock = Clock()
    line = met(clock)
    clock.mute = True
    line.wait(1500)
    clock.mute = False
    line.wait(400)
    assert line.hear(sealed("PO 250 1 t=5")) == []
    assert not line.driver.dead


def test_the_session_of_the_specification_is_told_however_it_is_cut() -> None:
    told = []
    for pieces in cuts(SESSION.encode()):
        clock = Clock()
        clock.times = {"L": 3_600_000, "R": 3_600_000}
        line = met(clock)
        line.answer = None
        line.driver.set_times(3_539_750, 5000, line.now_ms)
        line.heard.clear()
        for piece in pieces:
            line.heard += line.driver.receive(piece, line.now_ms)
        told.append([one for one in line.heard if not isinstance(one, Reading)])
    assert all(one == told[0] for one in told)
    assert [type(one) for one in told[0]] == [Pressed, Stopped, Started, Fallen]


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
