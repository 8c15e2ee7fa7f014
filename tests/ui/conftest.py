from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.desk_client import DeskClient
from app.ui.theme import Theme, apply_theme
from tests.events import Event
from tests.ui.table import Table

W = TypeVar("W", bound=QWidget)


@pytest.fixture
def table(qtbot: QtBot, tmp_path: Path) -> Iterator[Table]:
    with Table(qtbot, tmp_path) as table:
        yield table


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    event = Event(tmp_path / "event.flagfall")
    yield event
    event.close()


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[Callable[[Theme], None]]:
    """Dresses the program; what it wore before comes back afterwards."""
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield partial(apply_theme, qapp)
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setProperty("flagfall_theme", None)


@pytest.fixture
def page_of(event: Event, qtbot: QtBot) -> Callable[[Callable[[DeskClient], W]], W]:
    """A page as it stands once it has caught up with the event."""

    def make(kind: Callable[[DeskClient], W]) -> W:
        client = DeskClient(event.desk)
        page = kind(client)
        client.setParent(page)
        qtbot.addWidget(page)
        page.resize(1198, 690)
        page.show()
        acts = len(event.state.done)
        qtbot.waitUntil(
            lambda: client.state.settings is not None and len(client.state.done) == acts
        )
        return page

    return make
