"""A clock that speaks the open line protocol DCLK/1: its line, its start, its counters."""

from collections import deque

from msgspec import Struct

from app.emulators.dclk.game import LOW_BATTERY, EmulatedDclkGame, GameEvent
from app.emulators.dclk.lines import (
    BUSY,
    LONGEST,
    RANGE,
    SYNTAX,
    ProtocolOrder,
    Trouble,
    line,
    number_in,
    order_of,
    spoil_checksum,
)
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault, Mischief, quiet
from app.emulators.movement import Movement
from app.emulators.serial_clock import SerialClock

U16, U32 = 2**16, 2**32
KEPT_EVENTS = 16
PAIR_MS = 5
HOUR_MS = 3_600_000


class DclkKnobs(Struct, frozen=True):
    """The options chosen by the clock's builder, and the error of its crystal."""

    protocol: int = 1
    uid: str = "5A3F01C2"
    name: str = "T07"
    fw: str = "0.3.0"
    osc: str = "xtal"
    caps: str = "run,set,txt,beep,led,pause"
    boot: int = 41
    drift_ppm: int = 0
    answer_ms: int = 5
    boot_ms: int = 0  # an Uno is in its boot loader for 2 s
    resets_on_open: bool = False
    first_millis: int = 0  # near 2**32: the counter wraps
    battery: int = -1
    lev_is_pressed: bool = True  # one example in the protocol's text names the other side
    says_same_answer: bool = True  # to a repeated id, without carrying out the order again
    baud: int = 115_200
    buttons_only: bool = False  # somebody has left it in mode B


