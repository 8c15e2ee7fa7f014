"""An emulated DCLK clock that dials in over TCP, by the lines of docs/dclk.md."""

import socket
from contextlib import suppress

from app.emulators.lines.live import LiveDevice
from app.emulators.lines.pump import Pump
from tests.clock.callers import dials, join


class DialledClock:
    """Dials when it is made. ``answer``: what it was told; after that it is a serial line."""

    def __init__(self, live: LiveDevice, port: int, table: int, secret: str, uid: str) -> None:
        self.live, self.answer = live, b""
        self._heard = b""
        self._socket: socket.socket | None = dials(port, join(table, secret, uid))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)
        self._pump = Pump(live, self)
        self._pump.start()

    def close(self) -> None:
        self._pump.stop()
        self.lost()

    def watched(self) -> list[int]:
        return [self._socket.fileno()] if self._socket is not None else []

    def read(self) -> bytes:
        if self._socket is None:
            return b""
        try:
            came = self._socket.recv(4096)
        except BlockingIOError:
            return b""
        if not came:
            self.lost()
        if self.answer:
            return came
        self._heard += came
        answer, end, rest = self._heard.partition(b"\n")
        if not end:
            return b""
        self.answer = answer
        with self.live.changed:
            now_ms = self.live.now_ms()
            self.live.line.send(now_ms)  # nobody heard this
            self.live.line.opened(now_ms)
        return rest

    def write(self, data: bytes) -> None:
        with suppress(OSError):
            if self._socket is not None and self.answer:
                self._socket.sendall(data)

    def lost(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
