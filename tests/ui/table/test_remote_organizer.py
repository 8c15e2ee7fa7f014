from datetime import datetime

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.engine.acts.chess_clock import HoldTime, PressLever
from app.engine.acts.events import Record
from app.engine.acts.late import HandIn
from app.engine.acts.results import How
from app.engine.acts.table import (
    PauseClock,
    PutDiceDown,
    ReopenGame,
    Rule,
    StartClock,
    Tap,
)
from app.engine.side import Side
from app.ui.clients.remote_table import RemoteTable
from app.ui.table.organizer_dialog import OrganizerDialog
from app.ui.table.sheets.menu import MenuSheet
from app.views.table.clock_presses import last_switch
from app.web.protocol.messages import Marks
from app.web.protocol.seal import ServerEnd
from app.web.remote.organizer import NOT_HERE, RemoteStanding
from app.web.server.organizer import Organizer
from tests.web.venue import Venue

RED, BLUE = Side.RED, Side.BLUE
WITHOUT = "Go on without its tablet"


def asked_for(qtbot: QtBot, elsewhere: RemoteTable) -> OrganizerDialog:
    """The organizer's dialog, opened by the window's menu."""
    elsewhere.window.strip.menu.click()
    menu = elsewhere.window.sheets.sheet(RED)
    assert isinstance(menu, MenuSheet)
    menu.organizer.click()
    dialog = elsewhere.organizer.dialog
    assert dialog is not None
    return dialog


def typed(qtbot: QtBot, dialog: OrganizerDialog, pin: str) -> None:
    for digit in pin:
        qtbot.keyClicks(dialog.pin, digit)


def press(dialog: OrganizerDialog, words: str) -> None:
    (one,) = (button for button in dialog.acts.findChildren(QPushButton) if button.text() == words)
    one.click()


def let_in(qtbot: QtBot, venue: Venue, elsewhere: RemoteTable) -> OrganizerDialog:
    dialog = asked_for(qtbot, elsewhere)
    typed(qtbot, dialog, venue.keys.new_pin())
    qtbot.waitUntil(dialog.about.isVisible)
    return dialog


