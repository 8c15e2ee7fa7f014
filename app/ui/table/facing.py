"""Labels and buttons that can face either player. They paint themselves and do nothing else."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.ui.table.paint import CENTRE, draw_turned_text, fitting_px, turned_painter
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.theme import CONTRAST, Theme, current_theme

RADIUS = 8
FOCUS_RING = 7
"""The distance in pixels from the edge of a button to the inside of its focus frame."""
NARROW = 80
TICK_BESIDE, TICK_ABOVE = 140, 48


class FacingLabel(QWidget):
    """A label with text as large as will fit, upright or upside down."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        most: int = 22,
        bold: bool = False,
        muted: bool = False,
        align: Qt.AlignmentFlag = CENTRE,
        wrap: bool = True,
    ) -> None:
        super().__init__(parent)
        self.turned = False
        self._text = self._colour = ""
        self._most, self._bold, self._muted = most, bold, muted
        self._align, self._wrap = align, wrap
        self.show_text(text)

    def show_text(self, text: str) -> None:
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text.replace("\n", " "))
        self.setToolTip(escape_tooltip(text) if len(text) > 40 else "")
        self.update()

    def show_colour(self, colour: str) -> None:
        """Show the text in this colour, or in the theme's colour if ``colour`` is empty."""
        self._colour = colour
        self.update()

    def text(self) -> str:
        return self._text

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = turned_painter(self, self.turned)
        colour = self._colour or (theme.muted if self._muted else theme.text)
        draw_turned_text(
            painter,
            self.rect(),
            self._text,
            colour,
            most=self._most,
            bold=self._bold,
            align=self._align,
            wrap=self._wrap,
        )
        painter.end()


class FacingButton(QAbstractButton):
    """A button that can face either player. ``kind`` is plain, primary, danger, red, blue, strip or
    a choice.

    A checked button is filled and has a tick, so that its state never depends on colour alone.
    """

    def __init__(
        self,
        text: str,
        parent: QWidget | None = None,
        *,
        kind: str = "plain",
        most: int = 20,
        pill: bool = False,
    ) -> None:
        super().__init__(parent)
        self.turned = False
        self.held = False  # ignores touches, but not keys
        self._kind, self._most, self._pill = kind, most, pill
        self._px = most
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # touched, it leaves the plungers their keys
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text.replace("\n", " "))

    @property
    def px(self) -> int:
        """The upper limit for the size of the letters, in pixels."""
        return self._px

    def show_px(self, px: int) -> None:
        """Limit the size of the letters to ``px`` pixels."""
        if px != self._px:
            self._px = px
            self.update()

    def show_kind(self, kind: str) -> None:
        if kind != self._kind:
            self._kind = kind
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 48)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.held:
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        fill, ink, line = _colours(theme, self._kind, checked=self.isChecked())
        frame = Qt.PenStyle.SolidLine
        if self.held or not self.isEnabled():
            fill, ink, line = theme.surface, theme.muted, theme.line
            if theme in CONTRAST:  # where shades hardly differ
                frame = Qt.PenStyle.DashLine
        elif self.isDown():
            fill = QColor(fill).darker(115).name()
        painter = turned_painter(self, self.turned)
        box = self.rect().adjusted(2, 2, -2, -2)
        radius = box.height() / 2 if self._pill else RADIUS
        painter.setPen(QPen(QColor(line), 1.5, frame))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, radius, radius)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(ink), 2, Qt.PenStyle.DashLine))
            inset = FOCUS_RING - 3
            painter.drawRoundedRect(
                box.adjusted(inset, inset, -inset, -inset), radius - 3, radius - 3
            )
        self._paint_text(painter, ink)
        painter.end()

    @property
    def fitting(self) -> int:
        """The largest size in pixels at which the text fits."""
        _, room = self._parts(checked=self.isCheckable())
        return fitting_px(
            self.text(), room.width(), room.height(), self._most, bold=True, wrap=True
        )

    @property
    def words_box(self) -> QRect:
        """The rectangle of the text."""
        return self._parts(checked=self.isChecked())[1]

    def _parts(self, *, checked: bool) -> tuple[QRect, QRect]:
        """Return the rectangles of the tick and of the text. In a narrow button, the tick is above
        the text.
        """
        box = self.rect().adjusted(2, 2, -2, -2)
        margin = 8 if box.width() > NARROW else 5 if self.isCheckable() else 2
        if self._pill:
            margin = max(box.height() // 3, margin)  # its ends are round
        inside = box.adjusted(margin, 1, -margin, -1)
        if not (self.isCheckable() and checked):
            return QRect(), inside
        if box.width() < TICK_BESIDE and box.height() >= TICK_ABOVE:
            side = min(box.height() // 4, 18)
            place = QRect(box.center().x() - side // 2, inside.top(), side, side)
            return place, inside.adjusted(0, side + 2, 0, 0)
        side = min(box.height() // 3, 18)
        place = QRect(inside.left(), box.center().y() - side // 2, side, side)
        return place, inside.adjusted(side + 4, 0, 0, 0)

    def _paint_text(self, painter: QPainter, ink: str) -> None:
        place, room = self._parts(checked=self.isChecked())
        if not place.isEmpty():
            tick(painter, place, ink)
        draw_turned_text(painter, room, self.text(), ink, most=self._px, bold=True, wrap=True)


def tick(painter: QPainter, box: QRect, ink: str) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(ink), max(box.width() / 6, 2)))
    painter.drawLine(box.left(), box.center().y(), box.left() + box.width() // 3, box.bottom() - 2)
    painter.drawLine(box.left() + box.width() // 3, box.bottom() - 2, box.right(), box.top() + 2)


def _colours(theme: Theme, kind: str, *, checked: bool) -> tuple[str, str, str]:
    """Return the colours of the fill, the ink and the outline."""
    sides = {"red": (theme.red, theme.on_red), "blue": (theme.blue, theme.on_blue)}
    lines = {"red-choice": theme.red_words, "blue-choice": theme.blue_words}
    if kind in lines:
        fill, ink = sides[kind.removesuffix("-choice")]
        return (fill, ink, fill) if checked else (theme.surface, theme.text, lines[kind])
    if kind in sides:
        fill, ink = sides[kind]
        return fill, ink, fill
    if kind == "primary":
        return theme.accent, theme.on_accent, theme.accent
    if kind == "choice" and checked:  # neither side's colour
        return theme.on_idle, theme.surface, theme.on_idle
    if kind == "danger":
        return theme.danger, theme.on_danger, theme.danger
    if kind == "warn":
        return theme.warn, theme.on_warn, theme.text
    return theme.raised, theme.text, theme.line
