"""A procedure of the match-up as data: small steps that the dice, the captains or the desk carry
out.

The files are in ``resources/match_ups``; ``app.store.match_ups`` reads and checks them.
"""

from enum import Enum

from msgspec import Struct

FEWEST_SEATS, MOST_SEATS = 2, 10
"""The sizes of a team that a procedure may be made for."""


class Deed(Enum):
    """The action of a step."""

    ROLL = "roll"
    """Dice are rolled for both captains until one of them is higher. The captain with the higher
    die is the winner.
    """
    CHOOSE_SIDE = "choose_side"
    """A captain chooses to be A or B."""
    PUT_UP = "put_up"
    """A captain puts one player up. If both captains do so, their choices are secret and revealed
    together.
    """
    OFFER = "offer"
    """A captain offers players against the one whom the other captain put up."""
    PICK = "pick"
    """A captain picks one of the players offered against their own player; the two meet."""
    CHOOSE_TABLE = "choose_table"
    """A captain chooses the table of the earliest pair without a table."""
    LOT = "lot"
    """The remaining players of both teams are paired by lot."""
    REST_MEET = "rest_meet"
    """The remaining players of both teams are paired in the order of their seats."""
    DESK = "desk"
    """The captains tell the desk, which types the pairs."""


class By(Enum):
    """The captain who takes a step."""

    A = "a"
    """The captain who chose to be A. Without that choice it is the winner of the roll; without a
    roll, the captain of the team that the draw names first (our decision).
    """
    B = "b"
    WINNER = "winner"
    """The winner of the roll; without a roll, A."""
    LOSER = "loser"
    UP = "up"
    """The captain whose player is up and waits for an opponent."""
    OTHER = "other"
    """The captain opposite the one whose player is up."""
    BOTH = "both"
    """Both captains at the same time; each choice is secret until both have chosen."""


CAPTAINS_DEEDS = frozenset(
    {Deed.CHOOSE_SIDE, Deed.PUT_UP, Deed.OFFER, Deed.PICK, Deed.CHOOSE_TABLE}
)
"""The steps in which captains choose. The dice, the program or the desk carry out the others."""


class Step(Struct, frozen=True):
    """One step of a procedure."""

    do: Deed
    by: By = By.BOTH
    """The captain who chooses; only used if a captain has something to choose in the step."""
    count: int = 1
    """The number of players who are offered. A captain with fewer players left offers all of them
    (our decision).
    """
    stays_up: bool = False
    """True if the player who was offered but not picked is up next. If not, that player is free
    again.
    """


class Procedure(Struct, frozen=True):
    """The way in which the captains of two teams arrive at their pairs."""

    key: str
    """The name by which settings refer to the procedure, and the name of its file."""
    name: str
    about: str
    """A description for captains and organizers, in a sentence or two."""
    steps: tuple[Step, ...] = ()
    """The first steps, carried out once and in order."""
    again: tuple[Step, ...] = ()
    """Steps that are repeated while both teams have players without an opponent, and one team has
    more than one.
    """
    closing: tuple[Step, ...] = ()
    """The last steps, carried out once and in order."""
    seats: tuple[int, ...] = ()
    """The sizes of teams that the procedure is made for; empty for all sizes."""

    def suits(self, seats: int) -> bool:
        return not self.seats or seats in self.seats

    @property
    def at_desk(self) -> bool:
        """Tell whether no captain is asked to choose anything."""
        return not any(step.do in CAPTAINS_DEEDS for step in self.all_steps)

    @property
    def needs_nobody(self) -> bool:
        """Tell whether the pairs are known as soon as the teams are drawn."""
        return self.at_desk and not any(step.do is Deed.DESK for step in self.all_steps)

    @property
    def all_steps(self) -> tuple[Step, ...]:
        return (*self.steps, *self.again, *self.closing)
