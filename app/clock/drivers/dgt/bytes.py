"""The bytes of a DGT board in single-board mode: frames in, commands out. 9600 8N1.

Board to host; only the first byte of a frame has bit 7 set:
    id | 0x80   len 13..7   len 6..0   data ...         the length counts these three bytes

Time message 8D 00 0A, left and right as seen from the clock's front:
    R: hours 0-9 | 10 blocked at zero | 20 per move | 40 flag      R: minutes BCD   R: seconds BCD
    L: the same                                                    L: minutes BCD   L: seconds BCD
    status: 01 runs  02 left is down  04 battery  08, 10 a turn  20 no clock

Only the lever (02) says which side runs. Real boards set 08 while the left time falls and 10 while
the right one does, but the maker's header says the opposite, so these two bits are not read.

Answer of the clock, with the same id, but with hours & 0F == 0A on either side:
    0A | ack2.7 << 4 | ack3.7 << 5   ack0   ack1      0A | ack0.7 << 4 | ack1.7 << 5   ack2   ack3

Host to clock:  2B   bytes that follow   03   command   data ...   00
"""

from enum import Enum

from msgspec import Struct

from app.clock.drivers.driver import Hand

RESET, SEND_CLOCK, SERIAL, UPDATE_NICE, BATTERY, VERSION = 0x40, 0x41, 0x45, 0x4B, 0x4C, 0x4D
LONG_SERIAL = 0x55
"""Newer boards have ten digits, such as "3000147740" (lila issue 20307). The codes just below this
one write to the board's memory.
"""

CLOCK, SERIAL_IS, VERSION_IS, BATTERY_IS, LONG_SERIAL_IS = 0x8D, 0x91, 0x93, 0xA0, 0xA2
KEPT = frozenset({CLOCK, SERIAL_IS, VERSION_IS, BATTERY_IS, LONG_SERIAL_IS})
LENGTHS = {
    0x86: (67, 103),
    CLOCK: (10,),
    0x8E: (5,),
    0x8F: (0x1F03,),
    0x90: (5,),
    SERIAL_IS: (8,),
    VERSION_IS: (5,),
    0x94: (53,),
    0x95: (53,),
    BATTERY_IS: (7, 12),
    LONG_SERIAL_IS: (13,),
}
LONGEST = 0x1F03
FRAME_MS = 500

END, CLOCK_VERSION, SET_AND_RUN, BEEP, ASCII = 0x03, 0x09, 0x0A, 0x0B, 0x0C
LEFT_RUNS, RIGHT_RUNS, STANDS, LEVER_SWITCHES = 0x01, 0x02, 0x04, 0x08
GOOD, REFUSED = 0x10, 0x40
NOT_IN_MODE = 0x90
MAX_MS = (9 * 3600 + 59 * 60 + 59) * 1000


class Frame(Struct, frozen=True):
    kind: int
    data: bytes


