"""An event's file that somebody deletes or moves while the event is open."""

import shutil
import sys
from pathlib import Path

import pytest

from app.engine.acts.players import Entry, PlayersAdded, PlayersCheckedIn
from app.store.errors import Behind, StoreError
from app.store.log.event_log import EventLog, create, open_log
from app.store.rescue.restore import restore
from tests.store import dying
from tests.store.by_hand import write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there an open file stays")

ANA = PlayersAdded(((1, Entry("Ana")),))
HERE = PlayersCheckedIn((1,))


def test_a_file_still_in_its_place_is_left_alone(log: EventLog, event_file: Path) -> None:
    write(log, ANA)
    before = event_file.stat().st_ino
    assert log.put_back() == ""
    assert event_file.stat().st_ino == before


@pytest.mark.parametrize("whole_folder", [False, True])
def test_a_deleted_file_is_put_back_in_full_and_writing_continues(
    tmp_path: Path, whole_folder: bool
) -> None:
    file = tmp_path / "stick" / "Cup.flagfall"
    file.parent.mkdir()
    with create(file) as log:
        write(log, ANA)
        if whole_folder:
            shutil.rmtree(file.parent)
        else:
            file.unlink()
        words = log.put_back()
        assert str(file) in words
        assert "has restored it" in words
        assert log.put_back() == ""
        with open_log(file, read_only=True) as copy:
            assert [record.event for record in copy.records()] == [ANA]
        with pytest.raises(StoreError, match="already open"):
            open_log(file)
        write(log, HERE)
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    with open_log(file) as log:
        assert [record.event for record in log.records()] == [ANA, HERE]


def test_a_moved_file_stays_where_it_is_and_writing_continues_in_another(tmp_path: Path) -> None:
    file, moved = tmp_path / "Cup.flagfall", tmp_path / "Moved.flagfall"
    with create(file) as log:
        write(log, ANA)
        log.gather()
        file.rename(moved)
        assert "has restored it" in log.put_back()
        write(log, HERE)
    with open_log(file) as log:
        assert len(log.records()) == 2
    with open_log(moved) as log:
        assert [record.event for record in log.records()] == [ANA]


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_moved_without_its_journal_names_the_file_where_the_event_continues(
    tmp_path: Path, read_only: bool
) -> None:
    file, moved = tmp_path / "Cup.flagfall", tmp_path / "Moved.flagfall"
    with create(file) as log:
        write(log, ANA)
        file.rename(moved)
        assert "has restored it" in log.put_back()
        with pytest.raises(StoreError) as refused:
            open_log(moved, read_only=read_only)
    assert str(refused.value) == (
        "Moved.flagfall holds no event: it was moved, renamed or copied while the event was open."
        f" The event is in {file}. Open that file."
    )
    assert sorted(each.name for each in tmp_path.iterdir()) == [file.name, moved.name]


def test_a_file_moved_after_a_crash_without_its_journal_says_to_move_it_back(
    tmp_path: Path,
) -> None:
    file, moved = tmp_path / "Cup.flagfall", tmp_path / "Moved.flagfall"
    program = (
        "import os, sys; from pathlib import Path;"
        "from app.store.log.event_log import create; from tests.store.by_hand import write;"
        "from tests.store.rescue.test_put_back import ANA;"
        f"log = create(Path({str(file)!r})); write(log, ANA);"
        f"os.rename({str(file)!r}, {str(moved)!r}); os._exit(0)"
    )
    dying.run(program)
    with pytest.raises(StoreError) as refused:
        open_log(moved)
    assert str(refused.value) == (
        "Moved.flagfall holds no event: it was moved or renamed while the event was open, and"
        f" everything is still in the journal {file}-wal. Move the file back to {file} and open"
        " it there."
    )
    moved.rename(file)
    with open_log(file) as log:
        assert [record.event for record in log.records()] == [ANA]


@pytest.mark.parametrize("is_restored_elsewhere", [False, True])
def test_a_file_renamed_after_a_crash_names_the_journal_that_has_its_latest_rows(
    tmp_path: Path, is_restored_elsewhere: bool
) -> None:
    file, renamed = tmp_path / "Cup.flagfall", tmp_path / "Final.flagfall"
    program = (
        "import os; from pathlib import Path;"
        "from app.store.log.event_log import create; from tests.store.by_hand import write;"
        "from tests.store.rescue.test_put_back import ANA, HERE;"
        f"log = create(Path({str(file)!r})); write(log, ANA); log.gather(); write(log, HERE);"
        "os._exit(0)"
    )
    dying.run(program)
    if is_restored_elsewhere:
        restore(file, tmp_path / "Other.flagfall")
    file.rename(renamed)
    with pytest.raises(Behind) as refused:
        open_log(renamed)
    assert str(refused.value) == (
        "Final.flagfall ends at row 1, but this computer has written row 2 of it: it was moved or"
        f" renamed without its journal {file}-wal. Move the file back to {file} and open it"
        " there."
    )
    with open_log(renamed, read_only=True) as log:
        assert [record.event for record in log.records()] == [ANA]
    renamed.rename(file)
    with open_log(file) as log:
        assert [record.event for record in log.records()] == [ANA, HERE]
    file.rename(renamed)
    with open_log(renamed) as log:
        assert [record.event for record in log.records()] == [ANA, HERE]


def test_an_unknown_file_without_rows_says_where_to_look_for_them(tmp_path: Path) -> None:
    file, moved = tmp_path / "Cup.flagfall", tmp_path / "Moved.flagfall"
    create(file).close()
    file.rename(moved)
    with pytest.raises(StoreError, match=r"a file that ends in \.flagfall-wal\. Open the file of"):
        open_log(moved)
    with open_log(moved, as_it_is=True) as log:
        assert log.records() == []


def test_a_file_that_lost_its_journal_lacks_rows(event_file: Path) -> None:
    log = create(event_file)
    write(log, ANA)
    shutil.copy(event_file, event_file.with_suffix(".old"))
    log.close()
    event_file.with_suffix(".old").replace(event_file)
    with pytest.raises(Behind, match="ends at row 0, but this computer has written row 1"):
        open_log(event_file)


def test_a_file_deleted_just_before_closing_is_put_back(log: EventLog, event_file: Path) -> None:
    write(log, ANA)
    event_file.unlink()
    log.close()
    with open_log(event_file) as again:
        assert [record.event for record in again.records()] == [ANA]


def test_a_failure_to_put_a_file_back_is_reported_and_retried(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    file = folder / "Cup.flagfall"
    with create(file) as log:
        write(log, ANA)
        shutil.rmtree(folder)
        folder.write_text("in the way")
        words = log.put_back()
        assert str(file) in words
        assert "cannot be restored" in words
        write(log, HERE)
        folder.unlink()
        assert "has restored it" in log.put_back()
    with open_log(file) as log:
        assert [record.event for record in log.records()] == [ANA, HERE]


def test_a_read_only_log_puts_nothing_back(log: EventLog, event_file: Path) -> None:
    write(log, ANA)
    with open_log(event_file, read_only=True) as reader:
        event_file.unlink()
        assert reader.put_back() == ""
        assert not event_file.exists()
