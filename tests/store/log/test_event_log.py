import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from app.engine.acts.players import Entry, PlayersAdded, PlayersCheckedIn, PlayerWarned
from app.engine.acts.undo import Undone
from app.store.errors import Damaged, StoreError
from app.store.log.event_log import EventLog, chain_after_or_none, create, open_log
from app.store.log.log_file import inspect
from tests.patience import until
from tests.store.by_hand import change, write

ADDED = PlayersAdded(((1, Entry("Ana")), (2, Entry("Bo", "Club", "Cryx"))))
DESCRIPTORS = 1024
CHECKED_IN = PlayersCheckedIn((1, 2))
WARNED = PlayerWarned(2, 1, "paused the clock")
READS, ROWS_A_READ = 60, 10


def beside(file: Path) -> list[str]:
    return sorted(path.name for path in file.parent.iterdir())


def test_a_new_log_is_empty(log: EventLog) -> None:
    assert log.records() == []
    assert log.last_seq == 0
    assert log.last_sign.alive_ms is None


def test_rows_are_numbered_from_1_without_gaps(log: EventLog) -> None:
    write(log, ADDED)
    write(log, CHECKED_IN, WARNED)

    assert [record.seq for record in log.records()] == [1, 2, 3]
    assert log.last_seq == 3


def test_rows_appended_together_form_one_act_numbered_by_the_first(log: EventLog) -> None:
    write(log, ADDED)
    write(log, CHECKED_IN, WARNED)

    assert [record.act for record in log.records()] == [1, 2, 2]


def test_append_gives_back_the_records_it_wrote(log: EventLog) -> None:
    written = write(log, ADDED) + write(log, CHECKED_IN, WARNED)

    assert written == log.records()


def test_appending_nothing_writes_nothing(log: EventLog) -> None:
    assert write(log) == []
    assert log.records() == []


def test_written_rows_are_there_when_the_file_is_opened_again(event_file: Path) -> None:
    with create(event_file) as log:
        written = write(log, ADDED, Undone(1))

    with open_log(event_file) as log:
        assert log.records() == written
        assert write(log, WARNED)[0].seq == 3


def test_if_one_event_cannot_be_written_its_whole_act_is_left_out(log: EventLog) -> None:
    with pytest.raises(StoreError, match="player_warned cannot be written"):
        write(log, ADDED, PlayerWarned(1, 1, "\ud83d"))

    assert log.records() == []
    assert write(log, ADDED)[0].seq == 1


def test_the_last_sign_of_life_is_the_latest_heartbeat_or_row(event_file: Path) -> None:
    with create(event_file) as log:
        write(log, ADDED)
        assert log.last_sign.alive_ms == 1_000
        log.note_sign(5_000)
        assert log.last_sign.alive_ms == 5_000

    with open_log(event_file) as log:
        assert log.last_sign.alive_ms == 5_000
        log.append([WARNED], at_ms=9_000, station="desk", actor="EO")

    with open_log(event_file) as log:
        assert log.last_sign.alive_ms == 9_000


def test_a_heartbeat_is_no_row(log: EventLog) -> None:
    log.note_sign(5_000)

    assert log.records() == []


def test_rows_are_written_durably_again_after_a_heartbeat(log: EventLog) -> None:
    log.note_sign(5_000)

    connection = log._file.raw  # noqa: SLF001 - a setting of this connection alone
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_closed_event_is_one_file_that_travels_alone(event_file: Path) -> None:
    with create(event_file) as log:
        write(log, ADDED)
        assert len(beside(event_file)) > 1

    assert beside(event_file) == ["Cup.flagfall"]