class Frames:
    """Cuts the stream into frames. ``dropped`` counts the broken ones.

    Data that we do not use is counted but not stored: an EEPROM dump has 8 kB.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._part = bytearray()
        self._missing = 0
        self._since_ms = 0

    @property
    def dumping(self) -> bool:
        """True while a long frame that we do not use is arriving."""
        return bool(self._part) and self._part[0] not in KEPT

    def feed(self, data: bytes, now_ms: int) -> list[Frame]:
        if self._part and now_ms - self._since_ms > FRAME_MS:
            self._drop()
        frames = []
        for byte in data:
            if byte & 0x80:
                self._begin(byte, now_ms)
            elif self._part and (frame := self._take(byte, now_ms)):
                frames.append(frame)
        return frames

    def _begin(self, byte: int, now_ms: int) -> None:
        if self._part:
            self._drop()
        self._part.append(byte)
        self._since_ms = now_ms

    def _drop(self) -> None:
        self.dropped += 1
        self._part.clear()

    def _take(self, byte: int, now_ms: int) -> Frame | None:
        kind, header = self._part[0], len(self._part) < 3
        if header or kind in KEPT:
            self._part.append(byte)
        else:
            self._since_ms = now_ms  # a long dump is alive while its bytes come
        if not header:
            self._missing -= 1
        elif len(self._part) == 3:
            length = self._part[1] << 7 | self._part[2]
            self._missing = length - 3
            if length not in LENGTHS.get(kind, range(3, LONGEST + 1)):
                self._drop()
                return None
        else:
            return None
        if self._missing:
            return None
        frame = Frame(kind, bytes(self._part[3:]))
        self._part.clear()
        return frame


class Times(Struct, frozen=True):
    """A message of the clock with its times and its state."""

    left_ms: int
    right_ms: int
    left_flag: bool
    right_flag: bool
    running: bool
    down: Hand
    """The side on which the lever is down."""
    battery_low: bool
    plugged: bool
    odd: bool

    @property
    def active(self) -> Hand:
        """Return the side whose time runs if the clock runs and obeys its lever."""
        return self.down.other


class Answer(Struct, frozen=True):
    """The clock's answer to ``command``. A ``value`` of 0x80 or more means that the clock sent the
    answer unasked.
    """

    code: int
    command: int
    value: int
    more: int


class Nothing(Enum):
    """A clock frame without information."""

    NULL = "all zero"
    UNREADABLE = "no time"


def read_number(data: bytes) -> str:
    """Return the digits of a board's number; empty if the board has none. Some boards send NUL
    bytes instead of a number.
    """
    return data.decode("ascii").strip(" \0")


def read_clock(data: bytes) -> Times | Answer | Nothing:
    """Return the meaning of the seven data bytes of a clock frame."""
    if not any(data):
        return Nothing.NULL
    if data[0] & 0x0F == 0x0A or data[3] & 0x0F == 0x0A:
        return _answer(data)
    return read_times(data)


def read_times(data: bytes) -> Times | Nothing:
    right_ms, left_ms = _face(data[0:3]), _face(data[3:6])
    status = data[6]
    plugged = not status & 0x20
    if plugged and (right_ms is None or left_ms is None):
        return Nothing.UNREADABLE
    return Times(
        left_ms=left_ms or 0,
        right_ms=right_ms or 0,
        left_flag=bool(data[3] & 0x50),
        right_flag=bool(data[0] & 0x50),
        running=bool(status & 0x01),
        down=Hand.LEFT if status & 0x02 else Hand.RIGHT,
        battery_low=bool(status & 0x04),
        plugged=plugged,
        odd=bool(status & 0x40),
    )


def _face(three: bytes) -> int | None:
    hours = three[0] & 0x0F
    minutes, seconds = (10 * (byte >> 4) + (byte & 0x0F) for byte in three[1:])
    digits = hours <= 9 and all(byte & 0x0F <= 9 for byte in three[1:])
    if not digits or minutes > 59 or seconds > 59:
        return None
    return (hours * 3600 + minutes * 60 + seconds) * 1000


def _answer(data: bytes) -> Answer:
    return Answer(
        code=data[1] | (data[3] & 0x10) << 3,
        command=data[2] | (data[3] & 0x20) << 2,
        value=data[4] | (data[0] & 0x10) << 3,
        more=data[5] | (data[0] & 0x20) << 2,
    )


def clock_command(command: int, data: bytes = b"") -> bytes:
    return bytes([0x2B, len(data) + 3, 0x03, command, *data, 0x00])


def set_and_run(left_ms: int, right_ms: int, flags: int) -> bytes:
    """Return the data that sets both times, left first, in whole seconds and not in BCD; ``flags``
    say which side runs.
    """
    return clock_command(SET_AND_RUN, bytes([*_hms(left_ms), *_hms(right_ms), flags]))


def beep(ms: int) -> bytes:
    return clock_command(BEEP, bytes([min(ms // 64, 0x7F)]))


def show_text(text: str, tone: int) -> bytes:
    """Return the message that shows eight characters on a DGT 3000, with a beep of ``tone``, from 0
    (none) to 15.
    """
    return clock_command(ASCII, text[:8].ljust(8).encode("ascii", "replace") + bytes([tone]))


def _hms(ms: int) -> tuple[int, int, int]:
    minutes, seconds = divmod(ms // 1000, 60)
    return minutes // 60, minutes % 60, seconds


def shown_ms(ms: int) -> int:
    """Return ``ms`` rounded to the whole second that the clock can be set to."""
    return (ms + 500) // 1000 * 1000
