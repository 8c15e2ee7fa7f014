"""A DGT clock behind a board on a bus: many boards on one line, each with an address. 9600 8N1.

    host:    command | 0x80   adr 13..7   adr 6..0   checksum
    board:   id | 0x80   len 13..7   len 6..0   adr 13..7   adr 6..0   data ...   checksum

The length counts the whole frame; the checksum is the sum of all bytes before it, modulo 0x80. A
time message (0x84) has the seven bytes of `bytes.py`. The bus has no clock commands: we only
listen. A version answer (0x89) has two bytes of data, or none from boards up to version 1.2.
"""

from msgspec import Struct

from app.clock.drivers.dgt import words
from app.clock.drivers.dgt.bytes import Nothing, read_times
from app.clock.drivers.dgt.clock import DgtClock
from app.clock.drivers.driver import Abilities, Doubted, Hand, Identified, Message
from app.engine.language import say

SEND_CLOCK, PING, SEND_VERSION = 0x81, 0x87, 0x8B
CLOCK, PING_IS, VERSION_IS = 0x84, 0x87, 0x89
LENGTHS = {CLOCK: (13,), PING_IS: (6,), VERSION_IS: (6, 8)}
UNUSED = frozenset({0x83, 0x85, 0x86, 0x88, 0x8A})  # pieces and changes; nothing we ask for
HEAD, SHORTEST, LONGEST = 3, 6, 256
FRAME_MS = 500
DRAIN_MS = 500
POLL_MS = 400
REPLY_MS = 200  # the board answers within 80 ms, a slow USB chip adds to it
PING_MS = 1200
NOBODY_MS = 5000
GONE_MS, MISSES = 2400, 3  # a board is gone after so many ms of silence and questions in vain
MOST_HEARD = 64

NOBODY = say("No DGT board answers on this line.")
SEVERAL = say("Several boards share this line: {numbers}. Choose one for each table.")
UNKNOWN = say(
    "The board reports something that this program does not know (message {kind:02X}, {size}"
    " bytes). Record its bytes and send them to us; compare its times with the clock."
)
OLD_BOARD = "board 1.2 or older"
ABLE = Abilities(holds_time=True, lag_ms=1000)


class BusFrame(Struct, frozen=True):
    """One frame of the bus. ``known`` tells whether both its kind and its length are known."""

    kind: int
    address: int
    data: bytes
    known: bool = True


def encode_command_byte(code: int, address: int) -> bytes:
    head = bytes([code, address >> 7 & 0x7F, address & 0x7F])
    return head + bytes([sum(head) & 0x7F])


class BusFrames:
    """Cuts the stream into frames, including well-formed ones of unknown kinds. ``bad`` counts the
    broken ones.
    """

    def __init__(self) -> None:
        self.bad = 0
        self._part = bytearray()
        self._since_ms = 0

    def feed(self, data: bytes, now_ms: int) -> list[BusFrame]:
        if self._part and now_ms - self._since_ms > FRAME_MS:
            self._drop()
        frames = []
        for byte in data:
            if byte & 0x80:
                if self._part:
                    self._drop()
                self._since_ms = now_ms
                self._part.append(byte)
            elif self._part and (frame := self._take(byte)):
                frames.append(frame)
        return frames

    def _drop(self) -> None:
        self.bad += 1
        self._part.clear()

    def _take(self, byte: int) -> BusFrame | None:
        self._part.append(byte)
        part = self._part
        if len(part) < HEAD:
            return None
        kind, length = part[0], part[1] << 7 | part[2]
        if kind in UNUSED or length > LONGEST:
            part.clear()  # its bytes pass like noise
        elif length < SHORTEST:
            self._drop()
        elif len(part) == length:
            known = length in LENGTHS.get(kind, ())
            frame = BusFrame(kind, part[3] << 7 | part[4], bytes(part[5:-1]), known)
            if sum(part[:-1]) & 0x7F == part[-1]:
                part.clear()
                return frame
            self._drop()
        return None


