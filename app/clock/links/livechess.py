"""DGT LiveChess on this computer or on another: one open WebSocket, with its loop in a thread of
its own. Each text is passed on as a line, and each written line is sent as a text.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from app.clock.links.thread_link import JOIN_SECONDS, ThreadLink
from app.engine.language import say

if TYPE_CHECKING:
    import aiohttp

SCHEME = "ws://"
ADDRESS = "ws://localhost:1982/api/v1.0"
PATH = "/api/v1.0"
WORD = "livechess"
"""The word that an organizer enters for LiveChess on this computer."""

CONNECT_SECONDS = 6.0
LONGEST = 4_000_000

NOBODY = say(
    "DGT LiveChess does not answer at {address}. Start LiveChess there, or leave this port alone."
)
CLOSED = say("DGT LiveChess was closed. Start it again: its clocks come back by themselves.")
BROKE = say(
    "DGT LiveChess at {address} sent something that cannot be read ({why}). Flagfall asks again."
    " If that does not help, start LiveChess again."
)
ANOTHER = say("The program at {address} is not DGT LiveChess. Enter another address.")


def full_address(address: str) -> str:
    """Return the full address of a LiveChess from the text that somebody entered; empty if the text
    is no such address.
    """
    if address.strip().casefold() == WORD:
        return ADDRESS
    if not address.startswith(SCHEME):
        return ""
    host, _, path = address.removeprefix(SCHEME).partition("/")
    return address if path else f"{SCHEME}{host}{PATH}"


class LiveChessLink(ThreadLink):
    """The line to LiveChess. It connects in a thread of its own (see `SerialLink`)."""

    def __init__(
        self,
        name: str,
        *,
        now_ms: Callable[[], int],
        opened: Callable[[], None],
        received: Callable[[bytes, int], None],
        lost: Callable[[str], None],
    ) -> None:
        super().__init__(name, self._run)
        self._name = name
        self._now_ms, self._opened, self._received, self._lost = now_ms, opened, received, lost
        self._failing = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._begin()

    def write(self, data: bytes) -> None:
        """Send ``data`` soon, after anything that was given earlier."""
        self._put(data)

    def close(self) -> None:
        """Ask the thread to end, without waiting for it."""
        with self._failing:
            super().close()
        self._put(None)

    def _put(self, data: bytes | None) -> None:
        with suppress(RuntimeError):  # its loop is closed
            self._loop.call_soon_threadsafe(self._outbox.put_nowait, data)

    def _run(self) -> None:
        try:
            self._fail(self._loop.run_until_complete(self._talk()))
        except Exception as error:  # else the row would say "connected" for ever
            why = str(error).strip("'")[:80] or type(error).__name__
            self._fail(BROKE.format(address=self._name, why=why))
        finally:
            self._loop.close()

    async def _talk(self) -> str:
        """Connect and converse until the end. Return a sentence that says why the connection
        ended.
        """
        import aiohttp

        timeout = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS)
        try:
            async with aiohttp.ClientSession(timeout=timeout) as session:
                patience = aiohttp.ClientWSTimeout(ws_close=JOIN_SECONDS / 2)
                dialled = session.ws_connect(self._name, max_msg_size=LONGEST, timeout=patience)
                async with await asyncio.wait_for(dialled, CONNECT_SECONDS) as socket:
                    await self._converse(socket)
            return CLOSED
        except (aiohttp.WSServerHandshakeError, aiohttp.InvalidURL, ValueError):
            return ANOTHER.format(address=self._name)
        except (aiohttp.ClientConnectionError, TimeoutError, OSError):
            return NOBODY.format(address=self._name)
        except aiohttp.ClientError:
            return ANOTHER.format(address=self._name)

    async def _converse(self, socket: "aiohttp.ClientWebSocketResponse") -> None:
        import aiohttp

        if not self._closing.is_set():
            self._opened()
        writing = asyncio.ensure_future(self._write(socket))
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    text = str(message.data).replace("\n", " ")
                    self._received(f"{text}\n".encode(), self._now_ms())
        finally:
            writing.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await writing

    async def _write(self, socket: "aiohttp.ClientWebSocketResponse") -> None:
        while (data := await self._outbox.get()) is not None:
            for line in data.decode().splitlines():
                await socket.send_str(line)
        await socket.close()

    def _fail(self, sentence: str) -> None:
        with self._failing:
            if self._closing.is_set():
                return
            super().close()
        self._lost(sentence)
