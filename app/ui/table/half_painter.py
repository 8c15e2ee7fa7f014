"""A painter of one half of the clock. It always paints upright; the half itself rotates the
painter.
"""

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from app.engine import wording
from app.engine.language import say
from app.engine.side import Side
from app.ui.table import paint
from app.ui.widgets.theme import current_theme
from app.views.table.clock_face import URGENT, Face, Low, Mood

LOUD = {Mood.PAUSED, Mood.HELD}
JUDGE_WIDE, JUDGE_HIGH = 176, 44  # pixels, with the gap below
BESIDE_STEP = 8
SO_WIDE_FOR_ONE_LINE = 900
"""The least width, in pixels, at which the text about the elements needs only one line."""
QUIET = {Mood.WON, Mood.LOST, Mood.TIED, Mood.STOPPED, Mood.FLAGGED}


class HalfInfo(Struct, frozen=True):
    """The texts that a half of the clock shows in addition to its face."""

    name: str
    points: str
    """The control points in words."""
    key: str
    """The name of the plunger's key, or a note that the keys are off."""
    judge: str
    """The note that a judge was called; empty if no judge was called."""
    moved: str = ""
    """A text that says how much time late presses have moved; empty if none."""
    elements: str = ""
    """The states of the scenario's elements, in words; empty if none has changed."""


