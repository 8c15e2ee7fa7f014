"""Plunger keys and pedals of several tables on one computer. A key that belongs to only one table
works in any window of the program. If a running table cannot receive its keys, a warning is shown.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.engine.language import say
from app.engine.text import join_words

if TYPE_CHECKING:
    from app.ui.shell.message_bar import MessageBar
    from app.ui.table.window import TableWindow

FREE = range(Qt.Key.Key_F13.value, Qt.Key.Key_F35.value + 1)
"""Keys without a meaning in the main window, which may therefore be plungers there."""

WHAT_TO_DO = say(
    "another window has the keyboard. Click on the table’s window, or choose the keys F13 to F24"
    " for its plungers."
)


class KeyBindings(QObject):
    """A filter that passes plunger keys on to the table windows. ``tables`` returns those windows.
    ``bar`` is the main window's message bar, which shows warnings.
    """

    def __init__(self, tables: Callable[[], Iterable["TableWindow"]], bar: "MessageBar") -> None:
        super().__init__(bar)
        self._tables, self._bar = tables, bar
        self._said = ""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self.check)

    def watch(self, window: QWidget) -> None:
        """Pass plunger keys of other tables on when they are pressed in ``window``."""
        handle = window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress
        if not isinstance(event, QKeyEvent) or not (
            pressed or event.type() == QEvent.Type.KeyRelease
        ):
            return False
        table = self._elsewhere(watched, event.key())
        if table is None or is_text_field(QApplication.focusWidget()):
            return False
        if not event.isAutoRepeat():
            take = table.press_key if pressed else table.release_key
            take(event.key(), event.timestamp())
        return True

    def check(self) -> None:
        """Warn about tables that cannot receive their keys now."""
        front, deaf = QGuiApplication.focusWindow(), list[int]()
        for table in self._open():
            gets_keys = not table.plays_by_keys or self._gets_keys(table, front)
            table.show_deaf(not gets_keys)
            if not gets_keys and table.view is not None:
                deaf.append(table.view.table)
        sentence = _sentence(sorted(deaf))
        if sentence and sentence != self._said:
            self._bar.show_message(sentence)
            QApplication.alert(self._bar.window())
        elif self._bar.text == self._said and not sentence:
            self._bar.hide()
        self._said = sentence

    def _open(self) -> list["TableWindow"]:
        return [table for table in self._tables() if table.isVisible()]

    def _gets_keys(self, table: "TableWindow", front: QWindow | None) -> bool:
        if front is None or front is table.windowHandle():
            return front is not None
        return all(self._elsewhere(front, key) is table for key in table.wishes.keys)

    def _elsewhere(self, front: QObject, key: int) -> "TableWindow | None":
        """Return the table window to which a ``key`` pressed in the window ``front`` is passed on:
        the only one that has this plunger. Return None if several or none have it, if ``front`` is
        that window, or if ``front`` passes no such key on.
        """
        tables = self._open()
        handles = [table.windowHandle() for table in tables]
        if front not in handles and (front is not self._main or key not in FREE):
            return None
        windows = [
            table_window for table_window in tables if table_window.wishes.plunger(key) is not None
        ]
        alone = windows[0] if len(windows) == 1 else None
        return alone if alone is not None and alone.windowHandle() is not front else None

    @property
    def _main(self) -> QWindow | None:
        return self._bar.window().windowHandle()


def is_text_field(widget: QWidget | None) -> bool:
    """Tell whether a text can be typed into ``widget``."""
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    return isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox)


def _sentence(tables: list[int]) -> str:
    if not tables:
        return ""
    if len(tables) == 1:
        return say(
            "Table {tables} does not hear its plunger keys: {what_to_do}",
            tables=tables[0],
            what_to_do=WHAT_TO_DO,
        )
    return say(
        "Tables {tables} do not hear their plunger keys: {what_to_do}",
        tables=join_words(tables),
        what_to_do=WHAT_TO_DO,
    )
