"""The windows of tables stay at their tables from round to round."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry, ReadmitPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undo
from app.engine.side import Pair, Side
from app.ui.clients.desk import DeskClient
from app.ui.shell.main_window import MainWindow
from app.ui.table.window import TableWindow
from tests.ui.windows import begin

WON = Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(0, 0))


class Hall:
    """Two tables with their windows, in round 1."""

    def __init__(self, qtbot: QtBot, window: MainWindow, folder: Path) -> None:
        self.qtbot, self.window = qtbot, window
        self.client: DeskClient = begin(qtbot, window, folder / "night.flagfall").client
        self.client.ask(AddPlayers(tuple(Entry(name) for name in ("Ann", "Bo", "Cy", "Di"))))
        self.client.ask(CheckIn((1, 2, 3, 4)))
        self.draw(((1, 2), (3, 4)))
        self.client.ask(PublishRound())
        self.client.ask(StartRound())
        qtbot.waitUntil(lambda: len(self.games) == 2)
        for game in self.games:
            window.open_table(game)
        self.opened = list(window.tables.open.values())

    @property
    def games(self) -> tuple[int, ...]:
        latest = self.client.state.latest
        return latest.games if latest else ()

    def draw(self, pairs: tuple[tuple[int, int], ...], bye: int | None = None) -> None:
        self.client.ask(EnterPairings(pairs, bye, 1), insist=True)

    def finish(self) -> None:
        for game in self.games:
            self.client.ask(ReportResult(game, WON), insist=True)
        self.client.ask(FinishRound(), insist=True)

    def titles(self) -> list[str]:
        return [opened.windowTitle() for opened in self.opened]

    def wait_for(self, *titles: str) -> None:
        self.qtbot.waitUntil(lambda: self.titles() == [*titles])


@pytest.fixture
def hall(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Hall:
    return Hall(qtbot, window, tmp_path)


def names(window: TableWindow) -> tuple[str, ...]:
    assert window.view is not None
    return tuple(sorted(window.view.names))


def test_a_window_shows_the_game_of_its_table_once_the_next_round_is_published(hall: Hall) -> None:
    hall.finish()
    hall.draw(((1, 3), (2, 4)))
    hall.qtbot.waitUntil(lambda: len(hall.client.state.rounds) == 2)
    hall.client.ask(StartClock(0, Side.RED))  # its refusal comes after everything before it
    hall.wait_for("Table 1, round 1", "Table 2, round 1")
    hall.client.ask(PublishRound())
    hall.wait_for("Table 1, round 2", "Table 2, round 2")
    assert {names(opened) for opened in hall.opened} == {("Ann", "Cy"), ("Bo", "Di")}
    assert [*hall.window.tables.open] == [*hall.games]
    hall.client.ask(StartRound())
    hall.client.ask(StartClock(hall.games[0], Side.RED))
    first = hall.opened[0]
    hall.qtbot.waitUntil(lambda: first.view is not None and first.view.play.ticking)


def test_a_window_returns_to_the_previous_round_when_publication_is_undone(hall: Hall) -> None:
    hall.finish()
    hall.draw(((1, 3), (2, 4)))
    hall.client.ask(PublishRound())
    hall.wait_for("Table 1, round 2", "Table 2, round 2")
    hall.client.ask(Undo())
    hall.wait_for("Table 1, round 1", "Table 2, round 1")


def test_a_table_unused_in_a_round_says_so_and_is_used_again_later(hall: Hall) -> None:
    hall.finish()
    hall.client.ask(DropPlayer(4))
    hall.draw(((1, 3),), 2)
    hall.client.ask(PublishRound(), insist=True)
    hall.wait_for("Table 1, round 2", "Table")
    unused = hall.opened[1]
    assert "no game now" in unused.strip.info.text()
    assert [half.face for half in unused.halves.values()] == [None, None]
    assert unused.halves[Side.RED].accessibleName() == "Red"
    hall.client.ask(StartRound(), insist=True)
    hall.finish()
    hall.client.ask(ReadmitPlayer(4))
    hall.draw(((1, 4), (2, 3)))
    hall.client.ask(PublishRound(), insist=True)
    hall.wait_for("Table 1, round 3", "Table 2, round 3")


def test_a_window_opened_on_an_earlier_game_stays_on_that_game(hall: Hall) -> None:
    first = hall.games[0]
    hall.finish()
    hall.draw(((1, 3), (2, 4)))
    hall.client.ask(PublishRound())
    hall.wait_for("Table 1, round 2", "Table 2, round 2")
    hall.window.open_table(first)
    looked_at = hall.window.tables.open[first]
    assert looked_at not in hall.opened
    hall.client.ask(StartRound())
    hall.client.ask(StartClock(hall.games[0], Side.RED))
    QApplication.processEvents()
    hall.qtbot.waitUntil(lambda: hall.client.state.games[hall.games[0]].play.ticking)
    assert looked_at.windowTitle() == "Table 1, round 1"


def test_a_window_follows_its_table_when_the_round_is_redrawn(hall: Hall) -> None:
    hall.client.ask(Undo())
    hall.client.ask(Undo())
    hall.client.ask(Undo())
    hall.qtbot.waitUntil(lambda: not hall.games)
    hall.draw(((1, 4), (2, 3)))
    hall.client.ask(PublishRound())
    hall.wait_for("Table 1, round 1", "Table 2, round 1")
    assert {names(opened) for opened in hall.opened} == {("Ann", "Di"), ("Bo", "Cy")}
