"""Acts that wait together are written at once: the same rows, all of them or none, and nobody hears
of them before they are durable.
"""

import random
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.desk.replies import FAULT, Reply, Snapshot
from app.engine.acts.commands import Command, NotSaved, Refused
from app.engine.acts.events import Record
from app.engine.acts.late import HandIn
from app.engine.acts.players import WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.table import (
    CallJudge,
    DismissJudge,
    HandBack,
    Interrupt,
    PauseClock,
    ResumeClock,
    StartClock,
    Tap,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import fold, running_fold
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.store.log.event_log import Batch, EventLog
from app.store.rescue.backups import Copy
from tests.desk.desks import START_MS, FullDisk, StandInLog, done, round_one, settled, troubles
from tests.desk.test_steadfast import Stalling
from tests.patience import PATIENCE_S
from tests.stores import create, open_log

TABLES = 4
Act = tuple[Command, int]


class Counted(StandInLog):
    """Counts what is written."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(log)
        self.writes: list[int] = []

    def write(self, batch: Batch) -> None:
        self.writes.append(len(batch.rows))
        super().write(batch)


def under_way(path: Path, log: Callable[[Path], Any] = create) -> Desk:
    """Four tables that play."""
    desk = Desk(lambda: log(path), timeline=SetTimeline(START_MS))
    desk.start().result(PATIENCE_S)
    for game in round_one(desk, 2 * TABLES):
        done(desk, StartClock(game, Side.RED))
    timeline = desk.timeline
    assert isinstance(timeline, SetTimeline)
    timeline.move_by(600_000)
    return desk


def at_once(desk: Desk, acts: Sequence[Act]) -> list[Future[Reply]]:
    """All of them wait before the desk comes to the first."""
    replies: list[Future[Reply]] = []
    asked = threading.Event()

    def ask() -> None:
        replies.extend(desk.submit(command, at_ms=at_ms) for command, at_ms in acts)
        asked.set()

    desk.call(ask)
    assert asked.wait(PATIENCE_S)
    return replies


def outcome(reply: Future[Reply]) -> object:
    """Comparable, but for a refusal's kind."""
    value = reply.result(PATIENCE_S)
    return value.sentence if isinstance(value, Refused) else value


def random_acts(dice: random.Random, count: int) -> list[Act]:
    """Presses in time and late, the organizer's acts, undo and redo, and what is refused."""
    now_ms = START_MS + 600_000
    made: list[Act] = []
    for _ in range(count):
        game, side = dice.randint(1, TABLES), dice.choice(list(Side))
        press = dice.choice((Tap(game, side), Interrupt(game), HandBack(game)))
        device = f"{game}-0123abcd"
        command = dice.choice(
            (
                press,
                HandIn(game, press, device, dice.random() < 0.5, dice.random() < 0.3),
                CallJudge(game, side),
                DismissJudge(game),
                PauseClock(game, "Lunch"),
                ResumeClock(game),
                WarnPlayer(game, "late"),
                ReportResult(game, Result(side, How.CONCESSION, Pair(0, 0), Pair(0, 0))),
                ShiftTimes(60_000, START_MS),
                Undo(),
                Redo(),
            )
        )
        made.append((command, now_ms - dice.choice((0, 0, 5_000, 90_000, 400_000))))
    return made


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 2**32))
def test_acts_written_together_give_the_same_rows_as_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    dice = random.Random(seed)
    acts = random_acts(dice, 30)
    folder = tmp_path_factory.mktemp("together")
    rows: list[list[Record]] = []
    outcomes: list[list[object]] = []
    for name in ("single", "groups"):
        desk = under_way(folder / f"{name}.flagfall")
        size, replies = 1 if name == "single" else dice.randint(2, 30), list[Future[Reply]]()
        for first in range(0, len(acts), size):
            replies += at_once(desk, acts[first : first + size])
            replies[-1].exception(PATIENCE_S)
        outcomes.append([outcome(reply) for reply in replies])
        state = settled(desk).state
        desk.stop()
        with open_log(folder / f"{name}.flagfall") as log:
            rows.append(log.records())
        assert state == fold(rows[-1])
    assert rows[0] == rows[1]
    assert outcomes[0] == outcomes[1]