class DgtBus:
    """The driver of the clock behind one board, at ``address``. The address is None if this is the
    only board on the line.

    With ``from_single``, the board may be in single-board mode and is switched to the bus first.
    While ``speaking``, an answer is expected, so no other driver may send on the line.
    """

    product = "DGT bus"
    baud = 9600

    def __init__(self, address: int | None = None, from_single: bool = False) -> None:
        self.dead = ""
        self._wanted = address
        self._from_single = from_single
        self._clock = DgtClock(words.Switches(), self._ask, careful=False)
        self._open = False
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self.dead = ""
        self.addresses: set[int] = set()
        self._frames = BusFrames()
        self._address = self._wanted
        self._introduced = self._several = False
        self._unknown: set[int] = set()
        self._misses = 0
        self._now_ms = self._alive_ms = now_ms
        self._next_ms = now_ms + DRAIN_MS
        self._reply_ms: int | None = None
        self._out = bytearray()

    @property
    def speaking(self) -> bool:
        return not self.dead and (self._reply_ms is not None or bool(self._out))

    def opened(self, now_ms: int) -> list[Message]:
        self._begin(now_ms)
        self._clock.begin()
        self._open = True
        if self._from_single:
            self._out.append(0x4A)
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        return self.hear(data, now_ms) + self.tick(now_ms)

    def hear(self, data: bytes, now_ms: int) -> list[Message]:
        """Take in bytes as ``receive`` does, but do not send anything yet."""
        if not self._open or self.dead:
            return []
        messages: list[Message] = []
        bad = self._frames.bad
        for frame in self._frames.feed(data, now_ms):
            messages += self._frame(frame, now_ms)
        if self._frames.bad > bad and self._reply_ms is not None:
            self._reply_ms = None
            self._next_ms = now_ms  # ask again
        return messages

    def excuse(self, late_ms: int) -> None:
        self._alive_ms += late_ms

    def tick(self, now_ms: int) -> list[Message]:
        self._now_ms = now_ms
        if not self._open or self.dead:
            return []
        if self._reply_ms is not None and now_ms >= self._reply_ms:
            self._reply_ms = None
            self._misses += 1
            if self._address is None:
                return self._choose(now_ms)
        if self._is_gone(now_ms):
            self.dead = words.GONE if self._introduced else NOBODY
            return []
        if self._reply_ms is None and now_ms >= self._next_ms and not self._several:
            self._speak(now_ms)
        return []

    def _is_gone(self, now_ms: int) -> bool:
        silent_ms = now_ms - self._alive_ms
        if self._introduced:
            return silent_ms >= GONE_MS and self._misses >= MISSES
        return silent_ms >= NOBODY_MS and not self._several

    def due_ms(self) -> int | None:
        if not self._open or self.dead or self._several:
            return None
        return self._next_ms if self._reply_ms is None else self._reply_ms

    def to_send(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Do nothing: the bus has no way to set times."""

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Do nothing: the bus has no way to run a clock."""

    def identify(self, now_ms: int) -> None:
        """Do nothing: the bus has no way to identify a clock."""

    def _ask(self) -> None:
        """Request the time again at once, because the last one is doubtful."""
        self._next_ms = self._now_ms

    def _speak(self, now_ms: int) -> None:
        if self._address is None:
            self._out += encode_command_byte(PING, 0)
            self._reply_ms = now_ms + PING_MS
            return
        code = SEND_CLOCK if self._introduced else SEND_VERSION
        self._out += encode_command_byte(code, self._address)
        self._reply_ms = now_ms + REPLY_MS
        self._next_ms = now_ms + POLL_MS

    def _choose(self, now_ms: int) -> list[Message]:
        """Take the board that answered the PING to all boards, if only one did. If several
        answered, report that somebody must choose.
        """
        if len(self.addresses) == 1:
            self._address = min(self.addresses)
        elif self.addresses:
            self._several = True
            numbers = ", ".join(f"{number:05}" for number in sorted(self.addresses))
            return [Doubted(now_ms, SEVERAL.format(numbers=numbers))]
        return []

    def _frame(self, frame: BusFrame, now_ms: int) -> list[Message]:
        if frame.known and frame.kind == PING_IS and len(self.addresses) < MOST_HEARD:
            self.addresses.add(frame.address)
        if not frame.known:
            return self._not_known(frame, now_ms)
        if frame.address != self._address or frame.kind == PING_IS:
            self._alive_ms = now_ms if self._address is None else self._alive_ms
            return []
        self._alive_ms, self._reply_ms, self._misses = now_ms, None, 0
        if frame.kind == VERSION_IS:
            if self._introduced:
                return []
            self._introduced = True
            firmware = f"board {frame.data[0]}.{frame.data[1]:02}" if frame.data else OLD_BOARD
            return [Identified(self.product, f"{frame.address:05}", firmware, ABLE)]
        self._now_ms = now_ms
        times = read_times(frame.data)
        if isinstance(times, Nothing) or not any(frame.data):
            return []
        return self._clock.hear(times, (), now_ms)

    def _not_known(self, frame: BusFrame, now_ms: int) -> list[Message]:
        """Report an unknown message of a newer board once; ignore it after that."""
        if frame.address != self._address or frame.kind in self._unknown:
            return []
        self._alive_ms = now_ms
        self._unknown.add(frame.kind)
        doubt = UNKNOWN.format(kind=frame.kind, size=len(frame.data) + SHORTEST)
        return [Doubted(now_ms, doubt, lasting=True)]
