"""Somebody in the Wi-Fi who writes down every byte between a clock and the laptop."""

import hashlib
import hmac
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct, field

CODE = NONCE = 32


class Overheard(Struct):
    """One connection: what the clock said, and what it heard."""

    said: bytearray = field(default_factory=bytearray)
    heard: bytearray = field(default_factory=bytearray)

    def secret_check(self) -> Callable[[str], bool]:
        """Return whether a guess at the table's secret fits the clock's proof."""
        join, prove = [line for line in self.said.split(b"\n") if line][:2]
        own = join[join.index(b"nonce=") + 6 :][:NONCE]
        host = self.heard[self.heard.index(b"NONCE ") + 6 :][:NONCE]
        nonces, code, line = b"dclk " + host + b" " + own, prove[:CODE].decode(), prove[CODE:]

        def fits(secret: str) -> bool:
            hash_ = hashlib.sha256(secret.encode()).hexdigest().encode()
            key = hmac.new(hash_, nonces, "sha256").hexdigest().encode()
            return hmac.new(key, b"C0 " + line, "sha256").hexdigest()[:CODE] == code

        return fits


class WireTap:
    """Clocks dial in at ``port`` and reach the laptop's ``onward``; ``close`` it in the end."""

    def __init__(self, onward: int) -> None:
        self.connections: list[Overheard] = []
        self._onward = onward
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for line in self._open:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for thread in tuple(self._threads):
            thread.join()
        for line in self._open:
            line.close()

    @property
    def everything(self) -> bytes:
        return b"\n".join(bytes(part) for one in self.connections for part in (one.said, one.heard))

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                clock, _ = self._listening.accept()
                laptop = socket.create_connection(("127.0.0.1", self._onward))
                self._open += [clock, laptop]
                overheard = Overheard()
                self.connections.append(overheard)
                ways = ((clock, laptop, overheard.said), (laptop, clock, overheard.heard))
                for way in ways:
                    self._threads.append(threading.Thread(target=self._carry, args=way))
                    self._threads[-1].start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket, written: bytearray) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                written += data
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
