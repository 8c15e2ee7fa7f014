import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.engine.acts.commands import Refused
from app.engine.acts.players import CheckIn, DisqualifyPlayer, DropPlayer, Entry, ReadmitPlayer
from app.engine.state import Status
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.reason import ReasonDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.players.table import COLUMNS
from app.views.event.players import PlayerColumn
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf
from tests.ui.players import Key, players, status


@pytest.fixture
def page(page_of: PageOf) -> PlayersPage:
    return page_of(PlayersPage)


def test_a_warning_needs_a_reason_and_is_counted(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    page.table.choose_players([1])

    def answer(dialog: ReasonDialog) -> None:
        assert not dialog.act.isEnabled()
        assert dialog.focusWidget() is dialog.reason
        captions = [words.text() for words in dialog.findChildren(QLabel) if words.isVisible()]
        assert "&Reason (needed)" in captions
        QTest.keyClicks(dialog.reason, "Slow play")
        dialog.act.click()

    when_asked(ReasonDialog, answer)
    page.acts.warn.click()
    qtbot.waitUntil(lambda: page.table.held.rows[0].cell(PlayerColumn.WARNINGS) == "1")
    tip = page.table.held.index(0, COLUMNS.index(PlayerColumn.WARNINGS))
    assert tip.data(Qt.ItemDataRole.ToolTipRole) == "Slow play"


def test_cancelling_a_reason_dialog_changes_nothing(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    page.table.choose_players([1])
    for act in (page.acts.warn, page.acts.disqualify):
        when_asked(ReasonDialog, lambda dialog: dialog.reject())
        act.click()
    assert len(event.state.done) == 1


def test_a_player_can_be_dropped_and_readmitted(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2, here=2)
    page.table.choose_players([1])
    page.acts.drop.click()
    qtbot.waitUntil(lambda: status(page, 1) is Status.DROPPED)
    assert page.counts.text() == "2 registered · 1 checked in · 1 dropped"
    assert page.acts.readmit.isVisible()
    assert not page.acts.drop.isVisible()
    assert not page.acts.toggle.isEnabled()
    page.acts.readmit.click()
    qtbot.waitUntil(lambda: status(page, 1) is Status.CHECKED_IN)


def test_a_disqualification_states_its_consequences_and_keeps_its_reason(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2, here=2)
    page.table.choose_players([2])

    def answer(dialog: ReasonDialog) -> None:
        QTest.keyClicks(dialog.reason, "Loaded dice")
        QTest.keyClick(dialog.reason, Key.Key_Return)

    when_asked(ReasonDialog, answer)
    page.acts.disqualify.click()
    qtbot.waitUntil(lambda: status(page, 2) is Status.DISQUALIFIED)
    assert not page.acts.disqualify.isEnabled()
    tip = page.table.held.index(1, COLUMNS.index(PlayerColumn.STATUS))
    assert tip.data(Qt.ItemDataRole.ToolTipRole) == "Loaded dice"


def test_readmitting_a_disqualified_player_asks_for_confirmation(
    client: DeskClient, qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    event.do(DisqualifyPlayer(1, "Loaded dice"), insist=True)
    qtbot.waitUntil(lambda: status(page, 1) is Status.DISQUALIFIED)
    page.table.choose_players([1])
    with qtbot.waitSignal(client.doubted) as asked:
        page.acts.readmit.click()
    command, doubt, _then = asked.args
    assert command == ReadmitPlayer(1)
    assert isinstance(doubt, Refused)


def test_a_confirmed_readmission_is_carried_out(
    insisting_client: DeskClient, qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    event.do(DisqualifyPlayer(1, "Loaded dice"), insist=True)
    qtbot.waitUntil(lambda: status(page, 1) is Status.DISQUALIFIED)
    page.table.choose_players([1])
    page.acts.readmit.click()
    qtbot.waitUntil(lambda: status(page, 1) is not Status.DISQUALIFIED)


def test_a_refusal_by_the_desk_is_shown_on_the_page(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    page.table.choose_players([1])
    event.do(DropPlayer(1))
    page.acts.drop.click()
    qtbot.waitUntil(lambda: page.notice.text() == "Player 1 has already left the event.")
    event.desk.stop()
    page.entry.entered.emit(Entry("Late"))
    qtbot.waitUntil(lambda: page.notice.text() == "The event is closed.")


def test_a_player_who_checks_in_after_the_draw_is_offered_a_seat(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    event.do(CheckIn((1, 2)))
    event.draw()
    qtbot.waitUntil(lambda: status(page, 1) is Status.CHECKED_IN)
    page.table.choose_players([3])
    page.acts.toggle.click()
    qtbot.waitUntil(page.seat_offer.isVisible)
    row = page.seat_offer.row
    assert row is not None
    assert (row.title.text(), row.act.text()) == ("Player 3", "Give the bye")
    row.act.click()
    qtbot.waitUntil(lambda: not page.seat_offer.isVisible())
    latest = event.state.latest
    assert latest is not None
    assert [bye.player for bye in latest.byes] == [3]


def test_one_press_checks_in_and_seats_a_player_added_after_the_draw(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    event.do(CheckIn((1, 2, 3)))
    event.draw()
    page.entry.entered.emit(Entry("Late"))
    qtbot.waitUntil(page.seat_offer.isVisible)
    row = page.seat_offer.row
    assert row is not None
    assert (row.title.text(), row.act.text()) == ("Late", "Seat")
    row.act.click()
    qtbot.waitUntil(lambda: not page.seat_offer.isVisible())
    qtbot.waitUntil(lambda: status(page, 4) is Status.CHECKED_IN)
    assert page.notice.text() == ""
    latest = event.state.latest
    assert latest is not None
    assert latest.byes == ()


def test_a_player_added_earlier_is_offered_no_seat_until_they_check_in(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    event.do(CheckIn((1, 2)))
    event.draw()
    page.entry.entered.emit(Entry("Late"))
    qtbot.waitUntil(page.seat_offer.isVisible)
    page.hide()
    page.show()
    qtbot.waitUntil(lambda: not page.seat_offer.isVisible())