def test_the_organizer_can_act_in_a_remote_table_window_with_the_pin(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    dialog = let_in(qtbot, venue, elsewhere)
    press(dialog, "Blue goes first")
    qtbot.waitUntil(lambda: venue.game(2).play.clock is not None)
    assert venue.game(2).play.first is BLUE
    qtbot.waitUntil(lambda: "Playing" in dialog.status.text())
    press(dialog, "Pause")
    qtbot.waitUntil(lambda: venue.game(2).play.pause is not None)
    qtbot.waitUntil(lambda: "Paused" in dialog.status.text())
    press(dialog, "Adjust time…")
    form = dialog.form
    assert form is not None
    form.choose(RED)
    form.minutes.setValue(3)
    form.reason.setText("Spilled drink")
    before = venue.game(2).play.clock
    form.apply.click()
    qtbot.waitUntil(lambda: venue.game(2).play.clock != before)
    rows: list[Record] = []
    venue.desk.subscribe(lambda snapshot: rows.extend(snapshot.fresh))
    qtbot.waitUntil(lambda: bool(rows))
    assert (rows[-1].actor, rows[-1].station) == ("EO", "EO at table 2")
    dialog.leave.click()


def test_a_wrong_pin_opens_nothing_and_is_reported(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    pin = venue.keys.new_pin()
    dialog = asked_for(qtbot, elsewhere)
    for _ in range(5):
        typed(qtbot, dialog, "000001" if pin == "000000" else "000000")
        qtbot.waitUntil(dialog.pin.problem.isVisible)
        assert dialog.pin.problem.text() == "That PIN is wrong."
        if dialog.pin.delete.isEnabled():
            dialog.pin.problem.hide()
    assert not dialog.pin.keys["1"].isEnabled()
    assert not dialog.about.isVisible()
    dialog.leave.click()


def test_the_organizers_rights_end_when_the_dialog_closes_or_the_connection_breaks(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    dialog = let_in(qtbot, venue, elsewhere)
    dialog.leave.click()
    said: list[object] = []
    elsewhere.client.ask(PauseClock(venue.game(2).number, ""), then=said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert "organizer" in str(said[0])
    dialog = let_in(qtbot, venue, elsewhere)
    assert venue.server is not None
    venue.server.stop().result(60)
    qtbot.waitUntil(dialog.pin.problem.isVisible)
    assert dialog.pin.problem.text().startswith("Offline")
    typed(qtbot, dialog, "123456")
    qtbot.waitUntil(lambda: dialog.pin.dots.accessibleName() == "0 of 6 digits")
    assert dialog.pin.problem.isVisible()
    dialog.leave.click()


def test_the_organizer_can_insist_on_a_doubtful_act_in_a_remote_window(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    venue.do(StartClock(venue.game(2).number, RED))
    dialog = let_in(qtbot, venue, elsewhere)
    qtbot.waitUntil(lambda: "Playing" in dialog.status.text())
    dialog.requested.emit(PutDiceDown(venue.game(2).number), False)
    qtbot.waitUntil(dialog.insist.isVisible)
    assert dialog.problem.text()
    dialog.requested.emit(PutDiceDown(venue.game(2).number), True)
    qtbot.waitUntil(lambda: venue.game(2).play.dice_down_ms is not None)
    qtbot.waitUntil(lambda: not dialog.insist.isVisible())
    dialog.leave.click()


def words(dialog: OrganizerDialog) -> list[str]:
    return [button.text() for button in dialog.acts.findChildren(QPushButton)]


def test_the_organizer_can_reinterpret_the_last_clock_switch_and_revert_it(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    game = venue.game(2).number
    venue.do(HoldTime(game, by_clock=True))
    venue.do(StartClock(game, RED))
    for side in (RED, BLUE, RED, BLUE, RED):
        venue.do(PressLever(game, side))
    dialog = let_in(qtbot, venue, elsewhere)
    qtbot.waitUntil(lambda: "The last switch was an interrupt" in words(dialog))
    press(dialog, "The last switch was an interrupt")
    qtbot.waitUntil(lambda: "The last switch ended the turn" in words(dialog))
    switch = last_switch(venue.game(2))
    assert switch is not None
    assert switch.interrupt
    press(dialog, "The last switch ended the turn")
    qtbot.waitUntil(lambda: "The last switch was an interrupt" in words(dialog))
    dialog.leave.click()


def test_no_clock_switch_is_offered_if_the_program_keeps_the_time(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    venue.do(StartClock(venue.game(2).number, RED))
    dialog = let_in(qtbot, venue, elsewhere)
    qtbot.waitUntil(lambda: "Pause" in words(dialog))
    assert not [word for word in words(dialog) if "switch" in word]
    dialog.leave.click()


def test_the_organizer_can_let_a_held_table_continue_without_its_tablet(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    elsewhere.client.ask(StartClock(venue.game(2).number, RED), actor="Red")  # from here
    qtbot.waitUntil(lambda: venue.game(2).play.clock is not None)
    dialog = let_in(qtbot, venue, elsewhere)
    qtbot.waitUntil(lambda: "Pause" in words(dialog))
    assert WITHOUT not in words(dialog)
    desk = elsewhere.desk
    desk.call(lambda: desk._send(Marks(marks=(), left=3)))  # noqa: SLF001 - as if some still waited
    qtbot.waitUntil(lambda: WITHOUT in words(dialog))
    press(dialog, WITHOUT)
    qtbot.waitUntil(lambda: WITHOUT not in words(dialog))
    play = desk.known.play
    assert play is not None
    assert not play.held
    dialog.leave.click()


def test_a_late_answer_to_an_earlier_pin_dialog_grants_no_rights(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    pin = venue.keys.new_pin()
    dialog = asked_for(qtbot, elsewhere)
    typed(qtbot, dialog, pin)
    dialog.leave.click()  # before the answer has come
    dialog = asked_for(qtbot, elsewhere)
    said: list[object] = []
    elsewhere.client.ask(PauseClock(venue.game(2).number, ""), then=said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert str(NOT_HERE) in str(said[0])
    assert dialog.pin.isVisible()
    dialog.leave.click()


def test_the_organizers_access_expires_in_the_window_and_on_the_server(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.organizer.AT_A_TABLE_S", 0.3)
    told: list[RemoteStanding] = []
    heard = elsewhere.desk.orders.on_standing

    def hear(standing: RemoteStanding) -> None:
        told.append(standing)
        heard(standing)

    elsewhere.desk.orders.on_standing = hear
    dialog = asked_for(qtbot, elsewhere)
    typed(qtbot, dialog, venue.keys.new_pin())
    qtbot.waitUntil(dialog.pin.problem.isVisible)
    assert dialog.pin.problem.text() == "Enter the PIN again."
    assert told[0].let_in
    said: list[object] = []
    elsewhere.client.ask(PauseClock(venue.game(2).number, ""), then=said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert str(NOT_HERE) in str(said[0])
    dialog.leave.click()


def test_the_organizer_can_decide_about_late_presses_in_a_remote_window(
    qtbot: QtBot, venue: Venue, elsewhere: RemoteTable
) -> None:
    game = venue.game(2).number
    dialog = let_in(qtbot, venue, elsewhere)
    press(dialog, "Red goes first")
    qtbot.waitUntil(lambda: venue.game(2).play.clock is not None)
    clock = venue.game(2).play.clock
    assert clock is not None
    began_ms = clock.since_ms
    venue.do(Rule(game, BLUE, How.ASSASSINATION, "caster kill"))
    venue.do(ReopenGame(game, "it was not"))
    for device in ("2-00000000", "2-00000001"):
        late = HandIn(game, Tap(game, RED), device, follows=True)
        venue.desk.submit(late, at_ms=began_ms + 1).result(60)
    assert len(venue.game(2).aside) == 2
    at = f"{datetime.fromtimestamp((began_ms + 1) / 1000):%H:%M:%S}"
    leave = f"Leave the late press of {at} out"
    qtbot.waitUntil(lambda: leave in words_of(dialog))
    assert "late press" in dialog.status.text()
    buttons = dialog.acts.findChildren(QPushButton)
    next(button for button in buttons if button.text() == leave).click()
    qtbot.waitUntil(lambda: len(venue.game(2).aside) == 1)
    qtbot.waitUntil(lambda: "Count the late press" in words_of(dialog))
    press(dialog, "Count the late press")
    qtbot.waitUntil(lambda: venue.game(2).aside == ())
    qtbot.waitUntil(lambda: "Count the late press" not in words_of(dialog))
    dialog.leave.click()


def words_of(dialog: OrganizerDialog) -> list[str]:
    return [button.text() for button in dialog.acts.findChildren(QPushButton)]


def test_no_pin_is_sent_to_a_server_that_does_not_know_the_tables_secret(
    qtbot: QtBot, venue: Venue, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    monkeypatch.setattr(ServerEnd, "prove", lambda _self: "0" * 64)
    monkeypatch.setattr(Organizer, "unlock", lambda *message: heard.append(message))
    dialog = asked_for(qtbot, request.getfixturevalue("elsewhere"))
    typed(qtbot, dialog, venue.keys.new_pin())
    qtbot.waitUntil(dialog.pin.problem.isVisible)
    assert dialog.pin.problem.text().startswith("Offline")
    assert heard == []
    dialog.leave.click()
