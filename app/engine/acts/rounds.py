"""The rounds from the draw to the end: what can be asked and what is recorded."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.players import ChooseList
from app.engine.draw.request import DrawResult
from app.engine.side import Pair


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of a draw: its number in the event, its table, and who sits where."""

    game: int
    table: int
    players: Pair[int]


@dataclass(frozen=True, slots=True)
class DrawRound:
    """Draw the next round. ``scenario`` None rolls one not yet played.

    ``again`` draws the latest round anew though it is public already; games that have begun stay.
    ``why`` it is drawn again. ``worked``: this very draw, worked out before.
    """

    seed: int
    scenario: int | None = None
    again: bool = False
    why: str = ""
    worked: DrawResult | None = None


@dataclass(frozen=True, slots=True)
class EnterPairings:
    """Pairings set by hand or read from a file, best table first; ``again`` as in DrawRound.

    ``scenario`` 0: not known. ``more_byes``: who has a bye beside ``bye``, as in a played event.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    scenario: int | None = None
    tables: tuple[int, ...] = ()
    again: bool = False
    more_byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """Replaces an earlier draw of the same round. ``seed`` 0: pairings set by hand.

    ``scenario`` 0: not known. ``more_byes``: who has a bye beside ``bye``.

    ``finals`` and ``cut`` as in ``app.engine.state.Round``.
    """

    round_number: int
    attempt: int
    seed: int
    seatings: tuple[Seating, ...]
    bye: int | None
    paired_down: tuple[int, ...]
    gave_way: tuple[str, ...]
    scenario: int
    finals: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    more_byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseScenario:
    scenario: int


@dataclass(frozen=True, slots=True)
class ScenarioChosen:
    round_number: int
    scenario: int


@dataclass(frozen=True, slots=True)
class PublishRound:
    pass


@dataclass(frozen=True, slots=True)
class RoundPublished:
    round_number: int


@dataclass(frozen=True, slots=True)
class StartRound:
    """``secret``: a random number that the round's variable length is rolled from."""

    secret: int = 0


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """``length_ms``: until dice down, 0 without one. Secret from players as every packet says."""

    round_number: int
    at_ms: int
    length_ms: int = 0


@dataclass(frozen=True, slots=True)
class SetRoundLength:
    """The EO's own roll: minutes from the round's start to dice down."""

    length_ms: int


@dataclass(frozen=True, slots=True)
class RoundLengthSet:
    """The EO's own roll or correction; counted from the round's start, and as secret."""

    round_number: int
    length_ms: int


@dataclass(frozen=True, slots=True)
class CallDiceDown:
    """The round clock's or the EO's."""


@dataclass(frozen=True, slots=True)
class DiceDownCalled:
    """At this instant at every table of the round; each has its own mark."""

    round_number: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class FinishRound:
    pass


@dataclass(frozen=True, slots=True)
class RoundFinished:
    round_number: int
    at_ms: int


RoundCommand: TypeAlias = (
    DrawRound
    | EnterPairings
    | ChooseScenario
    | PublishRound
    | StartRound
    | SetRoundLength
    | CallDiceDown
    | FinishRound
)


RoundChange: TypeAlias = (
    ScenarioChosen
    | ChooseList
    | RoundPublished
    | RoundStarted
    | RoundLengthSet
    | DiceDownCalled
    | RoundFinished
)
