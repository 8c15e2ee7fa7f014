"""The state in an event's file: believed where this computer wrote it for these very rows."""

import os
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from app.engine.acts.events import Event
from app.engine.acts.late import CountPresses, HandIn
from app.engine.acts.players import WarnPlayer
from app.engine.acts.table import CallJudge, StartClock, Tap
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.evolve.running_fold import FoldedRows, RunningFold
from app.engine.frozen import replace
from app.engine.side import Side
from app.headless.recheck.verify import verify
from app.store.errors import StoreError
from app.store.log import checkpoint, event_log, seals
from app.store.log.checkpoint import StateBytes
from app.store.log.event_log import create, open_log
from app.store.rescue.repair import repair
from tests.engine.event import Desk, under_way
from tests.engine.evolve.test_running_fold import random_event
from tests.store.by_hand import change
from tests.store.checkpoints import (
    IN_FILE,
    faults_in_file,
    faults_of_right,
    faults_of_wrong,
    file_of,
)


def played() -> Desk:
    desk = under_way(6)
    desk.do(StartClock(1, Side.RED))
    desk.do(StartClock(2, Side.RED))
    desk.do(WarnPlayer(1, "late"))
    desk.do(WarnPlayer(2, "late"))
    desk.do(Undo())
    desk.now_ms += 60_000
    desk.do(Tap(1, Side.RED))
    return desk


@pytest.fixture
def desk() -> Desk:
    return played()


@pytest.fixture
def written(desk: Desk, event_file: Path) -> FoldedRows:
    """An event file with its state."""
    folded = RunningFold(desk.records).folded()
    with file_of(event_file, desk.records) as log:
        log.keep_checkpoint(folded, desk.records)
    return folded


def read_back(path: Path) -> FoldedRows | None:
    with open_log(path) as log:
        return log.read_checkpoint(log.records())


@pytest.mark.parametrize("seed", range(12))
def test_random_logs_go_on_from_their_checkpoints(seed: int) -> None:
    """`tools/trials/folds.py` tries very many."""
    dice = Random(f"checkpoint {seed}")
    records = random_event(dice, dice.randrange(40)).records
    assert faults_of_right(records, dice) == []


@pytest.mark.parametrize("seed", range(12))
def test_wrong_checkpoints_are_found_even_if_they_were_believed(seed: int) -> None:
    dice = Random(f"wrong {seed}")
    records = random_event(dice, dice.randrange(20)).records
    for _ in range(5):
        assert faults_of_wrong(records, dice) == []


@pytest.mark.parametrize("what", IN_FILE)
def test_a_checkpoint_changed_in_its_file_is_thrown_away(
    what: str, desk: Desk, event_file: Path
) -> None:
    assert faults_in_file(event_file, desk.records, what, Random(what)) == []


def test_late_presses_that_count_are_in_no_row_of_their_own(desk: Desk) -> None:
    desk.now_ms += 60_000
    desk.do(Tap(1, Side.BLUE))
    late = HandIn(1, CallJudge(1, Side.RED), "tablet 7", doubted=True)
    desk.ask(late, desk.now_ms - 30_000)
    desk.ask(CountPresses(1))
    folded = RunningFold(desk.records).folded()
    encoded = StateBytes().encode(folded, desk.records)
    assert StateBytes().decode(folded.rows, encoded, desk.records) == folded


def test_marks_that_no_row_holds_are_written_whole(desk: Desk) -> None:
    folded = RunningFold(desk.records).folded()
    others = played().records  # equal, but not the same values
    encoded = StateBytes().encode(folded, others)
    assert StateBytes().decode(folded.rows, encoded, desk.records) == folded


def test_only_games_that_changed_are_encoded_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = StateBytes()
    folding = RunningFold(desk.records)
    states.encode(folding.folded(), desk.records)
    encoded: list[object] = []
    encode_mark = checkpoint._ref  # noqa: SLF001

    def counted(event: Event, numbers: Mapping[int, int]) -> checkpoint.Ref:
        encoded.append(event)
        return encode_mark(event, numbers)

    monkeypatch.setattr(checkpoint, "_ref", counted)
    desk.do(CallJudge(1, Side.RED))
    folding.add(desk.records[len(folding.records) :])
    again = states.encode(folding.folded(), desk.records)
    marks = [*desk.state.games[1].marks]
    assert encoded[: len(marks)] == marks
    assert not any(mark in encoded for mark in desk.state.games[2].marks)
    assert StateBytes().decode(1, again, desk.records).state == desk.state


def test_the_state_comes_back_from_the_file(written: FoldedRows, event_file: Path) -> None:
    assert read_back(event_file) == written
    assert read_back(event_file) == written


