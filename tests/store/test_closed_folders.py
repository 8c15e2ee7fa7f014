"""A folder that the user may not enter, and a file that they may not read: a sentence each."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.store import events
from app.store.errors import NotWritable, StoreError
from app.store.exports.event_export import export_pieces, import_event
from app.store.file_names import real_path
from app.store.log.checks import demand_makeable, demand_openable, demand_readable
from app.store.log.event_log import EventLog, create, open_log
from app.store.log.glance import Stands, take_glance
from app.store.match_ups import own_match_ups, procedures
from app.store.packets.files import own_packets, shelf
from app.store.packets.toml_file import load_toml
from app.store.rescue.backups import copies_of
from app.store.rescue.repair import repair
from app.store.rescue.restore import look_at, restore
from app.store.tables.sources import look_into, read_players
from tests.events import Event
from tests.store.by_hand import fill
from tests.store.powers import closed_to_us, powerless

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")

READ: dict[str, Callable[[Path, Path], object]] = {
    "open": lambda file, _own: open_log(file),
    "open read-only": lambda file, _own: open_log(file, read_only=True),
    "open as it is": lambda file, _own: open_log(file, as_it_is=True),
    "look before opening": lambda file, _own: demand_openable(file),
    "look before reading": lambda file, _own: demand_readable(file),
    "look at a backup": lambda file, _own: look_at(file),
    "restore a backup": lambda file, own: restore(file, own / "Restored.flagfall"),
    "repair": lambda file, own: repair(file, own / "Repaired.flagfall"),
    "copy": lambda file, own: events.copy(file, own / "Copied.flagfall"),
    "export": lambda file, _own: [*export_pieces(file)],
    "import": lambda file, own: import_event(file, own / "Imported.flagfall"),
    "look into": lambda file, _own: look_into(file),
    "read players": lambda file, _own: read_players(file),
    "read a packet": lambda file, _own: load_toml(file, lambda _stem, _text: None),
}
WRITE: dict[str, Callable[[Path, Path], object]] = {
    "new event": lambda file, _own: create(file),
    "look before making": lambda file, _own: demand_makeable(file),
    "restore into": lambda file, own: restore(own / "Own.flagfall", file),
    "repair into": lambda file, own: repair(own / "Own.flagfall", file),
    "copy to": lambda file, own: events.copy(own / "Own.flagfall", file),
    "import to": lambda file, own: import_event(own / "Own.json", file),
}


@pytest.fixture
def own(common_folder: Path) -> Path:
    """A folder of our own with an event and its export."""
    file = common_folder / "Own.flagfall"
    with powerless():
        event = Event(file)
        event.register(2)
        event.close()
        file.with_suffix(".json").write_bytes(b"".join(export_pieces(file)))
    return common_folder


@pytest.fixture
def folder(own: Path) -> Path:
    """Somebody else's, with an event in it."""
    folder = own / "theirs"
    folder.mkdir()
    shutil.copy(own / "Own.flagfall", folder / "Cup.flagfall")
    return folder


@pytest.mark.parametrize("way", [*READ])
@pytest.mark.parametrize("name", ["Cup.flagfall", "None.flagfall"])
def test_a_file_in_a_folder_without_access_is_refused(
    folder: Path, own: Path, way: str, name: str
) -> None:
    with closed_to_us(folder), pytest.raises(StoreError) as refused:
        READ[way](folder / name, own)
    if way in {"import", "look into", "read players", "read a packet"}:
        assert str(refused.value).startswith(f"{name} cannot be read: Permission denied.")
    else:
        assert str(refused.value) == closed(folder)
    assert not isinstance(refused.value, NotWritable)
    assert {file.name for file in own.iterdir()} == {"Own.flagfall", "Own.json", "theirs"}


@pytest.mark.parametrize("way", [*WRITE])
@pytest.mark.parametrize("name", ["Cup.flagfall", "None.flagfall", "a/b/Cup.flagfall"])
def test_nothing_is_created_in_a_folder_without_access(
    folder: Path, own: Path, way: str, name: str
) -> None:
    with closed_to_us(folder), pytest.raises(StoreError) as refused:
        WRITE[way](folder / name, own)
    assert str(refused.value) == closed(folder)
    assert [file.name for file in folder.iterdir()] == ["Cup.flagfall"]


