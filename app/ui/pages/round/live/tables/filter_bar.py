"""The filters of the board: a button for each kind of table, with its count."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, choose_one
from app.ui.widgets.layout import grid_of
from app.ui.widgets.theme import Space
from app.views.round.live import Filter


class FilterBar(QWidget):
    """The filters. ``chosen`` carries the chosen ``Filter``. The buttons take two lines if one line
    is too narrow.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(say("Which tables"))
        self.buttons = {
            which: button(say(which.value), lambda: None, kind="choice") for which in Filter
        }
        for made in self.buttons.values():
            made.setProperty("narrow", True)
        self._shown: set[Filter] = {*Filter} - {Filter.AWAY}
        self.buttons[Filter.AWAY].hide()
        self._group = QButtonGroup(self)
        choose_one(self._group, *self.buttons.values())
        self._group.idClicked.connect(lambda place: self.chosen.emit(list(Filter)[place]))
        self._grid = grid_of(on=self, gap=Space.XS)
        self._laid_out = (0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.buttons[Filter.ALL].setChecked(True)
        self._lay_out()

    def show_counts(self, counts: Mapping[Filter, int]) -> None:
        """Show the counts. The chosen filter stays chosen, even if its count is 0."""
        for which, made in self.buttons.items():
            number = counts.get(which, 0)
            words = f"{say(which.value)} {number}"
            if made.text() != words:
                made.setText(words)
            if number and which not in self._shown:
                self._shown.add(which)  # a kind that not every event has
                made.show()
            made.setEnabled(number > 0 or which is Filter.ALL or made.isChecked())
        self._lay_out()

    def show_filter(self, which: Filter) -> None:
        self.buttons[which].setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @property
    def whole(self) -> int:
        """The width of all buttons in one line."""
        shown = [self.buttons[which] for which in Filter if which in self._shown]
        return sum(made.sizeHint().width() for made in shown) + Space.XS * len(shown)

    def _lay_out(self) -> None:
        shown = [self.buttons[which] for which in Filter if which in self._shown]
        columns = len(shown) if self.whole <= self.width() else -(-len(shown) // 2)
        if (columns, len(shown)) == self._laid_out:
            return
        self._laid_out = (columns, len(shown))
        for place, made in enumerate(shown):
            self._grid.removeWidget(made)
            row, column = divmod(place, columns)
            self._grid.addWidget(made, row, column, Qt.AlignmentFlag.AlignLeft)
        for column in range(len(self.buttons) + 1):
            self._grid.setColumnStretch(column, 1 if column == columns else 0)