def test_rows_that_came_later_are_folded_after_it(
    desk: Desk, written: FoldedRows, event_file: Path
) -> None:
    with open_log(event_file) as log:
        before = len(desk.records)
        for command in (Undo(), WarnPlayer(3, "late")):
            desk.do(command)
        for row in desk.records[before:]:
            log.append([row.event], at_ms=row.at_ms, station=row.station, actor=row.actor)
    with open_log(event_file) as log:
        records = log.records()
        folded = log.read_checkpoint(records)
        assert folded == written
        assert RunningFold(records, folded).state == fold(records) == desk.state


def test_a_file_from_another_computer_is_folded(
    written: FoldedRows, event_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "other"))
    assert read_back(event_file) is None
    monkeypatch.undo()
    assert read_back(event_file) is None, "it was thrown away"


def test_a_spoilt_secret_is_made_anew(
    written: FoldedRows, desk: Desk, event_file: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "other"))
    secret = tmp_path / "other" / seals.FOLDER / "secret"
    secret.parent.mkdir(parents=True)
    secret.write_bytes(b"short")
    with open_log(event_file) as log:
        log.keep_checkpoint(written, desk.records)
    assert read_back(event_file) == written
    assert len(secret.read_bytes()) == seals.SECRET_BYTES
    if os.name == "posix":
        assert secret.stat().st_mode & 0o077 == 0


def test_a_computer_that_keeps_no_secret_folds(
    written: FoldedRows, desk: Desk, event_file: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (tmp_path / "full").write_bytes(b"")
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "full"))
    with open_log(event_file) as log:
        assert log.read_checkpoint(log.records()) is None
        with pytest.raises(NotADirectoryError):
            log.keep_checkpoint(written, desk.records)


def test_where_it_was_damaged_with_its_page_the_rows_are_whole(
    written: FoldedRows, event_file: Path
) -> None:
    with closing(sqlite3.connect(event_file)) as raw:
        (page,) = raw.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'checkpoint'"
        ).fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    with event_file.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    with open_log(event_file) as log:
        records = log.records()
        assert log.read_checkpoint(records) is None
        assert fold(records) == written.state
    assert repair(event_file).lost == ()


def test_verify_finds_a_state_that_the_rows_do_not_come_to(
    written: FoldedRows, desk: Desk, event_file: Path
) -> None:
    assert verify(event_file).faults == ()
    with open_log(event_file) as log:
        wrong = written._replace(state=replace(written.state, next_game=99))
        log.keep_checkpoint(wrong, desk.records)
    (fault,) = verify(event_file).faults
    assert fault.startswith("The state saved in the file is not what its rows come to.")


def test_copies_carry_it_and_repairs_do_not(
    written: FoldedRows, event_file: Path, tmp_path: Path
) -> None:
    with open_log(event_file) as log:
        copy = log.copied().write(tmp_path, "copy")
    assert read_back(copy) == written
    repaired = repair(event_file, tmp_path / "new.flagfall").file
    assert read_back(repaired) is None
    assert verify(repaired).digest == verify(event_file).digest


def test_a_file_that_is_read_only_shows_it_and_takes_none(
    written: FoldedRows, desk: Desk, event_file: Path
) -> None:
    before = event_file.read_bytes()
    with open_log(event_file, read_only=True) as log:
        assert log.read_checkpoint(log.records()) == written
        log.keep_checkpoint(written, desk.records)
    assert event_file.read_bytes() == before


def test_a_nearly_full_disk_is_left_to_the_rows(
    desk: Desk, event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = shutil.disk_usage(event_file.parent).free + 1
    monkeypatch.setattr(event_log, "ROOM", room * 2)
    with file_of(event_file, desk.records) as log:
        log.keep_checkpoint(RunningFold(desk.records).folded(), desk.records)
        assert log.read_checkpoint(desk.records) is None


def test_a_program_that_knows_no_checkpoints_passes_over_the_table(
    written: FoldedRows, event_file: Path
) -> None:
    digest = verify(event_file).digest
    change(event_file, "DROP TABLE checkpoint")
    assert verify(event_file).digest == digest
    assert read_back(event_file) is None


def test_a_row_that_is_not_as_it_was_written_is_told_though_a_checkpoint_has_the_state(
    written: FoldedRows, event_file: Path
) -> None:
    change(event_file, "UPDATE log SET at_ms = at_ms + 1 WHERE seq = 3")
    with pytest.raises(StoreError, match="Row 3 is not as it was written"):
        open_log(event_file)


def test_a_new_file_has_none(event_file: Path) -> None:
    with create(event_file) as log:
        assert log.read_checkpoint([]) is None
    with closing(sqlite3.connect(event_file)) as raw:
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    assert tables == {"log", "meta"}
