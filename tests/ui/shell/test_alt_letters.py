"""Every letter that Alt chooses by stands for one thing, on every page at every stage."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, Interrupt, PauseClock, StartClock, Tap
from app.engine.side import Side
from app.ui.pages.now.need_row import NeedRow
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.draw.table import DrawTable
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.message_bar import MessageBar
from app.ui.shell.pages import LIVE_PAGES, PAGES
from app.views.round.needs import Choice, Need, NeedKind, NeedPlace
from tests.events import Event
from tests.ui.letters import MENUS, doubled, letters
from tests.ui.open_pages import PageOf


def nothing(event: Event) -> None:
    """An event with nobody in it."""


def registered(event: Event) -> None:
    event.register(7, here=6)


def drawn(event: Event) -> None:
    registered(event)
    event.do(DrawRound(7))


def published(event: Event) -> None:
    drawn(event)
    event.do(PublishRound())


def started(event: Event) -> None:
    published(event)
    event.do(StartRound())


def playing(event: Event) -> None:
    started(event)
    for number in (1, 2, 3):
        event.do(StartClock(number, Side.RED))
    for side in (Side.RED, Side.BLUE) * 2:
        event.do(Tap(1, side))
    event.do(Interrupt(1))
    event.do(CallJudge(2, Side.RED))
    event.do(PauseClock(3, "Fire alarm"))


def finished(event: Event) -> None:
    playing(event)
    event.do(FinishRound(), insist=True)


STAGES = [nothing, registered, drawn, published, started, playing, finished]


@pytest.mark.parametrize("stage", STAGES)
def test_access_keys_stay_unique_while_a_message_is_shown(
    event: Event, page_of: PageOf, stage: Callable[[Event], None]
) -> None:
    stage(event)
    pages = [kind for kind in PAGES if kind.page not in LIVE_PAGES]
    view = page_of(lambda client: EventView(client, tuple(pages)), (1366, 768))
    view.messages.show_message("Something went wrong. Do something about it.")
    for kind in pages:
        view.show_page(kind.page)
        page = view.page
        for choose in choices(page):
            choose()
            assert not doubled(view, MENUS), (kind.name, doubled(view, MENUS))


def choices(page: QWidget | None) -> list[Callable[[], object]]:
    """What can be chosen on a page: rows of its lists."""
    found: list[Callable[[], object]] = [lambda: None]
    if isinstance(page, RoundPage):
        tables = page.findChildren(DrawTable)
        found += [partial(page.live.choose, game) for game in (1, 2, 3) if page.live.isVisible()]
        found += [partial(table.choose, (number,)) for table in tables for number in (1, 2, 6)]
        found += [partial(table.choose, (1, 2)) for table in tables if table.isVisible()]
    elif isinstance(page, PlayersPage):
        found += [partial(page.table.choose, some) for some in ((1,), (7,), (1, 2))]
    return found


def test_escape_dismisses_messages(qtbot: QtBot) -> None:
    window = QWidget()
    bars = [MessageBar(window), MessageBar(window)]
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for bar in bars:
        bar.show_message("Read this.")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not any(bar.isVisible() for bar in bars)


def test_an_ampersand_in_a_name_is_shown_and_creates_no_access_key(qtbot: QtBot) -> None:
    names = tuple(Choice(name) for name in ("Tom&Ann", "R&D & Co"))
    need = Need(NeedKind.NO_SHOW, 1, "Table 4", "Who?", NeedPlace.TABLE, choices=names)
    row = NeedRow(need, lambda _need, _choice: None, lambda _need: None)
    qtbot.addWidget(row)
    row.show_need(need, 0, "", first=True)
    row.show()
    assert {row.act.text(), row.other.text()} == {"Tom&&Ann", "R&&D && Co"}
    assert letters(row) == []
