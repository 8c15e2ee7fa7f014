import multiprocessing
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.engine.acts.players import DropPlayer
from app.engine.acts.rounds import DrawRound
from app.engine.draw.request import DrawRequest
from app.engine.draw.values import ValueStep
from app.engine.rounds.draw_round import make_draw_request
from app.ui.clients.desk import DeskClient
from app.ui.clients.worker import DrawAnswers, WorkerDraw
from app.ui.pages.round.page import RoundPage
from tests.events import Event
from tests.patience import PATIENCE_S, until
from tests.ui.ended import wait_for_threads
from tests.ui.held_draw import WHERE, held_draw
from tests.ui.open_pages import PageOf
from tests.ui.pages.round.drawn import Key, latest, pairs, press


@pytest.fixture
def page(insisting_client: DeskClient, page_of: PageOf) -> Callable[[], RoundPage]:
    return partial(page_of, RoundPage)


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """While it is there, no draw comes further than to its first step."""
    file = tmp_path / "hold"
    file.touch()
    monkeypatch.setenv(WHERE, str(file))
    monkeypatch.setattr("app.ui.clients.worker.whole_draw", held_draw)
    return file


def test_a_very_large_draw_is_worked_out_in_another_process(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot, hold: Path
) -> None:
    event.register(302)
    shown = page()
    press(shown.header.next)
    qtbot.waitUntil(lambda: shown.header.next.text() == "Drawing…")
    assert shown.header.other.text() == "&Cancel"
    assert "Drawing 302 players" in shown.notice.text()
    steps = shown.draws.far.stepped
    steps.emit(ValueStep.LIKELY)
    assert "weighing the likeliest pairs, step 1 of 2." in shown.notice.text()
    steps.emit(ValueStep.EVERYBODY)
    assert "everybody against everybody, step 2 of 3." in shown.notice.text()
    steps.emit(ValueStep.TABLES)
    assert "assigning tables, step 3 of 3, 1 second left." in shown.notice.text()
    qtbot.waitUntil(lambda: "likeliest pairs" in shown.notice.text())
    press(shown.header.other)
    qtbot.waitUntil(lambda: shown.header.next.text() == "&Draw round 1")
    assert event.state.latest is None
    hold.unlink()
    press(shown.header.next)
    qtbot.waitUntil(lambda: event.state.latest is not None)
    assert len(latest(event).games) == 151
    qtbot.waitUntil(lambda: not shown.draws.busy)
    review = shown.review
    qtbot.waitUntil(lambda: review.why.summary.text() != "")
    review.table.choose((pairs(event)[0][0], pairs(event)[3][0]))
    press(review.acts.what_if)
    said = review.why.verdict
    qtbot.waitUntil(lambda: said.text() != "")  # the remarks on a large draw come first
    qtbot.waitUntil(lambda: "would be new" in said.text())


def test_a_large_draw_is_computed_again_if_the_players_changed_meanwhile(
    client: DeskClient, event: Event, page: Callable[[], RoundPage], qtbot: QtBot, hold: Path
) -> None:
    event.register(303)
    shown = page()
    press(shown.header.next)
    qtbot.waitUntil(lambda: shown.draws.can_cancel)
    event.do(DropPlayer(303))
    qtbot.waitUntil(lambda: not client.state.players[303].plays)
    hold.unlink()
    qtbot.waitUntil(lambda: event.state.latest is not None)
    assert latest(event).bye is None
    assert len(latest(event).games) == 151


def test_alternatives_in_a_large_field_come_row_by_row_from_another_process(
    event: Event, page: Callable[[], RoundPage], qtbot: QtBot
) -> None:
    event.register(301)
    event.draw()
    why = page().review.why
    qtbot.waitUntil(lambda: why.list.count() > 0)
    assert why.list.item(0).text().startswith("Bye: ")
    why.list.setFocus()
    QTest.keyClick(why.list, Key.Key_Down)
    qtbot.waitUntil(lambda: why.table.rowCount() > 1)
    assert "the first 40" in why.title.text()
    assert why.table.item(0, 1).text() == "Just as good by every rule; the dice decided."
    assert why.verdict.isHidden()
    why.hide()


def test_a_worker_process_that_ends_without_a_draw_is_reported(qtbot: QtBot) -> None:
    far = WorkerDraw()
    with qtbot.waitSignal(far.failed):
        far.work_out(cast(DrawRequest, None))


def test_closing_the_page_of_a_draw_ends_its_process(
    event: Event, qtbot: QtBot, hold: Path
) -> None:
    event.register(8)
    far = WorkerDraw()
    with qtbot.waitSignal(far.stepped):
        far.work_out(make_draw_request(event.state, DrawRound(1)))
    assert multiprocessing.active_children()
    delete(far)
    until(lambda: not multiprocessing.active_children())
    wait_for_threads("far work")


def test_answers_to_an_abandoned_question_are_not_shown(qtbot: QtBot) -> None:
    answers, goes_on, shown = DrawAnswers(), threading.Event(), list[str]()
    answers.answered.connect(shown.append)

    def first() -> Iterator[str]:
        yield "in time"
        assert goes_on.wait(PATIENCE_S)
        yield "late"

    answers.ask(first)
    qtbot.waitUntil(lambda: shown == ["in time"])
    with qtbot.waitSignal(answers.ended):
        answers.ask(lambda: iter(["to the next question"]))
    goes_on.set()
    wait_for_threads("draw answers")
    assert shown == ["in time", "to the next question"]


def test_an_answer_that_arrives_after_its_page_has_gone_changes_nothing(qtbot: QtBot) -> None:
    answers, goes_on, shown = DrawAnswers(), threading.Event(), list[str]()
    answers.answered.connect(shown.append)

    def late() -> Iterator[str]:
        assert goes_on.wait(PATIENCE_S)
        yield "late"

    answers.ask(late)
    delete(answers)
    goes_on.set()
    wait_for_threads("draw answers")
    assert shown == []


def test_answered_questions_leave_no_signal_connections_behind(qtbot: QtBot) -> None:
    answers = DrawAnswers()

    def waiting() -> int:
        return answers.receivers(SIGNAL("destroyed()")) + answers.receivers(
            SIGNAL("destroyed(QObject*)")
        )

    before = waiting()
    assert before > 0
    for _ in range(3):
        with qtbot.waitSignal(answers.ended):
            answers.ask(lambda: iter(["an answer"]))
    assert waiting() == before
