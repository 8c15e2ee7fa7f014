"""Names and links that a file system allows and nobody expects."""

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.__main__ import main
from app.store.errors import Damaged, StoreError
from app.store.log.checks import demand_makeable, demand_openable
from app.store.log.event_log import EventLog, create, open_log
from app.store.log.glance import take_glance
from app.store.log.sqlite_errors import in_sentences
from app.store.rescue.repair import repair
from app.store.rescue.restore import look_at, restore
from tests.store.by_hand import change, fill

LINKS = pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
LONG = pytest.mark.skipif(
    sys.platform == "win32", reason="so long a name makes too long a path there"
)
BYTES = pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode on other systems")


@pytest.fixture
def loop(tmp_path: Path) -> Path:
    """A link that leads back to itself by way of another one."""
    folder = tmp_path / "links"
    folder.mkdir()
    here, there = folder / "Cup.flagfall", folder / "Other.flagfall"
    here.symlink_to(there)
    there.symlink_to(here)
    return here


@LINKS
def test_a_link_that_leads_back_to_itself_is_reported(loop: Path, closed: Path) -> None:
    wanted = r"Cup\.flagfall is a link to a file that is not there"

    for act in (open_log, look_at, repair):
        with pytest.raises(StoreError, match=wanted):
            act(loop)
    with pytest.raises(StoreError, match=wanted):
        open_log(loop, read_only=True)
    with pytest.raises(StoreError, match=wanted):
        create(loop)
    with pytest.raises(StoreError, match=wanted):
        restore(closed, loop)
    assert loop.is_symlink()


@LINKS
def test_a_link_to_nothing_is_reported(tmp_path: Path) -> None:
    link = tmp_path / "Cup.flagfall"
    link.symlink_to(tmp_path / "gone.flagfall")

    with pytest.raises(StoreError, match=r"gone\.flagfall"):
        open_log(link)


@pytest.mark.parametrize("letter", [pytest.param("a", marks=LONG), "é", "語", "🏆"])
def test_a_name_of_the_reported_maximum_length_works(tmp_path: Path, letter: str) -> None:
    """A letter has one to four bytes, and names have a limit in bytes."""
    with pytest.raises(StoreError, match="too long") as refused:
        create(tmp_path / f"{letter * 250}.flagfall")
    most = int(re.findall(r"at most (\d+) letters", str(refused.value))[0])
    file = tmp_path / f"{letter * most}.flagfall"
    with create(file) as log:
        fill(log)
        log.copied().write(tmp_path, "round 10 played to 12.34")
    with pytest.raises(StoreError, match="too long"):
        create(tmp_path / f"{letter * (most + 1)}.flagfall")


@LONG
def test_rows_set_aside_from_a_file_with_a_long_name_are_kept(tmp_path: Path, closed: Path) -> None:
    """The name that it gets then is longer yet."""
    file = tmp_path / f"{'a' * 234}.flagfall"
    shutil.copyfile(closed, file)
    rows = look_at(file).rows
    assert repair(file).rows == rows
    restored = restore(closed, file)
    assert restored.aside is not None
    assert look_at(restored.aside).rows == rows
    with open_log(file) as log:
        file.write_bytes(b"something else")
        fill(log)
        assert "restored its own file" in log.put_back()
    with open_log(file) as log:
        assert len(log.records()) == rows + 1


@LONG
def test_opening_a_file_whose_name_is_too_long_is_reported(tmp_path: Path, closed: Path) -> None:
    file = tmp_path / f"{'a' * 243}.flagfall"
    shutil.copyfile(closed, file)
    for act in (open_log, look_at):
        with pytest.raises(StoreError, match=r"is too long a name\. Choose one of at most \d+ let"):
            act(file)
    assert main(["verify", str(file)]) == 2


