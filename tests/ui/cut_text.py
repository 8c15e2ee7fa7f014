"""Finds words on the screen that do not fit where they stand."""

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QScrollArea,
    QStyle,
    QStyleOptionTab,
    QStyleOptionViewItem,
    QTabBar,
    QTableView,
    QWidget,
)

from app.ui.pages.round.live.tables.board import TableBoard
from app.ui.pages.round.live.tables.card_painter import bold, card_width
from app.ui.pages.round.live.tables.list import LiveTables
from app.ui.pages.round.live.tables.model import LiveColumn
from app.ui.pages.round.live.tables.painter import PAD
from app.ui.table.facing import FacingButton
from app.ui.widgets.basics import FittingLabel, NameLabel
from app.ui.widgets.fields import NumberedTabs
from app.ui.widgets.font import even_figures

ROOT = QModelIndex()
SLACK = 1  # a hair that rounding leaves
SMALLEST = 13  # pixels; the buttons that face a player write smaller where their room is small


def cut_texts(window: QWidget, *, names: bool = True) -> list[str]:
    """Of every part of ``window`` that can be seen: what it is, and the words that are cut.
    Without ``names``, lines of names and cells of lists are shortened to their room.
    """
    cut = _cut if names else _cut_but_names
    return [
        f"{type(part).__name__} {part.objectName()}: {words}"
        for part in window.findChildren(QWidget)
        if part.isVisible()
        for words in cut(part)
    ]


def _cut_but_names(part: QWidget) -> Iterator[str]:
    if isinstance(part, QTableView):
        yield from _cut_headings(part.horizontalHeader())
    elif isinstance(part, FittingLabel) or not isinstance(part, NameLabel | QAbstractItemView):
        yield from _cut(part)


def _cut(part: QWidget) -> Iterator[str]:
    match part:
        case LiveTables():
            yield from _cut_tables(part)
        case TableBoard():
            yield from _cut_cards(part)
        case QTableView():
            yield from _cut_headings(part.horizontalHeader())
            yield from _cut_cells(part)
        case QListView():
            yield from _cut_cells(part)
        case FacingButton():
            if part.fitting < SMALLEST:
                yield part.text()
        case QLabel() | QAbstractButton() | QComboBox():
            yield from _cut_part(part)
        case QLineEdit() if part.isEnabled() and not part.text():
            room = part.width() - 16
            if _wide(part, part.placeholderText()) > room:
                yield part.placeholderText()
        case NumberedTabs():
            yield from lost_numbers(part)
        case QTabBar():
            if part.sizeHint().width() > part.width() + SLACK:
                yield " ".join(part.tabText(place) for place in range(part.count()))
        case QGroupBox():
            if _wide(part, part.title()) > part.width():
                yield part.title()
        case QAbstractSpinBox():
            if _wide(part, part.text()) > part.lineEdit().width() + SLACK:
                yield part.text()
        case _:
            pass


def seen_tabs(bar: QTabBar) -> list[str]:
    """What is painted of the text of each tab, which is bold on the chosen tab. A text that is
    wider than its room is cut at both ends, wherever that falls.
    """
    seen = []
    for place in range(bar.count()):
        option = QStyleOptionTab()
        bar.initStyleOption(option, place)
        font = bold(bar.font()) if place == bar.currentIndex() else bar.font()
        room = bar.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, bar)
        wide = QFontMetrics(font).size(Qt.TextFlag.TextShowMnemonic, option.text).width()
        inside = bar.rect().contains(bar.tabRect(place))
        seen.append(option.text if wide <= room.width() + SLACK and inside else "")
    return seen


def lost_numbers(bar: NumberedTabs) -> Iterator[str]:
    """Yield the text of each tab whose number cannot be seen. Only names are shortened."""
    for place, seen in enumerate(seen_tabs(bar)):
        words = bar.tabText(place)
        if seen != words and not seen.startswith(f"{place + 1}: "):
            yield words


