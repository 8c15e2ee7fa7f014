"""Whoever dials in: the first line of a Wi-Fi clock, and a socket to say it on."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from app.emulators.dclk.lines import line

UID = "5A3F01C2"


def join(table: int, secret: str, uid: str = UID, version: int = 1) -> bytes:
    return line(f"JOIN dclk={version} table={table} secret={secret} uid={uid}")


def dials(port: int, words: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """Somebody at ``address`` who has said ``words`` and waits twenty seconds for each answer."""
    caller = socket.create_connection(("127.0.0.1", port), 20, (address, 0))
    caller.sendall(words)
    return caller


@contextmanager
def joining(
    port: int, table: int, secret: str, address: str = "127.0.0.1", uid: str = UID
) -> Iterator[tuple[socket.socket, bytes]]:
    """A clock that dials in, and the answer to its first line."""
    with dials(port, join(table, secret, uid), address) as caller:
        yield caller, answer(caller)


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