def test_a_backup_is_complete_and_needs_no_other_file(log: EventLog, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    written = write(log, ADDED, CHECKED_IN)

    copy = log.copied().write(stick, "round 1")

    assert copy == stick / "Cup round 1.flagfall"
    assert beside(copy) == [copy.name]
    assert copy.read_bytes()[18:20] == b"\x01\x01"  # no write-ahead journal
    with open_log(copy) as other:
        assert other.records() == written


def test_a_backup_never_replaces_another(log: EventLog, tmp_path: Path) -> None:
    copies = [log.copied().write(tmp_path, "round 1").name for _ in range(3)]

    assert copies == [
        "Cup round 1.flagfall",
        "Cup round 1 (2).flagfall",
        "Cup round 1 (3).flagfall",
    ]


def test_a_backup_never_takes_the_name_of_one_another_program_is_writing(
    log: EventLog, tmp_path: Path
) -> None:
    unfinished = tmp_path / "Cup round 1.flagfall.part"
    unfinished.write_bytes(b"half")

    assert log.copied().write(tmp_path, "round 1").name == "Cup round 1 (2).flagfall"
    assert unfinished.read_bytes() == b"half"


def test_a_backups_label_may_contain_characters_a_file_name_may_not(
    log: EventLog, tmp_path: Path
) -> None:
    assert log.copied().write(tmp_path, 'a/b: "c"?').name == "Cup a-b- -c-.flagfall"


def test_a_backup_is_refused_if_its_folder_is_missing(log: EventLog, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"The backup folder .*stick is not there"):
        log.copied().write(tmp_path / "stick", "round 1")


def test_a_read_only_log_sees_everything_and_changes_nothing(event_file: Path) -> None:
    with create(event_file) as log:
        written = write(log, ADDED)
    before = event_file.read_bytes()

    with open_log(event_file, read_only=True) as log:
        assert log.records() == written
        with pytest.raises(StoreError, match="reading only; nothing was written"):
            write(log, WARNED)
        with pytest.raises(StoreError, match="reading only; nothing was written"):
            log.note_sign(2)
        assert beside(event_file) == ["Cup.flagfall"]
    assert event_file.read_bytes() == before


def test_an_event_can_be_read_while_another_program_has_it_open(
    log: EventLog, event_file: Path
) -> None:
    written = write(log, ADDED)

    with open_log(event_file, read_only=True) as other:
        assert other.records() == written
        write(log, WARNED)
        assert other.records() == written


def test_an_event_can_be_read_while_rows_are_being_written(event_file: Path) -> None:
    """A read in the middle of a write was once taken for a damaged file, one time in six."""
    wanted, done = threading.Semaphore(1), threading.Event()

    def write_on() -> None:
        with create(event_file) as log:
            while wanted.acquire() and not done.is_set():
                log.append([WARNED], at_ms=1, station="desk", actor="EO")
                written.set()

    written = threading.Event()
    writer = threading.Thread(target=write_on)
    writer.start()
    written.wait()
    seen: list[int] = []

    def read_on() -> bool:
        wanted.release(ROWS_A_READ)
        with open_log(event_file, read_only=True) as log:
            seen.append(len(log.records()))
        return len(seen) >= READS and len(set(seen)) >= READS // 2

    try:
        until(read_on, lambda: seen)
    finally:
        done.set()
        wanted.release()
        writer.join()
    assert seen == sorted(seen)


WRITER = """
import os, sys
from pathlib import Path
from app.engine.acts.players import PlayerWarned
from app.store.log.event_log import create
log = create(Path(sys.argv[1]))
for number in range(1, 100_000):
    log.append([PlayerWarned(number, half, "x" * 500) for half in (1, 2)],
               at_ms=number, station="desk", actor="EO")
    log.note_sign(number)
    print(number, flush=True)
    if number == int(sys.argv[2]):
        os._exit(1)
"""


def killed_writer(file: Path, after: int) -> None:
    subprocess.run([sys.executable, "-c", WRITER, str(file), str(after)], check=False)


def test_every_acknowledged_act_is_complete_after_the_program_was_killed(event_file: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(event_file), "0"], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    for line in writer.stdout:
        if line.strip() == "60":
            writer.kill()
            break
    acknowledged = max([60, *(int(line) for line in writer.stdout if line.endswith("\n"))])
    writer.stdout.close()
    writer.wait()

    with open_log(event_file) as log:
        acts = [record.act for record in log.records()]
        log.check()
    assert len(acts) >= 2 * acknowledged
    assert acts == [seq for act in range(1, len(acts), 2) for seq in (act, act)]


def test_the_last_sign_of_life_survives_the_program(event_file: Path) -> None:
    killed_writer(event_file, after=3)

    with open_log(event_file) as log:
        assert log.last_sign.alive_ms == 3


def test_the_event_of_a_killed_program_is_read_in_full_without_being_changed(
    event_file: Path,
) -> None:
    killed_writer(event_file, after=3)
    before = {name: (event_file.parent / name).read_bytes() for name in beside(event_file)}
    assert before["Cup.flagfall-wal"]

    with open_log(event_file, read_only=True) as log:
        assert len(log.records()) == 6
    assert event_file.read_bytes() == before["Cup.flagfall"]
    assert (event_file.parent / "Cup.flagfall-wal").read_bytes() == before["Cup.flagfall-wal"]


def refusal(file: Path) -> str:
    """What opening says, whether for writing or for reading only; the file stays as it is."""
    before, names = file.read_bytes(), beside(file)
    sentences = []
    for read_only in (False, True):
        with pytest.raises(Damaged) as refused:
            open_log(file, read_only=read_only)
        sentences.append(str(refused.value))
    assert (file.read_bytes(), beside(file)) == (before, names)
    assert sentences[0] == sentences[1]
    return sentences[0]


@pytest.fixture
def three_rows(event_file: Path) -> Path:
    with create(event_file) as log:
        write(log, ADDED, CHECKED_IN, WARNED)
    return event_file


@pytest.mark.parametrize(
    "values",
    [
        """payload = '{"numbers":"all"}'""",
        """payload = '{"numbers":[1]}'""",
        "at_ms = 1001",
        "act = 2",
        "station = 'desl'",
        "actor = 'E' || 'P'",
        "kind = 'players_checked_out'",
        "checksum = zeroblob(32)",
        "checksum = 'x'",
    ],
)
def test_a_changed_row_is_named(three_rows: Path, values: str) -> None:
    change(three_rows, f"UPDATE log SET {values} WHERE seq = 2")

    assert refusal(three_rows) == (
        "Cup.flagfall is damaged. Row 2 is not as it was written: its checksum differs."
        " Keep the file as it is. Repair it, or open its latest backup."
    )


@pytest.mark.parametrize(
    "values", ["at_ms = 'noon'", "payload = x'7b7d'", "version = 'one'", "act = 3", "kind = x'00'"]
)
def test_a_row_with_values_of_the_wrong_type_is_named(three_rows: Path, values: str) -> None:
    change(three_rows, f"UPDATE log SET {values} WHERE seq = 2")

    assert "Row 2 is damaged" in refusal(three_rows)


def test_a_damaged_last_row_is_reported_when_the_file_is_opened(event_file: Path) -> None:
    with create(event_file) as log:
        write(log, ADDED)
    change(event_file, "UPDATE log SET at_ms = 'noon'")

    assert "Row 1 is damaged" in refusal(event_file)


def test_a_missing_row_is_named(three_rows: Path) -> None:
    change(three_rows, "DELETE FROM log WHERE seq = 2")

    assert "Row 2 is missing; the next one is 3." in refusal(three_rows)


def test_a_row_from_another_copy_is_found_not_to_follow_its_predecessor(
    event_file: Path, tmp_path: Path
) -> None:
    with create(event_file) as log:
        write(log, ADDED)
        copy = log.copied().write(tmp_path, "then")
        write(log, CHECKED_IN, WARNED)
    with open_log(copy) as log:
        write(log, WARNED, WARNED)
    with sqlite3.connect(event_file) as raw:
        raw.execute("ATTACH ? AS other", (str(copy),))
        raw.execute("DELETE FROM log WHERE seq = 3")
        raw.execute("INSERT INTO log SELECT * FROM other.log WHERE seq = 3")
    raw.close()

    assert "Row 3 does not follow the row before it." in refusal(event_file)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE meta SET value = '0123456789abcdef' WHERE key = 'event'",
        "UPDATE meta SET value = value || '1' WHERE key = 'application_version'",
        "UPDATE meta SET value = '9' || value WHERE key = 'last_alive_ms'",
        "UPDATE meta SET value = 'crc32' WHERE key = 'checksum'",
        "UPDATE meta SET value = '3' WHERE key = 'format'",
        "UPDATE meta SET key = 'sessiom' WHERE key = 'session'",
        "UPDATE log SET tournament = 0 WHERE seq = 3",
        "PRAGMA user_version = 3",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 0",
    ],
)
def test_damage_to_the_file_outside_its_rows_is_found_too(three_rows: Path, statement: str) -> None:
    change(three_rows, statement)

    assert "damaged" in refusal(three_rows)


