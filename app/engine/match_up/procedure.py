"""A procedure of the match-up as data: small steps that dice, captains or the desk carry out.

The files are in ``resources/match_ups``; ``app.store.match_ups`` reads and checks them.
"""

from dataclasses import dataclass
from enum import Enum

FEWEST_SEATS, MOST_SEATS = 2, 10
"""Of a team."""


class Deed(Enum):
    """The action of a step."""

    ROLL = "roll"
    """Dice are rolled for both captains until one of them has more: the winner."""
    CHOOSE_SIDE = "choose_side"
    """A captain chooses to be A or B."""
    PUT_UP = "put_up"
    """A captain puts one player up; where both do, face down, revealed together."""
    OFFER = "offer"
    """A captain offers players against the one whom the other captain has put up."""
    PICK = "pick"
    """A captain picks one of those offered against the player they have put up: these two meet."""
    CHOOSE_TABLE = "choose_table"
    """A captain chooses the table of the earliest pair that has none yet."""
    LOT = "lot"
    """Who is left of both teams is paired by lot."""
    REST_MEET = "rest_meet"
    """Who is left of both teams is paired in the order of the seats."""
    DESK = "desk"
    """The captains tell the desk, which types the pairs."""


class By(Enum):
    """The captain who takes a step."""

    A = "a"
    """Who chose to be A. Without that choice the winner of the roll; without a roll the team that
    the draw names first (our decision).
    """
    B = "b"
    WINNER = "winner"
    """Of the roll; without one, A."""
    LOSER = "loser"
    UP = "up"
    """The captain whose player is up and waits for an opponent."""
    OTHER = "other"
    """The captain opposite."""
    BOTH = "both"
    """Both at the same time: what one has chosen is secret until both have."""


CAPTAINS_DEEDS = frozenset(
    {Deed.CHOOSE_SIDE, Deed.PUT_UP, Deed.OFFER, Deed.PICK, Deed.CHOOSE_TABLE}
)
"""What captains choose; the dice, the program or the desk do the rest."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a procedure."""

    do: Deed
    by: By = By.BOTH
    """Only where captains choose."""
    count: int = 1
    """How many players are offered. Who has fewer left offers all of them (our decision)."""
    stays_up: bool = False
    """In a pick: whether the player who was offered and not picked is up next; otherwise they are
    free again.
    """


@dataclass(frozen=True, slots=True)
class Procedure:
    """How the captains of two teams come to their pairs."""

    key: str
    """What settings name it by; also the name of its file."""
    name: str
    about: str
    """What captains and organizers read of it: a sentence or two."""
    steps: tuple[Step, ...] = ()
    """Carried out once, in order."""
    again: tuple[Step, ...] = ()
    """Then repeated as long as both teams have players without an opponent, and one more than
    one.
    """
    closing: tuple[Step, ...] = ()
    """Carried out once, in order, at the end."""
    seats: tuple[int, ...] = ()
    """The sizes of teams it is made for; empty for all."""

    def suits(self, seats: int) -> bool:
        return not self.seats or seats in self.seats

    @property
    def at_desk(self) -> bool:
        """Tell whether it waits for the desk and asks no captain anything."""
        return not any(step.do in CAPTAINS_DEEDS for step in self.all_steps)

    @property
    def needs_nobody(self) -> bool:
        """Tell whether the pairs are there as soon as the teams are drawn."""
        return self.at_desk and not any(step.do is Deed.DESK for step in self.all_steps)

    @property
    def all_steps(self) -> tuple[Step, ...]:
        return (*self.steps, *self.again, *self.closing)
