"""Nothing that goes wrong ends what the desk does again and again, and being late is no gap."""

import asyncio
import errno
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.clock.heartbeat import MISSED_NS, NS_PER_S
from app.clock.timeline import NS_PER_MS, Gap, SetTimeline, Timeline, WallTimeline
from app.desk.desk import Desk
from app.desk.replies import Reply, Snapshot
from app.engine.acts.commands import NotSaved
from app.engine.acts.players import CheckIn
from app.engine.acts.table import CallJudge, StartClock, Tap
from app.engine.side import Side
from app.store.log.event_log import Batch, EventLog
from tests.desk.desks import (
    HOUR_MS,
    START_MS,
    FullDisk,
    StandInLog,
    done,
    round_one,
    settled,
    troubles,
)
from tests.desk.test_gaps import Asked
from tests.patience import PATIENCE_S, until
from tests.stores import create

LATE_S = MISSED_NS / NS_PER_S + 1
UNREACHABLE = OSError(errno.ESTALE, os.strerror(errno.ESTALE))
TOLD = f"Flagfall could not reach the event’s file: {UNREACHABLE.strerror}. It keeps trying."


class Share(StandInLog):
    """A file on a share that cannot be reached while ``away``, nor looked at. What has begun may
    still end otherwise, so only what has ended is counted.
    """

    away = False
    looks = beats = 0

    def look_after(self, *, gather: bool) -> str:
        try:
            if self.away:
                raise UNREACHABLE
            return super().look_after(gather=gather)
        finally:
            self.looks += 1

    def note_sign(self, at_ms: int | None, boot_instant: str = "") -> None:
        try:
            if self.away:
                raise UNREACHABLE
            super().note_sign(at_ms, boot_instant)
        finally:
            self.beats += at_ms is not None


def on_a_share(opened: Callable[..., Desk], **more: object) -> tuple[Desk, Share]:
    shares: list[Share] = []

    def open_file(path: Path) -> Share:
        shares.append(Share(create(path)))
        return shares[0]

    return opened(open_file, **more), shares[0]


@pytest.mark.in_file
def test_a_folder_that_cannot_be_reached_for_a_while_does_not_end_the_heartbeat(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After it a machine that slept is still noticed, and the trouble is told once."""
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 0.001)
    timeline = Asked()
    desk, share = on_a_share(opened, timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    told = troubles(desk)
    for _ in range(2):
        share.away = True
        looks = share.looks
        until(lambda looks=looks: share.looks > looks + 3)
        share.away = False  # before they are counted: the desk goes on meanwhile
        looks, beats = share.looks, share.beats
        until(lambda looks=looks: share.looks > looks + 1)
        until(lambda beats=beats: share.beats > beats + 1)
    assert told == [TOLD, TOLD]
    timeline.sleep(300_000)
    until(lambda: settled(desk).state.games[game].play.pause is not None)


def test_a_single_question_for_the_whole_room_says_why_the_clocks_stand(
    opened: Callable[..., Desk],
) -> None:
    timeline = Asked()
    desk = opened(timeline=timeline)
    for game in round_one(desk):
        done(desk, StartClock(game, Side.RED))
    told = troubles(desk)
    timeline.sleep(602_000)
    until(lambda: told)
    assert told == [
        "This computer slept for 10:02. 2 clocks have not run since then. On the Round page, count"
        " the gap or ignore it, for all tables at once or one by one."
    ]


def test_nobody_is_asked_about_a_gap_in_which_no_clock_would_have_run(
    opened: Callable[..., Desk],
) -> None:
    timeline = Asked()
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    told = troubles(desk)
    timeline.sleep(602_000)
    done(desk, StartClock(game, Side.RED))  # the gap was noticed before it
    assert told == []


def test_a_press_after_an_unnoticed_gap_finds_the_clock_standing(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is woken may be pressed before its first look."""
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 3600)
    timeline = Asked()
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    timeline.sleep(3 * HOUR_MS)
    reply = desk.submit(Tap(game, Side.RED)).result(PATIENCE_S)
    assert "Time was lost" in getattr(reply, "sentence", "")
    play = settled(desk).state.games[game].play
    assert play.pause is not None
    assert play.ending is None


