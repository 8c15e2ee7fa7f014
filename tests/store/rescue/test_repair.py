"""A damaged file written anew, with what can be read and the names of what cannot."""

import gc
import os
import random
import re
import shutil
import sqlite3
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.__main__ import main
from app.engine.acts.events import RowLost
from app.engine.acts.players import PlayerWarned
from app.engine.acts.setup import CreateEvent, ShiftTimes
from app.engine.evolve import fold
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.errors import Damaged, Newer, StoreError
from app.store.log import codec, row_checks
from app.store.log.event_log import create, open_log
from app.store.log.log_file import inspect
from app.store.log.schema import INSERT_ROW, TOURNAMENT
from app.store.rescue import salvage
from app.store.rescue.pages import FileBytes
from app.store.rescue.repair import Repaired, repair
from tests.remarked import written
from tests.store.by_hand import change, fill, write
from tests.store.log.test_format_1 import OLD
from tests.store.powers import powerless
from tests.store.resealed import reseal
from tools.trials import corrupt_files
from tools.trials.corrupt_files import corrupt_many, lay_down, make, table

DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "event.flagfall"
    simulate(SimulationPlan(players=8, rounds=2, seed=6), path=path)
    return path


@pytest.fixture
def file(played: Path, event_file: Path) -> Path:
    shutil.copyfile(played, event_file)
    return event_file


def flip(file: Path, what: bytes, *, at: int = 0, every: bool = False) -> None:
    """Flip a bit where ``what`` stands in the file."""
    content = bytearray(file.read_bytes())
    place = content.find(what)
    assert place >= 0
    while place >= 0:
        content[place + at] ^= 1
        place = content.find(what, place + 1) if every else -1
    file.write_bytes(content)


def open_files(folder: Path) -> Iterator[str]:
    """The files of a folder that this process holds open; where the system does not say, those that
    it does not let be renamed, as Windows.
    """
    listed = Path("/proc/self/fd")
    if listed.is_dir():
        for descriptor in listed.iterdir():
            with suppress(OSError):
                if (name := os.readlink(descriptor)).startswith(str(folder)):
                    yield name
        return
    for file in folder.iterdir():
        try:
            file.rename(file)
        except PermissionError:
            yield str(file)


def payload_of(file: Path, where: str) -> tuple[int, bytes]:
    raw = sqlite3.connect(file)
    seq, payload = raw.execute(f"SELECT seq, payload FROM log WHERE {where}").fetchone()
    raw.close()
    return seq, payload.encode()


def records_in(file: Path) -> list[object]:
    with open_log(file, read_only=True) as log:
        return list(log.records())


def test_repairing_an_undamaged_file_gives_the_same_event(file: Path) -> None:
    repaired = repair(file)
    assert repaired.file.name == "Cup repaired.flagfall"
    assert (repaired.lost, repaired.notes) == ((), ())
    assert "Nothing is lost." in repaired.summary
    before, after = verify(file), verify(repaired.file)
    assert (after.state, after.chain) == (before.state, before.chain)


def test_a_file_with_intact_rows_on_damaged_pages_is_reported_as_damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[36:40] = (7).to_bytes(4, "big")  # how many pages are free
    file.write_bytes(content)
    repaired = repair(file)
    assert (repaired.lost, repaired.is_damaged) == ((), True)
    assert len(records_in(repaired.file)) == repaired.rows


