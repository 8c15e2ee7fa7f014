"""The drawing of the room display's slides. The views supply their contents."""

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from app.engine.text import clock_words, keep_counted, shorten
from app.ui.table.paint import draw_digits, sized_font
from app.ui.widgets.theme import DARK, SECOND_OWNER
from app.views.round.display_pages import DisplayLayout, Paging, divide_rows
from app.views.round.room_display import (
    DisplayClock,
    DisplayColumn,
    DisplayMap,
    DisplaySlide,
    MapShape,
    RoomDisplay,
)

OWNERS = {"first": DARK.warn, "second": SECOND_OWNER, "": DARK.text}
"""The colours of each player's own elements and edge on a map. They differ from the colours of the
seats.
"""
INKS = {"red": DARK.red_words, "blue": DARK.blue_words, "strong": DARK.accent, "": DARK.text}
CELL_GAP = 14
"""The gap between the cells of a row, in thousandths of the height, like all lengths in this
module.
"""
DIGITS = 620
"""The height of the round's clock."""
WIDE = re.compile("[\u2e80-\uffef]")
"""Letters of scripts in which a line may break between any two letters."""
WIDER = (1.0, 0.9, 0.8, 0.7)
"""The factors to which a name that takes several lines is narrowed. The widest factor that needs no
additional line is used.
"""
MOST_LETTERS = 1000
"""The greatest length of a single text. A longer text would take seconds to lay out."""
SLACK = 1.0  # pixels by which a line may exceed its measured width


class Edge(Enum):
    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class Painted(Struct, frozen=True):
    """A line of text as it was drawn, in pixels."""

    text: str
    place: QRectF
    room: QRectF
    """The rectangle that the line must stay within."""
    letters: float
    """The height of the line's capitals."""


class Fitted(Struct, frozen=True):
    """A laid-out text, its number of lines, and the factor by which its letters are narrowed."""

    layout: QTextLayout
    factor: float
    lines: int


def fit(
    text: str,
    px: float,
    width: float,
    *,
    narrow: float,
    bold: bool = False,
    pitch: float = 0.0,
    widest: float = 1.0,
) -> Fitted:
    """Lay out ``text`` with letters of ``px`` pixels. Narrow the letters, down to the factor
    ``narrow``, before breaking the text into lines. Broken text is narrowed only as far as those
    lines need, but at least to the factor ``widest``. With ``narrow`` 0 the text is never broken.
    """
    text = _shorten_text(text)
    font = sized_font(round(px), bold=bold)
    high = pitch or px * 1.2
    factor = min(max(_narrow_to_fit(text, round(px), width, bold=bold), narrow), widest)
    fitted = _broken(text, font, width, factor, high)
    for wider in (widest, *(each for each in WIDER if each < widest)):
        if fitted.lines == 1 or wider <= factor:
            break
        other = _broken(text, font, width, wider, high)
        if other.lines == fitted.lines:
            return other
    return fitted


def _shorten_text(text: str) -> str:
    return keep_counted(shorten(text[: MOST_LETTERS + 1], MOST_LETTERS))


def _narrow_to_fit(text: str, px: int, width: float, *, bold: bool) -> float:
    """Return the factor by which ``text`` must be narrowed to fit ``width`` as one line."""
    return width / (max(_advance(text, px, bold=bold), 1.0) + SLACK)


@lru_cache(maxsize=4096)
def _advance(text: str, px: int, *, bold: bool) -> float:
    """Return the width of ``text`` as one line. The names of a hall are measured for each size of
    letters that is tried, and again each time that their page is drawn. The program's font stays
    the same while it runs, so a width may be remembered.
    """
    return QFontMetricsF(sized_font(px, bold=bold)).horizontalAdvance(text)


@lru_cache(maxsize=1024)
def _lines_needed(text: str, px: float, width: float, *, narrow: float, bold: bool) -> int:
    """Return the number of lines that ``text`` needs. The number is cached, because the same texts
    are drawn again and again.
    """
    return fit(text, px, width, narrow=narrow, bold=bold).lines


def _broken(text: str, font: QFont, width: float, factor: float, pitch: float) -> Fitted:
    """Break ``text`` into lines with its letters narrowed by ``factor``."""
    metrics = QFontMetricsF(font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    option.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    layout.setTextOption(option)
    layout.beginLayout()
    lines = 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width / factor)
        baseline = pitch * lines + (pitch + metrics.capHeight()) / 2
        line.setPosition(QPointF(0.0, baseline - line.ascent()))
        lines += 1
    layout.endLayout()
    return Fitted(layout, factor, lines)


