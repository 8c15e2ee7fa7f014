"""The dialog for events on a server, with a real one: connecting, listing, copying, opening."""

import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.store.preferences import Preferences, station_name
from app.store.server import passwords
from app.store.server.address import ServerEvent, host_and_port
from app.ui.shell.opening import server_dialog
from app.ui.shell.opening.server_dialog import (
    ServerConnection,
    ServerDialog,
    connection_of,
)
from tests.events import Event
from tests.patience import PATIENCE_S
from tests.postgresql import SECRET, USER, Server
from tests.ui.ended import wait_for_threads

PATIENCE_MS = int(PATIENCE_S * 1000)


@pytest.fixture
def kept() -> list[str]:
    """The addresses that worked, each with the station's name."""
    return []


@pytest.fixture
def make_dialog(
    asking: Server, monkeypatch: pytest.MonkeyPatch, kept: list[str]
) -> Callable[[], ServerDialog]:
    monkeypatch.setattr(passwords, "_of_this_run", {})

    def make() -> ServerDialog:
        given = ServerConnection("127.0.0.1", asking.port, "postgres", USER, encrypted=False)
        dialog = ServerDialog(given, lambda address, station: kept.extend((address, station)))
        dialog.remember.setChecked(False)
        dialog.show()
        return dialog

    return make


@pytest.fixture
def dialog(make_dialog: Callable[[], ServerDialog], qtbot: QtBot) -> ServerDialog:
    """All but the password is typed."""
    dialog = make_dialog()
    qtbot.addWidget(dialog)
    return dialog


def connect(dialog: ServerDialog, qtbot: QtBot, password: str = SECRET) -> str:
    dialog.password.setText(password)
    dialog.connect_button.click()
    qtbot.waitUntil(dialog.connect_button.isEnabled, timeout=PATIENCE_MS)
    return dialog.words.text()


def event_file(folder: Path, name: str) -> Path:
    event = Event(folder / f"{name}.flagfall")
    event.register(4)
    event.close()
    return folder / f"{name}.flagfall"


@pytest.mark.parametrize(
    "connection",
    [
        ServerConnection("hall", 5432, "cup", "anna"),
        ServerConnection("192.168.1.10", 5433, "spring cup", "anna/maria@home", encrypted=False),
        ServerConnection("fe80::1", 5432, "cup", "anna"),
    ],
)
def test_a_server_address_parses_back_into_the_same_fields(connection: ServerConnection) -> None:
    assert connection_of(connection.address) == connection


def test_an_invalid_server_address_leaves_the_fields_empty() -> None:
    assert connection_of("nothing") == connection_of("") == ServerConnection()


def test_a_wrong_password_is_shown_and_nothing_can_be_opened(
    dialog: ServerDialog, qtbot: QtBot, kept: list[str]
) -> None:
    assert "does not accept this user and password" in connect(dialog, qtbot, "wrong")
    assert dialog.words.property("role") == "warning"
    assert not dialog.open_button.isEnabled()
    assert not dialog.add.isEnabled()
    assert kept == []


def test_the_dialog_says_if_the_system_cannot_store_passwords(
    dialog: ServerDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "keep_password", lambda _database, _password: False)
    dialog.remember.setChecked(True)
    assert connect(dialog, qtbot).endswith("type it again after you close Flagfall.")


def test_missing_server_fields_are_asked_for(dialog: ServerDialog, qtbot: QtBot) -> None:
    dialog.host.clear()
    assert connect(dialog, qtbot) == "Type the server’s name or address, and the user."


def test_an_encrypted_connection_to_a_server_without_tls_is_refused(
    dialog: ServerDialog, qtbot: QtBot
) -> None:
    dialog.encrypted.setChecked(True)
    assert "has no encryption. Set ssl = on" in connect(dialog, qtbot)


def test_an_event_can_be_copied_to_the_server_and_back_and_opened(
    dialog: ServerDialog,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kept: list[str],
) -> None:
    file, back = event_file(tmp_path, "Spring Cup"), tmp_path / "back.flagfall"
    monkeypatch.setattr(server_dialog, "ask_event_file", lambda _parent: file)
    monkeypatch.setattr(server_dialog, "ask_imported_file", lambda _parent, _name: back)
    assert connect(dialog, qtbot) == "Connected. There are no events yet: copy one from a file."
    assert not dialog.open_button.isEnabled()
    dialog.add.click()
    qtbot.waitUntil(lambda: dialog.events.count() == 1, timeout=PATIENCE_MS)
    assert "Spring Cup was copied." in dialog.words.text()
    dialog.add.click()
    told = "already holds an event Spring Cup"
    qtbot.waitUntil(lambda: told in dialog.words.text(), timeout=PATIENCE_MS)
    dialog.fetch.click()
    qtbot.waitUntil(back.exists, timeout=PATIENCE_MS)
    qtbot.waitUntil(dialog.open_button.isEnabled, timeout=PATIENCE_MS)
    dialog.open_button.click()
    address = dialog.connection.address
    assert dialog.chosen == ServerEvent(address, "Spring Cup")
    assert SECRET not in address
    assert kept == [address, ""]


