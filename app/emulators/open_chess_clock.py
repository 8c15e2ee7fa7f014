"""OpenChessClock: bytes without frames or checksums. A time is four bytes, the highest first.

C0 mode   handshake            C1 mode   its answer
C2 p2_ms  player 1 starts      C3 p1_ms  player 2 starts
C4 p1_ms p2_ms  both times     C5 ms     pause, of the running side
C6        player 1 ran out     C7        player 2 ran out
"""

from msgspec import Struct

from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault, Mischief, quiet
from app.emulators.movement import Movement
from app.emulators.serial_clock import SerialClock

HANDSHAKE, ANSWER, START_1, START_2, SYNC, PAUSE, OUT_1, OUT_2 = range(0xC0, 0xC8)
LENGTHS = {HANDSHAKE: 5, ANSWER: 5, START_1: 5, START_2: 5, SYNC: 9, PAUSE: 5, OUT_1: 1, OUT_2: 1}
SILENCE_MS = 200
HANDSHAKE_MS = 500
PAIR_MS = 20
HOUR_MS = 3_600_000
SLOW_PPM = -7937  # 126 ticks counted as 125: 8.064 ms as 8


class OpenChessKnobs(Struct, frozen=True):
    """The configuration of the firmware."""

    mode: int = 2  # it is the slave
    drift_ppm: int = SLOW_PPM
    left_ms: int = HOUR_MS
    right_ms: int = HOUR_MS
    talks_alone: bool = False  # even if nobody answered its handshake
    boot_ms: int = 0
    resets_on_open: bool = True  # otherwise no program would notice it after its handshake
    wide_modes: bool = True  # four bytes, as its public source has them
    baud: int = 57_600


class EmulatedOpenChessClock(SerialClock):
    """An emulated OpenChessClock. The left side is player 1."""

    def __init__(
        self, now_ms: int = 0, knobs: OpenChessKnobs | None = None, mischief: Mischief | None = None
    ) -> None:
        self.knobs = knobs or OpenChessKnobs()
        self._connect(self.knobs, mischief or quiet())
        self._awake_ms = self._heard_ms = now_ms
        self._start(now_ms)

    def receive(self, data: bytes, now_ms: int) -> None:
        self._run_to(now_ms)
        if now_ms < self._awake_ms:
            return
        if self._input and now_ms - self._heard_ms > SILENCE_MS:
            self._input.clear()
        self._heard_ms = now_ms
        for byte in data:
            self._input.append(byte)
            wanted = LENGTHS.get(self._input[0], 0)
            if self._input[0] in (HANDSHAKE, ANSWER) and not self.knobs.wide_modes:
                wanted = 2
            if len(self._input) >= wanted:
                whole = bytes(self._input)
                self._input.clear()
                if wanted:
                    self._hear(whole, now_ms)

    def press(self, side: DeviceSide, now_ms: int) -> None:
        """Press a plunger. Before the start, this starts the other side. Afterwards only the
        running side's plunger has an effect.
        """
        self._run_to(now_ms)
        if self.mischief.strikes(LineFault.RESET, now_ms):
            self.power_cycle(now_ms)
        elif self._press(side, now_ms) and self.mischief.strikes(LineFault.PRESS_TWICE, now_ms):
            self._agenda.at(now_ms + PAIR_MS, lambda at_ms: self._press_back(side.other, at_ms))

    def start_stop(self, now_ms: int) -> None:
        """Press the pause button, which stops the running side or lets it continue."""
        self._run_to(now_ms)
        running = self.hands.running
        if running is not None:
            self.hands.run(None)
            self._say(PAUSE, (self.hands.of(running),), now_ms)
        elif self._turn is not None and self.hands.flagged is None:
            self._begin(self._turn, now_ms)

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        self._run_to(now_ms)
        self.hands.edit(side, left_ms)
        self._say(SYNC, (self.hands.left_ms, self.hands.right_ms), now_ms)

    def _start(self, now_ms: int) -> None:
        self.hands = Movement(self.knobs.left_ms, self.knobs.right_ms, now_ms, self.knobs.drift_ppm)
        self.linked = False
        self.partner: int | None = None  # the mode that the program announced
        self._turn: DeviceSide | None = None
        self._input = bytearray()
        self._heard_ms = now_ms
        self._awake_ms = now_ms + self.knobs.boot_ms
        self._agenda.at(self._awake_ms, self._wake)

    @property
    def _hands(self) -> Movement:
        return self.hands

    def _flag_fell(self, side: DeviceSide, at_ms: int) -> None:
        self._say(OUT_1 if side is DeviceSide.LEFT else OUT_2, (), at_ms)

    def _wake(self, at_ms: int) -> None:
        self._garbage(at_ms)
        if not self.mischief.strikes(LineFault.NO_HI, at_ms):
            self._wire.put(self._mode(HANDSHAKE), at_ms)

    def _mode(self, code: int) -> bytes:
        return bytes([code]) + self.knobs.mode.to_bytes(4 if self.knobs.wide_modes else 1, "big")

    def _hear(self, whole: bytes, now_ms: int) -> None:
        first_ms = int.from_bytes(whole[1:5], "big")
        counting = self.hands.running is not None
        match whole[0]:
            case 0xC0:
                self.linked, self.partner = True, whole[-1]
                if not self.mischief.strikes(LineFault.DROP_ACK, now_ms):
                    self._wire.put(self._mode(ANSWER), now_ms)
            case 0xC1:
                in_time = now_ms <= self._awake_ms + HANDSHAKE_MS
                self.linked = self.linked or in_time
                self.partner = whole[-1] if in_time else self.partner
            case 0xC2 | 0xC3 if not counting:
                starts = DeviceSide.LEFT if whole[0] == START_1 else DeviceSide.RIGHT
                self.hands.edit(starts.other, first_ms)
                self._go(starts)
            case 0xC4 if not counting:
                self.hands.put(first_ms, int.from_bytes(whole[5:9], "big"))
            case _:
                pass  # read and ignored while a side counts

    def _press(self, side: DeviceSide, now_ms: int) -> bool:
        running = self.hands.running
        waits = running is None and (self._turn is not None or self.hands.flagged is not None)
        if waits or running not in (side, None) or now_ms < self._awake_ms:
            return False
        self._begin(side.other, now_ms)
        return True

    def _press_back(self, side: DeviceSide, at_ms: int) -> None:
        self._press(side, at_ms)

    def _begin(self, starts: DeviceSide, now_ms: int) -> None:
        self._go(starts)
        code = START_1 if starts is DeviceSide.LEFT else START_2
        up_ms = HOUR_MS if self.mischief.strikes(LineFault.TIME_UP, now_ms) else 0
        self._say(code, (self.hands.of(starts.other) + up_ms,), now_ms)

    def _go(self, side: DeviceSide) -> None:
        self._turn = side
        self.hands.run(side if self.hands.of(side) > 0 else None)

    def _say(self, code: int, times_ms: tuple[int, ...], now_ms: int) -> None:
        if not (self.linked or self.knobs.talks_alone):
            return
        if self.mischief.strikes(LineFault.DROP_LINE, now_ms):
            return
        telegram = bytes([code]) + b"".join(time_ms.to_bytes(4, "big") for time_ms in times_ms)
        self._wire.put(
            telegram * (2 if self.mischief.strikes(LineFault.DUPLICATE_LINE, now_ms) else 1), now_ms
        )
