"""Another file put over the open event's file, or into it, in every way that people and programs
do it; then the program is killed, so that only what is in the file by its name counts.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.acts.players import Entry, PlayersAdded, PlayersCheckedIn, PlayerWarned
from app.store.errors import Damaged, StoreError
from app.store.log.event_log import EventLog, create, open_log
from app.store.log.log_file import inspect
from app.store.own_folder import own_folder
from tests.patience import until
from tests.store.by_hand import write
from tests.store.rescue.ways import HARMLESS, WAYS, copied, renamed

where_open_files_go = pytest.mark.skipif(sys.platform == "win32", reason="there an open file stays")

ANA = PlayersAdded(((1, Entry("Ana")),))
HERE = PlayersCheckedIn((1,))


def events_in(file: Path) -> list[object]:
    with open_log(file, read_only=True) as log:
        return [record.event for record in log.records()]


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Another event, as a backup leaves it."""
    other = tmp_path / "other" / "Other.flagfall"
    other.parent.mkdir()
    with create(other) as log:
        write(log, HERE, *[PlayerWarned(1, 1, "x" * 300)] * 40)
        return log.copied().write(other.parent, "round 1")


@pytest.mark.parametrize("gathered", [False, True])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_heartbeat_does_not_hide_that_another_file_replaced_this_one(
    event_file: Path, backup: Path, way: Callable[[Path, Path], None], gathered: bool
) -> None:
    """Written behind its old end, it makes an emptied journal as long as it was."""
    log = create(event_file)
    try:
        write(log, ANA)
        if gathered:
            log.gather()
        way(event_file, backup)
        log.note_sign(
            log.last_sign.alive_ms + 1_000 if log.last_sign.alive_ms else 1_800_000_000_000
        )
        assert events_in(event_file) == [ANA]
        log.gather()
        write(log, HERE)
        assert events_in(event_file) == [ANA, HERE]
    finally:
        log.close()
    assert events_in(event_file) == [ANA, HERE]


@pytest.mark.parametrize("gathered", [False, True])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_acknowledged_row_is_in_the_file_with_the_events_name(
    event_file: Path, backup: Path, way: Callable[[Path, Path], None], gathered: bool
) -> None:
    before = backup.read_bytes()
    log = create(event_file)
    try:
        write(log, ANA)
        if gathered:
            log.gather()
        way(event_file, backup)
        write(log, HERE)
        assert events_in(event_file) == [ANA, HERE]
        notice = log.put_back()
        if (way, gathered) not in HARMLESS:
            assert "Flagfall has restored" in notice
        assert log.put_back() == ""
        write(log, HERE)
        assert events_in(event_file) == [ANA, HERE, HERE]
    finally:
        log.close()
    assert events_in(event_file) == [ANA, HERE, HERE]
    aside = [file for file in event_file.parent.glob("* replaced *") if file.suffix == ".flagfall"]
    if way in {renamed, copied}:
        assert [one.read_bytes() for one in aside] == [before]
        assert str(aside[0]) in notice


