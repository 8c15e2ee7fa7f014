"""A chess clock at its table, which is made to repeat whatever the organizer does to the game."""

from msgspec import Struct

from app.clock.drivers.driver import Failed, Hand, OrderDone, Orders, Reading
from app.clock.hall.clock import Clock, Seat
from app.clock.hall.trust import agrees
from app.engine.acts.table import PauseCause, PauseClock, ResumeClock, TableCommand
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.table.game import Game

SET_AGAIN = say("This clock lost its power. Its times were set again; check them.")
RESUME = say(
    "This clock lost its power; its game is stopped. Resume the table: it is set again and runs."
)
RELIEVES = say("This clock keeps the game’s time now. Resume the table to set and start it.")
TO_COPY = say(
    "This clock keeps the game’s time now. Set it by hand as the table shows, and start it."
)
BY_HAND = say(
    "This clock has restarted; its game is stopped. Set it by hand to what the table shows, and"
    " start it."
)
LOST_WHILE_SET = say(
    "The clock was offline while it was being set. Compare its times with the table’s."
)

SETTLED_MS = 2000
"""The time in milliseconds after our last order by which a clock shows the order's effect."""


class Touch(Struct, frozen=True):
    """The last press of a plunger before a game, together with the game as it was paired at that
    time.
    """

    game: int
    players: Pair[int]
    hand: Hand


class Beginning(Struct, frozen=True):
    """A game that begins when its clock confirms that it runs: which game, who goes first, and when
    the clock was ordered to run.
    """

    game: int
    first: Side
    at_ms: int


