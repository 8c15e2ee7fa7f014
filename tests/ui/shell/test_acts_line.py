"""The line that says what was done belongs to the event that is open."""

from pathlib import Path

from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, StartRound
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undone
from app.engine.side import Side
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from tests.ui.windows import begin, do


def test_late_messages_from_a_closed_event_are_ignored(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.offer_first_steps()
    client = view.client
    qtbot.waitUntil(lambda: bool(client.records))
    window.close_event()
    client.changed.emit(client.snapshot)
    client.more_changed.emit()
    client.acted.emit(client.records[-1:])
    client.noted.emit("Table 1: Red won.")
    assert window.toast.isHidden()
    qtbot.waitUntil(lambda: not isValid(view))
    assert not isValid(client)  # so later news reaches nothing, either


def test_a_note_offers_no_undo_from_the_previous_event(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    earlier = begin(qtbot, window, tmp_path / "night.flagfall").client
    earlier.acted.emit([Record(2, 2, 0, "desk", "organizer", Undone(1))])
    begin(qtbot, window, tmp_path / "day.flagfall").client.noted.emit("Ann is already here.")
    assert window.toast.text == "Ann is already here."
    assert not window.toast.act.isVisible()


def test_an_act_at_all_tables_can_be_undone_from_its_note(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    client, toast = view.client, window.toast
    do(client, qtbot, AddPlayers((Entry("Ann"), Entry("Bo"))), CheckIn((1, 2)))
    do(client, qtbot, DrawRound(1), StartRound(), StartClock(1, Side.RED))
    view.show_page(DeskPage.ROUND)
    page = view.page
    assert isinstance(page, RoundPage)
    pause = page.live.hall.pause
    qtbot.waitUntil(pause.isVisible)
    pause.click()
    qtbot.waitUntil(lambda: toast.text == "Clocks paused at 1 table.")
    assert toast.act.isVisible()
    assert toast.act.text() == "Undo"
    client.noted.emit("Ann is already here.")
    assert not toast.act.isVisible()
    client.described.emit("Clocks paused at 1 table.")
    toast.act.click()
    qtbot.waitUntil(lambda: client.state.games[1].play.ticking)
    qtbot.waitUntil(lambda: toast.act.text() == "Redo" and toast.act.isVisible())
