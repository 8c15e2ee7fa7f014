"""A file that holds more than any event does is refused before it takes all memory."""

import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.engine.acts.players import PlayerWarned
from app.store.errors import Damaged, StoreError
from app.store.log import log_file
from app.store.log.event_log import create, open_log
from app.store.log.packed_rows import PackedRows
from tests.store.by_hand import change, fill, write
from tests.store.resealed import reseal

LEAF_OF_INDEX = 0x0A  # what a page of rows begins with


def sparse(path: Path) -> None:
    """A hole of 300 MB after a real beginning."""
    with path.open("r+b") as file:
        file.truncate(300_000_000)


def too_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_file, "ROWS_AT_ONCE", 10)
    monkeypatch.setattr(log_file, "MOST_ROWS", 20)


def too_many_when_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    monkeypatch.setattr(log_file, "MOST_ROWS", 20)


def test_a_file_of_300_megabytes_is_refused_unread(closed: Path) -> None:
    sparse(closed)
    with pytest.raises(StoreError, match="too large for an event: Flagfall opens up to 128 MB"):
        open_log(closed)


def test_a_file_of_exactly_the_maximum_size_is_opened(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = closed.stat().st_size
    monkeypatch.setattr(log_file, "MOST_FILE_BYTES", size)
    open_log(closed).close()
    monkeypatch.setattr(log_file, "MOST_FILE_BYTES", size - 1)
    with pytest.raises(StoreError, match="too large for an event"):
        open_log(closed)


def test_a_file_may_not_be_larger_than_an_event_together_with_its_journal(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed.with_name(closed.name + log_file.JOURNAL).write_bytes(bytes(10))
    size = closed.stat().st_size
    monkeypatch.setattr(log_file, "MOST_FILE_BYTES", size + 10)
    log_file.demand_size(closed)
    monkeypatch.setattr(log_file, "MOST_FILE_BYTES", size + 9)
    with pytest.raises(StoreError, match="too large for an event"):
        log_file.demand_size(closed)


@pytest.mark.parametrize("limit", [too_many_rows, too_many_when_counted])
def test_a_file_with_more_rows_than_any_event_is_not_read_to_the_end(
    closed: Path, limit: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = closed.read_bytes()
    limit(monkeypatch)
    with pytest.raises(StoreError, match="too large for an event"):
        open_log(closed)
    assert closed.read_bytes() == before


@pytest.mark.parametrize("sizes_first_bytes", [10, 100_000_000])
def test_an_event_may_have_exactly_the_maximum_number_of_rows(
    event_file: Path, sizes_first_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with create(event_file) as log:
        fill(log, 20)
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", sizes_first_bytes)
    monkeypatch.setattr(log_file, "ROWS_AT_ONCE", 10)
    monkeypatch.setattr(log_file, "MOST_ROWS", 20)
    open_log(event_file).close()
    monkeypatch.setattr(log_file, "MOST_ROWS", 19)
    with pytest.raises(StoreError, match="too large for an event"):
        open_log(event_file)


def test_a_row_may_have_exactly_the_maximum_length(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(closed)) as raw:
        ((_, longest),) = raw.execute(log_file.SIZES)
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    monkeypatch.setattr(log_file, "MOST_ROW_BYTES", longest)
    open_log(closed).close()
    monkeypatch.setattr(log_file, "MOST_ROW_BYTES", longest - 1)
    with pytest.raises(StoreError, match="holds a row that is longer than any row of an event"):
        open_log(closed)


def test_a_row_longer_than_the_maximum_is_refused(
    event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with create(event_file) as log:
        fill(log, 3)
        write(log, PlayerWarned(1, 1, "x" * 5_000))
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    monkeypatch.setattr(log_file, "MOST_ROW_BYTES", 5_100)
    open_log(event_file).close()
    monkeypatch.setattr(log_file, "MOST_ROW_BYTES", 5_000)
    with pytest.raises(StoreError, match="holds a row that is longer than any row of an event"):
        open_log(event_file)


def test_an_overlong_row_is_not_written_and_the_rows_before_it_stay(
    event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_file, "MOST_ROW_BYTES", 50_000)
    with create(event_file) as log:
        fill(log, 3)
        with pytest.raises(StoreError, match=r"longer than any row of an event may be.*Leave some"):
            write(log, PlayerWarned(1, 1, "x" * 60_000))
        write(log, PlayerWarned(1, 1, "late"))
        assert len(log.records()) == 4
    with open_log(event_file) as log:
        assert len(log.records()) == 4


def test_a_row_too_long_over_several_columns_is_refused(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own limit holds for each column."""
    change(closed, "UPDATE log SET station = hex(zeroblob(500)), actor = station WHERE seq = 3")
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    monkeypatch.setattr(log_file, "MOST_ROW_BYTES", 1_500)
    with pytest.raises(StoreError, match="holds a row that is longer than any row of an event"):
        open_log(closed)


@pytest.mark.parametrize("column", ["station", "kind", "payload", "act", "version", "checksum"])
def test_only_a_few_long_rows_are_read_at_once_whichever_column_is_long(
    event_file: Path, column: str
) -> None:
    with create(event_file) as log:
        fill(log, 20)
    change(event_file, f"UPDATE log SET {column} = hex(zeroblob(250000)) || char(128512)")
    tracemalloc.start()
    try:
        with pytest.raises(StoreError, match="Row 1"):
            open_log(event_file)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20_000_000, "each row takes 2 MB"


def test_a_long_number_counts_as_part_of_its_row(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(closed, "UPDATE log SET act = 'x' || hex(zeroblob(500)) WHERE seq = 3")
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    monkeypatch.setattr(log_file, "MOST_ROW_BYTES", 1_000)
    with pytest.raises(StoreError, match="holds a row that is longer than any row of an event"):
        open_log(closed)


def test_a_large_file_is_checked_before_any_of_it_is_kept_in_memory(
    event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with create(event_file) as log:
        fill(log, 700)
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    monkeypatch.setattr(log_file, "CHECK_FIRST_BYTES", 10)
    with open_log(event_file, read_only=True) as log:
        log.check()
        assert len(log.records()) == 700
    change(event_file, "UPDATE log SET payload = '[]' WHERE seq = 690")
    reseal(event_file)
    monkeypatch.setattr(PackedRows, "extend", lambda *_: pytest.fail("a row was kept"))
    with pytest.raises(StoreError, match=r"Row 690 \(player_warned\) is damaged"):
        open_log(event_file)
    change(event_file, "UPDATE log SET payload = '{}' WHERE seq = 600")
    with pytest.raises(StoreError, match="Row 600 is not as it was written"):
        open_log(event_file)


def test_damage_in_a_large_file_is_reported_row_by_row(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    content = bytearray(closed.read_bytes())
    page = max(at for at in range(0, len(content), 4096) if content[at] == LEAF_OF_INDEX)
    content[page] = 0
    closed.write_bytes(content)
    with pytest.raises(Damaged, match="malformed"):
        open_log(closed)


def test_the_first_damage_in_a_large_file_is_named_even_if_its_last_page_is_malformed(
    event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_file, "SIZES_FIRST_BYTES", 10)
    with create(event_file) as log:
        fill(log, 700)
    change(event_file, "UPDATE log SET payload = '{}' WHERE seq = 2")
    content = bytearray(event_file.read_bytes())
    page = max(at for at in range(0, len(content), 4096) if content[at] == LEAF_OF_INDEX)
    content[page] = 0
    event_file.write_bytes(content)
    with pytest.raises(Damaged, match="Row 2 is not as it was written"):
        open_log(event_file)


@pytest.mark.skipif(sys.platform != "linux", reason="what a process took is read in /proc")
def test_an_overlong_row_takes_little_more_memory_than_its_length(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log)
    with closing(sqlite3.connect(event_file, isolation_level=None)) as raw:
        raw.execute(
            "INSERT INTO log SELECT 1, 2, 2, 0, 'desk', 'EO', 'judge_called', 1,"
            " CAST(zeroblob(60000000) AS TEXT), x'00'"
        )
    opened = (
        "from pathlib import Path; from app.store.log.event_log import open_log\n"
        "def most(): return int(Path('/proc/self/status').read_text()"
        ".partition('VmHWM:')[2].split()[0]) // 1024\n"
        "before = most()\n"
        f"try: open_log(Path({str(event_file)!r}))\n"
        "except Exception as error: print(error)\n"
        "print(most() - before)"
    )
    python = [sys.executable, "-c", opened]
    told = subprocess.run(python, capture_output=True, text=True, check=True)
    sentence, megabytes = told.stdout.splitlines()
    assert "longer than any row" in sentence
    assert int(megabytes) < 100
