"""What is heard over a line."""

import threading
import time
from collections.abc import Callable

from msgspec import Struct, field

from app.clock.links.serial import SerialLink
from tests.patience import until


class Ear(Struct, dict=True):
    """What a link told."""

    data: bytearray = field(default_factory=bytearray)
    stamps: list[int] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    ready: threading.Event = field(default_factory=threading.Event)

    def link(self, name: str, baud: int = 115200) -> SerialLink:
        def heard(data: bytes, at_ms: int) -> None:
            self.data += data
            self.stamps.append(at_ms)

        return SerialLink(
            name, baud, now_ms=now_ms, opened=self.ready.set, received=heard, lost=self.lost.append
        )

    def until(self, true: Callable[[], object]) -> None:
        until(true, lambda: (bytes(self.data), self.lost))


def now_ms() -> int:
    return time.perf_counter_ns() // 1_000_000


def ends(link: SerialLink) -> None:
    link.close()
    until(link.join)
