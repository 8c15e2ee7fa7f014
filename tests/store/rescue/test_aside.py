"""What others have written under the event's name is kept, and both programs say so."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.engine.acts.events import Event
from app.engine.acts.players import Entry, PlayersAdded, PlayersCheckedIn, PlayerWarned
from app.store.errors import StoreError
from app.store.log.event_log import EventLog, create, open_log
from app.store.log.file_lock import FileLock
from app.store.own_folder import own_folder
from app.store.preferences import computer_name
from tests.store.by_hand import write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there an open file stays")

ANA = PlayersAdded(((1, Entry("Ana")),))
BO = PlayersAdded(((2, Entry("Bo")),))
HERE = PlayersCheckedIn((1,))
ROW = "The file that was there holds 1 row that is not in this event. It is now "


def events_in(file: Path) -> list[Event]:
    with open_log(file, read_only=True, as_it_is=True) as log:
        return [record.event for record in log.records()]


def replaced(file: Path) -> list[Path]:
    return sorted(file.parent.glob("* replaced *.flagfall"))


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@contextmanager
def stick_out(log: EventLog, stick: Path) -> Iterator[Path]:
    """The stick in another laptop, while the event goes on without it."""
    elsewhere = Path(shutil.copytree(stick, stick.with_name("elsewhere")))
    shutil.rmtree(stick)
    stick.write_text("in the way")
    write(log, HERE)
    elsewhere.joinpath("Cup.flagfall.lock").unlink()
    yield elsewhere / "Cup.flagfall"
    stick.unlink()
    elsewhere.rename(stick)


def go_on_and_crash(file: Path) -> None:
    program = (
        "import os; from pathlib import Path;"
        "from app.store.log.event_log import open_log; from tests.store.by_hand import write;"
        "from tests.store.rescue.test_aside import BO;"
        f"log = open_log(Path({str(file)!r}), as_it_is=True); write(log, BO); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("is_closed", [True, False])
def test_rows_written_on_the_stick_by_another_laptop_are_kept_under_a_telling_name(
    stick: Path, is_closed: bool
) -> None:
    with create(stick / "Cup.flagfall") as log:
        write(log, ANA)
        with stick_out(log, stick) as file:
            if is_closed:
                with open_log(file, as_it_is=True) as other:
                    write(other, BO)
            else:
                go_on_and_crash(file)
        notice = log.put_back()
        (aside,) = replaced(log.path)
        assert notice == (
            f"{log.path} is back. Flagfall has brought it up to date and goes on saving there."
            f" {ROW}{aside}. Open it later to see what was entered there, and enter it again."
        )
        assert aside.name.startswith(f"Cup from {computer_name()} replaced 20")
        assert events_in(aside) == [ANA, BO]
        write(log, HERE)
    assert events_in(stick / "Cup.flagfall") == [ANA, HERE, HERE]
    assert not [*own_folder("rescued").glob("Cup*")]


def test_rows_in_another_laptops_journal_are_kept_even_without_its_lock(
    stick: Path,
) -> None:
    """The lock that is beside the file is then this program's own."""
    with create(stick / "Cup.flagfall") as log:
        write(log, ANA)
        with stick_out(log, stick) as file:
            go_on_and_crash(file)
            file.with_name("Cup.flagfall.lock").unlink()
        log.put_back()
        (aside,) = replaced(log.path)
        assert events_in(aside) == [ANA, BO]


def test_a_stick_that_nobody_used_meanwhile_is_brought_up_to_date(stick: Path) -> None:
    with create(stick / "Cup.flagfall") as log:
        write(log, ANA)
        with stick_out(log, stick):
            pass
        assert log.put_back().endswith("has brought it up to date and goes on saving there.")
        assert [path.name for path in stick.iterdir() if "lock" not in path.name] == [
            "Cup.flagfall", "Cup.flagfall-wal", "Cup.flagfall-shm",
        ]  # fmt: skip
    assert events_in(stick / "Cup.flagfall") == [ANA, HERE]


def test_another_event_on_another_stick_is_kept(stick: Path) -> None:
    with create(stick / "Cup.flagfall") as log:
        write(log, ANA)
        with stick_out(log, stick) as file:
            file.unlink()
            with create(file) as other:
                write(other, BO)
        (notice, (aside,)) = log.put_back(), replaced(log.path)
        assert f"The file that was there is another event. It is now {aside}." in notice
        assert events_in(aside) == [BO]


