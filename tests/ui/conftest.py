from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from app.__main__ import SampleEvent, replay_games
from app.ui.clients.desk import DeskClient
from app.ui.clients.remote_table import RemoteTable
from app.ui.garbage import GarbageCollection
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import LIGHT, Theme, apply_theme, wear_theme
from tests.events import Event
from tests.patience import PATIENCE_S
from tests.ui import asked
from tests.ui.ghosts import ghosts_among
from tests.ui.letters import doubled_in
from tests.ui.open_pages import PageOf, W, catch_up, insist_on_everything
from tests.ui.remote import joined
from tests.ui.sight import windows_in_sight
from tests.ui.tables import Table
from tests.ui.windows import open_desk
from tests.web.venue import Venue, tables_under_way


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """However a test leaves its windows, no letter in them stands for two things."""
    result = yield
    if QApplication.instance():
        _look_at_windows()
    return result


def _look_at_windows() -> None:
    windows = windows_in_sight()
    found = doubled_in(windows)
    assert not found, f"One letter for two things: {found}"
    left = ghosts_among(part for parts in windows.values() for part in parts)
    assert not left, f"Dropped and still shown: {left}"


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    with Table(qtbot, tmp_path) as table:
        yield table


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """Four tables under way, in real time, with the tables' server on."""
    with tables_under_way(tmp_path) as venue:
        yield venue


@pytest.fixture
def elsewhere(qtbot: QtBot, venue: Venue) -> Iterator[RemoteTable]:
    """The window of table 2, joined over a real socket."""
    with joined(qtbot, venue) as table:
        yield table


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> MainWindow:
    laptop = AppPreferences(qapp, tmp_path / "preferences.json")
    window = MainWindow(open_desk, laptop, SampleEvent(), replay=replay_games)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    window.show()
    return window


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "event.flagfall")
    yield event
    event.close()


@pytest.fixture(autouse=True)
def _letters(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do they wherever a test has waited for something."""
    waits = qtbot.waitUntil

    def wait_until(*asked: Any, **more: Any) -> None:
        waits(*asked, **more)
        _look_at_windows()

    monkeypatch.setattr(qtbot, "waitUntil", wait_until)


@pytest.fixture(scope="session", autouse=True)
def _garbage(qapp: QApplication) -> Iterator[None]:
    """Collected in the thread of the windows, as in the program."""
    collection = GarbageCollection(qapp)
    yield
    collection.end()


@pytest.fixture(autouse=True)
def _no_answer_stays_behind() -> Iterator[None]:
    """An answer to a question that never came would answer one of a later test."""
    yield
    asked.waiting.clear()


@pytest.fixture(autouse=True)
def _light(qapp: QApplication) -> None:
    """Every window is tried as it is seen, whatever a test before it put on. That test's windows
    are closed; only an event loop deletes them, and until then each would be dressed again.
    """
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    apply_theme(qapp, LIGHT)


@pytest.fixture(autouse=True)
def _dressed(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, _light: None) -> None:
    """A part that a test shows by itself looks as it does in a window."""
    adds = qtbot.addWidget

    def add_widget(widget: QWidget, **more: Any) -> None:
        wear_theme(widget)
        adds(widget, **more)

    monkeypatch.setattr(qtbot, "addWidget", add_widget)


@pytest.fixture(autouse=True)
def _slow_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said for a few seconds can be read however long a test takes to look."""
    for shown in ("clock_half", "sheets.base"):
        monkeypatch.setattr(f"app.ui.table.{shown}.SAID_MS", PATIENCE_S * 1000)
    for hasty in ("table.sheets.base.ASKED_MS", "widgets.basics.HELD_MS"):
        monkeypatch.setattr(f"app.ui.{hasty}", 0)  # nor is anybody clumsy


@pytest.fixture
def dressed(qapp: QApplication) -> Callable[[Theme], None]:
    """Dresses the program otherwise than in the light theme, which comes back for the next test."""
    return partial(apply_theme, qapp)


@pytest.fixture
def client(event: Event, qapp: QApplication) -> DeskClient:
    """The windows' line to the event's desk."""
    return DeskClient(event.desk)


@pytest.fixture
def insisting_client(client: DeskClient) -> DeskClient:
    """The same line, with an organizer who insists on whatever is doubted."""
    insist_on_everything(client)
    return client


@pytest.fixture
def page_of(event: Event, client: DeskClient, qtbot: QtBot) -> PageOf:
    def make(kind: Callable[[DeskClient], W], size: tuple[int, int] = (1198, 690)) -> W:
        catch_up(client, event, qtbot)
        page = kind(client)
        client.setParent(page)
        qtbot.addWidget(page)
        if not isinstance(page, QDialog):
            page.resize(*size)
        with qtbot.waitExposed(page):
            page.show()
        return page

    return make
