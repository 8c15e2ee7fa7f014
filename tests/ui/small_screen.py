"""The program on a small laptop with everything larger, as a process of its own: Qt takes the size
of its screen and its scale only once, and texts their language as they are imported.

python -m tests.ui.small_screen folder language [whole]
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from app.store.languages import choose_language

if __name__ == "__main__":
    choose_language(sys.argv[2])

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QDialog,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from app.ui.garbage import GarbageCollection
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.widgets.fields import NumberedTabs
from app.ui.widgets.theme import styled_application
from tests.events import Event
from tests.patience import until
from tests.ui.cut_text import lost_numbers
from tests.ui.every_dialog import dialogs
from tests.ui.full_hall import show_played
from tests.ui.page_walk import hidden_acts, hidden_part

PLAYERS, ROUNDS = 64, 3
SETTLE_MS = 50
TRIES = 20


def out_of_reach(window: QWidget) -> list[str]:
    """What takes the keyboard or the mouse in ``window`` and can be neither seen nor scrolled to;
    and the window itself where it is larger than the screen.
    """
    free = window.screen().availableGeometry()
    fits = free.size().expandedTo(window.frameGeometry().size()) == free.size()
    return [
        *([] if fits else [f"the window has {_words(window.size())}"]),
        *(
            f"{type(part).__name__} {part.objectName() or _text(part)}"
            for part in window.findChildren(QWidget)
            if part.isVisibleTo(window)
            and part.window() is window
            and part.focusPolicy() is not Qt.FocusPolicy.NoFocus
            and not _is_reached(part)
        ),
    ]


def _is_reached(part: QWidget) -> bool:
    box = QRect(part.rect())
    inside, around = part, part.parentWidget()
    while around is not None and not inside.isWindow():
        box = QRect(inside.mapTo(around, box.topLeft()), box.size())
        area = around.parentWidget()
        if isinstance(area, QAbstractScrollArea) and area.viewport() is around:
            if not _scrolls_across(area) and not _within(box, around.rect(), across_only=True):
                return False
            inside, box = area, QRect(area.rect())
        elif not _within(box, around.rect()):
            return False
        else:
            inside = around
        around = inside.parentWidget()
    return True


def _scrolls_across(area: QAbstractScrollArea) -> bool:
    never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return isinstance(area, QAbstractItemView) or (
        isinstance(area, QScrollArea) and area.horizontalScrollBarPolicy() is not never
    )


def _within(box: QRect, room: QRect, *, across_only: bool = False) -> bool:
    across = box.left() >= 0 and box.right() <= room.right()
    return across and (across_only or (box.top() >= 0 and box.bottom() <= room.bottom()))


def _text(part: QWidget) -> str:
    return str(part.property("text") or part.property("placeholderText") or "")


def _words(size: QSize) -> str:
    return f"{size.width()} × {size.height()}"


def not_whole(window: QWidget) -> list[str]:
    """What scrolls sideways in ``window``, and its main acts and numbers of tabs that are not whole
    in sight.
    """
    return [
        *(
            f"{type(area).__name__} {area.objectName()} scrolls sideways"
            for area in window.findChildren(QAbstractScrollArea)
            if area.isVisible()
            and area.window() is window
            and not isinstance(area, QPlainTextEdit)
            and area.horizontalScrollBar().maximum() > 0
        ),
        *hidden_acts(window),
        *(
            f"the number of {words} is out of sight"
            for tabs in window.findChildren(NumberedTabs)
            if tabs.isVisible() and tabs.window() is window
            for words in lost_numbers(tabs)
        ),
        *(
            f"{area.objectName() or type(area).__name__} scrolls inside of what scrolls"
            for area in window.findChildren(QAbstractScrollArea)
            if area.isVisible() and area.window() is window and _has_more(area)
            if isinstance(window, QDialog) and any(map(_has_more, _areas_around(area)))
        ),
        *(
            "a picture is cut"
            for picture in window.findChildren(QLabel)
            if isinstance(window, QDialog)
            and picture.isVisible()
            and not picture.pixmap().isNull()
            and hidden_part(picture) != QSize(0, 0)
        ),
    ]


def _has_more(area: QAbstractScrollArea) -> bool:
    return area.verticalScrollBar().maximum() > 0


def _areas_around(area: QAbstractScrollArea) -> Iterator[QAbstractScrollArea]:
    around = area.parentWidget()
    while around is not None and not around.isWindow():
        if isinstance(around, QAbstractScrollArea):
            yield around
        around = around.parentWidget()


def faults_of_pages(window: MainWindow, look: Callable[[QWidget], list[str]]) -> Iterator[str]:
    """One line for each thing that ``look`` finds on the pages."""
    view = window.view
    assert view is not None
    for kind in PAGES:
        view.show_page(kind.page)
        yield from (f"page {kind.name}: {fault}" for fault in _settled(window, look))


def faults(window: MainWindow, folder: Path, look: Callable[[QWidget], list[str]]) -> Iterator[str]:
    """One line for each thing that ``look`` finds on the pages and in the dialogs."""
    yield from faults_of_pages(window, look)
    view = window.view
    assert view is not None
    for name, make in dialogs(view.client, folder, window).items():
        dialog = make()
        dialog.show()
        yield from (f"dialog {name}: {fault}" for fault in _settled(dialog, look))
        dialog.done(QDialog.DialogCode.Rejected)
        dialog.deleteLater()


def _settled(window: QWidget, look: Callable[[QWidget], list[str]]) -> list[str]:
    """Return what is found for good: a page is laid out in several steps."""
    found: list[str] = []
    for _ in range(TRIES):
        QTest.qWait(SETTLE_MS)
        found = look(window)
        if not found:
            break
    return found


def main(folder: Path, look: Callable[[QWidget], list[str]]) -> None:
    app = styled_application(["flagfall"])
    collection = GarbageCollection(app)
    file = folder / "event.flagfall"
    window = show_played(app, file, PLAYERS)
    window.show()
    QTest.qWait(SETTLE_MS)
    try:
        print(f"screen {_words(app.primaryScreen().geometry().size())}")
        for fault in look(window):
            print(f"start page: {fault}")
        window.open_event(file)
        until(lambda: knows_all(window))
        for fault in faults(window, folder, look):
            print(fault)
        empty = Event(folder / "empty.flagfall")
        empty.close()
        window.open_event(empty.path)
        until(lambda: knows_nobody(window))
        for fault in faults_of_pages(window, look):
            print(f"empty event, {fault}")
    finally:
        window.close_event()
        window.close()
        collection.end()


def knows_all(window: MainWindow) -> bool:
    QTest.qWait(SETTLE_MS)
    return window.view is not None and len(window.view.client.state.rounds) == ROUNDS


def knows_nobody(window: MainWindow) -> bool:
    QTest.qWait(SETTLE_MS)
    state = window.view.client.state if window.view is not None else None
    return state is not None and state.settings is not None and not state.players


if __name__ == "__main__":
    main(Path(sys.argv[1]), not_whole if sys.argv[3:] == ["whole"] else out_of_reach)
