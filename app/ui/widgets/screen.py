"""The room that a screen has for a window."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME, TITLE = 4, 32
"""What the system draws around a window, about; how much is known only when it is there."""


def room_on_screen(window: QWidget) -> QSize:
    """Return the largest size of ``window`` that its screen can show, without the window's
    frame.
    """
    return window.screen().availableGeometry().size() - QSize(2 * FRAME, TITLE + FRAME)
