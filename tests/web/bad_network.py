"""A bad network between devices and their server, made of a proxy for TCP.

A lost packet shows over TCP as a wait, so some bytes come much later than others. Connections end
in three ways: what was on its way is lost; nothing is heard any more though both ends stay open;
or the device thinks it lost and joins again, and what it had sent before comes after what it says
then. Now and then the whole network is away.
"""

import asyncio
import random
import socket
from collections import Counter
from contextlib import suppress

from msgspec import Struct

CHUNK = 4096
MANY = 1024
TURNS = 5  # of the loop, until whoever was just coming is in


class Weather(Struct, frozen=True, dict=True):
    """Seconds and chances. ``lives_s``: how long a connection lasts in the mean."""

    delay_s: tuple[float, float] = (0.005, 0.12)
    lost: float = 0.03
    again_s: tuple[float, float] = (0.2, 1.5)
    lives_s: float = 25.0
    overtaken_s: float = 4.0
    away_every_s: float = 120.0
    away_s: tuple[float, float] = (8.0, 30.0)


class BadNetwork:
    """``open`` it in a loop; ``base`` is where devices find the server. ``seen`` counts what went
    wrong, from ``rage`` until ``calm``.
    """

    def __init__(self, server: str, weather: Weather, seed: int, port: int = 0) -> None:
        """``port``: one that the caller keeps; 0 for one of its own."""
        self._host, servers = server.removeprefix("http://").split(":")
        self._port = int(servers)
        self._own, self._weather, self._dice = port, weather, random.Random(seed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._links: set[Link] = set()
        self._door: socket.socket | None = None
        self._listening: asyncio.Server | None = None
        self._raging: asyncio.Task[None] | None = None
        self.away, self.is_calm = False, True
        self.seen: Counter[str] = Counter()
        self.base = ""

    async def open(self) -> str:
        self._door = socket.create_server(("127.0.0.1", self._own), backlog=MANY)
        self._listening = await asyncio.start_server(self._take, sock=self._door, backlog=MANY)
        self.base = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        return self.base

    def rage(self) -> None:
        """From now on it is bad."""
        self.is_calm = False
        self._raging = asyncio.create_task(self._rage())

    def calm(self) -> None:
        """From now on every byte comes, and at once."""
        self.is_calm, self.away = True, False
        for link in [link for link in self._links if link.silent]:
            link.cut()

    def go_away(self) -> None:
        """Everybody loses the connection, and none can be made until ``away`` is put back."""
        self.away = True
        self.seen["network away"] += 1
        for link in list(self._links):
            link.cut()

    async def close(self) -> None:
        assert self._listening is not None
        if self._raging is not None:
            self._raging.cancel()
            await asyncio.gather(self._raging, return_exceptions=True)
        await self._shut_the_door()
        self._listening.close()
        for link in list(self._links):
            link.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._turns()

    async def _shut_the_door(self) -> None:
        """Nobody comes in any more, and whoever was just coming is in: a server that is closed in
        between forgets their socket without closing it.
        """
        assert self._door is not None
        with suppress(NotImplementedError):  # Windows has another way
            asyncio.get_running_loop().remove_reader(self._door)
        await self._turns()

    async def _turns(self) -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)

    def wait_s(self) -> float:
        """How long some bytes take."""
        if self.is_calm:
            return 0.0
        taken_s = self._dice.uniform(*self._weather.delay_s)
        if self._dice.random() < self._weather.lost:
            self.seen["packets lost"] += 1
            taken_s += self._dice.uniform(*self._weather.again_s)
        return taken_s

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: writer.transport.abort())

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.away:
            return
        with suppress(OSError):
            theirs = await asyncio.open_connection(self._host, self._port)
            link = Link(self, (reader, writer), theirs)
            self._links.add(link)
            self.seen["connections"] += 1
            try:
                await link.run(self._ports())
            finally:
                self._links.discard(link)
                link.cut()

    def _ports(self) -> tuple[bytes, bytes]:
        """What the device says of the address, and what the server must read: its own."""
        return self.base.removeprefix("http://").encode(), f"{self._host}:{self._port}".encode()

    async def _rage(self) -> None:
        while True:
            await asyncio.sleep(self._dice.expovariate(1 / self._weather.away_every_s))
            if not self.is_calm:
                self.go_away()
                await asyncio.sleep(self._dice.uniform(*self._weather.away_s))
                self.away = False

    def fate(self) -> tuple[float, str]:
        """After how long a connection ends, and how."""
        lives_s = self._dice.expovariate(1 / self._weather.lives_s)
        return lives_s, self._dice.choice(("cut", "silent", "overtaken"))

    @property
    def overtaken_s(self) -> float:
        return self._dice.uniform(0.5, 1.0) * self._weather.overtaken_s


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Link:
    """A device's connection through the bad network."""

    def __init__(self, network: BadNetwork, ours: Ends, theirs: Ends) -> None:
        self._network = network
        self._ours, self._theirs = ours, theirs
        self._slow_s = 0.0
        self.silent = False

    async def run(self, ports: tuple[bytes, bytes]) -> None:
        up = asyncio.create_task(self._pipe(self._ours[0], self._theirs[1], ports))
        down = asyncio.create_task(self._pipe(self._theirs[0], self._ours[1]))
        fate = asyncio.create_task(self._end())
        try:
            await asyncio.wait({up, down, fate}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({up}, timeout=self._slow_s + 1 if self._slow_s else 0)
        finally:
            for task in (up, down, fate):
                task.cancel()
            await asyncio.gather(up, down, fate, return_exceptions=True)

    def cut(self) -> None:
        for _, writer in (self._ours, self._theirs):
            writer.transport.abort()

    async def _end(self) -> None:
        lives_s, how = self._network.fate()
        await asyncio.sleep(lives_s)
        if self._network.is_calm:
            await asyncio.Event().wait()
        self._network.seen[how] += 1
        if how == "silent":
            self.silent = True
            await asyncio.Event().wait()
        if how == "overtaken":
            self._slow_s = self._network.overtaken_s
            await asyncio.sleep(1)  # what is said now is on its way for long
            self._ours[1].transport.close()

    async def _pipe(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        ports: tuple[bytes, bytes] | None = None,
    ) -> None:
        """Bytes in their order, each so much later."""
        coming: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        clock = asyncio.get_running_loop().time

        async def read() -> None:
            while data := await reader.read(CHUNK):
                slow_s = self._slow_s if ports else 0.0
                coming.put_nowait((clock() + self._network.wait_s() + slow_s, data))
            coming.put_nowait((clock(), b""))

        reading = asyncio.create_task(read())
        try:
            while True:
                due_s, data = await coming.get()
                await asyncio.sleep(max(due_s - clock(), 0))
                if not data:
                    return
                if self.silent and not self._network.is_calm:
                    self._network.seen["bytes swallowed"] += len(data)
                    continue
                if self._slow_s and ports and self._ours[1].transport.is_closing():
                    self._network.seen["messages after their connection"] += 1
                if ports:
                    data = data.replace(*ports)
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            return
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
