"""What a DGT 3000 speaks at its jack, for gateways that sit on it (a micro-controller that then
speaks DCLK/1 to us, `docs/dclk.md`). No line of ours carries these frames.

    dest  20  length  command  data...  crc     length counts every byte, dest and crc included
    crc: CRC-8, polynomial 07, from 0, over all bytes before it; a wake-up is summed as if for 10
"""

from msgspec import Struct

CLOCK = 0x10
WAKE = 0x50
HOST = 0x20

PING = 0x0D
TAKE_CONTROL = 0x0F
SET_AND_RUN = 0x0A
END_DISPLAY = 0x07
CHANGE_STATE = 0x0B
MODE_25 = 0x20 + 25

STOP, DOWN, UP = range(3)
"""What a side's time does after SET_AND_RUN."""


class JackFrame(Struct, frozen=True):
    destination: int
    command: int
    data: bytes = b""


def crc8(data: bytes) -> int:
    """CRC-8 with the polynomial 07, from 0."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07 if crc & 0x80 else crc << 1) & 0xFF
    return crc


def encode(frame: JackFrame) -> bytes:
    body = bytes([HOST, len(frame.data) + 5, frame.command]) + frame.data
    summed = CLOCK if frame.destination == WAKE else frame.destination
    return bytes([frame.destination]) + body + bytes([crc8(bytes([summed]) + body)])


def decode(data: bytes) -> JackFrame | None:
    """The frame that these bytes are; None when they are none."""
    if len(data) < 5 or data[1] != HOST or data[2] != len(data):
        return None
    frame = JackFrame(data[0], data[3], bytes(data[4:-1]))
    return frame if encode(frame) == data else None


def set_and_run(left_s: int, right_s: int, left: int, right: int) -> JackFrame:
    """Both times in seconds, and what each side does then."""
    fields = [number for one in (left_s, right_s) for number in _bcd(one)]
    return JackFrame(CLOCK, SET_AND_RUN, bytes([*fields, left | right << 2]))


def _bcd(seconds: int) -> tuple[int, int, int]:
    hours, rest = divmod(seconds, 3600)
    minutes, second = divmod(rest, 60)
    return hours, minutes // 10 << 4 | minutes % 10, second // 10 << 4 | second % 10