def _cut_part(part: QLabel | QAbstractButton | QComboBox) -> Iterator[str]:
    words = part.currentText() if isinstance(part, QComboBox) else part.text()
    if not words:
        return
    if isinstance(part, NameLabel):
        fits = _wide(part, part.fitting) <= part.contentsRect().width() + SLACK
    elif isinstance(part, QLabel) and part.wordWrap():
        fits = part.heightForWidth(part.width()) <= part.height() + SLACK
    else:
        wanted: QSize = part.sizeHint()
        fits = wanted.width() <= part.width() + SLACK and wanted.height() <= part.height() + SLACK
    if not fits or _is_hidden_in_part(part):
        yield words


def _is_hidden_in_part(part: QWidget) -> bool:
    """Whether it reaches over a side of what it stands in, where it cannot be scrolled to."""
    above = part.parentWidget()
    while above is not None:
        here = QRect(part.mapTo(above, part.rect().topLeft()), part.size())
        over = here.left() < 0 or here.right() > above.width()
        tall = here.top() < 0 or here.bottom() > above.height()
        scrolled = isinstance(above.parentWidget(), QScrollArea) or _viewport_of(above)
        if (over and not _scrolls_sideways(above)) or (tall and not scrolled):
            return True
        if scrolled or above.isWindow():
            return False
        above = above.parentWidget()
    return False


def _scrolls_sideways(viewport: QWidget) -> bool:
    around = viewport.parentWidget()
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return isinstance(around, QScrollArea) and around.horizontalScrollBarPolicy() != off


def _viewport_of(widget: QWidget) -> bool:
    return isinstance(widget.parentWidget(), QAbstractItemView | QScrollArea)


def _cut_headings(header: QHeaderView) -> Iterator[str]:
    if not header.isVisible():
        return
    for column in range(header.count()):
        wanted = header.sectionSizeFromContents(column).width()
        if not header.isSectionHidden(column) and wanted > header.sectionSize(column) + SLACK:
            yield str(header.model().headerData(column, Qt.Orientation.Horizontal))


def _cut_cells(view: QTableView | QListView) -> Iterator[str]:
    model = view.model()
    columns = 1 if isinstance(view, QListView) else model.columnCount(ROOT)
    shown = view.viewport().rect()
    for row in range(model.rowCount(ROOT)):
        for column in range(columns):
            index = model.index(row, column)
            box = view.visualRect(index)
            if box.width() == 0 or not shown.intersects(box) or not index.data():
                continue
            option = QStyleOptionViewItem()
            view.initViewItemOption(option)
            option.rect = box
            wanted = view.itemDelegateForIndex(index).sizeHint(option, index)
            wraps = option.features & QStyleOptionViewItem.ViewItemFeature.WrapText
            wide = not wraps and wanted.width() > box.width() + SLACK
            if wide or (wraps and wanted.height() > box.height() + SLACK):
                yield str(index.data())


def _cut_tables(view: LiveTables) -> Iterator[str]:
    """This list paints its cells itself: pictures may stand for words, clocks beside arrows."""
    yield from _cut_headings(view.horizontalHeader())
    font = view.font()
    font.setWeight(font.Weight.DemiBold)
    metrics = QFontMetrics(font)
    model = view.model()
    for row in range(model.rowCount(ROOT)):
        for part in LiveColumn:
            words = str(model.index(row, part).data() or "")
            if part is LiveColumn.CONDITION or view.isColumnHidden(part):
                continue
            if part is LiveColumn.CP:
                words = model.rows[row].cp  # with the turn under way only where there is room
            if metrics.horizontalAdvance(words) > view.columnWidth(part) - 2 * PAD:
                yield words


def _cut_cards(view: TableBoard) -> Iterator[str]:
    """The cards are painted: a name needs its width beside all that is always there."""
    metrics = QFontMetrics(bold(view.font()))
    digits = QFontMetrics(even_figures(bold(view.font())))
    for row in view.model().rows:
        for name, time in zip(row.names, row.left, strict=True):
            shape = view.shape
            widths = metrics.horizontalAdvance(name), digits.horizontalAdvance(time)
            if card_width(view.font(), *widths, tall=shape.tall) > shape.width:
                yield name


def _wide(part: QWidget, words: str) -> int:
    return part.fontMetrics().horizontalAdvance(words)
