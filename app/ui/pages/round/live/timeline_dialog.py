"""The timeline of a game on the screen, for disputes."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QScrollArea, QWidget

from app.engine.acts.events import Record
from app.engine.language import say
from app.reports.timeline_sheet import WIDTH, timeline_svg
from app.ui.clients.desk import DeskClient
from app.ui.widgets.basics import button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import column_of, foot, grow
from app.ui.widgets.page_look import page_look
from app.ui.widgets.theme import DIALOG, Space, current_theme
from app.views.history.reports import Reports
from app.views.table.timeline import timeline

EDGE = 16
SECOND_MS = 1000
"""The time between two updates of the drawing while a clock runs."""


class TimelinePicture(QWidget):
    """The drawing of the timeline, in the colours of the windows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(say("Timeline of the game"))
        self._renderer = QSvgRenderer(self)
        self._room = WIDTH

    def show_svg(self, svg: str) -> None:
        self._renderer.load(svg.encode())
        self._fit()
        self.update()

    def fit(self, room: int) -> None:
        """Make the drawing no wider than ``room``."""
        self._room = room
        self._fit()

    def _fit(self) -> None:
        whole = self._renderer.viewBoxF().size().toSize() + QSize(2 * EDGE, 2 * EDGE)
        room = QSize(min(whole.width(), self._room), whole.height())
        self.setFixedSize(whole.scaled(room, Qt.AspectRatioMode.KeepAspectRatio))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(current_theme().surface))
        inside = self.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
        self._renderer.render(painter, QRectF(inside))


class TimelineArea(QScrollArea):
    """The drawing, as wide as the room allows. It can be scrolled if it is too high."""

    def __init__(self, picture: TimelinePicture) -> None:
        super().__init__()
        self._picture = picture
        self.setWidget(picture)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setAccessibleName(say("Timeline of the game"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        bar = self.verticalScrollBar().sizeHint().width()
        self._picture.fit(self.contentsRect().width() - bar)


class TimelineDialog(Dialog):
    """A dialog with a game's timeline, which is updated as the game goes on. ``show_print`` opens
    the print dialog.
    """

    svg = ""
    """The SVG of the drawing that is shown."""

    def __init__(
        self,
        client: DeskClient,
        game: int,
        show_print: Callable[[], None] = lambda: None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._game = client, game
        self._reports, self._learned = Reports(), 0
        self._last: list[Record] = []
        self.picture = TimelinePicture()
        self.area = TimelineArea(self.picture)
        self.print = button(say("&Print…"), show_print)
        self.close_button = button(say("&Close"), self.accept, kind="primary")
        self.close_button.setDefault(True)
        column_of(
            grow(self.area),
            foot(self.print, self.close_button),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )
        self.resize(WIDTH + 120, 660)
        self._ticking = QTimer(self, interval=SECOND_MS)
        self._ticking.timeout.connect(self._show)
        client.changed.connect(self._show)
        self._show()
        self.area.setFocus()  # the arrows scroll

    @classmethod
    def show_for(cls, client: DeskClient, game: int, parent: QWidget) -> None:
        dialog = cls(client, game, lambda: print_timeline(client, game, dialog), parent)
        dialog.exec()
        client.changed.disconnect(dialog._show)
        dialog.deleteLater()

    def changeEvent(self, event: QEvent) -> None:
        """Render the drawing again when the theme's colours change."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self.svg:
            self._show()

    def _show(self) -> None:
        """Show the present timeline. Close the dialog if the game no longer exists."""
        state = self._client.state
        game = state.games.get(self._game)
        if game is None:
            self.reject()
            return
        self.setWindowTitle(say("Timeline of table {table}", table=game.table))
        records = self._client.records
        if records[self._learned - 1 : self._learned] != self._last:  # rows of a station were added
            self._reports, self._learned = Reports(), 0
        self._reports.learn(records[self._learned :])
        self._learned, self._last = len(records), records[-1:]
        reports = self._reports.of(game.number)
        shown = timeline(state, game, self._client.now_ms(), reports)
        self.svg = timeline_svg(shown, page_look())
        self.picture.show_svg(self.svg)
        if game.play.ticking:
            self._ticking.start()
        else:
            self._ticking.stop()


def print_timeline(client: DeskClient, number: int, parent: QWidget) -> None:
    """Show the print dialog with the timeline of one game."""
    from app.ui.printing.dialog import PrintDialog  # loads the system's printing

    game = client.state.games[number]
    PrintDialog.show_for(
        client, "timelines", parent, round_number=game.round_number, tables=(game.table,)
    )
