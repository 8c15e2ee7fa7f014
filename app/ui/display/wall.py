"""The room display's single window, and the screen on which it is shown."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication, QScreen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.engine.acts.display import Slide
    from app.ui.clients.desk import DeskClient
    from app.ui.display.window import DisplayWindow


class Wall:
    """The room display of this computer. ``desk`` is the organizer's window; its screen is used
    only if there is no other. ``screen_name`` names the chosen screen.
    """

    def __init__(self, desk: "QWidget", screen_name: Callable[[], str]) -> None:
        self._desk, self._screen_name = desk, screen_name
        self._client: DeskClient | None = None
        self.window: DisplayWindow | None = None

    def follow(self, client: "DeskClient | None") -> None:
        """Show this event from now on. None means that no event is open."""
        self._client = client
        if self.window is not None:
            self.window.follow(client)

    def show(self, slide: "Slide | None" = None) -> None:
        """Show the display, with ``slide`` in front if one is given. The display fills a
        projector's screen. If there is only one screen, the display is a window.
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
        """Move to the screen that is now chosen."""
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
    """Return the chosen screen, or else the first screen without the desk's window, or else the
    desk's screen.
    """
    named = (screen for screen in screens if screen.name() == chosen)
    others = (screen for screen in screens if screen is not desk)
    return next(named, None) or next(others, None) or desk
