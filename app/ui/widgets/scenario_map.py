"""The map of a scenario, drawn from the packet's positions, with the holders of its elements."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import chain, islice
from math import hypot

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine import wording
from app.engine.acts.table import Holding
from app.engine.language import TextTable, packet_text, say
from app.engine.packet.reference import NO_BRIEFING, Briefing
from app.engine.packet.scenario import (
    UNKNOWN_BASE_INCHES,
    Area,
    Element,
    ElementKind,
    Held,
    Scenario,
    Seat,
)
from app.engine.side import Side
from app.ui.widgets.elide import elide
from app.ui.widgets.keyboard_cues import shows_focus
from app.ui.widgets.theme import TextSize, Theme, current_theme
from app.views.table.map_places import KillBoxLine, Measure, measures, number_of, place_on_map

PARTS = tuple(map(Decimal, ("0.5", "0.35", "0.65", "0.2", "0.8", "0.9", "0.1")))
"""The places along a measuring line at which its number may be written, as shares of the line."""
EDGE = 22  # pixels around the table for the players' edges
PICTURE_OPACITY = 0.6
"""The opacity of a diagram, which is paler than the elements placed on it."""
PENNANT_INCHES = 3.0  # how high a flag on its base is drawn
FINGER = 6  # pixels around an element that count as it
LINE = 15  # the height of a line of words
LEGEND, ROOMY, SWATCH = 20, 300, 12
"""The height of the legend that explains the colours below the map, the least height of a map with
a legend, and the side of a colour's square.
"""
HELD_WORDS = TextTable(
    {
        Held.CONTROLLED: wording.CONTROLS,
        Held.DOMINATED: wording.DOMINATES,
        Held.CONTESTED: wording.CONTESTS,
        Held.DESTROYED: wording.DESTROYED_IT,
        Held.MET: "",
        Held.ARRIVED: wording.HAS_ARRIVED,
    }
)


class ScenarioMap(QWidget):
    """The map of a scenario. ``element_tapped`` carries the key of an element. The viewer's own
    edge is at the bottom.

    ``turned`` rotates the widget by half a circle, for a player on the other side of the screen.
    ``measured`` shows numbers instead of words, as the pages do: the distances of bases from the
    edges in inches, and the sizes of bases. ``movable`` allows elements to be dragged; elements
    without a holder then show their names, and ``element_moved`` carries the new place in half
    inches. ``picture`` is the packet's diagram, drawn below everything else as a guide for placing
    elements.
    """

    element_tapped = Signal(str)
    element_moved = Signal(str, object, object)  # its key and x and y in inches

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turned = False
        self._scenario: Scenario | None = None
        self._first = Side.RED
        self._viewer = Seat.FIRST
        self._briefing = NO_BRIEFING
        self._kill_boxes: tuple[KillBoxLine, ...] = ()
        self._held: tuple[Holding, ...] = ()
        self._gone: frozenset[str] = frozenset()
        self._focused = 0
        self.movable = self.measured = False
        self.picture = QPixmap()
        self._dragged = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(320, 320)

    def show_map(
        self,
        scenario: Scenario,
        first: Side,
        viewer: Seat = Seat.FIRST,
        briefing: Briefing = NO_BRIEFING,
        *kill_boxes: KillBoxLine,
    ) -> None:
        """Show the elements in their places. ``first`` is the side that plays first, and ``viewer``
        is the seat at the lower edge.
        """
        if kill_boxes != self._kill_boxes:
            self._kill_boxes = kill_boxes
            self.update()
        before = (self._scenario, self._first, self._viewer, self._briefing)
        if (scenario, first, viewer, briefing) != before:
            self._scenario, self._first, self._viewer = scenario, first, viewer
            self._briefing = briefing
            self._focused = 0
            names = ", ".join(packet_text(element.name) for element in scenario.elements)
            self.setAccessibleName(wording.MAP_OF.format(scenario=scenario.name, elements=names))
            self.update()

    def show_holdings(self, held: Iterable[Holding], gone: Iterable[str] = ()) -> None:
        """Show who holds each element. The elements in ``gone`` have left the table."""
        self._held, self._gone = tuple(held), frozenset(gone)
        self.update()

    @property
    def known(self) -> bool:
        """Tell whether any element of this scenario has a known place."""
        return bool(self._placed())

    def _placed(self) -> list[tuple[Element, Area]]:
        """Return the elements on the table with their areas. Zones come first, so that they are
        drawn below the rest.
        """
        elements = self._scenario.elements if self._scenario else ()
        there = [
            (element, element.area)
            for element in elements
            if element.area and element.key not in self._gone
        ]
        return sorted(there, key=lambda placed: placed[0].kind is not ElementKind.ZONE)

    def _scale(self) -> tuple[float, float, float]:
        """Return the number of pixels per inch, and the left and top edges of the table in
        pixels.
        """
        foot = LEGEND if self._explains else 0
        side = min(self.width() - 2, self.height() - 2 * EDGE - foot)
        inches = self._scenario.table if self._scenario else 48
        top = (self.height() - foot - side) / 2 + (foot if self.turned else 0)
        return side / inches, (self.width() - side) / 2, top

    @property
    def _explains(self) -> bool:
        """Tell whether the legend is shown. The map must be high enough, and neither movable nor
        measured.
        """
        return not self.movable and not self.measured and self.height() >= ROOMY

    def box(self, key: str) -> QRectF:
        """Return the rectangle of an element in the widget's pixels; an empty rectangle if the
        element has no place.
        """
        placed = ((element, area) for element, area in self._placed() if element.key == key)
        return next((self._box(area, element.across_inches) for element, area in placed), QRectF())

    def reach(self, element: Element, area: Area) -> QRectF:
        """Return the rectangle around the circle within which models count for an element. If the
        packet names no distance, return the area that a finger needs.
        """
        box, inches = self._box(area, element.across_inches), self._briefing.reach(element.kind)
        around = inches * self._scale()[0] if inches else FINGER
        return box.adjusted(-around, -around, around, around)

    def _box(self, area: Area, point: Decimal = UNKNOWN_BASE_INCHES) -> QRectF:
        scale, x, y = self._scale()
        inches = self._scenario.table if self._scenario else 48
        place = place_on_map(area, inches, point, turned=self._upside_down)
        return QRectF(
            x + float(place.left) * scale,
            y + float(place.top) * scale,
            float(place.width) * scale,
            float(place.height) * scale,
        )

    @property
    def _upside_down(self) -> bool:
        return (self._viewer is Seat.SECOND) is not self.turned

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if (element := self._element_at(event.position())) is not None:
            self._dragged = element.key if self.movable else ""
            self.element_tapped.emit(element.key)

    def _element_at(self, place: QPointF) -> Element | None:
        """Return the element that a tap is meant for. If several are in reach, points take
        precedence over zones, then the nearest element, and then the topmost.
        """
        within = [
            (element, self._box(area).center() - place)
            for element, area in reversed(self._placed())
            if self.reach(element, area).contains(place)
        ]

        def order(found: tuple[Element, QPointF]) -> tuple[bool, float]:
            element, away = found
            return element.kind is ElementKind.ZONE, away.x() ** 2 + away.y() ** 2

        return min(within, key=order)[0] if within else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged and self._scenario is not None:
            scale, x, y = self._scale()
            across = (event.position().x() - x) / scale
            up = self._scenario.table - (event.position().y() - y) / scale
            halves = (Decimal(round(2 * inches)) / 2 for inches in (across, up))
            self.element_moved.emit(self._dragged, *halves)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from element to element when arrow keys are pressed. Tap the focused element when
        Space or Enter is pressed.
        """
        placed = self._placed()
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        key = Qt.Key(event.key())
        if placed and key in step:
            self._focused = (self._focused + step[key]) % len(placed)
            self.update()
        elif placed and key in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.element_tapped.emit(placed[self._focused % len(placed)][0].key)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._scenario is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_table(painter, current_theme())
        if self.measured:
            self._paint_lines(painter)
        for number, (element, area) in enumerate(self._placed()):
            focused = shows_focus(self) and number == self._focused % len(self._placed())
            self._paint_element(painter, element, area, focused=focused)
        if self.measured:
            self._paint_numbers(painter)
            self._paint_kill_box_words(painter)
        if self._explains:
            self._paint_legend(painter, current_theme())
        painter.end()

    def _measures(self) -> list[tuple[Element, Measure]]:
        """Return the distances that give the place of each element on the table, as this viewer
        sees them.
        """
        size, turned = self._scenario.table if self._scenario else 48, self._upside_down
        return [
            (element, one)
            for element, _ in self._placed()
            for one in measures(element, size, turned=turned)
        ]

    def _pixel(self, place: tuple[Decimal, Decimal]) -> QPointF:
        scale, x, y = self._scale()
        return QPointF(x + float(place[0]) * scale, y + float(place[1]) * scale)

    def _paint_lines(self, painter: QPainter) -> None:
        for element, one in self._measures():
            painter.setPen(QPen(_outline(element, self._first, current_theme()), 1))
            painter.drawLine(self._pixel(one.edge), self._pixel(one.base))

    def number_boxes(self) -> list[tuple[Element, int, QRectF]]:
        """Return the rectangle of the number at each measuring line. If possible, the numbers are
        clear of bases, of the sizes beside bases, and of each other.
        """
        taken = [self._box(area, one.across_inches) for one, area in self._placed()]
        taken += [box for _, _, box in self._sizes()]
        taken += [box for _, _, box in self.kill_box_words()]
        made = []
        for element, one in self._measures():
            reach = self._briefing.reach(element.kind)
            boxes = [self._number_box(self._pixel(one.part(reach, part))) for part in PARTS]
            free = (box for box in boxes if not any(box.intersects(each) for each in taken))
            box = next(free, boxes[0])
            taken.append(box)
            made.append((element, one.inches, box))
        return made

    def _number_box(self, middle: QPointF) -> QRectF:
        scale, left, top = self._scale()
        side = scale * (self._scenario.table if self._scenario else 48)
        wide, high = 20.0, 15.0
        x = min(max(middle.x(), left + wide / 2), left + side - wide / 2)
        y = min(max(middle.y(), top + high / 2), top + side - high / 2)
        return QRectF(x - wide / 2, y - high / 2, wide, high)

    def _sizes(self) -> list[tuple[Element, str, QRectF]]:
        """Return the texts beside bases, with their rectangles: the size of an objective's base,
        and the number of an element that has similar ones.
        """
        made = []
        for element, area in self._placed():
            box = self._box(area, element.across_inches)
            number = number_of(packet_text(element.name))
            if element.kind is ElementKind.OBJECTIVE and element.base_mm:
                place = QRectF(box.right() + 1, box.top() - 11, 18, 14)
                made.append((element, str(element.base_mm), place))
            if number:
                place = QRectF(box.left() - 13, box.top() - 11, 12, 14)
                made.append((element, number, place))
        return made

    def _paint_numbers(self, painter: QPainter) -> None:
        theme = current_theme()
        for element, inches, box in self.number_boxes():
            painter.setPen(QPen(_outline(element, self._first, theme), 1))
            painter.setBrush(QColor(theme.surface))
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(QColor(theme.text))
            self._write(painter, box, str(inches))
        painter.setPen(QColor(theme.text))
        for _, words, box in self._sizes():
            self._write(painter, box, words)

    def _paint_kill_box_words(self, painter: QPainter) -> None:
        painter.setPen(QColor(current_theme().text))
        for _, words, box in self.kill_box_words():
            self._write(painter, box, words)

    def _paint_legend(self, painter: QPainter, theme: Theme) -> None:
        """Draw the legend below the map, towards the player whom the map faces."""
        painter.save()
        painter.setFont(_font(painter.font()))
        line = QRectF(0, self.height() - LEGEND + 2, self.width(), LEGEND - 4)
        if self.turned:
            painter.translate(self.width(), self.height())
            painter.rotate(180)
        for colour, words, room in self.legend_boxes(theme):
            swatch = QRectF(room.left(), line.center().y() - SWATCH / 2, SWATCH, SWATCH)
            painter.setPen(QPen(QColor(theme.text), 1))
            painter.setBrush(_held_fill(QColor(colour)))
            painter.drawRect(swatch)
            painter.setPen(QColor(theme.text))
            beside = QRectF(room.left() + SWATCH + 6, line.top(), room.width(), line.height())
            painter.drawText(beside, int(Qt.AlignmentFlag.AlignVCenter), words)
        painter.restore()

    def legend_boxes(self, theme: Theme) -> list[tuple[str, str, QRectF]]:
        """Return each colour of the legend, with its text and rectangle. A narrow map has shorter
        texts.
        """
        metrics = QFontMetricsF(_font(QFont(self.font())))
        for parts in (_legend(theme), _short_legend(theme)):
            widths = [SWATCH + 8 + metrics.horizontalAdvance(words) for _, words in parts]
            spare = self.width() - sum(widths)
            if spare >= 4.0 * (len(parts) - 1):
                break
        gap = max(min(spare / (len(parts) + 1), 24.0), 4.0)
        at, boxes = max((spare - gap * (len(parts) - 1)) / 2, 0.0), []
        for (colour, words), wide in zip(parts, widths, strict=True):
            boxes.append((colour, words, QRectF(at, 0, wide, LEGEND)))
            at += wide + gap
        return boxes

    def _paint_table(self, painter: QPainter, theme: Theme) -> None:
        scale, x, y = self._scale()
        inches = self._scenario.table if self._scenario else 48
        table = QRectF(x, y, inches * scale, inches * scale)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRect(table)
        self._paint_picture(painter, table)
        self._paint_deployment(painter, table, theme)
        for box in self._kill_boxes:
            self._paint_kill_box(painter, table, theme, box)
        for seat, low in ((Seat.FIRST, not self._upside_down), (Seat.SECOND, self._upside_down)):
            side = seat.side(self._first) or Side.RED
            colour = QColor(theme.red_words if side is Side.RED else theme.blue_words)
            painter.setPen(colour)
            top = table.bottom() + 1 if low else table.top() - EDGE
            words = wording.PLAYS_FIRST if seat is Seat.FIRST else wording.PLAYS_SECOND
            edge = QRectF(0, top, self.width(), EDGE - 1)
            self._write(
                painter,
                edge,
                words.format(side=side.colour),
                or_else=side.colour,
            )

    def _paint_picture(self, painter: QPainter, table: QRectF) -> None:
        if self.picture.isNull():
            return
        size = QSizeF(self.picture.size()).scaled(table.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(QPointF(), size)
        place.moveCenter(table.center())
        painter.setOpacity(PICTURE_OPACITY)
        painter.drawPixmap(place, self.picture, QRectF(self.picture.rect()))
        painter.setOpacity(1)

    def _paint_deployment(self, painter: QPainter, table: QRectF, theme: Theme) -> None:
        """Draw the deployment zones and the edges for reinforcements, clipped to the table."""
        shown = self._briefing.deployment(self._scenario.deployment) if self._scenario else None
        if shown is None:
            return
        painter.save()
        painter.setClipRect(table)
        painter.setPen(QPen(QColor(theme.muted), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for zone in shown.zones:
            box = self._box(zone.area)
            if zone.area.circle:
                painter.drawEllipse(box)
            else:
                painter.drawRect(box)
        for line in shown.lines:
            side = line.seat.side(self._first) or Side.RED
            colour = QColor(theme.red_words if side is Side.RED else theme.blue_words)
            painter.setPen(QPen(colour, 3, Qt.PenStyle.DotLine))
            painter.drawLine(self._point(line.x, line.y), self._point(line.to_x, line.to_y))
        painter.restore()

    def _paint_kill_box(
        self, painter: QPainter, table: QRectF, theme: Theme, box: KillBoxLine
    ) -> None:
        """Draw the depth that the kill box has at the end of the turn, from one player's edge or
        from all edges.
        """
        painter.setPen(QPen(QColor(theme.warn), 2, Qt.PenStyle.DashDotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if box.of is None:
            depth = box.inches * self._scale()[0]
            painter.drawRect(table.adjusted(depth, depth, -depth, -depth))
            return
        at, _ = self._kill_box_at(box)
        painter.drawLine(QPointF(table.left(), at), QPointF(table.right(), at))

    def _kill_box_at(self, box: KillBoxLine) -> tuple[float, bool]:
        """Return the vertical position of the line that ends a player's kill box, and whether that
        player's edge is the lower one.
        """
        scale, _, top = self._scale()
        inches = self._scenario.table if self._scenario else 48
        low = (box.of is self._first) is not self._upside_down
        return top + scale * (inches - box.inches if low else box.inches), low

    def kill_box_words(self) -> list[tuple[Side, str, QRectF]]:
        """Return the text at each player's kill box on a measured map, with its rectangle. The
        rectangle is beside the line, clear of bases and measures and, if possible, of the circles
        around bases. A text for which there is no such place is left out.
        """
        metrics, made = QFontMetricsF(_font(QFont(self.font()))), []
        circles = [self.reach(element, area) for element, area in self._placed()]
        for box in self._kill_boxes if self.measured else ():
            if box.of is not None:
                words = f"{wording.KILL_BOX_ROW} {box.inches}″"
                places = list(self._beside(box, metrics.horizontalAdvance(words) + 2))
                clear = (place for place in places if not _crosses_any(circles, place))
                made += [(box.of, words, place) for place in islice(chain(clear, places), 1)]
        return made

    def _beside(self, box: KillBoxLine, wide: float) -> Iterator[QRectF]:
        """Yield the clear places beside the line of a kill box, beginning with those towards the
        middle.
        """
        scale, left, _ = self._scale()
        right = left + scale * (self._scenario.table if self._scenario else 48)
        at, low = self._kill_box_at(box)
        solid = [each.adjusted(-2, -2, 2, 2) for each in self._solid()]
        for top in (at - 18, at + 3) if low else (at + 3, at - 18):
            place = QRectF(left + 3, top, wide, 15)
            while place.right() < right:
                if not any(each.intersects(place) for each in solid):
                    yield QRectF(place)
                place.translate(2, 0)

    def _solid(self) -> Iterator[QRectF]:
        """Yield the rectangles that no text may cover: bases, the texts beside them, and measuring
        lines.
        """
        yield from (self._box(area, one.across_inches) for one, area in self._placed())
        yield from (box for _, _, box in self._sizes())
        for _, one in self._measures():
            yield QRectF(self._pixel(one.edge), self._pixel(one.base)).normalized()

    def _point(self, x: Decimal, y: Decimal) -> QPointF:
        """Return a point of the table in the widget's pixels. The point is given in inches."""
        box = self._box(Area(x, y, circle=True))
        return box.center()

    def _paint_element(
        self, painter: QPainter, element: Element, area: Area, *, focused: bool
    ) -> None:
        theme, box = current_theme(), self._box(area, element.across_inches)
        outline = _outline(element, self._first, theme)
        fill = QColor(theme.surface)
        holders = {holding.side for holding in self._held if holding.key == element.key}
        if len(holders) == 1:
            fill = QColor(theme.red if Side.RED in holders else theme.blue)
        elif holders:
            fill = QColor(theme.warn)
        if holders:
            fill = _held_fill(fill)
        else:
            fill.setAlpha(160)
        if self._briefing.reach(element.kind):
            painter.setPen(QPen(outline, 1, Qt.PenStyle.DotLine))
            painter.setBrush(fill if holders else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.reach(element, area))
        painter.setPen(QPen(outline, 4 if focused else 2))
        painter.setBrush(fill)
        match element.kind:
            case ElementKind.FLAG if element.base_mm:
                painter.drawEllipse(box)
                high = PENNANT_INCHES * self._scale()[0]
                foot = QPointF(box.center().x() - high * 0.25, box.center().y())
                painter.drawPolygon(_pennant(QRectF(foot.x(), foot.y() - high, high, high)))
            case ElementKind.OBJECTIVE if element.base_mm:
                painter.drawEllipse(box)
            case ElementKind.OBJECTIVE:
                painter.drawRoundedRect(box, 4, 4)
            case ElementKind.FLAG:
                painter.drawPolygon(_pennant(box))
            case _ if element.area is not None and element.area.circle:
                painter.drawEllipse(box)
            case _:
                painter.drawRect(box)
        if not self.measured:
            painter.setPen(QColor(theme.text))
            self._write(painter, self.words_box(element.key), self._words(element))

    def words(self, key: str) -> str:
        """Return the lines of text at an element."""
        return next((self._words(there) for there, _ in self._placed() if there.key == key), "")

    def _words(self, element: Element) -> str:
        words = "\n".join(self._states(element)) or "".join(self._marks(element))
        words = words or (packet_text(element.name) if self.movable else "")
        metrics, room = QFontMetrics(_font(self.font())), self.box(element.key).width() - 6
        widest = max(metrics.horizontalAdvance(line) for line in words.split("\n"))
        if element.kind is not ElementKind.ZONE or widest <= room:
            return words
        within = words.replace(" ", "\n")
        if max(metrics.horizontalAdvance(line) for line in within.split("\n")) <= room:
            return within
        sides = (held.side.colour for held in self._held if held.key == element.key)
        return "\n".join(dict.fromkeys(sides)) or within

    def words_box(self, key: str) -> QRectF:
        """Return the rectangle of an element's text. It never extends beyond the widget."""
        element = next(element for element, _ in self._placed() if element.key == key)
        room = self.room_for_words(element, self.box(key))
        lines = self._words(element).split("\n")
        metrics = QFontMetrics(_font(self.font()))
        wide = max(metrics.horizontalAdvance(line) for line in lines) + 2.0
        wide = min(wide, float(self.width()))
        high = min(room.height() + LINE * (len(lines) - 1), float(self.height()))
        left = min(max(room.center().x() - wide / 2, 0.0), self.width() - wide)
        top = min(max(room.top(), 0.0), self.height() - high)
        return QRectF(left, top, wide, high)

    def room_for_words(self, element: Element, box: QRectF) -> QRectF:
        """Return the rectangle for an element's label, clear of the other elements if possible."""
        others = [
            self._box(area, other.across_inches)
            for other, area in self._placed()
            if other.key != element.key and other.kind is not ElementKind.ZONE
        ]
        if element.kind is ElementKind.ZONE:
            middle = QRectF(box.center().x() - 45, box.center().y() - 9, 90, 18)
            taken = any(f.intersects(middle) for f in others)
            return middle.translated(0, 11 - box.height() / 2) if taken else middle
        zones = [
            self._box(area) for other, area in self._placed() if other.kind is ElementKind.ZONE
        ]
        below = QRectF(box.center().x() - 45, box.bottom() - 2, 90, 18)
        above = below.translated(0, -box.height() - 15)

        def free(room: QRectF) -> bool:
            """Tell whether ``room`` is clear of other elements and of the edges of zones."""
            words = room.adjusted(30, 2, -30, -2)
            crossed = any(zone.intersects(words) and not zone.contains(words) for zone in zones)
            return not crossed and not any(area.intersects(room) for area in others)

        return next((area for area in (below, above) if free(area)), below)

    def _marks(self, element: Element) -> Iterator[str]:
        """Yield the side to which an element is friendly, or the only side that scores the
        element.
        """
        only = element.scored_by.side(self._first)
        own = element.owner.side(self._first)
        if only is not None:
            yield wording.ONLY_SIDE_SCORES.format(side=only.colour)
        elif own is not None:
            yield wording.FRIENDLY_TO.format(side=own.colour)

    def _states(self, element: Element) -> Iterator[str]:
        for holding in self._held:
            if holding.key == element.key:
                yield f"{holding.side.colour} {HELD_WORDS[holding.held]}".strip()

    def _write(self, painter: QPainter, box: QRectF, words: str, *, or_else: str = "") -> None:
        """Write a text upright for the player whom the widget faces. If ``words`` is too wide,
        write ``or_else`` instead.
        """
        painter.setFont(_font(painter.font()))
        if or_else and painter.fontMetrics().horizontalAdvance(words) > box.width():
            words = or_else
        lines = (elide(painter.fontMetrics(), line, box.width()) for line in words.split("\n"))
        words = "\n".join(lines)
        painter.save()
        if self.turned:
            painter.translate(box.center())
            painter.rotate(180)
            painter.translate(-box.center())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)
        painter.restore()


def _crosses_any(circles: Iterable[QRectF], place: QRectF) -> bool:
    return any(_crosses(circle, place) for circle in circles)


def _crosses(circle: QRectF, place: QRectF) -> bool:
    """Tell whether the outline of a circle crosses a rectangle."""
    middle, radius = circle.center(), circle.width() / 2
    sides = (place.left() - middle.x(), middle.x() - place.right())
    ends = (place.top() - middle.y(), middle.y() - place.bottom())
    near = hypot(max(*sides, 0), max(*ends, 0))
    far = hypot(max(map(abs, sides)), max(map(abs, ends)))
    return near <= radius <= far


def _font(font: QFont) -> QFont:
    font.setPixelSize(TextSize.SMALL)
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _legend(theme: Theme) -> tuple[tuple[str, str], ...]:
    return (
        (theme.red, wording.HELD_BY.format(side=Side.RED.colour)),
        (theme.blue, wording.HELD_BY.format(side=Side.BLUE.colour)),
        (theme.warn, wording.HELD_BY_BOTH),
    )


def _short_legend(theme: Theme) -> tuple[tuple[str, str], ...]:
    return (
        (theme.red, Side.RED.colour),
        (theme.blue, Side.BLUE.colour),
        (theme.warn, say("both")),
    )


def _held_fill(colour: QColor) -> QColor:
    colour.setAlpha(110)
    return colour


def _outline(element: Element, first: Side, theme: Theme) -> QColor:
    seat = element.owner if element.owner is not Seat.NEUTRAL else element.scored_by
    side = seat.side(first)
    if side is None:
        return QColor(theme.text)
    return QColor(theme.red_words if side is Side.RED else theme.blue_words)


def _pennant(box: QRectF) -> QPolygonF:
    return QPolygonF(
        [
            QPointF(box.left() + box.width() * 0.25, box.bottom()),
            QPointF(box.left() + box.width() * 0.25, box.top()),
            QPointF(box.right(), box.top() + box.height() * 0.28),
            QPointF(box.left() + box.width() * 0.25, box.top() + box.height() * 0.56),
        ]
    )
