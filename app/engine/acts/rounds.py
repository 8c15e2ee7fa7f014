"""Commands and records of rounds, from the draw to the end."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.draw.request import DrawResult
from app.engine.remarks import Remark
from app.engine.side import Pair


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of a draw: its number in the event, its table, and who sits where."""

    game: int
    table: int
    players: Pair[int]


@dataclass(frozen=True, slots=True)
class DrawRound(Command):
    """Draws the next round."""

    seed: int
    """What the draw is rolled from."""
    scenario: int | None = None
    """The scenario's number; None rolls one that was not played yet."""
    again: bool = False
    """Whether the latest round is drawn again, even though it is public. Games that have begun
    stay.
    """
    why: str = ""
    """Why it is drawn again."""
    worked: DrawResult | None = None
    """This very draw, if it was worked out before."""


@dataclass(frozen=True, slots=True)
class EnterPairings(Command):
    """Pairings set by hand or read from a file, best table first."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    scenario: int | None = None
    """The scenario's number; 0 while it is not known."""
    tables: tuple[int, ...] = ()
    again: bool = False
    """As in `DrawRound`."""
    more_byes: tuple[int, ...] = ()
    """Players with a bye beside `bye`, as in a played event."""


@dataclass(frozen=True, slots=True)
class RoundDrawn(Event):
    """A round was drawn. Replaces an earlier draw of the same round."""

    round_number: int
    attempt: int
    seed: int
    """What the draw was rolled from; 0 for pairings set by hand."""
    seatings: tuple[Seating, ...]
    bye: int | None
    paired_down: tuple[int, ...]
    gave_way: tuple[Remark, ...]
    scenario: int
    """The scenario's number; 0 while it is not known."""
    finals: tuple[int, ...] = ()
    """As in `Round`."""
    cut: tuple[int, ...] = ()
    """As in `Round`."""
    more_byes: tuple[int, ...] = ()
    """Players with a bye beside `bye`."""


@dataclass(frozen=True, slots=True)
class ChooseScenario(Command):
    scenario: int


@dataclass(frozen=True, slots=True)
class ScenarioChosen(Event):
    round_number: int
    scenario: int


@dataclass(frozen=True, slots=True)
class PublishRound(Command):
    pass


@dataclass(frozen=True, slots=True)
class RoundPublished(Event):
    round_number: int


@dataclass(frozen=True, slots=True)
class StartRound(Command):
    """Starts the latest round."""

    secret: int = 0
    """A random number that the round's variable length is rolled from."""


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round has begun."""

    round_number: int
    at_ms: int
    length_ms: int = 0
    """The time until dice down; 0 for a round without one. Every packet keeps it secret from
    players.
    """


@dataclass(frozen=True, slots=True)
class SetRoundLength(Command):
    """The EO's own roll: minutes from the round's start to dice down."""

    length_ms: int


@dataclass(frozen=True, slots=True)
class RoundLengthSet(Event):
    """The EO's own roll or correction; counted from the round's start, and as secret."""

    round_number: int
    length_ms: int


@dataclass(frozen=True, slots=True)
class CallDiceDown(Command):
    """The round clock's or the EO's."""


@dataclass(frozen=True, slots=True)
class DiceDownCalled(Event):
    """Dice go down at this instant at every table of the round; each has its own mark."""

    round_number: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class FinishRound(Command):
    pass


@dataclass(frozen=True, slots=True)
class RoundFinished(Event):
    round_number: int
    at_ms: int
