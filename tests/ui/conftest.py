from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.theme import Theme, apply_theme
from tests.events import Event
from tests.ui.table import Table


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
