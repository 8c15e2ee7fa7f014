"""The history's rows for a table, newest first; sentences are made when they are first read."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QDateTime,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QBrush, QColor, QFont

from app.engine.acts.events import Record
from app.engine.acts.table import MARKS
from app.engine.language import say
from app.engine.state import State
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.font import even_figures
from app.ui.widgets.locale import dated
from app.ui.widgets.theme import current_theme
from app.views.history.memory import Memory
from app.views.history.rows import (
    Wanted,
    changes_earlier_rows,
    describe,
    happened_ms,
    is_undone,
    station_words,
    tables_used,
    wanted,
    who,
)

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HEADINGS = (say("Time"), say("Who"), say("Where"), say("What"), "")
TIME, WHO, WHERE, WHAT, NOTE = range(5)
UNDONE = say("undone")
LATE_MS = 1000  # a mark written later than this says when it happened
MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class HistoryRows(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = State()
        self._memory = Memory()
        self._records: list[Record] = []
        self._said: dict[int, str] = {}
        self.people: set[str] = set()  # what there is in two of the columns
        self.places: set[str] = set()
        self._shown: list[int] = []  # places in _records, oldest first
        self.wish = Wanted()

    def show_history(self, records: Sequence[Record], state: State) -> None:
        """``records`` are all rows so far; those not seen yet are added on top."""
        fresh = records[len(self._records) :]
        if state.time_shifts != self._state.time_shifts:
            self._said.clear()
        shifted, self._state = state.time_shifts != self._state.time_shifts, state
        if not fresh:
            return
        first = len(self._records)
        self._records.extend(fresh)
        recounted = self._memory.learn(fresh)
        self.people |= {who(record, state, self._memory) for record in fresh}
        self.places |= {station_words(record.station) for record in fresh}
        if any(changes_earlier_rows(record) for record in fresh):
            self._said.clear()
            recounted = True
        new = [first + n for n in range(len(fresh)) if self._wants(first + n)]
        if new:
            self.beginInsertRows(ROOT, 0, len(new) - 1)
            self._shown.extend(new)
            self.endInsertRows()
        if (recounted or shifted) and self._shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, NOTE))

    def show_wanted(self, wish: Wanted) -> None:
        if wish != self.wish:
            self.beginResetModel()
            self.wish = wish
            self._shown = [n for n in range(len(self._records)) if self._wants(n)]
            self.endResetModel()

    @property
    def days(self) -> tuple[str, str]:
        """The words for the oldest and the newest time."""
        if not self._records:
            return "", ""
        newest_ms = self._records[-1].at_ms
        return _day_words(self._records[0].at_ms, newest_ms), _day_words(newest_ms, newest_ms)

    @property
    def total(self) -> int:
        return len(self._records)

    @property
    def tables(self) -> tuple[int, ...]:
        return tables_used(self._memory)

    def line(self, row: int) -> str:
        """A row as text, for the clipboard."""
        return "\t".join(self.text(row, column) for column in range(len(HEADINGS)))

    def text(self, row: int, column: int) -> str:
        at = self._shown[-1 - row]
        record = self._records[at]
        match column:
            case 0:
                newest_ms = self._state.shown_ms(self._records[-1].at_ms)
                return _day_words(self._state.shown_ms(record.at_ms), newest_ms)
            case 1:
                return who(record, self._state, self._memory)
            case 2:
                return station_words(record.station)
            case 3:
                return self._sentence(at)
            case _:
                return UNDONE if is_undone(record, self._memory) else ""

    def may_be_long(self, row: int) -> bool:
        """Whether what happened can take more than a line: marks of tables never do."""
        return not isinstance(self._records[self._shown[-1 - row]].event, MARKS)

    def undone(self, row: int) -> bool:
        return is_undone(self._records[self._shown[-1 - row]], self._memory)

    def _sentence(self, at: int) -> str:
        if at not in self._said:
            record = self._records[at]
            sentence = describe(record, self._state, self._memory)
            late = record.at_ms - happened_ms(record) >= LATE_MS
            when = time_words(self._state.shown_ms(happened_ms(record)))
            self._said[at] = (
                say("{sentence}, at {when}", sentence=sentence, when=when) if late else sentence
            )
        return self._said[at]

    def _wants(self, at: int) -> bool:
        record, read = self._records[at], ""
        if self.wish.text:
            actor = who(record, self._state, self._memory)
            read = f"{self._sentence(at)} {actor} {station_words(record.station)}"
        return wanted(record, self.wish, self._state, self._memory, read)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(self._tip(row, column))
            case Qt.ItemDataRole.TextAlignmentRole:
                return MIDDLE
            case Qt.ItemDataRole.ForegroundRole:
                quiet = column != WHAT or self.undone(row)
                return QBrush(QColor(current_theme().muted)) if quiet else None
            case Qt.ItemDataRole.FontRole if column == TIME:
                return even_figures()
            case Qt.ItemDataRole.FontRole if column == WHAT and self.undone(row):
                font = QFont()
                font.setStrikeOut(True)
                return font
            case _:
                return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section]
        return MIDDLE if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _tip(self, row: int, column: int) -> str:
        if column == TIME:
            at = self._state.shown_ms(self._records[self._shown[-1 - row]].at_ms)
            return dated(at, "dddd d MMMM yyyy, HH:mm:ss")
        return self.text(row, column)


def time_words(at_ms: int) -> str:
    """The time of day: "14:03:07"."""
    return QDateTime.fromMSecsSinceEpoch(at_ms).toString("HH:mm:ss")


def _day_words(at_ms: int, newest_ms: int) -> str:
    """The time, after the day when that is not the newest row's: "Fri 14:03:07"."""
    at, newest = map(QDateTime.fromMSecsSinceEpoch, (at_ms, newest_ms))
    return dated(at_ms, "HH:mm:ss" if at.date() == newest.date() else "ddd HH:mm:ss")
