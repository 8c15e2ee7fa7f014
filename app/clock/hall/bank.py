"""The chess clocks of the room with their tables: takes in what ports and the desk report.

Runs in the desk's loop. No decoding, no open ports and no rules of packets here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from app.clock.drivers.driver import (
    ButtonDown,
    Cleared,
    Doubted,
    Drift,
    Identified,
    Message,
    Noted,
    Orders,
    Pressed,
    ScoredAtClock,
    Touched,
)
from app.clock.hall.bound_clocks import CLOCK, Ask, BoundClocks
from app.clock.hall.buttons import Button
from app.clock.hall.clock import after
from app.clock.hall.follow import Steered, follow
from app.clock.hall.play import take_message
from app.clock.hall.seating import ClockSeating
from app.clock.hall.start_together import set_for_round, start_together
from app.engine.acts.events import Record
from app.engine.state import State

ALIVE_MS = 1000


class Bank:
    """The clocks at the tables. ``changed`` is called when a clock is to be shown anew."""

    def __init__(self, now_ms: Callable[[], int], ask: Ask, changed: Callable[[], None]) -> None:
        self.bound = BoundClocks(now_ms, ask, changed)
        self.seating = ClockSeating(self.bound)
        self._news: list[Record] = []
        self._unsettled = False

    def set_for_round(self) -> Iterator[str]:
        self.seating.forget_refusal()
        return set_for_round(self.bound)

    def start_together(self) -> Iterator[str]:
        self.seating.forget_refusal()
        return start_together(self.bound)

    def alive(self, name: str, at_ms: int) -> None:
        """Note that bytes arrive from the clock, even without news; shown once a second."""
        place = self.bound.place(name)
        if at_ms - place.clock.heard_ms >= ALIVE_MS:
            self.bound.keep(place, replace(place.clock, heard_ms=at_ms))

    def came(self, name: str, handle: Orders) -> None:
        """Take in a clock that is there, or there again."""
        place = self.bound.place(name)
        place.handle, place.lit = handle, None
        place.fresh = place.fresh or not place.clock.online
        back = place.clock if place.clock.online else place.clock.saying("")
        self.bound.keep(place, replace(back, online=True))

    def went(self, name: str, sentence: str) -> None:
        place = self.bound.places.get(name)
        if place is None:
            return  # a gamepad that went before its line
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
        """Note that the event has changed; ``settle`` must be called soon, outside the desk's
        handling.
        """
        self.bound.state, self._unsettled = state, True
        self._news += fresh

    def settle(self) -> None:
        """Let the clocks follow what has changed in the event, except by their own doing."""
        news, self._news = self._news, []
        unsettled, self._unsettled = self._unsettled, False
        for place in tuple(self.bound.places.values()) if unsettled else ():
            self.bound.prepare(place)
            if self._unsettled:  # one row at a time: the next one's turn comes with its news
                break
        for record in news:
            if record.actor != CLOCK and isinstance(record.event, Steered):
                follow(self.bound, record.event)

    def receive(self, name: str, message: Message) -> None:
        """Act on what a clock says, as its game understands it."""
        place = self.bound.place(name)
        self.bound.keep(place, after(place.clock, message))
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
                take_message(self.bound, place, message)

    def _press_button(self, button: Button, down: ButtonDown) -> None:
        """Take a button that is a table's as its plunger."""
        pressed = self.seating.pairs.press(button)
        if pressed is None:
            self.seating.press_free(button)
            return
        place, hand = pressed
        if place.clock.seat is not None:
            self.seating.press_taken(place.clock.seat.table)
        self.receive(place.clock.name, Pressed(down.at_ms, hand, late_ms=down.late_ms))
