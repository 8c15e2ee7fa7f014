"""What the start page tells of a file without opening the event."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.engine.acts.rounds import FinishRound
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.undo import Redo, Undo
from app.store.log.event_log import create
from app.store.log.glance import SHIFTED, Stands, read_shown_ms, take_glance
from app.store.rescue.restore import look_at
from tests.events import MINUTE, Event

HOUR = 60 * MINUTE


def beside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def test_a_glance_shows_a_files_latest_round_without_changing_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cup & co#1.flagfall"
    event = Event(path)
    event.register(4)
    event.close()
    assert take_glance(path).words == "No round yet"
    assert take_glance(path).round_number == 0
    event = Event(path.with_name("other.flagfall"))
    event.register(4)
    event.finish()
    event.draw()
    now_ms = event.timeline.now_ms()
    event.close()
    other = path.with_name("other.flagfall")
    before, files = other.read_bytes(), beside(other)
    seen = take_glance(other)
    assert seen.words == "Round 2 drawn"
    assert seen.at_ms == now_ms
    assert (other.read_bytes(), beside(other)) == (before, files)


def test_a_glance_shows_a_files_last_time_as_the_event_does(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    event = Event(path)
    event.register(4)
    now_ms = event.timeline.now_ms()
    event.do(ShiftTimes(5, 0, now_ms))  # other rows than the last
    event.do(ShiftTimes(-26 * HOUR))
    event.do(ShiftTimes(-HOUR, now_ms))
    event.close()
    assert take_glance(path).at_ms == now_ms - 27 * HOUR
    assert look_at(path).last_ms == now_ms - 27 * HOUR
    event = Event(tmp_path / "again.flagfall")
    event.register(4)
    event.do(ShiftTimes(-26 * HOUR))
    event.do(Undo())
    event.close()
    assert take_glance(tmp_path / "again.flagfall").at_ms == event.timeline.now_ms()


def shift(act: int, by_ms: int, since_ms: int, until_ms: int | None) -> tuple[int, str, str]:
    return act, SHIFTED, json.dumps({"since_ms": since_ms, "until_ms": until_ms, "by_ms": by_ms})


@pytest.mark.parametrize(
    ("rows", "at_ms", "shown_ms"),
    [
        ([], 20, 20),
        ([shift(1, 5, 10, 20)], 9, 9),
        ([shift(1, 5, 10, 20)], 10, 15),
        ([shift(1, 5, 10, 20)], 19, 24),
        ([shift(1, 5, 10, 20)], 20, 20),
        ([shift(1, 5, 10, None)], 20, 25),
        ([shift(1, 5, 10, None), shift(2, -7, 0, None)], 20, 18),
        ([shift(1, -30, 10, None)], 20, 0),
        ([shift(1, 5, 10, None), (2, "undone", '{"act": 1}')], 20, 20),
        ([shift(1, 5, 10, None), (2, "undone", '{"act": 1}'), (3, "redone", '{"act": 1}')], 20, 25),
    ],
)
def test_a_time_shift_applies_from_its_first_instant_until_just_before_its_last(
    rows: list[tuple[int, str, str]], at_ms: int, shown_ms: int
) -> None:
    assert read_shown_ms(rows, at_ms) == shown_ms


def test_undone_acts_are_ignored_at_a_glance(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    event = Event(path)
    event.register(4)
    event.finish()
    event.do(Undo())
    event.close()
    assert take_glance(path).words == "Round 1 running"
    event = Event(tmp_path / "again.flagfall")
    event.register(4)
    event.finish()
    event.do(Undo())
    event.do(Redo())
    event.close()
    assert take_glance(tmp_path / "again.flagfall").words == "Round 1 finished"


def test_an_open_event_is_shown_with_its_latest_rows(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    event = Event(path)
    event.register(4)
    event.start()
    assert Path(f"{path}-wal").stat().st_size
    files = beside(path)
    assert take_glance(path).words == "Round 1 running"
    assert beside(path) == files
    event.do(FinishRound(), insist=True)  # nobody was locked out
    assert take_glance(path).words == "Round 1 finished"
    event.close()


def test_a_glance_reports_a_missing_file_or_one_that_is_no_event(tmp_path: Path) -> None:
    assert take_glance(tmp_path / "gone.flagfall").stands is Stands.GONE
    notes = tmp_path / "notes.flagfall"
    notes.write_text("no event " * 2000)
    assert take_glance(notes).words == "Cannot be read"
    cut = tmp_path / "cut.flagfall"
    event = Event(cut)
    event.register(4)
    event.finish()
    event.close()
    os.truncate(cut, 6000)
    assert take_glance(cut).stands is Stands.UNREADABLE


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("round_started", '{"round_number":1e400}'),
        ("round_started", '{"round_number":Infinity}'),
        ("round_started", '{"more":' * 5_000),
        (SHIFTED, '{"since_ms":0,"until_ms":null,"by_ms":1e400}'),
        (SHIFTED, '{"since_ms":0,"until_ms":null,"by_ms":0.5}'),
        (SHIFTED, f'{{"since_ms":0,"until_ms":null,"by_ms":{2**70}}}'),
        (SHIFTED, '{"since_ms":0}'),
    ],
)
def test_a_glance_reports_a_file_with_a_damaged_row(
    tmp_path: Path, kind: str, payload: str
) -> None:
    path = tmp_path / "cup.flagfall"
    event = Event(path)
    event.register(4)
    event.do(ShiftTimes(-HOUR))
    event.start()
    event.close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE log SET payload = ? WHERE kind = ?", (payload, kind))
    assert take_glance(path).stands is Stands.UNREADABLE


BROKEN_OFF = """
import os, sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
raw.execute("PRAGMA journal_mode = DELETE")
raw.execute("PRAGMA cache_size = 1")
raw.execute("BEGIN IMMEDIATE")
raw.execute("UPDATE log SET kind = 'round_drawn' WHERE kind = 'round_finished'")
raw.execute("CREATE TABLE more (bytes)")
for _ in range(99):
    raw.execute("INSERT INTO more VALUES (zeroblob(4000))")
