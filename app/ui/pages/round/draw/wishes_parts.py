"""The parts of the wishes dialog: the reasons to keep players apart, the hall's tables, the
pairs.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, HallTable, SetPair
from app.engine.language import TextTable, say, template
from app.engine.remarks import reason_words
from app.engine.state import State
from app.engine.subjects.pairings.set_pairs import set_pair_words
from app.engine.text import shorten
from app.ui.widgets.basics import button
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.table_model import dress, set_width
from app.ui.widgets.theme import Space

OFFERED = (Kind.CLUB, Kind.TRAVEL, Kind.FAMILY, Kind.REGION, Kind.CASTER, Kind.FACTION)
WORDS = TextTable(
    {
        Kind.CLUB: say("Club"),
        Kind.TRAVEL: say("Travel group"),
        Kind.FAMILY: say("Family"),
        Kind.REGION: say("Region"),
        Kind.CASTER: template("Caster"),
        Kind.FACTION: say("Faction"),
    }
)
WHEN = (say("do not keep apart"), say("in round 1"), say("in every round"))
NEVER, FIRST, ALWAYS = range(3)
STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ApartList(QWidget):
    """The list of reasons to keep players apart, the most important first."""

    def __init__(self, rules: Sequence[ApartRule], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = _Rows(len(OFFERED), 2, say("Kept apart"))
        self.table.horizontalHeader().hide()
        set_width(self.table, 1, 216)
        self.table.shifted.connect(self.shift)
        self.up = button(say("&Up"), lambda: self.shift(-1))
        self.down = button(say("&Down"), lambda: self.shift(1))
        chosen = {rule.kind: FIRST if rule.first_round_only else ALWAYS for rule in rules}
        self._order = [*chosen, *(kind for kind in OFFERED if kind not in chosen)]
        self._when = {kind: chosen.get(kind, NEVER) for kind in self._order}
        _beside(self, self.table, self.up, self.down)
        self.setFocusProxy(self.table)
        self._fill()
        self.table.setCurrentCell(0, 0)

    @property
    def rules(self) -> tuple[ApartRule, ...]:
        return tuple(
            ApartRule(kind, self._when[kind] == FIRST) for kind in self._order if self._when[kind]
        )

    def shift(self, step: int) -> None:
        """Move the chosen line one place up or down."""
        row = self.table.currentRow()
        to = row + step
        if row >= 0 and 0 <= to < len(self._order):
            self._order[row], self._order[to] = self._order[to], self._order[row]
            self._fill()
            self.table.setCurrentCell(to, 0)

    def _fill(self) -> None:
        for row, kind in enumerate(self._order):
            self.table.setItem(row, 0, QTableWidgetItem(f"{row + 1}   {WORDS[kind]}"))
            when = ComboBox()
            when.addItems(WHEN)
            when.setAccessibleName(WORDS[kind])
            when.setCurrentIndex(self._when[kind])
            when.currentIndexChanged.connect(lambda now, k=kind: self._when.update({k: now}))
            self.table.setCellWidget(row, 1, when)


class HallForm(QWidget):
    """The list of the hall's tables. If the list is empty, the hall has as many tables as
    ``expected``.
    """

    def __init__(
        self, tables: Sequence[HallTable], expected: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._expected = expected or 8
        self.table = _Rows(0, 3, say("Tables"))
        self.table.setHorizontalHeaderLabels((say("Table"), say("Terrain"), say("In use")))
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        set_width(self.table, 0, 96)
        set_width(self.table, 2, 96)
        self.add = button(say("&Add table"), self.add_table)
        self.remove = button(say("&Remove"), self._remove)
        self.list_all = button(
            say("&List 1 to {expected}", expected=self._expected), self._list_all
        )
        _beside(self, self.table, self.add, self.remove, self.list_all)
        for table in tables:
            self._append(table)

    @property
    def tables(self) -> tuple[HallTable, ...]:
        """The tables in the list, leaving out lines without a number."""
        tables: dict[int, HallTable] = {}
        for row in range(self.table.rowCount()):
            text, terrain = (self._text(row, column) for column in (0, 1))
            if text.isdecimal() and int(text):
                used = self.table.item(row, 2)
                in_use = used is None or used.checkState() is Qt.CheckState.Checked
                tables[int(text)] = HallTable(int(text), terrain, in_use)
        return tuple(tables[number] for number in sorted(tables))

    @property
    def typed(self) -> tuple[tuple[str, str], ...]:
        """The texts of all lines, including those without a number."""
        rows = range(self.table.rowCount())
        return tuple((self._text(row, 0), self._text(row, 1)) for row in rows)

    def add_table(self) -> None:
        highest = max((table.number for table in self.tables), default=0)
        self._append(HallTable(highest + 1))
        self.table.setCurrentCell(self.table.rowCount() - 1, 1)

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text().strip() if item is not None else ""

    def _append(self, hall_table: HallTable) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        used = QTableWidgetItem()
        used.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
        used.setCheckState(Qt.CheckState.Checked if hall_table.in_use else Qt.CheckState.Unchecked)
        cells = (
            QTableWidgetItem(str(hall_table.number)),
            QTableWidgetItem(hall_table.terrain),
            used,
        )
        for column, item in enumerate(cells):
            self.table.setItem(row, column, item)

    def _remove(self) -> None:
        self.table.removeRow(self.table.currentRow())

    def _list_all(self) -> None:
        known = {table.number for table in self.tables}
        for number in range(1, self._expected + 1):
            if number not in known:
                self._append(HallTable(number))


class PairList(QWidget):
    """The list of set and forbidden pairs. ``freed`` holds the pairs that were removed from the
    list.
    """

    def __init__(self, state: State, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pairs = [*state.set_pairs]
        self._freed: list[SetPair] = []
        self.list = QListWidget()
        self.list.setAccessibleName(say("Set pairs"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.free = button(say("&Remove pair"), self._free)
        for pair in self._pairs:
            words = set_pair_words(pair, lambda number: shorten(state.name(number), 32))
            self.list.addItem(QListWidgetItem(f"{words}: {reason_words(pair.reason)}"))
        if not self._pairs:
            nobody = QListWidgetItem(say("No pair is set or forbidden."))
            nobody.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(nobody)
        self.free.setEnabled(bool(self._pairs))
        _beside(self, self.list, self.free)

    @property
    def freed(self) -> tuple[SetPair, ...]:
        return tuple(self._freed)

    def _free(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._pairs):
            self._freed.append(self._pairs.pop(row))
            self.list.takeItem(row)


class _Rows(QTableWidget):
    """A table with lines that can be moved. ``shifted`` is emitted when the user presses Alt and an
    arrow key to move the chosen line up or down.
    """

    shifted = Signal(int)

    def __init__(self, rows: int, columns: int, name: str) -> None:
        super().__init__(rows, columns)
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        dress(self)
        self.verticalHeader().setDefaultSectionSize(44)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.shifted.emit(step)
        else:
            super().keyPressEvent(event)


def _beside(whole: QWidget, main: QWidget, *buttons: QWidget) -> None:
    """Lay out ``main`` with its buttons in a column at the right of it."""
    row_of(grow(main), column_of(*buttons, STRETCH), on=whole, gap=Space.M)
