import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, StartRound
from app.engine.acts.table import PauseClock, ResumeClock, StartClock
from app.engine.side import Side
from app.store.own_folder import own_folder
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import Stage
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.not_saved import NotSavedDialog
from app.ui.pages.event.page import EventPage
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from app.web.remote.address import Joined
from app.web.remote.desk import RemoteDesk
from tests.ui.asked import when_asked
from tests.ui.windows import begin


def with_a_running_clock(qtbot: QtBot, window: MainWindow, folder: Path) -> DeskClient:
    client = begin(qtbot, window, folder / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    client.ask(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: any(game.play.ticking for game in client.state.games.values()))
    return client


def test_running_clocks_are_asked_about_before_the_window_closes(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = with_a_running_clock(qtbot, window, tmp_path)
    when_asked(InsistDialog, lambda dialog: dialog.reject())
    assert not window.close()
    assert window.isVisible()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    when_asked(InsistDialog, lambda dialog: dialog.reject())
    qtbot.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.view.client is client
    when_asked(InsistDialog, lambda dialog: dialog.accept())
    assert window.close()


@pytest.mark.parametrize("key", [Qt.Key.Key_W, Qt.Key.Key_Q])
def test_closing_asks_about_unapplied_settings_before_they_are_lost(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, key: Qt.Key
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.EVENT)
    page = view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    page.form.tables.setValue(6)
    page.form.name.setText("Club day")
    asked: list[str] = []

    def answer(dialog: InsistDialog) -> None:
        asked.extend(said.text() for said in dialog.findChildren(QLabel))
        assert dialog.focusWidget() is dialog.leave
        dialog.reject()

    when_asked(InsistDialog, answer)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
    assert asked == [
        "Changed on the Event page and not applied: Name and Tables.",
        "Apply the changes there, or they are lost.",
    ]
    assert window.view is view
    assert page.form.tables.value() == 6
    when_asked(InsistDialog, lambda dialog: dialog.accept())
    assert window.close()


def test_running_clocks_and_unapplied_settings_are_asked_about_in_one_question(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.EVENT)
    client, page = view.client, view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    client.ask(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: any(game.play.ticking for game in client.state.games.values()))
    page.form.seed.setText("77")
    asked: list[str] = []

    def answer(dialog: InsistDialog) -> None:
        asked.extend(said.text() for said in dialog.findChildren(QLabel))
        dialog.accept()

    when_asked(InsistDialog, answer)
    assert window.close()
    assert asked[0].startswith("The clock at table 1 stops until you reopen the event.")
    assert asked[0].endswith("Changed on the Event page and not applied: Dice seed.")


def test_settings_changed_back_are_not_asked_about(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.EVENT)
    page = view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    page.form.tables.setValue(6)
    qtbot.mouseClick(page.revert, Qt.MouseButton.LeftButton)
    assert window.close()


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (Qt.Key.Key_Q, "&Quit, stop clocks and discard changes"),
        (Qt.Key.Key_W, "&Close event, stop clocks and discard changes"),
    ],
)
def test_the_closing_buttons_say_what_happens_and_promise_no_undo(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, key: Qt.Key, words: str
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.EVENT)
    client, page = view.client, view.page
    assert isinstance(page, EventPage)
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    client.ask(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: any(game.play.ticking for game in client.state.games.values()))
    page.form.tables.setValue(6)
    seen: list[str] = []

    def look(dialog: InsistDialog) -> None:
        seen.extend((dialog.leave.text(), dialog.anyway.text()))
        seen.extend(label.text() for label in dialog.findChildren(QLabel))
        dialog.reject()

    when_asked(InsistDialog, look)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(seen) > 2)
    assert seen[:2] == ["&Keep open", words]
    assert not any("undo" in one.lower() for one in seen)


CAUGHT_UP = "Once you reopen the event, Flagfall catches up with the clocks that went on."


@contextmanager
def devices_at(addresses: Iterable[str]) -> Iterator[None]:
    """A device that has joined at each of these addresses."""
    desks = [RemoteDesk(Joined.from_url(address)) for address in addresses]
    for desk in desks:
        desk.start()
    try:
        yield
    finally:
        for desk in desks:
            desk.stop()


