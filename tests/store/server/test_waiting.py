"""What waits for the server is kept whole, and whoever is started again has it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.acts.commands import Command
from app.engine.acts.late import HandIn
from app.engine.acts.players import WarnPlayer
from app.engine.acts.rounds import DrawRound
from app.engine.acts.table import TableCommand
from app.store.errors import StoreError
from app.store.own_folder import FOLDER
from app.store.server import waiting
from app.store.server.waiting import WaitingAct, WaitingActs, decode_command, encode_command
from tests.engine.act_tables import acts_of
from tests.store import examples

assert examples  # registers how events are made up
COMMANDS = sorted(acts_of(Command) - {HandIn}, key=lambda command: command.__name__)
AT_TABLES = [command for command in COMMANDS if issubclass(command, TableCommand)]
ROW = (1, 1, 5, "desk Anna", "EO", "player_warned", 1, "{}", b"checksum")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))


def act(reason: str, seq: int = 1) -> WaitingAct:
    return WaitingAct(WarnPlayer(1, reason), 5, "desk Anna", "EO", ((seq, *ROW[1:]),))


@pytest.mark.long
@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_any_command_is_read_back_as_it_was_given(kind: Any, data: Any) -> None:
    values = {"worked": st.none()} if kind is DrawRound else {}
    command = data.draw(st.builds(kind, **values))
    assert decode_command(encode_command(command)) == command


@pytest.mark.parametrize("kind", AT_TABLES, ids=lambda kind: kind.__name__)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_a_press_handed_in_later_keeps_its_kind(kind: Any, data: Any) -> None:
    press = HandIn(7, data.draw(st.from_type(kind)), "tablet", follows=True)
    assert decode_command(encode_command(press)) == press


def test_waiting_acts_survive_a_crash_and_disappear_once_added() -> None:
    before = WaitingActs("event")
    before.add([act("first"), act("second")])
    before.add([act("third")])
    before.close()  # as the system does when a program dies
    again = WaitingActs("event")
    assert again.acts == [act("first"), act("second"), act("third")]
    again.replace([act("third", 9)])
    again.close()
    last = WaitingActs("event")
    assert last.acts == [act("third", 9)]
    last.clear()
    last.close()
    assert not WaitingActs("event").acts


def test_acts_can_wait_on_a_computer_without_a_state_folder_yet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "local" / "flagfall"))
    mine = WaitingActs("event")
    mine.add([act("mine")])
    mine.close()
    assert WaitingActs("event").acts == [act("mine")]


def test_acts_of_another_event_are_left_alone() -> None:
    mine = WaitingActs("event")
    mine.add([act("mine")])
    mine.close()
    assert not WaitingActs("other").acts


def test_two_stations_on_one_computer_have_a_file_each() -> None:
    anna, ben = WaitingActs("event"), WaitingActs("event")
    anna.add([act("Anna")])
    ben.add([act("Ben")])
    cleo = WaitingActs("event")
    assert not cleo.acts, "both still run"
    anna.close()
    ben.close()
    heir = WaitingActs("event")
    assert heir.acts == [act("Anna"), act("Ben")]
    heir.close()
    assert len([*waiting.own_folder("stations").glob("*.waiting")]) == 1
    assert WaitingActs("event").acts == [act("Anna"), act("Ben")]


def test_sixteen_stations_on_one_computer_have_a_file_each_and_no_more() -> None:
    stations = [WaitingActs("event") for _ in range(17)]
    for station in stations[:16]:
        station.add([act("waits")])
    files = {file.name for file in waiting.own_folder("stations").glob("*.waiting")}
    assert files == {f"event-{number}.waiting" for number in range(16)}
    with pytest.raises(StoreError, match="This computer cannot save"):
        stations[16].add([act("lost")])
    for station in stations:
        station.close()
    assert len(WaitingActs("event").acts) == 16


def test_a_damaged_file_is_named_and_left_unchanged() -> None:
    mine = WaitingActs("event")
    mine.add([act("mine")])
    mine.close()
    (file,) = waiting.own_folder("stations").glob("*.waiting")
    file.write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match=file.name):
        WaitingActs("event")
    assert file.read_bytes().startswith(b"no database")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("rows", None),
        ("command", 7),
        ("command", '["HandIn", {"press": 5}]'),
        ("command", '["Tap", ' + '{"more":' * 5_000),
        ("at_ms", "noon"),
    ],
)
def test_a_value_of_the_wrong_type_counts_as_damage_too(column: str, value: object) -> None:
    mine = WaitingActs("event")
    mine.add([act("mine")])
    mine.close()
    (file,) = waiting.own_folder("stations").glob("*.waiting")
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("ALTER TABLE act RENAME TO strict")
        raw.execute("CREATE TABLE act (number, at_ms, station, actor, command, rows)")
        raw.execute("INSERT INTO act SELECT * FROM strict")
        raw.execute(f"UPDATE act SET {column} = ?", (value,))
    with pytest.raises(StoreError, match="cannot be read"):
        WaitingActs("event")


def test_a_full_disk_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    taken = tmp_path / "a file"
    taken.write_text("", "utf-8")
    monkeypatch.setattr(waiting, "own_folder", lambda _name: taken)
    with pytest.raises(StoreError, match="This computer cannot save"):
        WaitingActs("event").add([act("lost")])
