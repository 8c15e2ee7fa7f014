"""The round's tables as Qt models, one with lines and one with cards. Only cells whose texts have
changed are reported.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from operator import attrgetter, is_
from typing import TypeAlias

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.engine.language import Text, say, template
from app.engine.side import Pair, Side
from app.ui.widgets.escape import escape_tooltip
from app.views.round.live import LiveRow, card_words, points_words

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
TIME_ROLES = Pair(ROW_ROLE + 1, ROW_ROLE + 2)
"""The roles of a card's two times. A role is reported alone if nothing but its time has changed."""


class LiveColumn(IntEnum):
    """The columns of the list."""

    TABLE = 0
    CONDITION = 1
    RED = 2
    RED_LEFT = 3
    BLUE_LEFT = 4
    BLUE = 5
    CP = 6
    AP = 7
    TOLD = 8


RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


class PartLook(Struct, frozen=True):
    """A column: its heading, its texts, and their alignment."""

    heading: Text
    words: Callable[[LiveRow], str]
    aligned: Qt.AlignmentFlag = LEFT


COLUMNS: Mapping[LiveColumn, PartLook] = {
    LiveColumn.TABLE: PartLook(say("Table"), lambda row: row.place, CENTRE),
    LiveColumn.CONDITION: PartLook("", lambda row: row.word),
    LiveColumn.RED: PartLook(say("Red"), lambda row: row.names.red, RIGHT),
    LiveColumn.RED_LEFT: PartLook(say("Time"), lambda row: row.left.red, RIGHT),
    LiveColumn.BLUE_LEFT: PartLook(say("Time"), lambda row: row.left.blue),
    LiveColumn.BLUE: PartLook(say("Blue"), lambda row: row.names.blue),
    LiveColumn.CP: PartLook(template("CP"), points_words, CENTRE),
    LiveColumn.AP: PartLook(say("AP"), lambda row: row.ap, CENTRE),
    LiveColumn.TOLD: PartLook(
        say("Turn or ending"), lambda row: "" if row.games else row.explanation
    ),
}
"""The columns. In the row of a team match, the result is not in the last column but in others."""


GAMES_WON = say("Won, time")
"""The heading of the columns of times, when matches of teams show their games won there."""

HEARD = {
    LiveColumn.CONDITION: say("State"),
    LiveColumn.RED_LEFT: say("Red’s time"),
    LiveColumn.BLUE_LEFT: say("Blue’s time"),
}
"""Headings for screen readers. People who see the list recognize these columns by their place."""

TIMES = (LiveColumn.RED_LEFT, LiveColumn.BLUE_LEFT)
MORE_THAN_TIMES = attrgetter(
    "place", "folded", "word", "names", "cp", "cp_after", "ap", "explanation", "runs", "low", "won"
)
"""Everything in a row that can change, except its times, which change every second."""


BESIDE_TIMES = attrgetter(
    *(name for name in LiveRow.__struct_fields__ if name not in {"left", "least_ms"})
)
"""Everything on a card except its times. The least time left is excluded too, because it changes
more often than the displayed digits.
"""
Roles: TypeAlias = tuple[int, ...]
ALL_OF_IT: Roles = (ROW_ROLE,)


def words(row: LiveRow, part: LiveColumn) -> str:
    return COLUMNS[part].words(row)


class LiveRows(QAbstractTableModel):
    """The tables as rows. Chosen rows stay chosen when tables move, appear or disappear."""

    COLUMNS = 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LiveRow, ...] = ()

    @property
    def rows(self) -> tuple[LiveRow, ...]:
        return self._rows

    def row(self, index: Index) -> LiveRow | None:
        return self._rows[index.row()] if index.isValid() else None

    def index_of(self, game: int) -> QModelIndex:
        for place, row in enumerate(self._rows):
            if row.game == game:
                return self.index(place, 0)
        return QModelIndex()

    def show_rows(self, rows: Sequence[LiveRow]) -> None:
        """Show these rows in this order."""
        if len(rows) == len(self._rows) and all(map(is_, rows, self._rows)):
            return
        before, after = {row.game for row in self._rows}, {row.game for row in rows}
        if before.isdisjoint(after):
            if before or after:
                self.beginResetModel()
                self._rows = tuple(rows)
                self.endResetModel()
            return
        self._remove(before - after)
        self._append([row for row in rows if row.game not in before])
        if [row.game for row in self._rows] == [row.game for row in rows]:
            self._change(tuple(rows))
        else:
            self._move(tuple(rows), {row.game: place for place, row in enumerate(rows)})

    def _remove(self, games: set[int]) -> None:
        for place in reversed(range(len(self._rows))):
            if self._rows[place].game in games:
                self.beginRemoveRows(ROOT, place, place)
                self._rows = (*self._rows[:place], *self._rows[place + 1 :])
                self.endRemoveRows()

    def _append(self, rows: Sequence[LiveRow]) -> None:
        if rows:
            first = len(self._rows)
            self.beginInsertRows(ROOT, first, first + len(rows) - 1)
            self._rows = (*self._rows, *rows)
            self.endInsertRows()

    def _change(self, rows: tuple[LiveRow, ...]) -> None:
        old, self._rows = self._rows, rows
        for place, (was, now) in enumerate(zip(old, rows, strict=True)):
            if was is not now:
                self._changed(place, was, now)

    def _changed(self, place: int, was: LiveRow, now: LiveRow) -> None:
        """Report the cells of a row that have changed."""
        raise NotImplementedError

    def _move(self, rows: tuple[LiveRow, ...], places: dict[int, int]) -> None:
        self.layoutAboutToBeChanged.emit()
        indexes = self.persistentIndexList()
        moved = [
            self.index(places[self._rows[index.row()].game], index.column()) for index in indexes
        ]
        self._rows = rows
        self.changePersistentIndexList(indexes, moved)
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self.COLUMNS