def test_a_gap_that_cannot_be_written_is_not_forgotten(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 0.001)
    logs: list[FullDisk] = []

    def open_file(path: Path) -> FullDisk:
        logs.append(FullDisk(create(path)))
        return logs[0]

    timeline = Asked()
    desk = opened(open_file, timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    logs[0].full = True
    timeline.sleep(2 * HOUR_MS)
    reply = desk.submit(CallJudge(game, Side.RED)).result(PATIENCE_S)
    assert isinstance(reply, NotSaved)
    logs[0].full = False
    until(lambda: settled(desk).state.games[game].play.pause is not None)
    play = settled(desk).state.games[game].play
    assert play.pause is not None
    assert play.pause.gap_ms == 2 * HOUR_MS
    assert play.ending is None


class Broken(StandInLog):
    """A disk on which so many writes fail for no known reason."""

    fails = 0

    def write(self, batch: Batch) -> None:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("nobody knows why")
        super().write(batch)


def on_a_broken_disk(opened: Callable[..., Desk], timeline: Timeline) -> tuple[Desk, Broken]:
    logs: list[Broken] = []

    def open_file(path: Path) -> Broken:
        logs.append(Broken(create(path)))
        return logs[0]

    return opened(open_file, timeline=timeline), logs[0]


def test_a_press_is_answered_even_if_the_gap_could_not_be_written(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the program, not of the disk: the gap is written all the same as soon as it can
    be.
    """
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 3600)
    timeline = Asked()
    desk, log = on_a_broken_disk(opened, timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    log.fails = 2
    timeline.sleep(2 * HOUR_MS)
    orders: list[Reply] = []
    assert isinstance(desk.submit(CallJudge(game, Side.RED)).result(PATIENCE_S), NotSaved)
    desk.call(
        lambda: orders.append(
            desk.act(CallJudge(game, Side.RED), START_MS, station="tablet", actor="Red")
        )
    )
    until(lambda: orders)
    assert isinstance(orders[0], NotSaved)
    done(desk, CallJudge(game, Side.RED))
    pause = settled(desk).state.games[game].play.pause
    assert pause is not None
    assert pause.gap_ms == 2 * HOUR_MS


def test_a_press_is_answered_even_if_lost_time_cannot_be_determined(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 3600)

    class Blind(Asked):
        blind = False

        def look_for_gap(self) -> Gap | None:
            if self.blind:
                raise RuntimeError("the counter went back")
            return super().look_for_gap()

    timeline = Blind()
    desk = opened(timeline=timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    notices = troubles(desk)
    timeline.blind = True
    done(desk, CallJudge(game, Side.RED))
    assert settled(desk).state.games[game].play.judge_called
    assert notices == [
        "Flagfall could not see whether time was lost: the counter went back. It keeps trying."
    ]


def test_a_failing_listener_is_reported_and_the_desk_keeps_working(desk_of_two: Desk) -> None:
    def fail(snapshot: Snapshot) -> None:
        if len(snapshot.fresh) == 1:
            raise ValueError("the picture is upside down")

    desk_of_two.subscribe(fail)
    told = troubles(desk_of_two)
    done(desk_of_two, CheckIn((1,), present=False))
    done(desk_of_two, CheckIn((2,), present=False))
    assert settled(desk_of_two).seq > 0
    assert told == [
        "Flagfall could not show everybody what has changed: the picture is upside down."
        " It keeps trying."
    ]


@pytest.fixture
def desk_of_two(opened: Callable[..., Desk]) -> Desk:
    desk = opened()
    round_one(desk)
    return desk


def test_a_flag_fall_that_fails_once_is_retried(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 0.001)
    timeline = SetTimeline(START_MS)
    desk, log = on_a_broken_disk(opened, timeline)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    log.fails = 1
    timeline.move_by(HOUR_MS)
    until(lambda: settled(desk).state.games[game].play.ending is not None)
    assert settled(desk).state.games[game].play.ending.at_ms == START_MS + HOUR_MS


class Stalling(StandInLog):
    """A disk that lets a write wait for as long as ``stall`` says."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(log)
        self.go_on = threading.Event()
        self.go_on.set()
        self.waits = threading.Event()

    def write(self, batch: Batch) -> None:
        self.waits.set()
        assert self.go_on.wait(PATIENCE_S)
        super().write(batch)


class Beating(WallTimeline):
    """A machine whose counter the test moves, and whose heart beats meanwhile."""

    def __init__(self) -> None:
        self.elapsed_ms = 0
        super().__init__(lambda: START_MS * NS_PER_MS, lambda: self.elapsed_ms * NS_PER_MS)

    def pass_by(self, ms: int) -> None:
        """Second by second, and the heart beats in each."""
        for _ in range(ms // 1000):
            self.elapsed_ms += 1000
            mark_ns = self.elapsed_ms * NS_PER_MS
            until(lambda mark_ns=mark_ns: self._heart.last_ns >= mark_ns)


def test_a_stalled_disk_pauses_no_clock_and_presses_keep_their_times(
    opened: Callable[..., Desk],
) -> None:
    logs: list[Stalling] = []

    def open_file(path: Path) -> Stalling:
        logs.append(Stalling(create(path)))
        return logs[0]

    timeline = Beating()
    desk = opened(open_file, timeline=timeline)
    red, blue = round_one(desk)
    for game in (red, blue):
        done(desk, StartClock(game, Side.RED))
    timeline.pass_by(10_000)
    logs[0].waits.clear()
    logs[0].go_on.clear()
    judge = desk.submit(CallJudge(red, Side.RED))
    assert logs[0].waits.wait(PATIENCE_S)
    timeline.pass_by(4_000)
    tap = desk.submit(Tap(blue, Side.RED))
    timeline.pass_by(8_000)
    logs[0].go_on.set()
    judge.result(PATIENCE_S)
    tap.result(PATIENCE_S)
    games = settled(desk).state.games
    assert [games[one].play.pause for one in (red, blue)] == [None, None]
    clock = games[blue].play.clock
    assert clock is not None
    assert clock.used_ms.red == 14_000


def test_a_desk_busy_for_long_pauses_no_clock(
    opened: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it does when one act of a large event is taken back: Python from beginning to end."""
    monkeypatch.setattr("app.clock.heartbeat.MISSED_NS", NS_PER_S)
    desk = opened(timeline=WallTimeline())
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    worked = threading.Event()

    def work() -> None:
        ends = time.perf_counter() + 2.5
        while time.perf_counter() < ends:
            sum(range(1000))
        worked.set()

    desk.call(work)
    assert worked.wait(PATIENCE_S)
    assert settled(desk).state.games[game].play.pause is None


def test_a_tap_that_came_while_the_desk_was_late_is_read_before_the_flag_falls(
    opened: Callable[..., Desk],
) -> None:
    """A tablet's tap lies in its socket meanwhile, and is read only when the loop goes on."""
    desk = opened(timeline=WallTimeline())
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    due_ms = settled(desk).state.games[game].play.clock.deadline()
    late = threading.Event()

    def nearly_out() -> None:
        desk.timeline.go_on_from(due_ms - 200)
        desk._watch.stop()  # noqa: SLF001 - it waits by the time before
        desk._watch.watch(desk.state)  # noqa: SLF001
        tapped_ms = desk.timeline.now_ms() + 100
        time.sleep(1)
        late.set()
        asyncio.get_running_loop().call_later(0.05, tap, tapped_ms)

    def tap(tapped_ms: int) -> None:
        desk.act(Tap(game, Side.RED), tapped_ms, station="tablet", actor="Red")

    desk.call(nearly_out)
    assert late.wait(PATIENCE_S)
    until(lambda: settled(desk).state.games[game].play.clock.running is Side.BLUE)
    kinds = [type(record.event).__name__ for record in settled(desk).fresh]
    assert "FlagFell" not in kinds
