"""The chess clocks of the room with their tables: takes in the reports of the ports and of the
desk.

Runs in the desk's loop. It decodes nothing, opens no ports and knows no rules of packets.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence

from app.clock.drivers.driver import (
    ButtonDown,
    Cleared,
    Doubted,
    Drift,
    Failed,
    Hand,
    Identified,
    Message,
    Noted,
    OrderDone,
    Orders,
    Pressed,
    Reading,
    ScoredAtClock,
    Touched,
)
from app.clock.hall.bound_clock import BoundClock, yet_to_begin
from app.clock.hall.bound_clocks import CLOCK, NOT_SAVED, Ask, BoundClocks
from app.clock.hall.buttons import Button
from app.clock.hall.clock import hear_message
from app.clock.hall.clock_check import CheckSnapshot, count_press
from app.clock.hall.follow import Steered, follow
from app.clock.hall.play import OfGame, commands_of, remaining, take_message
from app.clock.hall.seating import ClockSeating
from app.clock.hall.start_together import set_for_round, start_together
from app.engine.acts.events import Record
from app.engine.acts.unsaved import Unsaved
from app.engine.frozen import replace
from app.engine.state import Stage, State

ALIVE_MS = 1000
CHECK_MS = 600_000
"""The time in milliseconds that a clock is set to so that it can run for the clock check."""


class Bank:
    """The clocks at the tables. ``changed`` is called when a clock has to be displayed again."""

    def __init__(self, now_ms: Callable[[], int], ask: Ask, changed: Callable[[], None]) -> None:
        self.bound = BoundClocks(now_ms, ask, changed)
        self.seating = ClockSeating(self.bound)
        self.check: CheckSnapshot | None = None
        """The last clock check; its presses never reach a game."""
        self._lent: set[str] = set()  # clocks that run for the check, by name
        self._news: list[Record] = []
        self._unsettled = False
        self._waiting: deque[tuple[BoundClock, OfGame]] = deque()  # until they can be saved

    def set_for_round(self) -> Iterator[str]:
        self.seating.forget_refusal()
        return set_for_round(self.bound)

    def start_together(self) -> Iterator[str]:
        self.seating.forget_refusal()
        return start_together(self.bound)

    def begin_check(self) -> None:
        """Count each clock's presses from now on, and let none of them reach a game that has not
        begun. Clocks that report no presses while they are stopped are set and run.
        """
        now_ms = self.bound.now_ms()
        self.check = CheckSnapshot(now_ms, {})
        for place, handle in self._run_for_check():
            self._lent.add(place.clock.name)
            handle.set_times(CHECK_MS, CHECK_MS, now_ms)  # and run when that is done
        self.bound.changed()

    def end_check(self) -> None:
        """Let presses reach the games again; the results of the check stay. A clock that was run
        for the check is stopped and set for its coming game.
        """
        if self.check is None or not self.check.under_way:
            return
        self.check = replace(self.check, under_way=False)
        for name in tuple(self._lent):
            self._give_back(self.bound.place(name))
        self.bound.changed()

    @property
    def names(self) -> Collection[str]:
        return self.bound.names

    @property
    def seated(self) -> Collection[str]:
        """The names of the clocks at tables."""
        return self.bound.seats

    def sits_at(self, name: str, table: int) -> None:
        self.seating.sits_at(name, table)

    def alive(self, name: str, at_ms: int) -> None:
        """Note that bytes have arrived from the clock, even if they bring no news. The display is
        updated once a second.
        """
        place = self.bound.place(name)
        if at_ms - place.clock.heard_ms >= ALIVE_MS:
            self.bound.keep(place, replace(place.clock, heard_ms=at_ms))

    def came(self, name: str, handle: Orders) -> None:
        """Take in a clock that has been connected, or connected again."""
        place = self.bound.place(name)
        place.handle, place.lit = handle, None
        place.fresh = place.fresh or not place.clock.online
        back = place.clock if place.clock.online else place.clock.saying("")
        self.bound.keep(place, replace(back, online=True))

    def went(self, name: str, sentence: str) -> None:
        place = self.bound.places.get(name)
        if place is None:
            return  # a gamepad that was unplugged before its line opened
        if place.clock.abilities.buttons:
            del self.bound.places[name]
            self.seating.pairs.leave(name)
            self.seating.pairs.show()
            self.bound.changed()
            return
        place.leave(sentence)
        self.bound.keep(place, replace(place.clock, online=False).saying(sentence))
        self.bound.prepare(place)

    def saw(self, state: State, fresh: Sequence[Record]) -> None:
        """Note that the event has changed. ``settle`` must be called soon, after the desk has
        finished its work.
        """
        self.bound.state, self._unsettled = state, True
        self._news += fresh

    def settle(self) -> None:
        """Let the clocks follow changes in the event, except those that came from the clocks
        themselves.
        """
        for place in [self.bound.place(name) for name in self._lent]:
            if self._plays(place):  # its round has started during the check
                self._give_back(place)
        news, self._news = self._news, []
        unsettled, self._unsettled = self._unsettled, False
        for place in tuple(self.bound.places.values()) if unsettled else ():
            self.bound.prepare(place)
            if self._unsettled:  # one row at a time; the news of this one brings the next
                break
        for record in news:
            if record.actor != CLOCK and isinstance(record.event, Steered):
                follow(self.bound, record.event)

    def receive(self, name: str, message: Message) -> None:
        """Act on a clock's message, depending on the state of its game."""
        place = self.bound.place(name)
        self.bound.keep(place, hear_message(place.clock, message))
        if isinstance(message, Pressed | Touched) and self._counts_for_check(place, message):
            return
        if isinstance(message, OrderDone | Failed) and self._answers_check(place, message):
            return
        pairs, awaiting = self.seating.pairs, self.seating.awaiting
        match message:
            case Identified() if message.abilities.buttons:
                if message.alike:
                    pairs.meet(name)
                pairs.show()
            case ButtonDown():
                self._press_button(Button(name, message.button), message)
            case Doubted() | Cleared() if place.clock.abilities.buttons:
                pairs.take_doubt(name, message)
            case Pressed() | Touched() if place.clock.seat is None and awaiting is not None:
                self.seating.press_plunger(place, awaiting)
            case Doubted() | Cleared() | Noted() | Drift() | ScoredAtClock():
                pass
            case _:
                self._take(place, message)

    @property
    def waits(self) -> bool:
        """True if some reports could not be saved and wait for `try_again`."""
        return bool(self._waiting)

    @property
    def unsaved(self) -> list[Unsaved]:
        """The waiting reports as commands. The times and properties of clocks are left out, because
        the clocks report those again.
        """
        return [
            Unsaved(f"table {place.clock.seat.table}", at_ms, CLOCK, command)
            for place, message in self._waiting
            if place.clock.seat is not None
            for at_ms, command in commands_of(self.bound, place, message)
        ]

    def try_again(self) -> None:
        """Act on the waiting reports in their order, until one still cannot be saved."""
        while self._waiting:
            place, message = self._waiting.popleft()
            if not self._is_taken(place, message):
                self._waiting.appendleft((place, remaining(place, message)))
                return
            self.bound.keep(place, place.clock.over(NOT_SAVED))

    def _take(self, place: BoundClock, message: OfGame) -> None:
        """Act on a report. Hold the report back if it cannot be saved, or if an earlier report
        waits.

        Of the reports of a clock's times and identity, only the latest waits. A press is never
        dropped.
        """
        if not self._waiting:
            if self._is_taken(place, message):
                return
            message = remaining(place, message)
        if isinstance(message, Reading | Identified):
            kind = type(message)
            shown = [(by, it) for by, it in self._waiting if by is place and type(it) is kind]
            for older in shown:
                self._waiting.remove(older)
        else:
            self.bound.keep(place, place.clock.saying(NOT_SAVED))
        self._waiting.append((place, message))

    def _is_taken(self, place: BoundClock, message: OfGame) -> bool:
        """Act on a report. Return whether all its consequences were saved."""
        self.bound.unsaved = False
        take_message(self.bound, place, message)
        return not self.bound.unsaved

    def _counts_for_check(self, place: BoundClock, press: Pressed | Touched) -> bool:
        """Count a press for the check that is under way, and tell whether it was counted. A press
        at a table that is playing is not counted, nor is a press that binds its clock to a table.
        """
        check = self.check
        binds = place.clock.seat is None and self.seating.awaiting is not None
        if check is None or not check.under_way or binds or self._plays(place):
            return False
        name = place.clock.name
        counted = count_press(check.of(name), press, self.bound.now_ms())
        self.check = replace(check, clocks={**check.clocks, name: counted})
        self.bound.changed()
        return True

    def _answers_check(self, place: BoundClock, answer: OrderDone | Failed) -> bool:
        """Run a clock that has accepted the times of its check, and tell whether ``answer`` was for
        the check. A failure to run is not reported, because players then start the clock by hand.
        """
        under_way = self.check is not None and self.check.under_way
        if not under_way or place.busy or self._plays(place):  # an older order's answer comes first
            return False
        for checked, handle in self._run_for_check():
            if checked is place and answer.request == "set":
                handle.run(Hand.LEFT, self.bound.now_ms())
        if isinstance(answer, Failed) and answer.request == "run":
            self.bound.keep(place, place.clock.saying(""))
        return True

    def _run_for_check(self) -> Iterator[tuple[BoundClock, Orders]]:
        """Yield the clocks that are not in a game, can be run, and report presses only while they
        run.
        """
        for place in self.bound.places.values():
            able, handle = place.clock.abilities, place.handle
            runs = able.holds_time and able.sets and able.runs and not able.touched
            if handle is not None and runs and not self._plays(place):
                yield place, handle

    def _give_back(self, place: BoundClock) -> None:
        """Stop a clock that ran for its check, and set it for its coming game. If that game has
        already begun, leave the clock alone.
        """
        self._lent.discard(place.clock.name)
        seat, game = place.clock.seat, self.bound.game_at(place.clock.seat)
        begun = game is not None and not yet_to_begin(game)
        if place.handle is None or (begun and self._plays(place)):
            return
        place.handle.run(None, self.bound.now_ms())
        if seat is not None and game is not None and not begun:
            place.set(seat, game, self.bound.now_ms())

    def _plays(self, place: BoundClock) -> bool:
        """Tell whether the round of the clock's table has started and its game is not over."""
        game = self.bound.game_at(place.clock.seat)
        if game is None or game.play.ending is not None or game.reported is not None:
            return False
        return self.bound.state.round_of(game).stage is Stage.STARTED

    def _press_button(self, button: Button, down: ButtonDown) -> None:
        """Handle a press of a gamepad's button. A button that belongs to a table is that table's
        plunger. Any other button is offered to the table that waits for one.
        """
        pressed = self.seating.pairs.take_press(button)
        if pressed is None:
            self.seating.press_free(button)
            return
        place, hand = pressed
        if place.clock.seat is not None:
            self.seating.press_taken(place.clock.seat.table)
        self.receive(place.clock.name, Pressed(down.at_ms, hand, late_ms=down.late_ms))
