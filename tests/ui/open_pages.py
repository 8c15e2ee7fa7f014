"""Pages of the main window over a real desk, as the organizer sees them."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.engine.formats.settings import Settings
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.page import PlayersPage
from app.views.pages import DeskPage
from tests.events import Event

W = TypeVar("W", bound=QWidget)


class PageOf(Protocol):
    """Opens a page, or a dialog in its own size, once its client knows all that was done."""

    def __call__(
        self, kind: Callable[[DeskClient], W], size: tuple[int, int] = (1198, 690)
    ) -> W: ...


def check_in_on(client: DeskClient) -> PlayersPage:
    """The page of the players at check-in."""
    page = PlayersPage(client)
    page.show_mode(DeskPage.CHECK_IN)
    return page


def catch_up(client: DeskClient, event: Event, qtbot: QtBot) -> None:
    """Wait until the windows know everything that was done so far."""
    acts = len(event.state.done)
    qtbot.waitUntil(lambda: client.state.settings is not None and len(client.state.done) == acts)


def insist_on_everything(client: DeskClient) -> None:
    """The organizer answers every doubt by insisting."""
    client.doubted.connect(
        lambda command, _doubt, then: client.ask(command, insist=True, then=then)
    )


def settings_of(client: DeskClient) -> Settings:
    """The event's settings as the windows know them."""
    settings = client.state.settings
    assert settings is not None
    return settings
