"""An event opens at what waits now; a new one where its next step is done."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound
from app.ui.shell.main_window import MainWindow
from app.views.event.event import next_step
from app.views.pages import DeskPage
from tests.ui.windows import begin, do


def test_a_new_event_opens_on_the_page_of_its_next_step(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "new.flagfall")
    qtbot.waitUntil(lambda: view.page_shown is next_step(view.client.state).page)
    assert view.page_shown is DeskPage.PLAYERS


def test_an_event_with_players_opens_on_the_now_page_and_respects_later_choices(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "night.flagfall"
    client = begin(qtbot, window, file).client
    do(client, qtbot, AddPlayers(tuple(map(Entry, ("Ann", "Bo", "Cy", "Di")))))
    window.close_event()
    with qtbot.waitSignal(window.opened):
        window.open_file(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: view.page_shown is DeskPage.NOW)
    view.show_page(DeskPage.PLAYERS)
    do(view.client, qtbot, CheckIn((1, 2, 3, 4)), DrawRound(7))
    qtbot.waitUntil(lambda: view.client.state.latest is not None)
    assert view.page_shown is DeskPage.PLAYERS


def test_a_page_chosen_while_the_event_loads_stays_open(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "new.flagfall")
    view.show_page(DeskPage.HISTORY)
    do(view.client, qtbot, AddPlayers((Entry("Ann"),)))
    assert view.page_shown is DeskPage.HISTORY
