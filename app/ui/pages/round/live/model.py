"""The live list's rows as a Qt model: it changes only the cells whose words change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.engine.side import Side
from app.ui.widgets.escape import escape_tooltip
from app.views.round.live import LiveRow

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROW_ROLE = int(Qt.ItemDataRole.UserRole)


class Part(IntEnum):
    """The columns."""

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


@dataclass(frozen=True, slots=True)
class PartLook:
    """One column: its heading, what it says of a table, and on which side."""

    heading: str
    words: Callable[[LiveRow], str]
    aligned: Qt.AlignmentFlag = LEFT


COLUMNS: Mapping[Part, PartLook] = {
    Part.TABLE: PartLook("Table", lambda row: str(row.table), CENTRE),
    Part.CONDITION: PartLook("", lambda row: row.word),
    Part.RED: PartLook("Red", lambda row: row.names.red, RIGHT),
    Part.RED_LEFT: PartLook("Time", lambda row: row.left.red, RIGHT),
    Part.BLUE_LEFT: PartLook("Time", lambda row: row.left.blue),
    Part.BLUE: PartLook("Blue", lambda row: row.names.blue),
    Part.CP: PartLook("CP", lambda row: row.cp, CENTRE),
    Part.AP: PartLook("AP", lambda row: row.ap, CENTRE),
    Part.TOLD: PartLook("Turn", lambda row: row.explanation),
}


def words(row: LiveRow, part: Part) -> str:
    return COLUMNS[part].words(row)


class TableRows(QAbstractTableModel):
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
                return self.index(place, Part.TABLE)
        return QModelIndex()

    def show_rows(self, rows: Sequence[LiveRow]) -> None:
        """Show these rows in this order; what is selected stays selected when rows move."""
        before, after = [row.game for row in self._rows], [live_row.game for live_row in rows]
        if before == after:
            self._change(tuple(rows))
        elif set(before) == set(after):
            self._move(tuple(rows), {game: place for place, game in enumerate(after)})
        else:
            self.beginResetModel()
            self._rows = tuple(rows)
            self.endResetModel()

    def _change(self, rows: tuple[LiveRow, ...]) -> None:
        old, self._rows = self._rows, rows
        for place, (was, now) in enumerate(zip(old, rows, strict=True)):
            if was == now:
                continue
            for part in Part:
                marked = part in {Part.CONDITION, Part.RED_LEFT, Part.BLUE_LEFT}
                repainted = marked and (was.runs, was.low) != (now.runs, now.low)
                if repainted or was.won is not now.won or words(was, part) != words(now, part):
                    cell = self.index(place, part)
                    self.dataChanged.emit(cell, cell)

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
        return 0 if parent.isValid() else len(Part)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None:
            return None
        part = Part(index.column())
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
                runs = ", clock runs" if part in _clock_parts(row) else ""
                return words(row, part) + runs
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
            return COLUMNS[Part(section)].heading
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return COLUMNS[Part(section)].aligned
        return None

    @staticmethod
    def _tip(row: LiveRow, part: Part) -> str:
        if part is Part.TOLD:
            return row.why or row.explanation
        if part is Part.CONDITION:
            return f"{row.word}. {row.why or row.explanation}".removesuffix(". ")
        return words(row, part) if part in {Part.RED, Part.BLUE} else ""


def _clock_parts(row: LiveRow) -> tuple[Part, ...]:
    if row.runs is None:
        return ()
    return (Part.RED_LEFT,) if row.runs is Side.RED else (Part.BLUE_LEFT,)