os._exit(1)
"""


def test_a_file_without_rows_is_reported_as_holding_no_event(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    create(path).close()
    assert take_glance(path).words == "Holds no event"
    assert take_glance(path).at_ms == 0


def test_a_glance_reads_an_interrupted_change_as_opening_the_file_would(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    event = Event(path)
    event.register(4)
    event.move_by(HOUR)
    event.finish()
    now_ms = event.timeline.now_ms()
    event.close()
    whole = path.read_bytes()
    subprocess.run([sys.executable, "-c", BROKEN_OFF, str(path)], check=False)
    assert path.read_bytes() != whole
    assert Path(f"{path}-journal").stat().st_size > 512
    before, files = path.read_bytes(), beside(path)
    seen = take_glance(path)
    assert (seen.words, seen.at_ms) == ("Round 1 finished", now_ms)
    assert (path.read_bytes(), beside(path)) == (before, files)


def test_a_rollback_journal_of_another_file_changes_nothing(tmp_path: Path) -> None:
    path, other = tmp_path / "cup.flagfall", tmp_path / "other.flagfall"
    for file in (path, other):
        event = Event(file)
        event.register(4)
        event.finish()
        event.close()
    subprocess.run([sys.executable, "-c", BROKEN_OFF, str(other)], check=False)
    shutil.copyfile(f"{other}-journal", f"{path}-journal")
    assert take_glance(path).words == "Round 1 finished"
    path.write_bytes(b"no event " * 2000)
    assert take_glance(path).words == "Cannot be read"


@pytest.mark.skipif(sys.platform != "linux", reason="what a process took is read in /proc")
def test_long_rows_are_not_all_in_memory_at_once(tmp_path: Path) -> None:
    path = tmp_path / "cup.flagfall"
    create(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(
            "WITH RECURSIVE numbers(number) AS"
            " (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 12)"
            " INSERT INTO log SELECT 1, number, number, 0, 'desk', 'EO', 'round_drawn', 1,"
            " '{\"round_number\":3,\"x\":\"' || printf('%.*c', 5000000, 'x') || '\"}',"
            " zeroblob(32) FROM numbers"
        )
    code = (
        "import sys; from pathlib import Path; from app.store.log.glance import take_glance\n"
        "def most_kb(): return int(Path('/proc/self/status').read_text().partition('VmHWM:')[2]"
        ".split()[0])\n"
        "before = most_kb(); words = take_glance(Path(sys.argv[1])).words\n"
        "print(most_kb() - before, words)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    kb, _, words = run.stdout.strip().partition(" ")
    assert words == "Round 3 drawn"
    assert int(kb) < 40_000
