"""Serves TLS and plain HTTP on one port: the first byte of a connection tells them apart.

Plain HTTP to the encrypted port gets an answer instead of a broken connection.
"""

import asyncio
import math
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable
from weakref import WeakSet

HANDSHAKE = 0x16  # the first byte of every TLS connection


class FirstByte(asyncio.Protocol):
    """Waits for the first byte, then passes the connection to the right protocol."""

    def __init__(
        self,
        serve: Callable[[], asyncio.Protocol],
        context: ssl.SSLContext,
        wires: WeakSet[asyncio.Transport],
        wait_s: float,
    ) -> None:
        self._serve = serve
        self._context = context
        self._wires = wires
        """The open connections, so that the server can abort them."""
        self._wait_s = wait_s
        self._transport: asyncio.Transport | None = None
        self._timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._wires.add(transport)
        loop = asyncio.get_running_loop()
        self._timeout = loop.call_later(self._wait_s, transport.abort)

    def connection_lost(self, error: Exception | None) -> None:
        self._leave()

    def data_received(self, data: bytes) -> None:
        transport = self._leave()
        if data[0] != HANDSHAKE:
            plain = self._serve()
            transport.set_protocol(plain)
            plain.connection_made(transport)
            plain.data_received(data)
            return
        loop = asyncio.get_running_loop()
        greeted: asyncio.Future[None] = loop.create_future()
        greeted.add_done_callback(_drop_error)
        encrypted = SSLProtocol(
            loop,
            self._serve(),
            self._context,
            greeted,
            server_side=True,
            ssl_handshake_timeout=math.ceil(self._wait_s),
        )
        transport.set_protocol(encrypted)
        encrypted.connection_made(transport)
        while data:
            room = encrypted.get_buffer(len(data))
            part, data = data[: len(room)], data[len(room) :]
            room[: len(part)] = part
            encrypted.buffer_updated(len(part))

    def _leave(self) -> asyncio.Transport:
        assert self._transport is not None
        if self._timeout is not None:
            self._timeout.cancel()
        return self._transport


def _drop_error(greeted: "asyncio.Future[None]") -> None:
    """Ignore the error of a failed handshake, because the handshake has already closed its
    connection.
    """
    if not greeted.cancelled():
        greeted.exception()
