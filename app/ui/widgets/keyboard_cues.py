"""Cues for people who use the keyboard: letters are underlined while Alt is held, and the focused
widget has a frame once a key has moved the focus there. People who use the mouse see neither.
"""

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.widgets.basics import restyle

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QWindow

    from app.ui.widgets.letters_of_alt import LettersOfAlt

BY_KEYS = "byKeys"
"""The property that is "true" on a focused widget whose frame is shown, for the stylesheet."""


class KeyboardCues(QObject):
    """A watcher of keys and mouse in the active window. There is one for the whole program. It
    filters the events of windows rather than those of each widget.
    """

    def __init__(self, app: QApplication, style: "LettersOfAlt") -> None:
        super().__init__(app)
        self._style, self._by_keys = style, False
        app.focusWindowChanged.connect(self._turn_to)
        app.focusChanged.connect(self._move)
        self._turn_to(app.focusWindow())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.KeyPress:
            self._press(cast("QKeyEvent", event).key())
        elif kind == QEvent.Type.KeyRelease:
            if cast("QKeyEvent", event).key() == _alt():
                self._show_letters(shown=False)
        elif kind in {QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin}:
            self._by_keys = False
            self._move(None, QApplication.focusWidget())
        return super().eventFilter(watched, event)

    def _press(self, key: int) -> None:
        if key == _alt():
            self._show_letters(shown=True)
        elif key not in _modifiers():
            self._by_keys = True
            self._move(None, QApplication.focusWidget())

    def _turn_to(self, window: "QWindow | None") -> None:
        self._show_letters(shown=False)
        if window is not None:
            window.installEventFilter(self)  # Qt installs each filter only once

    def _move(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and (now.property(BY_KEYS) == "true") is not self._by_keys:
            restyle(now, BY_KEYS, "true" if self._by_keys else "false")
            now.update()

    def _show_letters(self, *, shown: bool) -> None:
        if shown is not self._style.shown:
            self._style.shown = shown
            for window in QApplication.topLevelWidgets():
                if window.isVisible():
                    window.update()
                    for part in window.findChildren(QWidget):
                        part.update()


def shows_focus(part: QWidget) -> bool:
    """Tell whether ``part`` has the focus and should show a frame. This is for widgets that paint
    themselves.
    """
    return part.hasFocus() and part.property(BY_KEYS) == "true"


def _alt() -> int:
    from PySide6.QtCore import Qt

    return Qt.Key.Key_Alt.value


def _modifiers() -> set[int]:
    from PySide6.QtCore import Qt

    return {
        each.value
        for each in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
    }