def test_enter_connects_until_the_events_are_listed_and_then_opens_one(
    dialog: ServerDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.keyClicks(dialog.password, "wrong")
    qtbot.keyClick(dialog.password, Qt.Key.Key_Return)
    told = "does not accept this user and password"
    qtbot.waitUntil(lambda: told in dialog.words.text(), timeout=PATIENCE_MS)
    file = event_file(tmp_path, "Enter Cup")
    monkeypatch.setattr(server_dialog, "ask_event_file", lambda _parent: file)
    connect(dialog, qtbot)
    dialog.add.click()
    qtbot.waitUntil(lambda: "was copied" in dialog.words.text(), timeout=PATIENCE_MS)
    assert dialog.open_button.isDefault()
    qtbot.keyClick(dialog.password, Qt.Key.Key_End)
    qtbot.keyClicks(dialog.password, "!")
    assert dialog.connect_button.isDefault()


def test_a_station_may_have_another_name_than_its_computer(
    dialog: ServerDialog, qtbot: QtBot, kept: list[str]
) -> None:
    assert dialog.station.placeholderText() == socket.gethostname().removesuffix(".local")
    dialog.station.setText(" Anna ")
    connect(dialog, qtbot)
    assert kept[1:] == ["Anna"]
    named = Preferences(station="Anna")
    assert station_name(named) == "Anna"
    assert station_name(Preferences()) == dialog.station.placeholderText()


def test_a_port_typed_after_the_server_name_is_used(dialog: ServerDialog, qtbot: QtBot) -> None:
    port = dialog.port.value()
    dialog.host.setText(f"127.0.0.1:{port}")
    dialog.port.setValue(1)
    assert connect(dialog, qtbot).startswith("Connected.")
    assert (dialog.host.text(), dialog.port.value()) == ("127.0.0.1", port)


@pytest.mark.parametrize("typed", ["http://hall", "hall/cup", "anna@hall", "hall:x", "hall:70000"])
def test_an_invalid_server_name_is_explained(
    dialog: ServerDialog, qtbot: QtBot, typed: str
) -> None:
    dialog.host.setText(typed)
    assert connect(dialog, qtbot).startswith("Type the server’s name or address alone")


def test_an_ipv6_address_may_be_written_in_brackets() -> None:
    assert host_and_port("[fe80::1]", 5432) == host_and_port("fe80::1", 5432) == ("fe80::1", 5432)
    assert host_and_port("[fe80::1]:5447", 5432) == ("fe80::1", 5447)


def test_the_password_is_never_shown(dialog: ServerDialog) -> None:
    assert dialog.password.echoMode() is QLineEdit.EchoMode.Password


def test_a_cancelled_copy_leaves_nothing_on_the_server(
    dialog: ServerDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, goes_on = event_file(tmp_path, "Autumn Cup"), threading.Event()
    monkeypatch.setattr(server_dialog, "ask_event_file", lambda _parent: file)
    connect(dialog, qtbot)
    before = dialog.events.count()
    told = dialog.progress.report_progress

    def slow(part: float) -> None:
        assert goes_on.wait(PATIENCE_S)
        told(part)

    monkeypatch.setattr(dialog.progress, "report_progress", slow)
    dialog.add.click()
    assert dialog.progress.isVisible()
    dialog.progress.cancel()
    goes_on.set()
    cancelled = "Cancelled. Nothing was copied."
    qtbot.waitUntil(lambda: dialog.words.text() == cancelled, timeout=PATIENCE_MS)
    assert not dialog.progress.isVisible()
    connect(dialog, qtbot)
    assert dialog.events.count() == before


def test_a_server_that_answers_after_the_dialog_was_closed_is_not_remembered(
    make_dialog: Callable[[], ServerDialog], kept: list[str]
) -> None:
    dialog = make_dialog()
    dialog.password.setText(SECRET)
    dialog.connect_button.click()
    delete(dialog)
    wait_for_threads("beside a dialog")
    assert kept == []
