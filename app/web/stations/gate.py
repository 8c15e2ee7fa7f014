"""The gate to the hall's PostgreSQL: encrypted, for stations that joined with a code.

A connection begins in the same way as one of libpq (an SSLRequest, answered by "S"), so that
stations connect as they would to any server with a certificate. Everything after that is passed to
PostgreSQL, which only this computer can reach. A station that joins sends its own message in place
of PostgreSQL's first one.
"""

import asyncio
import contextlib
import json
import secrets
import ssl
import struct
import time
from base64 import b64encode
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct, field

from app.engine.acts.stations.roles import Role
from app.web.stations.cluster import HERE
from app.web.stations.join_code import NONCE_BYTES, prove

SSL_REQUEST, GSS_REQUEST = struct.pack("!ii", 8, 80877103), struct.pack("!ii", 8, 80877104)
"""The first messages of PostgreSQL's protocol (54.7): SSLRequest and GSSENCRequest."""
JOIN = b"FFJ1"
"""The bytes with which a station joins, in place of the length of PostgreSQL's first message; as a
length they would be over a gigabyte.
"""
BUSY = b"busy"
MALFORMED = (msgspec.MsgspecError, RecursionError)
"""The errors of reading a message that is not JSON or has another form."""
PATIENCE_S = 20.0
CHUNK = 65_536
LONGEST_NAME = 40
TRIES, WITHIN_S = 20, 60.0
"""The number of wrong codes after which all stations have to wait, and the seconds within which
these codes are counted.
"""


class StationUser(Struct, frozen=True):
    """A station's user in the database, with the password."""

    user: str
    password: str
    database: str


class _Proof(Struct, frozen=True):
    """A station's message with the proof that it knows a code."""

    station: str
    nonce: bytes
    proof: bytes


class Gate(Struct):
    """Lets stations in. ``keys`` has a function for each role that returns its key; deriving a key
    takes a while, so no function is called before a station joins. ``make_user`` creates a user for
    a station's name and role.
    """

    context: ssl.SSLContext
    certificate: bytes
    salt: bytes
    keys: Mapping[Role, Callable[[], bytes]]
    make_user: Callable[[str, Role], StationUser]
    postgres_port: Callable[[], int]
    wrong_s: list[float] = field(default_factory=list)

    async def open(self, host: str, port: int) -> asyncio.Server:
        """Start to listen. Raises OSError if the port cannot be used."""
        return await asyncio.start_server(self._serve, host, port, limit=CHUNK)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, EOFError, TimeoutError, ValueError, *MALFORMED):
            async with asyncio.timeout(PATIENCE_S):
                head = await self._encrypt(reader, writer)
                if head == JOIN:
                    await self._join(reader, writer)
            if head and head != JOIN:
                await self._hand_on(head, reader, writer)
        writer.close()

    async def _encrypt(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """Encrypt the connection and return the first four bytes after that; empty if the other
        side does not ask for encryption.
        """
        asked = await reader.readexactly(len(SSL_REQUEST))
        if asked == GSS_REQUEST:
            writer.write(b"N")
            asked = await reader.readexactly(len(SSL_REQUEST))
        if asked != SSL_REQUEST:
            return b""
        writer.write(b"S")
        await writer.drain()
        await writer.start_tls(self.context)
        return await reader.readexactly(len(JOIN))

    async def _hand_on(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        inner_reader, inner = await asyncio.open_connection(HERE, self.postgres_port())
        inner.write(head)
        both = {
            asyncio.ensure_future(_pump(reader, inner)),
            asyncio.ensure_future(_pump(inner_reader, writer)),
        }
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in both:
                one.cancel()
            inner.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Check a station's proof. If it is right, answer with our own and with a new user for the
        station.
        """
        nonce = secrets.token_bytes(NONCE_BYTES)
        _say(writer, salt=self.salt, nonce=nonce)
        asked = msgspec.json.decode(await reader.readline(), type=_Proof)
        name, theirs = asked.station[:LONGEST_NAME], asked.nonce
        role = await asyncio.to_thread(self._role_of, asked.proof, nonce, theirs, name.encode())
        if self._is_busy():
            _say(writer, no=BUSY)
        elif role is None:
            self.wrong_s.append(time.monotonic())
            _say(writer, no=b"")
        else:
            joined = await asyncio.to_thread(self.make_user, name, role)
            mine = prove(self.keys[role](), "server", self.certificate, theirs, nonce)
            _say(writer, proof=mine, user=joined.user.encode(), password=joined.password.encode(),
                 database=joined.database.encode(), role=role.value.encode())  # fmt: skip
        await writer.drain()

    def _is_busy(self) -> bool:
        now_s = time.monotonic()
        self.wrong_s[:] = [at_s for at_s in self.wrong_s if now_s - at_s < WITHIN_S]
        return len(self.wrong_s) >= TRIES

    def _role_of(self, proof: bytes, *said: bytes) -> Role | None:
        """Return the role with whose key the proof was made; None for any other proof."""
        for role, key in self.keys.items():
            if secrets.compare_digest(proof, prove(key(), "station", self.certificate, *said)):
                return role
        return None


def _say(writer: asyncio.StreamWriter, **parts: bytes) -> None:
    said = {name: b64encode(part).decode("ascii") for name, part in parts.items()}
    writer.write(json.dumps(said).encode("ascii") + b"\n")


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
