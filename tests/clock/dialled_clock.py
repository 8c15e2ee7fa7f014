"""An emulated DCLK clock that dials in over TCP, by the lines of docs/dclk.md."""

import socket
from contextlib import suppress

from app.emulators.lines.live import LiveDevice
from app.emulators.lines.pump import Pump
from tests.clock.callers import Caller


class DialledClock:
    """Dials when it is made. ``answer``: what it was told; after that it is a serial line whose
    lines have codes.
    """

    def __init__(self, live: LiveDevice, port: int, table: int, secret: str, uid: str) -> None:
        caller = Caller(port, table, secret, uid=uid)
        self.live, self.answer = live, caller.welcome
        self._heard, self._said = b"", b""
        self._codes, self._socket = caller.codes, caller.socket
        self._there = True
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)
        with live.changed:
            now_ms = live.now_ms()
            live.line.send(now_ms)  # nobody heard this
            live.line.opened(now_ms)
        self._pump = Pump(live, self)
        self._pump.start()

    def close(self) -> None:
        self._pump.stop()
        self.lost()

    def watched(self) -> list[int]:
        return [self._socket.fileno()] if self._there else []

    def read(self) -> bytes:
        if not self._there:
            return b""
        try:
            came = self._socket.recv(4096)
        except BlockingIOError:
            return b""
        if not came:
            self.lost()
        *lines, self._heard = (self._heard + came).split(b"\n")
        return b"".join(self._codes.open(line) + b"\n" for line in lines)

    def write(self, data: bytes) -> None:
        whole, end, rest = (self._said + data).rpartition(b"\n")
        self._said = rest
        with suppress(OSError):
            if self._there and end:
                self._socket.sendall(self._codes.add(whole + end))

    def lost(self) -> None:
        if self._there:
            self._there = False
            self._socket.close()