class SlidePages(Struct, frozen=True):
    """The number of a slide's pages, the layout of its rows on them, and the factor by which the
    letters of each column are narrowed.
    """

    count: int
    paging: Paging | None = None
    widest: tuple[float, ...] = ()


class Drawing:
    """A drawing of one page of the display, on a painter of ``width`` by ``height`` pixels."""

    def __init__(self, painter: QPainter, width: int, height: int, shown: RoomDisplay) -> None:
        self._painter = painter
        self._shown, self._layout = shown, shown.layout
        self.unit = unit_of(width, height, shown.layout)
        self._width, self._height = width / self.unit, height / self.unit
        self.painted: list[Painted] = []
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(0, 0, width, height, QColor(DARK.window))

    def page(
        self, slide: DisplaySlide, pages: SlidePages, number: int, now_ms: int, *, paused: bool
    ) -> None:
        """Draw page ``number``, counted from 0, of the slide's ``pages``."""
        self._head(slide, number, pages.count, paused=paused)
        self._foot(slide, now_ms)
        if slide.texts:
            self._large(slide.texts[number], self._area())
        elif slide.rows and pages.paging is not None:
            self._rows(slide, pages.paging, pages.widest, number)
        elif slide.ticks and self._shown.clock is not None:
            self._clock(slide, self._shown.clock, now_ms)
        else:
            area = self._area()
            notes = len(slide.notes) * self._layout.note * 1.4
            self._large(slide.large, area.adjusted(0, 0, 0, -notes), bold=True)
            self._notes(slide.notes, area.bottom() - notes)

    def _area(self) -> QRectF:
        """Return the area between head and foot, in thousandths of the display's height."""
        layout = self._layout
        return QRectF(
            layout.margin,
            layout.head,
            self._width - 2 * layout.margin,
            self._height - layout.head - layout.foot,
        )

    def _head(self, slide: DisplaySlide, page: int, pages: int, *, paused: bool) -> None:
        layout, left = self._layout, float(self._layout.margin)
        right = self._width - 2 * layout.margin
        words = [self._shown.page.format(page=page + 1, pages=pages)] if pages > 1 else []
        words += [self._shown.paused] if paused else []
        said = " · ".join(words)
        beside = 420.0 if said else 0.0
        self._line(
            slide.title,
            QRectF(left, 0, right - beside, layout.head),
            layout.title,
            bold=True,
        )
        if said:
            place = QRectF(left + right - beside + CELL_GAP, 0, beside - CELL_GAP, layout.head)
            self._line(said, place, layout.letter, ink=DARK.muted, side=Edge.RIGHT)

    def _foot(self, slide: DisplaySlide, now_ms: int) -> None:
        layout, shown = self._layout, self._shown
        top = self._height - layout.foot
        whole = QRectF(layout.margin, top, self._width - 2 * layout.margin, layout.foot)
        clock = "" if slide.ticks else foot_clock(shown, now_ms)
        words, ink = (shown.judge, DARK.warn) if shown.judge else (shown.event, DARK.muted)
        if clock:
            beside = whole.width() * 0.4
            place = whole.adjusted(whole.width() - beside + CELL_GAP, 0, 0, 0)
            self._line(clock, place, layout.letter, side=Edge.RIGHT, bold=True)
            whole.setWidth(whole.width() - beside)
        self._line(words, whole, layout.letter, ink=ink, bold=bool(shown.judge))

    def _large(self, text: str, area: QRectF, *, bold: bool = False) -> None:
        """Draw a text in the middle of ``area``, as large as will fit."""
        layout = self._layout
        size = largest(text, area.width(), area.height(), self.unit, layout, bold=bold)
        pitch = size * layout.line / 100
        fitted = self._fit(text, size, area.width(), narrow=1.0, bold=bold, pitch=pitch)
        top = area.top() + max((area.height() - fitted.lines * pitch) / 2, 0.0)
        place = QRectF(area.left(), top, area.width(), fitted.lines * pitch)
        self._put(fitted, text, place, DARK.text, Edge.CENTRE)

    def _notes(self, notes: Sequence[str], top: float) -> None:
        area, high = self._area(), self._layout.note * 1.4
        for number, note in enumerate(notes):
            place = QRectF(area.left(), top + number * high, area.width(), high)
            self._line(note, place, self._layout.note, side=Edge.CENTRE)

    def _clock(self, slide: DisplaySlide, clock: DisplayClock, now_ms: int) -> None:
        area = self._area()
        notes = len(slide.notes) * self._layout.note * 1.4
        words = clock_shown(clock, now_ms)
        box = area.adjusted(0, 0, 0, -notes)
        if words == clock.over:
            self._large(words, box, bold=True)
        else:
            high = min(float(DIGITS), box.height() * 0.84)
            middle = box.center().y()
            rect = QRectF(box.left(), middle - high / 2, box.width(), high)
            pixels = self._pixels(rect)
            draw_digits(self._painter, pixels.toRect(), words, DARK.text)
            capital = QFontMetricsF(self._painter.font()).capHeight()
            self.painted.append(Painted(words, pixels, pixels, capital))
        self._notes(slide.notes, area.bottom() - notes)

    def _rows(
        self, slide: DisplaySlide, paging: Paging, widest: Sequence[float], page: int
    ) -> None:
        layout = self._layout
        left, top = float(layout.margin), float(layout.head)
        if slide.picture is not None:
            self._map(slide.picture, QRectF(left, top, layout.area, layout.area))
            left += layout.area + layout.gap
        pitch = layout.pitch * paging.scale / 100
        size = layout.letter * paging.scale / 100
        headed = any(column.heading for column in slide.columns)
        for at, column in enumerate(paging.pages[page]):
            x, y = left + at * (paging.width + layout.gap), top
            if headed:
                headings = tuple(each.heading for each in slide.columns)
                self._row(slide, headings, QRectF(x, y, paging.width, pitch), size, head=True)
                y += pitch
            for number, row in enumerate(column):
                cells = slide.rows[row]
                high = pitch * lines_of(
                    slide, row, paging.scale, paging.width, unit=self.unit, layout=layout
                )
                place = QRectF(x, y, paging.width, high)
                if number % 2 == 0 and not slide.wraps:
                    ground = place.adjusted(-8, 0, 8, 0)
                    self._painter.fillRect(self._pixels(ground), QColor(DARK.raised))
                self._row(slide, cells, place, size, pitch=pitch, widest=widest)
                y += high

    def _row(
        self,
        slide: DisplaySlide,
        cells: Sequence[str],
        place: QRectF,
        size: float,
        *,
        head: bool = False,
        pitch: float = 0.0,
        widest: Sequence[float] = (),
    ) -> None:
        pitch = pitch or place.height()
        if len(cells) == 1:
            fitted = self._fit(cells[0], size, place.width(), narrow=0.0, bold=True, pitch=pitch)
            self._put(fitted, cells[0], place, DARK.accent, Edge.LEFT)
            return
        narrow = self._narrow(slide, head=head)
        rooms = rooms_of(slide.columns, place.width(), size / self._layout.letter)
        factors = widest or [1.0] * len(rooms)
        for column, words, (x, width), factor in zip(
            slide.columns, cells, rooms, factors, strict=True
        ):
            if not words:
                continue
            bold = column.ink == "strong" and not head
            fitted = self._fit(
                words, size, width, narrow=narrow, bold=bold, pitch=pitch, widest=factor
            )
            ink = DARK.muted if head and column.ink in {"", "strong"} else INKS[column.ink]
            room = QRectF(place.left() + x, place.top(), width, place.height())
            side = Edge.RIGHT if column.right else Edge.LEFT
            self._put(fitted, words, room, ink, side)

    def _narrow(self, slide: DisplaySlide, *, head: bool) -> float:
        if head:
            return 0.0
        return 1.0 if slide.wraps else self._layout.narrow / 100

    def _map(self, picture: DisplayMap, area: QRectF) -> None:
        """Draw the table and name its edges. The elements carry numbers, which the list beside the
        map explains.
        """
        painter, high = self._painter, self._layout.pitch
        side = area.height() - 2 * high
        table = QRectF(area.left() + high, area.top() + high, side, side)
        owned = any(shape.whose for shape in picture.shapes)
        edges = ((picture.above, area.top(), "second"), (picture.below, table.bottom(), "first"))
        for words, top, whose in edges:
            place = QRectF(area.left(), top, area.width(), high)
            ink = OWNERS[whose] if owned else DARK.muted
            self._line(words, place, self._layout.letter, side=Edge.CENTRE, ink=ink)
        ground = self._pixels(table)
        painter.save()
        painter.setPen(QPen(QColor(DARK.line), 2))
        painter.setBrush(QColor(DARK.raised))
        painter.drawRect(ground)
        painter.setClipRect(ground)
        for shape in picture.shapes:
            self._shape(shape, self._on_map(shape, picture, table))
        painter.restore()
        for shape in picture.shapes:
            if shape.label:
                self._label(shape, self._on_map(shape, picture, table), table)

    def _on_map(self, shape: MapShape, picture: DisplayMap, table: QRectF) -> QRectF:
        each = table.width() / picture.size
        return QRectF(
            table.left() + shape.x * each,
            table.top() + shape.y * each,
            shape.width * each,
            shape.height * each,
        )

    def _shape(self, shape: MapShape, place: QRectF) -> None:
        painter, box = self._painter, self._pixels(place)
        painter.setPen(QPen(QColor(DARK.text if shape.label else DARK.muted), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if not shape.label:
            painter.setPen(QPen(QColor(DARK.muted), 2, Qt.PenStyle.DashLine))
        elif shape.zone:
            painter.setBrush(QColor(DARK.chosen))
        else:
            painter.setBrush(QColor(OWNERS[shape.whose]))
        if shape.kind == "line":
            painter.drawLine(box.topLeft(), box.bottomRight())
        elif shape.kind == "circle":
            painter.drawEllipse(box)
        elif shape.kind == "flag":
            painter.drawPolygon(_pennant(box))
        else:
            painter.drawRect(box)

    def _label(self, shape: MapShape, place: QRectF, table: QRectF) -> None:
        """Draw a shape's label: a zone's number in its upper left corner, a point's number beside
        it, a line's words at their own place.
        """
        high, wide = float(self._layout.pitch), float(self._layout.label(shape.label))
        corner = place.topLeft() if shape.zone else QPointF(place.right(), place.top())
        if shape.words is not None:
            each = place.width() / shape.width
            corner = table.topLeft() + QPointF(*shape.words) * each
        if shape.zone and shape.kind == "circle":
            corner = QPointF(place.center().x() - wide / 2, place.top())
        x = min(max(corner.x(), table.left()), table.right() - wide)
        y = min(max(corner.y(), table.top()), table.bottom() - high)
        room = QRectF(x, y, wide, high)
        self._line(shape.label, room, self._layout.letter, bold=True, side=Edge.CENTRE)

    def _line(
        self,
        text: str,
        room: QRectF,
        size: float,
        *,
        ink: str = DARK.text,
        bold: bool = False,
        side: Edge = Edge.LEFT,
    ) -> None:
        """Draw the text as one line, narrowed to fit."""
        fitted = self._fit(text, size, room.width(), narrow=0.0, bold=bold, pitch=room.height())
        self._put(fitted, text, room, ink, side)

    def _fit(
        self,
        text: str,
        size: float,
        width: float,
        *,
        narrow: float,
        bold: bool,
        pitch: float,
        widest: float = 1.0,
    ) -> Fitted:
        unit = self.unit
        return fit(
            text,
            size * unit,
            width * unit,
            narrow=narrow,
            bold=bold,
            pitch=pitch * unit,
            widest=widest,
        )

    def _put(self, fitted: Fitted, text: str, room: QRectF, ink: str, side: Edge) -> None:
        painter, pixels = self._painter, self._pixels(room)
        capital = QFontMetricsF(fitted.layout.font()).capHeight()
        place = QRectF()
        painter.save()
        painter.setPen(QColor(ink))
        for number in range(fitted.lines):
            line = fitted.layout.lineAt(number)
            used = line.naturalTextRect()
            wide = used.width() * fitted.factor
            x = pixels.left() + (pixels.width() - wide) * side.value
            painter.save()
            painter.translate(x, pixels.top())
            painter.scale(fitted.factor, 1.0)
            line.draw(painter, QPointF(-used.left(), 0.0))
            painter.restore()
            baseline = pixels.top() + used.top() + line.ascent()
            place = place.united(QRectF(x, baseline - capital, wide, capital))
        painter.restore()
        self.painted.append(Painted(text, place, pixels, capital))

    def _pixels(self, place: QRectF) -> QRectF:
        unit = self.unit
        return QRectF(
            place.left() * unit, place.top() * unit, place.width() * unit, place.height() * unit
        )


def unit_of(width: int, height: int, layout: DisplayLayout) -> float:
    """Return the number of pixels in one thousandth of the height. On a narrow screen the width
    decides instead.
    """
    return min(height, width * layout.widest / 100) / 1000


def pages_of(slide: DisplaySlide, width: int, height: int, layout: DisplayLayout) -> SlidePages:
    """Return the pages of a slide on a screen of ``width`` by ``height`` pixels."""
    if slide.texts:
        return SlidePages(len(slide.texts))
    if not slide.rows:
        return SlidePages(1)
    unit = unit_of(width, height, layout)
    room = int(width / unit) - 2 * layout.margin
    if slide.picture is not None:
        room -= layout.area + layout.gap
    paging = divide_rows(
        len(slide.rows),
        least_width=slide.least_width,
        width=room,
        headed=any(column.heading for column in slide.columns),
        lines_of=lambda row, scale, wide: lines_of(
            slide, row, scale, wide, unit=unit, layout=layout
        ),
        layout=layout,
        heads=[number for number, row in enumerate(slide.rows) if len(row) == 1],
    )
    return SlidePages(len(paging.pages), paging, _narrow_columns(slide, paging, unit, layout))


def _narrow_columns(
    slide: DisplaySlide, paging: Paging, unit: float, layout: DisplayLayout
) -> tuple[float, ...]:
    """Return, for each column, the factor by which all its letters are narrowed. The longest text
    that still fits on one line decides the factor. It is 1 for a column of fixed width, whose
    numbers and words are narrowed one by one.
    """
    narrow = 1.0 if slide.wraps else layout.narrow / 100
    rooms = rooms_of(slide.columns, paging.width, paging.scale / 100)
    px = round(layout.letter * paging.scale / 100 * unit)
    factors = []
    for place, (column, (_, width)) in enumerate(zip(slide.columns, rooms, strict=True)):
        bold = column.ink == "strong"
        needed = (
            _narrow_to_fit(_shorten_text(row[place]), px, width * unit, bold=bold)
            for row in slide.rows
            if not column.width and len(row) > 1 and row[place]
        )
        factors.append(min((factor for factor in needed if factor >= narrow), default=1.0))
    return tuple(min(factor, 1.0) for factor in factors)


def lines_of(
    slide: DisplaySlide, row: int, scale: int, width: int, *, unit: float, layout: DisplayLayout
) -> int:
    """Return how many lines a row of the slide needs. A page may list its rows in several columns;
    ``width`` is the width of one of these.
    """
    cells = slide.rows[row]
    if len(cells) == 1:
        return 1
    narrow = 1.0 if slide.wraps else layout.narrow / 100
    px = layout.letter * scale / 100 * unit
    rooms = rooms_of(slide.columns, width, scale / 100)
    lines = 1
    for column, words, (_, wide) in zip(slide.columns, cells, rooms, strict=True):
        bold = column.ink == "strong"
        natural = _advance(words, round(px), bold=bold) + SLACK
        if natural * narrow > wide * unit:
            needed = _lines_needed(words, px, wide * unit, narrow=narrow, bold=bold)
            lines = max(lines, needed)
    return lines


def rooms_of(
    columns: Sequence[DisplayColumn], width: float, scale: float
) -> list[tuple[float, float]]:
    """Return the left edge and the width of each cell of a row."""
    taken = sum(column.width * scale for column in columns) + CELL_GAP * (len(columns) - 1)
    sharing = sum(not column.width for column in columns)
    share = (width - taken) / max(sharing, 1)
    rooms, x = list[tuple[float, float]](), 0.0
    for column in columns:
        wide = column.width * scale or share
        rooms.append((x, wide))
        x += wide + CELL_GAP
    return rooms


def largest(
    text: str, width: float, height: float, unit: float, layout: DisplayLayout, *, bold: bool
) -> int:
    """Return the largest of the layout's sizes at which the text fits without breaking a word. If
    it fits at no size, return the smallest.
    """
    for size in layout.sizes:
        pitch = size * layout.line / 100
        fitted = fit(text, size * unit, width * unit, narrow=1.0, bold=bold)
        metrics = QFontMetricsF(fitted.layout.font())
        words = [word for word in text.split() if not WIDE.search(word)]
        longest = max((metrics.horizontalAdvance(word) for word in words), default=0.0)
        if fitted.lines * pitch <= height and longest <= width * unit:
            return size
    return layout.sizes[-1]


def clock_shown(clock: DisplayClock, now_ms: int) -> str:
    """Return the round's clock, such as "1:12:05", or the words for a clock whose end has come."""
    if clock.to_ms is None:
        return clock_words(max(now_ms - clock.from_ms, 0) // 1000 * 1000)
    left_ms = clock.to_ms - now_ms
    return clock_words(left_ms) if left_ms > 0 else clock.over


def foot_clock(shown: RoomDisplay, now_ms: int) -> str:
    """Return the round and its clock, such as "Round 2 · 1:12:05"."""
    if shown.clock is None:
        return shown.clock_words
    return f"{shown.clock_words} · {clock_shown(shown.clock, now_ms)}"


def _pennant(box: QRectF) -> QPolygonF:
    foot = box.left() + box.width() * 0.25
    return QPolygonF(
        [
            QPointF(foot, box.bottom()),
            QPointF(foot, box.top()),
            QPointF(box.right(), box.top() + box.height() * 0.28),
            QPointF(foot, box.top() + box.height() * 0.56),
        ]
    )
