"""The gate to the event server and a station that joins, when the other side talks nonsense."""

import asyncio
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from app.engine.acts.stations.roles import Role
from app.store.errors import StoreError
from app.web.server.certificate import write_pair
from app.web.stations.gate import JOIN, SSL_REQUEST, Gate, StationUser
from app.web.stations.joining import join_hall

HOST = "127.0.0.1"
NONSENSE = (
    b"",
    b"7\n",
    b"[]\n",
    b"{}\n",
    b'{"salt": 7, "nonce": "", "station": 7, "proof": 7}\n',
    b'{"more":' * 1_000 + b"\n",
    b"\xff\n",
)


@pytest.fixture
def context(tmp_path: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*write_pair(tmp_path, [HOST]))
    return context


@pytest.mark.parametrize("said", NONSENSE)
def test_a_station_that_talks_nonsense_is_shown_out(context: ssl.SSLContext, said: bytes) -> None:
    faults: list[dict[str, Any]] = []

    def make_user(_name: str, _role: Role) -> StationUser:
        raise AssertionError

    async def talk() -> bytes:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, fault: faults.append(fault))
        gate = Gate(context, b"", b"salt", {Role.ORGANIZER: lambda: b"key"}, make_user, lambda: 0)
        async with await gate.open(HOST, 0) as server:
            port = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(SSL_REQUEST)
            assert await reader.readexactly(1) == b"S"
            blind = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
            await writer.start_tls(blind)
            writer.write(JOIN)
            await reader.readline()
            writer.write(said)
            rest = b""
            if said:
                async with asyncio.timeout(10):
                    rest = await reader.read()
            writer.close()
            return rest

    assert b"password" not in asyncio.run(talk())
    assert faults == []


@pytest.fixture
def stranger(context: ssl.SSLContext, request: pytest.FixtureRequest) -> Iterator[int]:
    """The port of a computer that gives the parameter as its first answer."""
    listening = socket.create_server((HOST, 0))

    def serve() -> None:
        with listening, suppress(OSError):
            plain, _ = listening.accept()
            with plain:
                plain.recv(len(SSL_REQUEST))
                plain.sendall(b"S")
                with context.wrap_socket(plain, server_side=True) as line:
                    line.recv(len(JOIN))
                    line.sendall(request.param)

    thread = Thread(target=serve)
    thread.start()
    yield listening.getsockname()[1]
    thread.join()


@pytest.mark.parametrize("stranger", NONSENSE, indirect=True)
def test_a_server_that_talks_nonsense_is_named(stranger: int) -> None:
    with pytest.raises(StoreError, match=f"does not answer at {HOST}, port {stranger}"):
        join_hall(HOST, stranger, "AAAA-AAAA-AAAA", "Anna")