class EmulatedDclkClock(SerialClock):
    """An emulated DCLK/1 clock. ``game`` is its state, which is lost completely when the clock
    restarts.
    """

    def __init__(
        self, now_ms: int = 0, knobs: DclkKnobs | None = None, mischief: Mischief | None = None
    ) -> None:
        self.knobs = knobs or DclkKnobs()
        self._connect(self.knobs, mischief or quiet())
        self.boot = self.knobs.boot - 1
        self.bad_lines = 0
        self._input = b""
        self.battery_percent = self.knobs.battery
        self._crystal = Movement(0, 0, now_ms, self.knobs.drift_ppm)
        self._millis_at_start = self.knobs.first_millis
        self._start(now_ms)
        self.game.buttons_only = self.knobs.buttons_only

    def receive(self, data: bytes, now_ms: int) -> None:
        self._run_to(now_ms)
        if not self._awake:
            return
        *whole, rest = (self._input + data).split(b"\n")
        for raw in whole:
            order = order_of(raw)
            if order is None:
                self.bad_lines += bool(raw.strip())
            else:
                self._hear(order, now_ms)
        self._input = rest[: LONGEST + 2]  # a longer line is invalid anyway

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self._run_to(now_ms)
        event = self.game.press(side, now_ms) if self._awake else None
        self._send(event, now_ms)
        if event and event.kind == "PRESS" and self.mischief.strikes(LineFault.PRESS_TWICE, now_ms):
            self._agenda.at(now_ms + PAIR_MS, lambda at_ms: self._press_back(side.other, at_ms))

    def start_stop(self, now_ms: int) -> None:
        self._run_to(now_ms)
        self._send(self.game.start_stop(), now_ms)

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        self._run_to(now_ms)
        self.game.hands.edit(side, left_ms)
        self._send(GameEvent("ADJ"), now_ms)

    def button(self, number: int, now_ms: int) -> None:
        self._run_to(now_ms)
        self._send(GameEvent("BTN", str(number)), now_ms)

    def battery(self, percent: int, now_ms: int) -> None:
        self._run_to(now_ms)
        fell = percent <= LOW_BATTERY and not 0 <= self.battery_percent <= LOW_BATTERY
        self.battery_percent = percent
        self._send(GameEvent("LOWBAT") if fell else None, now_ms)

    def log(self, text: str, now_ms: int) -> None:
        """Send a line of free text, as firmware does while it is being debugged."""
        self._run_to(now_ms)
        self._wire.put(line(f"# {text}"), now_ms)

    def power_cycle(self, now_ms: int) -> None:
        """Restart the clock. It then has no game and no times, and a new boot number."""
        self._run_to(now_ms)
        self._millis_at_start = -self._crystal.local_ms(now_ms)
        super().power_cycle(now_ms)

    def millis(self, now_ms: int) -> int:
        return (self._millis_at_start + self._crystal.local_ms(now_ms)) % U32

    def _start(self, now_ms: int) -> None:
        self.boot += 1
        self.game = EmulatedDclkGame(Movement(0, 0, now_ms, self.knobs.drift_ppm))
        self._awake = False
        self._input = b""
        self._sequence = 0
        self._sent: deque[tuple[int, str]] = deque(maxlen=KEPT_EVENTS)
        self._answered: tuple[ProtocolOrder, str] | None = None
        self._agenda.at(now_ms + self.knobs.boot_ms, self._wake)

    @property
    def _hands(self) -> Movement:
        return self.game.hands

    def _flag_fell(self, side: DeviceSide, at_ms: int) -> None:
        self._send(self.game.flag(side), at_ms)

    def _wake(self, at_ms: int) -> None:
        self._awake = True
        self._garbage(at_ms, 30)
        if not self.mischief.strikes(LineFault.NO_HI, at_ms):
            self._say(self._hi(), at_ms)
        self._agenda.at(at_ms, self._beat)

    def _beat(self, at_ms: int) -> None:
        if self.mischief.strikes(LineFault.RESET, at_ms):
            self.power_cycle(at_ms)
            return
        due_ms = self._crystal.instant_of(self._crystal.local_ms(at_ms) + self.game.period_ms)
        self._agenda.at(due_ms, self._beat)
        self._state(at_ms)

    def _press_back(self, side: DeviceSide, at_ms: int) -> None:
        self._send(self.game.press(side, at_ms), at_ms)

    def _hear(self, order: ProtocolOrder, now_ms: int) -> None:
        repeated = self._answered is not None and self._answered[0] == order
        if repeated and order.verb != "HELLO" and self.knobs.says_same_answer:
            assert self._answered is not None
            self._answer(self._answered[1], now_ms)
            return
        done: Trouble | GameEvent | None
        busy = self.mischief.strikes(LineFault.NACK_40, now_ms)
        again = () if order.verb != "LOG" else self._asked_events(order)
        if busy or isinstance(again, Trouble):
            done = BUSY if busy else again if isinstance(again, Trouble) else None
        elif order.verb in ("HELLO", "LOG"):
            done = None
        elif order.verb == "PING":
            done = None if order.rest.isdecimal() else SYNTAX
        else:
            done = self.game.obey(order)
        if isinstance(done, GameEvent):
            self._send(done, now_ms)
        self._answered = (order, self._words(order, done, now_ms))
        self._answer(self._answered[1], now_ms)
        if not busy and not isinstance(again, Trouble):
            for payload in (self._hi(),) if order.verb == "HELLO" else again:
                self._later(payload, now_ms)
        self._agenda.at(now_ms + self.knobs.answer_ms, self._state)

    def _words(self, order: ProtocolOrder, done: Trouble | GameEvent | None, now_ms: int) -> str:
        if isinstance(done, Trouble):
            return f"ER {order.number} {done.code} {done.word}"
        if order.verb == "PING":
            return f"PO {order.number} {order.rest} t={self.millis(now_ms)}"
        return f"OK {order.number} s={self._sequence} t={self.millis(now_ms)}"

    def _asked_events(self, order: ProtocolOrder) -> tuple[str, ...] | Trouble:
        first = number_in(order.rest, 0, U16 - 1)
        if isinstance(first, Trouble):
            return first
        numbers = [number for number, _ in self._sent]
        if first not in numbers:
            return RANGE
        return tuple(payload for _, payload in list(self._sent)[numbers.index(first) :])

    def _answer(self, payload: str, now_ms: int) -> None:
        strikes = self.mischief.strikes
        if strikes(LineFault.DROP_ACK, now_ms):
            return
        delay_ms = self.mischief.faults.delay_ms if strikes(LineFault.DELAY_ACK, now_ms) else 0
        if strikes(LineFault.SWAP_ACK, now_ms):
            self._agenda.at(now_ms + self.knobs.answer_ms, self._state)
        for _ in range(2 if strikes(LineFault.DUPLICATE_ACK, now_ms) else 1):
            self._later(payload, now_ms + delay_ms)

    def _later(self, payload: str, now_ms: int) -> None:
        self._agenda.at(now_ms + self.knobs.answer_ms, lambda at_ms: self._say(payload, at_ms))

    def _hi(self) -> str:
        made = self.knobs
        return (
            f"HI dclk={made.protocol} uid={made.uid} boot={self.boot} fw={made.fw} name={made.name}"
            f" caps={made.caps} osc={made.osc}"
        )

    def _state(self, at_ms: int) -> None:
        game = self.game
        left_ms, right_ms = game.hands.left_ms, game.hands.right_ms
        if self.mischief.strikes(LineFault.TIME_UP, at_ms):
            left_ms += HOUR_MS
        pressed = game.pressed
        if pressed and not self.knobs.lev_is_pressed:
            pressed = pressed.other
        lever = pressed.value if pressed else "-"
        fallen = game.hands.flagged.value if game.hands.flagged else "-"
        self._say(
            f"ST s={self._sequence} t={self.millis(at_ms)} run={game.run} l={left_ms}"
            f" r={right_ms} lev={lever} f={fallen} bat={self.battery_percent}"
            f"{' mode=B' if game.buttons_only else ''}",
            at_ms,
        )

    def _send(self, event: GameEvent | None, now_ms: int) -> None:
        if event is None or not self._awake:
            return
        self._sequence = (self._sequence + 1) % U16
        hands, by = self.game.hands, f" by={event.by}" if event.by else ""
        payload = (
            f"EV s={self._sequence} t={self.millis(now_ms)} k={event.kind}{by}"
            f" run={self.game.run} l={hands.left_ms} r={hands.right_ms}"
        )
        self._sent.append((self._sequence, payload))
        self._say(payload, now_ms)

    def _say(self, payload: str, at_ms: int) -> None:
        strikes = self.mischief.strikes
        if strikes(LineFault.DROP_LINE, at_ms):
            return
        whole = line(payload)
        if strikes(LineFault.BAD_CHECKSUM, at_ms):
            whole = spoil_checksum(whole)
        for _ in range(2 if strikes(LineFault.DUPLICATE_LINE, at_ms) else 1):
            self._wire.put(whole, at_ms)
