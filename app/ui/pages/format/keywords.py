"""The packet's keywords as check boxes in groups, each with a line about its effect."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QWidget

from app.engine.language import say
from app.engine.packet.keywords import Asks
from app.ui.widgets.basics import card, label, restyle
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.fields import SpinBox
from app.ui.widgets.layout import STRETCH, clear, column_of, row_of
from app.ui.widgets.letters_of_alt import paint_without_letters
from app.ui.widgets.theme import CARD, UNDER_TICK, Space
from app.views.event.format import GroupRows, KeywordRow

BESIDE = 1100
"""The width in pixels from which on the groups are in two columns. In a single column, lines would
be too long to read.
"""
GROUP = 1
"""The height of a group's heading and edges together, counted in keywords."""
LEAST = {Asks.CUT: 2}
MOST = {Asks.NUMBER: 9, Asks.ROUNDS: 20, Asks.CUT: 64}


class KeywordLine(QWidget):
    """The check box for a keyword. ``ticked`` carries the keyword, whether it is wanted, and its
    number.
    """

    ticked = Signal(str, bool, int)

    def __init__(self, row: KeywordRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = row.key
        self.box = QCheckBox()
        paint_without_letters(self.box)
        self.number = self._number(row.asks) if row.asks in MOST else None
        self.says = label("", "muted", wraps=True)
        self.says.setContentsMargins(UNDER_TICK, 0, 0, 0)
        self.against: QLabel | None = None  # few keywords have one
        self._column = column_of(
            row_of(self.box, STRETCH, self.number), self.says, on=self, gap=Space.NONE
        )
        self.show_row(row)
        self.box.clicked.connect(self._tick)

    def show_row(self, row: KeywordRow) -> None:
        self.box.setText(escape_mnemonic(row.name))
        self.box.setChecked(row.on)
        self.box.setEnabled(not row.included and row.asks is not Asks.SCENARIOS)
        if self.number is not None:
            self.number.blockSignals(True)
            self.number.setValue(row.number)
            self.number.blockSignals(False)
            self.number.setVisible(row.on)
            self.number.setAccessibleName(say("Number of {name}", name=row.name))
        sentences = [row.says]
        if row.included:
            sentences.append(say("Part of {included}.", included=row.included))
        if row.asks is Asks.SCENARIOS:
            sentences.append(say("Choose them under “Scenarios played” below."))
        self.says.setText(" ".join(filter(None, (*sentences, row.ours))))
        self._show_against(row.against)

    def _show_against(self, words: str) -> None:
        """Show ``words``, which speak against the keyword, below its effect. Show nothing if they
        are empty.
        """
        if self.against is None and words:
            self.against = label("", "doubts", wraps=True)
            self._column.addWidget(self.against)
        if self.against is not None:
            self.against.setText(words)
            self.against.setVisible(bool(words))
            restyle(self.against, "tone", "doubt")

    def _number(self, asks: Asks) -> SpinBox:
        number = SpinBox()
        number.setRange(LEAST.get(asks, 1), MOST[asks])
        number.setKeyboardTracking(False)
        number.setPrefix("X = ")
        number.setFixedWidth(104)
        room = number.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        number.setSizePolicy(room)
        number.valueChanged.connect(lambda x: self.ticked.emit(self.key, True, x))
        return number

    def _tick(self, on: bool) -> None:
        """Undo the click and request the change instead. The box therefore always shows the event,
        never a refused click.
        """
        self.box.setChecked(not on)
        self.ticked.emit(self.key, on, 0)


class KeywordGroups(QWidget):
    """The keywords in their groups. ``ticked`` passes on the signal of the lines."""

    ticked = Signal(str, bool, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: dict[str, KeywordLine] = {}
        self._shown: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self._cards: list[QFrame] = []
        self._columns = column_of(gap=Space.M), column_of(gap=Space.M)
        self._row = row_of(*self._columns, on=self, gap=Space.M)

    def show_groups(self, groups: Sequence[GroupRows]) -> None:
        """Show the groups. Lines are made again only if the offered keywords have changed."""
        shape = tuple((group.title, tuple(row.key for row in group.rows)) for group in groups)
        if shape != self._shown:
            self._shown = shape
            self._make(groups)
        for group in groups:
            for row in group.rows:
                self.lines[row.key].show_row(row)

    def _make(self, groups: Sequence[GroupRows]) -> None:
        for column in self._columns:
            clear(column)
        self.lines = {}
        self._cards = [self._card(group, self.ticked.emit) for group in groups]
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (event.size().width() >= BESIDE) is not (event.oldSize().width() >= BESIDE):
            self._arrange()

    def _arrange(self) -> None:
        """Place the groups below each other, or in two columns if there is room."""
        first, second = self._columns
        for column in self._columns:
            while column.takeAt(0) is not None:
                pass  # the cards stay
        lines = [GROUP + len(frame.findChildren(KeywordLine)) for frame in self._cards]
        beside = self.width() >= BESIDE
        for place, frame in enumerate(self._cards):
            above = 2 * sum(lines[:place]) + lines[place] <= sum(lines)
            (first if above or not beside else second).addWidget(frame)
        self._row.setStretchFactor(first, 1)
        self._row.setStretchFactor(second, 1 if beside else 0)
        if beside:
            first.addStretch()
            second.addStretch()

    def _card(self, group: GroupRows, tick: Callable[[str, bool, int], object]) -> QFrame:
        frame = card("keywordGroup")
        lines = {row.key: KeywordLine(row) for row in group.rows}
        for line in lines.values():
            line.ticked.connect(tick)
        self.lines |= lines
        column_of(
            label(group.title, "heading"),
            *lines.values(),
            on=frame,
            gap=Space.M,
            margins=CARD,
        )
        return frame
