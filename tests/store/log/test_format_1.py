"""A file of before there were checksums: read as it is, and upgraded when it is first written."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from app.engine.acts.players import PlayerWarned
from app.headless.recheck.verify import verify
from app.store.errors import Damaged
from app.store.log.event_log import open_log
from tests.store.by_hand import change
from tests.store.examples import GOLDEN

OLD = GOLDEN / "format-1.sqlite"
ROWS = 58


@pytest.fixture
def old(event_file: Path) -> Path:
    shutil.copyfile(OLD, event_file)
    return event_file


def form(file: Path) -> int:
    raw = sqlite3.connect(file)
    (form,) = raw.execute("PRAGMA user_version").fetchone()
    raw.close()
    return int(form)


def test_an_old_file_is_read_without_being_changed(old: Path) -> None:
    before = old.read_bytes()
    with open_log(old, read_only=True) as log:
        assert log.last_seq == ROWS
    assert verify(old).faults == ()
    assert old.read_bytes() == before
    assert form(old) == 1


def test_an_old_file_gets_its_checksums_when_it_is_first_opened_for_writing(old: Path) -> None:
    before = verify(old)
    with open_log(old) as log:
        records, alive_ms = log.records(), log.last_sign.alive_ms
        log.append([PlayerWarned(1, 1, "")], at_ms=alive_ms or 0, station="desk", actor="EO")
    with open_log(OLD, read_only=True) as log:
        assert (log.records(), log.last_sign.alive_ms) == (records, alive_ms)
    assert form(old) == 2
    change(old, "DELETE FROM log WHERE seq = 59")
    with open_log(old, as_it_is=True) as log:
        assert log.records() == records
    assert verify(old).state == before.state
    change(old, "UPDATE log SET at_ms = at_ms + 1 WHERE seq = 30")
    with pytest.raises(Damaged, match="Row 30"):
        open_log(old)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE log SET at_ms = 'noon' WHERE seq = 7", "Row 7 is damaged"),
        ("UPDATE log SET act = 8 WHERE seq = 7", "Row 7 is damaged"),
        ("DELETE FROM log WHERE seq = 7", "Row 7 is missing; the next one is 8"),
        ("UPDATE log SET tournament = 2 WHERE seq = 58", "another event"),
    ],
)
def test_an_impossible_row_in_an_old_file_is_reported_before_the_upgrade(
    old: Path, statement: str, said: str
) -> None:
    change(old, statement)
    before = old.read_bytes()
    with pytest.raises(Damaged, match=said):
        open_log(old)
    assert old.read_bytes() == before
