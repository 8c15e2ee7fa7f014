"""Parts that a window has dropped and still shows, where they can be pressed."""

from collections.abc import Iterable

from PySide6.QtWidgets import QLayout, QMenuBar, QPushButton, QWidget

from app.ui.shell.find_box import FindBox
from app.ui.shell.message_bar import MessageBar
from app.ui.shell.pending_changes import PendingChanges
from app.ui.shell.toast import Toast
from tests.ui.sight import in_sight

LIES_OVER = (FindBox, MessageBar, PendingChanges, QMenuBar, Toast)
"""What has its place over a window by no layout, and what a page's window has a place for."""
FOUND = "finds"
"""The list below the field to find by, over the page."""


def ghosts(window: QWidget) -> list[str]:
    """Return what stands on each visible part of ``window`` that its parent's layout does not
    hold.
    """
    return ghosts_among(in_sight(window))


def ghosts_among(seen: Iterable[QWidget]) -> list[str]:
    """Return the same of the visible parts of a window."""
    return [
        f"{type(part).__name__} {part.objectName()} {part.property('text') or ''}".strip()
        for part in seen
        if _is_dropped(part)
    ]


def shown_buttons(window: QWidget) -> list[str]:
    """Return the names by which a user finds each button that can be pressed in ``window``."""
    return [
        button.accessibleName() or button.text()
        for button in window.findChildren(QPushButton)
        if button.isVisible() and button.window() is window
    ]


def _is_dropped(part: QWidget) -> bool:
    """No layout is asked for its items: PySide would keep them, and take what comes to be at the
    same place in memory for one of them.
    """
    layout = part.parentWidget().layout()
    if layout is None or layout.indexOf(part) >= 0:
        return False
    if isinstance(part, LIES_OVER) or part.objectName() == FOUND:
        return False
    return all(held.indexOf(part) < 0 for held in layout.findChildren(QLayout))
