"""An event in memory: what the desk does with decide, evolve and fold, without a file or thread."""

from collections.abc import Sequence

from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Event, Record
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import StartClock, Tap
from app.engine.acts.undo import Redone, Undone
from app.engine.decide import decide
from app.engine.evolve import evolve, fold
from app.engine.formats.settings import Settings
from app.engine.packet.packet import ClockOut, Packet
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.store.packets.files import packets

PACKETS = packets()
SR2017 = PACKETS["sr2017"]
MINUTE = 60_000
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def settings(
    size: int = 75,
    *,
    tables: int = 0,
    rounds: int = 0,
    lead: int = 0,
    clock_out: ClockOut = ClockOut.PACKET,
) -> Settings:
    return Settings("Open", "sr2017", size, 1, tables, rounds, lead, clock_out)


class Desk:
    """Takes commands as the real desk does and keeps the log."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.state = State()
        self.now_ms = 0

    def ask(
        self, command: Command, at_ms: int | None = None, *, insist: bool = False
    ) -> tuple[Event, ...] | Refused:
        at_ms = self.now_ms if at_ms is None else at_ms
        decision = decide(self.state, command, at_ms, insist=insist)
        if not isinstance(decision, Refused):
            self.append(decision, at_ms)
        return decision

    def do(
        self, command: Command, at_ms: int | None = None, *, insist: bool = False
    ) -> tuple[Event, ...]:
        decision = self.ask(command, at_ms, insist=insist)
        assert not isinstance(decision, Refused), decision.sentence
        return decision

    def refused(self, command: Command, at_ms: int | None = None, *, insist: bool = False) -> str:
        decision = self.ask(command, at_ms, insist=insist)
        assert isinstance(decision, Refused), decision
        assert decision.sentence[0].isupper()
        assert decision.sentence[-1] in ".?"
        return decision.sentence

    def doubted(self, command: Command, at_ms: int | None = None) -> str:
        """The doubt about a command that is carried out when the EO insists."""
        doubt = self.ask(command, at_ms)
        assert isinstance(doubt, Refused), doubt
        assert doubt.insistable
        self.do(command, at_ms, insist=True)
        return doubt.sentence

    def append(self, events: Sequence[Event], at_ms: int) -> None:
        act = len(self.records) + 1
        rows = [
            Record(seq, act, at_ms, "desk", "EO", event)
            for seq, event in enumerate(events, start=act)
        ]
        self.records += rows
        for row in rows:
            again = isinstance(row.event, (Undone, Redone))
            self.state = fold(self.records) if again else evolve(self.state, row)

    def game(self, table: int = 1) -> Game:
        latest = self.state.latest
        assert latest is not None
        return next(game for game in self.state.games_of(latest) if game.table == table)

    def report(
        self,
        table: int,
        winner: Side | None,
        how: How = How.SCENARIO,
        cp: tuple[int, int] = (0, 0),
        apd: tuple[int, int] = (0, 0),
    ) -> None:
        result = Result(winner, how, Pair(*cp), Pair(*apd))
        self.do(ReportResult(self.game(table).number, result), insist=True)


def registered(players: int = 4, chosen: Settings | None = None, packet: Packet = SR2017) -> Desk:
    """An event with so many players, all here, nothing drawn."""
    desk = Desk()
    desk.do(CreateEvent(chosen or settings(), packet))
    desk.do(AddPlayers(tuple(Entry(NAMES[i % 8] + str(i // 8 or "")) for i in range(players))))
    desk.do(CheckIn(tuple(range(1, players + 1))))
    return desk


def under_way(
    players: int = 4,
    chosen: Settings | None = None,
    scenario: int | None = 3,
    *,
    packet: Packet = SR2017,
    secret: int = 0,
) -> Desk:
    """An event in its first round; ``secret`` are the dice of its length."""
    desk = registered(players, chosen, packet)
    desk.do(DrawRound(7, scenario))
    desk.do(PublishRound())
    desk.do(StartRound(secret))
    return desk


def latest(desk: Desk) -> Round:
    """The latest round there is."""
    assert desk.state.latest is not None
    return desk.state.latest


def start_clock(desk: Desk, table: int = 1, first: Side = Side.RED) -> int:
    """Start the clock of a table; its game's number."""
    number = desk.game(table).number
    desk.do(StartClock(number, first))
    return number


def play_turns(desk: Desk, steps: int = 4) -> Desk:
    """Red goes first at table 1; each phase and turn takes a minute, ``steps`` of them are over."""
    first = Side.RED
    desk.do(StartClock(1, first))
    for step in range(steps):
        desk.now_ms += MINUTE
        desk.do(Tap(1, first if step % 2 == 0 else first.other))
    return desk


def play_round(desk: Desk, seed: int = 9) -> None:
    """A whole round; Red wins at every table."""
    desk.do(DrawRound(seed), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    for number in latest(desk).games:
        desk.do(ReportResult(number, Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(10, 5))))
    desk.do(FinishRound())