class TableModel(LiveRows):
    """The model of the list, with a line for each table."""

    COLUMNS = len(LiveColumn)

    def _changed(self, place: int, was: LiveRow, now: LiveRow) -> None:
        for part in LiveColumn if MORE_THAN_TIMES(was) != MORE_THAN_TIMES(now) else TIMES:
            marked = part in {LiveColumn.CONDITION, LiveColumn.RED_LEFT, LiveColumn.BLUE_LEFT}
            repainted = marked and (was.runs, was.low) != (now.runs, now.low)
            if repainted or was.won is not now.won or words(was, part) != words(now, part):
                cell = self.index(place, part)
                self.dataChanged.emit(cell, cell)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None:
            return None
        part = LiveColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return words(row, part)
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(self._tip(row, part))
            case Qt.ItemDataRole.TextAlignmentRole:
                return COLUMNS[part].aligned
            case Qt.ItemDataRole.AccessibleTextRole:
                if part in _clock_parts(row):
                    return say("{time}, clock runs", time=words(row, part))
                return words(row, part)
            case _:
                return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            if LiveColumn(section) in TIMES and any(row.games for row in self._rows):
                return str(GAMES_WON)
            return str(COLUMNS[LiveColumn(section)].heading)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return HEARD.get(LiveColumn(section))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return COLUMNS[LiveColumn(section)].aligned
        return None

    @staticmethod
    def _tip(row: LiveRow, part: LiveColumn) -> str:
        if part is LiveColumn.TOLD:
            return row.why or row.explanation
        if part is LiveColumn.CONDITION:
            return f"{row.word}. {row.why or row.explanation}".removesuffix(". ")
        return words(row, part) if part in {LiveColumn.RED, LiveColumn.BLUE} else ""


class CardRows(LiveRows):
    """The model of the board, with a card for each table as a single cell. Adjacent cards with the
    same changes are reported together.
    """

    def _change(self, rows: tuple[LiveRow, ...]) -> None:
        old, self._rows = self._rows, rows
        changed: list[tuple[int, int, Roles]] = []
        for place, (was, now) in enumerate(zip(old, rows, strict=True)):
            roles = _roles(was, now) if was is not now else ()
            first, last, alike = changed[-1] if changed else (place, -1, ())
            if roles and (last, alike) == (place - 1, roles):
                changed[-1] = (first, place, roles)
            elif roles:
                changed.append((place, place, roles))
        for first, last, roles in changed:
            self.dataChanged.emit(self.index(first, 0), self.index(last, 0), list(roles))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return card_words(row)
            case Qt.ItemDataRole.UserRole:
                return row
            case Qt.ItemDataRole.ToolTipRole:
                return escape_tooltip(_card_tip(row))
            case _:
                return None


def _roles(was: LiveRow, now: LiveRow) -> Roles:
    """Return the roles of a card that have changed."""
    if BESIDE_TIMES(was) != BESIDE_TIMES(now):
        return ALL_OF_IT
    changed = [side for side in Side if was.left.of(side) != now.left.of(side)]
    if any(len(was.left.of(side)) != len(now.left.of(side)) for side in changed):
        return ALL_OF_IT  # the name beside it has another width
    return tuple(TIME_ROLES.of(side) for side in changed)


def _card_tip(row: LiveRow) -> str:
    """Return the texts that may be cut off on a card, with the reason for the table's condition."""
    players = f"{row.names.red} – {row.names.blue}"
    return "\n".join((players, f"{row.word}. {row.why or row.explanation}".removesuffix(". ")))


def _clock_parts(row: LiveRow) -> tuple[LiveColumn, ...]:
    if row.runs is None:
        return ()
    return (LiveColumn.RED_LEFT,) if row.runs is Side.RED else (LiveColumn.BLUE_LEFT,)
