"""The bytes from and to a DGT board: builds the frames it sends, and names its commands. No state.

single: id|80 len>>7 len&7F data...        len counts the three bytes before the data
bus:    id|80 len>>7 len&7F adr adr data... sum&7F
time:   R hours+flags, R min BCD, R sec BCD, L the same, status
"""

from enum import IntEnum

from msgspec import Struct

NULL_TIME = bytes(7)
EEPROM_BYTES = 0x1F03


class Single(IntEnum):
    """The commands of single-board mode."""

    RESET = 0x40
    SEND_CLK = 0x41
    SEND_BRD = 0x42
    UPDATE = 0x43
    UPDATE_BRD = 0x44
    SERIALNR = 0x45
    BUSADR = 0x46
    TRADEMARK = 0x47
    EE_MOVES = 0x49
    TO_BUSMODE = 0x4A
    UPDATE_NICE = 0x4B
    BATTERY = 0x4C
    VERSION = 0x4D
    BOOTLOADER = 0x4E
    LONG_SERIALNR = 0x55
    SET_LEDS = 0x60
    CLOCK_MESSAGE = 0x2B


class Bus(IntEnum):
    """The commands of a bus."""

    SEND_CLK = 0x81
    SEND_BRD = 0x82
    SEND_CHANGES = 0x83
    REPEAT_CHANGES = 0x84
    SET_START_GAME = 0x85
    SEND_FROM_START = 0x86
    PING = 0x87
    END_BUSMODE = 0x88
    RESET = 0x89
    IGNORE_NEXT_PING = 0x8A
    SEND_VERSION = 0x8B


class EmulatedBusClock(IntEnum):
    """The commands for the clock, after 0x2B."""

    DISPLAY = 0x01
    ICONS = 0x02
    END = 0x03
    BUTTON = 0x08
    VERSION = 0x09
    SETNRUN = 0x0A
    BEEP = 0x0B
    ASCII = 0x0C
    ASCII11 = 0x0D


# how many bytes follow the length byte of each clock command
CLOCK_LENGTHS = {
    EmulatedBusClock.DISPLAY: 0x0B,
    EmulatedBusClock.ICONS: 0x0B,
    EmulatedBusClock.END: 0x03,
    EmulatedBusClock.BUTTON: 0x03,
    EmulatedBusClock.VERSION: 0x03,
    EmulatedBusClock.SETNRUN: 0x0A,
    EmulatedBusClock.BEEP: 0x04,
    EmulatedBusClock.ASCII: 0x0C,
    EmulatedBusClock.ASCII11: 0x0F,
}

BUTTON_BITS = {"back": 0x05, "plus": 0x09, "run": 0x11, "minus": 0x21, "ok": 0x41}
BUTTON_CODES = {"back": 0x31, "plus": 0x32, "run": 0x33, "minus": 0x34, "ok": 0x35}


class ClockAnswer(Struct, frozen=True):
    """The four bytes of a clock's answer, each of eight bits."""

    ack0: int
    ack1: int
    ack2: int = 0
    ack3: int = 0


def single_frame(code: int, data: bytes) -> bytes:
    """Return a frame of single-board mode. ``code`` is without its top bit."""
    length = len(data) + 3
    return bytes([0x80 | code, length >> 7, length & 0x7F]) + data


def bus_frame(code: int, address: int, data: bytes) -> bytes:
    """Return a frame of bus mode, with its checksum. ``code`` is without its top bit."""
    length = len(data) + 6
    head = [0x80 | code, length >> 7, length & 0x7F, address >> 7, address & 0x7F]
    frame = bytes(head) + data
    return frame + bytes([sum(frame) & 0x7F])


def time_frame(seven: bytes) -> bytes:
    return single_frame(0x0D, seven)


def answer_frame(answer: ClockAnswer, status: int = 0) -> bytes:
    """Return a clock's answer in the form of a time message that shows ten hours."""
    six = 0x0A | answer.ack0 >> 7 << 4 | answer.ack1 >> 7 << 5
    three = 0x0A | answer.ack2 >> 7 << 4 | answer.ack3 >> 7 << 5
    low = [byte & 0x7F for byte in (answer.ack0, answer.ack1, answer.ack2, answer.ack3)]
    return time_frame(bytes([three, low[0], low[1], six, low[2], low[3], status]))


def bcd(number: int) -> int:
    return number // 10 << 4 | number % 10


def reading(seconds: int, flags: int) -> bytes:
    """Return one side's three bytes: hours with the flag bits, minutes, seconds."""
    seconds_shown = min(seconds, 9 * 3600 + 59 * 60 + 59)
    return bytes(
        [seconds_shown // 3600 | flags, bcd(seconds_shown // 60 % 60), bcd(seconds_shown % 60)]
    )


def button_answer(first: str, second: str | None = None) -> ClockAnswer:
    """Return the clock's message that ``first`` was pressed, or that ``second`` was pressed while
    ``first`` was held.
    """
    bits = BUTTON_BITS[first] | (BUTTON_BITS[second] if second else 0)
    return ClockAnswer(0x10, 0x88, bits, BUTTON_CODES[second or first])


def serial_digits(serial: int, count: int) -> bytes:
    return f"{serial:0{count}d}".encode("ascii")


def seconds_of(hours: int, minutes: int, seconds: int) -> int:
    return (hours * 60 + minutes) * 60 + seconds
