"""Two days of play in the real window: 128 players, 64 tables, and seven rounds as the packets have
them, with every press, score, judge call and result. The clock is moved by hand. The memory at the
end is compared with that after the first hour of play. The processor time of a press in each round
is compared with that in the first round.

    python -m benchmarks.two_days [players [rounds]]
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.engine.acts.commands import Command, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import (
    CallJudge,
    DismissJudge,
    Holding,
    PauseClock,
    ResumeClock,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table import scoring
from app.store.log.event_log import create
from app.store.packets.files import packets
from app.store.server.address import Place
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import styled_application
from app.views.pages import DeskPage

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

PLAYERS, ROUNDS = 128, 7
MORNING_MS = 1_800_086_400_000
MINUTE_MS, HOUR_MS, NIGHT_MS = 60_000, 3_600_000, 13 * 3_600_000
PLAYED_MINUTES = 110
"""The minutes of each round that are played."""
PRESSED, HELD, CALLED = 0.17, 0.2, 0.01
"""Per table and minute, the probability of a press, because a game has 18 presses; then the
probability that a turn scores an element; then the probability that a judge is called.
"""
PATIENCE_S = 60.0
MEMORY_TARGET = 1.10


class Days:
    """The window with its desk, and the cost of the presses so far."""

    def __init__(self, folder: Path, players: int) -> None:
        self.app = styled_application(["flagfall"])
        self.dice = random.Random(20_261_124)
        self.timeline = SetTimeline(MORNING_MS)
        self.presses, self.press_s = 0, 0.0
        laptop = AppPreferences(self.app, folder / "preferences.json")
        self.window = MainWindow(self._open, laptop)
        self.window.resize(1366, 768)
        self.window.show()
        settings = Settings("Two days", "sr2017", 75, 20_261_124)
        packet = packets()[settings.packet]
        self.window.create_event(folder / "days.flagfall", CreateEvent(settings, packet))
        self._wait(lambda: self.window.view is not None and self.desk is not None)
        self._wait(lambda: self.view.client.snapshot is not None and self.state.settings)
        clubs = ("Iron Foundry", "Ravens", "Northern Legion", "")
        made = tuple(Entry(f"Player {n:03}", clubs[n % 4], "Khador") for n in range(players))
        self.ask(AddPlayers(made))
        self.ask(CheckIn(tuple(range(1, players + 1))))

    def _open(self, kept: Place, _new: bool) -> Desk:
        assert isinstance(kept, Path)
        self.desk = Desk(lambda: create(kept), timeline=self.timeline)
        return self.desk

    @property
    def view(self) -> EventView:
        assert self.window.view is not None
        return self.window.view

    @property
    def state(self) -> State:
        """The state of the event, as the window has it."""
        return self.view.client.state

    def _wait(self, holds: Callable[[], object]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < end_s, "the window does not go on"
            self.app.processEvents()
            time.sleep(0.001)

    def ask(self, *commands: Command) -> int:
        """Submit these commands to the desk, and wait until the window shows their effects. Return
        how many of them were accepted and had an effect.
        """
        waiting = [self.desk.submit(command, insist=True) for command in commands]
        replies = [reply.result(PATIENCE_S) for reply in waiting]
        done = [reply for reply in replies if not isinstance(reply, Refused) and reply]
        if done:
            last_seq = max(reply[-1].seq for reply in done)
            self._wait(lambda: len(self.view.client.records) >= last_seq)
        return len(done)

    def look(self) -> None:
        """Show every page, as an organizer does now and then, and finally the page of the round."""
        for page in (*DeskPage, DeskPage.ROUND):
            self.view.show_page(page)
            self.app.processEvents()

    def begin(self, seed: int) -> None:
        """Draw, publish and start a round while the page of the round is shown, so that the page
        also reviews the draw.
        """
        self.view.show_page(DeskPage.ROUND)
        self.app.processEvents()
        for command in (DrawRound(seed), PublishRound(), StartRound()):
            assert self.ask(command), command
        sides = (Side.RED, Side.BLUE)
        self.ask(*(StartClock(game, self.dice.choice(sides)) for game in self.games()))

    def games(self) -> tuple[int, ...]:
        """Return the numbers of the games of the round under way."""
        latest = self.state.latest
        assert latest is not None
        return latest.games

    def play(self, minutes: int) -> None:
        """Play for ``minutes`` at every table."""
        for _ in range(minutes):
            self.timeline.move_by(MINUTE_MS)
            turns = [number for number in self.games() if self.dice.random() < PRESSED]
            games = self.state.games
            playing = [number for number in turns if games[number].play.ticking]
            scores = [self._score(number) for number in playing]
            self.ask(*(score for score in scores if score is not None))
            for number in playing:
                if self.dice.random() < CALLED:
                    self._call(number)
            before_s = time.process_time()
            taps = [Tap(number, games[number].play.runner) for number in playing]
            self.presses += self.ask(*taps)
            self.press_s += time.process_time() - before_s

    def _score(self, number: int) -> Command | None:
        game = self.state.games[number]
        if not scoring.scores_elements(game.terms, game.play.step):
            return None
        zone = self.dice.choice(game.terms.scenario.elements)
        held = (Holding(zone.key, game.play.owner),) if self.dice.random() < HELD else ()
        return ScoreTurn(number, None, game.play.step, held)

    def _call(self, number: int) -> None:
        side = self.state.games[number].play.owner
        self.ask(CallJudge(number, side), PauseClock(number, "Rules question"))
        self.ask(ResumeClock(number), DismissJudge(number))

    def end(self) -> None:
        results = []
        for number in self.games():
            winner = self.dice.choice((Side.RED, Side.BLUE))
            cp = Pair(6, 1) if winner is Side.RED else Pair(1, 6)
            apd = Pair(self.dice.randrange(75), self.dice.randrange(75))
            results.append(ReportResult(number, Result(winner, How.SCENARIO, cp, apd)))
        self.ask(*results)
        assert self.ask(FinishRound())

    def close(self) -> None:
        self.window.close_event()
        self.window.close()
        self.desk.stop()


def memory() -> int:
    """Return the memory of this process in bytes, as Linux counts it."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


def main(players: int = PLAYERS, rounds: int = ROUNDS) -> int:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        days = Days(Path(folder), players)
        stack.callback(days.close)
        costs, first_hour = list[float](), 0
        for number in range(1, rounds + 1):
            days.presses, days.press_s = 0, 0.0
            days.begin(number)
            days.look()
            days.play(60)
            days.look()
            if number == 1:
                first_hour = memory()
            days.play(PLAYED_MINUTES - 60)
            days.look()
            days.end()
            costs.append(days.press_s / max(days.presses, 1))
            rows = len(days.view.client.records)
            print(
                f"Round {number}: {days.presses} presses, {1000 * costs[-1]:.2f} ms of processor"
                f" each, {rows} rows, {memory() / 1e6:.0f} MB",
                flush=True,
            )
            days.timeline.move_by(NIGHT_MS if number == rounds // 2 else HOUR_MS)
        days.look()
        grown = memory() / first_hour
        print(
            f"Memory after the first hour {first_hour / 1e6:.0f} MB, at the end"
            f" {memory() / 1e6:.0f} MB: {grown:.2f} (target {MEMORY_TARGET:.2f})."
        )
        print(f"A press in the last round against the first: {costs[-1] / costs[0]:.2f}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
