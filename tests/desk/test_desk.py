import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.desk.replies import Reply, Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import CheckIn
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import StartRound
from app.engine.acts.table import CallJudge, FlagFell, StartClock, Tap
from app.engine.evolve import fold
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.store.errors import StoreError
from tests.desk.desks import (
    HOUR_MS,
    START_MS,
    FullDisk,
    done,
    round_one,
    running,
    settled,
    troubles,
)
from tests.patience import until
from tests.stores import create, open_log


@pytest.fixture
def desk(opened: Callable[..., Desk]) -> Desk:
    return opened()


def clock_of(desk: Desk) -> SetTimeline:
    timeline = desk.timeline
    assert isinstance(timeline, SetTimeline)
    return timeline


@pytest.mark.in_file
def test_a_new_file_opens_empty(path: Path) -> None:
    desk = Desk(lambda: create(path))
    assert running(desk).seq == 0
    desk.stop()
    assert path.is_file()


def test_a_file_that_cannot_be_opened_is_reported_and_the_thread_ends(path: Path) -> None:
    desk = Desk(lambda: open_log(path))
    with pytest.raises(StoreError):
        running(desk)
    desk.stop()


def test_an_act_is_in_the_file_by_the_time_its_reply_comes(desk: Desk, path: Path) -> None:
    round_one(desk)
    with open_log(path, read_only=True) as log:
        assert fold(log.records()).rounds[0].stage is Stage.STARTED


def test_a_refusal_writes_nothing(desk: Desk) -> None:
    before = settled(desk).seq
    reply = desk.submit(StartRound()).result(timeout=60)
    assert isinstance(reply, Refused)
    assert settled(desk).seq == before


def test_insisting_carries_out_a_doubted_act(desk: Desk) -> None:
    game = round_one(desk)[0]
    odd = ReportResult(game, Result(Side.RED, How.SCENARIO, Pair(0, 6), Pair(0, 0)))
    doubted = desk.submit(odd).result(timeout=60)
    assert isinstance(doubted, Refused)
    assert doubted.insistable
    assert len(done(desk, odd, insist=True)) == 1


def test_every_listener_hears_every_change_in_order(desk: Desk) -> None:
    heard: list[Snapshot] = []
    desk.subscribe(heard.append)
    round_one(desk)
    last = settled(desk)
    rows = [record.seq for snapshot in heard for record in snapshot.fresh]
    assert rows == list(range(1, last.seq + 1))
    assert heard[-1].state == last.state


def test_undo_and_redo_rebuild_the_state_from_the_log(desk: Desk) -> None:
    round_one(desk)
    desk.undo().result(timeout=60)
    assert settled(desk).state.rounds[0].stage is Stage.PUBLISHED
    desk.redo().result(timeout=60)
    last = settled(desk)
    assert last.state.rounds[0].stage is Stage.STARTED
    assert fold(last.fresh) == last.state


def test_a_flag_falls_at_its_deadline_however_late_it_is_noticed(desk: Desk) -> None:
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    clock_of(desk).move_by(HOUR_MS + 90_000)
    last = settled(desk)
    flag = last.fresh[-1].event
    assert flag == FlagFell(game, START_MS + HOUR_MS, Side.RED)
    assert last.state.games[game].play.ending is not None


def test_flags_of_several_tables_fall_one_after_another(desk: Desk) -> None:
    first, second = round_one(desk)
    done(desk, StartClock(first, Side.RED))
    clock_of(desk).move_by(60_000)
    done(desk, StartClock(second, Side.BLUE))
    clock_of(desk).move_by(2 * HOUR_MS)
    until(lambda: settled(desk).state.games[second].play.ending is not None)
    flags = [record.event for record in settled(desk).fresh if isinstance(record.event, FlagFell)]
    assert flags == [
        FlagFell(first, START_MS + HOUR_MS, Side.RED),
        FlagFell(second, START_MS + HOUR_MS + 60_000, Side.BLUE),
    ]


def test_a_tap_after_the_deadline_is_too_late(desk: Desk) -> None:
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    clock_of(desk).move_by(HOUR_MS)
    reply = desk.submit(Tap(game, Side.RED)).result(timeout=60)
    assert isinstance(reply, Refused)


def test_an_act_that_cannot_be_saved_changes_nothing(opened: Callable[..., Desk]) -> None:
    logs: list[FullDisk] = []

    def open_full_disk(path: Path) -> FullDisk:
        logs.append(FullDisk(create(path)))
        return logs[0]

    desk = opened(open_full_disk)
    game = round_one(desk)[0]
    done(desk, StartClock(game, Side.RED))
    before = settled(desk)
    logs[0].full = True
    reply = desk.submit(CallJudge(game, None)).result(timeout=60)
    assert isinstance(reply, Refused)
    assert "nothing was changed" in reply.sentence
    clock_of(desk).move_by(HOUR_MS)
    assert settled(desk).state == before.state
    logs[0].full = False
    until(lambda: settled(desk).state.games[game].play.ending is not None)


def test_a_fault_is_raised_to_the_caller_and_the_desk_keeps_working(desk: Desk) -> None:
    round_one(desk)
    with pytest.raises(KeyError):  # no act of that name
        desk.submit(cast(Command, "no command")).result(timeout=60)
    done(desk, CheckIn((1,), present=False))


def test_a_closed_desk_refuses_every_act(path: Path) -> None:
    desk = Desk(lambda: create(path))
    running(desk)
    desk.stop()
    reply: Reply = desk.submit(StartRound()).result(timeout=60)
    assert reply == Refused("The event is closed.")


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file stays")
@pytest.mark.in_file
def test_a_file_deleted_while_it_is_open_is_put_back_and_reported(
    opened: Callable[..., Desk], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 0.001)
    desk = opened()
    told = troubles(desk)
    path.unlink()
    until(lambda: told)
    assert told == [
        f"{path} was deleted or moved while the event was open. Flagfall has restored it in full"
        f" and goes on saving there."
    ]
    assert path.is_file()
