"""A driver on a line of virtual time: bytes in, what it says and sends written down."""

from collections.abc import Callable
from typing import TypeVar

from app.clock.drivers.driver import Driver, Message

T = TypeVar("T")
START_MS = 1_000_000


class Line:
    """``answer`` is the device: it is given all that the driver sends and says what comes back."""

    def __init__(self, driver: Driver, answer: Callable[[bytes, int], bytes] | None = None) -> None:
        self.driver = driver
        self.answer = answer
        self.now_ms = START_MS
        self.heard: list[Message] = []
        self.sent: list[tuple[int, bytes]] = []
        self.heard += driver.opened(self.now_ms)
        self.flush()

    def flush(self) -> None:
        out = self.driver.to_send()
        if out:
            self.sent.append((self.now_ms, out))
            back = self.answer(out, self.now_ms) if self.answer else b""
            if back:
                self.hear(back)

    def hear(self, data: bytes) -> list[Message]:
        """What the driver says to ``data``."""
        said = self.driver.receive(data, self.now_ms)
        self.heard += said
        self.flush()
        return said

    def wait(self, ms: int) -> list[Message]:
        """What it says while ``ms`` pass."""
        until_ms, before = self.now_ms + ms, len(self.heard)
        while True:
            due_ms = self.driver.due_ms()
            if due_ms is None or due_ms > until_ms:
                break
            self.now_ms = max(self.now_ms + 1, due_ms)
            if self.now_ms > until_ms:
                break
            self.heard += self.driver.tick(self.now_ms)
            self.flush()
        self.now_ms = until_ms
        self.heard += self.driver.tick(self.now_ms)
        self.flush()
        return self.heard[before:]

    def bytes_sent(self) -> bytes:
        return b"".join(out for _, out in self.sent)


def only(messages: list[Message], kind: type[T]) -> list[T]:
    return [message for message in messages if isinstance(message, kind)]


def cuts(data: bytes) -> list[list[bytes]]:
    """``data`` whole, byte by byte, and cut once at every place."""
    return [
        [data],
        [data[at : at + 1] for at in range(len(data))],
        *([data[:at], data[at:]] for at in range(1, len(data))),
    ]
