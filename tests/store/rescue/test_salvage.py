"""Rows that are found in the bytes of a damaged file, and what else is known by those bytes."""

import re
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from sys import getsizeof

import pytest

from app import VERSION
from app.engine.acts.players import PlayerWarned
from app.store.log import codec, row_checks
from app.store.log.event_log import create, open_log
from app.store.log.log_file import MOST_ROWS
from app.store.log.row_checks import SIZE, Said, Stored
from app.store.log.schema import INSERT_ROW, TOURNAMENT
from app.store.rescue import salvage
from app.store.rescue.salvage import CountedRows, SalvagedRows
from tests.store.by_hand import change, fill, write
from tests.store.log.test_format_1 import OLD
from tests.store.resealed import reseal

DAY_MS = 86_400_000
WARNED = codec.encode(PlayerWarned(1, 1, "late"))


@pytest.fixture
def numbers_checked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the rows whose checksums are computed from now on."""
    numbers: list[int] = []

    def own(row: Said) -> bytes:
        numbers.append(row[0])
        return compute(row)

    compute = row_checks.own
    monkeypatch.setattr(row_checks, "own", own)
    return numbers


@pytest.fixture(autouse=True)
def another_computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that has noted nothing of the file."""
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "another computer"))


def without_head(file: Path, head: bytes = b"") -> None:
    """Damage the file so that SQLite does not open it."""
    content = file.read_bytes()
    file.write_bytes(head.ljust(100, b"\xa5") + content[100:])


def said(seq: int, *, act: int = 1, at_ms: int = 1_000) -> Said:
    return (seq, act, at_ms, "desk", "EO", *WARNED)


def stored(row: Said) -> Stored:
    return row_checks.chain_row(row, b"")


def put(file: Path, rows: Sequence[Said]) -> None:
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.executemany(INSERT_ROW, [(TOURNAMENT, *stored(row)) for row in rows])


def test_rows_are_found_however_long_their_numbers_are(event_file: Path) -> None:
    """SQLite's file format, section 2.1: 0 and 1 take no bytes, others 1, 2, 3, 4, 6 or 8."""
    with create(event_file) as log:
        fill(log, 1)
    times = (0, 1, 2, -5, 127, 40_000, 3_000_000, 2_000_000_000, 2**40, 2**50, -(2**40))
    numbers = (2, 3, 127, 128, 129, 32_767, 32_768, 32_769, MOST_ROWS - 1, MOST_ROWS)
    rows = [said(seq, at_ms=at_ms) for seq, at_ms in enumerate(times, start=200)]
    rows += [said(seq, act=seq - 1) for seq in numbers]
    put(event_file, rows)
    without_head(event_file)
    found = salvage.salvage(event_file)
    assert {seq: row[:-1] for seq, row in found.rows.items() if seq != 1} == {
        row[0]: row for row in rows
    }


@pytest.mark.parametrize(
    ("seq", "act", "found"),
    [(5, 5, True), (5, 1, True), (5, 0, False), (5, 6, False), (MOST_ROWS + 1, 1, False)],
)
def test_a_row_that_no_event_could_contain_is_ignored(
    event_file: Path, seq: int, act: int, found: bool
) -> None:
    with create(event_file) as log:
        fill(log, 1)
    put(event_file, [said(seq, act=act)])
    without_head(event_file)
    assert [*salvage.salvage(event_file).rows] == [1, seq][: 1 + found]


def test_the_checksum_of_each_row_is_computed_once(
    event_file: Path, numbers_checked: list[int]
) -> None:
    with create(event_file) as log:
        fill(log, 5)
    without_head(event_file)
    numbers_checked.clear()
    salvage.salvage(event_file)
    assert sorted(numbers_checked) == [1, 2, 3, 4, 5]


def taken_by(row: Said) -> int:
    """The bytes that a row is said to take in memory."""
    return 400 + sum(getsizeof(value) for value in row if isinstance(value, str))


def test_counting_rows_gives_the_memory_that_keeping_them_would_take() -> None:
    kept = SalvagedRows(after=2)
    both: tuple[SalvagedRows | CountedRows, ...] = (kept, CountedRows(2))
    for rows in both:
        rows.add(said(2), stored(said(2))[-1], is_sound=True)
        assert (rows.is_any_found, rows.memory_bytes) == (True, 0)
        for at_ms in (1_000, 1_000, 2_000):
            rows.add(said(3, at_ms=at_ms), stored(said(3, at_ms=at_ms))[-1], is_sound=True)
        assert rows.memory_bytes == taken_by(said(3)) + taken_by(said(3, at_ms=2_000))
        rows.add(said(4), b"", is_sound=True)
        assert rows.memory_bytes == 3 * taken_by(said(3))
        rows.add(said(5), bytes(2 * SIZE), is_sound=False)
        assert rows.memory_bytes == 3 * taken_by(said(3))
    assert {seq: len(found) for seq, found in kept.sound.items()} == {3: 2, 4: 1}
    assert [*kept.doubtful] == [5]