def start_games(qtbot: QtBot, client: DeskClient, tables: int) -> None:
    """Red's clock runs at each of so many tables."""
    client.ask(AddPlayers(tuple(Entry(f"Player {n}") for n in range(2 * tables))))
    client.ask(CheckIn(tuple(range(1, 2 * tables + 1))))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    qtbot.waitUntil(lambda: len(client.state.games) == tables)
    for number in client.state.games:
        client.ask(StartClock(number, Side.RED))
    qtbot.waitUntil(lambda: all(game.play.ticking for game in client.state.games.values()))


def asked_before_closing(qtbot: QtBot, window: MainWindow) -> list[str]:
    """The sentences of the question and the words of the button that leaves."""
    asked: list[str] = []

    def look(dialog: InsistDialog) -> None:
        asked.extend(label.text() for label in dialog.findChildren(QLabel))
        asked.append(dialog.anyway.text())
        dialog.reject()

    when_asked(InsistDialog, look)
    assert not window.close()
    qtbot.waitUntil(lambda: bool(asked))
    return asked


def test_the_closing_question_says_that_clocks_on_table_devices_keep_running(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    start_games(qtbot, client, 3)
    tablets = client.tablets
    assert tablets is not None
    tablets.switch_on(only_here=True)
    qtbot.waitUntil(lambda: tablets.picture.stage is Stage.ON)
    with devices_at([sheet.address for sheet in tablets.sheets((1, 2))]):
        running = client.state.games.values()
        qtbot.waitUntil(lambda: sum(map(tablets.goes_on, running)) == 2)
        sentences, notes, words = asked_before_closing(qtbot, window)
        assert sentences == (
            "The clock at table 3 stops until you reopen the event."
            " The clocks at tables 1 and 2 go on at the tablets or computers there."
        )
        assert notes == (
            "When you reopen it, the Now page asks once whether the time in between counts."
            f" {CAUGHT_UP}"
        )
        assert words == "&Quit and stop clocks"
        (game,) = (game.number for game in running if game.table == 3)
        client.ask(PauseClock(game, ""))
        qtbot.waitUntil(lambda: not client.state.games[game].play.ticking)
        sentences, notes, words = asked_before_closing(qtbot, window)
        assert sentences == "The clocks at tables 1 and 2 go on at the tablets or computers there."
        assert (
            notes == "Once you reopen the event, Flagfall catches up with the clocks that went on."
        )
        assert words == "&Quit"
    tablets.switch_off()


def test_the_closing_question_says_that_chess_clocks_keep_running(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    start_games(qtbot, client, 1)
    client.ask(PauseClock(1, ""))
    client.ask(HoldTime(1, by_clock=True))
    client.ask(ResumeClock(1))
    qtbot.waitUntil(lambda: client.state.games[1].play.clock_holds)
    qtbot.waitUntil(lambda: client.state.games[1].play.ticking)
    sentences, _notes, words = asked_before_closing(qtbot, window)
    assert sentences == "The chess clock at table 1 goes on."
    assert words == "&Quit"


def test_the_sample_is_closed_without_a_promise_to_reopen_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    with qtbot.waitSignal(window.opened):
        window.open_sample()
    client = window.view.client
    qtbot.waitUntil(lambda: any(game.play.ticking for game in client.state.games.values()))
    assert window.close()


@pytest.mark.in_file
def test_closing_asks_about_unsaved_presses_and_keeps_a_list_of_them(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = with_a_running_clock(qtbot, window, tmp_path)
    window.tables.show(client, 1)
    table = window.tables.open[1]
    name = client.state.name(client.state.games[1].players.red)
    seen: list[str] = []
    asked: list[str] = []

    def read(dialog: NotSavedDialog) -> None:
        seen.extend(dialog.lines.toPlainText().splitlines())
        dialog.got_it.click()

    def insist(dialog: InsistDialog) -> None:
        asked.extend(part.text() for part in dialog.findChildren(QLabel))
        when_asked(NotSavedDialog, read)
        dialog.accept()

    with closing(sqlite3.connect(tmp_path / "night.flagfall", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        qtbot.waitUntil(table.halves[Side.RED].isVisible)
        qtbot.mouseClick(table.halves[Side.RED], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: client.presses.count_kept == 1)
        when_asked(InsistDialog, insist)
        assert window.close()
        other.execute("ROLLBACK")
    assert "1 press at the tables could not be saved yet." in " ".join(asked)
    (line,) = seen
    assert f"{name} tapped at the end of" in line
    (kept,) = (own_folder("unsaved")).glob("*.txt")
    assert kept.read_text("utf-8").splitlines() == [line]
