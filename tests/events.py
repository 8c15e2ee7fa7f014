"""Events of any size on a real desk and a real file, made by the EO's own commands.

For tests of windows and for looking at them.
"""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from app.clock.timeline import SetTimeline
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import (
    AdjustClock,
    CallJudge,
    Claim,
    Holding,
    MakeClaim,
    PauseClock,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table import scoring
from app.engine.table.game import Game
from app.store.packets.files import packets
from tests.patience import PATIENCE_S
from tests.stores import create

NOON_MS = 1_800_100_800_000
MINUTE = 60_000
FIRST_NAMES = (
    "Anna", "Bartek", "Cleo", "Dmitri", "Ewa", "Fredrik", "Grażyna", "Hugo",
    "Ines", "Jakub", "Katarzyna", "Leif", "Magda", "Noor", "Oskar", "Paulina",
)  # fmt: skip
LAST_NAMES = (
    "Kowalska", "Smith", "Lindqvist", "Okafor", "Nowak", "O’Brien", "Schneider", "Duarte",
)  # fmt: skip
CLUBS = ("Iron Foundry", "Ravens", "Northern Legion", "Table Top Lodz", "")
FACTIONS = ("Cygnar", "Khador", "Cryx", "Menoth", "Trollbloods", "Circle", "Legion", "Skorne")
LONG_NAME = "Maximilian Ferdinand von und zu Hohenlohe-Waldenburg-Schillingsfürst " * 3
HEBREW_NAME = "אברהם בן־שמואל הכהן"


def entries(count: int, *, odd_names: bool = False) -> tuple[Entry, ...]:
    """So many different players; ``odd_names``: the second is very long, the third Hebrew."""
    made = [
        Entry(
            f"{FIRST_NAMES[n % 16]} {LAST_NAMES[(n // 16 + n) % 8]}",
            CLUBS[n % 5],
            FACTIONS[n % 8],
        )
        for n in range(count)
    ]
    if odd_names:
        made[1:3] = [Entry(LONG_NAME[:200], "Ravens", "Khador"), Entry(HEBREW_NAME, "", "Cryx")]
    return tuple(made)


class Event:
    """A running event; ``close`` it in the end."""

    def __init__(
        self, path: Path, settings: Settings | None = None, *, began_ms: int = NOON_MS
    ) -> None:
        self.path, self.timeline = path, SetTimeline(began_ms)
        self.desk = Desk(lambda: create(path), timeline=self.timeline)
        self.desk.start().result(timeout=PATIENCE_S)
        chosen = settings or Settings("Foundry Open", "sr2017", 75, 20_261_121)
        self.do(CreateEvent(chosen, packets()[chosen.packet]))

    def close(self) -> None:
        self.desk.stop()

    def do(self, command: Command, *, insist: bool = False) -> tuple[Record, ...]:
        reply = self.desk.submit(command, insist=insist).result(timeout=PATIENCE_S)
        assert not isinstance(reply, Refused), reply.sentence
        return reply

    @property
    def state(self) -> State:
        """The event once everything asked so far is done."""
        seen: Future[Snapshot] = Future()

        def hear(snapshot: Snapshot) -> None:
            if not seen.done():
                seen.set_result(snapshot)

        self.desk.subscribe(hear)
        self.desk.unsubscribe(hear)
        return seen.result(timeout=PATIENCE_S).state

    def game(self, table: int) -> Game:
        latest = self.state.latest
        assert latest is not None
        return next(game for game in self.state.games_of(latest) if game.table == table)

    def move_by(self, ms: int) -> None:
        self.timeline.move_by(ms)

    def register(self, count: int, *, here: int | None = None, odd_names: bool = False) -> None:
        self.do(AddPlayers(entries(count, odd_names=odd_names)))
        self.do(CheckIn(tuple(range(1, (count if here is None else here) + 1))))

    def draw(self, seed: int = 7) -> None:
        self.do(DrawRound(seed), insist=True)

    def publish(self) -> None:
        self.draw()
        self.do(PublishRound())

    def start(self) -> None:
        self.publish()
        self.do(StartRound())

    def report(self, table: int, winner: Side | None = Side.RED) -> None:
        how = How.SCENARIO if winner else How.TIE
        cp = Pair(6, 0) if winner is Side.RED else Pair(1, 7) if winner else Pair(2, 2)
        result = Result(winner, how, cp, Pair(20 + table % 9, 31 - table % 7))
        self.do(ReportResult(self.game(table).number, result))

    def finish(self) -> None:
        """A whole round: drawn, played at every table, finished."""
        self.start()
        latest = self.state.latest
        assert latest is not None
        for number in latest.games:
            winner = (Side.RED, Side.BLUE, Side.RED, None)[number % 4]
            cp = Pair(number % 4 + 4, number % 3)
            how = (How.SCENARIO, How.ASSASSINATION)[number % 2] if winner else How.TIE
            cp = cp if winner is not Side.BLUE else Pair(cp.blue, cp.red)
            apd = Pair(11 + number % 40, 7 + number * 3 % 50)
            self.do(ReportResult(number, Result(winner, how, cp, apd)))
        self.do(FinishRound())

    def play(self) -> None:
        """A round half way: every kind of table the live list has to tell apart."""
        self.start()
        state = self.state
        assert state.latest is not None
        games = state.games_of(state.latest)
        for game in games[: max(len(games) - 2, 1)]:
            self.do(StartClock(game.number, Side.BLUE if game.number % 3 == 0 else Side.RED))
        for minutes in (4, 3, 2, 2, 7, 9, 8, 10, 12):
            self.move_by(minutes * MINUTE + 1_300)
            self._tap_all(games)
        odd: list[Callable[[int], object]] = [
            lambda number: self.do(CallJudge(number, Side.RED)),
            lambda number: self.do(PauseClock(number, "Rules question")),
            lambda number: self.do(self._nearly_out(number)),
            lambda number: self.do(MakeClaim(number, Side.RED, Claim.CASTER, Side.BLUE)),
        ]
        for game, act in zip(games[3:-2:2], odd, strict=False):
            act(game.number)

    def _nearly_out(self, number: int) -> AdjustClock:
        """Leaves the running side four minutes."""
        play = self.state.games[number].play
        assert play.clock is not None
        left_ms = play.clock.remaining(play.runner, self.timeline.now_ms())
        return AdjustClock(number, play.runner, 4 * MINUTE - left_ms, "Late for the round")

    def _tap_all(self, games: tuple[Game, ...]) -> None:
        """Most tables end a turn, and score a zone when that counts."""
        state = self.state
        for game in games:
            play = state.games[game.number].play
            if not play.ticking or game.number % 5 == 4:
                continue
            if scoring.scores_elements(game.terms, play.step):
                zone = game.terms.scenario.elements[game.number % 2]
                held = (Holding(zone.key, play.owner),) if play.step % 3 else ()
                self.do(ScoreTurn(game.number, None, play.step, held))
            self.do(Tap(game.number, play.runner))
