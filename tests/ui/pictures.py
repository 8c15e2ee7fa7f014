"""What a part of a window looks like."""

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget


def picture_of(part: QWidget) -> QImage:
    """In the pixels that windows are laid out by, however dense the screen is."""
    return part.grab().toImage().scaled(part.size())
