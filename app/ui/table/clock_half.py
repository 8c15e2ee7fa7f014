"""One player's half of the clock: painted by hand, the whole of it is the plunger."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.engine.clock_face import Face, Low, Mood
from app.engine.side import Side
from app.ui.table import paint
from app.ui.theme import current_theme

SAID_MS = 4000
SHAKES = (10, -8, 6, -4, 2, 0)
SHAKE_STEP_MS = 40
QUIET = {Mood.WON, Mood.LOST, Mood.TIED, Mood.STOPPED, Mood.FLAGGED}


@dataclass(frozen=True, slots=True)
class Place:
    """What stands on a half besides its face. ``key`` is the name of the plunger's key."""

    name: str
    cp: int
    key: str
    judge: bool


class ClockHalf(QWidget):
    """``tapped`` when the player hits his half; whether that counts is the desk's affair."""

    tapped = Signal()

    def __init__(self, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.turned = False
        self._face: Face | None = None
        self._place = Place("", 0, "", judge=False)
        self._said = ""
        self._shift = 0
        self._shakes: list[int] = []
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.timeout.connect(self._fall_silent)
        self._shaker = QTimer(self)
        self._shaker.setInterval(SHAKE_STEP_MS)
        self._shaker.timeout.connect(self._shake)
        self.setObjectName(f"half-{side.value}")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents, False)

    def show_face(self, face: Face, place: Place) -> None:
        """Draws only what changed."""
        if face == self._face and place == self._place:
            return
        self._face, self._place = face, place
        said = [f"{self.side.colour}, {place.name}: {face.digits}", face.word, face.note]
        self.setAccessibleName(". ".join(one for one in said if one))
        self.setToolTip(place.name if len(place.name) > 24 else "")
        self.update()

    @property
    def face(self) -> Face | None:
        return self._face

    @property
    def said(self) -> str:
        """The sentence shown for a few seconds, such as why a tap did not count."""
        return self._said

    def say(self, sentence: str) -> None:
        self._said = sentence
        self._quiet.start(SAID_MS)
        self._shakes = list(SHAKES)
        self._shaker.start()
        self.update()

    def turn(self, turned: bool) -> None:
        self.turned = turned
        self.update()

    def stop_timers(self) -> None:
        self._quiet.stop()
        self._shaker.stop()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A clock answers the press, not the release; a double click's second press is dropped."""
        self.tapped.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def _fall_silent(self) -> None:
        self._said = ""
        self.update()

    def _shake(self) -> None:
        self._shift = self._shakes.pop(0) if self._shakes else 0
        if not self._shakes:
            self._shaker.stop()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = paint.turned_painter(self, self.turned)
        painter.fillRect(self.rect(), QColor(current_theme().idle))
        if self._face is not None:
            painter.translate(self._shift, 0)
            _HalfPainter(painter, self.side, self._face, self._place, self._said).paint(self.rect())
        painter.end()


