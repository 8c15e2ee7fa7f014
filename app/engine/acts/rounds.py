"""Commands and records of rounds, from the draw to the end."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.draw.request import DrawResult
from app.engine.remarks import Remark
from app.engine.side import Pair


class Seating(Struct, frozen=True):
    """One game of a draw: its number in the event, its table, and the player on each side."""

    game: int
    table: int
    players: Pair[int]


class DrawRound(Command, Struct, frozen=True):
    """A request to draw the next round."""

    seed: int
    """The seed of the draw's dice."""
    scenario: int | None = None
    """The scenario's number. If it is None, a scenario that has not been played yet is rolled."""
    again: bool = False
    """True if the latest round is drawn again, even though it is public. Games that have begun stay
    unchanged.
    """
    why: str = ""
    """The reason for drawing the round again."""
    worked: DrawResult | None = None
    """The finished draw, if it was worked out beforehand."""


class EnterPairings(Command, Struct, frozen=True):
    """Pairings set by hand or read from a file, best table first."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    scenario: int | None = None
    """The scenario's number; 0 if it is not known."""
    tables: tuple[int, ...] = ()
    again: bool = False
    """True if these pairings replace those of the latest round, as in `DrawRound.again`."""
    more_byes: tuple[int, ...] = ()
    """Further players with a bye, in addition to `bye`, as in an event that was played before."""


class RoundDrawn(Event, Struct, frozen=True):
    """A round was drawn. It replaces an earlier draw of the same round."""

    round_number: int
    attempt: int
    seed: int
    """The seed of the draw's dice; 0 for pairings set by hand."""
    seatings: tuple[Seating, ...]
    bye: int | None
    paired_down: tuple[int, ...]
    gave_way: tuple[Remark, ...]
    scenario: int
    """The scenario's number; 0 if it is not known."""
    finals: tuple[int, ...] = ()
    """The numbers of the games at the finals tables, the first table first."""
    cut: tuple[int, ...] = ()
    """The players of the cut, best first; empty before the cut."""
    more_byes: tuple[int, ...] = ()
    """The players with a bye beside `bye`."""


class ChooseScenario(Command, Struct, frozen=True):
    scenario: int


class ScenarioChosen(Event, Struct, frozen=True):
    round_number: int
    scenario: int


class PublishRound(Command, Struct, frozen=True):
    pass


class RoundPublished(Event, Struct, frozen=True):
    round_number: int


class StartRound(Command, Struct, frozen=True):
    """A request to start the latest round."""

    secret: int = 0
    """A random number from which the round's variable length is rolled."""


class RoundStarted(Event, Struct, frozen=True):
    """A round has begun."""

    round_number: int
    at_ms: int
    length_ms: int = 0
    """The time from the start to dice down; 0 for a round without dice down. Every packet keeps it
    secret from players.
    """


class SetRoundLength(Command, Struct, frozen=True):
    """The length of the round as the organizer rolled it, from the round's start to dice down."""

    length_ms: int


class RoundLengthSet(Event, Struct, frozen=True):
    """The round's length was set or corrected by the organizer. The length counts from the round's
    start, and it is secret.
    """

    round_number: int
    length_ms: int


class CallDiceDown(Command, Struct, frozen=True):
    """The round clock or the organizer calls dice down."""


class DiceDownCalled(Event, Struct, frozen=True):
    """Dice go down at this instant at every table of the round; each table has its own mark."""

    round_number: int
    at_ms: int


class FinishRound(Command, Struct, frozen=True):
    pass


class RoundFinished(Event, Struct, frozen=True):
    round_number: int
    at_ms: int
