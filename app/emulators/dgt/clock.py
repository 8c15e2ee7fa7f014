"""The clock plugged into a DGT board: XL or 3000, its lever, its option and its oddities."""

from msgspec import Struct

from app.emulators.device import DeviceSide
from app.emulators.dgt.frames import ClockAnswer, EmulatedBusClock, reading, seconds_of
from app.emulators.movement import Movement, seconds_up

HOUR_MS = 3_600_000
TURN_BITS = {
    "recorded": (0x08, 0x10),  # left's turn, right's; three games of real hardware
    "header": (0x10, 0x08),  # the maker's newest text
    "both": (0x18, 0x18),
    "none": (0, 0),
}
REFUSED = 0x40
GOOD = 0x10


class DgtKnobs(Struct, frozen=True):
    """Settings for everything that is not known for sure about real clocks, or that a test may
    choose.
    """

    kind: str = "3000"  # or "xl"
    version: int = 0x22  # 0x1E for an XL 1.14
    option: int = 23
    set_options: tuple[int, ...] = (23, 25)  # the options in which SETNRUN is accepted
    left_ms: int = HOUR_MS
    right_ms: int = HOUR_MS
    drift_ppm: int = 0
    lever: str = "R"  # the side that is down at first
    speaks_at_update: bool = True  # a time message as soon as an update mode is chosen
    turn_bits: str = "recorded"  # b3/b4: as real boards were recorded, "header", "both" or "none"
    turn_bits_when_paused: bool = True
    lever_flag_works: bool = True  # 0x08 of SETNRUN
    lever_decides_side: bool = False  # 0x08: the side that is up runs, else the other one does
    lever_before_set: bool = True  # in such an option, before the first SETNRUN
    blocks_at_zero: bool = True  # bit 4 with bit 6, and no side runs any more
    running_after_flag: bool = True  # b0 stays until start/stop
    rounds_up: bool = True
    text_on_xl: bool = False
    answers_text_on_xl: bool = True
    needs_end: bool = False  # the display keeps a text until END
    announces_option: bool = True  # 0x8A at a change, 0x90 with a refusal
    status_in_answers: bool = False  # byte 9 of an answer
    poll_ms: int = 250  # 400 for an XL and for Bluetooth
    ack_from_ms: int = 150
    ack_to_ms: int = 150
    report_lag_ms: int = 0
    board_version: int = 0x0108
    serial: int = 2054
    input_bytes: int = 10  # 0: no limit
    busy_ms: int = 20  # after a clock command
    baud: int = 9600


def xl_knobs() -> DgtKnobs:
    """Return the knobs of a new XL 1.14."""
    return DgtKnobs(kind="xl", version=0x1E, set_options=(23,), poll_ms=400)


