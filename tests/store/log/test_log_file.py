import gc
import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from app import VERSION
from app.store.errors import StoreError
from app.store.log import log_file
from app.store.log.checks import demand_readable
from app.store.log.event_log import EventLog, create, open_log
from app.store.log.log_file import free_name
from tests.store.by_hand import change, fill
from tests.store.resealed import reseal


def refusal(file: Path) -> str:
    """What opening says; the file must stay as it is, alone, and reading only must say the same."""
    before = file.read_bytes() if file.is_file() else None
    names = sorted(file.parent.iterdir())
    said = []
    for read_only in (False, True):
        with pytest.raises(StoreError) as refused:
            open_log(file, read_only=read_only)
        said.append(str(refused.value))
    assert sorted(file.parent.iterdir()) == names
    assert before is None or file.read_bytes() == before
    assert said[0] == said[1]
    return said[0]


def test_the_file_header_marks_it_as_flagfalls(closed: Path) -> None:
    header = closed.read_bytes()[:100]

    assert header[68:72] == b"FLAG"
    assert int.from_bytes(header[60:64], "big") == 2


def test_the_file_records_the_format_and_version_that_wrote_it(closed: Path) -> None:
    with sqlite3.connect(closed) as raw:
        meta = dict(raw.execute("SELECT key, value FROM meta"))
    raw.close()

    assert meta["format"] == "2"
    assert meta["checksum"] == "blake2b-128 row, blake2b-128 chain"
    assert meta["application"] == "flagfall"
    assert meta["application_version"] == VERSION


def test_a_new_event_never_replaces_a_file(closed: Path) -> None:
    before = closed.read_bytes()

    with pytest.raises(StoreError, match=r"Cup\.flagfall is already there"):
        create(closed)
    assert closed.read_bytes() == before
    assert list(closed.parent.iterdir()) == [closed]


def test_a_new_event_needs_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    with pytest.raises(
        StoreError, match=rf"There is no folder {re.escape(str(folder))}\. Plug in the disk"
    ):
        create(folder / "Cup.flagfall")


def test_leftovers_of_an_interrupted_creation_are_no_obstacle(event_file: Path) -> None:
    event_file.with_name("Cup.flagfall.new").write_bytes(b"half a file")

    create(event_file).close()

    assert list(event_file.parent.iterdir()) == [event_file]


def test_a_missing_file_is_reported(event_file: Path) -> None:
    assert refusal(event_file) == f"There is no file {event_file}."


def test_a_folder_in_place_of_a_file_is_reported(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is a folder. Choose the event file inside it."


def test_an_empty_file_is_reported(event_file: Path) -> None:
    event_file.touch()

    assert refusal(event_file) == "Cup.flagfall is empty. Repair it, or open its latest backup."


@pytest.mark.parametrize("content", [b"x", b"name,club\n" * 500, b"\0" * 5000])
def test_a_file_that_is_no_database_is_reported(event_file: Path, content: bytes) -> None:
    event_file.write_bytes(content)

    assert refusal(event_file) == "Cup.flagfall is not a Flagfall event file."


def test_another_programs_database_is_reported(event_file: Path) -> None:
    change(event_file, "CREATE TABLE log (kind TEXT, version INTEGER)")

    assert refusal(event_file) == "Cup.flagfall is not a Flagfall event file."
    with pytest.raises(StoreError, match="is not a Flagfall event file"):
        demand_readable(event_file)  # before another event is closed for it


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_truncated_file_is_reported(closed: Path, share: float) -> None:
    whole = closed.read_bytes()
    closed.write_bytes(whole[: int(len(whole) * share)])

    assert "Cup.flagfall is damaged" in refusal(closed)


def test_a_truncated_header_is_reported(closed: Path) -> None:
    closed.write_bytes(closed.read_bytes()[:60])

    assert "Cup.flagfall is" in refusal(closed)


def test_a_file_with_a_scribbled_page_is_reported(closed: Path) -> None:
    content = bytearray(closed.read_bytes())
    content[4096 * 2 : 4096 * 5] = b"\xa5" * (4096 * 3)
    closed.write_bytes(content)

    assert "Cup.flagfall is damaged" in refusal(closed)


def test_a_file_without_its_tables_is_reported(closed: Path) -> None:
    change(closed, "DROP TABLE log")

    assert "Cup.flagfall is damaged (no such table: log)" in refusal(closed)


def test_an_unreadable_value_is_not_quoted_in_full(closed: Path) -> None:
    change(closed, f"UPDATE log SET payload = CAST(x'ff' AS TEXT) || '{'long ' * 400}'")

    with pytest.raises(StoreError, match="Could not decode") as refused:
        open_log(closed)
    assert len(str(refused.value)) < 200


def test_a_damaged_page_is_found_by_the_check(closed: Path) -> None:
    with open_log(closed) as log:
        log.check()
    change(closed, "CREATE TABLE more (x)")
    change(closed, "INSERT INTO more VALUES (1)")
    content = bytearray(closed.read_bytes())
    content[-4096:] = b"\xa5" * 4096
    closed.write_bytes(content)

    with open_log(closed) as log, pytest.raises(StoreError, match=r"Cup\.flagfall is damaged"):
        log.check()


def test_a_page_whose_rows_are_out_of_order_is_found_by_the_check(closed: Path) -> None:
    change(closed, "CREATE TABLE more (x)")
    change(closed, "INSERT INTO more VALUES (7), (8)")
    content = bytearray(closed.read_bytes())
    assert content[-5:] == b"\x03\x01\x02\x01\x07"  # size, row 1, header, type, 7
    content[-4] = 9
    closed.write_bytes(content)

    with open_log(closed) as log, pytest.raises(StoreError, match=r"damaged \(.*out of order"):
        log.check()


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = 3; UPDATE meta SET value = '3' WHERE key = 'format'",
        "UPDATE log SET kind = 'dragon_landed' WHERE seq = 7",
        "UPDATE log SET version = 9 WHERE seq = 7",
    ],
)
def test_a_file_of_a_newer_flagfall_is_refused_and_left_unchanged(
    closed: Path, statement: str
) -> None:
    change(closed, statement)
    reseal(closed)

    assert refusal(closed) == (
        "Cup.flagfall was written by a newer Flagfall than this one."
        " Update Flagfall on this computer to open it; the file was left as it is."
    )


