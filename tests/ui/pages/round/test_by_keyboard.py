"""What an organizer does to a round in the main window without a mouse, undone and done again."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.__main__ import SampleEvent
from app.desk.desk import Desk
from app.engine.acts.players import AddPlayers, Entry
from app.engine.rounds.edit import arrangement
from app.engine.side import Side
from app.engine.state import Stage, State
from app.ui.dialogs.reason import ReasonDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.correction_dialog import CorrectionDialog
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.views.pages import DeskPage
from tests.events import Event
from tests.real_time import RealTimeline
from tests.stores import create, open_log
from tests.ui.asked import when_asked
from tests.ui.pages.round.drawn import cell

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NAME = 2
P = TypeVar("P", bound=QWidget)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "event.flagfall"


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, file: Path
) -> Callable[[Event], MainWindow]:
    """The main window with the event as it stands; its own desk is closed first."""

    def make(event: Event) -> MainWindow:
        event.close()
        laptop = AppPreferences(qapp, tmp_path / "preferences.json")
        window = MainWindow(
            lambda path, new: Desk(
                lambda: create(path) if new else open_log(path), timeline=RealTimeline()
            ),
            laptop,
            SampleEvent(),
        )
        qtbot.addWidget(window, before_close_func=MainWindow.close_event)
        with qtbot.waitExposed(window):
            window.show()
        with qtbot.waitSignal(window.opened):
            window.open_event(file)
        qtbot.waitUntil(lambda: state(window).settings is not None)
        return window

    return make


def state(window: MainWindow) -> State:
    assert window.view is not None
    return window.view.client.state


def page(window: MainWindow, name: str, kind: type[P]) -> P:
    assert window.view is not None
    window.view.show_page(DeskPage(name))
    shown = window.view.page
    assert isinstance(shown, kind)
    return shown


def undone_and_redone(window: MainWindow, qtbot: QtBot, before: State) -> None:
    """By the shortcuts; the games are as before, then as they are now."""
    after = state(window)
    assert (after.rounds, after.games) != (before.rounds, before.games)
    window.activateWindow()  # as a window manager does when a menu or a dialog closes
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_Z, CTRL)
    qtbot.waitUntil(
        lambda: (state(window).rounds, state(window).games) == (before.rounds, before.games)
    )
    QTest.keyClick(window, Key.Key_Z, CTRL | SHIFT)
    qtbot.waitUntil(
        lambda: (state(window).rounds, state(window).games) == (after.rounds, after.games)
    )


def press(button: QWidget) -> None:
    assert button.isEnabled()
    button.setFocus()
    QTest.keyClick(button, Key.Key_Space)


def row_of(players: PlayersPage, number: int) -> None:
    """Go to a player's row with the arrow keys."""
    table = players.table
    table.setFocus()
    QTest.keyClick(table, Key.Key_Home, CTRL)
    for _ in range(len(table.held.rows)):
        if [row.number for row in table.chosen_rows] == [number]:
            return
        QTest.keyClick(table, Key.Key_Down)
    raise AssertionError(number)


def from_the_menu(players: PlayersPage, key: Key, qtbot: QtBot) -> None:
    press(players.acts.more)
    menu = players.places.menu
    qtbot.waitUntil(menu.isVisible)
    QTest.keyClick(menu, key)
    qtbot.waitUntil(lambda: not menu.isVisible())


def test_by_keyboard_a_late_arrival_is_paired_with_the_bye_of_a_running_round(
    file: Path, open_window: Callable[[Event], MainWindow], qtbot: QtBot
) -> None:
    event = Event(file)
    event.register(5)
    event.start()
    event.do(AddPlayers((Entry("Late Lena"),)))
    window = open_window(event)
    before = state(window)
    players = page(window, "Players", PlayersPage)
    qtbot.waitUntil(lambda: len(players.table.held.rows) == 6)
    row_of(players, 6)
    from_the_menu(players, Key.Key_S, qtbot)
    qtbot.waitUntil(lambda: state(window).rounds[0].bye is None)
    assert any(6 in game.players for game in state(window).games.values())
    assert state(window).rounds[0].stage is Stage.STARTED
    undone_and_redone(window, qtbot, before)