def test_a_lost_row_is_named_by_table_and_time_and_all_others_are_recovered(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = records_in(file)
    seq, payload = payload_of(file, "kind = 'turn_ended' ORDER BY seq DESC LIMIT 1")
    flip(file, payload, at=payload.index(b"at_ms") + 9)
    damaged = file.read_bytes()
    with pytest.raises(Damaged, match=f"Row {seq} is not as it was written"):
        open_log(file)

    assert main(["repair", str(file)]) == 0

    said = capsys.readouterr().out
    assert "1 row lost" in said
    assert f"Row {seq}: a row “turn ended” at table " in said
    assert " of round 2, 20" in said
    assert file.read_bytes() == damaged
    new = file.with_name("Cup repaired.flagfall")
    after = records_in(new)
    assert [one for one in after if one.seq != seq] == [one for one in before if one.seq != seq]
    assert isinstance(after[seq - 1].event, RowLost)
    with open_log(new) as log:
        log.check()


def test_the_time_given_for_a_lost_row_is_the_one_the_event_shows(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The computer's clock was a week ahead, and the event's times were put right."""
    seq, payload = payload_of(file, "kind = 'turn_ended' ORDER BY seq DESC LIMIT 1")
    plain = file.with_name("Plain.flagfall")
    shutil.copyfile(file, plain)
    with open_log(file) as log:
        at_ms = log.last_sign.alive_ms or 0
        log.append([ShiftTimes(-7 * DAY_MS)], at_ms=at_ms, station="desk", actor="EO")
    said = []
    for damaged in (plain, file):
        flip(damaged, payload, at=payload.index(b"at_ms") + 9)
        assert main(["repair", str(damaged)]) == 0
        lost = re.findall(rf"Row {seq}: .*, (\S+ \S+)\.", capsys.readouterr().out)
        said.append(datetime.fromisoformat(lost[0]))
    assert said[0] - said[1] == timedelta(days=7)


def times(file: Path) -> dict[int, int]:
    with closing(sqlite3.connect(file)) as raw:
        return dict(raw.execute("SELECT seq, at_ms FROM log"))


def damage_time(file: Path, seq: int, at_ms: int) -> None:
    """Change when a row says it was written, so that its checksum does not fit any more."""
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("UPDATE log SET at_ms = ? WHERE seq = ?", (at_ms, seq))


@pytest.mark.parametrize("later", [-1, 0, 1])
def test_a_lost_rows_time_is_trusted_only_between_those_of_its_neighbours(
    file: Path, later: int
) -> None:
    seq, _ = payload_of(file, "kind = 'turn_ended' ORDER BY seq DESC LIMIT 1")
    at_ms = times(file)
    low, high = at_ms[seq - 1], at_ms[seq + 1]
    assert low < at_ms[seq] < high
    damage_time(file, seq, high + later)
    lost = records_in(repair(file).file)[seq - 1]
    assert lost.at_ms == (high + later if later <= 0 else low)


def test_a_lost_rows_time_is_never_before_the_preceding_row(file: Path) -> None:
    seq, _ = payload_of(file, "kind = 'turn_ended' ORDER BY seq DESC LIMIT 1")
    at_ms = times(file)
    damage_time(file, seq, at_ms[seq - 1] - 1)
    assert records_in(repair(file).file)[seq - 1].at_ms == at_ms[seq - 1]


def test_a_damaged_time_of_the_last_row_is_accepted_as_it_stands(file: Path) -> None:
    with open_log(file) as log:  # which row is the last is known outside of the file from now on
        log.note_sign(log.last_sign.alive_ms or 0)
    at_ms = times(file)
    last = max(at_ms)
    damage_time(file, last, at_ms[last] + DAY_MS)
    repaired = repair(file)
    assert records_in(repaired.file)[last - 1].at_ms == at_ms[last] + DAY_MS
    assert repaired.lost[0].startswith(f"Row {last}: ")


def test_missing_rows_are_reported_by_their_neighbours(file: Path) -> None:
    with open_log(file) as log:
        log.note_sign(log.last_sign.alive_ms or 0)
    at_ms = times(file)
    last = max(at_ms)
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("DELETE FROM log WHERE seq IN (1, 2, 40, ?)", (last,))
    repaired = repair(file)
    second, middle, end = repaired.lost
    assert second.startswith("Row 2: between 20")
    assert middle.startswith("Row 40: between 20")
    assert end.startswith(f"Row {last}: after 20")
    records = records_in(repaired.file)
    told = [records[seq - 1].at_ms for seq in (2, 40, last)]
    assert told == [at_ms[3], at_ms[39], at_ms[last - 1]]


def test_a_lost_row_that_belongs_to_no_table_is_named_by_its_kind(file: Path) -> None:
    seq, _ = payload_of(file, "kind = 'round_finished' ORDER BY seq LIMIT 1")
    damage_time(file, seq, times(file)[seq] + 1)
    (words,) = repair(file).lost
    assert words.startswith(f"Row {seq}: a row “round finished”, 20")


def test_rows_that_a_backup_holds_are_not_lost(file: Path, played: Path) -> None:
    _, payload = payload_of(file, "kind = 'turn_ended' ORDER BY seq DESC LIMIT 1")
    flip(file, payload, at=20)
    repaired = repair(file, copies=[file.with_name("nothing"), OLD, played])
    assert repaired.lost == ()
    assert repaired.notes == ("1 row came from backups.",)
    assert verify(repaired.file).state == verify(played).state


def without_head(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[:100] = b"\xa5" * 100
    file.write_bytes(content)


def without_name(file: Path) -> None:
    """Without the bytes that say which event it is."""
    content = file.read_bytes()
    file.write_bytes(re.sub(rb"event([0-9a-f]{16})", b"event" + b"?" * 16, content))


@pytest.mark.parametrize("named", [True, False])
def test_rows_that_were_written_after_a_damaged_copy_was_made_are_taken_from_the_backup(
    event_file: Path, tmp_path: Path, named: bool
) -> None:
    """A file that does not say its event any more is known by its rows."""
    backup = tmp_path / "Backup.flagfall"
    with create(backup) as log:
        fill(log, 5)
    shutil.copyfile(backup, event_file)
    with open_log(backup) as log:
        fill(log, 4)
    without_head(event_file)
    if not named:
        without_name(event_file)

    repaired = repair(event_file, copies=[backup])

    assert repaired.notes == ("4 rows came from backups.",)
    assert records_in(repaired.file) == records_in(backup)


def test_rows_found_only_in_a_backup_are_all_taken_from_it(
    event_file: Path, tmp_path: Path
) -> None:
    """The file has no row in common with it, but says which event it is."""
    backup, whole = tmp_path / "Backup.flagfall", tmp_path / "Whole.flagfall"
    with create(event_file) as log:
        fill(log, 5)
    shutil.copyfile(event_file, backup)
    with open_log(event_file) as log:
        fill(log, 4)
    shutil.copyfile(event_file, whole)
    with closing(sqlite3.connect(event_file)) as raw:
        raw.execute("DELETE FROM log WHERE seq <= 5")
        raw.commit()
        raw.execute("VACUUM")
    repaired = repair(event_file, copies=[backup])
    assert repaired.notes == ("5 rows came from backups.",)
    assert records_in(repaired.file) == records_in(whole)
    event, others = (verify(file).state for file in (repaired.file, whole))
    assert event == others


def test_a_long_row_found_only_in_the_journal_is_recovered(
    event_file: Path, tmp_path: Path
) -> None:
    original = tmp_path / "Open.flagfall"
    with create(original) as log:
        write(log, PlayerWarned(1, 1, "x" * 9000))
        before = list(log.records())
        for end in ("", "-wal"):
            shutil.copyfile(f"{original}{end}", f"{event_file}{end}")
    without_head(event_file)
    assert records_in(repair(event_file).file) == before


@pytest.mark.parametrize("page", [1, 2, 3])
def test_no_row_is_lost_when_a_page_header_is_damaged(file: Path, page: int) -> None:
    before = records_in(file)
    content = bytearray(file.read_bytes())
    at = (page - 1) * 4096
    content[at : at + (100 if page == 1 else 12)] = b"\xa5" * (100 if page == 1 else 12)
    file.write_bytes(content)
    assert records_in(repair(file).file) == before


def test_rows_that_just_fit_or_just_overflow_their_page_are_not_lost(event_file: Path) -> None:
    """SQLite's file format, section 1.6: of a longer payload the end goes to other pages."""
    with create(event_file) as log:
        for length in range(840, 960):
            write(log, PlayerWarned(1, 1, "x" * length))
    before = records_in(event_file)
    without_head(event_file)

    assert records_in(repair(event_file).file) == before


@pytest.mark.parametrize("size", [512, 65_536])
def test_long_rows_are_recovered_at_any_page_size(event_file: Path, size: int) -> None:
    """SQLite's file format, section 1.3.2: the head has the size of a page, and 1 for 65,536."""
    with create(event_file) as log:
        for length in (1, 8_200, 100_000):
            write(log, PlayerWarned(1, 1, "x" * length))
    before = records_in(event_file)
    with closing(sqlite3.connect(event_file)) as raw:
        for statement in ("PRAGMA journal_mode = DELETE", f"PRAGMA page_size = {size}", "VACUUM"):
            raw.execute(statement)
    content = bytearray(event_file.read_bytes())
    content[100:112] = b"\xa5" * 12
    event_file.write_bytes(content)
    assert records_in(repair(event_file).file) == before


@pytest.fixture
def sizes_tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of pages by which bytes are read from now on."""
    tried: list[int] = []

    class Counted(salvage.Pages):
        def __init__(self, data: FileBytes, frames: FileBytes, size: int) -> None:
            tried.append(size)
            super().__init__(data, frames, size)

    monkeypatch.setattr(salvage, "Pages", Counted)
    return tried


def test_bytes_crafted_to_look_like_long_rows_are_read_with_only_one_page_size(
    event_file: Path, sizes_tried: list[int]
) -> None:
    """Each page begins rows that claim to go on through all the next ones. By every size of pages
    together such a file of 98 MB took minutes until it was refused.
    """
    create(event_file).close()
    head = bytes([13, 9, 1, 1, 9, 21, 17, 37, 9, 0x82, 0x98, 0xA5, 0x0D]) + b"deskEOjudge_called"
    pages = b"".join((struct.pack(">I", n + 1) + head * 200)[:4096] for n in range(3, 2_000))
    event_file.write_bytes(event_file.read_bytes()[:8192] + pages)
    with pytest.raises(StoreError, match="No part of an event can be read"):
        salvage.salvage(event_file)
    assert sizes_tried == [4096]


def test_rows_with_a_hundred_possible_continuations_are_not_read_in_all_of_them(
    event_file: Path, sizes_tried: list[int]
) -> None:
    """Beside the file is the journal of another event, with rows that do not fit their checksums
    and whose text reads as numbers of pages. One of 117 MB took twelve minutes beside other work.
    """
    create(event_file).close()
    other = event_file.with_name("other.flagfall")
    create(other).close()
    with closing(sqlite3.connect(other, isolation_level=None)) as raw:
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        raw.execute("BEGIN")
        raw.executemany(
            INSERT_ROW,
            [
                (
                    TOURNAMENT,
                    number,
                    number,
                    0,
                    "desk",
                    "EO",
                    "judge_called",
                    1,
                    "x" * 30_000,
                    b"0" * 32,
                )
                for number in range(1, 300)
            ],
        )
        raw.execute("COMMIT")
        journal = other.with_name(f"{other.name}-wal").read_bytes()
    event_file.with_name(f"{event_file.name}-wal").write_bytes(journal)
    with pytest.raises(StoreError, match="No part of an event can be read"):
        salvage.salvage(event_file)
    assert sizes_tried == [4096, 1024]


def test_long_rows_are_recovered_even_if_the_header_gives_a_wrong_page_size(
    event_file: Path,
) -> None:
    with create(event_file) as log:
        for length in (1, 100_000):
            write(log, PlayerWarned(1, 1, "x" * length))
    before = records_in(event_file)
    content = bytearray(event_file.read_bytes())
    content[16:18] = struct.pack(">H", 512)
    content[100:112] = b"\xa5" * 12
    event_file.write_bytes(content)
    assert records_in(repair(event_file).file) == before


@pytest.mark.parametrize("rows", [4, 150])
def test_deleted_rows_that_were_not_overwritten_are_not_recovered(file: Path, rows: int) -> None:
    """Python's SQLite for Windows is built so; of many rows whole pages are freed."""
    with open_log(file) as log:
        log.note_sign(log.last_sign.alive_ms or 0)
    before = records_in(file)
    gone = {*range(40, 40 + rows)}
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("PRAGMA secure_delete = OFF").fetchall()
        raw.execute("DELETE FROM log WHERE seq >= 40 AND seq < ?", (40 + rows,))
    assert set(salvage.salvage(file).rows) == {record.seq for record in before} - gone


def test_data_deleted_by_flagfall_is_overwritten(file: Path) -> None:
    with open_log(file) as log:
        (on,) = log._file.raw.execute("PRAGMA secure_delete").fetchone()  # noqa: SLF001
    assert on == 1


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_file_is_not_left_open(tmp_path: Path, seed: int) -> None:
    """Windows lets nobody repair, move or delete a file that is open."""
    original = make(tmp_path, players=8, rounds=1)
    gc.collect()
    gc.disable()
    try:
        for corrupt in (corrupt_files.flip, corrupt_files.flip_many, corrupt_files.scribble):
            dice = random.Random(f"{seed} {corrupt.__name__}")
            lay_down(original, corrupt(dice, original))
            with suppress(StoreError), open_log(original.path, read_only=True) as log:
                log.check()
            assert [*open_files(tmp_path)] == []
    finally:
        gc.enable()


def test_a_row_is_not_lost_when_only_its_checksum_is_damaged(file: Path) -> None:
    before = records_in(file)
    raw = sqlite3.connect(file)
    (check,) = raw.execute("SELECT checksum FROM log WHERE seq = 20").fetchone()
    raw.close()
    flip(file, check, at=3)
    with pytest.raises(Damaged, match="Row 20"):
        open_log(file)
    assert records_in(repair(file).file) == before


def test_damaged_event_settings_are_used_with_a_warning_when_nothing_else_is_left(
    file: Path,
) -> None:
    _, payload = payload_of(file, "seq = 1")
    flip(file, b"Steamroller", at=3, every=True)
    repaired = repair(file)
    assert "Row 1" in repaired.notes[0]
    assert "check the Format page" in repaired.notes[0]
    first = records_in(repaired.file)[0]
    assert isinstance(first.event, CreateEvent)
    assert len(payload) > 4096


def test_an_event_without_any_settings_still_opens(file: Path) -> None:
    flip(file, b'{"settings":', at=1, every=True)
    repaired = repair(file)
    assert "is assumed" in repaired.notes[0]
    assert "Nothing is lost." not in repaired.summary
    assert "All rows but the first are intact." in repaired.summary
    state = fold(records_in(repaired.file))
    assert state.settings is not None
    assert state.settings.size == max(state.packet.sizes)
    assert len(state.players) == 8


def test_an_old_file_is_repaired_too(event_file: Path) -> None:
    shutil.copyfile(OLD, event_file)
    with event_file.open("r+b") as raw:
        raw.seek(18)
        raw.write(struct.pack(">H", 9))
    with pytest.raises(Damaged):
        open_log(event_file)
    repaired = repair(event_file)
    assert repaired.lost == ()
    assert records_in(repaired.file) == records_in(OLD)


def test_if_nothing_can_be_read_a_repair_writes_nothing(
    event_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event_file.write_bytes(b"\xa5" * 20_000)
    assert main(["repair", str(event_file)]) == 2
    assert "No part of an event can be read from Cup.flagfall." in capsys.readouterr().err
    assert list(event_file.parent.iterdir()) == [event_file]
    assert main(["repair", str(event_file.with_name("none.flagfall"))]) == 2


def folder_of_that_name(file: Path) -> None:
    file.mkdir()


def nothing(file: Path) -> None:
    pass


def pipe(file: Path) -> None:
    """Whoever reads it waits for ever."""
    os.mkfifo(file)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (folder_of_that_name, "is a folder. Choose the event file inside it."),
        (nothing, "There is no file "),
        pytest.param(
            pipe,
            "is not a Flagfall event file.",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders"),
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_path_that_is_no_file_is_neither_repaired_nor_restored(
    event_file: Path,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], None],
    sentence: str,
) -> None:
    make(event_file)
    to = str(event_file.with_name("New.flagfall"))
    for command in (["repair", str(event_file)], ["restore", str(event_file), "--to", to]):
        assert main(command) == 2
        assert sentence in capsys.readouterr().err
    assert list(event_file.parent.glob("*")) == ([event_file] if make is not nothing else [])


def test_a_repair_that_cannot_write_its_result_says_so(
    played: Path, common_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = common_folder / "Cup.flagfall"
    shutil.copyfile(played, file)
    common_folder.chmod(0o555)
    with powerless():
        assert main(["repair", str(file)]) == 2
    common_folder.chmod(0o777)
    assert f"Nothing can be written in {common_folder}. " in capsys.readouterr().err
    assert list(common_folder.iterdir()) == [file]
    assert main(["repair", str(file), "-o", str(common_folder / "none" / "New.flagfall")]) == 2
    assert "none. Name another folder for the new file" in capsys.readouterr().err


def whole(file: Path, other: Path) -> None:
    pass


def cut_off(file: Path, other: Path) -> None:
    os.truncate(file, file.stat().st_size * 2 // 3)


def cut_to_its_head(file: Path, other: Path) -> None:
    os.truncate(file, 60)


def emptied(file: Path, other: Path) -> None:
    file.write_bytes(b"")


def of_words(file: Path, other: Path) -> None:
    file.write_text("no event\n" * 900)


def beside_a_foreign_journal(file: Path, other: Path) -> None:
    with create(other) as log:
        log.append([RowLost(written("x" * 900).remark)], at_ms=1, station="desk", actor="EO")
        shutil.copyfile(f"{other}-wal", f"{file}-wal")


@pytest.mark.parametrize(
    ("make", "rows", "restored"),
    [
        (whole, "{count} rows brought back", True),
        (cut_off, "rows brought back", False),
        (cut_to_its_head, "No part of an event can be read", False),
        (emptied, "No part of an event can be read", False),
        (of_words, "No part of an event can be read", False),
        (beside_a_foreign_journal, "{count} rows brought back", True),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.parametrize("name", ["Cup.flagfall", "C\udcfcp.flagfall"])
def test_a_repair_or_restore_never_changes_its_source_file(
    file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    make: Callable[[Path, Path], None],
    rows: str,
    restored: bool,
) -> None:
    """Also under a name that is no UTF-8; and so does what is in the place of a restored file."""
    if not name.isascii() and sys.platform != "linux":
        pytest.skip("names are UTF-8 here")
    file = file.rename(file.with_name(name))
    count = len(inspect(file).contents.rows)
    make(file, tmp_path / "Other.flagfall")
    target = tmp_path / "There.flagfall"
    target.write_bytes(b"something else")
    before = file.read_bytes()

    main(["repair", str(file)])
    said = capsys.readouterr()
    assert rows.format(count=count) in said.out + said.err
    assert main(["restore", str(file), "--to", str(target)]) == (0 if restored else 2)
    said = capsys.readouterr()
    assert ("Restored from " in said.out) is restored
    assert bool(said.err) is not restored

    assert file.read_bytes() == before
    aside = list(tmp_path.glob("There before restoring *"))
    kept = aside[0] if restored else target
    assert kept.read_bytes() == b"something else"


def test_a_folder_is_no_place_to_restore_to(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was taken for the event's file, and moved aside with all that was in it."""
    folder = tmp_path / "Desktop"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    assert main(["restore", str(file), "--to", str(folder)]) == 2
    assert "is a folder. Add the name of the event’s file." in capsys.readouterr().err
    assert (folder / "notes.txt").read_text() == "mine"
    assert list(tmp_path.glob("Desktop*")) == [folder]


def test_a_repair_replaces_no_file(file: Path) -> None:
    assert repair(file).file != repair(file).file
    assert main(["repair", str(file), "-o", str(file)]) == 2


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_every_corruption_is_noticed_and_every_undamaged_row_is_recovered(
    tmp_path: Path, seed: int
) -> None:
    outcome = corrupt_many(make(tmp_path, players=16, rounds=1), count=60, seed=seed)
    assert outcome.wrong == [], table(outcome)
    assert sum(outcome.seen.values()) > 20


@pytest.mark.long
def test_a_repair_that_forgets_the_last_row_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(path: Path, to: Path) -> Repaired:
        repaired = repair(path, to)
        shorten(to)
        return repaired

    monkeypatch.setattr(corrupt_files, "repair", forgetful)
    outcome = corrupt_many(make(tmp_path, players=4, rounds=1), count=30, seed=1)
    assert "the repaired file holds other rows" in "".join(outcome.wrong)


def shorten(file: Path) -> None:
    """Take the last row away, in a file whose checksums fit."""
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)")
    reseal(file)


def test_the_last_sign_of_life_is_also_kept_outside_the_file(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log, 3)
        alive_ms = (log.last_sign.alive_ms or 0) + 60_000
        log.note_sign(alive_ms)
    without_head(event_file)
    content = event_file.read_bytes()
    event_file.write_bytes(content.replace(b"last_alive_ms", b"last_alive_??"))
    with open_log(repair(event_file).file, read_only=True) as log:
        assert log.last_sign.alive_ms == alive_ms


def test_a_row_on_more_pages_than_the_recursion_limit_is_recovered(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log, 3)
        write(log, PlayerWarned(1, 1, "x" * 4_500_000))
    made = repair(event_file)
    assert (made.rows, made.lost) == (4, ())
    with open_log(made.file, read_only=True) as log:
        assert log.records()[-1].event == PlayerWarned(1, 1, "x" * 4_500_000)


def test_a_row_whose_pages_form_a_loop_is_given_up(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log, 3)
        write(log, PlayerWarned(1, 1, "x" * 4_500_000))
    content = bytearray(event_file.read_bytes())
    page = 4096
    whole = bytes(content)
    first = next(
        number
        for number in range(1, len(content) // page)
        if whole[number * page + 4 : (number + 1) * page] == b"x" * (page - 4)
    )
    content[first * page : first * page + 4] = struct.pack(">I", first + 1)
    event_file.write_bytes(content)
    made = repair(event_file)
    assert made.rows == 3
    with open_log(made.file, read_only=True) as log:
        assert log.last_seq in {3, 4}


def test_a_file_larger_than_any_event_is_not_read(file: Path) -> None:
    with file.open("r+b") as content:
        content.truncate(300_000_000)
    with pytest.raises(StoreError, match=r"Cup\.flagfall is too large for an event"):
        repair(file)
    assert [*file.parent.glob("*repaired*")] == []


@pytest.mark.parametrize("check_first_bytes", [10, 100_000_000])
def test_rows_that_would_fill_memory_are_not_recovered(
    file: Path, check_first_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(salvage, "MOST_SALVAGED_BYTES", 20_000)
    monkeypatch.setattr(salvage, "CHECK_FIRST_BYTES", check_first_bytes)
    with file.open("r+b") as content:
        content.write(bytes(16))  # no longer SQLite's, so that each row is looked for
    with pytest.raises(StoreError, match=r"Cup\.flagfall is too large for an event"):
        repair(file)


@pytest.mark.parametrize(("over", "told"), [(1, 0), (0, 1)])
def test_a_large_file_with_too_many_rows_is_refused_before_any_row_is_kept(
    over: int, told: int, event_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it is refused before there is too little memory for it."""
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with create(event_file) as log:
        fill(log, 3)
        log.gather()
        fill(log, 100)
        sizes = [
            Path(shutil.copy(f"{event_file}{ending}", crashed)).stat().st_size
            for ending in ("", "-wal")
        ]
    monkeypatch.setattr(salvage, "MOST_SALVAGED_BYTES", 20_000)
    monkeypatch.setattr(salvage, "CHECK_FIRST_BYTES", sum(sizes) - over)
    parts = list[float]()
    with pytest.raises(StoreError, match="is too large for an event"):
        salvage.salvage(crashed / event_file.name, report_progress=parts.append)
    assert len(parts[:1]) == told


def test_page_numbers_beyond_any_possible_disk_are_not_looked_up(event_file: Path) -> None:
    """A page's number is a row's: in a damaged file it may be any."""
    with create(event_file) as log:
        fill(log, 3)
        write(log, PlayerWarned(1, 1, "x" * 50_000))
    content = bytearray(event_file.read_bytes())
    content[16:18] = b"\0\1"  # pages of 64 KB
    event_file.write_bytes(content.replace(struct.pack(">I", 6), b"\xff\xff\xff\xf0"))
    assert repair(event_file).rows >= 3


@pytest.mark.parametrize("check_first_bytes", [10, 100_000_000])
def test_only_a_limited_number_of_changed_rows_is_kept_in_memory(
    event_file: Path, check_first_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(salvage, "MOST_DOUBTFUL_BYTES", 3_000)
    monkeypatch.setattr(salvage, "CHECK_FIRST_BYTES", check_first_bytes)
    with create(event_file) as log:
        fill(log, 40)
    content = event_file.read_bytes()
    event_file.write_bytes(content.replace(b"x" * 400, b"y" * 400))
    with pytest.raises(StoreError, match="No part of an event can be read"):
        repair(event_file)


def test_a_large_file_is_repaired_as_a_small_one(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with file.open("r+b") as content:
        content.write(bytes(16))
    rows = repair(file).rows
    monkeypatch.setattr(salvage, "CHECK_FIRST_BYTES", 10)
    made = repair(file)
    assert (made.rows, made.lost) == (rows, ())


def test_a_row_with_an_impossibly_high_number_is_ignored(event_file: Path) -> None:
    """Each number before it would be reported lost."""
    with create(event_file) as log:
        fill(log, 3)
    content = (10_000_000, 1, 1_000, "desk", "EO", *codec.encode(PlayerWarned(1, 1, "")))
    with closing(sqlite3.connect(event_file, isolation_level=None)) as raw:
        raw.execute(INSERT_ROW, (TOURNAMENT, *row_checks.chain_row(content, b"")))
    made = repair(event_file)
    assert (made.rows, made.lost) == (3, ())


def test_a_missing_backup_is_reported_before_anything_is_written(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for backup in (file.with_name("none.flagfall"), file.parent, Path(os.devnull)):
        assert main(["repair", str(file), "--with", str(backup)]) == 2
        assert backup.name in capsys.readouterr().err.replace("NUL", "nul")  # as Windows writes it
    assert [*file.parent.glob("*repaired*")] == []


@pytest.mark.parametrize("first", [False, True])
def test_a_row_whose_right_checksum_covers_content_without_meaning_is_lost(
    file: Path, *, first: bool
) -> None:
    """The event could not be opened, and neither could a repaired file with that row."""
    seq, _ = payload_of(file, "kind = 'round_finished'" if not first else "seq = 1")
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute('UPDATE log SET payload = \'{"round_number": "x"}\' WHERE seq = ?', (seq,))
    reseal(file)
    with pytest.raises(StoreError, match=f"Row {seq} "):
        records_in(file)
    made = repair(file)
    assert "Nothing is lost" not in made.summary
    assert made.is_damaged
    if first:
        assert not made.first_is_whole
    else:
        assert [words.partition(":")[0] for words in made.lost] == [f"Row {seq}"]
    assert len(records_in(made.file)) == made.rows + 1


def on_another_computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "another computer"))


def test_a_damaged_last_row_is_named_even_if_nothing_is_known_of_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    on_another_computer(monkeypatch, tmp_path)
    last, payload = payload_of(file, "seq = (SELECT max(seq) FROM log)")
    flip(file, payload, at=2)
    repaired = repair(file)
    assert [words.partition(":")[0] for words in repaired.lost] == [f"Row {last}"]
    assert "cannot show whether there were more rows after the last one" in repaired.remarks[-1]
    assert not repaired.is_all_there


def test_if_the_last_row_vanished_without_trace_the_repair_does_not_claim_nothing_is_lost(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_another_computer(monkeypatch, tmp_path)
    _, payload = payload_of(file, "seq = (SELECT max(seq) FROM log)")
    content = bytearray(file.read_bytes())
    at = content.rindex(payload)
    content[at - 60 : at + len(payload)] = bytes(60 + len(payload))
    file.write_bytes(content)
    assert main(["repair", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Nothing is lost" not in said
    assert "The file is damaged. No row before the last of these is lost." in said
    assert "compare the end of the History page with what was entered last." in said


def test_damage_outside_the_rows_is_reported_and_costs_no_row_if_the_last_is_known(
    file: Path,
) -> None:
    with open_log(file) as log:
        log.note_sign(log.last_sign.alive_ms or 0)
    flip(file, b"blake2b-128 row")
    repaired = repair(file)
    assert "The file is damaged, but no row of it is lost." in repaired.summary
    assert repaired.remarks == ()


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 3; UPDATE meta SET value = '3' WHERE key = 'format'",
        "UPDATE log SET kind = 'dragon_landed' WHERE seq = 7",
    ],
)
def test_a_file_of_a_newer_flagfall_is_not_repaired(file: Path, statement: str) -> None:
    change(file, statement)
    reseal(file)
    said = []
    for look in (verify, repair):
        with pytest.raises(Newer, match="was written by a newer Flagfall") as refused:
            look(file)
        said.append(str(refused.value))
    assert said[0] == said[1]
    assert [path.name for path in file.parent.glob("*.flagfall")] == [file.name]


@pytest.mark.parametrize("at", [100, 5000])
def test_a_damaged_file_of_a_newer_flagfall_is_not_repaired_either(file: Path, at: int) -> None:
    change(file, "UPDATE log SET kind = 'dragon_landed' WHERE seq = 7")
    reseal(file)
    content = bytearray(file.read_bytes())
    content[at] ^= 0xFF
    file.write_bytes(content)
    with pytest.raises(Newer, match=r"Cup.flagfall was written by a newer Flagfall"):
        repair(file)
    assert [path.name for path in file.parent.glob("*.flagfall")] == [file.name]


def test_rows_a_crash_left_in_a_broken_journal_are_found_by_repair_and_verify(
    event_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """SQLite stops reading a journal at the first byte that differs."""
    with create(event_file) as log:
        fill(log, 3)
        log.gather()
        fill(log, 40)
        crashed = Path(shutil.copytree(event_file.parent, tmp_path / "crashed")) / event_file.name
    journal = crashed.with_name(f"{crashed.name}-wal")
    content = bytearray(journal.read_bytes())
    content[len(content) // 2] ^= 1
    journal.write_bytes(content)
    on_another_computer(monkeypatch, tmp_path)
    with open_log(crashed, read_only=True) as log:
        there = log.last_seq
    assert any(
        f"The file ends at row {there}, but later" in fault for fault in verify(crashed).faults
    )
    repaired = repair(crashed)
    assert repaired.rows > there
    assert repaired.notes == ("Later rows were in its bytes that opening the file did not show.",)
    assert not repaired.is_all_there


def test_an_intact_file_this_computer_knows_as_longer_is_not_called_complete(
    file: Path, tmp_path: Path
) -> None:
    older = Path(shutil.copy(file, tmp_path / "older"))
    for seat in (1, 2):
        with open_log(file, as_it_is=True) as log:
            write(log, PlayerWarned(seat, 1, "late"))
        if seat == 1:
            newer = file.read_bytes()
            file.write_bytes(older.read_bytes())
    file.write_bytes(newer)
    repaired = repair(file)
    assert "is not the file that this computer has written" in repaired.summary
    assert not repaired.is_all_there


def test_an_intact_file_is_still_reported_as_complete_when_a_backup_is_given(
    file: Path, played: Path
) -> None:
    repaired = repair(file, copies=[played])
    assert (repaired.lost, repaired.notes) == ((), ())
    assert "Nothing is lost." in repaired.summary
    assert repaired.is_all_there


def test_rows_found_only_in_a_backup_do_not_count_as_damage_to_an_intact_file(
    event_file: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "Backup.flagfall"
    with create(backup) as log:
        fill(log, 3)
    shutil.copyfile(backup, event_file)
    with open_log(backup) as log:
        fill(log, 2)
    repaired = repair(event_file, copies=[backup])
    assert (repaired.rows, repaired.is_damaged) == (5, False)
    assert repaired.notes == ("2 rows came from backups.",)
