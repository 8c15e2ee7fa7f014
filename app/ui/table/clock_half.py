"""One player's half of the clock. It paints itself, and all of it is the player's plunger."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEventPoint,
    QInputDevice,
    QMouseEvent,
    QPaintEvent,
    QTouchEvent,
)
from PySide6.QtWidgets import QWidget

from app.engine.side import Side
from app.ui.table import paint
from app.ui.table.half_painter import HalfInfo, HalfPainter
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.theme import current_theme
from app.views.table.clock_face import URGENT, Face

LONG = 12  # a longer name may be cut off
SAID_MS = 4000
SHAKES = (10, -8, 6, -4, 2, 0)
SHAKE_STEP_MS = 40


class ClockHalf(QWidget):
    """One player's half. ``tapped`` carries the system's timestamp of a tap in milliseconds. The
    desk decides whether the tap counts.
    """

    tapped = Signal(object)

    def __init__(self, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.turned = False
        self._face: Face | None = None
        self._place = HalfInfo("", "", "", judge="")
        self._said = self._warning = ""
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
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)

    def show_face(self, face: Face, place: HalfInfo) -> None:
        """Show a face with the text around it. Repaint if anything has changed."""
        if face == self._face and place == self._place:
            return
        if self._face is not None and (face.mood, face.step) != (self._face.mood, self._face.step):
            self._said = self._lasting(face)
        self._face, self._place = face, place
        parts = [
            f"{self.side.colour}, {place.name}: {face.digits}",
            face.word,
            face.note,
            place.moved,
            place.elements,
        ]
        self.setAccessibleName(". ".join(text for text in parts if text))
        self.setToolTip(escape_tooltip(place.name) if len(place.name) > LONG else "")
        self.update()

    def clear(self) -> None:
        """Show neither a player nor a clock."""
        self._face, self._place, self._said = None, HalfInfo("", "", "", judge=""), ""
        self.setAccessibleName(self.side.colour)
        self.setToolTip("")
        self.update()

    @property
    def face(self) -> Face | None:
        return self._face

    @property
    def info(self) -> HalfInfo:
        """The text that is shown beside the face."""
        return self._place

    @property
    def message(self) -> str:
        """The sentence that is shown for a few seconds, such as the reason why a tap did not
        count.
        """
        return self._said

    def say(self, sentence: str) -> None:
        self._said = sentence
        self._quiet.start(SAID_MS)
        self._shakes = list(SHAKES)
        self._shaker.start()
        self.update()

    def warn(self, sentence: str) -> None:
        """Show a warning until this method is called with an empty one. Anything that the player
        must do takes precedence over the warning.
        """
        self._warning = sentence
        if self._lasting(self._face):
            self.say(sentence)
        else:
            self._fall_silent()

    def turn(self, turned: bool) -> None:
        self.turned = turned
        self.update()

    def stop_timers(self) -> None:
        self._quiet.stop()
        self._shaker.stop()

    def event(self, event: QEvent) -> bool:
        """Count each finger as soon as it touches the screen. Qt turns only the first finger into a
        mouse event, so a hand resting on one half would block taps on the other.
        """
        if not isinstance(event, QTouchEvent):
            return super().event(event)
        if event.deviceType() is not QInputDevice.DeviceType.TouchScreen:
            event.ignore()  # a touch pad moves the mouse
            return False
        event.accept()
        for point in event.points():
            if point.state() is QEventPoint.State.Pressed:
                self.tapped.emit(event.timestamp())
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Count the press, not the release, as a real clock does. The second press of a double
        click does not count.
        """
        self.tapped.emit(event.timestamp())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def _fall_silent(self) -> None:
        self._said = self._lasting(self._face)
        self.update()

    def _lasting(self, face: Face | None) -> str:
        return "" if face is not None and face.mood in URGENT else self._warning

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
            half = HalfPainter(painter, self.side, self._face, self._place, self._said)
            half.wide = self.width() > 5 * self.height() // 2
            half.draw(self.rect())
        painter.end()
