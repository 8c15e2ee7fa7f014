"""One socket: lets its device in, reads its messages, and sends it what it may know."""

import asyncio
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import Protocol

from aiohttp import WSMsgType, web
from msgspec import Struct, field

from app.clock.allowance import Allowance
from app.engine.language import say
from app.engine.table.game import Game
from app.web.protocol.limits import MESSAGE_BYTES
from app.web.protocol.messages import (
    Challenge,
    FromDevice,
    FromServer,
    Hello,
    Marks,
    No,
    PadRequest,
    PageFault,
    PhotoMessage,
    Ping,
    SignedIn,
    TimelineRequest,
    Unlocked,
    encode_message,
    encode_to_bytes,
    read_device_message,
)
from app.web.protocol.seal import ServerEnd, without_code

HELLO_S = 10.0  # a page itself gives up after eight
SEND_S = 10.0
CLOSE_S = 2.0  # how long a closing socket waits for the other end
TEXT, BINARY = 0x81, 0x82  # the first byte of a frame that is a whole message
IN_TEXT = Hello | Ping | Marks | PadRequest | TimelineRequest | PageFault
"""The messages that a device may send unencrypted; all others come in a box."""
IN_BOXES = Unlocked | SignedIn | PhotoMessage
"""The messages that the server sends in a box."""
BEHIND_BYTES = 4 * 2**20  # the most by which a slow device may be behind


class Close(IntEnum):
    """The reasons for closing a socket, with the numbers of the protocol."""

    STOPPED = 1001
    AGAIN = 1013
    MALFORMED = 4400
    NOT_LET_IN = 4401
    REVOKED = 4403
    SILENT = 4408
    TOO_OFTEN = 4429


class Host(Protocol):
    """The part of the server that a socket uses."""

    async def agree(self, connection: "Connection", hello: Hello) -> None:
        """Wait until the event's time is known, if the devices know the time better than the
        computer.
        """

    def table_key(self, table: int) -> str:
        """Return the key for the codes of a table's devices; empty if there is no such table."""

    def vouch(self, nonce: str, key: str) -> tuple[str, str]:
        """Return the event's own public key, and its signature of the connection's key."""

    def let_in(self, connection: "Connection", hello: Hello) -> No | None:
        """Welcome a device and return None, or return why it may not stay."""

    def hear(self, connection: "Connection", message: FromDevice) -> None: ...
    def leave(self, connection: "Connection") -> None: ...


