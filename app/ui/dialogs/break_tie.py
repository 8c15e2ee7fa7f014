"""The dialog in which the organizer orders level players and gives a reason."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.fields import ReasonField
from app.ui.widgets.layout import STRETCH, LayoutGap, caption_for, column_of, foot, grow, row_of
from app.ui.widgets.theme import DIALOG, Space

NUMBER = int(Qt.ItemDataRole.UserRole)
NOTE = say("Put the best at the top. The order holds until the next round begins.")


class BreakTieDialog(Dialog):
    """A dialog that asks for the order of level players. ``level`` lists their numbers and names in
    the present order.
    """

    def __init__(self, level: Sequence[tuple[int, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Break the tie"))
        self.setMinimumWidth(520)
        self.list = QListWidget()
        self.list.setAccessibleName(say("Tied players"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        for number, name in level:
            item = QListWidgetItem(name, self.list)
            item.setData(NUMBER, number)
            item.setToolTip(escape_tooltip(name))
        self.list.setCurrentRow(0)
        self.up = button(say("&Up"), lambda: self._move(-1))
        self.down = button(say("&Down"), lambda: self._move(1))
        self.reason = ReasonField(500)
        self.reason.setPlaceholderText(say("How it was decided: a die, a meeting, …"))
        self.cancel = button(say("Cancel"), self.reject)
        self.save = button(say("&Break the tie"), self.accept, kind="primary")
        self.save.setDefault(True)
        self.save.setEnabled(False)
        self.reason.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        self._lay_out()

    @property
    def numbers(self) -> tuple[int, ...]:
        items = (self.list.item(place) for place in range(self.list.count()))
        return tuple(int(item.data(NUMBER)) for item in items)

    @classmethod
    def ask(
        cls, level: Sequence[tuple[int, str]], parent: QWidget | None = None
    ) -> tuple[tuple[int, ...], str] | None:
        """Show the dialog. Return the order as player numbers, and the reason; None if the dialog
        was cancelled.
        """
        dialog = cls(level, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return (dialog.numbers, dialog.reason.text().strip()) if accepted else None

    def _move(self, by: int) -> None:
        place = self.list.currentRow()
        if 0 <= place + by < self.list.count():
            self.list.insertItem(place + by, self.list.takeItem(place))
            self.list.setCurrentRow(place + by)

    def _lay_out(self) -> None:
        column_of(
            label(NOTE, "muted", wraps=True),
            grow(row_of(grow(self.list), column_of(self.up, self.down, STRETCH))),
            caption_for(self.reason, say("&Reason (needed)")),
            self.reason,
            LayoutGap(Space.S),
            foot(self.cancel, self.save),
            on=self,
            margins=DIALOG,
        )
