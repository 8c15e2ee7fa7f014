"""A short list whose entries can be ticked and reordered."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QWidget

from app.engine.language import say, within
from app.ui.widgets.basics import button
from app.ui.widgets.layout import STRETCH, column_of, row_of

KEY = int(Qt.ItemDataRole.UserRole)
ROW = 30


class CheckedOrder(QWidget):
    """A list of entries to tick and reorder. ``changed`` carries the keys of the ticked entries in
    their order.
    """

    changed = Signal(tuple)

    def __init__(self, name: str, back: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setObjectName("checkedOrder")
        self.list.setAccessibleName(name)
        self.up = button(say("Up"), lambda: self._move(-1))
        self.down = button(say("Down"), lambda: self._move(1))
        self.back = button(back, lambda: self.changed.emit(()), kind="quiet")
        for part in (self.up, self.down):
            part.setToolTip(say("Move the chosen line {direction}", direction=within(part.text())))
        column_of(self.list, row_of(self.up, self.down, self.back, STRETCH), on=self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.list.itemChanged.connect(lambda _item: self._report_order())

    def show_entries(
        self, ticked: Sequence[tuple[object, str]], rest: Sequence[tuple[object, str]]
    ) -> None:
        """Show entries, each given as a key and a text: the ticked entries in their order, then the
        others.
        """
        chosen = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for on, entries in ((True, ticked), (False, rest)):
            for key, words in entries:
                item = QListWidgetItem(words, self.list)
                item.setData(KEY, key)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(min(chosen, self.list.count() - 1))
        self.list.blockSignals(False)
        rows_shown = min(max(self.list.count(), 2), 8)
        self.list.setFixedHeight(rows_shown * ROW + 8)
        self.back.setEnabled(bool(ticked))

    @property
    def keys(self) -> tuple[object, ...]:
        items = [self.list.item(place) for place in range(self.list.count())]
        return tuple(item.data(KEY) for item in items if item.checkState() is Qt.CheckState.Checked)

    def _report_order(self) -> None:
        self.changed.emit(self.keys)

    def _move(self, by: int) -> None:
        place = self.list.currentRow()
        if place < 0 or not 0 <= place + by < self.list.count():
            return
        self.list.blockSignals(True)
        item = self.list.takeItem(place)
        self.list.insertItem(place + by, item)
        self.list.setCurrentRow(place + by)
        self.list.blockSignals(False)
        self._report_order()