def open_files() -> set[int]:
    """The inodes of all files that are open in this process."""
    inodes = set[int]()
    for descriptor in range(DESCRIPTORS):
        with suppress(OSError):
            inodes.add(os.fstat(descriptor).st_ino)
    return inodes


@pytest.mark.skipif(sys.platform == "win32", reason="SQLite’s handles have no descriptors there")
def test_a_closed_log_lets_go_of_its_file(event_file: Path) -> None:
    with create(event_file) as log:
        write(log, WARNED)
    log = open_log(event_file)
    held = {file.stat().st_ino for file in event_file.parent.glob(f"{event_file.name}*")}
    assert held & open_files()
    log.close()
    assert not held & open_files()


def test_the_chain_is_known_after_every_row_but_not_beyond_the_last(three_rows: Path) -> None:
    contents = inspect(three_rows).contents
    rows = len(contents.rows)
    assert chain_after_or_none(contents, rows) == contents.chain.hex()
    assert chain_after_or_none(contents, rows - 1) not in {None, contents.chain.hex()}
    assert chain_after_or_none(contents, rows + 1) is None


def test_the_reading_of_the_computers_counter_is_kept_in_the_file(event_file: Path) -> None:
    with create(event_file) as log:
        assert log.last_sign.boot_instant == ""
        log.note_sign(None, "1 2 a")
        log.note_sign(None, "1 2 a")
        assert log.last_sign.boot_instant == "1 2 a"
    with open_log(event_file, as_it_is=True) as log:
        assert log.last_sign.boot_instant == "1 2 a"
        log.note_sign(5_000, "5000 7 a")
    with open_log(event_file, as_it_is=True) as log:
        assert (log.last_sign.alive_ms, log.last_sign.boot_instant) == (5_000, "5000 7 a")


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM meta", "UPDATE meta SET value = '9' || value"],
)
def test_a_file_with_a_missing_or_damaged_counter_opens_without_one(
    event_file: Path, statement: str
) -> None:
    with create(event_file) as log:
        log.note_sign(None, "1 2 a")
    change(event_file, f"{statement} WHERE key = 'boot_instant'")
    with open_log(event_file, as_it_is=True) as log:
        assert log.last_sign.boot_instant == ""


def test_a_restored_file_keeps_its_counter_reading(event_file: Path) -> None:
    with create(event_file) as log:
        log.append([ADDED], at_ms=3, station="desk", actor="EO")
        log.note_sign(None, "1 2 a")
        event_file.write_bytes(b"")
        assert log.put_back()
    with open_log(event_file) as log:
        assert log.last_sign.boot_instant == "1 2 a"
