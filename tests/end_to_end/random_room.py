"""A main window in which commands rain down; prints the number of each row once it is durable."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.desk.replies import Reply
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import CallJudge, DismissJudge, PauseClock, ResumeClock, StartClock
from app.engine.acts.table import Tap as TapClock
from app.engine.acts.undo import Redo, Undo
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.engine.table.game import Game
from app.headless.simulation.dice import SimulationDice
from app.store.log.event_log import create
from app.store.packets.files import packets
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from app.views.pages import DeskPage

PLAYERS = 12
PACKET = packets()["sr2017"]  # read before the fork


class RandomRoom:
    """Asks for one thing after another, in the window's thread, and shows pages meanwhile."""

    def __init__(self, app: QApplication, path: Path, seed: int) -> None:
        self._dice = SimulationDice(f"room|{seed}")
        self._timeline = SetTimeline(1_800_100_800_000)
        self.window = MainWindow(self._open, AppPreferences(app, path.with_suffix(".json")))
        self.window.opened.connect(lambda: QTimer.singleShot(0, self._next))
        self.window.show()
        settings = Settings("Random room", "sr2017", 75, seed)
        self.window.create_event(path, CreateEvent(settings, PACKET))

    def _open(self, path: Path, _new: bool) -> Desk:
        return Desk(lambda: create(path), timeline=self._timeline)

    def _next(self) -> None:
        view = self.window.view
        assert view is not None
        self._timeline.move_by(20_000)
        if self._dice.chance(3):
            view.show_page(self._dice.pick((DeskPage.EVENT, DeskPage.ROUND, DeskPage.STANDINGS)))
        view.client.ask(self._command(view.client.state), then=self._answered, insist=True)

    def _answered(self, reply: Reply) -> None:
        if not isinstance(reply, Refused):
            for row in reply:
                print(row.seq, flush=True)
        QTimer.singleShot(0, self._next)

    def _command(self, state: State) -> Command:
        if len(state.players) < PLAYERS:
            return AddPlayers((Entry(f"Player {len(state.players) + 1}"),))
        if not all(player.plays for player in state.players.values()):
            return CheckIn(tuple(state.players))
        latest = state.latest
        if latest is None or latest.stage is Stage.FINISHED:
            return DrawRound(1 + self._dice.below(1000))
        if latest.stage is Stage.DRAWN:
            return PublishRound()
        if latest.stage is Stage.PUBLISHED:
            return StartRound()
        if self._dice.chance(1):
            return FinishRound()
        if self._dice.chance(5):
            return Undo() if self._dice.chance(60) else Redo()
        return self._at_a_table(self._dice.pick(state.games_of(latest)))

    def _at_a_table(self, game: Game) -> Command:
        number, play = game.number, game.play
        if play.clock is None:
            return StartClock(number, self._dice.pick(tuple(Side)))
        if play.pause is not None:
            return ResumeClock(number)
        if play.ending is not None or self._dice.chance(3):
            return ReportResult(
                number, Result(Side.RED, How.ASSASSINATION, Pair(3, 1), Pair(40, 20))
            )
        if self._dice.chance(10):
            return PauseClock(number, "Rules question")
        if self._dice.chance(10):
            return DismissJudge(number) if play.judge_called else CallJudge(number, Side.BLUE)
        return TapClock(number, play.runner)


def main(arguments: Sequence[str]) -> int:
    """With the event's file and a seed, a program of its own for the test that kills it."""
    path, seed = arguments
    app = styled_application(["random room"])
    room = RandomRoom(app, Path(path), int(seed))
    room.window.messages.hide()
    return app.exec()
