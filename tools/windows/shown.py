"""Show pages, dialogs, a table's window and a print preview one after the other, as Windows draws
them.

    python -m tools.windows.shown FOLDER EVENT

For each of these, a file with its name appears in FOLDER. The next is shown once somebody has taken
a picture and removed that file. The last file is called "end".
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.__main__ import SampleEvent, open_desk
from app.store.preferences import ThemeChoice
from app.ui.garbage import GarbageCollection
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from tests.ui.every_dialog import dialogs

DIALOGS = ("new event", "settings", "player", "roster", "print", "terrain", "backups")
FRAME = 30
"""The height of a title bar, in pixels."""
LOOK_AGAIN_MS = 50
PATIENCE_S = 300
END = "end"


def wait(holds: Callable[[], object], what: str) -> None:
    """Let the windows run until ``holds`` returns true. ``what`` says what is awaited, and is
    printed. Raises TimeoutError if that takes too long.
    """
    print(f"Waiting until {what}", flush=True)
    turning, look, end_s = QEventLoop(), QTimer(), time.monotonic() + PATIENCE_S
    look.timeout.connect(lambda: turning.quit() if holds() or time.monotonic() > end_s else None)
    look.start(LOOK_AGAIN_MS)
    turning.exec()
    if not holds():
        there = [window for window in QApplication.topLevelWidgets() if window.isVisible()]
        titles = " and ".join(window.windowTitle() for window in there) or "nothing"
        raise TimeoutError(f"{PATIENCE_S} s until {what}, with {titles} on the screen")


class Shown:
    """Waits until somebody has taken a picture of each window."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def show(self, window: QWidget, name: str) -> None:
        window.raise_()
        window.activateWindow()
        file = self._folder / name
        file.touch()
        wait(lambda: not file.exists(), f"{name} is pictured")


def show_all(window: MainWindow, laptop: AppPreferences, folder: Path, shown: Shown) -> None:
    assert window.view is not None
    view = window.view
    for kind in PAGES:
        view.show_page(kind.page)
        shown.show(window, f"page {kind.name.lower()}")
    laptop.wear(ThemeChoice.DARK)
    shown.show(window, "page in the dark")
    laptop.wear(ThemeChoice.LIGHT)
    made = dialogs(view.client, folder, window)
    for name in DIALOGS:
        dialog = made[name]()
        dialog.show()
        shown.show(dialog, f"dialog {name}")
        dialog.close()
        dialog.deleteLater()
    window.open_table(max(view.client.state.games))
    (table,) = window.tables.open.values()
    shown.show(table, "window of a table")


def main(given: Sequence[str]) -> int:
    app = styled_application(["flagfall", "-platform", "windows"])
    GarbageCollection(app)
    app.setCursorFlashTime(0)  # otherwise the screen would never be still
    with TemporaryDirectory(prefix="flagfall-", ignore_cleanup_errors=True) as kept:
        folder = Path(kept)
        laptop = AppPreferences(app, folder / "preferences.json")
        window = MainWindow(open_desk, laptop, SampleEvent())
        room = window.screen().availableGeometry()
        window.resize(room.width(), room.height() - FRAME)
        window.show()
        window.move(room.topLeft())
        window.open_event(Path(given[1]))
        try:
            wait(lambda: window.view and window.view.client.state.latest, "an event opens")
            show_all(window, laptop, folder, Shown(Path(given[0])))
        finally:  # otherwise the event's thread would keep the program running
            window.close_event()
            window.close()
    Path(given[0], END).touch()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
