"""A pasted or imported list before it is taken: every row, and the EO ticks who comes in."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QTableView,
    QWidget,
)

from app.engine.acts.players import Entry
from app.engine.language import plural, say
from app.engine.text import join_words
from app.store.tables.roster import RosterPreview, RosterRow
from app.ui.widgets.basics import button, label
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.table_model import dress, needed, set_width, shared
from app.ui.widgets.theme import DIALOG, Space, current_theme

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HEADINGS = (
    "",
    say("Line"),
    say("Name"),
    say("Club"),
    say("Faction"),
    say("Team"),
    say("State"),
    say("Note"),
)
TICK, LINE, NAME, CLUB, FACTION, TEAM, STATE, NOTE = range(8)
FIXED = {TICK: 40, LINE: 56, STATE: 96}
SHARES = {NAME: 24, CLUB: 16, FACTION: 12, TEAM: 12, NOTE: 44}
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
TICKED = Qt.CheckState.Checked
ROW = 32


class RosterRows(QAbstractTableModel):
    """The rows of the list; ``ticked`` are the places of those that will be added."""

    def __init__(self, rows: tuple[RosterRow, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = rows
        self.ticked = {place for place, row in enumerate(rows) if row.ok}

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.rows[place].entry for place in sorted(self.ticked))

    def tick(self, places: set[int], on: bool) -> None:
        """A row without a name stays unticked."""
        may = {place for place in places if self.rows[place].named}
        self.ticked = self.ticked | may if on else self.ticked - may
        last = self.index(len(self.rows) - 1, 0)
        self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.CheckStateRole])

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _cells(row)[column]
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(_cells(row)[column])
            case Qt.ItemDataRole.CheckStateRole if column == TICK and row.named:
                return TICKED if index.row() in self.ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.TextAlignmentRole:
                return LEFT
            case Qt.ItemDataRole.ForegroundRole:
                return _ink(row, column)
            case _:
                return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section]
        return LEFT if role == Qt.ItemDataRole.TextAlignmentRole else None


class RosterTable(QTableView):
    """A click into the first column ticks a row, Space all selected rows together."""

    def __init__(self, rows: RosterRows) -> None:
        super().__init__()
        self.setObjectName("roster")
        self.setAccessibleName(say("Rows of the list"))
        self._rows = rows
        self.setModel(rows)
        dress(self)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setColumnHidden(TEAM, not any(row.entry.team for row in rows.rows))
        for column, width in FIXED.items():
            set_width(self, column, width)
        self.clicked.connect(self._click)
        self.selectionModel().setCurrentIndex(
            rows.index(0, TICK), QItemSelectionModel.SelectionFlag.NoUpdate
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space:
            super().keyPressEvent(event)
            return
        chosen = {index.row() for index in self.selectionModel().selectedRows()}
        self._turn(chosen or {self.currentIndex().row()})

    def _click(self, index: QModelIndex) -> None:
        if index.column() == TICK:
            self._turn({index.row()})

    def _turn(self, places: set[int]) -> None:
        named = {place for place in places if self._rows.rows[place].named}
        self._rows.tick(named, on=not named <= self._rows.ticked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        free = self.viewport().width() - sum(map(self.columnWidth, FIXED))
        shares = {
            column: share for column, share in SHARES.items() if not self.isColumnHidden(column)
        }
        wanted = {column: self._needed(column) for column in shares}
        for column, width in shared(free, wanted, shares).items():
            self.setColumnWidth(column, width)

    def _needed(self, column: int) -> int:
        return needed(self, (HEADINGS[column], *(_cells(row)[column] for row in self._rows.rows)))


class RosterDialog(QDialog):
    """``preview`` must have a row; ``source`` says where the list is from."""

    def __init__(self, preview: RosterPreview, source: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Add players"))
        self.resize(1120, 600)
        self.rows = RosterRows(preview.rows, self)
        self.table = RosterTable(self.rows)
        self.counts = label("", "muted", wraps=True)
        self.all = button(say("Tick &all"), lambda: self._tick(True), kind="quiet")
        self.none = button(say("Tick &none"), lambda: self._tick(False), kind="quiet")
        self.cancel = button(say("Cancel"), self.reject)
        self.add = button("", self.accept, kind="primary")
        self.add.setDefault(True)
        self._ignored = preview.ignored
        self._lay_out(source)
        self.rows.dataChanged.connect(self._count)
        self._count()
        self.table.setFocus()

    @classmethod
    def ask(
        cls, preview: RosterPreview, source: str, parent: QWidget | None = None
    ) -> tuple[Entry, ...] | None:
        """The entries to add."""
        dialog = cls(preview, source, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.rows.entries if accepted else None

    def _tick(self, on: bool) -> None:
        self.rows.tick(set(range(len(self.rows.rows))), on)

    def _count(self) -> None:
        count = len(self.rows.ticked)
        self.add.setText(
            plural(count, "A&dd {count} player", "A&dd {count} players")
            if count
            else say("A&dd players")
        )
        self.add.setEnabled(count > 0)
        left = len(self.rows.rows) - count
        sentences = [
            plural(
                left,
                "{count} row not ticked and left out.",
                "{count} rows not ticked and left out.",
            )
            if left
            else say("All ticked.")
        ]
        if self._ignored:
            sentences.append(say("Columns not used: {ignored}.", ignored=join_words(self._ignored)))
        self.counts.setText(" ".join(sentences))

    def _lay_out(self, source: str) -> None:
        column_of(
            row_of(
                label(
                    plural(
                        len(self.rows.rows),
                        "{count} row {source}",
                        "{count} rows {source}",
                        source=source,
                    ),
                    "heading",
                ),
                STRETCH,
                self.all,
                self.none,
                gap=Space.L,
            ),
            grow(self.table),
            row_of(grow(self.counts), self.cancel, self.add),
            on=self,
            gap=Space.L,
            margins=DIALOG,
        )


def _cells(row: RosterRow) -> tuple[str, ...]:
    state = say("Ready") if row.ok else say("Duplicate") if row.named else say("No name")
    entry = row.entry
    words = (entry.name, entry.club, entry.faction, entry.team)
    return ("", str(row.line), *words, state, row.note)


def _ink(row: RosterRow, column: int) -> QBrush | None:
    theme = current_theme()
    if column == STATE:
        return QBrush(QColor(theme.good if row.ok else theme.danger))
    if column in {LINE, CLUB, FACTION, TEAM, NOTE} or not row.ok:
        return QBrush(QColor(theme.muted))
    return None
