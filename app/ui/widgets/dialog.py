"""Dialogs that fit on any screen, at any scale."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.widgets.basics import make_scrollable_both_ways
from app.ui.widgets.layout import column_of, grow, measure_anew, row_of, set_bottom
from app.ui.widgets.screen import room_on_screen
from app.ui.widgets.theme import DIALOG, Space, wear_theme

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent


class Dialog(QDialog):
    """A dialog. If the screen is too small for it, the dialog is as large as the screen and its
    contents scroll. The last row, which has the buttons, stays in sight.
    """

    _is_fitted = False

    def __init__(
        self, parent: QWidget | None = None, kind: Qt.WindowType = Qt.WindowType.Dialog
    ) -> None:
        super().__init__(parent, kind)
        wear_theme(self)

    def exec(self) -> int:
        """Show the dialog until it is answered. Only the window that it belongs to is blocked."""
        self.setWindowModality(Qt.WindowModality.WindowModal)
        return super().exec()

    def showEvent(self, event: "QShowEvent") -> None:
        if not self._is_fitted:
            self._is_fitted = True
            self._fit_on_screen(room_on_screen(self))
        super().showEvent(event)

    def _fit_on_screen(self, room: QSize) -> None:
        wanted = self.size().expandedTo(self.minimumSizeHint()).expandedTo(self.minimumSize())
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            lines = layout.totalMinimumHeightForWidth(min(wanted.width(), room.width()))
            wanted.setHeight(max(wanted.height(), lines))
        if wanted.boundedTo(room) != wanted:
            bar = self._let_contents_scroll(room)
            self.setMinimumSize(0, 0)
            wanted = (wanted + QSize(bar, 0)).boundedTo(room)
        if wanted != self.size():
            self.resize(wanted)

    def _let_contents_scroll(self, room: QSize) -> int:
        """Put the contents into a scroll area. Return the width of its scroll bar."""
        layout = self.layout()
        if layout is None:
            return 0
        contents = _Contents(self)
        foot = _take_foot(layout, room) if isinstance(layout, QVBoxLayout) else None
        contents.setLayout(layout)
        below = None
        if foot is not None:
            set_bottom(layout, Space.S)
            below = row_of(grow(foot), margins=DIALOG._replace(top=Space.S))
        scroll = make_scrollable_both_ways(contents)
        column_of(grow(scroll), below, on=self, gap=Space.NONE)
        measure_anew(contents)  # requests for a new layout went to the dialog
        return scroll.verticalScrollBar().sizeHint().width()


class _Contents(QWidget):
    """The contents of a dialog, as high as their wrapped lines need at the present width. Before
    the dialog scrolls, any lists in it become lower, so that no list scrolls inside another scroll
    area.
    """

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return layout.totalMinimumHeightForWidth(width) if layout is not None else -1

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        layout = self.layout()
        changed = event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        if changed and layout is not None and layout.hasHeightForWidth():
            self.setMinimumHeight(layout.totalMinimumHeightForWidth(self.width()))
        return done


def _take_foot(layout: QVBoxLayout, room: QSize) -> QHBoxLayout | None:
    """Take the last row out of the dialog's column and return it. Return None if the row is too
    wide for the screen.
    """
    last = layout.itemAt(layout.count() - 1)
    foot = last.layout() if last is not None else None
    sides = DIALOG.left + DIALOG.right
    if not isinstance(foot, QHBoxLayout) or foot.minimumSize().width() + sides > room.width():
        return None
    layout.removeItem(foot)
    return foot
