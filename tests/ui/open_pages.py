"""Pages of the main window over a real desk, as the organizer sees them."""

from pytestqt.qtbot import QtBot

from app.ui.clients.desk import DeskClient
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from tests.events import Event


def round_page(event: Event, qtbot: QtBot) -> RoundPage:
    """Up to date with the event as it stands; its organizer insists."""
    client = DeskClient(event.desk)
    page = RoundPage(client)
    client.setParent(page)
    client.doubted.connect(lambda command, _doubt: client.ask(command, insist=True))
    qtbot.addWidget(page)
    page.resize(1200, 680)
    with qtbot.waitExposed(page):
        page.show()
    acts = len(event.state.done)
    qtbot.waitUntil(lambda: len(client.state.done) == acts)
    return page


def players_page(event: Event, qtbot: QtBot) -> PlayersPage:
    client = DeskClient(event.desk)
    page = PlayersPage(client)
    client.setParent(page)
    page.resize(1198, 690)
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    return page
