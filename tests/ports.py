"""Ports at which a test's server can be started again."""

import os
import socket

GIVEN = set[int]()


def kept_port() -> tuple[socket.socket, int]:
    """A port of this computer, which no other program is given while the socket is open: a server
    that asks for it by its number may come, go, and come again. No other test is given it later:
    a browser keeps a page for a day by its address, also one of a server that has gone.
    """
    repeated = []
    while True:
        kept = socket.socket()
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        port = int(kept.getsockname()[1])
        if port not in GIVEN:
            break
        repeated.append(kept)  # open until another is found
    GIVEN.add(port)
    for each in repeated:
        each.close()
    if os.name == "nt":  # where a port has one owner
        kept.close()
    return kept, port
