"""The latest acts on the page *Now*, as many lines as fit."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.ui.widgets.basics import NameLabel, label
from app.ui.widgets.font import even_figures
from app.ui.widgets.layout import grid_of
from app.ui.widgets.theme import Space

LEAST, MOST = 4, 20


class RecentActs(QWidget):
    """Lines with the time and the description of an act, the newest first."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = tuple((label("", "muted"), NameLabel()) for _ in range(MOST))
        self._count = 0
        for time, _ in self.lines:
            time.setFont(even_figures())
        grid = grid_of(*self.lines, on=self, gap=Space.XS, gap_across=Space.L, shares=(0, 1))
        grid.setRowStretch(MOST, 1)
        self._fit()

    def show_acts(self, acts: Sequence[tuple[str, str]]) -> None:
        """Show up to ``MOST`` acts, each with its time."""
        self._count = len(acts)
        for (time, words), (at, said) in zip(self.lines, acts, strict=False):
            time.setText(at)
            words.show_name(said)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the lines that fit whole."""
        room = max((self.height() + Space.XS) // self._line, 1)
        for place, parts in enumerate(self.lines):
            for part in parts:
                part.setVisible(place < min(room, self._count))

    @property
    def _line(self) -> int:
        return self.lines[0][0].sizeHint().height() + Space.XS

    def minimumSizeHint(self) -> QSize:
        return QSize(0, min(LEAST, max(self._count, 1)) * self._line)

    def sizeHint(self) -> QSize:
        return QSize(0, self._count * self._line)
