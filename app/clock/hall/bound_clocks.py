"""The chess clocks of the room, the tables they are at, and the commands that go to the desk for
them. The meaning of a command for a game is not decided here.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from app.clock.hall.bound_clock import BoundClock
from app.clock.hall.clock import Clock, Seat
from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.commands import NotSaved, Refused
from app.engine.acts.table import TableCommand
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import State
from app.engine.table.game import Game

CLOCK = "Clock"
"""The actor of a clock's commands, as the history names it."""


NOT_SAVED = say(
    "What it reports cannot be saved now. Flagfall keeps it and tries again every second."
)


class Ask(Protocol):
    """Gives the desk a command with its instant and its table. Returns the refusal; None if it was
    accepted.
    """

    def __call__(
        self, command: TableCommand, at_ms: int, table: int, actor: str = CLOCK
    ) -> Refused | None: ...


class BoundClocks:
    """The clocks and the tables they are bound to. ``changed`` is called when a clock has to be
    displayed again.
    """

    def __init__(self, now_ms: Callable[[], int], ask: Ask, changed: Callable[[], None]) -> None:
        self.now_ms, self.ask, self.changed = now_ms, ask, changed
        self.places: dict[str, BoundClock] = {}
        self.state = State()
        self.unsaved = False
        """True if part of the last report could not be saved."""

    @property
    def clocks(self) -> tuple[Clock, ...]:
        return tuple(place.clock for place in self.places.values())

    @property
    def names(self) -> Collection[str]:
        return self.places.keys()

    def clock_at(self, table: int) -> Clock | None:
        return next(
            (clock for clock in self.clocks if clock.seat and clock.seat.table == table), None
        )

    @property
    def tables(self) -> frozenset[int]:
        """The tables with a clock that is connected."""
        return frozenset(clock.seat.table for clock in self.clocks if clock.seat and clock.online)

    @property
    def seats(self) -> Mapping[str, Seat]:
        return {clock.name: clock.seat for clock in self.clocks if clock.seat is not None}

    def game_at(self, seat: Seat | None) -> Game | None:
        """Return the latest round's game at a table."""
        latest = self.state.latest
        if seat is None or latest is None:
            return None
        for number in latest.games:
            game = self.state.games.get(number)
            if game is not None and game.table == seat.table:
                return game
        return None

    def place(self, name: str) -> BoundClock:
        return self.places.setdefault(name, BoundClock(Clock(name)))

    def identify(self, name: str) -> None:
        if handle := self.place(name).handle:
            handle.identify(self.now_ms())

    def keep(self, place: BoundClock, clock: Clock) -> None:
        if clock != place.clock:
            place.clock = clock
            self.changed()

    def lacks(self, place: BoundClock, sentence: str) -> None:
        place.lacks(sentence)
        self.changed()

    def submit(self, place: BoundClock, command: TableCommand, at_ms: int) -> None:
        seat = place.clock.seat
        if seat and (refused := self.ask(command, at_ms, seat.table)):
            self.refuse(place, refused)
        elif place.clock.gamepads:  # it has no readings that would end a doubt
            self.keep(place, place.clock.saying(""))

    def refuse(self, place: BoundClock, refused: Refused) -> None:
        """Show why a report of a clock was not accepted. Also note whether it could not be saved,
        in which case a second try may succeed.
        """
        self.unsaved = self.unsaved or isinstance(refused, NotSaved)
        self.keep(place, place.clock.saying(NOT_SAVED if self.unsaved else refused.sentence))

    def prepare(self, place: BoundClock) -> None:
        """Let a game's clock keep the time, if it can, before the game begins. Also update the
        clock's lamp and row.
        """
        seat, game = place.clock.seat, self.game_at(place.clock.seat)
        place.light(game, self.now_ms())
        if (first := place.first(game)) is not place.clock.first:
            self.keep(place, replace(place.clock, first=first))
        if (idle := place.idle(game)) is not place.clock.idle:
            self.keep(place, replace(place.clock, idle=idle))
        if seat is None or game is None or game.play.clock is not None:
            return
        if game.play.ending is None and place.clock.keeps_time is not game.play.clock_holds:
            hold = HoldTime(game.number, place.clock.keeps_time)
            self.ask(hold, self.now_ms(), seat.table)
