"""The pages of an event, in the order of the rail. Each module is imported when its page is first
shown.
"""

from functools import partial

from PySide6.QtWidgets import QWidget

from app.ui.clients.desk import DeskClient
from app.ui.shell.event_window import EventView, PageKind
from app.views.pages import DeskPage, DeskPlace


def _view_of(page: QWidget) -> EventView:
    """Return the event view that contains a page."""
    above = page.parentWidget()
    while above is not None and not isinstance(above, EventView):
        above = above.parentWidget()
    assert above is not None
    return above


def _find_game(page: QWidget, game: int) -> None:
    _view_of(page).find_game(game)


def _show_backups(page: QWidget) -> None:
    _view_of(page).backups_wanted.emit()


def _show_publishing(page: QWidget) -> None:
    _view_of(page).publishing_wanted.emit()


def _now(client: DeskClient) -> QWidget:
    from app.ui.pages.now.page import NowPage

    page = NowPage(client)
    page.page_wanted.connect(lambda wanted: _view_of(page).show_page(wanted))
    page.table_wanted.connect(partial(_find_game, page))
    page.step_wanted.connect(lambda: _view_of(page).take_next_step())
    page.paste_wanted.connect(lambda: _view_of(page).paste_players())
    page.backups_wanted.connect(partial(_show_backups, page))
    page.publishing_wanted.connect(partial(_show_publishing, page))
    page.first_shown.connect(lambda: page.follow(_view_of(page).needs))
    return page


def _event(client: DeskClient) -> QWidget:
    from app.ui.pages.event.page import EventPage

    page = EventPage(client)
    page.page_wanted.connect(lambda wanted: _view_of(page).show_page(wanted))
    page.pending_shown.connect(lambda: _view_of(page).hold_pending(page.pending))
    return page


def _format(client: DeskClient) -> QWidget:
    from app.ui.pages.format.page import FormatPage

    return FormatPage(client)


def _online(client: DeskClient) -> QWidget:
    from app.ui.pages.online.page import OnlinePage

    assert client.online is not None
    page = OnlinePage(client.online)
    page.fetched.connect(lambda sign_ups: _view_of(page).take_sign_ups(sign_ups))
    return page


def _players(client: DeskClient) -> QWidget:
    from app.ui.pages.players.page import PlayersPage

    page = PlayersPage(client)
    page.mode_shown.connect(lambda mode: _view_of(page).note_mode(mode))
    return page


def _round(client: DeskClient) -> QWidget:
    from app.ui.pages.round.page import RoundPage

    page = RoundPage(client)
    page.open_table.connect(lambda game: _view_of(page).show_table(game))
    page.wall_wanted.connect(lambda: _view_of(page).show_wall(pairings=True))
    page.standings_wanted.connect(lambda: _view_of(page).show_page(DeskPage.STANDINGS))
    page.setting_wanted.connect(lambda key: _view_of(page).show_setting(key))
    page.players_wanted.connect(lambda: _view_of(page).show_page(DeskPage.PLAYERS))
    return page


def _clocks(client: DeskClient) -> QWidget:
    from app.ui.pages.clocks.page import ClocksPage

    assert client.clocks is not None
    return ClocksPage(client, client.clocks)


def _tablets(client: DeskClient) -> QWidget:
    from app.ui.pages.tablets.page import TabletsPage

    assert client.tablets is not None
    return TabletsPage(client, client.tablets)


def _wall(client: DeskClient) -> QWidget:
    from app.ui.pages.wall.page import WallPage

    page = WallPage(client)
    page.wall_wanted.connect(lambda: _view_of(page).show_wall(pairings=False))
    return page


def _standings(client: DeskClient) -> QWidget:
    from app.ui.pages.standings.page import StandingsPage

    page = StandingsPage(client)
    page.publishing_wanted.connect(partial(_show_publishing, page))
    page.players_wanted.connect(lambda: _view_of(page).show_page(DeskPage.PLAYERS))
    return page


def _awards(client: DeskClient) -> QWidget:
    from app.ui.pages.awards.page import AwardsPage

    return AwardsPage(client)


def _history(client: DeskClient) -> QWidget:
    from app.ui.pages.history.page import HistoryPage

    return HistoryPage(client)


LIVE_PAGES = (DeskPage.CLOCKS, DeskPage.TABLETS, DeskPage.ONLINE)
"""The pages that are shown only if the event can be written to."""
PAGES = (
    PageKind(DeskPage.NOW, DeskPlace.NOW, _now),
    PageKind(DeskPage.EVENT, DeskPlace.SETUP, _event, at_head=True),
    PageKind(DeskPage.FORMAT, DeskPlace.SETUP, _format, at_head=True),
    PageKind(DeskPage.ONLINE, DeskPlace.SETUP, _online, at_head=True),
    PageKind(DeskPage.PLAYERS, DeskPlace.PLAYERS, _players),
    PageKind(DeskPage.CHECK_IN, DeskPlace.PLAYERS, _players, mode_of=DeskPage.PLAYERS),
    PageKind(DeskPage.ROUND, DeskPlace.ROUND, _round),
    PageKind(DeskPage.STANDINGS, DeskPlace.STANDINGS, _standings),
    PageKind(DeskPage.AWARDS, DeskPlace.STANDINGS, _awards),
    PageKind(DeskPage.CLOCKS, DeskPlace.DEVICES, _clocks),
    PageKind(DeskPage.TABLETS, DeskPlace.DEVICES, _tablets),
    PageKind(DeskPage.WALL, DeskPlace.DEVICES, _wall),
    PageKind(DeskPage.HISTORY, DeskPlace.HISTORY, _history),
)
"""The pages in the order of the rail. Pages of the same place are listed below its name. A mode has
a switch at the head of its page.
"""
