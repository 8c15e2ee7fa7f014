"""What the heartbeat in its own thread tells of a desk, a program and a machine."""

import hashlib
import threading
import time

from app.clock.heartbeat import MISSED_NS, NS_PER_S, Heartbeat, Missed
from app.clock.sleep.counters import Counters
from tests.patience import until


class Machine:
    """Counters that the test moves."""

    def __init__(self) -> None:
        self.elapsed_ns = self.awake_ns = self.worked_ns = self.asked = 0

    def heart(self) -> Heartbeat:
        counters = Counters(lambda: self.elapsed_ns, lambda: self.awake_ns)
        return Heartbeat(counters, self.work)

    def work(self) -> int:
        self.asked += 1
        return self.worked_ns

    def pass_by(self, seconds: float, *, asleep_s: float = 0, worked_s: float = 0) -> None:
        self.elapsed_ns += int((seconds + asleep_s) * NS_PER_S)
        self.awake_ns += int(seconds * NS_PER_S)
        self.worked_ns += int(worked_s * NS_PER_S)


def test_a_busy_desk_with_a_beating_heart_has_missed_nothing() -> None:
    machine = Machine()
    heart = machine.heart()
    for _ in range(40):
        machine.pass_by(0.25)
        heart.beat()
    assert heart.missed() is None


def test_the_time_a_suspended_program_missed_is_reported() -> None:
    machine = Machine()
    heart = machine.heart()
    machine.pass_by(600)
    heart.beat()
    machine.pass_by(20 / 1000)
    assert heart.missed() == Missed(0, 600 * NS_PER_S, asleep=False)
    assert heart.missed() is None


def test_during_frequent_presses_the_expensive_counters_are_read_only_now_and_then() -> None:
    """And a stop right behind a press begins at that press."""
    machine = Machine()
    heart = machine.heart()
    asked = machine.asked
    for _ in range(1000):
        machine.pass_by(0.001)
        assert heart.missed() is None
    assert machine.asked - asked == 10
    machine.pass_by(0.04)
    assert heart.missed() is None
    pressed_ns = machine.elapsed_ns
    machine.pass_by(7)
    assert heart.missed() == Missed(pressed_ns, machine.elapsed_ns, asleep=False)


def test_time_missed_during_sleep_is_marked_as_sleep() -> None:
    machine = Machine()
    heart = machine.heart()
    machine.pass_by(0.25, asleep_s=600)
    missed = heart.missed()
    assert missed is not None
    assert missed.asleep


def test_two_times_that_were_missed_are_reported_one_after_the_other() -> None:
    machine = Machine()
    heart = machine.heart()
    for asleep_s in (10, 20):
        machine.pass_by(1, asleep_s=asleep_s)
        heart.beat()
    notices = [heart.missed(), heart.missed()]
    assert [message.to_ns - message.from_ns for message in notices if message] == [
        11 * NS_PER_S,
        21 * NS_PER_S,
    ]


def test_five_missed_seconds_are_not_reported() -> None:
    machine = Machine()
    heart = machine.heart()
    machine.pass_by(MISSED_NS / NS_PER_S)
    assert heart.missed() is None


def test_a_program_busy_the_whole_time_was_not_suspended() -> None:
    """One call into a library may keep every other thread waiting, the heart's too."""
    machine = Machine()
    heart = machine.heart()
    machine.pass_by(8, worked_s=7.9)
    assert heart.missed() is None
    machine.pass_by(8, worked_s=0.1)
    assert heart.missed() is not None


def test_sleep_after_hard_work_is_still_detected() -> None:
    machine = Machine()
    heart = machine.heart()
    machine.pass_by(5, asleep_s=3, worked_s=5)
    assert heart.missed() is not None


def test_the_heart_beats_in_its_own_thread_while_another_works() -> None:
    machine, before = Machine(), threading.active_count()
    heart = machine.heart()
    heart.start()
    try:
        assert threading.active_count() == before + 1
        for _ in range(4):
            machine.pass_by(4)
            mark = machine.elapsed_ns
            until(lambda mark=mark: heart.last_ns == mark)
        assert heart.missed() is None
    finally:
        heart.stop()
    assert threading.active_count() == before


def test_stopping_a_heart_that_was_never_started_is_harmless() -> None:
    heart = Machine().heart()
    heart.stop()
    assert heart.missed() is None


def test_continuous_work_does_not_hold_up_the_heart() -> None:
    """A fold of a large event is Python from beginning to end."""
    beats: list[int] = []

    def elapsed_ns() -> int:
        beats.append(time.perf_counter_ns())
        return beats[-1]

    heart = Heartbeat(Counters(elapsed_ns, elapsed_ns))
    heart.start()
    try:
        ends = time.perf_counter() + 1.5
        while time.perf_counter() < ends:
            hashlib.sha256(b"work").hexdigest()
        assert len(beats) > 4
    finally:
        heart.stop()
