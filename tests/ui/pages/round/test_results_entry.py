import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.results import How, Result
from app.engine.acts.rounds import FinishRound, PublishRound, StartRound
from app.engine.acts.undo import Undo
from app.engine.rounds.edit import arrangement, moved
from app.engine.side import Pair, Side
from app.ui.pages.round.page import RoundPage
from tests.events import Event
from tests.ui.open_pages import PageOf

RETURN = Qt.Key.Key_Return


@pytest.fixture
def page(event: Event, page_of: PageOf, qtbot: QtBot) -> RoundPage:
    event.register(60)
    event.start()
    page = page_of(RoundPage)
    qtbot.waitUntil(page.desk.isVisible)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return page


def typed(qtbot: QtBot, keys: str) -> None:
    """Type into whatever has the focus; ``>`` is Enter, ``<`` Escape."""
    special = {">": RETURN, "<": Qt.Key.Key_Escape}
    for key in keys:
        focus = QApplication.focusWidget()
        assert focus is not None
        if key in special:
            qtbot.keyClick(focus, special[key])
        else:
            qtbot.keyClicks(focus, key)


def result(event: Event, table: int) -> Result | None:
    return event.game(table).reported


def waiting(page: RoundPage) -> bool:
    """Whether the last report is answered, and the desk ready for the next."""
    ready = page.desk.table.hasFocus() and not page.desk.table.text()
    return ready and not page.desk.waits


def test_a_report_is_typed_from_the_table_number_to_the_last_enter(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    qtbot.keyClick(page, Qt.Key.Key_F2)
    typed(qtbot, "12>15>2>30>12>>")
    qtbot.waitUntil(lambda: waiting(page))
    expected = Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))
    assert result(event, 12) == expected
    assert "Table 12" in page.desk.message.text()
    assert "29 still out" in page.desk.out.text()


def test_what_was_said_of_a_report_goes_when_it_is_undone(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "12>15>2>30>12>>")
    qtbot.waitUntil(lambda: waiting(page))
    event.report(6)
    qtbot.waitUntil(lambda: "28 still out" in page.desk.out.text())
    assert "Table 12" in page.desk.message.text()
    event.do(Undo())
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    assert "Table 12" in page.desk.message.text()
    event.do(Undo())
    qtbot.waitUntil(lambda: "30 still out" in page.desk.out.text())
    assert page.desk.message.text() == ""


def test_a_table_of_four_digits_is_reported_like_any_other(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.draw()
    drawn = event.state.latest
    assert drawn is not None
    event.do(moved(arrangement(event.state, drawn), 1, 1021).command("The second hall"))
    event.do(PublishRound())
    event.do(StartRound())
    page = page_of(RoundPage)
    qtbot.waitUntil(page.desk.isVisible)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.desk.begin()
    typed(qtbot, "1021>15>2>30>12>>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 1021) == Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))


@pytest.mark.long
def test_thirty_results_follow_one_another_without_a_mouse(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    for table in range(1, 31):
        typed(qtbot, f"{table}>{1 + table % 2}3>1>20>10>>")
        qtbot.waitUntil(lambda: waiting(page))
    state = event.state
    assert state.latest is not None
    assert all(game.reported for game in state.games_of(state.latest))
    qtbot.waitUntil(lambda: page.desk.out.text() == "Every result is in")


def test_a_tie_offers_only_what_a_tie_can_be(qtbot: QtBot, page: RoundPage, event: Event) -> None:
    page.desk.begin()
    typed(qtbot, "3>t2>2>9>9>>")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 3) == Result(None, How.TIE, Pair(2, 2), Pair(9, 9))


def test_a_concession_fills_in_what_the_packet_awards(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "4>2>>>>>conc")
    assert page.desk.how.chosen is How.CONCESSION
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 4) == Result(Side.BLUE, How.CONCESSION, Pair(0, 3), Pair(0, 38))


def test_a_doubt_is_told_in_the_strip_and_a_second_enter_insists(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "5>11>6>>>sc>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    assert "no more control points" in page.desk.message.text()
    assert result(event, 5) is None
    assert QApplication.activeModalWidget() is None
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    assert result(event, 5) == Result(Side.RED, How.SCENARIO, Pair(1, 6), Pair(0, 0))


def test_an_edit_takes_the_doubt_back(qtbot: QtBot, page: RoundPage, event: Event) -> None:
    page.desk.begin()
    typed(qtbot, "5>11>6>>>sc>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    page.desk.cp.red.setFocus()
    typed(qtbot, "7")
    assert page.desk.send.text() == "&Report"


def test_a_known_result_is_filled_in_and_corrected(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    event.report(6)
    qtbot.waitUntil(lambda: "29 still out" in page.desk.out.text())
    page.desk.begin()
    typed(qtbot, "6>")
    assert page.desk.winner.text() == "1"
    assert page.desk.cp.red.text() == "6"
    assert "corrects" in page.desk.message.text()
    typed(qtbot, ">8>>>>>")
    qtbot.waitUntil(lambda: page.desk.send.text() == "&Report anyway")
    typed(qtbot, ">")
    qtbot.waitUntil(lambda: waiting(page))
    reported = result(event, 6)
    assert reported is not None
    assert reported.cp.red == 8


def test_an_unknown_table_is_told_and_asked_for_again(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "99>")
    assert "no table 99" in page.desk.message.text()
    assert page.desk.table.hasFocus()


def test_escape_begins_again(qtbot: QtBot, page: RoundPage, event: Event) -> None:
    page.desk.begin()
    typed(qtbot, "7>13<")
    assert waiting(page)
    assert result(event, 7) is None


def test_a_winner_that_is_none_is_asked_for_again(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "7>x>")
    assert page.desk.winner.hasFocus()
    assert "Type 1 or 2" in page.desk.message.text()


def test_enter_after_the_winner_and_none_come_to_the_same(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    for table, keys in ((7, "7>25>2>30>12>>"), (8, "8>2>5>2>30>12>>")):
        typed(qtbot, keys)
        qtbot.waitUntil(lambda table=table: result(event, table) is not None)
        expected = Result(Side.BLUE, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))
        assert result(event, table) == expected


def test_the_next_report_is_typed_while_a_slow_disk_takes_the_last(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "9>1>5>2>30>12>>10>2")
    qtbot.waitUntil(lambda: not page.desk.waits)
    typed(qtbot, ">1>2>3>4>>")
    qtbot.waitUntil(lambda: not page.desk.waits)
    assert result(event, 9) == Result(Side.RED, How.ASSASSINATION, Pair(5, 2), Pair(30, 12))
    assert result(event, 10) == Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(3, 4))


def test_a_refusal_that_comes_late_leaves_what_is_being_typed(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    page.desk.begin()
    typed(qtbot, "5>11>6>>>sc>11>2")
    qtbot.waitUntil(lambda: "Table 5 was not reported" in page.desk.message.text())
    typed(qtbot, ">1>2>3>4>>")
    qtbot.waitUntil(lambda: not page.desk.waits)
    assert result(event, 5) is None
    assert result(event, 11) == Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(3, 4))


def test_what_was_said_of_one_round_is_not_said_of_the_next(
    qtbot: QtBot, page: RoundPage, event: Event
) -> None:
    for table in range(2, 31):
        event.report(table)
    page.desk.begin()
    typed(qtbot, "1>15>2>30>12>>")
    qtbot.waitUntil(lambda: "Table 1: " in page.desk.message.text())
    event.do(FinishRound())
    event.start()
    qtbot.waitUntil(lambda: not page.desk.message.text())
    assert "30 still out" in page.desk.out.text()
