"""The input of an emulated DGT board: a small buffer, and a parser that cuts bytes into
commands.
"""

from collections import deque

from msgspec import Struct

from app.emulators.dgt.frames import CLOCK_LENGTHS, EmulatedBusClock, Single

PARTIAL_MS = 250  # a command that is incomplete by then is discarded


class Plain(Struct, frozen=True):
    """A command of one byte."""

    code: int


class ForClock(Struct, frozen=True):
    """A command for the clock: the bytes after 0x2B."""

    command: EmulatedBusClock
    data: bytes


class OnBus(Struct, frozen=True):
    """A command of the bus with a correct checksum."""

    code: int
    address: int


Command = Plain | ForClock | OnBus


class BoardInput:
    """A parser that takes bytes as they arrive. While the board is busy, it keeps at most ``room``
    bytes; a ``room`` of 0 means that it keeps all of them.
    """

    def __init__(self, room: int, busy_ms: int) -> None:
        self.bus = True  # the mode a board wakes up in; the board ends it
        self.lost = 0
        self.bad = 0
        self._room = room
        self._busy_ms = busy_ms
        self.busy_until_ms = 0
        self._waiting: deque[int] = deque()
        self._partial = bytearray()
        self._partial_since_ms = 0
        self._ready: deque[Command] = deque()

    def put(self, data: bytes, now_ms: int) -> None:
        self._drain(now_ms)
        for byte in data:
            if now_ms >= self.busy_until_ms:
                self._feed(byte, now_ms)
            elif self._room and len(self._waiting) >= self._room:
                self.lost += 1
            else:
                self._waiting.append(byte)

    def take(self, now_ms: int) -> Command | None:
        """Return the next complete command; None if there is none."""
        self._drain(now_ms)
        return self._ready.popleft() if self._ready else None

    @property
    def waits_until_ms(self) -> int | None:
        """The instant at which the board reads the bytes that wait in its buffer; None if no bytes
        wait.
        """
        return self.busy_until_ms if self._waiting else None

    def restart(self) -> None:
        """Restart the board with an empty buffer, in bus mode."""
        self._waiting.clear()
        self._partial.clear()
        self._ready.clear()
        self.bus = True

    def _drain(self, now_ms: int) -> None:
        while self._waiting and now_ms >= self.busy_until_ms:
            self._feed(self._waiting.popleft(), now_ms)

    def _feed(self, byte: int, now_ms: int) -> None:
        if now_ms - self._partial_since_ms >= PARTIAL_MS:
            self._partial.clear()
        if byte >= 0x80:
            self._partial.clear()
            if not self.bus:
                return
        if not self._partial:
            self._partial_since_ms = now_ms
        self._partial.append(byte)
        packet = self._whole()
        if packet is None:
            return
        self._ready.append(packet)
        if not isinstance(packet, OnBus):
            self.bus = packet == Plain(Single.TO_BUSMODE)
        if isinstance(packet, ForClock):
            self.busy_until_ms = now_ms + self._busy_ms

    def _whole(self) -> Command | None:
        raw = bytes(self._partial)
        if raw[0] >= 0x80:
            wanted = 4
        elif raw[0] == Single.SET_LEDS:
            wanted = 6
        elif raw[0] == Single.CLOCK_MESSAGE:
            wanted = raw[1] + 2 if len(raw) > 1 else 2
        else:
            wanted = 1
        if len(raw) < wanted:
            return None
        self._partial.clear()
        return self._command(raw)

    def _command(self, raw: bytes) -> Command | None:
        if raw[0] >= 0x80:
            if sum(raw[:3]) & 0x7F == raw[3]:
                return OnBus(raw[0], raw[1] << 7 | raw[2])
        elif raw[0] != Single.CLOCK_MESSAGE:
            return Plain(raw[0])
        elif len(raw) > 4 and raw[2] == 0x03 and raw[-1] == 0x00:
            for command, count in CLOCK_LENGTHS.items():
                if raw[3] == command and raw[1] == count:
                    return ForClock(command, raw[4:-1])
        self.bad += 1
        return None
