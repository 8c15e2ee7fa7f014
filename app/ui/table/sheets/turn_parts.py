"""Parts of the pad for a turn: a side's cell, the picture of an element, and the note about its
holders. They paint themselves and do nothing else.
"""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.engine.packet.scenario import Element, ElementKind, Scenario
from app.engine.side import Side
from app.ui.table.facing import FOCUS_RING, FacingButton, FacingLabel
from app.ui.table.paint import CENTRE, LEFT, draw_turned_text, turned_painter
from app.ui.widgets.theme import Theme, current_theme

DOT = 5
MARGIN, MARGIN_ABOVE = 6, 4
LETTER_PX = 13


class CellButton(FacingButton):
    """A side's cell for an element. It shows the points while the side holds the element, and a dot
    if the side has gained or lost the element since the last scoring. A letter names the side, so
    that nothing depends on colour alone.
    """

    def __init__(self, side: Side, parent: QWidget) -> None:
        super().__init__("", parent, kind=f"{side.value}-choice", most=28)
        self.side = side
        self.changed = self.was = False
        self._above = self._below = 0
        self.setCheckable(True)

    @property
    def letter_box(self) -> QRect:
        """The rectangle of the letter, as the reader sees it."""
        return QRect(FOCUS_RING + 3, FOCUS_RING, LETTER_PX, LETTER_PX + 3)

    @property
    def words_box(self) -> QRect:
        """The rectangle of the points, which no other part covers."""
        above, below = max(self._above, MARGIN_ABOVE), max(self._below, MARGIN_ABOVE)
        side = MARGIN + LETTER_PX
        return self.rect().adjusted(side, above, -side, -below)

    def cover(self, above: int = 0, below: int = 0) -> None:
        """Reserve this many pixels above and below for parts that cover the cell."""
        self._above, self._below = above, below
        self.update()

    def show_cell(self, words: str, *, on: bool, changed: bool, was: bool = False) -> None:
        """Show the cell. ``on`` says whether the side holds the element now, and ``was`` whether it
        did at the last scoring. The last scoring is drawn only if the cell is not ``on``.
        """
        self.changed, self.was = changed, was and not on
        self.setChecked(on)
        self.show_text(words if on else "")
        self.update()

    def _paint_text(self, painter: QPainter, ink: str) -> None:
        box = self.rect().adjusted(MARGIN, MARGIN_ABOVE, -MARGIN, -MARGIN_ABOVE)
        letter = self.letter_box.adjusted(0, 0, LETTER_PX, 0)
        initial = self.side.colour[:1]
        draw_turned_text(painter, letter, initial, ink, most=LETTER_PX, bold=True, align=LEFT)
        words = self.words_box
        draw_turned_text(painter, words, self.text(), ink, most=28, bold=True, align=CENTRE)
        if self.changed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ink))
            painter.drawEllipse(QPointF(box.right() - DOT, box.bottom() - DOT), DOT, DOT)
        if self.was:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(ink), 2, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(box, 6, 6)


