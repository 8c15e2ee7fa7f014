"""The history as a table model, newest first. The sentence of a row is written when the row is
first shown.
"""

import time
from array import array
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont

from app.engine.acts.events import Record
from app.engine.acts.table import Mark
from app.engine.language import say
from app.engine.state import State
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.locale import date_time, format_date
from app.ui.widgets.table_model import (
    ANSWERED,
    DISPLAY,
    FONT,
    INK,
    TIP,
    CellLook,
    brush_of,
    cell_font,
)
from app.ui.widgets.theme import current_theme
from app.views.history.memory import HistoryMemory
from app.views.history.rows import (
    Wanted,
    changes_earlier_rows,
    describe,
    happened_ms,
    is_undone,
    is_wanted,
    station_words,
    tables_used,
    who,
)
from app.views.time_of_day import clock_seconds

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HEADINGS = (say("Time"), say("Who"), say("Where"), say("What"), "")
TIME, WHO, WHERE, WHAT, NOTE = range(5)
UNDONE = say("undone")
SLICE_S = 0.008  # of the window's time in one go
SHOW_S = 0.2  # between two times that found rows are shown: each has the table painted anew
AT_LEAST = 256  # rows taken in each time: a short history is there at once
LOOKED_AT = 16  # least rows per look: a game's first row takes long to word
STEP = 32  # rows read between two looks at the time
LATE_MS = 1000  # a mark written later than this says when it happened
MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class HistoryRows(QAbstractTableModel):
    """The rows of the history. A long history is read and filtered in small parts, so that nothing
    else has to wait. ``read_on`` is emitted after every part except the first. A short history is
    read in one part.
    """

    read_on = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = State()
        self._memory = HistoryMemory()
        self._records: list[Record] = []
        self._said: dict[int, str] = {}
        self.people: dict[str, None] = {}  # the contents of two columns, in order of appearance
        self.places: dict[str, None] = {}
        self._shown = array("I")  # places in _records, oldest first
        self.wish = Wanted()
        self._learned = 0  # how many rows the memory has
        self._fresh: list[int] = []  # those of them that are wanted but not yet shown
        self._older = 0  # how many of the oldest rows are still to be filtered
        self._found: list[int] = []  # filtered and wanted but not yet shown, newest first
        self._show_at_s = 0.0
        self._told_anew = False  # whether shown rows may now read differently
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._read_on)

    def show_history(self, records: Sequence[Record], state: State) -> None:
        """Show ``records``, which hold all rows so far. New rows appear at the top."""
        shifted = state.time_shifts != self._state.time_shifts
        if shifted:
            self._said.clear()
            self._told_anew = True
        self._state = state
        if self._records and records[len(self._records) - 1 :][:1] != self._records[-1:]:
            self._begin_anew()
        self._records.extend(records[len(self._records) :])
        if self.is_reading or shifted:
            self._work()

    def _begin_anew(self) -> None:
        """Read all rows again, because other stations wrote earlier rows while this station was
        offline.
        """
        self.beginResetModel()
        self._memory, self._records = HistoryMemory(), []
        self._said.clear()
        self._shown, self._fresh, self._learned, self._older = array("I"), [], 0, 0
        self._found = []
        self.endResetModel()

    def show_wanted(self, wish: Wanted) -> None:
        if wish == self.wish:
            return
        self.beginResetModel()
        self.wish = wish
        self._shown, self._fresh, self._older = array("I"), [], self._learned
        self._found, self._show_at_s = [], 0.0
        if wish == Wanted():
            self._shown, self._older = array("I", range(self._learned)), 0
        self.endResetModel()
        self._work()

    @property
    def is_learning(self) -> bool:
        """Tell whether new rows have not been read yet."""
        return self._learned < len(self._records)

    @property
    def is_reading(self) -> bool:
        """Tell whether rows are still being read or filtered."""
        return self.is_learning or self._older > 0

    def _read_on(self) -> None:
        self._work()
        self.read_on.emit()

    def _work(self) -> None:
        """Read and filter rows for a time too short to be noticed."""
        until_s = time.perf_counter() + SLICE_S
        self._learn(until_s)
        if not self.is_learning:
            self._look_back(until_s)
        if self._told_anew and self._shown and not self.is_learning:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, NOTE))
        self._told_anew = self._told_anew and self.is_learning
        if self.is_reading:
            self._later.start()

    def _learn(self, until_s: float) -> None:
        """Read the next rows. They appear once all rows have been read."""
        first = self._learned
        while self.is_learning and (
            self._learned - first < AT_LEAST or time.perf_counter() < until_s
        ):
            at, fresh = self._learned, self._records[self._learned : self._learned + STEP]
            self._learned += len(fresh)
            anew = self._memory.learn(fresh)
            for record in fresh:
                self.people[who(record, self._state, self._memory)] = None
                self.places[station_words(record.station)] = None
            if any(map(changes_earlier_rows, fresh)):
                self._said.clear()
                anew = True
            self._told_anew = self._told_anew or anew
            self._fresh += [n for n in range(at, self._learned) if self._wants(n)]
        if self._fresh and not self.is_learning:
            self.beginInsertRows(ROOT, 0, len(self._fresh) - 1)
            self._shown.extend(self._fresh)
            self._fresh = []
            self.endInsertRows()

    def _look_back(self, until_s: float) -> None:
        """Filter the older rows, from the newest to the oldest."""
        first = self._older
        while self._older and (first - self._older < LOOKED_AT or time.perf_counter() < until_s):
            self._older -= 1
            if self._wants(self._older):
                self._found.append(self._older)
        if self._found and (not self._older or time.perf_counter() >= self._show_at_s):
            end = len(self._shown)
            self.beginInsertRows(ROOT, end, end + len(self._found) - 1)
            self._shown[:0] = array("I", reversed(self._found))
            self._found = []
            self.endInsertRows()
            self._show_at_s = time.perf_counter() + SHOW_S

    @property
    def days(self) -> tuple[str, str]:
        """The texts of the oldest and the newest time."""
        if not self._records:
            return "", ""
        newest_ms = self._records[-1].at_ms
        return _day_words(self._records[0].at_ms, newest_ms), _day_words(newest_ms, newest_ms)

    @property
    def total(self) -> int:
        """The number of rows read so far."""
        return self._learned

    @property
    def tables(self) -> tuple[int, ...]:
        return tables_used(self._memory)

    def line(self, row: int) -> str:
        """Return a row as a line of text for the clipboard."""
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
        """Tell whether the sentence of a row may need more than one line. The sentence of a
        ``Mark``, the record of one game, never does.
        """
        return not isinstance(self._records[self._shown[-1 - row]].event, Mark)

    @property
    def any_undone(self) -> bool:
        """Tell whether any act of the event was undone."""
        return bool(self._memory.undone)

    def undone(self, row: int) -> bool:
        return is_undone(self._records[self._shown[-1 - row]], self._memory)

    def _sentence(self, at: int) -> str:
        if at not in self._said:
            record = self._records[at]
            sentence = describe(record, self._state, self._memory)
            late = record.at_ms - happened_ms(record) >= LATE_MS
            when = clock_seconds(self._state.shown_ms(happened_ms(record)))
            self._said[at] = (
                say("{sentence}, at {when}", sentence=sentence, when=when) if late else sentence
            )
        return self._said[at]

    def _wants(self, at: int) -> bool:
        record, read = self._records[at], ""
        if self.wish.text:
            actor = who(record, self._state, self._memory)
            read = f"{self._sentence(at)} {actor} {station_words(record.station)}"
        return is_wanted(record, self.wish, self._state, self._memory, read)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    def look(self, row: int, column: int) -> CellLook:
        """Return the look of a cell. Rows that were undone are crossed out."""
        undone, font = self.undone(row), None
        if column == TIME:
            font = cell_font(figures=True)
        elif undone and column == WHAT:
            font = QFont()
            font.setStrikeOut(True)
        quiet = brush_of(current_theme().muted) if undone or column != WHAT else None
        return CellLook(self.text(row, column), font, quiet)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in ANSWERED or not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == TIP:
            return escape_tooltip(self._tip(row, column))
        look = self.look(row, column)
        if role == DISPLAY:
            return look.words
        if role == INK:
            return look.ink
        return look.font if role == FONT else MIDDLE

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return HEADINGS[section] or say("Note")
        return MIDDLE if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _tip(self, row: int, column: int) -> str:
        if column == TIME:
            at = self._state.shown_ms(self._records[self._shown[-1 - row]].at_ms)
            return format_date(at, say("dddd d MMMM yyyy, HH:mm:ss"))
        return self.text(row, column)


def _day_words(at_ms: int, newest_ms: int) -> str:
    """Return the time, such as "14:03:07". If the day differs from that of the newest row, the day
    comes first, such as "Fri 14:03:07".
    """
    at, newest = map(date_time, (at_ms, newest_ms))
    return format_date(at_ms, "HH:mm:ss" if at.date() == newest.date() else "ddd HH:mm:ss")
