"""The room's clocks, each at its table with the game that it belongs to now."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Protocol

from app.clock.hall.bound_clock import Place
from app.clock.hall.clock import Clock, Seat
from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.commands import Refused
from app.engine.acts.table import TableCommand
from app.engine.state import State
from app.engine.table.game import Game

CLOCK = "Clock"
"""Who a clock's commands are by, in the history."""


class Ask(Protocol):
    """Carries a command, its instant and its table to the desk; the refusal, if it is refused."""

    def __call__(
        self, command: TableCommand, at_ms: int, table: int, actor: str = CLOCK
    ) -> Refused | None: ...


class Places:
    """``changed`` is called when a clock is to be shown anew."""

    def __init__(self, now_ms: Callable[[], int], ask: Ask, changed: Callable[[], None]) -> None:
        self._now_ms, self._ask, self._changed = now_ms, ask, changed
        self._places: dict[str, Place] = {}
        self._state = State()

    @property
    def clocks(self) -> tuple[Clock, ...]:
        return tuple(one.clock for one in self._places.values())

    @property
    def names(self) -> Collection[str]:
        return self._places.keys()

    def seated(self, table: int) -> Clock | None:
        return next((one for one in self.clocks if one.seat and one.seat.table == table), None)

    def _hold(self, place: Place) -> None:
        """Before its game begins a clock that can becomes the one that keeps the time."""
        seat, game = place.clock.seat, self._game(place.clock.seat)
        place.light(game, self._now_ms())
        if (first := place.first(game)) is not place.clock.first:
            self._keep(place, replace(place.clock, first=first))
        if (idle := place.idle(game)) is not place.clock.idle:
            self._keep(place, replace(place.clock, idle=idle))
        if seat is None or game is None or game.play.clock is not None:
            return
        if game.play.ending is None and place.clock.keeps_time is not game.play.clock_holds:
            hold = HoldTime(game.number, place.clock.keeps_time)
            self._ask(hold, self._now_ms(), seat.table)

    def _submit(self, place: Place, command: TableCommand, at_ms: int) -> None:
        seat = place.clock.seat
        if seat and (refused := self._ask(command, at_ms, seat.table)):
            self._keep(place, place.clock.saying(refused.sentence))

    def _game(self, seat: Seat | None) -> Game | None:
        """The latest round's game at a table."""
        latest = self._state.latest
        if seat is None or latest is None:
            return None
        for number in latest.games:
            game = self._state.games.get(number)
            if game is not None and game.table == seat.table:
                return game
        return None

    def _place(self, name: str) -> Place:
        return self._places.setdefault(name, Place(Clock(name)))

    def _keep(self, place: Place, clock: Clock) -> None:
        if clock != place.clock:
            place.clock = clock
            self._changed()