class ElementPicture(QWidget):
    """A picture of an element: a base in its size and its player's colour, a flag, a cache or the
    kill box. If other elements look alike, the picture can show the element's place on the table
    instead, rotated for the reader.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.turned = False
        self._element: Element | None = None
        self._own: Side | None = None
        self._scenario: Scenario | None = None
        self._viewer = self._first = Side.RED

    def show_element(self, element: Element | None, own: Side | None) -> None:
        """Show an element. If ``element`` is None, show the kill box of the side ``own``."""
        self._element, self._own, self._scenario = element, own, None
        self.update()

    def show_place(self, scenario: Scenario, viewer: Side, first: Side) -> None:
        """Show the place of the element instead of its shape."""
        self._scenario, self._viewer, self._first = scenario, viewer, first
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = turned_painter(self, self.turned)
        side = min(self.width(), self.height(), 44)
        x, y = (self.width() - side) / 2, (self.height() - side) / 2
        box = QRectF(x, y, side, side).adjusted(2, 2, -2, -2)
        if self._scenario is not None:
            self._paint_place(painter, box, theme)
        else:
            self._paint_shape(painter, box, theme)
        painter.end()

    def _colour(self, theme: Theme) -> QColor:
        if self._own is None:
            return QColor(theme.muted)
        return QColor(theme.red if self._own is Side.RED else theme.blue)

    def _paint_shape(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        colour, element = self._colour(theme), self._element
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        wide, high = box.width(), box.height()
        if element is None:
            painter.setPen(QPen(QColor(theme.muted), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 4, 4)
            low = QRectF(box.left(), box.top() + high * 0.6, wide, high * 0.4)
            painter.fillRect(low, colour)
        elif element.kind is ElementKind.FLAG:
            x, y = box.left() + wide * 0.25, box.top()
            painter.fillRect(QRectF(x, y, wide * 0.09, high), colour)
            cloth = [QPointF(x, y), QPointF(box.right(), y + high * 0.25), QPointF(x, y + high / 2)]
            painter.drawPolygon(QPolygonF(cloth))
        elif element.kind is ElementKind.CACHE:
            inset = wide * 0.2
            painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 4, 4)
        else:
            inset = 0 if element.base_mm >= 50 else wide * 0.1
            painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset))
            words = str(element.base_mm or "")
            ink = theme.surface if self._own is None else theme.on_red
            draw_turned_text(painter, box.toRect(), words, ink, most=int(wide * 0.36), bold=True)

    def _paint_place(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        assert self._scenario is not None
        painter.fillRect(box, QColor(theme.raised))
        edge = box.height() / 12
        own, far = (theme.red, theme.blue) if self._viewer is Side.RED else (theme.blue, theme.red)
        painter.fillRect(QRectF(box.left(), box.top(), box.width(), edge), QColor(far))
        painter.fillRect(QRectF(box.left(), box.bottom() - edge, box.width(), edge), QColor(own))
        painter.setPen(Qt.PenStyle.NoPen)
        placed = [one for one in self._scenario.elements if one.area is not None]
        for one in sorted(placed, key=lambda one: one is self._element):
            here = one is self._element
            painter.setBrush(self._colour(theme) if here and self._own else _ink(theme, here=here))
            radius = box.width() * (0.14 if here else 0.06)
            painter.drawEllipse(self._spot(one, box), radius, radius)

    def _spot(self, element: Element, box: QRectF) -> QPointF:
        assert element.area is not None
        assert self._scenario is not None
        x, y = (float(one) / self._scenario.table for one in (element.area.x, element.area.y))
        if self._viewer is self._first:
            y = 1 - y
        else:
            x = 1 - x
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height())


def _ink(theme: Theme, *, here: bool) -> QColor:
    return QColor(theme.text if here else theme.muted)


class Tip(FacingLabel):
    """A note about which models may hold an element and which may contest it. The note covers the
    rows around the element. ``foot`` is the height reserved for a button.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent, most=19, align=LEFT)
        self.foot = 0
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = turned_painter(self, self.turned)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.on_idle))
        painter.drawRoundedRect(self.rect(), 8, 8)
        box = self.rect().adjusted(12, 8, -12, -8 - self.foot)
        draw_turned_text(painter, box, self.text(), theme.idle, most=19, align=LEFT, wrap=True)
        painter.end()


class BridgeLabel(FacingLabel):
    """A label with the points that several elements earn together, placed between two cells."""

    def __init__(self, words: str, side: Side, parent: QWidget) -> None:
        super().__init__(words, parent, most=14, bold=True, wrap=False)
        self.side = side
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = turned_painter(self, self.turned)
        painter.setPen(QPen(QColor(theme.red if self.side is Side.RED else theme.blue), 2))
        painter.setBrush(QColor(theme.surface))
        box = self.rect().adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        draw_turned_text(painter, box, self.text(), theme.text, most=14, bold=True)
        painter.end()
