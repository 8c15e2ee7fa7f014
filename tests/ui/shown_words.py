"""All words of a window that somebody may read: labels, cells, tips, names for screen readers."""

import re
from collections.abc import Iterator, Set
from html import unescape
from typing import TypeGuard

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QBuffer, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)

ROOT = QModelIndex()
PAINTED = "painted"
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
MOST_ROWS = 40
SCROLLS = ("ScrollLeftButton", "ScrollRightButton")
SVG_TEXT = re.compile(r"<text[^>]*>(.*?)</text>", re.DOTALL)


def shown_words(window: QWidget) -> Iterator[tuple[str, str]]:
    """Where, and what; parts that are hidden just now, too."""
    for part in (window, *window.findChildren(QWidget)):
        where = f"{type(part).__name__} {part.objectName()}".strip()
        for words in _words(part):
            if words:
                yield where, words
        for action in part.actions():
            for words in _of_action(action):
                yield f"{where} action", words
    for words in painted_words(window):
        yield PAINTED, words


def visible_words(window: QWidget) -> Iterator[str]:
    """What is in sight in a window now, tips and names for screen readers included."""
    for part in (window, *window.findChildren(QWidget)):
        if not part.isVisibleTo(window) or part.isHidden() or isinstance(part, QHeaderView):
            continue  # a heading is among the words of its table
        hidden = {
            column
            for column in range(part.model().columnCount(ROOT) if _is_table(part) else 0)
            if part.isColumnHidden(column)
        }
        words = _cells(part.model(), hidden) if _is_table(part) else _words(part)
        yield from (text for text in words if text)
        if isinstance(part, QAbstractButton | QMenu):
            yield from (text for act in part.actions() for text in _of_action(act) if text)
    yield from painted_words(window)


def _is_table(part: QWidget) -> TypeGuard[QTableView]:
    return isinstance(part, QTableView) and part.model() is not None


def painted_words(window: QWidget) -> list[str]:
    """What is drawn, whoever draws it."""
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(window.size())
    painter = QPainter(generator)
    window.render(painter, QPoint())
    painter.end()
    svg = bytes(buffer.data().data()).decode("utf-8", "replace")
    return [unescape(words).strip() for words in SVG_TEXT.findall(svg)]


def _of_action(action: QAction) -> Iterator[str]:
    yield action.text()
    if action.toolTip() != action.text().replace("&", ""):
        yield action.toolTip()
    yield action.statusTip()


def _words(part: QWidget) -> Iterator[str]:
    yield part.toolTip()
    yield part.statusTip()
    yield part.whatsThis()
    if part.objectName() not in SCROLLS:
        yield part.accessibleName()
    yield part.accessibleDescription()
    if part.isWindow():
        yield part.windowTitle()
    match part:
        case QLabel():
            yield part.text()
        case QAbstractButton() if part.objectName() not in SCROLLS:  # Qt's own
            yield part.text()
        case QGroupBox():
            yield part.title()
        case QMenu():
            yield part.title()
        case QComboBox():
            for place in range(part.count()):
                yield part.itemText(place)
                yield str(part.itemData(place, Qt.ItemDataRole.ToolTipRole) or "")
            yield part.placeholderText()
        case QSpinBox() | QDoubleSpinBox():
            yield part.prefix()
            yield part.suffix()
            yield part.specialValueText()
        case QAbstractSpinBox():
            yield part.specialValueText()
        case QTabBar():
            for place in range(part.count()):
                yield part.tabText(place)
                yield part.tabToolTip(place)
        case QLineEdit():
            yield part.placeholderText()
            yield part.text()
        case QPlainTextEdit() | QTextEdit():
            yield part.placeholderText()
            yield part.toPlainText() if part.isReadOnly() else ""
        case QAbstractItemView() if part.model() is not None:
            yield from _cells(part.model())
        case _:
            pass


def _cells(model: QAbstractItemModel, hidden: Set[int] = frozenset()) -> Iterator[str]:
    flat = isinstance(model, QAbstractListModel)  # it keeps its one column to itself
    every = range(1 if flat else model.columnCount(ROOT))
    columns = [column for column in every if column not in hidden]
    for column in columns:
        for role in ROLES:
            yield _text(model.headerData(column, Qt.Orientation.Horizontal, role))
    for row in range(min(model.rowCount(ROOT), MOST_ROWS)):
        for column in columns:
            index = model.index(row, column)
            for role in ROLES:
                yield _text(index.data(role))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
