"""The common behaviour of tables. Their rows can be read and chosen, but never edited in place."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionRange,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
)
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
)

from app.ui.widgets.elide import NamePainter, set_apart
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.font import even_figures
from app.ui.widgets.letters_of_alt import paint_without_letters
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.theme import current_theme


def dress(table: QTableView) -> None:
    """Set up a table that chooses whole rows and shows no grid and no row numbers. Tab leaves the
    table; arrow keys move within it.
    """
    model = table.model()
    if isinstance(model, ListRows):
        table.setItemDelegate(CellPainter(model, table))
        for place, column in enumerate(model.columns):
            if column.centred:
                table.setItemDelegateForColumn(place, NumberPainter(model, table, place))
    else:
        table.setItemDelegate(NamePainter(table))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
    paint_without_letters(table.horizontalHeader())


Index: TypeAlias = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
DISPLAY, TIP, ALIGNMENT, INK, FONT = (
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.FontRole,
    )
)
ANSWERED = frozenset({DISPLAY, TIP, ALIGNMENT, INK, FONT})
"""The roles that cells answer, as numbers, because Qt asks for roles thousands of times per
page.
"""
ENABLED = QStyle.StateFlag.State_Enabled.value
STATES = ENABLED | QStyle.StateFlag.State_Selected.value | QStyle.StateFlag.State_HasFocus.value
"""The states on which the look of a cell depends, as numbers. Qt would make an enum for each
state.
"""
TICKED, UNTICKED = QStyle.StateFlag.State_On, QStyle.StateFlag.State_Off
TICK_BOX = QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck
INK_OF_TEXT = QPalette.ColorRole.Text
INSET, LOWER = 11, 1
"""The position of a cell's words, as in the stylesheet: the space beside them, and their distance
below the middle.
"""
TICK, TICK_SIDE = 18, 24
"""The size of a box for a tick, as in the stylesheet, and the room that the box takes before the
words.
"""
DIGIT_SPACE, POINT_SPACE = "\u2007", "\u2008"
"""A space as wide as a digit, and a space as wide as a point."""
NUMBER = re.compile(r"[-−]?\d+([.,]\d+)?")
Row = TypeVar("Row")


class CellLook(NamedTuple):
    """The appearance of a plain cell."""

    words: str
    font: QFont | None
    """The font; None for the table's own font."""
    ink: QBrush | None
    """The ink; None for the usual ink of text."""
    alignment: int = LEFT.value
    tick: bool | None = None
    """True if the box before the words is ticked; None if there is no box."""


class PlainRows(Protocol):
    """Rows that have plain cells, which `CellPainter` paints."""

    def look(self, row: int, column: int) -> CellLook: ...


class CellPainter(NamePainter):
    """A painter of the cells of a table. It draws the box and the words of a plain cell itself,
    because the style would measure and lay them out three times. The style paints cells that are
    chosen, too narrow for their words, or written from right to left.
    """

    def __init__(self, rows: PlainRows, table: QTableView) -> None:
        super().__init__(table)
        self._rows, self._table = rows, table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if option.state.value & STATES != ENABLED:
            super().paint(painter, option, index)
            return
        words, own, ink, alignment, tick = self._rows.look(index.row(), index.column())
        left = INSET if tick is None else INSET + TICK_SIDE
        inner = option.rect.adjusted(left, LOWER, -INSET, LOWER)
        font = option.font if own is None else own.resolve(option.font)
        if set_apart(words) != words or measure_words(font, (words,)) > inner.width():
            super().paint(painter, option, index)
            return
        if tick is not None:
            self._paint_box(painter, option, ticked=tick)
        if words:
            painter.setFont(font)
            painter.setPen(option.palette.color(INK_OF_TEXT) if ink is None else ink.color())
            painter.drawText(inner, alignment, words)

    def _paint_box(self, painter: QPainter, option: QStyleOptionViewItem, *, ticked: bool) -> None:
        box, cell = QStyleOptionViewItem(option), option.rect
        top = cell.top() + (cell.height() - TICK) // 2
        box.rect = QRect(cell.left() + INSET, top, TICK, TICK)
        box.state = option.state | (TICKED if ticked else UNTICKED)
        self._table.style().drawPrimitive(TICK_BOX, box, painter, self._table)


