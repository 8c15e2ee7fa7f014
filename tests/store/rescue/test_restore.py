"""A backup in the place of an event's file: by hand, beside a crash's journal, and properly."""

import os
import shutil
import subprocess
import sys
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest

from app.__main__ import main
from app.engine.acts.players import PlayerWarned
from app.engine.acts.setup import ShiftTimes
from app.store.errors import Behind, Damaged, StoreError
from app.store.languages import VARIABLE
from app.store.log.event_log import create, open_log
from app.store.rescue.restore import look_at, restore
from tests.events import Event
from tests.store import dying
from tests.store.by_hand import change
from tests.store.resealed import reseal

CRASH = """
import os, sys
from datetime import datetime
from pathlib import Path
from app.engine.acts.players import PlayerWarned
from app.store.log.event_log import create
file, folder, rows, backup_at = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:5])
log = create(file)
for number in range(1, rows + 1):
    log.append([PlayerWarned(number, 1, "x" * 300)], at_ms=number, station="desk", actor="EO")
    if number == backup_at:
        log.copied().write(folder, "round 1")
        if "gather" in sys.argv:
            log.gather()
os._exit(1)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def crashed(file: Path, folder: Path, *how: str, rows: int = 40, backup_at: int = 25) -> Path:
    """An event whose program died, and its backup."""
    arguments = [str(file), str(folder), str(rows), str(backup_at), *how]
    dying.run(CRASH, *arguments)
    assert file.with_name(file.name + "-wal").stat().st_size
    return folder / f"{file.stem} round 1.flagfall"


def rows_in(file: Path) -> int:
    with open_log(file, read_only=True) as log:
        return len(log.records())


@pytest.mark.parametrize("how", ["", "gather"])
@pytest.mark.parametrize(("rows", "backup_at"), [(40, 25), (6, 3), (60, 50), (40, 0)])
def test_a_backup_copied_back_beside_a_crashs_journal_is_opened_without_the_journal(
    event_file: Path, folder: Path, how: str, rows: int, backup_at: int
) -> None:
    if backup_at:
        backup = crashed(event_file, folder, how, rows=rows, backup_at=backup_at)
    else:  # of another event
        crashed(event_file, folder, how, rows=rows, backup_at=20)
        backup_at = 7
        other = crashed(folder / "Other.flagfall", folder, rows=9, backup_at=7)
        backup = other
    shutil.copyfile(backup, event_file)

    assert rows_in(event_file) == backup_at
    with open_log(event_file, as_it_is=True) as log:
        assert log.last_seq == backup_at
        log.check()
        log.append([PlayerWarned(1, 1, "")], at_ms=99, station="desk", actor="EO")
    assert rows_in(event_file) == backup_at + 1
    assert event_file.with_name("Cup.flagfall-wal left over").stat().st_size


def test_a_file_saved_by_hand_is_told_apart_from_the_next_days_crash_journal(
    event_file: Path, tmp_path: Path
) -> None:
    with create(event_file) as log:
        log.append([PlayerWarned(1, 1, "")], at_ms=1, station="desk", actor="EO")
    saved = shutil.copyfile(event_file, tmp_path / "saved")
    script = CRASH.replace("create", "open_log")
    arguments = [str(event_file), str(tmp_path), "5", "0"]
    dying.run(script, *arguments)
    assert rows_in(event_file) == 6
    shutil.copyfile(saved, event_file)

    assert rows_in(event_file) == 1


@pytest.mark.parametrize("how", ["", "gather"])
@pytest.mark.parametrize("lock", [True, False])
def test_the_journal_of_a_crash_is_used_only_with_its_own_file(
    event_file: Path, folder: Path, how: str, lock: bool
) -> None:
    crashed(event_file, folder, how)
    if not lock:
        event_file.with_name("Cup.flagfall.lock").unlink()

    assert rows_in(event_file) == 40
    with open_log(event_file) as log:
        assert log.last_seq == 40


def test_an_older_copy_put_back_by_hand_is_reported_before_it_is_continued(
    event_file: Path, folder: Path
) -> None:
    backup = crashed(event_file, folder)
    shutil.copyfile(backup, event_file)

    with pytest.raises(Behind, match="ends at row 25, but this computer has written row 40"):
        open_log(event_file)


def test_restore_puts_a_backup_where_it_came_from_and_keeps_what_was_there(
    event_file: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = crashed(event_file, folder)

    assert main(["restore", str(backup)]) == 0

    words = capsys.readouterr().out
    assert f"Restored from Cup round 1.flagfall into {event_file}: 25 rows" in words
    (aside,) = event_file.parent.glob("Cup before restoring *.flagfall")
    assert str(aside) in words
    assert rows_in(aside) == 40
    with open_log(event_file) as log:
        assert log.last_seq == 25
        log.append([PlayerWarned(1, 1, "")], at_ms=99, station="desk", actor="EO")
    assert rows_in(backup) == 25


def test_restore_asks_for_a_destination_if_the_file_is_unknown_here(
    event_file: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = crashed(event_file, folder)
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "another laptop"))

    assert main(["restore", str(backup)]) == 2
    there = tmp_path / "There.flagfall"
    assert main(["restore", str(backup), "--to", str(there)]) == 0
    with open_log(there) as log:
        assert log.last_seq == 25


def test_restore_leaves_a_running_event_alone(
    event_file: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create(event_file) as log:
        log.append([PlayerWarned(1, 1, "")], at_ms=1, station="desk", actor="EO")
        backup = log.copied().write(folder, "round 1")
        before = event_file.stat().st_ino
        assert main(["restore", str(backup)]) == 2
        assert event_file.stat().st_ino == before
        assert "already open" in capsys.readouterr().err
    with pytest.raises(StoreError):
        open_log(folder / "nothing.flagfall")
    assert main(["restore", str(event_file)]) == 2
    os.truncate(backup, 5000)
    assert main(["restore", str(backup)]) == 2
    assert rows_in(event_file) == 1


HALF_WAY = """
import os, sqlite3, sys
raw = sqlite3.connect(sys.argv[1], isolation_level=None)
raw.execute("PRAGMA cache_size = 1")
raw.execute("BEGIN IMMEDIATE")
raw.execute("UPDATE log SET station = station || hex(zeroblob(24))")
os._exit(1)
"""


def half_written(file: Path, folder: Path) -> Path:
    """A file without a journal of our kind, whose program died while it was changed; and the backup
    that it was. SQLite leaves the pages of before in ``-journal``.
    """
    with create(file) as log:
        for number in range(1, 61):
            event = PlayerWarned(number, 1, "x" * 300)
            log.append([event], at_ms=number, station="desk", actor="EO")
        backup = log.copied().write(folder, "round 1")
    saved = shutil.copyfile(backup, folder / "saved")
    file.unlink()
    shutil.copyfile(backup, file)
    dying.run(HALF_WAY, str(file))
    assert file.with_name(file.name + "-journal").stat().st_size > 512
    assert file.read_bytes() != saved.read_bytes()
    return saved


@pytest.mark.parametrize("read_only", [True, False])
def test_an_interrupted_change_is_rolled_back_by_its_own_journal(
    event_file: Path, folder: Path, read_only: bool
) -> None:
    half_written(event_file, folder)
    before = event_file.read_bytes()
    assert rows_in(event_file) == 60
    assert event_file.read_bytes() == before
    if not read_only:
        with open_log(event_file, as_it_is=True) as log:
            log.append([PlayerWarned(1, 1, "")], at_ms=99, station="desk", actor="EO")
        assert rows_in(event_file) == 61
        assert not event_file.with_name("Cup.flagfall-journal").exists()


def test_a_backup_copied_back_beside_another_files_rollback_journal_is_opened_unchanged(
    event_file: Path, folder: Path
) -> None:
    half_written(event_file, folder)
    other = crashed(folder / "Other.flagfall", folder, rows=60, backup_at=58)
    shutil.copyfile(other, event_file)

    assert rows_in(event_file) == 58
    with open_log(event_file, as_it_is=True) as log:
        assert log.last_seq == 58
        log.append([PlayerWarned(1, 1, "")], at_ms=99, station="desk", actor="EO")
    with open_log(event_file) as log:
        assert log.last_seq == 59
        log.check()
    assert event_file.with_name("Cup.flagfall-journal left over").stat().st_size


def test_a_rollback_journal_that_gives_no_intact_file_leaves_the_file_unchanged(
    event_file: Path, folder: Path
) -> None:
    half_written(event_file, folder)
    journal = event_file.with_name("Cup.flagfall-journal")
    journal.write_bytes(b"not a journal" * 100)
    before = event_file.read_bytes()
    with pytest.raises(Damaged):
        open_log(event_file)
    assert event_file.read_bytes() == before
    assert journal.exists()


@pytest.mark.parametrize("fails_at", [1, 2, 3])
def test_an_interrupted_restore_leaves_the_file_in_its_place(
    event_file: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    backup = crashed(event_file, folder)
    there = {path.name: path.read_bytes() for path in event_file.parent.glob("Cup.flagfall*")}
    moves: list[str] = []
    move = os.replace

    def stopped(source: str, target: str) -> None:
        moves.append(source)
        if len(moves) == fails_at:
            raise KeyboardInterrupt
        move(source, target)

    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        restore(backup, event_file)
    monkeypatch.undo()
    now = {path.name: path.read_bytes() for path in event_file.parent.glob("Cup*flagfall*")}
    assert {name: now.get(name) for name in there if not name.endswith(("-shm", ".lock"))} == {
        name: content for name, content in there.items() if not name.endswith(("-shm", ".lock"))
    }
    assert not [name for name in now if "before restoring" in name or name.endswith(".new")]
    assert rows_in(event_file) == 40


def test_the_day_of_a_backup_is_reported_in_the_readers_language(tmp_path: Path) -> None:
    file, to = tmp_path / "cup.flagfall", tmp_path / "back.flagfall"
    noon = datetime(2026, 3, 7, 12, 30)
    with create(file) as log:
        warned = PlayerWarned(1, 1, "late")
        log.append([warned], at_ms=round(noon.timestamp() * 1000), station="desk", actor="EO")
    command = (sys.executable, "-m", "app", "restore", str(file), "--to", str(to))
    german = {**os.environ, VARIABLE: "de"}
    done = subprocess.run(command, env=german, capture_output=True, check=True)
    assert "1 Zeile von Samstag, 7. März, 12:30" in done.stdout.decode("utf-8")


def test_leftovers_of_an_interrupted_restore_are_no_obstacle(
    event_file: Path, folder: Path
) -> None:
    backup = crashed(event_file, folder)
    unfinished = event_file.with_name("Cup.flagfall.new")
    unfinished.write_bytes(b"a part of the backup")
    restore(backup, event_file)
    assert not unfinished.exists()
    assert not event_file.with_name("Cup.flagfall-shm").exists()
    assert rows_in(event_file) == 25


def test_the_journal_of_a_missing_file_is_set_aside(event_file: Path, folder: Path) -> None:
    backup = crashed(event_file, folder)
    event_file.unlink()
    restored = restore(backup, event_file)
    assert restored.aside is None
    assert event_file.with_name("Cup.flagfall-wal left over").stat().st_size
    assert not event_file.with_name("Cup.flagfall-wal").exists()
    assert rows_in(event_file) == 25


def test_a_backup_is_not_restored_to_a_stick_that_is_gone(folder: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    backup = crashed(stick / "Cup.flagfall", folder)
    assert look_at(backup).file == stick / "Cup.flagfall"
    shutil.rmtree(stick)
    assert look_at(backup).file is None
    with pytest.raises(StoreError, match="does not know which file"):
        restore(backup)


@pytest.mark.parametrize(
    "payload", ["{}", "[" * 5_000, '{"since_ms":0,"until_ms":null,"by_ms":"a day"}']
)
def test_a_backup_with_a_time_shift_that_cannot_be_read_is_not_restored(
    folder: Path, payload: str
) -> None:
    backup, to = folder / "Backup.flagfall", folder / "Cup.flagfall"
    event = Event(backup)
    event.do(ShiftTimes(-5))
    event.close()
    create(to).close()
    kept = to.read_bytes()
    change(backup, f"UPDATE log SET payload = '{payload}' WHERE kind = 'times_shifted'")
    reseal(backup)
    for act in (look_at, partial(restore, to=to)):
        with pytest.raises(StoreError, match=r"times_shifted\) is damaged"):
            act(backup)
    assert to.read_bytes() == kept


def test_a_backup_of_a_time_without_a_date_can_be_restored(folder: Path) -> None:
    backup, to = folder / "Backup.flagfall", folder / "Cup.flagfall"
    Event(backup).close()
    change(backup, f"UPDATE log SET at_ms = {2**62}")
    reseal(backup)
    assert look_at(backup).words == "1 row"
    assert restore(backup, to).file == to
