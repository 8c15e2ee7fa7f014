"""Ports at which a test's server can be started again."""

import os
import socket


def kept_port() -> tuple[socket.socket, int]:
    """A port of this computer, which no other program is given while the socket is open: a server
    that asks for it by its number may come, go, and come again.
    """
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", 0))
    port = int(kept.getsockname()[1])
    if os.name == "nt":  # where a port has one owner
        kept.close()
    return kept, port