def test_presses_waiting_together_become_one_write_and_one_change(tmp_path: Path) -> None:
    logs: list[Counted] = []

    def counted(path: Path) -> Counted:
        logs.append(Counted(create(path)))
        return logs[0]

    desk = under_way(tmp_path / "event.flagfall", counted)
    heard: list[Snapshot] = []
    desk.subscribe(heard.append)
    settled(desk)
    logs[0].writes.clear()
    now_ms = desk.timeline.now_ms()
    presses = [(Tap(game, Side.RED), now_ms - game) for game in range(1, TABLES + 1)]
    rows = [reply.result(PATIENCE_S) for reply in at_once(desk, presses)]
    assert logs[0].writes == [TABLES]
    assert [len(snapshot.fresh) for snapshot in heard[1:]] == [TABLES]
    assert [row.act for act in rows if not isinstance(act, Refused) for row in act] == [
        row.seq for row in heard[1].fresh
    ]
    marks = [heard[1].state.games[game].marks[-1].at_ms for game in range(1, TABLES + 1)]
    assert marks == [at_ms for _, at_ms in presses]
    desk.stop()


def test_a_group_that_cannot_be_written_leaves_the_event_as_it_was(tmp_path: Path) -> None:
    logs: list[FullDisk] = []

    def full(path: Path) -> FullDisk:
        logs.append(FullDisk(create(path)))
        return logs[0]

    desk = under_way(tmp_path / "event.flagfall", full)
    done(desk, WarnPlayer(1, "late"))
    done(desk, WarnPlayer(2, "late"))
    desk.undo().result(PATIENCE_S)
    before = settled(desk)
    heard: list[Snapshot] = []
    desk.subscribe(heard.append)
    now_ms = desk.timeline.now_ms()
    acts: list[Act] = [
        (Tap(1, Side.RED), now_ms),
        (Undo(), now_ms),
        (WarnPlayer(3, "late"), now_ms),
        (Redo(), now_ms),  # refused once the warning counts
        (Tap(2, Side.RED), now_ms),
    ]
    logs[0].full = True
    for reply in at_once(desk, acts):
        assert isinstance(reply.result(PATIENCE_S), NotSaved)
    assert settled(desk).state == before.state
    assert settled(desk).seq == before.seq
    assert len(heard) == 1
    logs[0].full = False
    replies = [reply.result(PATIENCE_S) for reply in at_once(desk, acts)]
    assert [isinstance(reply, Refused) for reply in replies] == [False, False, False, True, False]
    after = settled(desk)
    desk.stop()
    with open_log(tmp_path / "event.flagfall") as log:
        assert fold(log.records()) == after.state
        assert [record.seq for record in log.records()] == list(range(1, after.seq + 1))


@pytest.mark.in_file
def test_no_reply_or_notice_goes_out_before_the_write_is_on_disk(tmp_path: Path) -> None:
    logs: list[Stalling] = []

    def slow(path: Path) -> Stalling:
        logs.append(Stalling(create(path)))
        return logs[0]

    path = tmp_path / "event.flagfall"
    desk = under_way(path, slow)
    before = settled(desk).seq
    heard: list[Snapshot] = []
    desk.subscribe(heard.append)
    logs[0].waits.clear()
    logs[0].go_on.clear()
    now_ms = desk.timeline.now_ms()
    in_file: list[int] = []

    def look(_reply: object) -> None:
        with closing(sqlite3.connect(path)) as other:
            in_file.extend(other.execute("SELECT max(seq) FROM log").fetchone())

    replies: list[Future[Reply]] = []

    def ask() -> None:
        for game in range(1, TABLES + 1):
            replies.append(desk.submit(Tap(game, Side.RED), at_ms=now_ms))
            replies[-1].add_done_callback(look)

    desk.call(ask)
    assert logs[0].waits.wait(PATIENCE_S)
    assert not any(reply.done() for reply in replies)
    assert [snapshot.seq for snapshot in heard] == [before]
    logs[0].go_on.set()
    for reply in replies:
        assert not isinstance(reply.result(PATIENCE_S), Refused)
    settled(desk)
    assert in_file == [before + TABLES] * TABLES
    assert [snapshot.seq for snapshot in heard] == [before, before + TABLES]
    desk.stop()


def test_one_failing_act_does_not_fail_the_others_in_its_group(tmp_path: Path) -> None:
    desk = under_way(tmp_path / "event.flagfall")
    now_ms = desk.timeline.now_ms()
    first, wrong, last = at_once(
        desk,
        [
            (Tap(1, Side.RED), now_ms),
            (cast(Command, "no command"), now_ms),
            (Tap(2, Side.RED), now_ms),
        ],
    )
    with pytest.raises(KeyError):
        wrong.result(PATIENCE_S)
    for reply in (first, last):
        assert not isinstance(reply.result(PATIENCE_S), Refused)
    desk.stop()


