"""What the organizer sets about the room display."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.display import USUAL_DISPLAY, Slide, TimedSlide
from app.ui.display.dialog import DisplayDialog, WallChoice
from tests.events import Event
from tests.ui.open_pages import PageOf


@pytest.fixture
def chosen() -> list[str]:
    """What the dialog asked of this computer."""
    return []


@pytest.fixture
def dialog(event: Event, page_of: PageOf, chosen: list[str]) -> DisplayDialog:
    event.register(2)
    wall = WallChoice("HDMI-9", chosen.append, lambda: chosen.append("shown"))
    return page_of(lambda client: DisplayDialog(client, wall))


def test_an_announcement_is_shown_and_taken_back(
    dialog: DisplayDialog, event: Event, qtbot: QtBot
) -> None:
    assert not dialog.announce.isEnabled()
    dialog.text.setPlainText("Lunch\nuntil 13:30")
    dialog.announce.click()
    qtbot.waitUntil(lambda: dialog.shown.count() == 1)
    assert event.state.announcements == {1: "Lunch\nuntil 13:30"}
    assert dialog.shown.item(0).text() == "Lunch until 13:30"
    qtbot.waitUntil(lambda: not dialog.text.toPlainText())
    dialog.text.setPlainText("Lunch\nuntil 13:30")
    dialog.announce.click()
    qtbot.waitUntil(dialog.notice.isVisible)
    assert dialog.notice.text() == "That announcement is shown already."
    assert not dialog.take_back.isEnabled()
    dialog.shown.setCurrentRow(0)
    dialog.take_back.click()
    qtbot.waitUntil(lambda: dialog.shown.count() == 0)
    assert event.state.announcements == {}


def test_slides_are_saved_with_their_order_and_seconds(
    dialog: DisplayDialog, event: Event, qtbot: QtBot
) -> None:
    assert dialog.arrangement == USUAL_DISPLAY
    slides = dialog.slides.list
    slides.item(2).setCheckState(Qt.CheckState.Unchecked)
    slides.setCurrentRow(1)
    dialog.seconds.setValue(40)
    assert slides.item(1).text() == "Round clock · 40 s"
    dialog.slides.up.click()
    dialog.judge.setChecked(True)
    dialog.save.click()
    qtbot.waitUntil(lambda: not dialog.isVisible())
    display = event.state.display
    assert display.judge_calls
    assert display.slides[0] == TimedSlide(Slide.CLOCK, 40)
    assert Slide.BY_NAME not in [timed.slide for timed in display.slides]


def test_a_display_without_slides_is_not_saved(dialog: DisplayDialog, qtbot: QtBot) -> None:
    slides = dialog.slides.list
    for row in range(slides.count()):
        slides.item(row).setCheckState(Qt.CheckState.Unchecked)
    dialog.save.click()
    qtbot.waitUntil(dialog.notice.isVisible)
    assert dialog.notice.text() == "Tick at least one slide."
    slides.item(0).setCheckState(Qt.CheckState.Checked)
    dialog.slides.back.click()
    assert dialog.arrangement == USUAL_DISPLAY
    dialog.save.click()
    assert not dialog.isVisible()


def test_the_screen_is_this_computers_choice(dialog: DisplayDialog, chosen: list[str]) -> None:
    assert dialog.screen_choice.currentData() == "HDMI-9"
    assert dialog.address.text().startswith("Any browser shows it, too")
    dialog.screen_choice.setCurrentIndex(0)
    dialog.screen_choice.activated.emit(0)
    dialog.show_button.click()
    assert chosen == ["", "shown"]
