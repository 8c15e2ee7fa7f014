"""The day plan on the event page, beside the settings."""

import pytest
from PySide6.QtWidgets import QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from app.engine.formats.settings import Break
from app.engine.rounds.schedule import day_plan
from app.ui.clients.desk import DeskClient
from app.ui.pages.event.page import EventPage
from app.ui.pages.event.schedule_card import cells
from app.views.time_of_day import minute_of_day
from tests.events import Event
from tests.ui.open_pages import PageOf, settings_of
from tests.ui.timers import run_out, running_timers


def test_the_day_plan_is_set_on_the_event_page(
    client: DeskClient, qtbot: QtBot, page_of: PageOf
) -> None:
    page = page_of(EventPage)
    plan = page.plan
    plan.turnaround.setValue(20)
    qtbot.waitUntil(lambda: settings_of(client).turnaround == 20)
    plan.minutes.setValue(45)
    qtbot.waitUntil(lambda: settings_of(client).breaks == (Break(0, 45),))
    plan.after.setValue(2)
    qtbot.waitUntil(lambda: settings_of(client).breaks == (Break(2, 45),))
    plan.starts.setTime(plan.starts.time().addSecs(-1800))
    qtbot.waitUntil(lambda: settings_of(client).starts == 570)


@pytest.mark.parametrize("name", ["turnaround", "minutes", "after"])
def test_a_day_plan_field_being_edited_keeps_its_text_when_the_event_changes(
    client: DeskClient,
    qtbot: QtBot,
    event: Event,
    page_of: PageOf,
    name: str,
) -> None:
    page = page_of(EventPage)
    field: QSpinBox = getattr(page.plan, name)
    field.lineEdit().setText("4")
    event.register(1)
    qtbot.waitUntil(lambda: len(client.state.players) == 1)
    run_out(page)
    assert "4" in field.lineEdit().text()
    field.interpretText()
    assert field.value() == 4


def test_an_unapplied_setting_survives_a_change_to_the_day_plan(
    client: DeskClient, qtbot: QtBot, page_of: PageOf
) -> None:
    page = page_of(EventPage)
    page.form.name.setText("Winter Cup")
    page.plan.turnaround.setValue(20)
    qtbot.waitUntil(lambda: settings_of(client).turnaround == 20)
    assert page.form.name.text() == "Winter Cup"
    page.apply.click()
    qtbot.waitUntil(lambda: settings_of(client).name == "Winter Cup")
    assert settings_of(client).turnaround == 20
    assert not page.apply.isEnabled()


def test_changing_the_packet_keeps_the_day_plan_and_check_in_requirements(
    client: DeskClient, qtbot: QtBot, page_of: PageOf
) -> None:
    page = page_of(EventPage)
    page.plan.turnaround.setValue(20)
    qtbot.waitUntil(lambda: settings_of(client).turnaround == 20)
    page.form.packet.setCurrentIndex(page.form.packet.findData("sr2014"))
    page.plan.minutes.setValue(45)
    qtbot.waitUntil(lambda: settings_of(client).breaks == (Break(0, 45),))
    assert page.form.settings.packet == "sr2014"
    page.apply.click()
    qtbot.waitUntil(lambda: settings_of(client).packet == "sr2014")
    assert (settings_of(client).turnaround, settings_of(client).breaks) == (20, (Break(0, 45),))
    assert not page.apply.isEnabled()


def test_the_day_plan_moves_while_a_round_overruns(
    qtbot: QtBot, event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.start()
    page = page_of(EventPage)
    event.move_by(150 * 60_000)
    run_out(page)

    def words() -> list[str]:
        return [label.text() for label in page.plan.findChildren(QLabel) if label.isVisible()]

    qtbot.waitUntil(lambda: any(word.endswith("30 min over") for word in words()))
    page.hide()
    assert running_timers(page) == []


def test_the_plan_is_compared_with_actual_times_only_once_the_event_started(
    client: DeskClient,
    page_of: PageOf,
) -> None:
    page_of(EventPage)
    (first, *_) = day_plan(client.state, minute_of_day)
    assert cells(first, started=False) == ("1", "10:00–12:00", "–", "–", "10:00–12:00", "–")
    assert cells(first, started=True)[-1] == "as planned"