def test_a_newer_flagfalls_running_event_is_refused_too(log: EventLog, event_file: Path) -> None:
    fill(log)
    with sqlite3.connect(event_file) as raw:
        raw.execute("UPDATE log SET kind = 'dragon_landed'")
    raw.close()
    reseal(event_file)

    with pytest.raises(StoreError, match="newer Flagfall"):
        open_log(event_file, read_only=True)


def _add_venue(connection: Connection) -> None:
    connection.execute(text("INSERT INTO meta VALUES ('venue', 'hall 1')"))


def _add_hall(connection: Connection) -> None:
    connection.execute(text("UPDATE meta SET value = 'hall 2' WHERE key = 'venue'"))


def _fail(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE half (done)"))
    raise RuntimeError("no further")


def upgrade(file: Path, *migrations: log_file.Migration) -> dict[str, str]:
    migrations = (*log_file.MIGRATIONS, *migrations)
    inspected = log_file.inspect(file, migrations)
    opened = log_file.open_for_writing(file, inspected, migrations)
    meta = dict(opened.raw.execute("SELECT key, value FROM meta").fetchall())
    opened.close()
    return meta


def test_an_older_format_is_brought_up_to_date_step_by_step(closed: Path) -> None:
    assert upgrade(closed, _add_venue)["venue"] == "hall 1"

    meta = upgrade(closed, _add_venue, _add_hall)

    assert (meta["venue"], meta["format"]) == ("hall 2", "4")
    known = (*log_file.MIGRATIONS, _add_venue, _add_hall)
    assert log_file.inspect(closed, known).form == 4
    assert "newer Flagfall" in refusal(closed)


def test_a_failed_upgrade_changes_nothing(closed: Path) -> None:
    with pytest.raises(RuntimeError, match="no further"):
        upgrade(closed, _add_venue, _fail)

    with open_log(closed) as log:
        assert len(log.records()) == 40
    with sqlite3.connect(closed) as raw:
        assert raw.execute("SELECT count(*) FROM meta WHERE key = 'venue'").fetchone() == (0,)
        tables = raw.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
    raw.close()
    assert tables == [("log",), ("meta",)]


@pytest.mark.parametrize("is_enabled", [True, False])
def test_reading_a_file_leaves_garbage_collection_on_or_off_as_it_was(
    closed: Path, is_enabled: bool
) -> None:
    was_enabled = gc.isenabled()
    (gc.enable if is_enabled else gc.disable)()
    try:
        log_file.inspect(closed)
        assert gc.isenabled() is is_enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()


def test_a_name_already_in_use_gets_the_next_number(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        path = free_name(tmp_path / "Cup.flagfall")
        path.touch()
        names.append(path.name)

    assert names == ["Cup.flagfall", "Cup 2.flagfall", "Cup 3.flagfall"]