class HalfPainter:
    """A painter of one half, upright. The bar at the player's edge shows the state to people far
    away.
    """

    def __init__(
        self, painter: QPainter, side: Side, face: Face, place: HalfInfo, message: str
    ) -> None:
        theme = current_theme()
        self.painter, self.theme, self.side = painter, theme, side
        self.face, self.place, self.message = face, place, message
        self.wide = False
        own = (theme.red, theme.on_red) if side is Side.RED else (theme.blue, theme.on_blue)
        self.own = own[0]
        self.fill, self.ink = own if face.runs else (theme.idle, theme.on_idle)
        if face.mood is Mood.WON:
            self.fill, self.ink = own
        elif face.mood is Mood.FLAGGED:
            self.fill, self.ink = theme.danger, theme.on_danger

    def draw(self, rect: QRect) -> None:
        high, pad = rect.height(), max(min(rect.width(), rect.height()) // 24, 10)
        self.painter.fillRect(rect, QColor(self.fill))
        bar = QRect(rect.left(), 0, rect.width(), max(high // 7, 44))
        bar.moveBottom(rect.bottom())
        top = QRect(rect.left() + pad, rect.top() + pad, rect.width() - 2 * pad, 0)
        top.setHeight(max(min(high // 8, rect.width() // 14), 30))
        self._name(top)
        inside = QRect(top.left(), top.bottom() + 4, top.width(), bar.top() - top.bottom() - 8)
        if self.place.elements:
            line = QRect(inside.left(), inside.top(), inside.width(), max(high // 22, 18))
            inside.setTop(line.bottom() + 2)
            if line.width() < SO_WIDE_FOR_ONE_LINE:
                inside.setTop(inside.top() + line.height())
                line.setHeight(2 * line.height())
            words = " · ".join(map(paint.keep_in_line, self.place.elements.split(" · ")))
            paint.draw_turned_text(
                self.painter, line, words, self.ink, most=18, least=12, wrap=True
            )
        if self.face.mood in QUIET:
            self._sentence(inside)
        else:
            self._time(inside)
        self._bar(bar, pad)
        self._low(rect, bar)

    def _name(self, box: QRect) -> None:
        """Draw the side and the player's name at the left, the step in the middle, and the control
        points at the right.
        """
        chip = QRect(box.left(), box.top(), box.height() * 2, box.height())
        own = self.fill == self.own
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(self.ink if own else self.own))
        self.painter.drawRoundedRect(chip, 6, 6)
        most = box.height() * 6 // 10
        ink = self.fill if own else self.theme.on_red
        inside = chip.adjusted(6, 2, -6, -2)
        paint.draw_turned_text(self.painter, inside, self.side.colour, ink, most=most, bold=True)
        words = self.place.points
        wide = min(box.height() * max(3, len(words) * 3 // 8), box.width() // 3)
        points = QRect(box.right() - wide, box.top(), wide, box.height())
        paint.draw_turned_text(
            self.painter, points, words, self.ink, most=most, bold=True, align=paint.RIGHT
        )
        right = points.left() - 12
        if self.wide and self.face.step and self.face.mood not in QUIET:
            letters = QFontMetrics(paint.sized_font(most, bold=True))
            needs = letters.horizontalAdvance(self.face.step) + BESIDE_STEP
            step = QRect(0, box.top(), min(needs, box.width() // 3), box.height())
            step.moveCenter(box.center())
            self._line(step, self.face.step, bold=True, most=most)
            right = step.left() - 12
        name = QRect(chip.right() + 12, box.top(), right - chip.right() - 12, box.height())
        paint.draw_turned_text(
            self.painter,
            name,
            self.place.name,
            self.ink,
            most=most,
            align=paint.LEFT,
            least=min(most, max(most * 7 // 10, 18)),
        )

    def _time(self, box: QRect) -> None:
        """Draw the digits as large as possible. In a narrow half, also draw the lines of text above
        and below the digits. A wide half has them elsewhere.
        """
        if self.place.moved or (self.place.judge and not self._has_room_for_judge(box)):
            box = box.adjusted(0, 0, 0, -JUDGE_HIGH)
        digits = QRect(box)
        if not self.wide:
            lines = max(box.height() // 8, 22)
            step = QRect(box.left(), box.top(), box.width(), lines)
            self._line(step, self.face.step, bold=True)
            digits.adjust(0, lines, 0, -lines)
        inset = digits.height() // 12
        paint.draw_digits(
            self.painter, digits.adjusted(0, inset, 0, -inset), self.face.digits, self.ink
        )
        if not self.wide:
            self._note(QRect(box.left(), box.bottom() - lines, box.width(), lines), self.ink)

    def _has_room_for_judge(self, box: QRect) -> bool:
        """Tell whether the note about the judge fits to the left of the digits."""
        wide = paint.digits_width(self.face.digits, box.width(), box.height() * 10 // 12)
        return self.wide and (box.width() - wide) // 2 > JUDGE_WIDE + 8

    def _note(self, box: QRect, ink: str, *, align: Qt.AlignmentFlag = paint.CENTRE) -> None:
        """Draw the instruction. If it is urgent, leave out the plunger's key, so that the letters
        are large.
        """
        text = self.face.note
        if text and self.place.key and self.face.runs and self.face.mood not in URGENT:
            text = f"{text} · {self.place.key}"
        most = box.height() * 7 // 10
        paint.draw_turned_text(self.painter, box, text, ink, most=most, align=align, least=12)

    def _line(
        self, box: QRect, text: str, *, bold: bool = False, ink: str = "", most: int = 0
    ) -> None:
        most = most or box.height() * 8 // 10
        paint.draw_turned_text(self.painter, box, text, ink or self.ink, most=most, bold=bold,
                        least=12)  # fmt: skip

    def _sentence(self, box: QRect) -> None:
        """Draw how the game was decided, or what it is waiting for: a picture, a word, the reason,
        and the time in small letters.
        """
        side = min(box.height() // 2, box.width() // 5, 160)
        won = {Mood.WON: paint.trophy, Mood.FLAGGED: paint.flag}
        picture = won.get(self.face.mood, paint.flag if self.face.out else None)
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
        paint.draw_turned_text(self.painter, why, self.face.note, self.ink, most=most, wrap=True)
        time = wording.LEFT_ON_THE_CLOCK.format(time=self.face.digits) if self.face.digits else ""
        self._line(rest, " · ".join(text for text in (self.face.score, time) if text))

    def _bar(self, bar: QRect, pad: int) -> None:
        """Draw the bar: light with big arrows while the clock runs, loud if something is unusual,
        otherwise empty. For a few seconds the bar shows why a tap did not count.
        """
        face, ink = self.face, self.fill if self.face.runs else self.ink
        if self.message or face.mood in LOUD:
            self.painter.fillRect(bar, QColor(self.theme.warn))
            ink = self.theme.on_warn
        elif face.runs:
            self.painter.fillRect(bar, QColor(self.ink))
        else:
            edge = QRect(bar.left(), bar.bottom() - 7, bar.width(), 8)
            self.painter.fillRect(edge, QColor(self.own))
            bar = bar.adjusted(0, 0, 0, -8)
        side = bar.height() * 6 // 10
        middle = bar.center().y() - side / 2
        if face.runs:
            for left in (bar.left() + pad, bar.right() - pad - side):
                paint.arrow(self.painter, QRectF(left, middle, side, side), QColor(ink))
        elif face.mood is Mood.PAUSED:
            spot = QRectF(bar.left() + pad, middle, side * 0.8, side)
            paint.pause_bars(self.painter, spot, QColor(ink))
        if face.mood not in QUIET or self.message:
            room = pad + side + 16
            self._bar_words(bar.adjusted(room, 4, -room, -4), ink)
        self._moved(bar, pad)
        self._judge(bar, pad)

    def _bar_words(self, box: QRect, ink: str) -> None:
        word = say("{word}: low time", word=self.face.word) if self.face.low else self.face.word
        most = box.height() * 7 // 10
        if self.message or not self.wide or not self.face.note:
            word = self.message or word
            paint.draw_turned_text(self.painter, box, word, ink, most=most, bold=True)
            return
        left = box.adjusted(0, 0, -box.width() // 2, 0)
        paint.draw_turned_text(
            self.painter, left, word, ink, most=most, bold=True, align=paint.LEFT
        )
        self._note(box.adjusted(box.width() // 2, 0, 0, 0), ink, align=paint.RIGHT)

    def _moved(self, bar: QRect, pad: int) -> None:
        """Draw how much time late presses have moved, in a strip above the bar and beside the note
        about the judge.
        """
        if not self.place.moved:
            return
        left = bar.left() + pad + (JUDGE_WIDE + 8) * bool(self.place.judge)
        box = QRect(left, bar.top() - JUDGE_HIGH, bar.right() - pad - left, JUDGE_HIGH - 8)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(self.theme.warn))
        self.painter.drawRoundedRect(box, 6, 6)
        words = box.adjusted(8, 0, -8, 0)
        self._line(words, self.place.moved, bold=True, ink=self.theme.on_warn)

    def _judge(self, bar: QRect, pad: int) -> None:
        if not self.place.judge:
            return
        box = QRect(bar.left() + pad, bar.top() - JUDGE_HIGH, JUDGE_WIDE, JUDGE_HIGH - 8)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(self.theme.warn))
        self.painter.drawRoundedRect(box, 6, 6)
        self._line(box.adjusted(8, 0, -8, 0), self.place.judge, bold=True, ink=self.theme.on_warn)

    def _low(self, rect: QRect, bar: QRect) -> None:
        """Draw the signs of low time: a frame that pulses every second, and an hourglass."""
        if not self.face.low:
            return
        even = self.face.digits.partition(".")[0][-1] in "02468"
        wide = 6 + 6 * (self.face.low is Low.LAST_SECONDS)
        pen = QPen(QColor(self.theme.warn), wide * (2 if even else 1))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRect(rect)
        side = min(bar.height() * 18 // 10, rect.width() // (8 if self.wide else 12))
        below = bar.top() - side - 24 if self.wide else rect.height() // 8 + 20
        spot = QRectF(rect.right() - side - 8, below, side * 0.7, side)
        paint.hourglass(self.painter, spot, QColor(self.theme.warn))
