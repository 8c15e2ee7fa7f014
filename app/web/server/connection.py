"""One socket: lets its device in, reads its messages, sends its share of the state."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

from aiohttp import WSMsgType, web

from app.clock.allowance import Allowance
from app.engine.language import say
from app.engine.table.game import Game
from app.web.protocol.limits import MESSAGE_BYTES
from app.web.protocol.messages import FromDevice, FromServer, Hello, No, encode, read_device_message

HELLO_S = 5.0
SEND_S = 10.0
CLOSE_S = 2.0  # how long a closing socket waits for the other end
FEW = 4  # messages sent under one timeout
WAITING = 100  # messages that a slow device may be behind


class Close(IntEnum):
    """Why a socket was closed; the numbers of the protocol."""

    STOPPED = 1001
    AGAIN = 1013
    MALFORMED = 4400
    NOT_LET_IN = 4401
    REVOKED = 4403
    SILENT = 4408
    TOO_OFTEN = 4429


class Host(Protocol):
    """What a socket needs of the server."""

    def let_in(self, connection: "Connection", hello: Hello) -> No | None:
        """None when the device may stay; it has been welcomed."""

    def hear(self, connection: "Connection", message: FromDevice) -> None: ...
    def leave(self, connection: "Connection") -> None: ...


@dataclass(eq=False, slots=True)
class Connection:
    """A device's socket."""

    socket: web.WebSocketResponse
    address: str
    transport: asyncio.Transport | None
    steady: Callable[[], float] = time.monotonic
    hello: Hello | None = None
    heard_s: float = 0.0
    unlocked_until_s: float = 0.0
    token: str = ""
    through: int = 0
    kept_back: bool = False
    """Whether a mark could not be taken: it comes again, and all after it, when the device does."""
    sent_play: Game | None = None
    """What it was sent last; this and the next three tell whether anything has changed since."""
    sent_held: bool = False
    sent_terms: object = None
    sent_text: str = ""
    player: int = 0
    """Whose phone it is; 0 for nobody's."""
    applicant: int = 0
    """The sign-up that waits on it; 0 for none."""
    sent_own: tuple[object, ...] = ()
    """What the player's page was made of that was sent last."""
    waiting: deque[FromServer | str] = field(default_factory=deque)
    more: asyncio.Event = field(default_factory=asyncio.Event)
    closing: Close | None = None

    @property
    def table(self) -> int:
        return self.hello.table if self.hello and self.hello.role == "table" else 0

    @property
    def role(self) -> str:
        return self.hello.role if self.hello else ""

    @property
    def device(self) -> str:
        return self.hello.device if self.hello else ""

    @property
    def unlocked(self) -> bool:
        """Whether the organizer has entered their PIN here."""
        return self.steady() < self.unlocked_until_s

    def say(self, message: FromServer | str) -> None:
        """Send when the device takes it; one that is far behind is given up."""
        if len(self.waiting) >= WAITING:
            self.abort()
            return
        self.waiting.append(message)
        self.more.set()

    def end(self, why: Close) -> None:
        """Send what waits, then close."""
        if self.closing is None:
            self.closing = why
        self.more.set()

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    async def run(self, room: Host) -> None:
        """Until the device goes or is sent away."""
        self.heard_s = self.steady()
        sender = asyncio.create_task(self._send())
        try:
            if await self._join(room):
                await self._listen(room)
            if self.closing is not None:
                await asyncio.wait({sender}, timeout=SEND_S)
        finally:
            room.leave(self)
            sender.cancel()
            with suppress(asyncio.CancelledError, ConnectionError, RuntimeError):
                await sender

    async def _join(self, room: Host) -> bool:
        hello = None
        with suppress(asyncio.TimeoutError):
            hello = await self._receive(HELLO_S)
        if self.socket.closed:
            return False
        if not isinstance(hello, Hello):
            self.say(No(why="malformed", sentence=say("This device does not speak Flagfall.")))
            self.end(Close.SILENT if hello is None and self.closing is None else Close.MALFORMED)
            return False
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

    async def _receive(self, within_s: float | None) -> FromDevice | None:
        """The next message; None at the end, or when it was none and the socket is to close."""
        got = await self.socket.receive(within_s)
        if got.type is not WSMsgType.TEXT:
            if got.type is WSMsgType.BINARY:
                self.end(Close.MALFORMED)
            return None
        self.heard_s = self.steady()
        message = read_device_message(got.data)
        if message is None:
            self.end(Close.MALFORMED)
        return message

    async def _send(self) -> None:
        """In order; a device that takes nothing for ten seconds is given up."""
        try:
            while not self.socket.closed:
                await self.more.wait()
                self.more.clear()
                while self.waiting:
                    async with asyncio.timeout(SEND_S):
                        for _ in range(min(len(self.waiting), FEW)):
                            message = self.waiting.popleft()
                            text = message if isinstance(message, str) else encode(message)
                            await self.socket.send_str(text)
                if self.closing is not None:
                    await asyncio.wait_for(self.socket.close(code=self.closing), SEND_S)
                    return
        except (TimeoutError, ConnectionError, RuntimeError):
            self.abort()


def new_socket() -> web.WebSocketResponse:
    return web.WebSocketResponse(max_msg_size=MESSAGE_BYTES, compress=False, timeout=CLOSE_S)