@pytest.mark.parametrize("rows", [SalvagedRows(), CountedRows(0)])
def test_a_changed_row_is_no_evidence_of_the_page_size(
    rows: SalvagedRows | CountedRows,
) -> None:
    rows.add(said(1), bytes(2 * SIZE), is_sound=False)
    assert not rows.is_any_found


def test_only_as_many_changed_rows_are_kept_as_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(salvage, "MOST_DOUBTFUL_BYTES", 2 * taken_by(said(1)))
    rows = SalvagedRows()
    for seq in (1, 2, 3):
        rows.add(said(seq), bytes(2 * SIZE), is_sound=False)
    assert [*rows.doubtful] == [1, 2]
    assert rows.doubtful_bytes == 2 * taken_by(said(1))


def test_the_event_is_identified_by_the_checksum_of_its_first_row(event_file: Path) -> None:
    """Another name may be in the bytes as well, and so may the version of the program be that is
    only read: the file's own is in the checksums.
    """
    with create(event_file) as log:
        fill(log, 2)
        event = log.contents.event
    change(event_file, "UPDATE meta SET value = '0.9.1' WHERE key = 'application_version'")
    reseal(event_file)
    without_head(event_file, b"event" + b"0" * 16)
    found = salvage.salvage(event_file)
    assert (found.event, found.version) == (event, "0.9.1")


def test_without_a_first_row_the_event_is_taken_to_be_the_first_one_named(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log, 2)
    change(event_file, "DELETE FROM log WHERE seq = 1")
    without_head(event_file, b"event" + b"0" * 16)
    found = salvage.salvage(event_file)
    assert (found.event, found.version) == ("0" * 16, VERSION)


@pytest.mark.parametrize("others", [98, 99, 100])
def test_at_most_a_hundred_event_names_are_tried(event_file: Path, others: int) -> None:
    with create(event_file) as log:
        fill(log, 1)
        event = log.contents.event
    names = b"".join(b"event%016x" % number for number in range(others))
    file = event_file.read_bytes()
    assert b"event" + event.encode() in file
    event_file.write_bytes(b"\xa5" * 4096 * 2 + names.ljust(4096 * 2, b"\xa5") + file)
    assert (salvage.salvage(event_file).event == event) is (others < 100)


@pytest.mark.parametrize(("earlier_ms", "believed"), [(DAY_MS, True), (DAY_MS + 1, False)])
def test_a_sign_of_life_of_another_day_than_the_last_row_is_not_believed(
    event_file: Path, earlier_ms: int, believed: bool
) -> None:
    at_ms = 1_800_000_000_000
    with create(event_file) as log:
        log.append([PlayerWarned(1, 1, "late")], at_ms=at_ms, station="desk", actor="EO")
        event = log.contents.event
    alive = row_checks.seal("last_alive_ms", str(at_ms - earlier_ms), event)
    change(event_file, f"UPDATE meta SET value = '{alive}' WHERE key = 'last_alive_ms'")
    shutil.rmtree(event_file.parent / "another computer")
    without_head(event_file)
    assert salvage.salvage(event_file).alive_ms == (at_ms - earlier_ms if believed else None)


def test_the_latest_sign_of_life_with_its_checksum_is_believed(event_file: Path) -> None:
    at_ms = 1_800_000_000_000
    with create(event_file) as log:
        log.append([PlayerWarned(1, 1, "late")], at_ms=at_ms, station="desk", actor="EO")
        event = log.contents.event
    signs = [row_checks.seal("last_alive_ms", str(at_ms + ms), event) for ms in (5, 9, 7)]
    signs.append(f"{at_ms + 99} {'0' * 32}")
    shutil.rmtree(event_file.parent / "another computer")
    without_head(event_file)
    with event_file.open("ab") as file:
        file.write("".join(f"last_alive_ms{sign}" for sign in signs).encode().ljust(4096, b"\0"))
    assert salvage.salvage(event_file).alive_ms == at_ms + 9


