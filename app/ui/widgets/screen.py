"""The room that a screen has for a window."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME, TITLE = 4, 32
"""The usual sizes of a window's frame and title bar in pixels. Their real sizes are not known until
the window is shown.
"""


def room_on_screen(window: QWidget) -> QSize:
    """Return the largest size, without the frame, that ``window`` can have on its screen."""
    return window.screen().availableGeometry().size() - QSize(2 * FRAME, TITLE + FRAME)