class EmulatedDgtClock:
    """The clock of a board, which holds the times. The board asks the clock for its seven bytes and
    passes commands on to it.
    """

    def __init__(self, knobs: DgtKnobs, now_ms: int) -> None:
        self.knobs = knobs
        self.hands = Movement(knobs.left_ms, knobs.right_ms, now_ms, knobs.drift_ppm)
        self.lever = DeviceSide(knobs.lever)  # the side that is pressed down
        self.turn = self.lever.other  # the side that runs or would
        self.on = False  # b0
        self.battery_low = False
        self.option = knobs.option
        self.text: str | bytes | None = None
        self.icons = b""
        self.beeps: list[int] = []
        self.toggles = knobs.lever_before_set or knobs.option not in knobs.set_options
        self._both_ways = knobs.option not in knobs.set_options

    def move_to(self, now_ms: int) -> None:
        if self.hands.move_to(now_ms) is not None and not self.knobs.running_after_flag:
            self.on = False

    def press(self, side: DeviceSide) -> bool:
        """Push the lever down on ``side``. Tell whether the lever moved."""
        if self.lever is side:
            return False
        self.lever = side
        if not self.toggles:
            return True
        literal = not (self.knobs.lever_decides_side or self._both_ways)
        self.turn = self.turn.other if literal and self.on else side.other
        if self.on:
            self._run(self.turn)
        return True

    def start_stop(self) -> None:
        self.on = not self.on
        self._run(self.turn if self.on else None)

    def set_option(self, option: int) -> None:
        """Choose another of the clock's options. The times stop. In an option in which no program
        can set the times, the lever switches the running side.
        """
        self.option = option
        self.on = False
        self.hands.run(None)
        self._both_ways = option not in self.knobs.set_options
        self.toggles = self.knobs.lever_before_set or self._both_ways

    def takes(self, command: EmulatedBusClock, data: bytes) -> ClockAnswer:
        """Return the clock's answer to a command."""
        if command is EmulatedBusClock.VERSION:
            return ClockAnswer(GOOD, command, self.knobs.version)
        if command is EmulatedBusClock.SETNRUN and not self._settable(data):
            return ClockAnswer(REFUSED, command)
        if command is EmulatedBusClock.ASCII11 and self.knobs.kind == "xl":
            return ClockAnswer(REFUSED, command)
        return ClockAnswer(GOOD, command)

    def obey(self, command: EmulatedBusClock, data: bytes) -> None:
        """Carry out a command that the clock has not refused."""
        match command:
            case EmulatedBusClock.SETNRUN:
                self._set_and_run(data)
            case EmulatedBusClock.ASCII | EmulatedBusClock.ASCII11:
                if self.knobs.kind != "xl" or self.knobs.text_on_xl:
                    self.text = data[:-1].decode("ascii", "replace")
                    self._beep(data[-1])
            case EmulatedBusClock.DISPLAY:
                self.text = data[:6]
                self._beep(data[7] == 0x03)
            case EmulatedBusClock.ICONS:
                self.icons = data
            case EmulatedBusClock.END:
                self.text = None
            case EmulatedBusClock.BEEP:
                self._beep(data[0])
            case EmulatedBusClock.BUTTON | EmulatedBusClock.VERSION:
                pass

    def seven(self) -> bytes:
        """Return the data bytes of a time message with the present times."""
        right, left = self._reading(DeviceSide.RIGHT), self._reading(DeviceSide.LEFT)
        return right + left + bytes([self.status()])

    def an_hour_up(self) -> bytes:
        """Return the data bytes of a misread time message, in which the running side has an hour
        too much. If no side runs, the left side has it.
        """
        side = self.hands.running or DeviceSide.LEFT
        seven = bytearray(self.seven())
        seven[3 if side is DeviceSide.LEFT else 0] += 1
        return bytes(seven)

    def status(self) -> int:
        turns = self.on or self.knobs.turn_bits_when_paused
        left_down = self.lever is DeviceSide.LEFT
        left_bit, right_bit = TURN_BITS[self.knobs.turn_bits]
        turn_bit = left_bit if self.turn is DeviceSide.LEFT else right_bit
        bits = (
            (0x01, self.on),
            (0x02, left_down),
            (0x04, self.battery_low),
            (turn_bit, turns),
        )
        return sum(bit for bit, holds in bits if holds)

    def _reading(self, side: DeviceSide) -> bytes:
        ms = self.hands.of(side)
        fallen = self.hands.flagged is side
        flags = (0x50 if self.knobs.blocks_at_zero else 0x40) if fallen else 0
        return reading(seconds_up(ms) if self.knobs.rounds_up else ms // 1000, flags)

    def _run(self, side: DeviceSide | None) -> None:
        blocked = self.hands.flagged is not None and self.knobs.blocks_at_zero
        if side is not None and (blocked or self.hands.of(side) == 0):
            side = None
        self.hands.run(side)

    def _settable(self, data: bytes) -> bool:
        both = data[6] & 0x03 == 0x03 and not data[6] & 0x04
        sane = all(h <= 9 and m <= 59 and s <= 59 for h, m, s in (data[0:3], data[3:6]))
        return self.option in self.knobs.set_options and sane and not both

    def _set_and_run(self, data: bytes) -> None:
        left_s, right_s = seconds_of(*data[0:3]), seconds_of(*data[3:6])
        flags = data[6]
        self.hands.put(left_s * 1000, right_s * 1000)
        if flags & 0x03:
            self.turn = DeviceSide.LEFT if flags & 0x01 else DeviceSide.RIGHT
        self.on = bool(flags & 0x03) and not flags & 0x04
        self.toggles = bool(flags & 0x08) and self.knobs.lever_flag_works
        self._both_ways = False
        if not self.knobs.needs_end:
            self.text = None
        self._run(self.turn if self.on else None)

    def _beep(self, length: int) -> None:
        if length:
            self.beeps.append(length)