def test_a_no_shows_opponent_gets_the_bye_player_and_no_other_pair_changes(
    file: Path, open_window: Callable[[Event], MainWindow], qtbot: QtBot
) -> None:
    event = Event(file)
    event.register(7)
    event.publish()
    window = open_window(event)
    before = state(window)
    now = arrangement(before, before.rounds[0])
    gone, left = now.pairs[0]
    players = page(window, "Players", PlayersPage)
    qtbot.waitUntil(lambda: len(players.table.held.rows) == 7)
    row_of(players, gone)
    from_the_menu(players, Key.Key_K, qtbot)
    qtbot.waitUntil(lambda: state(window).rounds != before.rounds)
    after = arrangement(state(window), state(window).rounds[0])
    assert {*after.pairs} >= {*now.pairs[1:]}
    assert {left, now.bye} in [{*pair} for pair in after.pairs]
    assert after.bye is None
    undone_and_redone(window, qtbot, before)


def test_players_can_be_swapped_and_a_locked_pair_survives_a_redraw_by_keyboard(
    file: Path, open_window: Callable[[Event], MainWindow], qtbot: QtBot
) -> None:
    event = Event(file)
    event.register(10)
    event.draw()
    window = open_window(event)
    before = state(window)
    shown = page(window, "Round", RoundPage)
    table = shown.review.table
    qtbot.waitUntil(lambda: table.model().rowCount() == 5)
    first, second = arrangement(before, before.rounds[0]).pairs[:2]
    table.setFocus()
    table.setCurrentIndex(cell(table, 0, NAME))
    QTest.keyClick(table, Key.Key_Down, CTRL)
    QTest.keyClick(table, Key.Key_Space, CTRL)
    press(shown.review.acts.swap)
    qtbot.waitUntil(lambda: state(window).rounds != before.rounds)
    swapped = arrangement(state(window), state(window).rounds[0]).pairs
    assert swapped[:2] == ((second[0], first[1]), (first[0], second[1]))
    undone_and_redone(window, qtbot, before)

    edited = state(window)
    table.setFocus()
    table.setCurrentIndex(cell(table, 0, NAME))
    press(shown.review.acts.lock)
    qtbot.waitUntil(lambda: len(state(window).set_pairs) == 1)

    def why(dialog: ReasonDialog) -> None:
        QTest.keyClicks(dialog.reason, "Two of a family")
        QTest.keyClick(dialog.reason, Key.Key_Return)

    when_asked(ReasonDialog, why)
    press(shown.header.other)
    qtbot.waitUntil(lambda: state(window).rounds[0].attempt == 2)
    assert {*swapped[0]} in [{*game.players} for game in state(window).games.values()]
    undone_and_redone(window, qtbot, edited)


def test_a_result_of_round_1_is_corrected_during_round_3(
    file: Path, open_window: Callable[[Event], MainWindow], qtbot: QtBot
) -> None:
    event = Event(file)
    event.register(8)
    event.finish()
    event.finish()
    event.start()
    window = open_window(event)
    before = state(window)
    shown = page(window, "Round", RoundPage)
    shown.header.rounds.setFocus()
    qtbot.waitUntil(lambda: shown.header.rounds.count() == 3)
    QTest.keyClick(shown.header.rounds, Key.Key_End)
    qtbot.waitUntil(lambda: shown.header.title.text() == "Round 1")
    QTest.keyClick(window, Key.Key_F2)
    QTest.keyClicks(shown.desk.table, "1")
    QTest.keyClick(shown.desk.table, Key.Key_Return)
    QTest.keyClicks(shown.desk.winner, "2")
    for number, field in zip("1519", (*shown.desk.cp, *shown.desk.apd), strict=True):
        field.selectAll()
        QTest.keyClicks(field, number)
    shown.desk.apd.blue.setFocus()
    seen: list[str] = []

    def look(dialog: CorrectionDialog) -> None:
        qtbot.waitUntil(lambda: "stay as they were" in dialog.later.text())
        seen.append(dialog.later.text())
        QTest.keyClick(dialog, Key.Key_Return)

    when_asked(CorrectionDialog, look)
    QTest.keyClick(shown.desk.apd.blue, Key.Key_Return)
    game = next(
        game for game in before.games.values() if game.table == 1 and game.round_number == 1
    )
    qtbot.waitUntil(lambda: state(window).games[game.number].reported != game.reported)
    corrected = state(window).games[game.number].reported
    assert corrected is not None
    assert corrected.winner is Side.BLUE
    assert "Round 2" in seen[0]
    assert state(window).rounds == before.rounds
    undone_and_redone(window, qtbot, before)
