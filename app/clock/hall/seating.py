"""Seats the room's clocks at tables: by their names, by a pressed plunger, or as a pair of gamepad
buttons.
"""

from app.clock.hall.bound_clock import BoundClock
from app.clock.hall.bound_clocks import BoundClocks
from app.clock.hall.buttons import (
    BLUE_NEXT,
    PRESS_RED,
    SAME_BUTTON,
    TAKEN,
    Button,
    ButtonPair,
    pair_named,
)
from app.clock.hall.clock import TOO_LATE, Seat
from app.clock.hall.gamepads import GamepadPairs
from app.engine.acts.chess_clock import HoldTime
from app.engine.frozen import replace
from app.engine.language import say


class ClockSeating:
    def __init__(self, clocks: BoundClocks) -> None:
        self._clocks, self.pairs = clocks, GamepadPairs(clocks)
        self.awaiting: int | None = None
        """The table that the next plunger is bound to."""
        self.asks = ""
        """The request to press the next plunger, or why it cannot be bound."""
        self._first: Button | None = None  # Red's, of the table whose plunger is awaited

    def seat(self, name: str, seat: Seat | None) -> str:
        """Bind a clock to a table, or free the clock. Return a sentence if that is not possible.
        For a gamepad the organizer is first asked to press its two buttons. A pair of buttons that
        is freed no longer exists.
        """
        self.forget_refusal()
        place = self._clocks.place(name)
        if place.clock.abilities.buttons:
            self.await_press(seat.table if seat else None)
            return ""
        other = self._clocks.clock_at(seat.table) if seat else None
        if seat and other and other.name != name:
            it = other.product or other.name
            return say(
                "Table {table} already has a clock ({it}). Free that one first.",
                table=seat.table,
                it=it,
            )
        before, game = place.clock.seat, self._clocks.game_at(place.clock.seat)
        if before and game and (seat is None or seat.table != before.table):
            if game.play.clock_holds and game.play.ticking:
                return say(
                    "Pause table {table} first: this clock keeps its time.", table=before.table
                )
            if game.play.clock_holds:
                self._clocks.ask(
                    HoldTime(game.number, by_clock=False), self._clocks.now_ms(), before.table
                )
        if before and (seat is None or seat.table != before.table):
            place.part()
        self._clocks.keep(place, replace(place.clock, seat=seat))
        if pair_named(name):
            self._seat_pair(place)
        self._clocks.prepare(place)
        if seat and (before is None or before.table != seat.table):
            self._relieve(place, seat)
        return ""

    def sits_at(self, name: str, table: int) -> None:
        """Seat a clock that has proved which table it is at. Another clock at that table makes room
        if it is not connected.
        """
        place, other = self._clocks.place(name), self._clocks.clock_at(table)
        if other is not None and other.name != name and not other.online:
            self.seat(other.name, None)
        if place.clock.seat is not None and place.clock.seat.table == table:
            return
        if refusal := self.seat(name, Seat(table)):
            self._clocks.keep(place, place.clock.saying(refusal))

    def _relieve(self, place: BoundClock, seat: Seat) -> None:
        """Let a clock that was bound during a paused game keep that game's time from now on."""
        game = self._clocks.game_at(seat)
        if game and game.play.in_progress and game.play.clock and place.clock.keeps_time:
            hold, ticks = HoldTime(game.number, by_clock=True), game.play.ticking
            refused = None if ticks else self._clocks.ask(hold, self._clocks.now_ms(), seat.table)
            sentence = TOO_LATE if ticks else refused.sentence if refused else place.relieves()
            self._clocks.keep(place, place.clock.saying(sentence))

    def await_press(self, table: int | None) -> None:
        """Bind the next pressed plunger of a clock without a table to ``table``. On gamepads these
        are the next two buttons, Red's and then Blue's.
        """
        self.awaiting, self._first = table, None
        able = [clock.abilities for clock in self._clocks.clocks if clock.online]
        gamepads = any(each.buttons and not each.writes for each in able)
        self.asks = PRESS_RED.format(table=table) if table is not None and gamepads else ""
        self._clocks.changed()

    def press_plunger(self, place: BoundClock, table: int) -> None:
        """Bind a clock to the table that waits for one, because the clock's plunger was pressed."""
        self.await_press(None)
        if refusal := self.seat(place.clock.name, Seat(table)):
            self._clocks.keep(place, place.clock.saying(refusal))

    def press_taken(self, table: int) -> None:
        """Tell the organizer that the button they pressed already belongs to ``table``, if a button
        is awaited.
        """
        if self.awaiting is not None:
            self._ask_for(TAKEN.format(table=table))

    def press_free(self, button: Button) -> None:
        """Use a free button for the table that waits for two, Red's and then Blue's."""
        if self.awaiting is None:
            return
        if self._first is None:
            self._first = button
            self._ask_for(BLUE_NEXT)
        elif self._first == button:
            self._ask_for(SAME_BUTTON)
        else:
            self._bind_buttons(ButtonPair(self._first, button), self.awaiting)

    def forget_refusal(self) -> None:
        """Forget the last refusal, because the organizer does something else now. A request to
        press a plunger stays.
        """
        if self.awaiting is None:
            self.asks = ""

    def _ask_for(self, sentence: str) -> None:
        self.asks = sentence
        self._clocks.changed()

    def _bind_buttons(self, pair: ButtonPair, table: int) -> None:
        self.await_press(None)
        before = self._clocks.clock_at(table)
        doubted = pair_named(before.name) if before else None
        if doubted and doubted.name != pair.name and self.pairs.is_doubtful(doubted):
            self.seat(doubted.name, None)
        was_sure = pair.name in self.pairs.sure
        self.pairs.sure.add(pair.name)
        if refusal := self.seat(pair.name, Seat(table)):
            if not was_sure:
                self.pairs.sure.discard(pair.name)
            if self._clocks.places[pair.name].clock.seat is None:
                del self._clocks.places[pair.name]
            self._ask_for(refusal)

    def _seat_pair(self, place: BoundClock) -> None:
        if place.clock.seat is None:
            del self._clocks.places[place.clock.name]
            self._clocks.changed()
        else:
            self.pairs.show()