class NumberPainter(CellPainter):
    """A painter of a column of numbers. Their units are aligned, and the block is centred below the
    heading. For that, shorter numbers begin with wide spaces, because moving each cell would take
    long.
    """

    def __init__(self, rows: "ListRows[Any]", table: QTableView, column: int) -> None:
        super().__init__(rows, table)
        self._numbers, self._column = rows, column

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        if self._numbers.is_numeric(self._column):
            return self._numbers.pad(self._column, str(value))
        return super().displayText(value, locale)


class ListRows(QAbstractTableModel, Generic[Row]):
    """The rows of a `TableList`. Two rows with the same key are the same row at different
    moments.
    """

    def __init__(
        self,
        columns: Iterable[ListColumn[Row]],
        key: Callable[[Row], object] = lambda row: row,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns, self.key = tuple(columns), key
        self.rows: tuple[Row, ...] = ()
        self._most: dict[int, tuple[int, int]] = {}  # digits and points, by column of numbers

    def put(self, rows: Sequence[Row]) -> None:
        """Replace the rows. If their keys are the same as before, the cells are only repainted."""
        self._most = {
            place: (max(map(_count_digits, cells)), max(map(_count_points, cells)))
            for place, column in enumerate(self.columns)
            if column.centred and (cells := {*map(column.cell, rows)} - {""})
            if all(map(NUMBER.fullmatch, cells))
        }
        same = [*map(self.key, rows)] == [*map(self.key, self.rows)]
        if not same:
            self.beginResetModel()
            self.rows = tuple(rows)
            self.endResetModel()
        elif rows:
            self.rows = tuple(rows)
            last = self.index(len(rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def look(self, row: int, column: int) -> CellLook:
        """Return the look of a cell."""
        held, its = self.rows[row], self.columns[column]
        words, ink = its.cell(held), its.ink(held)
        return CellLook(
            self.pad(column, words) if self.is_numeric(column) else words,
            _cell_font(its),
            brush_of(getattr(current_theme(), ink.value)) if ink else None,
            (MIDDLE if its.centred else LEFT).value,
        )

    def is_numeric(self, column: int) -> bool:
        """Tell whether a column contains only numbers."""
        return column in self._most

    def pad(self, column: int, cell: str) -> str:
        """Return a number with spaces in front, as wide as the widest number of its column."""
        digits, points = self._most[column]
        spaces = POINT_SPACE * (points - _count_points(cell))
        return spaces + DIGIT_SPACE * (digits - _count_digits(cell)) + cell

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in ANSWERED or not index.isValid():
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == DISPLAY:
            return column.cell(row)
        if role == INK:
            ink = column.ink(row)
            return brush_of(getattr(current_theme(), ink.value)) if ink else None
        if role == ALIGNMENT:
            return MIDDLE if column.centred else LEFT
        if role == FONT:
            return _cell_font(column)
        return escape_tooltip((column.tip or column.cell)(row))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return str(column.heading)
            case Qt.ItemDataRole.AccessibleTextRole:
                return column.accessible or str(column.heading)
            case Qt.ItemDataRole.ToolTipRole:
                return str(column.about)
            case Qt.ItemDataRole.TextAlignmentRole:
                return MIDDLE if column.centred else LEFT
            case _:
                return None


def _count_points(number: str) -> int:
    return number.count(".") + number.count(",")


def _count_digits(number: str) -> int:
    """Return how many digits and signs a number has. All of them are equally wide."""
    return len(number) - _count_points(number)


@lru_cache(maxsize=64)
def brush_of(colour: str) -> QBrush:
    """Return a brush of this colour. It is cached, because every cell needs one."""
    return QBrush(QColor(colour))


def _cell_font(column: ListColumn[Row]) -> QFont | None:
    figures = column.figures or column.centred
    if not column.bold and not figures:
        return None
    return cell_font(bold=column.bold, figures=figures)


@lru_cache(maxsize=4)
def cell_font(*, bold: bool = False, figures: bool = False) -> QFont:
    """Return a font for cells. It is cached, because every cell needs one."""
    font = even_figures() if figures else QFont()
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def set_width(table: QTableView, column: int, width: int) -> None:
    """Give a column this width, or the width of its heading if that is larger."""
    heading = table.model().headerData(column, Qt.Orientation.Horizontal)
    table.setColumnWidth(
        column, max(width, measure_column(table, [str(heading)], bold=True) + HEADED)
    )


def chosen_rows(table: QAbstractItemView) -> list[int]:
    """Return the indexes of the chosen rows, in a table that chooses whole rows. Qt's own function
    asks about each row separately.
    """
    chosen = table.selectionModel().selection()
    stretches = [chosen.at(place) for place in range(chosen.count())]
    return sorted(
        {row for stretch in stretches for row in range(stretch.top(), stretch.bottom() + 1)}
    )


def rows_at(rows: QAbstractItemModel, places: Iterable[int]) -> QItemSelection:
    """Return a selection of the rows at these indexes, given in ascending order. Choosing many rows
    one by one would take long.
    """
    selection, first, last = QItemSelection(), -1, -2
    for place in (*places, None):
        if place != last + 1 and first >= 0:
            selection.append(QItemSelectionRange(rows.index(first, 0), rows.index(last, 0)))
        if place is not None:
            first = first if place == last + 1 else place
            last = place
    return selection


Columns = TypeVar("Columns")
MOST_WORDS = 65_536
SIDES = 24  # the space that the stylesheet and Qt leave beside a cell's words, and a little more
HEADED = 4  # how much more space they leave beside the words of a heading
MOST = 360  # so that one very long name does not distort a list
WIDE, ROOMY = 900, 2
"""The width from which on a list is wide, in pixels, and how many times as wide as its words a
column of words may become in such a list.
"""


def measure_column(
    table: QTableView, words: Iterable[str], *, bold: bool = False, figures: bool = False
) -> int:
    """Return the width of a column that shows all ``words`` in full, up to a limit. With
    ``figures``, digits have equal width.
    """
    table.ensurePolished()
    font = even_figures(table.font()) if figures else QFont(table.font())
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return min(SIDES + measure_words(font, {*words}), MOST)


def measure_words(font: QFont, words: Iterable[str]) -> int:
    """Return the width of the widest of ``words``."""
    known = _advances(font.key())
    if len(known) > MOST_WORDS:
        known.clear()
    widest = 0
    for text in words:
        advance = known.get(text)
        if advance is None:
            advance = known[text] = QFontMetrics(font).horizontalAdvance(text)
        widest = max(widest, advance)
    return widest


@lru_cache(maxsize=8)
def _advances(_font: str) -> dict[str, int]:
    """Return the cache of text widths in a font. It helps because long lists have few different
    texts.
    """
    return {}


def share_width(
    room: int, wanted: Mapping[Columns, int], shares: Mapping[Columns, int]
) -> dict[Columns, int]:
    """Give all columns the widths that they want if ``room`` is enough. If not, columns that want
    more than their share divide the space that the others leave. Any space that no column wants is
    divided among all of them.
    """
    open_, given = dict(wanted), dict[Columns, int]()
    while open_:
        whole = sum(shares[column] for column in open_)
        content = [
            column for column, width in open_.items() if width * whole <= room * shares[column]
        ]
        if not content:
            return given | {column: room * shares[column] // whole for column in open_}
        given |= {column: open_.pop(column) for column in content}
        room -= sum(given[column] for column in content)
    whole = sum(shares[columns] for columns in wanted)
    return {column: width + room * shares[column] // whole for column, width in given.items()}


def even_out(widths: Mapping[Columns, int], wanted: Mapping[Columns, int]) -> dict[Columns, int]:
    """Limit each column of words to ``ROOMY`` times the width that it wants, and divide the rest
    among all columns except the first. In a wide list, no word is then far from the next one.
    """
    if sum(widths.values()) < WIDE:
        return {**widths}
    least = {
        column: min(width, ROOMY * wanted.get(column, width)) for column, width in widths.items()
    }
    rest = sum(widths.values()) - sum(least.values())
    each = rest // max(len(least) - 1, 1)
    return {
        column: width + each * (place > 0 or len(least) == 1)
        for place, (column, width) in enumerate(least.items())
    }