class _HalfPainter:
    """Paints one half upright. The bar at the player's edge is the picture seen from afar."""

    def __init__(self, painter: QPainter, side: Side, face: Face, place: Place, said: str) -> None:
        theme = current_theme()
        self.painter, self.theme, self.side = painter, theme, side
        self.face, self.place, self.said = face, place, said
        own = (theme.red, theme.on_red) if side is Side.RED else (theme.blue, theme.on_blue)
        self.own = own[0]
        self.fill, self.ink = own if face.runs else (theme.idle, theme.on_idle)
        if face.mood is Mood.WON:
            self.fill, self.ink = own
        elif face.mood is Mood.FLAGGED:
            self.fill, self.ink = theme.danger, theme.on_danger

    def paint(self, rect: QRect) -> None:
        high, pad = rect.height(), max(min(rect.width(), rect.height()) // 24, 10)
        self.painter.fillRect(rect, QColor(self.fill))
        bar = QRect(rect.left(), 0, rect.width(), max(high // 7, 40))
        bar.moveBottom(rect.bottom())
        top = QRect(rect.left() + pad, rect.top() + pad, rect.width() - 2 * pad, max(high // 9, 30))
        self._name(top)
        inside = QRect(top.left(), top.bottom() + 4, top.width(), bar.top() - top.bottom() - 8)
        if self.face.mood in QUIET:
            self._sentence(inside)
        else:
            self._time(inside)
        self._bar(bar, pad)
        self._low(rect, bar)

    def _name(self, box: QRect) -> None:
        """Colour word and name at the left, control points at the right."""
        chip = QRect(box.left(), box.top(), box.height() * 2, box.height())
        ink_on = self.fill if self.fill == self.own else self.theme.on_red
        back = self.ink if self.fill == self.own else self.own
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(back))
        self.painter.drawRoundedRect(chip, 6, 6)
        most = box.height() * 6 // 10
        draw = paint.draw_text
        draw(self.painter, chip.adjusted(6, 2, -6, -2), self.side.colour, ink_on, most=most,
             bold=True)  # fmt: skip
        points = QRect(box.right() - box.height() * 3, box.top(), box.height() * 3, box.height())
        cp = f"CP {self.place.cp}"
        draw(self.painter, points, cp, self.ink, most=most, bold=True, align=paint.RIGHT)
        name = QRect(chip.right() + 12, box.top(), points.left() - chip.right() - 24, box.height())
        draw(self.painter, name, self.place.name, self.ink, most=most, align=paint.LEFT,
             least=min(most, 18))  # fmt: skip

    def _time(self, box: QRect) -> None:
        lines = max(box.height() // 7, 22)
        step = QRect(box.left(), box.top(), box.width(), lines)
        note = QRect(box.left(), box.bottom() - lines, box.width(), lines)
        self._line(step, self.face.step, bold=True)
        text = self.said or self.face.note
        if self.said:
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(QColor(self.theme.warn))
            self.painter.drawRoundedRect(note, 6, 6)
            self._line(note.adjusted(8, 0, -8, 0), text, bold=True, ink=self.theme.on_warn)
        else:
            self._line(note, text)
        digits = QRect(box.left(), step.bottom(), box.width(), note.top() - step.bottom())
        inset = digits.height() // 12
        paint.draw_digits(
            self.painter, digits.adjusted(0, inset, 0, -inset), self.face.digits, self.ink
        )

    def _line(self, box: QRect, text: str, *, bold: bool = False, ink: str = "") -> None:
        most = box.height() * 8 // 10
        paint.draw_text(self.painter, box, text, ink or self.ink, most=most, bold=bold,
                        least=12)  # fmt: skip

    def _sentence(self, box: QRect) -> None:
        """The game is decided or waits: a picture, a word and the reason; the time small."""
        side = min(box.height() // 2, box.width() // 5, 160)
        won = {Mood.WON: paint.trophy, Mood.FLAGGED: paint.flag}
        out = "clock ran out" in self.face.note + self.face.word
        picture = won.get(self.face.mood, paint.flag if out else None)
        left = box.left()
        if picture is not None:
            spot = QRectF(left + 8, box.center().y() - side / 2, side * 0.8, side)
            picture(self.painter, spot, QColor(self.ink))
            left += side + 24
        text = QRect(left, box.top(), box.right() - left, box.height())
        word = QRect(text.left(), text.top(), text.width(), text.height() * 35 // 100)
        why = QRect(text.left(), word.bottom(), text.width(), text.height() * 43 // 100)
        rest = QRect(text.left(), why.bottom(), text.width(), text.height() * 20 // 100)
        self._line(word, self.face.word, bold=True)
        most = max(why.height() * 4 // 10, 16)
        paint.draw_text(self.painter, why, self.said or self.face.note, self.ink, most=most,
                        wrap=True)  # fmt: skip
        self._line(rest, f"{self.face.digits} left")

    def _bar(self, bar: QRect, pad: int) -> None:
        """Light with a big arrow when the clock runs; bare otherwise."""
        face, theme = self.face, self.theme
        if face.runs:
            self.painter.fillRect(bar, QColor(self.ink))
        ink = self.fill if face.runs else self.ink
        side = bar.height() * 6 // 10
        middle = bar.center().y()
        text = QRect(bar.left() + pad, bar.top(), bar.width() - 2 * pad, bar.height())
        if face.runs:
            for place in (bar.left() + pad, bar.right() - pad - side):
                spot = QRectF(place, middle - side / 2, side, side)
                paint.arrow(self.painter, spot, QColor(ink))
        elif face.mood is Mood.PAUSED:
            spot = QRectF(bar.left() + pad, middle - side / 2, side * 0.8, side)
            paint.pause_bars(self.painter, spot, QColor(theme.warn))
        else:
            edge = QRect(bar.left(), bar.bottom() - 7, bar.width(), 8)
            self.painter.fillRect(edge, QColor(self.own))
        word = "" if face.mood in QUIET else face.word
        text.adjust(side + 16, 4, -side - 16, -4)
        low = face.low and face.runs
        word = f"{word}: low time" if low else word
        size = bar.height() * 6 // 10
        paint.draw_text(self.painter, text, word, ink, most=size, bold=True, least=14)
        self._badge(bar, pad)

    def _badge(self, bar: QRect, pad: int) -> None:
        """The plunger's key, and the judge when he was called."""
        ink = self.fill if self.face.runs else self.ink
        if self.place.key and self.face.mood not in QUIET:
            box = QRect(bar.right() - pad - 150, bar.top(), 150, bar.height())
            if self.face.runs:
                box.translate(-bar.height(), 0)
            box.adjust(0, bar.height() // 4, 0, -bar.height() // 4)
            paint.draw_text(self.painter, box, self.place.key, ink, most=16, align=paint.RIGHT)
        if self.place.judge:
            box = QRect(bar.left() + pad, bar.top() - 34, 150, 30)
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(QColor(self.theme.warn))
            self.painter.drawRoundedRect(box, 6, 6)
            paint.draw_text(self.painter, box, "Judge called", self.theme.on_warn, most=18,
                            bold=True)  # fmt: skip

    def _low(self, rect: QRect, bar: QRect) -> None:
        """Little time: a frame that pulses with the seconds, and an hourglass."""
        if not self.face.low:
            return
        even = self.face.digits.partition(".")[0][-1] in "02468"
        wide = 6 + 6 * (self.face.low is Low.LAST_SECONDS)
        pen = QPen(QColor(self.theme.warn), wide * (2 if even else 1))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRect(rect)
        side = bar.height() * 7 // 10
        spot = QRectF(rect.right() - side - 24, bar.top() - side - 16, side * 0.7, side)
        paint.hourglass(self.painter, spot, QColor(self.theme.warn))
