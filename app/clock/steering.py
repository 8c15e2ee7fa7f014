"""What the organizer does to a game's clock, done on the clock that stands on the table."""

from typing import Protocol

from app.clock.clocks import Seat
from app.clock.devices.driver import Hand
from app.engine.game import Game
from app.engine.side import Pair, Side


class Handle(Protocol):
    """The controls of a clock that is there (`Driver`)."""

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None: ...
    def run(self, hand: Hand | None, now_ms: int) -> None: ...
    def identify(self, now_ms: int) -> None: ...


def set_clock(handle: Handle, seat: Seat, game: Game, now_ms: int) -> None:
    """Give a clock the times that its game has left; before the start the whole ones."""
    clock, left = game.play.clock, game.terms.time.allotted_ms
    if clock is not None:
        left = Pair(*(max(clock.remaining(side, now_ms), 0) for side in Side))
    handle.set_times(left.of(seat.side(Hand.LEFT)), left.of(seat.side(Hand.RIGHT)), now_ms)


def run_clock(handle: Handle, seat: Seat, game: Game, now_ms: int) -> None:
    """Start the side whose time runs in the game, or stop the clock."""
    handle.run(seat.hand(game.play.runner) if game.play.ticking else None, now_ms)
