"""Putting the event's times right from the desk."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QDateTime
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.setup import ShiftTimes
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.clients.desk import DeskClient
from app.ui.pages.event.page import EventPage
from app.ui.pages.event.times_dialog import TimesDialog
from app.ui.pages.history.model import TIME
from app.ui.pages.history.page import HistoryPage
from app.ui.shell.event_window import PUT_RIGHT, EventView, PageKind
from app.views.event.times import stretches
from app.views.pages import DeskPage, DeskPlace
from app.views.time_of_day import clock_seconds
from tests.events import MINUTE, NOON_MS, Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf

HOUR = 60 * MINUTE


def a_day_ahead(event: Event) -> None:
    """Round 1 is played, and the laptop's clock was put right meanwhile."""
    event.register(4)
    event.start()
    event.do(StartClock(1, Side.RED))
    event.move_by(MINUTE)
    event.timeline.apart_ms = 26 * HOUR


def test_the_event_page_offers_to_correct_times_and_previews_the_changes(
    qtbot: QtBot, event: Event, client: DeskClient, page_of: PageOf
) -> None:
    a_day_ahead(event)
    page = page_of(EventPage)
    assert page.put_right.isVisible()
    assert "26:00:00 behind the event’s time" in page.apart.text()
    seen: list[str] = []

    def put(dialog: TimesDialog) -> None:
        seen.extend(label.text() for label in dialog.findChildren(QLabel))
        dialog.put.click()

    when_asked(TimesDialog, put)
    page.put_right.click()
    qtbot.waitUntil(lambda: event.state.shift_ms == -26 * HOUR)
    qtbot.waitUntil(lambda: not page.put_right.isVisible())
    rows = f"{len(client.records) - 1} rows of the history will be shown 26 h earlier."
    assert rows in seen
    assert any("one clock is running. Every clock keeps its time" in words for words in seen)
    clock = event.state.games[1].play.clock
    assert clock is not None
    assert clock.remaining(Side.RED, event.timeline.now_ms()) == HOUR - MINUTE


def test_cancelling_the_times_dialog_changes_nothing(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    a_day_ahead(event)
    page = page_of(EventPage)
    when_asked(TimesDialog, lambda dialog: dialog.leave.click())
    page.plan.times.click()
    assert event.state.shift_ms == 0


def test_the_correct_time_can_be_typed_and_a_period_chosen(qtbot: QtBot, event: Event) -> None:
    event.register(4)
    event.move_by(14 * HOUR)
    event.start()
    client = DeskClient(event.desk)
    qtbot.waitUntil(lambda: client.state.latest is not None)
    dialog = TimesDialog(client, stretches(client.records))
    client.setParent(dialog)
    qtbot.addWidget(dialog)
    assert not dialog.put.isEnabled()
    assert dialog.part.count() == 3
    dialog.part.setCurrentIndex(1)
    dialog.right.setDateTime(QDateTime.fromMSecsSinceEpoch(NOON_MS - 2 * HOUR))
    assert dialog.command == ShiftTimes(-16 * HOUR, NOON_MS + 14 * HOUR, None, 16 * HOUR)
    assert not dialog.warning.isHidden()
    dialog.part.setCurrentIndex(2)
    assert dialog.command == ShiftTimes(14 * HOUR, 0, NOON_MS + 14 * HOUR)
    assert dialog.warning.isHidden()
    dialog.right.setDateTime(QDateTime.fromMSecsSinceEpoch(NOON_MS + 13 * HOUR))
    assert dialog.command == ShiftTimes(13 * HOUR, 0, NOON_MS + 14 * HOUR)


def test_the_typed_time_determines_how_far_off_the_computers_clock_is(
    qtbot: QtBot, event: Event
) -> None:
    event.register(4)
    client = DeskClient(event.desk)
    qtbot.waitUntil(lambda: len(client.state.players) == 4)
    dialog = TimesDialog(client, stretches(client.records))
    client.setParent(dialog)
    qtbot.addWidget(dialog)
    dialog.right.setDateTime(QDateTime.fromMSecsSinceEpoch(NOON_MS - 26 * HOUR))
    assert dialog.command == ShiftTimes(-26 * HOUR, computer_ahead_ms=26 * HOUR)
    event.timeline.apart_ms = 26 * HOUR  # the computer was put right meanwhile
    assert dialog.command == ShiftTimes(-26 * HOUR)


def test_the_history_shows_corrected_times(
    qtbot: QtBot,
    event: Event,
    page_of: Callable[[Callable[[DeskClient], HistoryPage]], HistoryPage],
) -> None:
    event.register(2)
    page = page_of(HistoryPage)
    event.do(ShiftTimes(-90 * MINUTE))
    qtbot.waitUntil(lambda: page.rows.total == 4)
    shown = {page.rows.text(row, TIME) for row in range(page.rows.rowCount())}
    assert shown == {clock_seconds(NOON_MS - 90 * MINUTE)}


def test_the_wrong_time_message_and_its_button_appear_and_disappear_together(
    qtbot: QtBot, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.desk.BEAT_SECONDS", 0.01)
    a_day_ahead(event)
    client = DeskClient(event.desk)
    view = EventView(client, (PageKind(DeskPage.NOW, DeskPlace.NOW, lambda _client: QWidget()),))
    client.setParent(view)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(view.messages.isVisible)
    assert view.messages.act.text() == PUT_RIGHT
    when_asked(TimesDialog, lambda dialog: dialog.put.click())
    view.messages.act.click()
    qtbot.waitUntil(lambda: event.state.shift_ms == -26 * HOUR)
    assert not view.messages.isVisible()
    client.refused.emit("Something else.")
    assert view.messages.isVisible()
    assert not view.messages.act.isVisible()
