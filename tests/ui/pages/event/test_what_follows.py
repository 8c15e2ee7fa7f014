"""The lines that follow from the packet, on the event's page."""

from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.setup import CreateEvent
from app.ui.pages.event.page import EventPage
from app.ui.pages.event.settings_form import SettingsForm
from app.ui.widgets.fields import DayField
from tests.end_to_end.room import EventRoom
from tests.ui.windows import CREATE

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def room(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> EventRoom:
    return EventRoom(qtbot, qapp, tmp_path)


@pytest.fixture
def page(room: EventRoom) -> EventPage:
    with room.qtbot.waitSignal(room.window.opened):
        room.window.create_event(room.file, CreateEvent(CREATE.settings, CREATE.packet))
    room.until(lambda: room.state.settings is not None)
    page = room.page("Event")
    assert isinstance(page, EventPage)
    return page


def words(page: EventPage) -> list[str]:
    return [one.text() for one in page.follows.findChildren(QLabel) if one.isVisible()]


def button(page: EventPage, name: str) -> QPushButton:
    buttons = page.follows.findChildren(QPushButton)
    return next(one for one in buttons if one.accessibleName() == name and one.isVisible())


def test_a_changed_setting_is_marked_and_reset_with_one_press(
    room: EventRoom, page: EventPage
) -> None:
    assert "1 differs from the packet" not in words(page)
    page.form.rounds.setValue(4)
    room.click(page.apply)
    room.until(lambda: "4 rounds (packet: 3 rounds)" in words(page))
    assert "1 differs from the packet" in words(page)
    room.click(button(page, "Reset: Rounds"))
    room.until(lambda: room.state.settings is not None and not room.state.settings.rounds)
    room.until(lambda: "3 rounds" in words(page))
    assert "1 differs from the packet" not in words(page)


def test_unchanged_lines_are_reused_when_the_page_is_shown_again(
    room: EventRoom, page: EventPage
) -> None:
    """To make them again takes longer than the whole page."""
    before = button(page, "Change: Rounds")
    room.page("History")
    room.page("Event")
    assert button(page, "Change: Rounds") is before
    page.follows.search.setText("dice")
    room.until(lambda: "Dice seed" in words(page))
    page.follows.search.clear()
    room.until(lambda: "3 rounds" in words(page))


def test_searching_for_a_setting_leads_to_its_field(room: EventRoom, page: EventPage) -> None:
    page.follows.search.setText("dice")
    room.until(lambda: "Dice seed" in words(page))
    assert "Scenarios" not in words(page)
    room.click(button(page, "Change: Dice seed"))
    assert page.form.seed.hasFocus()
    page.follows.search.setText("starts")
    room.until(lambda: "Round 1 starts" in words(page))
    room.click(button(page, "Change: Round 1 starts"))
    assert page.plan.starts.hasFocus()
    page.follows.search.setText("xyz")
    room.until(lambda: "No setting has that name." in words(page))
    page.follows.search.clear()
    room.until(lambda: "Scenarios" in words(page))
    room.click(button(page, "Change: Scenarios"))
    assert room.window.view is not None
    assert type(room.window.view.page).__name__ == "FormatPage"


def test_date_venue_fee_and_teams_are_set_at_the_top(room: EventRoom, page: EventPage) -> None:
    form: SettingsForm = page.form
    form.date.setDate(QDate(2026, 12, 5))
    form.venue.setText("Ravens’ club")
    form.fee.setText("15 €")
    form.teams.setCurrentIndex(form.teams.findData(3))
    room.click(page.apply)
    room.until(lambda: room.state.settings is not None and room.state.settings.team_seats == 3)
    settings = room.state.settings
    assert settings is not None
    assert (settings.date, settings.venue, settings.fee) == ("2026-12-05", "Ravens’ club", "15 €")
    assert not page.apply.isVisible()
    assert page.next_button.isVisible()


def test_a_new_event_like_this_one_copies_everything_but_the_date(
    room: EventRoom, page: EventPage
) -> None:
    assert room.window.like_this.isEnabled()
    page.form.lead.setValue(4)
    page.form.date.setDate(QDate(2026, 12, 5))
    room.click(page.apply)
    room.until(lambda: room.state.settings is not None and room.state.settings.lead == 4)
    from app.store.packets.files import packets
    from app.ui.shell.opening.new_event_dialog import NewEventDialog

    settings, packet = room.state.settings, room.state.packet
    assert settings is not None
    assert packet is not None
    dialog = NewEventDialog(packets(), room.file.parent, like=(settings, packet))
    room.qtbot.addWidget(dialog)
    answer = dialog.answer().settings
    assert (answer.name, answer.lead, answer.date) == (settings.name, 4, "")
    assert answer.size == settings.size


def test_the_first_key_or_click_in_an_empty_date_field_starts_from_today(qtbot: QtBot) -> None:
    field = DayField("open")
    qtbot.addWidget(field)
    field.show()
    assert (field.text(), field.iso) == ("open", "")
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert field.date() >= QDate.currentDate()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    assert (field.text(), field.iso) == ("open", "")
    qtbot.mouseClick(field, LEFT, pos=QPoint(field.width() - 8, field.height() // 2))
    assert field.iso == QDate.currentDate().toString(Qt.DateFormat.ISODate)
    calendar = QApplication.activePopupWidget()
    assert calendar is not None
    calendar.close()
    field.show_iso("")
    assert field.text() == "open"
    field.show_iso("2026-12-05")
    assert field.date() == QDate(2026, 12, 5)
