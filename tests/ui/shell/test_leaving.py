"""A player drops at the main window while their game has not begun."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import EnterPairings, PublishRound
from app.engine.state import Stage
from app.engine.table.verdict import final_result
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.leaving import LeavingDialog
from app.ui.shell.main_window import MainWindow
from tests.ui.asked import when_asked
from tests.ui.windows import begin


def published(qtbot: QtBot, window: MainWindow, folder: Path) -> DeskClient:
    client = begin(qtbot, window, folder / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"), Entry("Cy"), Entry("Di"))))
    client.ask(CheckIn((1, 2, 3, 4)))
    client.ask(EnterPairings(((1, 2), (3, 4)), None), insist=True)
    client.ask(PublishRound(), insist=True)
    qtbot.waitUntil(lambda: [round_.stage for round_ in client.state.rounds] == [Stage.PUBLISHED])
    return client


def test_one_press_gives_the_win_to_the_opponent_of_a_player_who_drops(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = published(qtbot, window, tmp_path)

    def answer(dialog: LeavingDialog) -> None:
        assert [way.text() for way in dialog.ways] == [
            "Bo &wins, as over a no-show",
            "Bo has the &bye",
        ]
        qtbot.mouseClick(dialog.ways[0], Qt.MouseButton.LeftButton)

    when_asked(LeavingDialog, answer)
    client.ask(DropPlayer(1))
    qtbot.waitUntil(lambda: client.state.players[1].status.has_left)
    result = final_result(client.state.games[1])
    assert result is not None
    assert result.how is How.NO_SHOW


def test_escape_cancels_a_drop_and_the_last_button_drops_only_the_player(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = published(qtbot, window, tmp_path)
    asked: list[str] = []

    def escape(dialog: LeavingDialog) -> None:
        asked.append(dialog.windowTitle())
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)

    when_asked(LeavingDialog, escape)
    client.ask(DropPlayer(1))
    qtbot.waitUntil(lambda: bool(asked))
    assert not client.state.players[1].status.has_left
    when_asked(LeavingDialog, lambda dialog: dialog.later.click())
    client.ask(DropPlayer(1))
    qtbot.waitUntil(lambda: client.state.players[1].status.has_left)
    assert final_result(client.state.games[1]) is None
