"""Everything that waits is settled on the first page, in the row that says what it is."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.commands import NoticeGap
from app.engine.acts.draw import ChangePlan
from app.engine.acts.late import HandIn
from app.engine.acts.phones import AskToDrop, OpenToPhones, ReportByPhone, SignUp
from app.engine.acts.players import Entry
from app.engine.acts.results import How, Result
from app.engine.acts.table import Answer, EnterTally, PauseClock, Question, StartClock, Tap
from app.engine.draw.wishes import Plan
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.state import Status
from app.engine.table.verdict import final_result
from app.ui.clients.desk import DeskClient
from app.ui.pages.now.need_row import NeedRow
from app.ui.pages.now.page import NowPage
from app.ui.shell.needs import watch as needs_watch
from app.ui.shell.needs.watch import NeedsWatch
from app.ui.widgets import basics
from app.views.round.needs import ALL_WELL
from tests.events import MINUTE, Event
from tests.ui.open_pages import PageOf, catch_up, insist_on_everything

LEFT = Qt.MouseButton.LeftButton
RED_WON = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
BLUE_WON = Result(Side.BLUE, How.ASSASSINATION, Pair(1, 2), Pair(10, 30))


@pytest.fixture
def now(page_of: PageOf, client: DeskClient, event: Event, qtbot: QtBot) -> Callable[[], NowPage]:
    """Open the page once the event stands as it should."""

    def opened() -> NowPage:
        page = page_of(NowPage)
        page.follow(NeedsWatch(client, page))
        catch_up(client, event, qtbot)
        look(page)
        return page

    return opened


def look(page: NowPage) -> None:
    watch = page.findChild(NeedsWatch)
    assert watch is not None
    watch.look()


def rows(page: NowPage) -> list[NeedRow]:
    """The rows in sight, from the top."""
    look(page)
    shown = [row for row in page.findChildren(NeedRow) if row.isVisible()]
    return sorted(shown, key=lambda row: row.y())


def kinds(page: NowPage) -> list[str]:
    return [row.chip.text() for row in rows(page)]


def offered(row: NeedRow) -> list[str]:
    """What can be pressed, those in the menu of its button included."""
    shown = [button for button in row.findChildren(QPushButton) if button.isVisible()]
    menu = [act.text() for act in row.menu.actions()] if row.decide.isVisible() else []
    return [button.text() for button in shown] + menu


def press(qtbot: QtBot, row: NeedRow, words: str) -> None:
    for act in row.menu.actions() if row.decide.isVisible() else ():
        if act.text() == words:
            act.trigger()
            return
    shown = [button for button in row.findChildren(QPushButton) if button.isVisible()]
    (wanted,) = [button for button in shown if button.text() == words]
    qtbot.mouseClick(wanted, LEFT)


def test_late_presses_are_left_out_with_one_press(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot
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
    page = now()
    assert "Late press" not in kinds(page)
    tap = HandIn(game, Tap(game, Side.RED), "1-00000000", follows=True)
    event.desk.submit(tap, at_ms=began_ms + 50 * MINUTE).result(60)
    qtbot.waitUntil(lambda: kinds(page) == ["Late press"])
    (row,) = rows(page)
    assert set(offered(row)) == {"Show", "Count them", "Leave them out"}
    assert row.act.property("kind") != "primary", "neither is the usual answer"
    press(qtbot, row, "Leave them out")
    qtbot.waitUntil(lambda: not rows(page))
    result = final_result(event.game(1))
    assert result is not None
    assert result.how is How.CLOCK_OUT


def test_a_late_press_from_an_earlier_round_is_labelled_and_can_be_counted(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.finish()
    game, ended_ms = event.game(1).number, event.timeline.now_ms()
    event.move_by(5 * MINUTE)
    event.start()
    page = now()
    tap = HandIn(game, StartClock(game, Side.RED), "1-00000000", follows=True)
    event.desk.submit(tap, at_ms=ended_ms).result(60)
    qtbot.waitUntil(lambda: kinds(page) == ["Late press"])
    (row,) = rows(page)
    assert row.title.text().endswith("round 1")
    press(qtbot, row, "Count them")
    qtbot.waitUntil(lambda: not rows(page))
    assert event.state.games[game].play.clock is not None


def test_the_organizer_can_let_a_flag_fall_that_waits_for_its_tablet(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.register(4)
    event.start()
    game = event.game(1).number
    event.do(StartClock(game, Side.RED))
    waits = {game: event.timeline.now_ms()}
    wrong = replace(ALL_WELL, flags=waits)
    monkeypatch.setattr(needs_watch, "find_equipment", lambda _client: wrong)
    page = now()
    (row,) = rows(page)
    assert offered(row) == ["Show", "Wait again", "Let the flag fall"]
    press(qtbot, row, "Let the flag fall")
    qtbot.waitUntil(lambda: event.game(1).alone)


def test_a_time_gap_at_several_tables_is_one_question(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot
) -> None:
    event.register(8)
    event.start()
    for table in range(1, 5):
        event.do(StartClock(event.game(table).number, Side.RED))
    now_ms = event.timeline.now_ms()
    event.do(NoticeGap(now_ms, now_ms + MINUTE))
    page = now()
    (row,) = rows(page)
    assert row.title.text() == "Time gap at 4 tables"
    assert row.about.text() == "Nobody kept the time at 4 tables for 1:00. Does it count?"
    press(qtbot, row, "Count it")
    qtbot.waitUntil(lambda: not rows(page))
    assert all(game.play.ticking for game in event.state.games.values())


def test_at_the_expected_end_games_that_the_rules_tie_can_be_called_ties(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot
) -> None:
    event.register(6)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    event.move_by(MINUTE * 59)
    event.do(PauseClock(event.game(1).number, "Fire alarm"))
    event.move_by(MINUTE * 61)
    page = now()
    assert kinds(page) == ["Overtime"] * 3
    excused, tie, _other = rows(page)
    assert offered(excused) == ["Decide…"]
    assert set(offered(tie)) == {"Show", "Call a tie", "Call all 2 ties"}
    press(qtbot, tie, "Call all 2 ties")
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    assert event.game(2).play.ending is not None
    assert event.game(3).play.ending is not None


def test_a_no_show_can_be_called_once_its_waiting_time_is_over(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.do(ChangePlan(Plan(no_show_minutes=10)))
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    event.move_by(4 * MINUTE)
    page = now()
    assert not rows(page)
    event.move_by(6 * MINUTE)
    (row,) = rows(page)
    names = event.game(2).players.map(event.state.name)
    assert row.chip.text() == "Not begun"
    press(qtbot, row, names.red)
    qtbot.waitUntil(lambda: event.game(2).reported is not None)
    qtbot.waitUntil(lambda: not rows(page))


@pytest.fixture
def asked(event: Event) -> Event:
    """Two sign-ups, a player who wants to drop, and a game reported in two ways."""
    event.register(8)
    event.start()
    event.do(OpenToPhones(sign_up=True))
    event.do(SignUp(Entry("Zoe Adler", "Ravens", "Cryx")))
    event.do(SignUp(Entry("Yan")))
    game = event.game(2)
    event.do(AskToDrop(event.game(1).players.red))
    event.do(ReportByPhone(game.number, game.players.red, RED_WON))
    event.do(ReportByPhone(game.number, game.players.blue, BLUE_WON))
    return event


def test_requests_from_phones_are_answered_in_their_rows(
    asked: Event, now: Callable[[], NowPage], client: DeskClient, qtbot: QtBot
) -> None:
    page = now()
    questions: list[str] = []
    client.doubted.connect(lambda _command, doubt, _then: questions.append(doubt.sentence))
    insist_on_everything(client)
    assert kinds(page) == ["Reports differ", "Wants to drop", "Sign-up", "Sign-up"]
    differ, drop, _zoe, yan = rows(page)
    names = asked.game(2).players.map(asked.state.name)
    press(qtbot, differ, f"Rule for {names.blue}")
    qtbot.waitUntil(lambda: len(rows(page)) == 3)
    assert final_result(asked.game(2)) == BLUE_WON
    press(qtbot, drop, "Drop")
    qtbot.waitUntil(lambda: len(rows(page)) == 2)
    assert asked.state.players[asked.game(1).players.red].status is Status.DROPPED
    (question,) = questions
    assert question.endswith("What becomes of that game?")
    press(qtbot, yan, "Decline")
    qtbot.waitUntil(lambda: len(rows(page)) == 1)
    (zoe,) = rows(page)
    assert offered(zoe) == ["Decline", "Accept"]
    press(qtbot, zoe, "Accept")
    qtbot.waitUntil(lambda: not rows(page))
    assert asked.state.players[9].entry.name == "Zoe Adler"


def test_all_sign_ups_can_be_accepted_at_once_and_a_drop_request_declined(
    asked: Event, now: Callable[[], NowPage], client: DeskClient, qtbot: QtBot
) -> None:
    page = now()
    _differ, drop, zoe, _yan = rows(page)
    assert offered(zoe) == ["Answer…", "Accept", "Decline", "Accept all 2"]
    press(qtbot, zoe, "Accept all 2")
    qtbot.waitUntil(lambda: len(client.state.players) == 10)
    press(qtbot, drop, "Decline")
    qtbot.waitUntil(lambda: not client.state.players[asked.game(1).players.red].asks_to_drop)
    qtbot.waitUntil(lambda: kinds(page) == ["Reports differ"])


def test_waiting_reports_can_be_entered_singly_or_all_at_once(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    for table in (1, 2):
        game = event.game(table)
        event.do(ReportByPhone(game.number, game.players.red, RED_WON))
    page = now()
    first, _second = rows(page)
    assert set(offered(first)) == {"Show", "Enter the report", "Enter all 2 reports"}
    press(qtbot, first, "Enter all 2 reports")
    qtbot.waitUntil(lambda: not rows(page))
    assert final_result(event.game(2)) == RED_WON


def test_forty_sign_ups_are_answered_while_the_page_stays_open(
    event: Event, now: Callable[[], NowPage], client: DeskClient, qtbot: QtBot
) -> None:
    """At no moment a button can be pressed whose question is answered, and no row is kept."""
    event.do(OpenToPhones(sign_up=True))
    page = now()
    unknown: list[str] = []

    def compare() -> None:
        look(page)
        shown = {row for row in page.findChildren(NeedRow) if row.isVisible()}
        unknown.extend(row.need.title for row in shown - set(page.rows.values()))

    client.changed.connect(compare)
    for number in range(1, 41):
        event.do(SignUp(Entry(f"Player {number}")))
        qtbot.waitUntil(lambda number=number: kinds(page) == ["Sign-up"] * number)
    for number in range(40, 20, -1):
        press(qtbot, rows(page)[0], "Decline")
        qtbot.waitUntil(lambda number=number: kinds(page) == ["Sign-up"] * (number - 1))
    press(qtbot, rows(page)[0], "Accept all 20")
    qtbot.waitUntil(lambda: len(client.state.players) == 20)
    qtbot.waitUntil(lambda: "Sign-up" not in kinds(page))
    qtbot.waitUntil(lambda: len(page.findChildren(NeedRow)) == len(page.rows))
    assert unknown == []


def test_a_row_that_moves_under_the_mouse_ignores_clicks_for_a_moment(
    event: Event, now: Callable[[], NowPage], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(basics, "HELD_MS", 60_000)
    event.register(4)
    event.do(OpenToPhones(sign_up=True))
    event.do(SignUp(Entry("Yan")))
    page = now()
    (row,) = rows(page)
    at = row.act.mapTo(page, QPoint(5, 5))
    assert page.childAt(at) is row.act
    event.do(AskToDrop(1))
    qtbot.waitUntil(lambda: kinds(page) == ["Wants to drop", "Sign-up"])
    under = page.childAt(at)
    assert not isinstance(under, QPushButton)
