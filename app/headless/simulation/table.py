"""The state that the scripts of a simulated table share: its current game, and its dice."""

from collections.abc import Callable

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.results import How
from app.engine.acts.table import Claim
from app.engine.side import Side
from app.engine.state import State
from app.engine.table.game import Game
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.schedule import Ask

SECOND = 1_000
MINUTE = 60_000
ENDED_BY = {Claim.CASTER: How.ASSASSINATION, Claim.NO_MODELS: How.NO_MODELS}


class Table(Struct, frozen=True):
    number: int
    state: Callable[[], State]
    dice: SimulationDice
    objectives: bool = False
    """True if players choose objectives before the game, and the organizer enters some later."""

    @property
    def game(self) -> Game:
        return self.state().games[self.number]

    @property
    def last_blow(self) -> Claim:
        """Return the claim that ends the game by destruction: a caster is dead or, in games without
        assassination, no models are left.
        """
        assassination = self.game.terms.victory.assassination
        return Claim.CASTER if assassination else Claim.NO_MODELS

    def by(self, side: Side, wait_ms: int, command: Command) -> Ask:
        """Return an act of a player at the table's own screen."""
        return Ask(wait_ms, command, side.colour, f"table {self.game.table}")

    def soon(self, least: int, most: int) -> int:
        """Return a random time between ``least`` and ``most`` seconds, in milliseconds."""
        return self.dice.between(least * SECOND, most * SECOND)
