"""A line to a server that can be cut, or fall silent as when a cable is pulled."""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class CutLine:
    """Listens on ``port`` and passes everything on to another port of this machine."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self._speaks = asyncio.Event()
        self._refuses = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="cut line")
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._pass_on, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._loop.call_soon_threadsafe(self._speaks.set)

    def cut(self) -> None:
        """Every connection ends; the next ones are passed on."""
        self._do(self._cut())

    def refuse(self) -> None:
        """Every connection ends, and none is made until `accept`."""
        self._refuses = True
        self.cut()

    def accept(self) -> None:
        self._refuses = False

    def silence(self) -> None:
        """Nothing gets through, and nobody is told, until the line is cut."""
        self._loop.call_soon_threadsafe(self._speaks.clear)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._server.close)
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._speaks.set()
        await asyncio.sleep(0)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        with suppress(OSError):
            if self._refuses:
                raise ConnectionRefusedError
            there, back = await asyncio.open_connection("127.0.0.1", self._to_port)
            self._writers.add(back)
            await asyncio.gather(self._copy(reader, back), self._copy(there, writer))
            self._writers.discard(back)
        writer.transport.abort()
        self._writers.discard(writer)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await reader.read(65_536):
                await self._speaks.wait()
                writer.write(some)
                await writer.drain()
        writer.transport.abort()
