"""The chess clocks of the room with their tables: turns messages of clocks into commands to the
desk, and the organizer's changes to games into orders to clocks.

Runs in the desk's loop. No decoding, no open ports and no rules of packets here.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

from app.clock.drivers.driver import (
    Abilities,
    ButtonDown,
    Cleared,
    Done,
    Doubted,
    Failed,
    Fallen,
    Identified,
    Message,
    Orders,
    PauseAsked,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
    Touched,
)
from app.clock.hall.bound_clock import BoundClock, pause_asked, yet_to_begin
from app.clock.hall.buttons import (
    AWAY,
    BLUE_NEXT,
    LIKE,
    PRESS_RED,
    SAME_BUTTON,
    TAKEN,
    Button,
    ButtonPair,
    kind,
    pair_named,
)
from app.clock.hall.clock import TOO_LATE, Clock, Seat, after
from app.clock.hall.start_together import Outcome, outcome, outcome_words, set_words
from app.clock.hall.trust import (
    SHOWS,
    agreed,
    compared,
    flag_plausible,
    lost_power,
    taken_over,
    unfit,
)
from app.engine.acts.chess_clock import HoldTime, PressLever, ReportFlag, ReportStop
from app.engine.acts.commands import Refused
from app.engine.acts.events import ORGANIZER, Record
from app.engine.acts.table import (
    AdjustClock,
    ClockPaused,
    ClockStarted,
    ResumeClock,
    StartClock,
    TableCommand,
)
from app.engine.decide import decide
from app.engine.language import say
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.table.game import Game

CLOCK = "Clock"
"""Who a clock's commands are by, in the history."""


class Ask(Protocol):
    """Carries a command, its instant and its table to the desk; the refusal, if it is refused."""

    def __call__(
        self, command: TableCommand, at_ms: int, table: int, actor: str = CLOCK
    ) -> Refused | None: ...


class BoundClocks:
    """``changed`` is called when a clock is to be shown anew."""

    def __init__(self, now_ms: Callable[[], int], ask: Ask, changed: Callable[[], None]) -> None:
        self._now_ms, self._ask, self._changed = now_ms, ask, changed
        self._places: dict[str, BoundClock] = {}
        self._state = State()

    @property
    def clocks(self) -> tuple[Clock, ...]:
        return tuple(place.clock for place in self._places.values())

    @property
    def names(self) -> Collection[str]:
        return self._places.keys()

    def clock_at(self, table: int) -> Clock | None:
        return next(
            (clock for clock in self.clocks if clock.seat and clock.seat.table == table), None
        )

    def _hold(self, place: BoundClock) -> None:
        """Let a clock that can become the one that keeps the time before its game begins."""
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

    def _submit(self, place: BoundClock, command: TableCommand, at_ms: int) -> None:
        seat = place.clock.seat
        if seat and (refused := self._ask(command, at_ms, seat.table)):
            self._keep(place, place.clock.saying(refused.sentence))
        elif place.clock.gamepads:  # no reading of it ends a doubt
            self._keep(place, place.clock.saying(""))

    def _game(self, seat: Seat | None) -> Game | None:
        """Return the latest round's game at a table."""
        latest = self._state.latest
        if seat is None or latest is None:
            return None
        for number in latest.games:
            game = self._state.games.get(number)
            if game is not None and game.table == seat.table:
                return game
        return None

    def _place(self, name: str) -> BoundClock:
        return self._places.setdefault(name, BoundClock(Clock(name)))

    def _keep(self, place: BoundClock, clock: Clock) -> None:
        if clock != place.clock:
            place.clock = clock
            self._changed()


DO_THE_SAME = say("The organizer changed this game's clock: do the same on the clock itself.")
STANDS = say("Its game waits: start the clock by its own button, or free it and use the program's.")

ALIVE_MS = 1000

Moved: TypeAlias = Fallen | Stopped | Started | PauseAsked | Restarted
Steered: TypeAlias = ClockStarted | ClockPaused | ResumeClock | AdjustClock