def test_an_act_that_meets_a_program_fault_is_not_written_and_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the program: who pressed hears of it, and the file has nothing of it."""
    evolve = running_fold.evolve

    def faulty(state: State, record: Record) -> State:
        if isinstance(record.event, CallJudge):
            raise RuntimeError("nobody thought of this")
        return evolve(state, record)

    monkeypatch.setattr(running_fold, "evolve", faulty)
    path = tmp_path / "event.flagfall"
    desk = under_way(path)
    now_ms = desk.timeline.now_ms()
    first, judge, last = at_once(
        desk,
        [(Tap(1, Side.RED), now_ms), (CallJudge(2, Side.RED), now_ms), (Tap(2, Side.RED), now_ms)],
    )
    assert outcome(judge) == FAULT
    for reply in (first, last):
        assert not isinstance(reply.result(PATIENCE_S), Refused)
    assert outcome(desk.submit(CallJudge(3, Side.RED))) == FAULT
    done(desk, Tap(3, Side.RED))
    state = settled(desk).state
    desk.stop()
    with open_log(path) as log:
        records = log.records()
    assert fold(records) == state
    assert [type(row.event).__name__ for row in records[-3:]] == ["TurnEnded"] * 3
    assert not any(isinstance(row.event, CallJudge) for row in records)


def test_an_unexplained_disk_failure_refuses_the_whole_group(tmp_path: Path) -> None:
    class Broken(StandInLog):
        broken = False

        def write(self, batch: Batch) -> None:
            if self.broken:
                raise RuntimeError("nobody knows why")
            super().write(batch)

    logs: list[Broken] = []

    def broken(path: Path) -> Broken:
        logs.append(Broken(create(path)))
        return logs[0]

    desk = under_way(tmp_path / "event.flagfall", broken)
    before = settled(desk)
    logs[0].broken = True
    taps: list[Act] = [(Tap(game, Side.RED), desk.timeline.now_ms()) for game in (1, 2)]
    for reply in at_once(desk, taps):
        assert isinstance(reply.result(PATIENCE_S), NotSaved)
    assert settled(desk).state == before.state
    desk.stop()


def test_acts_still_waiting_when_the_desk_stops_are_done(tmp_path: Path) -> None:
    desk = under_way(tmp_path / "event.flagfall")
    now_ms = desk.timeline.now_ms()
    replies: list[Future[Reply]] = []

    def end() -> None:
        threading.Thread(target=desk.stop).start()
        replies.extend(desk.submit(Tap(game, Side.RED), at_ms=now_ms) for game in (1, 2))

    desk.call(end)
    desk.stop()
    assert all(not isinstance(reply.result(PATIENCE_S), Refused) for reply in replies)


def test_an_immediate_act_is_done_after_those_already_waiting(tmp_path: Path) -> None:
    """A press that has come in is not overtaken by what the organizer's tablet orders then."""
    desk = under_way(tmp_path / "event.flagfall")
    now_ms = desk.timeline.now_ms()
    answers: list[object] = []
    finished = threading.Event()

    def ask() -> None:
        def tap() -> Reply:
            return desk.act(Tap(1, Side.RED), now_ms, station="tablet", actor="Red")

        desk.together(tap, answers.append, answers.append)
        pause = desk.act(PauseClock(1, "Lunch"), now_ms, station="desk", actor="EO")
        answers.append(pause)
        finished.set()

    desk.call(ask)
    assert finished.wait(PATIENCE_S)
    kinds = [type(row.event).__name__ for reply in answers for row in cast(tuple[Record], reply)]
    assert kinds == ["TurnEnded", "ClockPaused"]
    desk.stop()


def test_an_act_submitted_while_the_file_is_closing_is_answered(tmp_path: Path) -> None:
    asked: list[Future[Reply]] = []

    class Closing(StandInLog):
        def close(self) -> None:
            super().close()
            asked.append(desk.submit(Tap(1, Side.RED)))

    desk = under_way(tmp_path / "event.flagfall", lambda path: Closing(create(path)))
    desk.stop()
    reply = asked[0].result(PATIENCE_S)
    assert isinstance(reply, Refused)
    assert reply.sentence == "The event is closed."


def test_a_failing_backup_never_marks_written_acts_as_unsaved(tmp_path: Path) -> None:
    class NoCopy(StandInLog):
        def copied(self) -> Copy:
            raise MemoryError("no room for a copy")

    desk = Desk(
        lambda: NoCopy(create(tmp_path / "event.flagfall")),
        timeline=SetTimeline(START_MS),
        backup_folder=tmp_path,
    )
    desk.start().result(PATIENCE_S)
    told = troubles(desk)
    round_one(desk)  # starts a round, of which a copy is made
    assert settled(desk).state.rounds[0].stage is Stage.STARTED
    assert told == ["No backup copy was made: no room for a copy"]
    desk.stop()
