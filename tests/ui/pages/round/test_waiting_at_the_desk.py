"""Late presses and flags that wait for a tablet, on the round's page."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.late import HandIn
from app.engine.acts.results import How
from app.engine.acts.table import Answer, EnterTally, Question, StartClock, Tap
from app.engine.side import Pair, Side
from app.engine.table.verdict import final_result
from app.ui.pages.round.page import RoundPage
from tests.events import MINUTE, Event
from tests.ui.open_pages import PageOf


def pressed(page: RoundPage, qtbot: QtBot, words: str) -> None:
    buttons = page.live.waiting.findChildren(QPushButton)
    qtbot.mouseClick(
        next(button for button in buttons if button.text() == words), Qt.MouseButton.LeftButton
    )


def test_late_presses_are_decided_on_the_rounds_page(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    game, began_ms = event.game(1).number, event.timeline.now_ms()
    event.do(StartClock(game, Side.RED))
    event.timeline.move_to(began_ms + 61 * MINUTE)
    qtbot.waitUntil(lambda: event.game(1).play.ending is not None)
    event.do(EnterTally(game, Side.RED, Pair(10, 20)))
    for side in Side:
        event.do(Answer(game, side, Question.RESULT, True))
    page = page_of(RoundPage)
    assert not page.live.waiting.isVisible()
    tap = HandIn(game, Tap(game, Side.RED), "1-00000000", follows=True)
    event.desk.submit(tap, at_ms=began_ms + 50 * MINUTE).result(60)
    qtbot.waitUntil(page.live.waiting.isVisible)
    assert page.live.waiting.title.text() == "1 decision for you"
    pressed(page, qtbot, "Leave them out")
    qtbot.waitUntil(lambda: not page.live.waiting.isVisible())
    result = final_result(event.game(1))
    assert result is not None
    assert result.how is How.CLOCK_OUT


def test_a_flag_that_waits_for_its_tablet_falls_or_waits_again_by_the_organizers_word(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    game = event.game(1).number
    event.do(StartClock(game, Side.RED))
    page = page_of(RoundPage)
    page.live.flags_waiting = lambda: {game: event.timeline.now_ms()}
    with qtbot.waitSignal(page.live.wait_wanted) as waits:
        page.live.show_waiting()
        assert page.live.waiting.isVisible()
        pressed(page, qtbot, "Wait again")
    assert waits.args == [game]
    pressed(page, qtbot, "Let the flag fall")
    qtbot.waitUntil(lambda: event.game(1).alone)


def test_a_late_press_of_an_earlier_round_is_decided_in_the_next(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.finish()
    game, ended_ms = event.game(1).number, event.timeline.now_ms()
    event.move_by(5 * MINUTE)
    event.start()
    page = page_of(RoundPage)
    tap = HandIn(game, StartClock(game, Side.RED), "1-00000000", follows=True)
    event.desk.submit(tap, at_ms=ended_ms).result(60)
    qtbot.waitUntil(page.live.waiting.isVisible)
    words = [label.text() for label in page.live.waiting.findChildren(QLabel)]
    assert "Table 1, round 1" in words
    pressed(page, qtbot, "Count them")
    qtbot.waitUntil(lambda: not page.live.waiting.isVisible())
    assert event.state.games[game].play.clock is not None
