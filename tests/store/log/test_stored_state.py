"""Files of early versions have their state beside their rows, in a table that is passed over."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.engine.evolve import fold
from app.headless.recheck.verify import verify
from app.store.exports.digest import state_digest
from app.store.log.event_log import create, open_log
from app.store.rescue.repair import repair
from tests.store.by_hand import fill
from tests.store.examples import GOLDEN

ROWS = 58


@pytest.fixture
def old(event_file: Path) -> Path:
    shutil.copyfile(GOLDEN / "checkpoint.sqlite", event_file)
    return event_file


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as raw:
        return {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}


def test_an_old_file_with_a_stored_state_is_read_from_its_rows(old: Path) -> None:
    before = old.read_bytes()
    assert tables(old) == {"log", "meta", "checkpoint"}
    with open_log(old, read_only=True) as log:
        assert log.last_seq == ROWS
        state = fold(log.records())
    assert verify(old).faults == ()
    assert verify(old).state == state_digest(state)
    assert old.read_bytes() == before


def test_an_old_file_with_a_stored_state_can_be_continued_and_keeps_all_rows(
    old: Path, tmp_path: Path
) -> None:
    with open_log(old) as log:
        fill(log, 3)
        copy = log.copied().write(tmp_path, "copy")
    for file in (old, copy):
        with open_log(file) as log:
            assert log.last_seq == ROWS + 3
    repaired = repair(old, tmp_path / "new.flagfall")
    assert repaired.lost == ()
    assert tables(repaired.file) == {"log", "meta"}


def test_a_new_file_has_no_state(event_file: Path) -> None:
    create(event_file).close()
    assert tables(event_file) == {"log", "meta"}