@BYTES
def test_a_file_whose_name_is_not_valid_text_opens_like_any_other(tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/C\xfcp.flagfall"))
    with create(file) as log:
        fill(log, 3)
    with open_log(file) as log:
        fill(log)
        with open_log(file, read_only=True) as reader:
            assert len(reader.records()) == 4
    repaired = repair(file).file
    with open_log(repaired) as log:
        assert len(log.records()) == 4
    assert main(["verify", str(file)]) == 0


def test_an_overlong_file_name_is_reported(tmp_path: Path) -> None:
    """240 letters and the ending are allowed, and leave no room for the journal's."""
    file = tmp_path / f"{'a' * 240}.flagfall"

    with pytest.raises(StoreError, match=r"is too long a name\. Choose one of at most \d+ letters"):
        create(file)
    assert not list(tmp_path.iterdir())


SPELLINGS: dict[str, Callable[[Path], str]] = {
    "up and down": lambda file: (
        f"{file.parent}{os.sep}..{os.sep}{file.parent.name}{os.sep}{file.name}"
    ),
}
if sys.platform == "win32":
    import ctypes

    def short(file: Path) -> str:
        """Return the path with names of eight letters, as older programs have it."""
        letters = ctypes.create_unicode_buffer(512)
        assert ctypes.windll.kernel32.GetShortPathNameW(str(file), letters, len(letters))
        return letters.value

    SPELLINGS |= {
        "in short names": short,
        "in capitals": lambda file: str(file).upper(),
        "with slashes": lambda file: file.as_posix(),
        "as long paths begin": lambda file: f"\\\\?\\{file}",
    }
else:

    def link(file: Path) -> str:
        """Return a link to the file, in the folder above it."""
        leads = file.parents[1] / f"link of {file.parent.name}.flagfall"
        leads.symlink_to(file)
        return str(leads)

    SPELLINGS["by a link"] = link


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("name", ["50 % of #1; 2.flagfall", "Jürgen 龍.flagfall"])
def test_every_spelling_of_a_path_leads_to_the_same_file(
    tmp_path: Path, name: str, spelling: str
) -> None:
    file = tmp_path / name
    with create(file) as log:
        spelled = Path(SPELLINGS[spelling](file))
        fill(log, 2)
        with pytest.raises(StoreError, match="already open in another Flagfall"):
            open_log(spelled)
        assert take_glance(spelled) == take_glance(file)
    with open_log(spelled) as log:
        fill(log)
    with open_log(file, read_only=True) as log:
        assert len(log.records()) == 3
    assert [each.name for each in tmp_path.iterdir()] == [name]


def in_folders(tmp_path: Path, length: int) -> Path:
    """Return a file of ``tmp_path`` whose path has so many letters, as its folders are deep."""
    folder = tmp_path
    while len(str(folder)) + 120 < length:
        folder /= "deep in the folders of other years"
    return folder / f"{'c' * (length - len(str(folder)) - len('/.flagfall'))}.flagfall"


def test_an_overlong_path_is_reported_as_too_many_folders(tmp_path: Path) -> None:
    """Its name is short enough for every system."""
    long = in_folders(tmp_path, 530)
    wanted = (
        r"c\.flagfall is too long for an event, counting its folders\. Letters over the limit: \d+"
    )

    for act in (create, demand_makeable, open_log, look_at, demand_openable):
        with pytest.raises(StoreError, match=wanted):
            act(long)
    assert not list(tmp_path.iterdir())


def test_a_path_that_leaves_just_enough_room_holds_an_event_and_its_copies(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refused:
        create(in_folders(tmp_path, 530))
    over = int(re.findall(r"limit: (\d+)", str(refused.value))[0])
    file = in_folders(tmp_path, 530 - over)
    file.parent.mkdir(parents=True)

    with create(file) as log:
        fill(log)
        log.copied().write(file.parent, "round 10 played to 12.34")
    with open_log(file) as log:
        assert len(log.records()) == 1


@LONG
def test_the_longest_name_allowed_works(tmp_path: Path) -> None:
    longest = 255 - len(" round 10 played to 12.34 (10).part-journal")
    file = tmp_path / f"{'a' * (longest - len('.flagfall'))}.flagfall"

    with create(file) as log:
        fill(log)
    with open_log(file) as log:
        assert len(log.records()) == 1


def test_a_row_added_by_another_program_is_removed(log: EventLog, event_file: Path) -> None:
    fill(log)
    change(event_file, "INSERT INTO log SELECT tournament, 2, act, at_ms, station, 'nobody', kind,"
                       " version, payload, checksum FROM log WHERE seq = 1")  # fmt: skip

    fill(log)

    assert "replaced" in log.put_back()
    with open_log(event_file, read_only=True) as reader:
        assert [row.actor for row in reader.records()] == ["EO", "EO"]


def test_a_row_already_written_by_another_program_is_not_called_damage(event_file: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY)")
        raw.execute("INSERT INTO log VALUES (1)")

        wanted = r"Cup\.flagfall was changed by another program while it was open"
        with pytest.raises(StoreError, match=wanted) as refused, in_sentences(event_file):
            raw.execute("INSERT INTO log VALUES (1)")
    assert not isinstance(refused.value, Damaged)
