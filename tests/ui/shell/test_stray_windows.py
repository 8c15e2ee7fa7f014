"""A part that is shown before it stands in its page would be a window of its own for a moment,
and take the keyboard from the main window.
"""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, Entry
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from tests.ui.windows import begin


class Shown(QObject):
    """The windows that came up."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            words = getattr(watched, "text", lambda: "")()
            self.windows.append(f"{type(watched).__name__} {watched.objectName()} {words}")
        return False


def test_no_part_of_a_page_appears_as_a_separate_window(
    qtbot: QtBot, qapp: QApplication, window: MainWindow, tmp_path: Path
) -> None:
    shown = Shown()
    qapp.installEventFilter(shown)
    begin(qtbot, window, tmp_path / "night.flagfall")
    view = window.view
    assert view is not None
    view.client.ask(AddPlayers((Entry("Ann", "Cryx", team="Iron"), Entry("Bo"))))
    qtbot.waitUntil(lambda: len(view.client.state.players) == 2)
    for kind in PAGES:
        view.show_page(kind.page)
        qapp.processEvents()
    qapp.removeEventFilter(shown)
    assert not shown.windows
