"""The room display's one window, and the screen that it is on."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication, QScreen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.engine.acts.display import Slide
    from app.ui.clients.desk import DeskClient
    from app.ui.display.window import DisplayWindow


class Wall:
    """The room display of this computer. ``desk`` is the organizer's window, whose screen is used
    only if there is no other. ``screen_name`` is the screen that was chosen.
    """

    def __init__(self, desk: "QWidget", screen_name: Callable[[], str]) -> None:
        self._desk, self._screen_name = desk, screen_name
        self._client: DeskClient | None = None
        self.window: DisplayWindow | None = None

    def follow(self, client: "DeskClient | None") -> None:
        """Show this event from now on; None if none is open."""
        self._client = client
        if self.window is not None:
            self.window.follow(client)

    def show(self, slide: "Slide | None" = None) -> None:
        """Show the display, with ``slide`` in front if given. It fills a projector's screen; if
        there is only one screen, it is a window.
        """
        from app.ui.display.window import DisplayWindow

        if self.window is None:
            self.window = DisplayWindow()
            self.window.follow(self._client)
        if not self.window.isVisible():
            self._place(self.window)
        self.window.raise_()
        if slide is not None:
            self.window.turn_to(slide)

    def move(self) -> None:
        """Move to the screen that is chosen now."""
        if self.window is not None and self.window.isVisible():
            self._place(self.window)

    def close(self) -> None:
        if self.window is not None:
            self.window.follow(None)
            self.window.close()
            self.window.deleteLater()
            self.window = None

    def _place(self, window: "DisplayWindow") -> None:
        screen = projector(QGuiApplication.screens(), self._desk.screen(), self._screen_name())
        window.showNormal()
        if screen is self._desk.screen():
            return
        window.setScreen(screen)
        window.move(screen.geometry().topLeft())
        window.showFullScreen()


def projector(screens: list[QScreen], desk: QScreen, chosen: str) -> QScreen:
    """Return the chosen screen, else the first one without the desk's window, else the desk's."""
    named = (screen for screen in screens if screen.name() == chosen)
    others = (screen for screen in screens if screen is not desk)
    return next(named, None) or next(others, None) or desk
