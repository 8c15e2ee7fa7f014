"""The dialog that runs the event server and joins one, with the real program and PostgreSQL."""

import asyncio
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.store import own_folder
from app.store.events import open_log
from app.ui.shell.opening import hall_dialog
from app.ui.shell.opening.hall_dialog import HallDialog
from app.web.stations.finder import announce
from app.web.stations.hall_server import HallStatus, ask_to_stop, hall_folder, status
from app.web.stations.joining import NOT_KEPT
from tests.events import Event
from tests.keyring_in_memory import no_keyring
from tests.patience import PATIENCE_S, until
from tests.postgresql import free_port
from tests.ui.ended import wait_for_threads

PATIENCE_MS = int(PATIENCE_S * 1000)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A laptop's own folder, into which PostgreSQL's user may look where the tests run as root."""
    folder = Path(tempfile.mkdtemp(dir="/tmp" if os.name == "posix" else None))
    folder.chmod(0o755)
    monkeypatch.setenv(own_folder.FOLDER, str(folder))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    with no_keyring():
        yield folder
    monkeypatch.setenv(own_folder.FOLDER, str(folder))  # a test may have gone to another laptop
    if status() is not None:
        ask_to_stop()
        until(lambda: status() is None)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def event(tmp_path: Path) -> Path:
    file = tmp_path / "Spring Cup.flagfall"
    made = Event(file)
    made.register(4)
    made.close()
    return file


@pytest.fixture
def kept() -> list[str]:
    return []


def shown(event: Path | None, kept: list[str], qtbot: QtBot) -> HallDialog:
    def keep(address: str, station: str) -> None:
        kept.extend((address, station))

    dialog = HallDialog(event, lambda: True, keep, "Anna")
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def seen(*parts: QWidget) -> list[bool]:
    return [part.isVisible() for part in parts]


def test_an_event_is_put_on_the_hall_server_joined_by_a_code_stopped_and_started_again(
    home: Path, event: Path, kept: list[str], qtbot: QtBot, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    dialog = shown(event, kept, qtbot)
    assert seen(dialog.start_button, dialog.join_button) == [True, True]
    assert seen(dialog.open_button, dialog.stop_button, dialog.code_shown) == [False] * 3
    dialog.start_button.click()
    qtbot.waitUntil(dialog.open_button.isVisible, timeout=PATIENCE_MS)
    now = status()
    assert now is not None
    assert dialog.code_shown.text() == now.codes["organizer"]
    dialog.role.setCurrentIndex(1)
    assert dialog.code_shown.text() == now.codes["judge"]
    assert seen(dialog.start_button, dialog.join_button) == [False, False]
    assert kept[1] == "Anna"

    saved = tmp_path / "saved.flagfall"
    monkeypatch.setattr(hall_dialog, "ask_imported_file", lambda *_given: saved)
    dialog.save_button.click()
    qtbot.waitUntil(lambda: dialog.words.text() != "", timeout=PATIENCE_MS)
    assert dialog.words.text() == "Spring Cup was saved as saved.flagfall."
    with open_log(saved, read_only=True) as log, open_log(event, read_only=True) as before:
        assert len(log.records()) == len(before.records())
    dialog.open_button.click()
    assert dialog.chosen is not None
    assert dialog.chosen.name == "Spring Cup"

    monkeypatch.setenv(own_folder.FOLDER, str(tmp_path / "another laptop"))
    other = shown(None, kept, qtbot)
    other.halls.setEditText(f"127.0.0.1:{now.port}")
    other.code.setText("AAAA-AAAA-AAAA")
    other.join_button.click()
    qtbot.waitUntil(lambda: "does not know this code" in other.words.text(), timeout=PATIENCE_MS)
    other.code.setText(now.codes["judge"].lower())
    other.join_button.click()
    qtbot.waitUntil(other.open_button.isVisible, timeout=PATIENCE_MS)
    assert other.words.text() == NOT_KEPT
    other.open_button.click()
    assert other.chosen is not None
    with open_log(other.chosen, "Ben", read_only=True) as log:
        assert log.records()
    monkeypatch.setenv(own_folder.FOLDER, str(home))
    again = shown(None, kept, qtbot)
    qtbot.waitUntil(again.stop_button.isVisible, timeout=PATIENCE_MS)
    qtbot.waitUntil(again.open_button.isVisible, timeout=PATIENCE_MS)
    assert again.words.text() == ""
    again.stop_button.click()
    qtbot.waitUntil(again.start_button.isVisible, timeout=PATIENCE_MS)
    assert again.start_button.text() == "&Start again"
    again.start_button.click()
    qtbot.waitUntil(again.open_button.isVisible, timeout=PATIENCE_MS)
    again.open_button.click()
    assert again.chosen is not None
    assert again.chosen.name == "Spring Cup"


def test_a_server_starts_again_after_its_laptop_crashed(
    home: Path, event: Path, kept: list[str], qtbot: QtBot
) -> None:
    left = HallStatus(("10.0.0.7",), free_port(), {"organizer": "K7QF-M2XD-9RTA"}, "")
    hall_folder().mkdir()
    (hall_folder() / "status.json").write_text(json.dumps(structs.asdict(left)), "utf-8")
    dialog = shown(event, kept, qtbot)
    dialog.start_button.click()
    qtbot.waitUntil(dialog.open_button.isVisible, timeout=PATIENCE_MS)
    assert dialog.words.text() == ""


def test_each_hall_on_the_network_is_offered_by_name(
    home: Path, kept: list[str], qtbot: QtBot
) -> None:
    dialog = shown(None, kept, qtbot)
    name = f"The hall {free_port()}"  # others may run on this network

    async def announced() -> None:
        async with announce(name, ["127.0.0.1"], 5447), announce(f"{name} b", ["127.0.0.1"], 5448):
            await asyncio.to_thread(ends.wait)

    ends = threading.Event()
    halls = threading.Thread(target=lambda: asyncio.run(announced()))
    halls.start()
    offered = [f"{name} (127.0.0.1)", f"{name} b (127.0.0.1)"]

    def items() -> set[str]:
        return {dialog.halls.itemText(at) for at in range(dialog.halls.count())}

    qtbot.waitUntil(lambda: items() >= {*offered}, timeout=PATIENCE_MS)
    ends.set()
    halls.join()
    assert dialog.words.text() == "Several laptops run a server here. Choose yours."


def test_an_invalid_server_address_is_explained(home: Path, kept: list[str], qtbot: QtBot) -> None:
    dialog = shown(None, kept, qtbot)
    dialog.halls.setEditText("http://hall")
    dialog.code.setText("K7QF-M2XD-9RTA")
    dialog.join_button.click()
    assert dialog.words.text().startswith("Type the server’s name or address alone")


def test_the_dialog_says_why_the_server_does_not_start(
    home: Path, kept: list[str], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = shown(tmp_path / "gone.flagfall", kept, qtbot)
    dialog.start_button.click()
    qtbot.waitUntil(lambda: "gone.flagfall" in dialog.words_here.text(), timeout=PATIENCE_MS)
    assert seen(dialog.start_button) == [True]


def test_a_folder_that_cannot_be_created_is_reported_and_the_event_stays_open(
    event: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setenv(own_folder.FOLDER, str(tmp_path / "a file"))
    released: list[bool] = []
    dialog = HallDialog(event, lambda: bool(released.append(True)), lambda *_given: None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.start_button.click()
    assert "a file" in dialog.words_here.text()
    assert released == []


def test_no_server_starts_if_the_window_keeps_its_event_open(
    home: Path, event: Path, qtbot: QtBot
) -> None:
    dialog = HallDialog(event, lambda: False, lambda *_given: None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.start_button.click()
    assert not (hall_folder() / "printed.log").exists()
    assert seen(dialog.start_button, dialog.join_button) == [True, True]


def test_the_search_for_halls_ends_when_the_dialog_closes(
    home: Path, kept: list[str], qtbot: QtBot
) -> None:
    delete(shown(None, kept, qtbot))
    wait_for_threads("beside a dialog")
