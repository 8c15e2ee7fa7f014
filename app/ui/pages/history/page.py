"""The history page, which shows who did what and when, and offers undo."""

from collections.abc import Collection
from itertools import islice

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QTableView,
    QWidget,
)

from app.engine.language import plural, say
from app.engine.text import shorten
from app.ui.clients.desk import DeskClient
from app.ui.pages.history.model import HEADINGS, NOTE, TIME, UNDONE, WHAT, WHERE, WHO, HistoryRows
from app.ui.shell.undo import take_back
from app.ui.widgets.basics import button, choose_one, label
from app.ui.widgets.escape import escape_mnemonic, escape_tooltip
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.key_names import native_keys
from app.ui.widgets.layout import STRETCH, column_of, grow, place_part, row_of
from app.ui.widgets.table_list import ROW
from app.ui.widgets.table_model import SIDES, CellPainter, measure_column, set_width
from app.ui.widgets.theme import PAGE, Space
from app.views.history.rows import Wanted
from app.views.history.words import act_words

NARROWEST = 240
AROUND = 8  # above and below the lines of a row
NO_ROWS = say("Nothing has happened yet. Everything done from now on is listed here.")
NO_MATCH = say("Nothing matches. Clear the search or choose “Everything”.")


class HistoryPage(QWidget):
    def __init__(self, client: DeskClient, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._client = client
        self.rows = HistoryRows(self)
        self.table = HistoryTable(self.rows)
        self.count = label("", "pill")
        self.undo = button(say("Undo"), self._undo)
        self.everything = button(say("Ever&ything"), self._filter, kind="choice")
        self.organizer = button(say("&Organizer’s actions"), self._filter, kind="choice")
        self.tables = ComboBox()
        self.search = QLineEdit()
        self.empty = label("", "empty", wraps=True)
        self._pages = QStackedWidget()
        self._lay_out()
        self._wire()
        self.setFocusProxy(self.table)  # no button that Space would press

    def show_history(self) -> None:
        state = self._client.state
        self.rows.show_history(self._client.records, state)
        self._show_read()
        words = act_words(state, state.done[-1].event) if state.done else ""
        named = say("&Undo {what}", what=escape_mnemonic(shorten(words)))
        self.undo.setText(named if words else say("&Undo"))
        tip = (
            say("Undo {words} (Ctrl+Z)", words=words) if words else say("There is nothing to undo")
        )
        self.undo.setToolTip(escape_tooltip(native_keys(tip)))
        self.undo.setEnabled(bool(words))

    def _show_read(self) -> None:
        """Update the widths, the tables to choose from and the counts."""
        self.table.share_width()
        self._show_tables()
        self._show_counts()

    def showEvent(self, event: QShowEvent) -> None:
        self.show_history()
        super().showEvent(event)

    def _changed(self) -> None:
        """Show the history if the page is visible; a hidden page catches up when it is shown."""
        if self.isVisible():
            self.show_history()

    def _show_counts(self) -> None:
        visible, total = self.rows.rowCount(), self.rows.total
        words = (
            plural(total, "{count} row", "{count} rows")
            if visible == total or self.rows.is_learning
            else plural(
                total, "{visible} of {count} row", "{visible} of {count} rows", visible=visible
            )
        )
        self.count.setText(words)
        self.empty.setText(NO_MATCH if total else NO_ROWS)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages.setCurrentIndex(0 if visible or self.rows.is_reading else 1)

    def _show_tables(self) -> None:
        numbers = self.rows.tables
        if len(numbers) + 1 != self.tables.count():
            chosen = self.tables.currentData()
            self.tables.clear()
            self.tables.addItem(say("All tables"), 0)
            for number in numbers:
                self.tables.addItem(say("Table {number}", number=number), number)
            self.tables.setCurrentIndex(max(self.tables.findData(chosen), 0))

    def _filter(self) -> None:
        wish = Wanted(
            organizer=self.organizer.isChecked(),
            table=self.tables.currentData() or 0,
            text=self.search.text(),
        )
        self.rows.show_wanted(wish)
        self.table.fit_heights()
        self._show_counts()

    def _undo(self) -> None:
        take_back(self._client, undo=True)

    def _wire(self) -> None:
        choose_one(QButtonGroup(self), self.everything, self.organizer)
        self.everything.setChecked(True)
        self.tables.setAccessibleName(say("Table"))
        self.tables.currentIndexChanged.connect(lambda _index: self._filter())
        self.search.setAccessibleName(say("Search the history"))
        self.search.setPlaceholderText(say("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._filter())
        find = QShortcut(QKeySequence("Ctrl+Shift+F"), self)
        find.activated.connect(self.search.setFocus)
        self._client.changed.connect(self._changed)
        self.rows.read_on.connect(self._show_read)

    def _lay_out(self) -> None:
        self.search.setMinimumWidth(240)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.empty)
        column_of(
            row_of(
                label(say("History"), "title"),
                place_part(self.count, Qt.AlignmentFlag.AlignVCenter),
                STRETCH,
                self.undo,
                gap=Space.M,
            ),
            row_of(self.everything, self.organizer, self.tables, STRETCH, self.search),
            grow(self._pages),
            on=self,
            gap=Space.M,
            margins=PAGE,
        )


class HistoryTable(QTableView):
    """The table of the history. The rows in view stay in place while new ones are added at
    the top.
    """

    def __init__(self, rows: HistoryRows) -> None:
        super().__init__()
        self.setObjectName("history")
        self.setAccessibleName(say("History"))
        self.setModel(rows)
        self._rows = rows
        self._measured: dict[int, tuple[int, int]] = {}  # how many words, and their width
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.verticalScrollBar().valueChanged.connect(self.fit_heights)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setItemDelegate(CellPainter(rows, self))
        self.setWordWrap(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.rowsInserted.connect(self._keep_place)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self._copy)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_width()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._measured.clear()

    def share_width(self) -> None:
        """Give each column the width of its contents, and the rest to the sentences."""
        held = {
            TIME: measure_column(self, self._rows.days, figures=True),
            WHO: self._widest(WHO, self._rows.people),
            WHERE: self._widest(WHERE, self._rows.places),
        }
        self.setColumnHidden(NOTE, not self._rows.any_undone)
        if self._rows.any_undone:
            held[NOTE] = self._widest(NOTE, (UNDONE,))
        for column, width in held.items():
            set_width(self, column, width)
        free = self.viewport().width() - sum(map(self.columnWidth, held))
        self.setColumnWidth(WHAT, max(free, NARROWEST))
        self.fit_heights()

    def _widest(self, column: int, words: Collection[str]) -> int:
        """Return the width that a column needs for the longest of ``words``. Measure only the words
        added since the last call.
        """
        seen, width = self._measured.get(column, (0, 0))
        if seen != len(words) or not width:
            fresh = (HEADINGS[column], *islice(words, seen, None))
            width = max(width, measure_column(self, fresh))
            self._measured[column] = len(words), width
        return width

    def fit_heights(self) -> None:
        """Make rows as high as their sentences need. Measure only the rows in view, those on the
        next page, and the last ones. The other rows may have any height, because the table scrolls
        by rows.
        """
        room = self.columnWidth(WHAT) - SIDES
        metrics = self.fontMetrics()
        rows, page = self._rows.rowCount(), self.viewport().height() // ROW + 1
        first = self.verticalScrollBar().value()
        near = range(first, min(first + 2 * page, rows))
        last = range(max(rows - page, near.stop), rows)
        for row in (*near, *last):
            high = ROW
            if self._rows.may_be_long(row):
                wrapped = metrics.boundingRect(
                    QRect(0, 0, room, ROW),
                    Qt.TextFlag.TextWordWrap,
                    self._rows.text(row, WHAT),
                )
                high = max(ROW, wrapped.height() + AROUND)
            if self.rowHeight(row) != high:
                self.setRowHeight(row, high)

    def _keep_place(self, _parent: QModelIndex, first: int, last: int) -> None:
        bar = self.verticalScrollBar()
        if bar.value():
            self.updateGeometries()
            bar.setValue(bar.value() + last - first + 1)

    def _copy(self) -> None:
        chosen = sorted(index.row() for index in self.selectionModel().selectedRows())
        QApplication.clipboard().setText("\n".join(map(self._rows.line, chosen)))
