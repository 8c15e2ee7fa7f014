"""A line below a list that says what was done, or how it stands, is never cut."""

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from tests.events import LONG_NAME, Event
from tests.ui.open_pages import PageOf


def is_whole(line: QLabel) -> bool:
    return line.isVisible() and line.height() >= line.heightForWidth(line.width())


def narrow(page: QWidget) -> None:
    page.window().resize(900, 700)


def test_the_status_line_about_a_player_with_a_long_name_is_uncut(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(2)
    page = page_of(PlayersPage)
    narrow(page)
    for number in range(2):
        page.entry.entered.emit(Entry(LONG_NAME[:70]))
        qtbot.waitUntil(lambda number=number: len(event.state.players) == 3 + number)
    qtbot.waitUntil(lambda: "Number 3 has the same name, too." in page.notice.text())
    qtbot.waitUntil(lambda: is_whole(page.notice))


def test_the_line_about_the_bye_is_uncut(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    event.register(3)
    for act in (DrawRound(7), PublishRound(), StartRound()):
        event.do(act, insist=True)
    page = page_of(RoundPage)
    narrow(page)
    qtbot.waitUntil(lambda: is_whole(page.byes))