@where_open_files_go
def test_a_file_put_there_by_others_is_set_aside_with_its_journal(
    event_file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other" / "Other.flagfall"
    other.parent.mkdir()
    with create(event_file) as log:
        write(log, ANA)
        with create(other) as others:
            others.gather()
            write(others, HERE)
            for ending in ("", "-wal"):
                lies = event_file.with_name(event_file.name + ending)
                shutil.copyfile(f"{other}{ending}", f"{lies} put there")
                os.replace(f"{lies} put there", lies)
        log.put_back()
        (aside,) = event_file.parent.glob("* replaced *.flagfall")
        assert events_in(aside) == [HERE]
    assert events_in(event_file) == [ANA]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_nothing_is_lost_if_the_program_ends_without_another_write(
    event_file: Path, backup: Path, way: Callable[[Path, Path], None]
) -> None:
    with create(event_file) as log:
        write(log, ANA, HERE)
        way(event_file, backup)
    assert events_in(event_file) == [ANA, HERE]


def test_a_file_touched_by_others_without_change_is_not_reported(
    log: EventLog, event_file: Path
) -> None:
    write(log, ANA)
    for _ in range(2):
        event_file.touch()
        event_file.with_name("Cup.flagfall-wal").touch()
        identity = event_file.stat().st_ino
        assert log.put_back() == ""
        log.gather()
        write(log, HERE)
        assert event_file.stat().st_ino == identity
    assert events_in(event_file) == [ANA, HERE, HERE]


def test_an_empty_journal_touched_by_others_is_not_reported(
    log: EventLog, event_file: Path
) -> None:
    write(log, ANA)
    log.gather()
    identity = event_file.stat().st_ino
    event_file.with_name("Cup.flagfall-wal").touch()
    assert log.put_back() == ""
    write(log, HERE)
    assert event_file.stat().st_ino == identity
    assert events_in(event_file) == [ANA, HERE]


def touched(file: Path) -> None:
    """As on a network share whose times never agree."""
    file.touch()
    file.with_name(f"{file.name}-wal").touch()


def test_a_share_whose_file_times_never_agree_causes_few_full_reads(
    log: EventLog, event_file: Path
) -> None:
    """Each reading of the file as after a crash copies it."""
    write(log, ANA, *[PlayerWarned(1, 1, "x" * 900)] * 1000)
    copies = COPIES.get(str(event_file), 0)
    for _ in range(40):
        touched(event_file)
        write(log, HERE)
    assert 1 <= COPIES.get(str(event_file), 0) - copies <= 20
    assert log.put_back() == ""


COPIES: dict[str, int] = {}


def note_copies(event: str, arguments: tuple[object, ...]) -> None:
    if event == "shutil.copyfile":
        COPIES[str(arguments[0])] = COPIES.get(str(arguments[0]), 0) + 1


sys.addaudithook(note_copies)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_share_whose_file_times_never_agree_hides_no_change_to_the_file(
    event_file: Path, backup: Path, way: Callable[[Path, Path], None]
) -> None:
    """Neither at once, as here, nor where its times have been passed over before."""
    with create(event_file) as log:
        write(log, ANA)
        for _ in range(2):
            touched(event_file)
            assert log.put_back() == ""
        way(event_file, backup)
        write(log, HERE)
        assert events_in(event_file) == [ANA, HERE]
    assert events_in(event_file) == [ANA, HERE]


def test_an_overwrite_in_the_middle_of_a_large_file_is_noticed_after_a_while(
    event_file: Path,
) -> None:
    """Its ends are as they were, and so is its length."""
    with create(event_file) as log:
        write(log, ANA, *[PlayerWarned(1, 1, "x" * 900)] * 400)
        log.gather()
        touched(event_file)
        assert log.put_back() == ""
        touched(event_file)
        assert log.put_back() == ""
        with event_file.open("r+b") as raw:
            raw.seek(event_file.stat().st_size // 2)
            raw.write(b"\xa5" * 4096)
        until(lambda: "has restored" in log.put_back(), lambda: "it is seen")
        write(log, HERE)
    assert len(events_in(event_file)) == 402


def test_a_file_damaged_by_the_disk_is_rewritten_at_closing(event_file: Path) -> None:
    """Its time and its ends are as they were."""
    sign_ms = 1_800_000_000_000
    with create(event_file) as log:
        write(log, ANA, *[PlayerWarned(1, 1, "x" * 900)] * 400)
        log.note_sign(sign_ms)
        log.gather()
        assert log.put_back() == ""
        before = event_file.stat()
        with event_file.open("r+b") as raw:
            raw.seek(before.st_size // 2)
            raw.write(b"\xa5" * 4096)
        os.utime(event_file, ns=(before.st_atime_ns, before.st_mtime_ns))
    contents = inspect(event_file).contents
    assert (len(contents.rows), contents.session, contents.alive_ms) == (401, "", sign_ms)
    (aside,) = event_file.parent.glob("* replaced *.flagfall")
    assert b"\xa5" * 4096 in aside.read_bytes()


def test_a_file_that_holds_every_row_is_not_rewritten_at_closing(event_file: Path) -> None:
    with create(event_file) as log:
        write(log, ANA)
        identity = event_file.stat().st_ino
    assert event_file.stat().st_ino == identity


@pytest.mark.parametrize("byte", [40, 4200])
def test_a_flipped_bit_in_the_journal_that_only_a_crash_would_reveal_costs_no_row(
    event_file: Path, tmp_path: Path, byte: int
) -> None:
    """Whoever has the file open reads past it; after a crash SQLite ends there."""
    with create(event_file) as log:
        write(log, ANA, HERE)
        write(log, HERE)
        with event_file.with_name("Cup.flagfall-wal").open("r+b") as journal:
            journal.seek(byte)
            bits = journal.read(1)[0]
            journal.seek(byte)
            journal.write(bytes([bits ^ 1]))
        write(log, HERE)
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for ending in ("", "-wal"):
            shutil.copy(f"{event_file}{ending}", crashed)
        assert events_in(crashed / event_file.name) == [ANA, HERE, HERE, HERE]


@where_open_files_go
def test_a_file_that_cannot_be_put_back_is_written_to_a_folder_on_this_computer(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    file = folder / "Cup.flagfall"
    with create(file) as log:
        write(log, ANA)
        shutil.rmtree(folder)
        folder.write_text("in the way")
        write(log, HERE)
        told = log.put_back()
        (rescue,) = own_folder("rescued").glob("Cup *.flagfall")
        assert str(rescue) in told
        assert log.put_back() == ""
        assert events_in(rescue) == [ANA, HERE]
        write(log, HERE)
        assert events_in(rescue) == [ANA, HERE, HERE]
        folder.unlink()
        assert "has restored it" in log.put_back()
        assert not list(own_folder("rescued").glob("Cup *"))
    assert events_in(file) == [ANA, HERE, HERE]


@where_open_files_go
def test_a_row_that_can_be_written_nowhere_is_not_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "no folder"))
    folder = tmp_path / "stick"
    folder.mkdir()
    file = folder / "Cup.flagfall"
    with create(file) as log:
        write(log, ANA)
        shutil.rmtree(folder)
        folder.write_text("in the way")
        with pytest.raises(StoreError, match="Nothing more is saved"):
            write(log, HERE)
        assert [record.event for record in log.records()] == [ANA]
        folder.unlink()
        write(log, HERE)
        assert events_in(file) == [ANA, HERE]


KILLED = """
import os, shutil, sys
from pathlib import Path
from app.engine.acts.players import PlayerWarned
from app.store.log.event_log import create
file, other, way = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
log = create(file)
for number in range(1, 60):
    log.append([PlayerWarned(number, 1, "x" * 500)], at_ms=number, station="desk", actor="EO")
    print(number, flush=True)
    if number % 7 == 0:
        log.note_sign(number)
    if number % 11 == 0:
        log.gather()
    if number % 9 == 0:
        if way == "renamed":
            shutil.copyfile(other, str(other) + ".2")
            os.replace(str(other) + ".2", file)
        elif way == "copied":
            shutil.copyfile(other, file)
        else:
            os.truncate(file, 0)
os._exit(1)
"""


@pytest.mark.parametrize(
    "way", [pytest.param("renamed", marks=where_open_files_go), "copied", "emptied"]
)
def test_every_acknowledged_row_survives_a_kill(event_file: Path, backup: Path, way: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(event_file), str(backup), way],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split()[-1:] == ["59"], done.stderr
    with open_log(event_file) as log:
        assert [record.at_ms for record in log.records()] == list(range(1, 60))


def test_a_truncated_file_is_reported_even_if_its_chain_is_intact(
    event_file: Path,
) -> None:
    with create(event_file) as log:
        write(log, ANA, HERE, HERE)
    with sqlite3.connect(event_file) as raw:
        raw.execute("DELETE FROM log WHERE seq = 3")
    raw.close()
    with pytest.raises(Damaged, match="ends at row 2, but this computer has written row 3"):
        open_log(event_file)
    assert len(events_in(event_file)) == 2
    with open_log(event_file, as_it_is=True) as log:
        write(log, ANA)
    with open_log(event_file) as log:
        assert log.last_seq == 3
