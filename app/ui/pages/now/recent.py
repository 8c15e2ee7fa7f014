"""The latest acts on the page *Now*, as many lines as fit."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.ui.widgets.basics import NameLabel, label
from app.ui.widgets.font import even_figures
from app.ui.widgets.layout import grid_of
from app.ui.widgets.theme import Space

LEAST, MOST = 1, 40


class RecentActs(QWidget):
    """Lines that each show the time and the description of an act, the newest first."""

    def __init__(self) -> None:
        super().__init__()
        self._acts: Sequence[tuple[str, str]] = ()
        self._grid = grid_of(on=self, gap=Space.XS, gap_across=Space.L, shares=(0, 1))
        self._grid.setRowStretch(MOST, 1)
        self.lines: list[tuple[QLabel, NameLabel]] = []
        self._add_line()

    def show_acts(self, acts: Sequence[tuple[str, str]]) -> None:
        """Show up to ``MOST`` acts, each with its time."""
        if len(acts) != len(self._acts):
            self.updateGeometry()
        self._acts = acts
        self._fit()

    def _add_line(self) -> None:
        """Add a line. Lines are never removed, so that a later list of acts can use them again."""
        time, words = label("", "muted"), NameLabel()
        time.setFont(even_figures())
        for column, part in enumerate((time, words)):
            self._grid.addWidget(part, len(self.lines), column)
        self.lines.append((time, words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show as many lines as fit completely. Repeat this, because a line that appears may change
        the height.
        """
        room = 0
        while room != self._room:
            room = self._room
            self._show_lines(room)

    @property
    def _room(self) -> int:
        """The number of lines for which there is room."""
        return max((self.height() + Space.XS) // self._line, 1)

    def _show_lines(self, room: int) -> None:
        shown = self._acts[:room]
        while len(self.lines) < len(shown):
            self._add_line()
        for (time, words), (at, said) in zip(self.lines, shown, strict=False):
            time.setText(at)
            words.show_name(said)
        for place, parts in enumerate(self.lines):
            for part in parts:
                part.setVisible(place < len(shown))

    @property
    def _line(self) -> int:
        return self.lines[0][0].sizeHint().height() + Space.XS

    def minimumSizeHint(self) -> QSize:
        return QSize(0, min(LEAST, max(len(self._acts), 1)) * self._line)

    def sizeHint(self) -> QSize:
        return QSize(0, max(len(self._acts), 1) * self._line)