def test_a_file_that_is_no_event_is_kept_as_well(stick: Path) -> None:
    with create(stick / "Cup.flagfall") as log:
        write(log, ANA)
        with stick_out(log, stick) as file:
            for ending in ("-wal", "-shm"):
                file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)
            file.write_text("Notes of the judge")
        (notice, (aside,)) = log.put_back(), replaced(log.path)
        assert f"damaged or belongs to another program. It is now {aside}." in notice
        assert aside.read_text() == "Notes of the judge"


def test_another_events_journal_beside_the_returned_file_is_set_aside_as_left_over(
    stick: Path, tmp_path: Path
) -> None:
    with create(stick / "Cup.flagfall") as log, create(tmp_path / "Other.flagfall") as other:
        write(log, ANA)
        write(other, BO)
        journal = (tmp_path / "Other.flagfall-wal").read_bytes()
        with stick_out(log, stick) as file:
            file.with_name("Cup.flagfall-wal").write_bytes(journal)
        log.put_back()
        (left,) = stick.glob("* left over")
        assert left.read_bytes() == journal


def test_a_deleted_lock_is_made_again_and_reported(log: EventLog, event_file: Path) -> None:
    write(log, ANA)
    lock = event_file.with_name("Cup.flagfall.lock")
    lock.unlink()
    assert log.put_back() == (
        f"{lock}, which keeps a second Flagfall from writing to this event, was deleted. Flagfall"
        f" has recreated it. Check that nobody else has opened the event meanwhile."
    )
    assert log.put_back() == ""
    with pytest.raises(StoreError, match="already open"):
        open_log(event_file)


def test_two_programs_with_the_same_file_open_both_report_it_and_keep_all_rows(
    event_file: Path,
) -> None:
    with create(event_file) as first:
        write(first, ANA)
        event_file.with_name("Cup.flagfall.lock").unlink()
        with open_log(event_file) as second:
            write(second, BO)
            words = first.put_back()
            (rescue,) = own_folder("rescued").glob("Cup *.flagfall")
            assert f"{event_file} was opened in another Flagfall while it was open here" in words
            assert str(rescue) in words
            assert f"is also open in another Flagfall, on {computer_name()}," in second.put_back()
            write(first, HERE)
            write(second, PlayerWarned(1, 1, "late"))
            assert (first.put_back(), second.put_back()) == ("", "")
            assert events_in(rescue) == [ANA, HERE]
        told = first.put_back()
        (aside,) = replaced(event_file)
        assert str(aside) in told
        assert events_in(aside) == [ANA, BO, PlayerWarned(1, 1, "late")]
    assert events_in(event_file) == [ANA, HERE]
    assert not event_file.with_name("Cup.flagfall.lock").exists()


def test_a_second_program_that_writes_first_is_not_disturbed(event_file: Path) -> None:
    """Before the next beat, at a row of the program that was there first."""
    with create(event_file) as first:
        write(first, ANA)
        event_file.with_name("Cup.flagfall.lock").unlink()
        with open_log(event_file) as second:
            write(second, BO)
            write(first, HERE)
            write(second, HERE)
            assert events_in(event_file) == [ANA, BO, HERE]
    assert events_in(event_file) == [ANA, HERE]
    assert [events_in(file) for file in replaced(event_file)] == [[ANA, BO, HERE]]


def test_a_lock_signed_by_another_program_does_not_count_as_held(event_file: Path) -> None:
    lock = FileLock(event_file)
    lock.note("a1")
    assert (lock.is_held, lock.warning) == (True, "")
    beside = event_file.with_name("Cup.flagfall.lock")
    beside.write_bytes(beside.read_bytes().replace(b"a1", b"b2"))
    assert not lock.is_held
    with pytest.raises(StoreError, match="already open"):
        lock.take_again()
    lock.warn("Desk 1")
    assert lock.warning == ""  # its own
    lock.note("c3")
    assert lock.warning == ""
    lock.release()
    assert not beside.exists()


def test_a_lock_now_held_by_another_program_is_not_removed(event_file: Path) -> None:
    first = FileLock(event_file)
    os.unlink(event_file.with_name("Cup.flagfall.lock"))
    second = FileLock(event_file)
    first.release()
    assert second.is_held
    second.release()
