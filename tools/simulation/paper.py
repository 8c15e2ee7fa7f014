"""An event in memory, with its log, and invented results."""

from msgspec import Struct, field

from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import ORGANIZER, Event, Record
from app.engine.acts.results import How, Result
from app.engine.decide import decide
from app.engine.evolve.running_fold import RunningFold
from app.engine.side import Pair, Side
from app.engine.state import State
from app.headless.simulation.dice import SimulationDice

SECOND_MS = 1000


class Paper(Struct):
    """An event in memory, with its log."""

    fold: RunningFold = field(default_factory=RunningFold)
    now_ms: int = 0

    @property
    def state(self) -> State:
        return self.fold.state

    def do(self, command: Command) -> bool:
        """Carry out a command as an organizer who insists. Tell whether it was done."""
        self.now_ms += SECOND_MS
        decision = decide(self.state, command, self.now_ms, insist=True)
        if isinstance(decision, Refused):
            return False
        self.write(decision)
        return True

    def write(self, events: tuple[Event, ...]) -> None:
        act = len(self.fold.records) + 1
        self.fold.add(
            [
                Record(seq, act, self.now_ms, "desk", ORGANIZER, event)
                for seq, event in enumerate(events, start=act)
            ]
        )


def fake_result(dice: SimulationDice) -> Result:
    """Return a random result. All kinds of results occur, as often as at real events."""
    way = dice.below(100)
    winner = dice.pick((Side.RED, Side.BLUE))
    won, lost = 3 + dice.below(6), dice.below(3)
    cp = Pair(won, lost) if winner is Side.RED else Pair(lost, won)
    apd = Pair(dice.below(76), dice.below(76))
    if way < 6:
        return Result(None, How.TIE, Pair(lost, lost), apd)
    if way < 9:
        return Result(winner, How.NO_SHOW, Pair(0, 0).put(winner, 3), Pair(0, 0).put(winner, 38))
    if way < 14:
        return Result(winner, How.CONCESSION, Pair(0, 0).put(winner, 5), Pair(0, 0))
    return Result(winner, How.SCENARIO if way < 55 else How.ASSASSINATION, cp, apd)
