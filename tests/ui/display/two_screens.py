"""Show the wall and a table's window on a laptop and on a projector of another scale, and print for
each how many pixels a point has there, and what is cut.

    python -m tests.ui.display.two_screens FOLDER
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from app.__main__ import SampleEvent, open_desk
from app.ui.screenshots import IN_THE_MIDDLE
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from app.views.table.table import stands
from tests.patience import PATIENCE_S
from tests.ui.display.test_window import faults

LOOK_AGAIN_MS = 20


def wait(holds: Callable[[], object]) -> None:
    """Let the windows live until it holds. Raises TimeoutError."""
    turning, look, end_s = QEventLoop(), QTimer(), time.monotonic() + PATIENCE_S
    look.timeout.connect(lambda: turning.quit() if holds() or time.monotonic() > end_s else None)
    look.start(LOOK_AGAIN_MS)
    turning.exec()
    if not holds():
        raise TimeoutError


def report(name: str, window: QWidget) -> None:
    picture = window.grab()
    dense = picture.width() / window.width()
    print(name, window.screen().name(), f"{window.devicePixelRatio():g} {dense:g}")


def move(window: QWidget, screen: QScreen) -> None:
    window.setScreen(screen)
    window.move(screen.geometry().topLeft())
    wait(lambda: window.screen() is screen)


def main(folder: str) -> None:
    app = styled_application(["flagfall"])
    laptop, projector = QGuiApplication.screens()
    window = MainWindow(
        open_desk, AppPreferences(app, Path(folder, "preferences.json")), SampleEvent()
    )
    window.show()
    window.open_sample()
    wait(lambda: (room := window.sample_room) is not None and room.is_complete)
    report("desk", window)
    window.show_wall()
    wall = window.wall.window
    assert wall is not None
    wait(lambda: wall.screen() is projector and wall.isFullScreen())
    report("wall", wall)
    print("cut", faults(wall))
    assert window.view is not None
    games = window.view.client.state.games.values()
    window.open_table(next(game.number for game in games if stands(game) in IN_THE_MIDDLE))
    (table,) = window.tables.open.values()
    for screen in (laptop, projector, laptop):
        move(table, screen)
        report("table", table)
    window.close_event()
    window.close()


if __name__ == "__main__":
    main(sys.argv[1])
