"""The keyboard goes on by itself through what an act asks."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QRadioButton
from pytestqt.qtbot import QtBot

from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.pages.round.page import RoundPage
from app.views.table.organizer_acts import OrganizerAction
from tests.events import MINUTE, Event
from tests.ui.open_pages import PageOf
from tests.ui.pages.round.live.test_panel import allotted, press


def test_the_keyboard_goes_on_to_what_an_act_still_lacks(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    event.start()
    event.do(StartClock(event.game(1).number, Side.RED))
    page = page_of(RoundPage)
    page.live.choose(event.game(1).number)
    page.live.panel.begin(OrganizerAction.ADJUST)
    form = page.live.panel.form
    assert form is not None
    press(qtbot, form.findChildren(QRadioButton)[1])
    assert form.minutes.hasFocus()
    qtbot.keyClicks(form.minutes, "5")
    qtbot.keyClick(form.minutes, Qt.Key.Key_Return)
    assert "Say why" in form.problem.text()
    assert form.reason.hasFocus()
    qtbot.keyClicks(form.reason, "Late back from lunch")
    qtbot.keyClick(form.reason, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: allotted(event) == 65 * MINUTE)