class Bank(BoundClocks):
    def __init__(self, now_ms: Callable[[], int], ask: Ask, changed: Callable[[], None]) -> None:
        super().__init__(now_ms, ask, changed)
        self._news: list[Record] = []
        self._unsettled = False
        self.awaiting: int | None = None
        self.asks = ""
        """What is to be pressed next, or why that cannot be."""
        self._first: Button | None = None  # Red's, of the table whose plunger is awaited
        self._alike: set[str] = (
            set()
        )  # gamepads here that cannot be distinguished from others of their kind
        self._twins: set[str] = set()  # kinds of which there have been two
        self._sure: set[str] = set()  # pairs bound or pressed since their gamepads came

    # What the organizer wants

    def seat(self, name: str, seat: Seat | None) -> str:
        """Bind a clock to a table, or free it; why not, when it cannot be. Of a gamepad the two
        buttons are asked first; a pair of them that is freed is no more.
        """
        self._forget_refusal()
        place = self._place(name)
        if place.clock.abilities.buttons:
            self.await_press(seat.table if seat else None)
            return ""
        other = self.clock_at(seat.table) if seat else None
        if seat and other and other.name != name:
            it = other.product or other.name
            return say(
                "Table {table} has a clock already ({it}). Free that one first.",
                table=seat.table,
                it=it,
            )
        before, game = place.clock.seat, self._game(place.clock.seat)
        if before and game and (seat is None or seat.table != before.table):
            if game.play.clock_holds and game.play.ticking:
                return say(
                    "Pause table {table} first: this clock keeps its time.", table=before.table
                )
            if game.play.clock_holds:
                self._ask(HoldTime(game.number, by_clock=False), self._now_ms(), before.table)
        if before and (seat is None or seat.table != before.table):
            place.part()
        self._keep(place, replace(place.clock, seat=seat))
        if pair_named(name):
            self._seat_pair(place)
        self._hold(place)
        if seat and (before is None or before.table != seat.table):
            self._relieve(place, seat)
        return ""

    def sits_at(self, name: str, table: int) -> None:
        """Seat a clock that has proved at which table it is; one there that is away makes room for
        it.
        """
        place, other = self._place(name), self.clock_at(table)
        if other is not None and other.name != name and not other.online:
            self.seat(other.name, None)
        if place.clock.seat is not None and place.clock.seat.table == table:
            return
        if refusal := self.seat(name, Seat(table)):
            self._keep(place, place.clock.saying(refusal))

    def _relieve(self, place: BoundClock, seat: Seat) -> None:
        """Bound in the middle of a game that stands, a clock keeps its time from now on."""
        game = self._game(seat)
        if game and game.play.in_progress and game.play.clock and place.clock.keeps_time:
            hold, ticks = HoldTime(game.number, by_clock=True), game.play.ticking
            refused = None if ticks else self._ask(hold, self._now_ms(), seat.table)
            sentence = TOO_LATE if ticks else refused.sentence if refused else place.relieves()
            self._keep(place, place.clock.saying(sentence))

    def adopt(self, name: str) -> None:
        """Take the clock's times as right, however odd, because the organizer says so."""
        place = self._place(name)
        seat, game, reading = place.clock.seat, self._game(place.clock.seat), place.clock.reading
        if seat and game and reading:
            place.anew = ""
            self._keep(place, place.clock.saying(""))
            for command in taken_over(game, seat, reading, self._now_ms()):
                self._submit(place, command, self._now_ms())

    def await_press(self, table: int | None) -> None:
        """Bind the next plunger pressed on a clock without a table to ``table``; of gamepads the
        next two buttons, Red's and then Blue's.
        """
        self.awaiting, self._first = table, None
        gamepads = any(clock.online and clock.abilities.buttons for clock in self.clocks)
        self.asks = PRESS_RED.format(table=table) if table is not None and gamepads else ""
        self._changed()

    def identify(self, name: str) -> None:
        if handle := self._place(name).handle:
            handle.identify(self._now_ms())

    def set_for_round(self) -> Iterator[str]:
        """Set every clock that can be set to its coming game's times. The orders are out at once;
        to be gone through for what came of them, which is said last: until then nothing is.
        """
        self._forget_refusal()
        ordered = []
        for place in self._places.values():
            seat, game = place.clock.seat, self._game(place.clock.seat)
            if seat and game and game.play.clock is None:
                done = place.set(seat, game, self._now_ms()) or place.set_later()
                ordered += [(place, seat.table)] if done else []
        return self._set_words(ordered)

    def _set_words(self, ordered: Sequence[tuple[BoundClock, int]]) -> Iterator[str]:
        while any(place.sets for place, _ in ordered):
            yield ""
        later = {table for place, table in ordered if place.unset}
        refused = {table for place, table in ordered if place.refused} - later
        settable = {table for place, table in ordered if place.clock.abilities.sets}
        done = settable - later - refused
        offline = {clock.seat.table for clock in self.clocks if clock.seat and not clock.online}
        yield set_words(done, refused, later, offline - later)

    def start_together(self) -> Iterator[str]:
        """Begin every game that waits for its clock, all at one instant, each when its clock has
        begun to run: one that refuses begins nothing. What came of it is said last.
        """
        self._forget_refusal()
        now_ms, outcomes = self._now_ms(), list[tuple[Outcome, BoundClock, int]]()
        for place in tuple(self._places.values()):
            seat, game = place.clock.seat, self._game(place.clock.seat)
            if seat and (game is None or yet_to_begin(game)):
                outcomes.append((self._start(place, seat, game, now_ms), place, seat.table))
        while any(place.beginning is not None for _, place, _ in outcomes):
            yield ""
        yield outcome_words(
            [(self._came_of(kind, place), table) for kind, place, table in outcomes]
        )

    def _start(self, place: BoundClock, seat: Seat, game: Game | None, now_ms: int) -> Outcome:
        first = place.first(game)
        known = outcome(place.clock, game, first)
        if known is not Outcome.STARTED or game is None or first is None:
            return known
        refused = decide(self._state, StartClock(game.number, first), now_ms)
        if isinstance(refused, Refused):
            self._keep(place, place.clock.saying(refused.sentence))
            return Outcome.REFUSED
        self._keep(place, place.clock.saying(""))
        return known if place.begin(seat, game, first, now_ms) else Outcome.AWAY

    def _came_of(self, kind: Outcome, place: BoundClock) -> Outcome:
        game = self._game(place.clock.seat)
        if kind is Outcome.STARTED and (game is None or game.play.clock is None):
            return Outcome.REFUSED if place.clock.online else Outcome.AWAY
        return kind

    def _started(self, place: BoundClock, game: Game) -> None:
        """Begin the game that waits for its clock to run, in the organizer's name."""
        beginning, place.beginning = place.beginning, None
        seat = place.clock.seat
        running = game.play.clock is not None
        if beginning is None or seat is None or beginning.game != game.number or running:
            return
        place.starting_game = game.number
        start = StartClock(game.number, beginning.first)
        if refused := self._ask(start, beginning.at_ms, seat.table, ORGANIZER):
            self._keep(place, place.clock.saying(refused.sentence))

    # What the room reports

    def alive(self, name: str, at_ms: int) -> None:
        """Bytes arrive from the clock, even without news; shown once a second."""
        place = self._place(name)
        if at_ms - place.clock.heard_ms >= ALIVE_MS:
            self._keep(place, replace(place.clock, heard_ms=at_ms))

    def came(self, name: str, handle: Orders) -> None:
        """Take in a clock that is there, or there again."""
        place = self._place(name)
        place.handle, place.lit = handle, None
        place.fresh = place.fresh or not place.clock.online
        back = place.clock if place.clock.online else place.clock.saying("")
        self._keep(place, replace(back, online=True))

    def went(self, name: str, sentence: str) -> None:
        place = self._places.get(name)
        if place is None:
            return  # a gamepad that went before its line
        if place.clock.abilities.buttons:
            del self._places[name]
            self._part(name)
            self._look_at_pairs()
            self._changed()
            return
        place.leave(sentence)
        self._keep(place, replace(place.clock, online=False).saying(sentence))
        self._hold(place)

    def saw(self, state: State, fresh: Sequence[Record]) -> None:
        """Note that the event has changed; ``settle`` must be called soon, outside the desk's
        handling.
        """
        self._state, self._unsettled = state, True
        self._news += fresh

    @property
    def tables(self) -> frozenset[int]:
        """The tables with a clock that is in touch."""
        clocks = (place.clock for place in self._places.values())
        return frozenset(clock.seat.table for clock in clocks if clock.seat and clock.online)

    def settle(self) -> None:
        """Clocks follow what has changed in the event, but for their own doing."""
        news, self._news = self._news, []
        unsettled, self._unsettled = self._unsettled, False
        for place in tuple(self._places.values()) if unsettled else ():
            self._hold(place)
            if self._unsettled:  # one row at a time: the next one's turn comes with its news
                break
        for record in news:
            if record.actor != CLOCK and isinstance(record.event, Steered):
                self._follow(record.event)

    def receive(self, name: str, message: Message) -> None:
        """Act on what a clock says, as its game understands it."""
        place = self._place(name)
        self._keep(place, after(place.clock, message))
        match message:
            case Identified() if message.abilities.buttons:
                if message.alike:
                    self._meet(name)
                self._look_at_pairs()
            case ButtonDown():
                self._button(Button(name, message.button), message)
            case Doubted() | Cleared() if place.clock.abilities.buttons:
                self._pairs_doubted(name, message)
            case Identified():
                self._known(place)
            case Reading():
                self._compare(place, message)
            case Done() | Failed():
                place.answered(message)
                self._answered(place, message)
            case Pressed() | Touched() if place.clock.seat is None and self.awaiting is not None:
                table = self.awaiting
                self.await_press(None)
                if refusal := self.seat(place.clock.name, Seat(table)):
                    self._keep(place, place.clock.saying(refusal))
            case Touched() if (game := self._game(place.clock.seat)) is not None:
                place.touched(game, message.hand)
                self._hold(place)
            case Pressed():
                self._pressed(place, message)
            case Fallen() | Stopped() | Started() | PauseAsked() | Restarted():
                self._moved(place, message)
            case _:
                pass

    # Buttons of gamepads

    def _pairs(self) -> list[tuple[BoundClock, ButtonPair]]:
        named = ((place, pair_named(name)) for name, place in self._places.items())
        return [(place, pair) for place, pair in named if pair is not None]

    def _button(self, button: Button, down: ButtonDown) -> None:
        for place, pair in self._pairs():
            if (hand := pair.hand(button)) is None or place.clock.seat is None:
                continue
            if self._is_doubtful(pair):
                continue
            self._sure.add(pair.name)
            if self.awaiting is not None:
                self._ask_for(TAKEN.format(table=place.clock.seat.table))
            self.receive(place.clock.name, Pressed(down.at_ms, hand, late_ms=down.late_ms))
            return
        if self.awaiting is None:
            return
        if self._first is None:
            self._first = button
            self._ask_for(BLUE_NEXT)
        elif self._first == button:
            self._ask_for(SAME_BUTTON)
        else:
            self._bind_buttons(ButtonPair(self._first, button), self.awaiting)

    def _forget_refusal(self) -> None:
        """Something else is wanted now; what waits for a press is still asked."""
        if self.awaiting is None:
            self.asks = ""

    def _ask_for(self, sentence: str) -> None:
        self.asks = sentence
        self._changed()

    def _bind_buttons(self, pair: ButtonPair, table: int) -> None:
        self.await_press(None)
        before = self.clock_at(table)
        doubted = pair_named(before.name) if before else None
        if doubted and doubted.name != pair.name and self._is_doubtful(doubted):
            self.seat(doubted.name, None)
        was_sure = pair.name in self._sure
        self._sure.add(pair.name)
        if refusal := self.seat(pair.name, Seat(table)):
            if not was_sure:
                self._sure.discard(pair.name)
            if self._places[pair.name].clock.seat is None:
                del self._places[pair.name]
            self._ask_for(refusal)

    def _meet(self, pad: str) -> None:
        """Look whether a gamepad that comes may be confused with others of its kind."""
        self._alike.add(pad)
        bound = (other for _, pair in self._pairs() for other in pair.pads)
        if any(other != pad and kind(other) == kind(pad) for other in (*bound, *self._alike)):
            self._twins.add(kind(pad))

    def _part(self, pad: str) -> None:
        self._alike.discard(pad)
        self._sure -= {pair.name for _, pair in self._pairs() if pad in pair.pads}

    def _is_doubtful(self, pair: ButtonPair) -> bool:
        """Tell whether one of its gamepads may be another of its kind: its table is bound anew."""
        alike = any(pad in self._alike and kind(pad) in self._twins for pad in pair.pads)
        return alike and pair.name not in self._sure

    def _seat_pair(self, place: BoundClock) -> None:
        if place.clock.seat is None:
            del self._places[place.clock.name]
            self._changed()
        else:
            self._look_at_pairs()

    def _look_at_pairs(self) -> None:
        """Keep a pair while its gamepads are there."""
        for place, pair in self._pairs():
            pads = [clock for clock in self.clocks if clock.name in pair.pads and clock.online]
            there, doubtful = len(pads) == len(pair.pads), self._is_doubtful(pair)
            online = there and not doubtful
            before = place.clock
            clock = replace(
                before,
                product=pair.words,
                firmware=pair.gamepads({pad.name: pad.product for pad in pads}),
                gamepads=pair.pads,
                abilities=Abilities(holds_time=False),
            )
            if online and not before.online:
                now_ms = self._now_ms()
                clock = replace(clock.saying(""), online=True, heard_ms=now_ms)
                clock = clock.read(Reading(now_ms, None, None, None))
            elif there and doubtful and before.sentence != LIKE:
                clock = replace(clock, online=False, standing=()).saying(LIKE)
            elif before.online and not online:
                clock = replace(clock, online=False, standing=()).saying(AWAY)
            self._keep(place, clock)

    def _pairs_doubted(self, pad: str, message: Doubted | Cleared) -> None:
        """Say what is wrong with a button at the tables it belongs to."""
        for place, pair in self._pairs():
            buttons = (pair.left, pair.right)
            if any(b.pad == pad and message.button in (None, b.number) for b in buttons):
                doubted = isinstance(message, Doubted)
                clock = place.clock.saying("") if doubted else place.clock
                self._keep(place, after(clock, message))

    def _answered(self, place: BoundClock, message: Done | Failed) -> None:
        """Begin a game with its clock, and stop it where its clock refuses to go on."""
        if isinstance(message, Failed) and message.request in {"set", "run", "stop"}:
            self._lacks(place, message.sentence)
        game, reading = self._game(place.clock.seat), place.clock.reading
        if game is None:
            return
        if isinstance(message, Done):
            if not place.busy and place.has_met(message.request):
                self._keep(place, place.meets())
            if message.request == "run" and place.beginning is not None:
                self._started(place, game)
        elif message.request == "run" and (reading is None or reading.running is None):
            self._stands(place, game, message)

    def _stands(self, place: BoundClock, game: Game, failed: Failed) -> None:
        """No time has run at this table since its clock was started."""
        if game.play.clock_holds and game.play.ticking:
            place.stopped = False
            self._submit(place, ReportStop(game.number, stands=True), place.ordered_ms)
            if not failed.goes_on:
                self._lacks(place, f"{failed.sentence} {STANDS}")

    def _lacks(self, place: BoundClock, sentence: str) -> None:
        place.lacks(sentence)
        self._changed()

    def _known(self, place: BoundClock) -> None:
        """Take in what a clock is and what it can do, maybe less than before."""
        self._hold(place)
        game = self._game(place.clock.seat)
        if refusal := place.set_again(game, self._now_ms()):
            self._keep(place, place.clock.saying(refusal))
        for command in unfit(place.clock, game):
            self._submit(place, command, self._now_ms())

    def _pressed(self, place: BoundClock, message: Pressed) -> None:
        seat, game = place.clock.seat, self._game(place.clock.seat)
        if seat is None or game is None:
            return
        side = seat.side(message.hand)
        if game.play.clock is None:
            self._begin(place, game, side.other, message.at_ms, message.late_ms)
        else:
            press = PressLever(game.number, side, message.late_ms)
            self._submit(place, press, message.at_ms)

    def _moved(self, place: BoundClock, message: Moved) -> None:
        seat, game = place.clock.seat, self._game(place.clock.seat)
        if seat is None or game is None:
            return
        holds, playing = game.play.clock_holds, game.play.in_progress
        match message:
            case Fallen() if holds and playing:
                self._flag(place, game, seat.side(message.hand), message.at_ms)
            case Started() if game.play.clock is None:
                self._begin(place, game, seat.side(message.running), message.at_ms)
            case Started() | Stopped() if holds and playing and place.busy:
                place.stopped = isinstance(message, Stopped)
            case Started() if (
                holds and game.play.ticking and seat.side(message.running) is not game.play.runner
            ):  # a press is the first that is heard of it
                self._submit(place, PressLever(game.number, game.play.runner), message.at_ms)
            case Started() | Stopped() if holds and playing:
                stop = ReportStop(game.number, stands=isinstance(message, Stopped))
                self._submit(place, stop, message.at_ms)
            case PauseAsked() if playing and game.play.clock is not None:
                self._submit(place, pause_asked(game), message.at_ms)
            case Restarted() if playing or game.play.clock is None:
                self._restarted(place, seat, game, message.at_ms)
            case _:
                pass

    def _flag(self, place: BoundClock, game: Game, side: Side, at_ms: int) -> None:
        """Report a flag, or question one that cannot have fallen yet."""
        clock = game.play.clock
        if clock is None or flag_plausible(clock, side, at_ms):
            self._submit(place, ReportFlag(game.number, side), at_ms)
        else:
            sentence = say(
                "It shows {colour}'s flag too early. Look at it, then take its times.",
                colour=side.colour,
            )
            self._keep(place, place.clock.saying(sentence))

    def _begin(
        self, place: BoundClock, game: Game, first: Side, at_ms: int, uncertain_ms: int = 0
    ) -> None:
        """Begin a game whose clock was started on the table, if its round is under way."""
        if place.beginning is not None:
            self._started(place, game)
            return
        if self._state.round_of(game).stage is Stage.STARTED:
            self._hold(place)
            start = StartClock(game.number, first, by_lever=True, uncertain_ms=uncertain_ms)
            self._submit(place, start, at_ms)

    def _compare(self, place: BoundClock, reading: Reading) -> None:
        silent_ms, place.compared_ms = reading.at_ms - place.compared_ms, reading.at_ms
        game = self._game(place.clock.seat)
        if game is None or place.busy or place.waits(game, reading):
            return
        clock, commands = compared(place.clock, game, reading, silent_ms)
        back, place.fresh = place.fresh and reading.running is reading.fallen is None, False
        if back and clock.seat and clock.notice.startswith(SHOWS):  # it knows nothing of its game
            self._restarted(place, clock.seat, game, reading.at_ms)
            return
        if (back and commands) or place.takes_as_stopped(game, reading):
            commands = (*commands, ReportStop(game.number, stands=True))
        self._keep(place, clock)
        if place.unmet and not clock.doubtful and agreed(clock, game, reading):
            self._keep(place, place.meets())
        for command in commands:
            self._submit(place, command, reading.at_ms)

    def _restarted(self, place: BoundClock, seat: Seat, game: Game, at_ms: int) -> None:
        """Handle a loss of power: before its game the clock is set again, in it the organizer is
        asked.
        """
        commands = lost_power(place.clock, game, at_ms) if game.play.clock_holds else ()
        self._keep(place, place.clock.saying(place.restarted(seat, game, self._now_ms())))
        for command in commands:
            self._submit(place, command, at_ms)

    def _follow(self, event: Steered) -> None:
        """Do on the clock that keeps a game's time what the organizer did to it."""
        game = self._state.games.get(event.game)
        clock = self.clock_at(game.table) if game else None
        if game is None or clock is None or clock.seat is None or not game.play.clock_holds:
            return
        place, seat = self._places[clock.name], clock.seat
        beginning, place.starting_game = place.starting_game, None
        if isinstance(event, ClockStarted) and beginning == game.number:
            return  # it began with its clock
        setting = bool(place.anew) or isinstance(event, ClockStarted | AdjustClock)
        followed = not setting or place.set(seat, game, self._now_ms(), event.at_ms)
        if not (followed and place.run(seat, game, self._now_ms(), event.at_ms)):
            self._lacks(place, DO_THE_SAME)
