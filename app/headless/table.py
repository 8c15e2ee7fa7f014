"""What a simulated table's scripts know: its game as it stands now, and its dice."""

from collections.abc import Callable
from dataclasses import dataclass

from app.engine.commands import Command
from app.engine.game import Game
from app.engine.side import Side
from app.engine.state import State
from app.headless.dice import Dice
from app.headless.schedule import Ask

SECOND = 1_000
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Table:
    number: int
    state: Callable[[], State]
    dice: Dice

    @property
    def game(self) -> Game:
        return self.state().games[self.number]

    def by(self, side: Side, wait_ms: int, command: Command) -> Ask:
        """A player's act at the table's own screen."""
        return Ask(wait_ms, command, side.colour, f"table {self.game.table}")

    def soon(self, least: int, most: int) -> int:
        """So many seconds, in milliseconds."""
        return self.dice.between(least * SECOND, most * SECOND)
