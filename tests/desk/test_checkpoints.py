"""The desk writes its state down now and then, begins with it, and holds it against the rows."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.desk import checkpoints
from app.desk import desk as desk_module
from app.desk.desk import WRONG_CHECKPOINT, Desk
from app.engine.acts.events import Record
from app.engine.acts.players import WarnPlayer
from app.engine.evolve import fold
from app.engine.evolve.running_fold import FoldedRows, RunningFold
from app.engine.state import State
from app.store.errors import StoreError
from app.store.log.event_log import EventLog
from tests.desk.desks import StandInLog, done, round_one, running, settled, troubles
from tests.patience import until
from tests.stores import create, open_log

pytestmark = pytest.mark.in_file


@pytest.fixture(autouse=True)
def short_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have checkpoints, too."""
    monkeypatch.setattr(checkpoints, "LEAST_ROWS", 5)


class Counted(StandInLog):
    """A log that counts what is written down of its state."""

    fails: Exception | None = None

    def __init__(self, log: EventLog) -> None:
        super().__init__(log)
        self.written: list[int] = []

    def keep_checkpoint(self, folded: FoldedRows, records: Sequence[Record]) -> None:
        self.written.append(folded.rows)
        if self.fails:
            raise self.fails
        super().keep_checkpoint(folded, records)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Cup.flagfall"


def play(path: Path) -> State:
    """An event with one round under way; the state it was closed with."""
    desk = Desk(lambda: create(path))
    running(desk)
    round_one(desk)
    state = settled(desk).state
    desk.stop()
    return state


def begun_with(path: Path) -> FoldedRows | None:
    with open_log(path) as log:
        return log.read_checkpoint(log.records())


def make_wrong(path: Path) -> FoldedRows:
    """As if this program had erred when it wrote the state down."""
    with open_log(path) as log:
        records = log.records()
        right = RunningFold(records).folded()
        wrong = right._replace(state=replace(right.state, players={}))
        log.keep_checkpoint(wrong, records)
    return wrong


def test_a_closed_event_begins_with_the_state_that_it_was_closed_with(path: Path) -> None:
    state = play(path)
    folded = begun_with(path)
    assert folded is not None
    assert folded.state == state
    desk = Desk(lambda: open_log(path))
    assert running(desk).state == state
    done(desk, WarnPlayer(1, "late"))
    assert settled(desk).state == fold(settled(desk).fresh)
    desk.stop()


def test_a_short_log_is_simply_folded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "LEAST_ROWS", 500)
    play(path)
    assert begun_with(path) is None


def test_the_state_is_written_down_when_a_round_has_begun_and_after_many_rows(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "BEAT_SECONDS", 0.001)
    logs: list[Counted] = []

    def opened() -> Counted:
        logs.append(Counted(create(path)))
        return logs[0]

    desk = Desk(opened)
    running(desk)
    round_one(desk)
    until(lambda: bool(logs[0].written))
    monkeypatch.setattr(checkpoints, "ROWS_BETWEEN", 3)
    times = len(logs[0].written)
    for _ in range(3):
        done(desk, WarnPlayer(1, "late"))
    until(lambda: len(logs[0].written) > times)
    desk.stop()
    assert begun_with(path) is not None


@pytest.mark.parametrize("error", [StoreError("Full."), OSError("Gone."), ValueError("Ours.")])
def test_what_cannot_be_written_down_is_done_without(path: Path, error: Exception) -> None:
    logs: list[Counted] = []

    def opened() -> Counted:
        logs.append(Counted(create(path)))
        logs[0].fails = error
        return logs[0]

    desk = Desk(opened)
    running(desk)
    round_one(desk)
    rows = len(settled(desk).fresh)
    desk.stop()
    assert logs[0].written == [rows]
    with open_log(path) as log:
        assert len(log.records()) == rows


def test_a_wrong_state_is_replaced_by_the_one_that_the_rows_come_to(path: Path) -> None:
    state = play(path)
    make_wrong(path)
    desk = Desk(lambda: open_log(path))
    assert running(desk).state.players == {}
    told = troubles(desk)
    until(lambda: told == [WRONG_CHECKPOINT])
    assert settled(desk).state == state
    desk.stop()
    folded = begun_with(path)
    assert folded is not None
    assert folded.state == state


def test_what_was_done_on_a_wrong_state_stays_in_the_log(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(path)
    with open_log(path) as log:
        records = log.records()
        right = RunningFold(records).folded()
        log.keep_checkpoint(right._replace(state=replace(right.state, next_game=99)), records)
    monkeypatch.setattr(checkpoints, "PROOF_PAUSE_SECONDS", 0.2)
    desk = Desk(lambda: open_log(path))
    assert running(desk).state.next_game == 99
    told = troubles(desk)
    (row,) = done(desk, WarnPlayer(1, "late"))
    until(lambda: told == [WRONG_CHECKPOINT])
    assert settled(desk).state == fold([*records, row])
    desk.stop()


def test_a_state_that_was_not_held_against_the_rows_is_not_written_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(path)
    wrong = make_wrong(path)
    monkeypatch.setattr(checkpoints, "PROOF_PAUSE_SECONDS", 1_000)
    desk = Desk(lambda: open_log(path))
    running(desk)
    desk.stop()
    assert begun_with(path) == wrong
