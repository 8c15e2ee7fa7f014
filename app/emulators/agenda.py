"""The common parts of all emulated devices: calls that are due at set instants, and bytes that
leave at a baud rate.
"""

import heapq
import itertools
from collections import deque
from collections.abc import Callable

BITS_A_BYTE = 10  # 8N1


class Agenda:
    """A queue of calls that are due at set instants. They run in order when the time is moved
    forward.
    """

    def __init__(self) -> None:
        self._order = itertools.count()
        self._due: list[tuple[int, int, Callable[[int], None]]] = []

    def at(self, at_ms: int, call: Callable[[int], None]) -> None:
        """Run ``call(at_ms)`` when the time is moved to ``at_ms``."""
        heapq.heappush(self._due, (at_ms, next(self._order), call))

    def run_to(self, now_ms: int) -> None:
        while self._due and self._due[0][0] <= now_ms:
            at_ms, _, call = heapq.heappop(self._due)
            call(at_ms)

    def clear(self) -> None:
        self._due.clear()

    @property
    def next_ms(self) -> int | None:
        return self._due[0][0] if self._due else None


class Wire:
    """The bytes on their way out, one after the other at ``baud``. A ``baud`` of 0 means that all
    bytes leave at once.
    """

    def __init__(self, baud: int) -> None:
        self._baud = baud
        self._packets: deque[tuple[int, bytes]] = deque()  # microsecond of its first bit, bytes
        self._free_us = 0

    def put(self, data: bytes, now_ms: int) -> None:
        """Queue a packet behind the packets that are still leaving."""
        if not data:
            return
        start_us = max(now_ms * 1000, self._free_us)
        self._packets.append((start_us, data))
        self._free_us = start_us + self._lasting_us(len(data))

    def take(self, now_ms: int) -> bytes:
        """Return the bytes that have left by ``now_ms``."""
        out = bytearray()
        while self._packets:
            start_us, data = self._packets[0]
            gone = self._gone(now_ms * 1000 - start_us, len(data))
            out += data[:gone]
            if gone < len(data):
                if gone:
                    self._packets[0] = (start_us + self._lasting_us(gone), data[gone:])
                break
            self._packets.popleft()
        return bytes(out)

    def clear(self) -> None:
        self._packets.clear()
        self._free_us = 0

    @property
    def next_ms(self) -> int | None:
        """The instant at which the first packet will have left completely; None if no packet is
        leaving.
        """
        if not self._packets:
            return None
        start_us, data = self._packets[0]
        return -(-(start_us + self._lasting_us(len(data))) // 1000)

    def _lasting_us(self, count: int) -> int:
        return count * BITS_A_BYTE * 1_000_000 // self._baud if self._baud else 0

    def _gone(self, since_us: int, count: int) -> int:
        if since_us < 0:
            return 0
        if not self._baud:
            return count
        gone = min(since_us * self._baud // (BITS_A_BYTE * 1_000_000), count)
        return count if since_us >= self._lasting_us(count) else gone


def soonest(now_ms: int, *instants: int | None) -> int | None:
    """Return the earliest of these instants, or ``now_ms`` if that is later. Return None if there
    are no instants.
    """
    due = [instant for instant in instants if instant is not None]
    return max(now_ms, min(due)) if due else None
