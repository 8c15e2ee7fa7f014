"""A table's terrain on the scenario's map. Its pieces can be dragged, turned and chosen by
keyboard.
"""

from collections.abc import Iterable
from decimal import Decimal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.language import say
from app.engine.packet.scenario import Area, ElementKind, Scenario
from app.engine.packet.scenario_layout import middle
from app.engine.packet.terrain_rules import Kind
from app.engine.terrain.check import Ground
from app.engine.terrain.layout import Layout, LayoutRule, Piece
from app.engine.terrain.shapes import Shape, shape
from app.ui.widgets.theme import TextSize, Theme, current_theme

EDGE = 24  # pixels around the table for the players' edges
LINE = 16  # pixels
MARKER = Decimal(2)  # inches across a flag or objective as drawn
STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Down: (0, -1),
    Qt.Key.Key_Up: (0, 1),
}


class TerrainMap(QWidget):
    """The map with the terrain. Pieces are numbered from 1; 0 means no piece. The first player's
    edge is at the bottom.
    """

    picked = Signal(int)
    moved = Signal(int, object, object)  # its number and where its middle goes, in inches
    turned = Signal(int)
    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenario: Scenario | None = None
        self._layout = Layout()
        self._grounds: tuple[Ground, ...] = ()
        self._wrong: frozenset[int] = frozenset()
        self._hatched: frozenset[Kind] = frozenset()
        self._picked = 0
        self._grip: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(560, 560)

    def show_layout(
        self, scenario: Scenario, layout: Layout, grounds: Iterable[Ground], wrong: Iterable[int]
    ) -> None:
        """Show the layout. ``wrong`` holds the numbers of pieces that break a rule."""
        self._scenario, self._layout = scenario, layout
        self._grounds = tuple(ground for ground in grounds if ground.rule is LayoutRule.DEPLOYMENT)
        self._wrong = frozenset(wrong)
        self._picked = min(self._picked, len(layout.pieces))
        names = ", ".join(layout.name(i + 1) for i in range(len(layout.pieces)))
        self.setAccessibleName(
            say(
                "Terrain of {scenario}: {names}",
                scenario=scenario.name,
                names=names or say("no pieces"),
            )
        )
        self.update()

    def show_hatched(self, kinds: Iterable[Kind]) -> None:
        """Set the kinds of terrain that are drawn with a pattern."""
        self._hatched = frozenset(kinds)
        self.update()

    def show_picked(self, number: int) -> None:
        self._picked = number
        self.update()

    def _side(self) -> int:
        return self._scenario.table if self._scenario else 48

    def _scale(self) -> tuple[float, float, float]:
        """Return the number of pixels per inch, and the left and top edges of the table in
        pixels.
        """
        side = min(self.width(), self.height()) - 2 * EDGE
        return side / self._side(), (self.width() - side) / 2, (self.height() - side) / 2

    def box(self, number: int) -> QRectF:
        """Return the rectangle of a piece in the widget's pixels."""
        return self._box(self._layout.pieces[number - 1].shape)

    def _box(self, at: Shape) -> QRectF:
        scale, x, y = self._scale()
        sides = (at.left - at.radius, at.low - at.radius, at.right + at.radius, at.high + at.radius)
        left, low, right, high = (float(side) / 4 for side in sides)
        top = y + (self._side() - high) * scale
        return QRectF(x + left * scale, top, (right - left) * scale, (high - low) * scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for number in range(len(self._layout.pieces), 0, -1):
            box = self.box(number)
            if box.adjusted(-4, -4, 4, 4).contains(event.position()):
                self._grip = event.position() - box.center()
                self._pick(number)
                return
        self._pick(0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and self._picked:
            scale, x, y = self._scale()
            at = event.position() - self._grip
            across, up = (at.x() - x) / scale, self._side() - (at.y() - y) / scale
            self.moved.emit(self._picked, *(Decimal(f"{inches:.3f}") for inches in (across, up)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._picked:
            self.turned.emit(self._picked)

    def _pick(self, number: int) -> None:
        self.show_picked(number)
        self.picked.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the chosen piece by half an inch with the arrow keys, turn it with R, and remove it
        with Delete. Choose a piece with its digit.
        """
        key, many = Qt.Key(event.key()), len(self._layout.pieces)
        digit = event.text()
        if digit.isdecimal() and 1 <= int(digit) <= many:
            self._pick(int(digit))
        elif key in {Qt.Key.Key_Space, Qt.Key.Key_N} and many:
            self._pick(self._picked % many + 1)
        elif self._picked and key in STEPS:
            x, y = middle(self._layout.pieces[self._picked - 1].area)
            across, up = (Decimal(step) / 2 for step in STEPS[key])
            self.moved.emit(self._picked, x + across, y + up)
        elif self._picked and key is Qt.Key.Key_R:
            self.turned.emit(self._picked)
        elif self._picked and key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removed.emit(self._picked)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._scenario is None:
            return
        painter, theme = QPainter(self), current_theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_table(painter, theme)
        for number, piece in enumerate(self._layout.pieces, start=1):
            self._paint_piece(painter, theme, number, piece)
        self._paint_elements(painter, theme, self._scenario)
        for number, piece in enumerate(self._layout.pieces, start=1):
            self._write(painter, theme, number, piece)
        painter.end()

    def _paint_table(self, painter: QPainter, theme: Theme) -> None:
        scale, x, y = self._scale()
        table = QRectF(x, y, self._side() * scale, self._side() * scale)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.surface))
        painter.drawRect(table)
        painter.save()
        painter.setClipRect(table)
        painter.setPen(QPen(QColor(theme.muted), 1, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(theme.idle))
        for ground in self._grounds:
            box = self._box(ground.shape)
            if ground.shape.radius:
                painter.drawEllipse(box)
            else:
                painter.drawRect(box)
        painter.restore()
        painter.setPen(QColor(theme.muted))
        for top, words in (
            (table.bottom() + 2, say("First player")),
            (y - EDGE, say("Second player")),
        ):
            edge = QRectF(table.left(), top, table.width(), EDGE - 2)
            painter.drawText(edge, int(Qt.AlignmentFlag.AlignCenter), words)

    def _paint_elements(self, painter: QPainter, theme: Theme, scenario: Scenario) -> None:
        painter.setPen(QPen(QColor(theme.accent), 2, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for element in scenario.elements:
            if element.area is None:
                continue
            area = element.area
            if element.kind is not ElementKind.ZONE:
                area = Area(area.x, area.y, MARKER, circle=True)
            box = self._box(shape(area))
            if area.circle:
                painter.drawEllipse(box)
            else:
                painter.drawRect(box)

    def _paint_piece(self, painter: QPainter, theme: Theme, number: int, piece: Piece) -> None:
        box, wrong = self.box(number), number in self._wrong
        focused = number == self._picked
        painter.setPen(QPen(QColor(theme.danger if wrong else theme.text), 4 if focused else 2))
        draw = painter.drawEllipse if piece.area.circle else painter.drawRect
        painter.setBrush(QColor(theme.idle if piece.kind in self._hatched else theme.raised))
        draw(box)
        if piece.kind in self._hatched:
            painter.setBrush(QBrush(QColor(theme.muted), Qt.BrushStyle.BDiagPattern))
            draw(box)

    def _write(self, painter: QPainter, theme: Theme, number: int, piece: Piece) -> None:
        """Write a piece's number on a background of its own. Add the piece's kind if there is
        room.
        """
        box, wrong = self.box(number), number in self._wrong
        font = painter.font()
        font.setPixelSize(TextSize.SMALL)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        room, kind = painter.fontMetrics(), piece.kind.words
        lines = [f"{number} !" if wrong else str(number)]
        if room.horizontalAdvance(kind) + 8 < box.width() and box.height() > 2 * LINE + 4:
            lines.append(kind)
        wide = max(room.horizontalAdvance(line) for line in lines) + 6
        plate = QRectF(0, 0, wide, LINE * len(lines))
        plate.moveCenter(box.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(plate, 4, 4)
        painter.setPen(QColor(theme.danger if wrong else theme.text))
        painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), "\n".join(lines))
