"""What the lists of players have in common: rows of ready cells as a model, and their frame."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, Protocol, TypeAlias, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QFont
from PySide6.QtWidgets import QHeaderView, QTableView

from app.ui.widgets.escape import as_typed
from app.ui.widgets.table_model import dress

Index: TypeAlias = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
ROW = 36


class OfPlayer(Protocol):
    """A player's row; ``cells`` follow the columns."""

    @property
    def number(self) -> int: ...
    @property
    def cells(self) -> tuple[str, ...]: ...


R = TypeVar("R", bound=OfPlayer)
C = TypeVar("C", bound=Enum)


@dataclass(frozen=True, slots=True)
class Look(Generic[R, C]):
    """How cells are shown; the columns' values are their headings, ``tips`` more about these."""

    columns: tuple[C, ...]
    centred: frozenset[C]
    bold: frozenset[C]
    tip: Callable[[R, C], str]
    ink: Callable[[R, C], QBrush | None]
    tips: Mapping[C, str] = field(default_factory=dict)


class CellRows(QAbstractTableModel, Generic[R, C]):
    def __init__(self, look: Look[R, C], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.rows: tuple[R, ...] = ()

    def put(self, rows: Sequence[R]) -> None:
        """The same players in the same order are only painted anew."""
        same = [one.number for one in rows] == [one.number for one in self.rows]
        if not same:
            self.beginResetModel()
            self.rows = tuple(rows)
            self.endResetModel()
        elif rows:
            self.rows = tuple(rows)
            last = self.index(len(rows) - 1, len(self._look.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._look.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], self._look.columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return as_typed(self._look.tip(row, column))
            case Qt.ItemDataRole.TextAlignmentRole:
                return MIDDLE if column in self._look.centred else LEFT
            case Qt.ItemDataRole.ForegroundRole:
                return self._look.ink(row, column)
            case Qt.ItemDataRole.FontRole if column in self._look.bold:
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
            case _:
                return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self._look.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.value
            case Qt.ItemDataRole.ToolTipRole:
                return self._look.tips.get(column, "")
            case Qt.ItemDataRole.TextAlignmentRole:
                return MIDDLE if column in self._look.centred else LEFT
            case _:
                return None


def frame(
    table: QTableView, rows: CellRows[R, C], columns: Sequence[C], fixed: Mapping[C, int]
) -> None:
    """``rows`` in ``table``, of which whole rows are chosen and nothing is edited in place."""
    table.setModel(rows)
    dress(table)
    table.verticalHeader().setDefaultSectionSize(ROW)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    for column, width in fixed.items():
        table.setColumnWidth(columns.index(column), width)
