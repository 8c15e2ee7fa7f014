"""The room display's window, which turns the pages and handles keys."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.engine.acts.display import Slide
from app.engine.language import say
from app.ui.clients.desk import DeskClient
from app.ui.display.drawing import Drawing, Painted, SlidePages, pages_of
from app.ui.widgets.theme import wear_theme
from app.views.round.display_pages import page_ms
from app.views.round.room_display import DisplaySlide, RoomDisplay, room_display
from app.views.time_of_day import clock_time

SIZE = QSize(1280, 720)
LEAST = QSize(480, 270)
SECOND_MS, SOON_MS = 1000, 250
NOBODY = RoomDisplay(
    "Flagfall",
    (
        DisplaySlide(
            Slide.CLOCK.value,
            "Flagfall",
            0,
            large=say("No event is open"),
            notes=(say("This screen goes on by itself."),),
        ),
    ),
)


class DisplayWindow(QWidget):
    """The room display's window, with or without an event. Arrow keys turn the pages, P pauses, F11
    fills the screen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(say("Room display – Flagfall"))
        self.setMinimumSize(LEAST)
        self.resize(SIZE)
        wear_theme(self)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._client: DeskClient | None = None
        self.shown = NOBODY
        self.slide = self.page = 0
        self.paused = False
        self.painted: tuple[Painted, ...] = ()
        """The texts that were last painted."""
        self._occasions: set[tuple[str, str]] = set()
        self._paged: dict[DisplaySlide, SlidePages] = {}
        self._turn, self._tick, self._soon = QTimer(self), QTimer(self), QTimer(self)
        for timer, act in (
            (self._turn, self._turn_over),
            (self._tick, self._show_second),
            (self._soon, self._on_change),
        ):
            timer.setSingleShot(True)
            timer.timeout.connect(act)
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)

    def follow(self, client: DeskClient | None) -> None:
        """Show this event from now on. None means that no event is open."""
        if self._client is not None:
            self._client.changed.disconnect(self._hear_soon)
        self._client = client
        self._occasions.clear()
        self.slide = self.page = 0
        if client is None:
            self.show_display(NOBODY)
        else:
            client.changed.connect(self._hear_soon)
            self._on_change()

    def show_display(self, shown: RoomDisplay) -> None:
        """Show the display's present contents. The slide and page stay if they still exist, unless
        a slide has news. A slide with news is shown at once.
        """
        kind = self.shown.slides[self.slide].kind if self._occasions else ""
        fresh = self._fresh(shown)
        kinds = [slide.kind for slide in shown.slides]
        self.shown = shown
        if fresh is not None:
            self.slide, self.page = fresh, 0
        elif kind in kinds:
            self.slide = kinds.index(kind)
        else:
            self.slide, self.page = min(self.slide, len(kinds) - 1) if kind else 0, 0
        known = {*shown.slides}
        self._paged = {slide: pages for slide, pages in self._paged.items() if slide in known}
        self.page = min(self.page, self._pages.count - 1)
        if fresh is not None or not self._turn.isActive():
            self._wait()
        self._show_second()

    def turn_to(self, kind: Slide) -> None:
        """Turn to the first page of a slide, if the display has that slide."""
        kinds = [slide.kind for slide in self.shown.slides]
        if kind.value in kinds:
            self.slide, self.page = kinds.index(kind.value), 0
            self._turned()

    def turn(self, by: int) -> None:
        """Turn the pages forward, or back if ``by`` is negative. The first page follows the
        last.
        """
        self.page += by
        if not 0 <= self.page < self._pages.count:
            self.slide = (self.slide + by) % len(self.shown.slides)
            self.page = 0 if by > 0 else self._pages.count - 1
        self._turned()

    def pause(self) -> None:
        """Stop turning the pages, or start again."""
        self.paused = not self.paused
        self._turned()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        act = self._keys().get(Qt.Key(event.key()))
        if act is None:
            event.ignore()
        else:
            act()

    def _keys(self) -> dict[Qt.Key, Callable[[], object]]:
        on, back = (lambda: self.turn(1)), (lambda: self.turn(-1))
        return {
            **dict.fromkeys((Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown), on),
            **dict.fromkeys((Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp), back),
            Qt.Key.Key_Space: on,
            Qt.Key.Key_P: self.pause,
            Qt.Key.Key_F11: self.fill,
            Qt.Key.Key_Escape: self._leave,
        }

    def fill(self) -> None:
        """Fill the screen, or return to being a window."""
        show = self.showNormal if self.isFullScreen() else self.showFullScreen
        show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        drawing = Drawing(painter, self.width(), self.height(), self.shown)
        slide, now_ms = self.shown.slides[self.slide], self._now_ms()
        page = min(self.page, self._pages.count - 1)
        drawing.page(slide, self._pages, page, now_ms, paused=self.paused)
        painter.end()
        self.painted = tuple(drawing.painted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._paged.clear()
        self.page = min(self.page, self._pages.count - 1)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_change()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        for timer in (self._turn, self._tick, self._soon):
            timer.stop()

    def _hear_soon(self) -> None:
        """Show the new state a moment later: taps come in bursts, and nobody in the hall notices a
        quarter of a second.
        """
        if self.isVisible() and not self._soon.isActive():
            self._soon.start(SOON_MS)

    def _on_change(self) -> None:
        if self._client is not None:
            self.show_display(room_display(self._client.state, clock_time))

    def _fresh(self, shown: RoomDisplay) -> int | None:
        """Return the index of the first slide with news that this screen has not shown yet. Return
        None if there is no such slide, or at the first call.
        """
        first = not self._occasions
        occasions = [(slide.kind, slide.occasion) for slide in shown.slides]
        fresh = next(
            (
                number
                for number, occasion in enumerate(occasions)
                if occasion[1] and occasion not in self._occasions
            ),
            None,
        )
        self._occasions.update(occasions)
        return None if first else fresh

    def _leave(self) -> None:
        if self.isFullScreen():
            self.showNormal()
        else:
            self.close()

    @property
    def _pages(self) -> SlidePages:
        slide = self.shown.slides[self.slide]
        if slide not in self._paged:
            layout = self.shown.layout
            self._paged[slide] = pages_of(slide, self.width(), self.height(), layout)
        return self._paged[slide]

    def _turned(self) -> None:
        self._wait()
        self._show_second()

    def _turn_over(self) -> None:
        self.turn(1)

    def _wait(self) -> None:
        """Start the timer that turns to the next page."""
        slide, pages = self.shown.slides[self.slide], self._pages
        alone = len(self.shown.slides) == 1 and pages.count == 1
        if self.paused or alone:
            self._turn.stop()
            return
        self._turn.start(page_ms(slide.seconds, self._rows_on_page(slide, pages), slide.row_ms))

    def _rows_on_page(self, slide: DisplaySlide, pages: SlidePages) -> int:
        """Return how much there is to read on the present page: the number of letters if the slide
        is a text, otherwise the number of rows.
        """
        if slide.texts:
            return len(slide.texts[self.page])
        return sum(map(len, pages.paging.pages[self.page])) if pages.paging else 0

    def _show_second(self) -> None:
        """Paint the window, and paint it again whenever the clock's second changes."""
        self.update()
        clock = self.shown.clock
        if clock is None:
            self._tick.stop()
            return
        now_ms = self._now_ms()
        past = now_ms - clock.from_ms if clock.to_ms is None else now_ms - clock.to_ms
        self._tick.start(SECOND_MS - past % SECOND_MS)

    def _now_ms(self) -> int:
        return self._client.now_ms() if self._client is not None else 0
