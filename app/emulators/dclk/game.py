"""The state and behaviour of a DCLK/1 clock without its line: times, presses, orders."""

from enum import Enum

from msgspec import Struct

from app.emulators.dclk.lines import (
    BAD_STATE,
    SYNTAX,
    UNSUPPORTED,
    ProtocolOrder,
    Trouble,
    number_in,
)
from app.emulators.device import DeviceSide
from app.emulators.movement import Movement

HIGHEST_MS = 2**32 - 1
BOUNCE_MS = 40
LOW_BATTERY = 15


class Phase(Enum):
    """The phase of a clock's game. The movement, not the phase, knows which side runs."""

    OFF = "N"
    PAUSED = "P"
    RUNNING = "running"


class GameEvent(Struct, frozen=True):
    """An event that the clock reports at once: what happened, and on which side."""

    kind: str
    by: str = ""


class EmulatedDclkGame:
    """The state of the clock since its last start."""

    def __init__(self, hands: Movement) -> None:
        self.hands = hands
        self.phase = Phase.OFF
        self.turn = DeviceSide.LEFT
        self.pressed: DeviceSide | None = None
        self.buttons_only = False
        self.period_ms = 1000
        self.texts = {"L": "", "R": "", "C": ""}
        self.leds = 0
        self.beeps: list[int] = []
        self.blinks = 0
        self._quiet_until_ms: dict[DeviceSide, int] = {}

    @property
    def run(self) -> str:
        return self.turn.value if self.phase is Phase.RUNNING else self.phase.value

    def flag(self, side: DeviceSide) -> GameEvent:
        """Make a side's flag fall, because its time in the movement has run out."""
        self.phase = Phase.OFF
        return GameEvent("FLAG", side.value)

    def press(self, side: DeviceSide, now_ms: int) -> GameEvent | None:
        """Press a plunger. Return the event to report; None while the plunger still bounces."""
        if now_ms < self._quiet_until_ms.get(side, 0):
            return None
        self._quiet_until_ms[side] = now_ms + BOUNCE_MS
        if not self.buttons_only and (self.phase is not Phase.RUNNING or self.turn is not side):
            return GameEvent("IGN", side.value)
        self.pressed = side
        if not self.buttons_only:
            self._start(side.other)
        return GameEvent("PRESS", side.value)

    def start_stop(self) -> GameEvent | None:
        if self.phase is Phase.RUNNING:
            return self._pause()
        return self._resume() if self.phase is Phase.PAUSED else None

    def obey(self, order: ProtocolOrder) -> Trouble | GameEvent | None:
        """Carry out an order. Return the refusal, the event to report, or None."""
        match order.verb:
            case "SET":
                return self._set(order.words)
            case "RUN":
                return self._run(order.words)
            case "PAUSE" | "RESUME" | "END" | "IDENT" if order.rest:
                return SYNTAX
            case "PAUSE":
                return self._ask_pause()
            case "RESUME":
                return self._ask_resume()
            case "END":
                self.phase = Phase.OFF
                self.hands.run(None)
            case "IDENT":
                self.blinks += 1
            case "MODE":
                return self._mode(order.rest)
            case "TXT":
                return self._text(order.rest)
            case "BEEP" | "LED" | "PERIOD":
                return self._number(order)
            case _:
                return UNSUPPORTED
        return None

    def _set(self, words: list[str]) -> Trouble | None:
        if len(words) != 2:
            return SYNTAX
        left, right = (number_in(word, 0, HIGHEST_MS) for word in words)
        if isinstance(left, Trouble):
            return left
        if isinstance(right, Trouble):
            return right
        if self.phase is Phase.RUNNING:
            return BAD_STATE
        self.hands.put(left, right)
        return None

    def _run(self, words: list[str]) -> Trouble | None:
        if len(words) != 1 or words[0] not in ("L", "R"):
            return SYNTAX
        side = DeviceSide(words[0])
        if self.buttons_only or self.hands.of(side) == 0:
            return BAD_STATE
        self._start(side)
        return None

    def _ask_pause(self) -> Trouble | GameEvent | None:
        if self.phase is Phase.PAUSED:
            return None
        return self._pause() if self.phase is Phase.RUNNING else BAD_STATE

    def _ask_resume(self) -> Trouble | GameEvent | None:
        if self.phase is Phase.RUNNING:
            return None
        return self._resume() or BAD_STATE if self.phase is Phase.PAUSED else BAD_STATE

    def _pause(self) -> GameEvent:
        self.phase = Phase.PAUSED
        self.hands.run(None)
        return GameEvent("PAUSE")

    def _resume(self) -> GameEvent | None:
        if self.hands.of(self.turn) == 0:
            return None
        self._start(self.turn)
        return GameEvent("RESUME")

    def _start(self, side: DeviceSide) -> None:
        if self.hands.of(side) == 0:
            self.phase = Phase.OFF
            self.hands.run(None)
            return
        self.phase, self.turn = Phase.RUNNING, side
        self.hands.run(side)

    def _mode(self, word: str) -> Trouble | None:
        if word not in ("D", "B"):
            return SYNTAX
        self.buttons_only = word == "B"
        if self.buttons_only:
            self.phase = Phase.OFF
            self.hands.run(None)
        return None

    def _text(self, rest: str) -> Trouble | None:
        place, _, quoted = rest.partition(" ")
        if place not in self.texts or len(quoted) < 2 or quoted[0] != '"' or quoted[-1] != '"':
            return SYNTAX
        self.texts[place] = quoted[1:-1]
        return None

    def _number(self, order: ProtocolOrder) -> Trouble | None:
        bounds = {"BEEP": (0, 60_000), "LED": (0, 255), "PERIOD": (200, 5000)}
        number = number_in(order.rest, *bounds[order.verb])
        if isinstance(number, Trouble):
            return number
        if order.verb == "BEEP":
            self.beeps.append(number)
        elif order.verb == "LED":
            self.leds = number
        else:
            self.period_ms = number
        return None
