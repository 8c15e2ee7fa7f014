"""The bytes a DGT board sends, made from what they mean, and a board that answers."""

from collections.abc import Callable

from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.dgt.words import Switches
from tests.clock.drivers.line import Line

LEFT_RUNS, RIGHT_RUNS, STANDS = 0x11, 0x0B, 0x00
HOUR = 3600


def face(seconds: int, flags: int = 0) -> bytes:
    hours, rest = divmod(seconds, HOUR)
    minutes, seconds = divmod(rest, 60)
    bcd = [one // 10 << 4 | one % 10 for one in (minutes, seconds)]
    return bytes([hours | flags, *bcd])


def time_data(
    left: int, right: int, status: int, left_flags: int = 0, right_flags: int = 0
) -> bytes:
    return face(right, right_flags) + face(left, left_flags) + bytes([status])


def frame(kind: int, data: bytes) -> bytes:
    length = len(data) + 3
    return bytes([kind, length >> 7, length & 0x7F]) + data


def time(left: int, right: int, status: int, left_flags: int = 0, right_flags: int = 0) -> bytes:
    return frame(0x8D, time_data(left, right, status, left_flags, right_flags))


def answer(code: int, command: int, value: int = 0, more: int = 0, status: int = 0) -> bytes:
    first = 0x0A | (value >> 7) << 4 | (more >> 7) << 5
    second = 0x0A | (code >> 7) << 4 | (command >> 7) << 5
    low = [one & 0x7F for one in (code, command, value, more)]
    return frame(0x8D, bytes([first, low[0], low[1], second, low[2], low[3], status]))


class Board:
    """A board that answers at once. ``shows``: what 41 and 4B bring; None says nothing."""

    def __init__(self, version: int = 0x22) -> None:
        self.version = version
        self.shows: bytes | None = time(HOUR, HOUR, STANDS)
        self.clock = True
        self.serial, self.number = True, b"01025"
        self.long_number = b""
        """Ten digits; empty where it does not know the question."""
        self.here = True
        self.commands: list[bytes] = []
        self.codes: Callable[[int], bytes] = lambda command: answer(0x10, command)

    def __call__(self, sent: bytes, now_ms: int) -> bytes:
        if not self.here:
            return b""
        if sent[0] == 0x2B:
            self.commands.append(sent)
            if not self.clock:
                return b""
            if sent[3] == 0x09:
                return answer(0x10, 0x09, self.version)
            return self.codes(sent[3])
        plain = {
            0x4D: frame(0x93, bytes([1, 8])),
            0x45: frame(0x91, self.number) if self.serial else b"",
            0x55: frame(0xA2, self.long_number) if self.long_number else b"",
            0x41: self.shows or b"",
            0x4B: self.shows or b"",
            0x4C: frame(0xA0, bytes([63, 5, 0, 0, 0, 0, 0, 0, 0])),
        }
        return b"".join(plain.get(byte, b"") for byte in sent)


def ready(board: Board, switches: Switches | None = None) -> Line:
    """A line whose handshake is over."""
    line = Line(DgtBoard(switches), board)
    line.wait(4000)
    return line


def shown(line: Line, board: Board, data: bytes, after_ms: int = 1000) -> None:
    """The clock shows ``data`` from now on and says so."""
    line.wait(after_ms)
    board.shows = data
    line.hear(data)
    line.wait(200)


def playing(board: Board, switches: Switches | None = None) -> Line:
    """Left runs, 59:58 against an hour."""
    line = ready(board, switches)
    shown(line, board, time(HOUR - 1, HOUR, LEFT_RUNS))
    shown(line, board, time(HOUR - 2, HOUR, LEFT_RUNS))
    line.heard.clear()
    return line
