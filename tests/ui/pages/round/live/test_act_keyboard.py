"""The keyboard goes on by itself through what an act asks."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QRadioButton
from pytestqt.qtbot import QtBot

from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.round.live.act_form import ActForm
from app.ui.pages.round.live.tables.model import LiveColumn
from app.ui.pages.round.page import RoundPage
from app.ui.widgets.basics import NameLabel
from app.views.table.organizer_acts import OrganizerAction
from tests.events import MINUTE, Event
from tests.ui.asked import when_asked
from tests.ui.by_window_keys import click, press_key
from tests.ui.open_pages import PageOf
from tests.ui.pages.round.live.test_panel import allotted


@pytest.fixture
def page(event: Event, page_of: PageOf) -> RoundPage:
    """A table whose clock runs is chosen."""
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    return page


def form_of(page: RoundPage) -> ActForm:
    form = page.live.panel.form
    assert form is not None
    return form


def menu_at(page: RoundPage, part: LiveColumn) -> QMenu:
    """The menu of the chosen table, opened by the right button at a part of its row."""
    tables = page.live.tables
    index = tables.model().index(tables.currentIndex().row(), part)
    place = tables.visualRect(index).center()
    reason, where = QContextMenuEvent.Reason.Mouse, tables.viewport().mapToGlobal(place)
    QApplication.sendEvent(tables.viewport(), QContextMenuEvent(reason, QPoint(place), where))
    assert page.live.menu.isVisible()
    return page.live.menu


def take(menu: QMenu, words: str) -> None:
    (act,) = (act for act in menu.actions() if act.text().startswith(words))
    menu.hide()
    act.trigger()


@pytest.mark.parametrize("before", ["mouse", "keys"])
def test_keyboard_focus_moves_to_the_next_field_an_act_still_needs(
    event: Event, page: RoundPage, qtbot: QtBot, before: str
) -> None:
    page.live.panel.begin(OrganizerAction.ADJUST)
    form = form_of(page)
    if before == "keys":  # what the hand did earlier changes nothing
        press_key(form, Qt.Key.Key_Tab)
    click(form.findChildren(QRadioButton)[1])
    assert form.minutes.hasFocus()
    qtbot.keyClicks(form.minutes, "5")
    qtbot.keyClick(form.minutes, Qt.Key.Key_Return)
    assert "Say why" in form.problem.text()
    assert form.reason.hasFocus()
    qtbot.keyClicks(form.reason, "Late back from lunch")
    qtbot.keyClick(form.reason, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: allotted(event) == 65 * MINUTE)


def test_the_menu_on_a_players_name_preselects_that_players_clock(
    event: Event, page: RoundPage, qtbot: QtBot
) -> None:
    """And a letter behind the minutes begins the reason."""
    take(menu_at(page, LiveColumn.BLUE), "Adjust time")
    form = form_of(page)
    assert form.side is Side.BLUE
    assert form.minutes.hasFocus()
    qtbot.keyClicks(form.minutes, "5s")
    assert form.minutes.value() == 5
    assert form.reason.hasFocus()
    qtbot.keyClicks(form.reason, "low play")
    qtbot.keyClick(form.reason, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: allotted(event) == 65 * MINUTE)
    take(menu_at(page, LiveColumn.CONDITION), "Adjust time")
    assert form_of(page).side is None


def test_a_letter_typed_before_the_minutes_does_not_start_the_reason(
    page: RoundPage, qtbot: QtBot
) -> None:
    page.live.panel.begin(OrganizerAction.ADJUST)
    form = form_of(page)
    click(form.findChildren(QRadioButton)[0])
    qtbot.keyClicks(form.minutes, "s")
    assert form.minutes.hasFocus()
    assert form.reason.words == ""


def test_the_menu_on_a_players_name_opens_that_players_army_lists(
    event: Event, page: RoundPage
) -> None:
    name = event.state.name(event.game(1).players.red)
    shown: list[str] = []

    def close(dialog: ListsDialog) -> None:
        shown.extend(line.text() for line in dialog.findChildren(NameLabel))
        dialog.reject()

    when_asked(ListsDialog, close)
    take(menu_at(page, LiveColumn.RED), "Army lists of")
    assert f"Lists of {name}" in shown
    assert not [act for act in menu_at(page, LiveColumn.CP).actions() if "Army lists" in act.text()]
    page.live.menu.hide()
