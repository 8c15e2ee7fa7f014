"""What the organizer sets about the room display."""

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.display import USUAL_DISPLAY, ArrangeDisplay, Slide, TimedSlide
from app.engine.acts.undo import Undo
from app.ui.clients.desk import DeskClient
from app.ui.pages.wall.page import WallPage
from app.ui.widgets.theme import Space
from tests.events import Event
from tests.ui.open_pages import PageOf


@pytest.fixture
def chosen() -> list[str]:
    """What the page asked of this computer."""
    return []


@pytest.fixture
def page(event: Event, client: DeskClient, page_of: PageOf, chosen: list[str]) -> WallPage:
    event.register(2)
    client.wall_screen, client.keep_wall_screen = "HDMI-9", chosen.append
    page = page_of(WallPage)
    page.wall_wanted.connect(lambda: chosen.append("shown"))
    return page


def test_an_announcement_can_be_shown_and_removed(
    page: WallPage, event: Event, qtbot: QtBot
) -> None:
    assert not page.announce.isEnabled()
    assert page.empty.isVisible()
    assert not page.shown.isVisible()
    page.text.setPlainText("Lunch\nuntil 13:30")
    page.announce.click()
    qtbot.waitUntil(lambda: page.shown.count() == 1)
    assert event.state.announcements == {1: "Lunch\nuntil 13:30"}
    assert page.shown.item(0).text() == "Lunch until 13:30"
    assert page.shown.isVisible()
    assert not page.empty.isVisible()
    qtbot.waitUntil(lambda: not page.text.toPlainText())
    page.text.setPlainText("Lunch\nuntil 13:30")
    page.announce.click()
    qtbot.waitUntil(page.notice.isVisible)
    assert page.notice.text() == "That announcement is already shown."
    assert not page.take_back.isEnabled()
    page.shown.setCurrentRow(0)
    page.take_back.click()
    qtbot.waitUntil(lambda: page.shown.count() == 0)
    assert event.state.announcements == {}


def test_the_act_that_is_needed_now_is_highlighted(page: WallPage) -> None:
    acts = (page.show_button, page.announce, page.save)

    def loud() -> list[int]:
        return [at for at, act in enumerate(acts) if act.property("kind") == "primary"]

    assert loud() == [0]
    page.slides.list.item(2).setCheckState(Qt.CheckState.Unchecked)
    assert loud() == [2]
    page.text.setPlainText("Lunch")
    assert loud() == [1]


def test_slides_are_saved_with_their_order_and_seconds(
    page: WallPage, event: Event, qtbot: QtBot
) -> None:
    assert page.arrangement == USUAL_DISPLAY
    slides = page.slides.list
    slides.item(2).setCheckState(Qt.CheckState.Unchecked)
    slides.setCurrentRow(1)
    page.seconds.setValue(40)
    assert slides.item(1).text() == "Round clock · 40 s"
    page.slides.up.click()
    page.judge.setChecked(True)
    page.save.click()
    qtbot.waitUntil(lambda: not page.save.isEnabled())
    display = event.state.display
    assert display.judge_calls
    assert display.slides[0] == TimedSlide(Slide.CLOCK, 40)
    assert Slide.BY_NAME not in [timed.slide for timed in display.slides]


def test_a_display_without_slides_is_not_saved(page: WallPage, qtbot: QtBot) -> None:
    slides = page.slides.list
    for row in range(slides.count()):
        slides.item(row).setCheckState(Qt.CheckState.Unchecked)
    page.save.click()
    qtbot.waitUntil(page.notice.isVisible)
    assert page.notice.text() == "Tick at least one slide."
    slides.item(0).setCheckState(Qt.CheckState.Checked)
    page.slides.back.click()
    assert page.arrangement == USUAL_DISPLAY
    assert not page.save.isEnabled()


def test_unsaved_display_changes_can_be_discarded_and_survive_an_undo(
    page: WallPage, client: DeskClient, event: Event, qtbot: QtBot
) -> None:
    assert not page.save.isEnabled()
    page.judge.setChecked(True)
    assert page.save.isEnabled()
    event.do(ArrangeDisplay((TimedSlide(Slide.CLOCK, 20),), False))
    qtbot.waitUntil(lambda: client.state.display == event.state.display)
    assert page.judge.isChecked()
    page.discard.click()
    assert not page.judge.isChecked()
    assert page.arrangement == event.state.display
    event.do(Undo())
    qtbot.waitUntil(lambda: page.arrangement == USUAL_DISPLAY)


def test_the_display_screen_is_chosen_per_computer(page: WallPage, chosen: list[str]) -> None:
    assert page.screen_choice.currentData() == "HDMI-9"
    assert page.address.text().startswith("Any browser can show it")
    page.screen_choice.setCurrentIndex(0)
    page.screen_choice.activated.emit(0)
    page.show_button.click()
    assert chosen == ["", "shown"]


def test_a_tall_page_has_no_gaps_between_the_slides_and_their_buttons(
    page: WallPage, qtbot: QtBot
) -> None:
    page.window().resize(1600, 1000)
    slides, corner = page.slides, QPoint(0, 0)
    qtbot.waitUntil(lambda: page.height() > 900)
    tops = [part.mapTo(page, corner).y() for part in (slides.list, slides.up, page.seconds)]
    assert tops[1] - tops[0] - slides.list.height() <= Space.M
    assert tops[2] - tops[1] - slides.up.height() <= Space.M
