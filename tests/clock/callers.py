"""Whoever dials in: the first line of a Wi-Fi clock, and a socket to say it on. The codes are made
by docs/dclk.md, apart from the program.
"""

import hashlib
import hmac
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from app.emulators.dclk.lines import line

UID = "5A3F01C2"
NONCE = "0f" * 16
CODE_DIGITS = 32


def join(table: int, uid: str = UID, version: int = 1) -> bytes:
    return line(f"JOIN dclk={version} table={table} uid={uid} nonce={NONCE}")


def old_join(table: int, secret: str, uid: str = UID) -> bytes:
    """The first line of clocks before lines had codes."""
    return line(f"JOIN dclk=1 table={table} secret={secret} uid={uid}")


def dials(port: int, words: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """Somebody at ``address`` who has said ``words`` and waits twenty seconds for each answer."""
    caller = socket.create_connection(("127.0.0.1", port), 20, (address, 0))
    caller.sendall(words)
    return caller


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Codes:
    """The clock's end of one connection."""

    def __init__(self, secret: str, host_nonce: str) -> None:
        text = f"dclk {host_nonce} {NONCE}"
        self.key = self._hex(hash_of(secret).encode(), text.encode()).encode()
        self.sent = self.heard = 0

    def add(self, lines: bytes) -> bytes:
        """Each of these lines as it is sent, whatever is in it; blank ones stay so."""
        return b"".join(self._add(line) + b"\n" for line in lines.split(b"\n")[:-1])

    def _add(self, line: bytes) -> bytes:
        if not line:
            return line
        self.sent += 1
        return self._code(f"C{self.sent - 1} ", line) + line

    def open(self, coded: bytes) -> bytes:
        """What the host's line says, b"" where its code is not the next one."""
        code, line = coded[:CODE_DIGITS], coded[CODE_DIGITS:]
        if code != self._code(f"H{self.heard} ", line.rstrip(b"\n")):
            return b""
        self.heard += 1
        return line

    def _code(self, place: str, line: bytes) -> bytes:
        return self._hex(self.key, place.encode() + line)[:CODE_DIGITS].encode()

    @staticmethod
    def _hex(key: bytes, text: bytes) -> str:
        return hmac.new(key, text, hashlib.sha256).hexdigest()


class Caller:
    """A clock that has dialled in. ``welcome``: the answer, without its code if it has one."""

    def __init__(
        self, port: int, table: int, secret: str, address: str = "127.0.0.1", uid: str = UID
    ) -> None:
        self.socket = dials(port, join(table, uid), address)
        self.codes = Codes(secret, "")
        self.welcome = answer(self.socket)
        if self.welcome.startswith(b"NONCE "):
            self.codes = Codes(secret, self.welcome[6:38].decode())
            self.say(line("PROVE"))
            came = answer(self.socket)
            self.welcome = self.codes.open(came) or came

    def say(self, lines: bytes) -> None:
        """Say whole lines, each with its code."""
        self.socket.sendall(self.codes.add(lines))


@contextmanager
def joining(
    port: int, table: int, secret: str, address: str = "127.0.0.1", uid: str = UID
) -> Iterator[tuple[socket.socket, bytes]]:
    """A clock that dials in, and the answer to it."""
    caller = Caller(port, table, secret, address, uid)
    with caller.socket:
        yield caller.socket, caller.welcome


def answer(caller: socket.socket) -> bytes:
    """What comes until the line is cut or ends."""
    heard = b""
    while not heard.endswith(b"\n"):
        try:
            came = caller.recv(1)
        except ConnectionResetError:
            break
        if not came:
            break
        heard += came
    return heard
