"""The cost of showing each page for the first time, and of each return to it: processor time of the
window's thread until everything is painted, with 20 tables under way.

    python -m benchmarks.pages

The yardstick is a bare stack of Qt's in a window of the same size and style sheet. One of its pages
has a list of 20 rows and six columns. It is shown alternately with the returns.
"""

import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStackedWidget, QTableView, QWidget

from app.__main__ import open_desk
from app.ui.application import put_aside
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application, wear_theme
from app.views.pages import DeskPage
from benchmarks.tablets import begun
from benchmarks.window_block import opened

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TABLES, ROUNDS = 20, 7
SIZE = (1366, 768)
ROWS, COLUMNS, ROW = 20, 6, 26
FROM = DeskPage.CLOCKS
"""The page from which each return begins."""
PAINTED_S, FIRST_S, WARM_S = 0.035, 0.3, 2.5


class BareStack(QStackedWidget):
    """Two pages: an empty one, and a list."""

    def __init__(self) -> None:
        super().__init__()
        rows = QStandardItemModel(ROWS, COLUMNS)
        for row in range(ROWS):
            for column in range(COLUMNS):
                rows.setItem(row, column, QStandardItem(f"Player {row} {column}"))
        listed = QTableView()
        listed.setModel(rows)
        listed.verticalHeader().setDefaultSectionSize(ROW)
        for page in (QWidget(), listed):
            self.addWidget(page)
        rows.setParent(listed)
        wear_theme(self)
        self.resize(*SIZE)
        self.show()

    def return_to_list(self) -> None:
        self.setCurrentIndex(1)


def wait(seconds: float) -> None:
    turning = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), turning.quit)
    turning.exec()


def cost_ms(act: Callable[[], object], seconds: float = PAINTED_S) -> float:
    """Return the processor time of this thread, in milliseconds, for ``act`` and for its
    consequences within ``seconds``.
    """
    began_s = time.thread_time()
    act()
    wait(seconds)
    return (time.thread_time() - began_s) * 1000


def measure(window: MainWindow, path: Path) -> None:
    begun(path, TABLES).stop()
    opened(window, path)
    wait(WARM_S)
    view, bare = window.view, BareStack()
    assert view is not None
    pages = [page for page in view.page_keys if page is not FROM]
    first = {page: cost_ms(lambda page=page: view.show_page(page), FIRST_S) for page in pages}
    bare_ms: list[float] = []
    back_ms: defaultdict[DeskPage, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for page in pages:
            view.show_page(FROM)
            bare.setCurrentIndex(0)
            wait(PAINTED_S)
            bare_ms.append(cost_ms(bare.return_to_list))
            back_ms[page].append(cost_ms(lambda page=page: view.show_page(page)))
    yard = median(bare_ms)
    print(f"pages: a bare list: {yard:.1f} ms")
    for page in pages:
        back = median(back_ms[page])
        print(f"pages: {page.value}: first {first[page]:.0f} ms, {first[page] / yard:.1f} times;"
              f" return {back:.1f} ms, {back / yard:.2f} times")  # fmt: skip
    bare.close()
    window.close_event()


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as name:
        folder = Path(name)
        os.environ["FLAGFALL_STATE"] = name  # notes about this file end with it
        app = styled_application([])
        window = MainWindow(open_desk, AppPreferences(app, folder / "preferences.json"))
        window.opened.connect(put_aside)
        window.resize(*SIZE)
        window.show()
        measure(window, folder / "event.flagfall")


if __name__ == "__main__":
    main()