def test_a_copy_that_continued_differently_gives_no_rows(event_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "Other.flagfall"
    create(event_file).close()
    shutil.copyfile(event_file, other)
    for file, times in ((event_file, 1), (other, 3)):
        with open_log(file, as_it_is=True) as log:
            write(log, *[PlayerWarned(1, 1, file.stem)] * times)
    without_head(event_file)
    found = salvage.salvage(event_file, [other])
    assert ([*found.rows], found.from_copies) == ([1], 0)
    assert "Cup" in found.rows[1][7]


def test_rows_from_a_copy_are_taken_up_to_the_first_that_differs(
    event_file: Path, tmp_path: Path
) -> None:
    """Up to the last row that both have, the copy fills every gap."""
    other = tmp_path / "Other.flagfall"
    with create(event_file) as log:
        fill(log, 4)
    shutil.copyfile(event_file, other)
    for file, reason in ((event_file, "mine"), (other, "other")):
        with open_log(file, as_it_is=True) as log:
            write(log, *(PlayerWarned(1, 1, f"{reason} {number}") for number in (5, 6, 7)))
    change(event_file, "DELETE FROM log WHERE seq IN (1, 2, 5, 7)")
    without_head(event_file)
    found = salvage.salvage(event_file, [other])
    assert sorted(found.rows) == [1, 2, 3, 4, 5, 6]
    assert [re.findall("mine|other", found.rows[seq][7]) for seq in (5, 6)] == [["other"], ["mine"]]
    assert found.from_copies == 3


def test_rows_after_the_last_one_of_an_intact_file_are_found_in_its_bytes(
    event_file: Path,
) -> None:
    with create(event_file) as log:
        fill(log, 5)
        rows = [*log.contents.rows]
    for after in (2, 4):
        later = salvage.later_rows(event_file, after, rows[after - 1][-1][SIZE:])
        assert later == rows[after:]
    assert salvage.later_rows(event_file, 5, rows[4][-1][SIZE:]) == []
    assert salvage.later_rows(event_file, 2, rows[0][-1][SIZE:]) == []


@pytest.mark.parametrize("after", [5, 3])
def test_only_one_row_before_the_later_ones_is_checked(
    event_file: Path, numbers_checked: list[int], after: int
) -> None:
    """One sound row shows the size of the pages. Opening the file has checked all of them."""
    with create(event_file) as log:
        fill(log, 5)
        rows = [*log.contents.rows]
    numbers_checked.clear()
    assert salvage.later_rows(event_file, after, rows[after - 1][-1][SIZE:]) == rows[after:]
    assert len(numbers_checked) <= 1 + len(rows[after:])


def test_of_two_rows_with_the_same_number_the_one_that_fits_its_neighbours_is_taken() -> None:
    """The bytes of a row that was never part of the event may come after its own."""
    chain, rows = row_checks.beginning("cup", "1"), list[Stored]()
    for seq in (1, 2, 3):
        rows.append(row_checks.chain_row(said(seq), chain))
        chain = rows[-1][-1][SIZE:]
    for stray in (
        row_checks.chain_row(said(2, at_ms=9), b""),
        row_checks.chain_row(said(2, at_ms=9), rows[0][-1][SIZE:]),
    ):
        for second in ([rows[1], stray], [stray, rows[1]]):
            found = SalvagedRows(sound={1: [rows[0]], 2: second, 3: [rows[2]]})
            assert salvage._choose(found)[2] == rows[1]  # noqa: SLF001
    found = SalvagedRows(sound={2: [row_checks.chain_row(said(2), b""), rows[1]]})
    assert salvage._choose(found)[2] == rows[1]  # noqa: SLF001
    stray = row_checks.chain_row(said(2, at_ms=9), b"")
    for last in ([rows[1], stray], [stray, rows[1]]):
        found = SalvagedRows(sound={1: [rows[0]], 2: last})
        assert salvage._choose(found)[2] == rows[1]  # noqa: SLF001


def test_reading_the_bytes_reports_progress(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log, 4)
        log.gather()
        fill(log, 4)
        parts: list[float] = []
        salvage.salvage(event_file, report_progress=parts.append)
    assert parts == sorted(parts)
    assert 0 < parts[0] < 0.9 < parts[-1] <= 1


def test_a_row_with_neither_a_checksum_nor_a_readable_event_counts_as_lost(
    event_file: Path,
) -> None:
    """In a file of the first format nothing else tells rows from other bytes."""
    shutil.copyfile(OLD, event_file)
    change(event_file, "UPDATE log SET payload = 'nothing' WHERE seq = 20")
    without_head(event_file)
    assert salvage.salvage(event_file).lost == [20]
