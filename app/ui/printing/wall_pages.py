"""Pairings for the wall, in letters as large as the pages allow and never small."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from app.ui.printing.drawing import GREY, POINT, draw_line, draw_name, draw_rule, font_of
from app.ui.printing.pages import Drawing, box_of
from app.views.round.slips import WallRow

T = TypeVar("T")

LEAST, MOST = 24 * POINT, 44 * POINT
"""The least and greatest size of the letters of names."""
LINE = 1.4
TITLE = 110
NAME, TABLE = 0.5, 0.14
"""The shares of the width for the name and the table; the rest is for the opponent."""
ROOM_FOR = 0.9
"""The share of the names that must fit without narrowing."""
SECOND = 0.6
"""The size of the opponent's letters as a share of the name's."""


def wall_by_name(rows: Sequence[WallRow], size: QSizeF, title: str) -> list[Drawing]:
    """Return the pages of pairings by name. Each page shows ``title``, and the first and last name
    on the page.
    """
    wide = box_of(size).width() * NAME

    def draw_row(painter: QPainter, box: QRectF, row: WallRow, letters: float) -> None:
        name = QRectF(box.left(), box.top(), wide - 20, box.height())
        draw_name(painter, name, row.name, letters, bold=True, least=int(LEAST * 0.6))
        table = QRectF(box.left() + wide, box.top(), box.width() * TABLE - 20, box.height())
        draw_line(painter, table, row.table, letters, bold=True, at=Qt.AlignmentFlag.AlignRight)
        rest = QRectF(table.right() + 40, box.top(), box.right() - table.right() - 40, box.height())
        least = int(LEAST * 0.5)
        draw_name(painter, rest, row.opponent, letters * SECOND, ink=GREY, least=least)

    letters = _letters([row.name for row in rows], wide - 20)
    return _pages(rows, size, title, _Look(letters, 1, draw_row))


def wall_by_table(
    tables: Sequence[tuple[str, Sequence[str]]], size: QSizeF, title: str
) -> list[Drawing]:
    """Return the pages of pairings by table. The two players of a table stand below each other,
    beside its number.
    """
    indent = box_of(size).width() * 0.2

    def draw_table(
        painter: QPainter, box: QRectF, table: tuple[str, Sequence[str]], letters: float
    ) -> None:
        number, names = table
        place = QRectF(box.left(), box.top(), indent - 40, box.height())
        draw_line(painter, place, number, letters * 1.7, bold=True, least=int(LEAST * 0.8))
        high = box.height() * 0.92 / 2
        for at, name in enumerate(names):
            top = box.top() + box.height() * 0.04 + at * high
            line = QRectF(box.left() + indent, top, box.width() - indent, high)
            draw_name(painter, line, name, letters, least=int(LEAST * 0.6))

    names = [name for _, names in tables for name in names]
    letters = _letters(names, box_of(size).width() - indent)
    return _pages(tables, size, title, _Look(letters, 2, draw_table))


def _letters(names: Sequence[str], wide: float) -> float:
    """Return the largest size of letters at which most names fit. The few longest names are
    shrunk.
    """
    metrics = QFontMetricsF(font_of(100, bold=True))
    widths = sorted(metrics.horizontalAdvance(name) for name in names)
    wider = widths[int(len(widths) * ROOM_FOR)] if widths else 0.0
    return min(max(100 * wide / max(wider, 1.0), LEAST), MOST)


class _Look(Struct, Generic[T], frozen=True):
    """The way in which the rows of a wall page are drawn."""

    letters: float
    """The largest size of letters at which most names fit."""
    lines: int
    """The number of lines in a row."""
    draw: Callable[[QPainter, QRectF, T, float], None]


def _pages(rows: Sequence[T], size: QSizeF, title: str, look: _Look[T]) -> list[Drawing]:
    """Return as few pages as possible, filled evenly, with the largest letters that fit."""
    room = box_of(size).height() - TITLE
    most = max(int(room / (LEAST * LINE * look.lines)), 1)
    pages = max(-(-len(rows) // most), 1)
    each = max(-(-len(rows) // pages), 1)
    high = room / each
    letters = min(look.letters, high / (LINE * look.lines))
    high = min(high, MOST * LINE * look.lines)

    def drawing(taken: Sequence[T]) -> Drawing:
        def draw(painter: QPainter, box: QRectF) -> None:
            head = QRectF(box.left(), box.top(), box.width(), TITLE)
            draw_line(painter, head.adjusted(0, 0, 0, -30), title, TITLE * 0.55, bold=True)
            for place, row in enumerate(taken):
                top = box.top() + TITLE + place * high
                draw_rule(painter, box.left(), top, box.width())
                look.draw(painter, QRectF(box.left(), top, box.width(), high), row, letters)

        return draw

    return [drawing(rows[first : first + each]) for first in range(0, len(rows), each)]
