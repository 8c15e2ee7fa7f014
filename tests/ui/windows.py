"""The main window with a small event of its own."""

from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.desk.replies import Reply
from app.engine.acts.commands import Command, Refused
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from tests.real_time import RealTimeline
from tests.stores import create, open_log

CREATE = CreateEvent(Settings("Club night", "sr2017", 75, 1), packets()["sr2017"])


def open_desk(path: Path, new: bool) -> Desk:
    return Desk(lambda: create(path) if new else open_log(path), timeline=RealTimeline())


def begin(qtbot: QtBot, window: MainWindow, file: Path) -> EventView:
    """A new event in its window."""
    with qtbot.waitSignal(window.opened):
        window.create_event(file, CREATE)
    assert window.view is not None
    return window.view


def do(client: DeskClient, qtbot: QtBot, *commands: Command) -> None:
    """Give commands at the desk, insist on each, and wait until it is done."""
    for command in commands:
        replies: list[Reply] = []
        client.ask(command, then=replies.append, insist=True)
        qtbot.waitUntil(lambda replies=replies: bool(replies))
        assert not isinstance(replies[0], Refused), replies[0]


def choose_in_menu(window: MainWindow, words: str) -> None:
    """Choose an entry of the window's menus, which fill when one is opened."""
    for menu in window.menuBar().findChildren(QMenu):
        menu.aboutToShow.emit()
    (action,) = [action for action in window.findChildren(QAction) if action.text() == words]
    action.trigger()
