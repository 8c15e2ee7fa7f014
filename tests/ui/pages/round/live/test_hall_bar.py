import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.room import RoomAct
from app.engine.acts.table import (
    Answer,
    Claim,
    EnterTally,
    MakeClaim,
    Question,
    StartClock,
)
from app.engine.side import Pair, Side
from app.ui.clients.desk import DeskClient
from app.ui.pages.round import page as round_page
from app.ui.pages.round.page import NOBODY_ASKS, RoundPage
from tests.events import Event
from tests.ui.open_pages import PageOf

LEFT = Qt.MouseButton.LeftButton
LAYOUT_STEPS = 20  # it is laid out in several


def running(event: Event, players: int) -> None:
    event.register(players)
    event.start()
    for game in tuple(event.state.games.values()):
        event.do(StartClock(game.number, Side.RED))


def ticking(event: Event) -> int:
    return sum(game.play.ticking for game in event.state.games.values())


def test_all_clocks_are_paused_by_one_press_and_resumed_by_another(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    running(event, 8)
    page = page_of(RoundPage)
    hall = page.live.hall
    qtbot.waitUntil(hall.pause.isEnabled)
    assert not hall.resume.isEnabled()
    qtbot.mouseClick(hall.pause, LEFT)
    qtbot.waitUntil(lambda: ticking(event) == 0)
    qtbot.waitUntil(hall.resume.isEnabled)
    assert not hall.pause.isEnabled()
    assert "Clocks are paused at 4 tables" in page.live.summary.text()
    qtbot.mouseClick(hall.resume, LEFT)
    qtbot.waitUntil(lambda: ticking(event) == 4)


def test_acts_that_apply_to_no_table_are_not_offered(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    running(event, 4)
    hall = page_of(RoundPage).live.hall
    qtbot.waitUntil(hall.pause.isEnabled)
    offered = [act for act, action in hall.acts.items() if action.isEnabled()]
    assert offered == [RoomAct.GIVE_TIME]
    for game in tuple(event.state.games):
        event.report(game)
    qtbot.waitUntil(lambda: not hall.more.isEnabled())
    assert not any(action.isEnabled() for action in hall.acts.values())


def test_a_button_starting_all_clocks_is_beside_the_list_while_no_table_is_chosen(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(8)
    event.start()
    live = page_of(RoundPage).live
    start = live.hall.at_hand[RoomAct.START]
    qtbot.waitUntil(start.isVisible)
    assert start.text() == "Start at 4 tables"
    assert not live.hall.at_hand[RoomAct.ACCEPT].isVisible()
    live.choose(1)
    qtbot.waitUntil(lambda: not start.isVisible())


def test_confirmed_results_are_accepted_with_one_press_while_a_table_is_chosen(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(8)
    event.start()
    live = page_of(RoundPage).live
    accept, start = live.hall.at_hand[RoomAct.ACCEPT], live.hall.at_hand[RoomAct.START]
    live.choose(1)
    event.do(StartClock(2, Side.RED))
    event.do(MakeClaim(2, Side.RED, Claim.CONCESSION, Side.RED))
    event.do(Answer(2, Side.BLUE, Question.CLAIM, True))
    event.do(EnterTally(2, Side.RED, Pair(5, 6)))
    event.do(Answer(2, Side.RED, Question.RESULT, True))
    qtbot.waitUntil(lambda: accept.text() == "Accept for both at 1 table")
    assert not accept.isVisible()
    event.do(ReportResult(1, Result(Side.RED, How.ASSASSINATION, Pair(5, 3), Pair(75, 48))))
    qtbot.waitUntil(accept.isVisible)
    assert not start.isVisible(), "it is the page's main act, and would be out of sight"


def test_a_button_beside_the_list_does_not_move_when_the_other_disappears(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    live = page_of(RoundPage).live
    start, accept = live.hall.at_hand[RoomAct.START], live.hall.at_hand[RoomAct.ACCEPT]
    qtbot.waitUntil(start.isVisible)
    accept.show()
    qtbot.waitUntil(lambda: accept.mapTo(live, QPoint()).y() > start.mapTo(live, QPoint()).y())
    before = accept.mapTo(live, QPoint())
    start.hide()
    for _ in range(LAYOUT_STEPS):
        QApplication.processEvents()
    assert accept.mapTo(live, QPoint()) == before


def test_starting_all_clocks_takes_one_press_without_questions(
    event: Event,
    client: DeskClient,
    page_of: PageOf,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a tablet and a chess clock it says that nothing asks the players."""
    event.register(8)
    event.start()
    notes: list[str] = []
    client.noted.connect(notes.append)
    live = page_of(RoundPage).live
    start = live.hall.at_hand[RoomAct.START]
    qtbot.waitUntil(start.isVisible)
    start.click()
    assert notes == [NOBODY_ASKS]
    monkeypatch.setattr(round_page, "_can_join", lambda _client: True)
    start.click()
    asked = "The players are asked who goes first. Each clock starts with their answer."
    assert notes == [NOBODY_ASKS, asked]
    notes.clear()
    live.hall.firsts = lambda: {2: Side.BLUE, 9: Side.RED}
    start.click()
    qtbot.waitUntil(lambda: start.text() == "Start at 3 tables")
    assert event.game(2).play.first is Side.BLUE