@pytest.mark.parametrize("way", [*READ])
def test_a_file_that_may_not_be_read_is_refused(folder: Path, own: Path, way: str) -> None:
    file = folder / "Cup.flagfall"
    folder.chmod(0o777)
    with closed_to_us(file), pytest.raises(StoreError) as refused:
        READ[way](file, own)
    if way in {"import", "look into", "read players", "read a packet"}:
        assert str(refused.value).startswith("Cup.flagfall cannot be read: Permission denied.")
    else:
        assert str(refused.value) == (
            "Flagfall is not allowed to open Cup.flagfall."
            " Change its permissions, or choose another file."
        )
    assert [file.name for file in folder.iterdir()] == ["Cup.flagfall"]


def test_the_outermost_closed_folder_is_named(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir(mode=0)
    with closed_to_us(folder), pytest.raises(StoreError) as refused:
        real_path(inner / "Cup.flagfall")
    assert str(refused.value) == closed(folder)
    inner.chmod(0o700)


def test_a_link_into_a_closed_folder_is_refused(folder: Path, own: Path) -> None:
    link = own / "Cup.flagfall"
    link.symlink_to(folder / "Cup.flagfall")
    with closed_to_us(folder), pytest.raises(StoreError) as refused:
        open_log(link)
    assert str(refused.value) == closed(folder)


def test_a_file_in_a_closed_folder_is_shown_as_unreadable(folder: Path) -> None:
    with closed_to_us(folder):
        assert take_glance(folder / "Cup.flagfall").stands is Stands.UNREADABLE
        assert take_glance(folder / "None.flagfall").stands is Stands.UNREADABLE


def test_backups_in_a_closed_folder_are_left_out(folder: Path, own: Path) -> None:
    backup = own / "Own backups" / "Own round 1 start.flagfall"
    backup.parent.mkdir()
    shutil.copy(own / "Own.flagfall", backup)
    with closed_to_us(folder):
        assert copies_of(own / "Own.flagfall", folder) == [backup]
        assert copies_of(own / "Own.flagfall", folder / "inner") == [backup]
    with closed_to_us(backup.parent):
        assert copies_of(own / "Own.flagfall", None) == []


def test_copying_into_a_closed_folder_is_refused(folder: Path, own: Path) -> None:
    with closed_to_us(folder), open_log(own / "Own.flagfall") as log:
        copy = log.copied()
        for to in (folder, folder / "inner"):
            with pytest.raises(StoreError) as refused:
                copy.write(to, "round 1 start", once=False)
            assert str(refused.value) == closed(folder)
        copy.write(own, "round 1 start")


@pytest.mark.parametrize("way", [*WRITE])
def test_a_folder_that_cannot_be_listed_can_still_be_written_to(
    folder: Path, own: Path, way: str
) -> None:
    folder.chmod(0o333)
    with powerless():
        made = WRITE[way](folder / "New.flagfall", own)
        if isinstance(made, EventLog):
            made.close()
        log = open_log(own / "Own.flagfall")
        copy = log.copied().write(folder, "round 1 start")
        log.close()
    assert copy.is_file()
    assert (folder / "New.flagfall").is_file() is (way != "look before making")


def test_an_event_goes_on_elsewhere_when_its_folder_is_closed(
    own: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(own / "state"))
    file = folder / "Cup.flagfall"
    folder.chmod(0o777)
    file.chmod(0o666)
    with powerless():
        log = open_log(file)
        rows = log.last_seq
    with closed_to_us(folder):
        fill(log)
        assert f"it cannot be restored yet: {closed(folder)}" in log.gather()
    with powerless():
        fill(log)
        log.close()
        with open_log(file, read_only=True) as reopened:
            assert reopened.last_seq == rows + 2


def test_nothing_is_saved_when_every_folder_is_closed(
    own: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(folder / "state"))
    file = folder / "Cup.flagfall"
    folder.chmod(0o777)
    file.chmod(0o666)
    with powerless():
        log = open_log(file)
    with closed_to_us(folder), pytest.raises(StoreError, match="Nothing more is saved until"):
        fill(log)
    with powerless():
        log.close()


def test_the_programs_packets_and_match_ups_load_despite_a_closed_user_folder(
    own: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(folder))
    own_packets().mkdir()
    own_match_ups().mkdir()
    for closed_folder in (folder, own_packets()):
        with closed_to_us(closed_folder):
            known = shelf()
        assert "sr2017" in known.packets
        assert known.faults == (closed(closed_folder),)
    for closed_folder in (folder, own_match_ups()):
        with closed_to_us(closed_folder):
            found = procedures()
        assert found.by_key
        assert found.faults == (closed(closed_folder),)


def closed(folder: Path) -> str:
    return (
        f"Flagfall is not allowed to open the folder {folder}."
        " Change its permissions, or choose another folder."
    )