class Connection(Struct, eq=False):
    """The socket of a device."""

    socket: web.WebSocketResponse
    address: str
    transport: asyncio.Transport | None
    steady: Callable[[], float] = time.monotonic
    hello: Hello | None = None
    """The device's hello; None until it is let in."""
    table: int = 0
    """The device's table; 0 for a device that is at no table."""
    proven: bool = False
    """True if the hello proved the secret of the table."""
    role: str = ""
    device: str = ""
    heard_s: float = 0.0
    unlocked_until_s: float = 0.0
    token: str = ""
    """The hash of the organizer's token while that is valid; otherwise empty."""
    through: int = 0
    kept_back: bool = False
    """True if a mark could not be recorded. The device sends that mark and all later ones again
    after reconnecting.
    """
    sent_play: Game | None = None
    """The game that was last sent to the device. This and the next three fields show what has
    changed since then.
    """
    sent_held: bool = False
    sent_terms: object = None
    sent_text: str = ""
    player: int = 0
    """The number of the player whose phone this is; 0 for none."""
    applicant: int = 0
    """The number of the sign-up that waits on this phone; 0 for none."""
    sent_own: tuple[object, ...] = ()
    """The parts of which the last page sent to the phone was made."""
    closing: Close | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    end_of_line: ServerEnd = field(default_factory=ServerEnd)
    sent_bytes: int = 0
    taken: int = 0
    """The number of sent bytes that the device had received at the last check. ``taken_s`` is the
    last time at which this number had grown or nothing was left to receive.
    """
    taken_s: float = 0.0

    @property
    def unlocked(self) -> bool:
        """Tell whether the organizer has entered the PIN on this device."""
        return self.steady() < self.unlocked_until_s

    def let_in(self, hello: Hello) -> None:
        """Record what an accepted device said in its hello."""
        self.hello, self.role, self.device = hello, hello.role, hello.device
        self.table = hello.table if hello.role == "table" else 0

    def say(self, message: FromServer | str | bytes) -> None:
        """Send a message at once; the message may already be encoded. Bytes that the device does
        not receive yet wait in its transport; a device that is far behind is disconnected.
        """
        transport = self.transport
        if transport is None or self.socket.closed or transport.is_closing():
            return
        if transport.get_write_buffer_size() > BEHIND_BYTES:
            self.abort()
            return
        boxes = self.end_of_line.boxes
        if boxes is not None and isinstance(message, IN_BOXES):
            framed = frame_message(boxes.close(encode_message(message)), BINARY)
        elif isinstance(message, bytes):
            framed = frame_message(message)
        elif isinstance(message, str):
            framed = frame_message(message.encode())
        else:
            framed = frame_message(encode_to_bytes(message))
        transport.write(framed)
        self.sent_bytes += len(framed)

    def takes_nothing(self) -> bool:
        """Tell whether bytes wait for the device and it has received none for ten seconds."""
        waits = self.transport.get_write_buffer_size() if self.transport else 0
        taken, now_s = self.sent_bytes - waits, self.steady()
        if not waits or taken != self.taken:
            self.taken, self.taken_s = taken, now_s
        return now_s - self.taken_s > SEND_S

    def end(self, why: Close) -> None:
        """Close the connection at the loop's next turn; messages until then are sent."""
        if self.closing is None:
            self.closing = why
        self.ended.set()

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    async def run(self, room: Host) -> None:
        """Serve the device until it leaves or is sent away."""
        self.heard_s = self.taken_s = self.steady()
        closer = asyncio.create_task(self._close())
        try:
            if await self._join(room):
                await self._listen(room)
            if self.closing is not None:
                await asyncio.wait({closer}, timeout=SEND_S)
        finally:
            room.leave(self)
            closer.cancel()
            with suppress(asyncio.CancelledError, ConnectionError, RuntimeError):
                await closer

    async def _join(self, room: Host) -> bool:
        hello = None
        nonce, key = self.end_of_line.nonce, self.end_of_line.public
        own, signed = room.vouch(nonce, key)
        self.say(Challenge(nonce=nonce, key=key, own=own, signed=signed))
        with suppress(asyncio.TimeoutError):
            hello = await self._receive(HELLO_S, room)
        if self.socket.closed:
            return False
        if not isinstance(hello, Hello):
            self.say(
                No(why="malformed", sentence=say("This device does not speak Flagfall’s protocol."))
            )
            self.end(Close.SILENT if hello is None and self.closing is None else Close.MALFORMED)
            return False
        await room.agree(self, hello)
        no = room.let_in(self, hello)
        if no is None:
            return True
        self.say(no)
        self.end(Close.AGAIN if no.why == "busy" else Close.NOT_LET_IN)
        return False

    async def _listen(self, room: Host) -> None:
        allowance = Allowance(since_s=self.steady())
        while self.closing is None:
            message = await self._receive(None)
            if message is None or self.closing is not None:
                return
            if not allowance.spend(self.steady()):
                self.end(Close.TOO_OFTEN)
                return
            if isinstance(message, Hello):
                self.end(Close.MALFORMED)
                return
            room.hear(self, message)

    async def _receive(self, within_s: float | None, room: Host | None = None) -> FromDevice | None:
        """Return the next message, or None if the socket is closed or has to be closed because of a
        malformed message. While a hello is awaited, ``room`` is given, to check the secret that the
        hello proves.
        """
        got = await self.socket.receive(within_s)
        if got.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
            return None
        self.heard_s = self.steady()
        message = self._read(got.data) if room is None else self._greeted(got.data, room)
        if message is None:
            self.end(Close.MALFORMED)
        return message

    def _greeted(self, data: str | bytes, room: Host) -> FromDevice | None:
        """Return the hello, and note whether it proves the secret of its table."""
        message = read_device_message(without_code(data)) if isinstance(data, str) else None
        if isinstance(message, Hello) and message.role == "table" and isinstance(data, str):
            self.proven = self.end_of_line.takes_up(room.table_key(message.table), data)
        return message

    def _read(self, data: str | bytes) -> FromDevice | None:
        """Return a device's message. Return None if it is malformed, its code is wrong, or it
        should have been encrypted.
        """
        try:
            if isinstance(data, bytes):
                return read_device_message(self.end_of_line.open(data))
            message = read_device_message(self.end_of_line.read(data))
        except ValueError:
            return None
        return message if isinstance(message, IN_TEXT) else None

    async def _close(self) -> None:
        """Close the connection when it is to end. A device that does not receive the last messages
        is cut off.
        """
        await self.ended.wait()
        try:
            await asyncio.wait_for(self.socket.close(code=self.closing or Close.STOPPED), SEND_S)
        except (TimeoutError, ConnectionError, RuntimeError):
            self.abort()


def frame_message(body: bytes, kind: int = TEXT) -> bytes:
    """Return a message as a frame of a server (RFC 6455, 5.2), in one piece and unmasked.

    aiohttp can send only from a coroutine. A task for each device that waits for messages would
    slow a press more than sending does.
    """
    size = len(body)
    if size < 126:
        return struct.pack("!BB", kind, size) + body
    if size < 2**16:
        return struct.pack("!BBH", kind, 126, size) + body
    return struct.pack("!BBQ", kind, 127, size) + body


def new_socket() -> web.WebSocketResponse:
    return web.WebSocketResponse(max_msg_size=MESSAGE_BYTES, compress=False, timeout=CLOSE_S)
