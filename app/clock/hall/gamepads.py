"""The tables' pairs of gamepad buttons: which gamepads are connected, and which may be confused
with others of their kind.
"""

from app.clock.drivers.driver import Abilities, Cleared, Doubted, Hand, Reading
from app.clock.hall.bound_clock import BoundClock
from app.clock.hall.bound_clocks import BoundClocks
from app.clock.hall.buttons import AWAY, LIKE, Button, ButtonPair, kind, pair_named
from app.clock.hall.clock import About, hear_message
from app.engine.frozen import replace


class GamepadPairs:
    def __init__(self, clocks: BoundClocks) -> None:
        self._clocks = clocks
        self._alike: set[str] = set()  # gamepads without an identity of their own
        self._twins: set[str] = set()  # kinds of which there have been two
        self.sure: set[str] = set()
        """The names of pairs that were bound or pressed since their gamepads came."""

    def take_press(self, button: Button) -> tuple[BoundClock, Hand] | None:
        """Note that ``button`` was pressed. Return the table's pair that it belongs to, and the
        side whose plunger it is; None if no table has the button.
        """
        for place, pair in self._pairs():
            if (hand := pair.hand(button)) is None or place.clock.seat is None:
                continue
            if not self.is_doubtful(pair):
                self.sure.add(pair.name)
                return place, hand
        return None

    def _pairs(self) -> list[tuple[BoundClock, ButtonPair]]:
        named = ((place, pair_named(name)) for name, place in self._clocks.places.items())
        return [(place, pair) for place, pair in named if pair is not None]

    def meet(self, pad: str) -> None:
        """Note a gamepad that has been connected and has no identity of its own, and whether it may
        be confused with others of its kind.
        """
        self._alike.add(pad)
        bound = (other for _, pair in self._pairs() for other in pair.pads)
        if any(other != pad and kind(other) == kind(pad) for other in (*bound, *self._alike)):
            self._twins.add(kind(pad))

    def leave(self, pad: str) -> None:
        self._alike.discard(pad)
        self.sure -= {pair.name for _, pair in self._pairs() if pad in pair.pads}

    def is_doubtful(self, pair: ButtonPair) -> bool:
        """Tell whether one of the pair's gamepads may be another gamepad of the same kind. If so,
        the pair's table has to be bound again.
        """
        alike = any(pad in self._alike and kind(pad) in self._twins for pad in pair.pads)
        return alike and pair.name not in self.sure

    def show(self) -> None:
        """Show a pair as connected while its gamepads are connected, unless these may be confused
        with others.
        """
        for place, pair in self._pairs():
            pads = [
                clock for clock in self._clocks.clocks if clock.name in pair.pads and clock.online
            ]
            there, doubtful = len(pads) == len(pair.pads), self.is_doubtful(pair)
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
                now_ms = self._clocks.now_ms()
                clock = replace(clock.saying(""), online=True, heard_ms=now_ms)
                clock = clock.read(Reading(now_ms, None, None, None))
            elif there and doubtful and before.about is not About.LIKE:
                clock = replace(clock, online=False, standing=()).saying(LIKE, About.LIKE)
            elif before.online and not online:
                clock = replace(clock, online=False, standing=()).saying(AWAY)
            self._clocks.keep(place, clock)

    def take_doubt(self, pad: str, message: Doubted | Cleared) -> None:
        """Show what is wrong with a button, in the rows of the tables to which the button
        belongs.
        """
        for place, pair in self._pairs():
            buttons = (pair.left, pair.right)
            if any(b.pad == pad and message.button in (None, b.number) for b in buttons):
                doubted = isinstance(message, Doubted)
                clock = place.clock.saying("") if doubted else place.clock
                self._clocks.keep(place, hear_message(clock, message))