class BoundClock(Struct):
    """A chess clock and the orders it was given for its table."""

    clock: Clock
    handle: Orders | None = None
    """The controls of the clock while it is connected."""
    compared_ms: int = 0
    """The instant at which the clock's times were last compared with those of its game."""
    lit: Hand | None = None
    """The side whose lamp is on."""
    sets: int = 0
    """The number of commands to set times that the clock has not answered yet."""
    runs: int = 0
    """The number of commands to run or stop that the clock has not answered yet."""
    stopped: bool = False
    """True if the clock was stopped while our orders were pending, probably by these orders."""
    answered_ms: int = 0
    """The instant at which the clock last answered."""
    unset: bool = False
    """True if the clock still has to be set, because it was away, or was lost before it accepted
    its times.
    """
    not_set_because: str = ""
    """The reason why the clock did not accept the last times that it was sent; empty if it did."""
    fresh: bool = False
    """True if the clock has just been connected, so that its times have not been compared with the
    game's or set by us yet.
    """
    anew: str = ""
    """The sentence that tells the organizer what to do about a clock that is new to its game or has
    lost its power. Until that is done, the clock's times mean nothing.
    """
    touch: Touch | None = None
    """The players' answer to who goes first, given by pressing a plunger."""
    refused: bool = False
    """True if the clock has refused one of the last orders."""
    ordered_ms: int = 0
    """The instant of the last order to set, run or stop the clock."""
    beginning: Beginning | None = None
    """The game that waits for this clock to run."""
    starting_game: int | None = None
    """The number of the game for which the clock was started; None if there is none."""
    unmet: tuple[str, ...] = ()
    """The orders that the clock has not carried out, as sentences. They are shown until the clock
    shows its game's times.
    """

    def set(self, seat: Seat, game: Game, now_ms: int, at_ms: int | None = None) -> bool:
        """Set the clock to its game's times as they were at ``at_ms``. Return whether that was
        possible.
        """
        if self.handle is None or not self.clock.abilities.sets:
            return False
        self.sets, self.fresh, self.refused = self.sets + 1, False, False
        self.not_set_because = ""
        self.ordered_ms = now_ms if at_ms is None else at_ms
        order_clock(self.handle, seat, game, now_ms, self.ordered_ms)
        return True

    def set_later(self) -> bool:
        """Have the clock set when it is connected again. Return False if it is connected now or
        cannot be set.
        """
        known = bool(self.clock.product)
        self.unset = not self.clock.online and (self.clock.abilities.sets or not known)
        return self.unset

    def lacks(self, sentence: str) -> None:
        """Note what the clock has not done for its game, and show that in the clock's row until it
        is done.
        """
        self.unmet = (*self.unmet, sentence)
        self.clock = self.clock.saying("").stands(sentence)

    def has_met(self, request: str) -> bool:
        """Tell whether carrying out ``request`` makes up for an earlier refusal of the clock.
        Setting the times does not help if the clock refused to run, and running does not help if it
        refused its times.
        """
        return request in {"set", "run"} and not self.refused

    def meets(self) -> Clock:
        """Withdraw the notices of orders that were not carried out, because the clock has done what
        its game needs. Return the clock without these notices.
        """
        unmet, self.unmet = self.unmet, ()
        return self.clock.over(*unmet)

    def begin(self, seat: Seat, game: Game, first: Side, now_ms: int) -> bool:
        """Set the clock and start it. Its game begins once the clock runs. Return False if the
        clock cannot be controlled.
        """
        if self.handle is None or not self.set(seat, game, now_ms):
            return False
        self.runs += 1
        self.beginning = Beginning(game.number, first, now_ms)
        self.handle.run(seat.hand(first), now_ms)
        return True

    @property
    def busy(self) -> bool:
        """True if the clock has not answered all orders, so that it may still show its earlier
        state.
        """
        return self.sets + self.runs > 0

    def answered(self, answer: OrderDone | Failed) -> None:
        """Take in the answer to an order. A clock that failed to start counts as stopped."""
        if answer.request == "set":
            self.sets = max(self.sets - 1, 0)
        elif answer.request in {"run", "stop"}:
            self.runs = max(self.runs - 1, 0)
        self.answered_ms = answer.at_ms
        if isinstance(answer, Failed) and answer.request in {"set", "run"}:
            self.refused, self.beginning = True, None
        if isinstance(answer, Failed) and answer.request == "set":
            self.not_set_because = answer.sentence
        if isinstance(answer, Failed) and answer.request == "run":
            self.stopped, self.answered_ms = True, answer.at_ms - SETTLED_MS

    def leave(self, sentence: str) -> None:
        """Note that the clock is away and no longer answers; ``sentence`` says why. If this is also
        why the clock did not accept its last times, they count as lost and the clock is set again.
        """
        lost = self.sets > 0 or (self.not_set_because and self.not_set_because == sentence)
        self.handle, self.unset, self.not_set_because = None, self.unset or bool(lost), ""
        self.sets = self.runs = 0
        self.stopped, self.beginning = False, None

    def takes_as_stopped(self, game: Game, reading: Reading) -> bool:
        """Tell whether something other than our orders stopped the clock: all orders are done, and
        the clock is still stopped.
        """
        if reading.running is not None:
            self.stopped = False
        idle = self.stopped and reading.at_ms - self.answered_ms >= SETTLED_MS
        if idle and reading.fallen is None and game.play.ticking:
            self.stopped = False
            return True
        return False

    def part(self) -> None:
        """Forget the notes about the table that the clock leaves."""
        self.anew, self.unset, self.not_set_because = "", False, ""
        self.clock = self.meets().saying("")

    def touched(self, game: Game, hand: Hand) -> None:
        self.touch = Touch(game.number, game.players, hand)

    def first(self, game: Game | None) -> Side | None:
        """Return who goes first in the coming game: the opponent of the player who pressed. Return
        None if nobody has pressed for that game.
        """
        seat, last = self.clock.seat, self.touch
        if seat is None or game is None or last is None or not yet_to_begin(game):
            return None
        paired = (last.game, last.players) == (game.number, game.players)
        return seat.side(last.hand).other if paired else None

    def idle(self, game: Game | None) -> bool:
        """Tell whether the clock came too late for its game, which began without it."""
        if game is None or game.play.clock is None or not game.play.in_progress:
            return False
        return self.clock.keeps_time and not game.play.clock_holds

    def set_again(self, game: Game | None, now_ms: int) -> str:
        """Set the clock now if it was lost before it had accepted its times. Return a sentence if
        it may not be set.
        """
        unset, self.unset, seat = self.unset, False, self.clock.seat
        if not unset or seat is None or game is None:
            return ""
        if game.play.clock is None:
            self.set(seat, game, now_ms)
            return ""
        return LOST_WHILE_SET if game.play.clock_holds else ""

    def restarted(self, seat: Seat, game: Game, now_ms: int) -> str:
        """Handle a clock's loss of power. Before its game, set it again. Return the sentence that
        tells the organizer what happened, or what they should do.
        """
        if game.play.clock is None:
            done = self.set(seat, game, now_ms)
            return SET_AGAIN if done else say("It has restarted. Set its times by hand.")
        if not game.play.clock_holds:
            return say("It lost its power. The program keeps this table’s time.")
        self.anew = RESUME if self.clock.abilities.sets else BY_HAND
        return self.anew

    def relieves(self) -> str:
        """Note that the clock was bound to a paused game, and return the sentence that tells the
        organizer what to do about it.
        """
        self.anew = RELIEVES if self.clock.abilities.sets else TO_COPY
        return self.anew

    def waits(self, game: Game, reading: Reading) -> bool:
        """Tell whether the clock is new to its game and does not show its times yet."""
        if self.anew and agrees(self.clock, game, reading):
            self.anew, self.clock = "", self.clock.saying("")
        if self.anew and not self.clock.notice:
            self.clock = self.clock.saying(self.anew)
        return bool(self.anew)

    def run(self, seat: Seat, game: Game, now_ms: int, at_ms: int | None = None) -> bool:
        """Run the clock for the side whose time has been running since ``at_ms``, or stop the clock
        if no time runs. Return whether that was possible.
        """
        if self.handle is None or not self.clock.abilities.runs:
            return False
        self.runs, self.refused = self.runs + 1, self.refused and self.sets > 0
        self.ordered_ms = now_ms if at_ms is None else at_ms
        run_clock(self.handle, seat, game, now_ms)
        return True

    def light(self, game: Game | None, now_ms: int) -> None:
        """Light the lamp of the side whose time runs; no lamp if none runs."""
        seat = self.clock.seat
        runs = game is not None and game.play.ticking
        lit = seat.hand(game.play.runner) if game and seat and runs else None
        if self.handle is not None and self.clock.abilities.lights and lit is not self.lit:
            self.lit = lit
            self.handle.run(lit, now_ms)


def yet_to_begin(game: Game) -> bool:
    """Tell whether a game has not started and has not been decided without play."""
    return game.play.clock is None and game.play.ending is None and game.reported is None


def order_clock(handle: Orders, seat: Seat, game: Game, now_ms: int, at_ms: int) -> None:
    """Set a clock to the times that its game has left; before the start, to the full times."""
    clock, left = game.play.clock, game.terms.time.allotted_ms
    if clock is not None:
        left = Pair(*(max(clock.remaining(side, at_ms), 0) for side in Side))
    handle.set_times(left.of(seat.side(Hand.LEFT)), left.of(seat.side(Hand.RIGHT)), now_ms)


def pause_asked(game: Game) -> TableCommand:
    """Return the command for a press of the pause button: pause a running game, resume a paused
    one.
    """
    if game.play.ticking:
        return PauseClock(game.number, "", PauseCause.TABLE)
    return ResumeClock(game.number)


def run_clock(handle: Orders, seat: Seat, game: Game, now_ms: int) -> None:
    """Run the clock for the side whose time runs in the game, or stop the clock if no time runs."""
    handle.run(seat.hand(game.play.runner) if game.play.ticking else None, now_ms)
