"""A desk on a real file with a real tables' server, and tablets that speak over real sockets."""

import asyncio
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiohttp

from app.clock.timeline import Timeline
from app.desk.desk import Desk
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.engine.table.game import Game
from app.store.photos import Photos
from app.web.protocol.messages import VERSION, encode_message, read_server_message
from app.web.protocol.seal import DeviceEnd, answer_to, hash_secret
from app.web.server.http import TableLinks, TablesServer
from app.web.server.presence import Links
from app.web.server.secrets import Keys, keys_file
from tests.events import MINUTE, NOON_MS, Event
from tests.ports import kept_port
from tests.real_time import RealTimeline
from tests.stores import open_log
from tests.web_page.fake_server import sent_pages

Told = dict[str, Any]
T = TypeVar("T")
IN_TEXT = {"hello", "ping", "marks", "ask_pad", "ask_timeline"}
"""What a device says where others can read it; it closes all else in a box."""
TOLD = {aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY}
WAIT_S = 120
DEVICES = itertools.count(1)
JOINED: "set[Tablet]" = set()
"""The tablets that have a socket; a story that fails leaves none of them to the next one."""


def just_now() -> int:
    """For an event that goes on in real time: one from a day to come would stand still whenever the
    program is away, and take what was pressed meanwhile as pressed when it is back.
    """
    return time.time_ns() // 1_000_000 - MINUTE


class Steady:
    """A steady clock that a test moves."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Venue(Event):
    """An event whose tables are served; ``close`` it in the end."""

    def __init__(
        self,
        folder: Path,
        settings: Settings | None = None,
        tables: int = 4,
        *,
        began_ms: int = NOON_MS,
        port: int = 0,
    ) -> None:
        """``port``: one that the caller keeps; 0 for one of its own."""
        self.path = folder / "event.flagfall"
        super().__init__(self.path, settings, began_ms=began_ms)
        self.pages = folder / "web"
        self.pages.mkdir()
        (self.pages / "index.html").write_text("<!doctype html><title>Table</title>")
        (self.pages / "room.html").write_text("<!doctype html><title>Room</title>")
        (self.pages / "table.js").write_text("export const one = 1;")
        (self.pages / "secret.toml").write_text("not for the web")
        self.keys = Keys(keys_file(self.path))
        self.secrets = self.keys.issue(range(1, tables + 1))
        self.steady = Steady()
        self.links: list[TableLinks] = []
        self.photos = Photos(self.path)
        self.server: TablesServer | None = None
        self._kept, self.port = (None, port) if port else kept_port()
        self.base = ""

    def close(self) -> None:
        super().close()
        if self._kept is not None:
            self._kept.close()

    def serve(self) -> str:
        """Start the server, always at the same port; its address. Where a test moves the time, it
        moves ``steady`` too.
        """
        self.server = TablesServer(
            self.desk,
            self.keys,
            sent_pages(self.pages),
            host="127.0.0.1",
            port=self.port,
            steady=self.steady if self.desk.timeline is self.timeline else time.monotonic,
            links=self.presence(),
            photos=self.photos,
        )
        self.server.subscribe(self.links.append)
        self.base = self.server.start().result(WAIT_S)[0]
        return self.base

    def presence(self) -> Links:
        """Where the time runs quicker than the network's, a message is longer under way in it."""
        return Links(timeline_speed=getattr(self.desk.timeline, "speed", 1.0))

    def restart(self, timeline: Timeline | None = None) -> None:
        """The program ends and is started again on the same file, and serves at the same port."""
        self.desk.stop()
        self.desk = Desk(lambda: open_log(self.path), timeline=timeline or self.timeline)
        self.desk.start().result(WAIT_S)
        self.keys = Keys(keys_file(self.path))
        self.serve()


class Tablet:
    """One device. ``told`` is everything it has been told; ``queue`` what it could not send."""

    def __init__(self, venue: Venue, table: int, device: str = "", role: str = "table") -> None:
        self.venue = venue
        self.table = table
        self.role = role
        self.device = device or f"tablet-{next(DEVICES):06}"
        self.number = 0
        self.told: list[Told] = []
        self.queue: list[Told] = []
        self.game = 0
        self._session: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self.news = asyncio.Event()
        self.close_code: int | None = None
        self.end: DeviceEnd | None = None
        self.challenge: Told | None = None

    async def __aenter__(self) -> "Tablet":
        await self.join()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def open(self, *, connector: aiohttp.TCPConnector | None = None, **how: Any) -> None:
        """Connect without a word."""
        self._session = aiohttp.ClientSession(connector=connector)
        self._socket = await self._session.ws_connect(f"{self.venue.base}/socket", **how)
        self.challenge, self.end = None, None
        self._reader = asyncio.create_task(self._read(self._socket))
        JOINED.add(self)

    async def join(
        self,
        *,
        kept_since_ms: int = 0,
        secret: str | None = None,
        event_id: str = "",
        connector: aiohttp.TCPConnector | None = None,
    ) -> Told:
        """Connect and say hello; the first answer."""
        await self.open(connector=connector)
        await self.be_challenged(secret)
        hello = {
            "type": "hello", "version": 2, "role": self.role, "device": self.device,
            "table": self.table, "game": self.game, "queued": len(self.queue),
            "kept_since_ms": kept_since_ms, "event_id": event_id,
        }  # fmt: skip
        first = len(self.told)
        await self.say(hello)
        await self.until(lambda: len(self.told) > first)
        answer = self.told[first]
        if answer["type"] == "welcome" and self.role == "table":
            await self.until(
                lambda: any(message["type"] == "game" for message in self.told[first:])
            )
            self.game = self.last("game")["game"]
            if self.game:
                await self.until(
                    lambda: any(message["type"] == "play" for message in self.told[first:])
                )
        return answer

    async def be_challenged(self, secret: str | None = None) -> None:
        """Hear what the server says first, and take up this secret, or that of the table."""
        await self.until(lambda: self.challenge is not None)
        assert self.challenge is not None
        if secret is None:
            secret = self.venue.secrets[self.table] if self.role == "table" else ""
        self.end = DeviceEnd(self.challenge["nonce"], self.challenge["key"], secret)

    def answer(self, secret: str) -> str:
        """What proves a token, a pass or a key on this connection."""
        assert self.challenge is not None
        return answer_to(self.challenge["nonce"], hash_secret(secret))

    async def leave(self) -> None:
        if self._socket is not None and self._session is not None and self._reader is not None:
            await self._socket.close()
            await self._reader
            await self._session.close()
        self._socket = self._session = self._reader = None
        JOINED.discard(self)

    def cut(self) -> None:
        """The line is gone without a word."""
        assert self._socket is not None
        transport = self._socket._writer.transport  # noqa: SLF001 - aiohttp has no other way to it
        transport.abort()

    async def say(self, message: Told | str) -> None:
        assert self._socket is not None
        if isinstance(message, dict) and "secret" in message and message["version"] == VERSION:
            await self.be_challenged(message["secret"])
            message = {key: value for key, value in message.items() if key != "secret"}
        text = message if isinstance(message, str) else json.dumps(message)
        if self.end is None or isinstance(message, str):
            await self._socket.send_str(text)
        elif message["type"] in IN_TEXT:
            await self._socket.send_str(self.end.frame(text))
        else:
            await self._socket.send_bytes(self.end.close(text))

    async def ask(self, message: Told, answer: str) -> Told:
        """Say something and wait for the next message of this type."""
        first = len(self.told)
        await self.say(message)
        await self.until(lambda: any(message["type"] == answer for message in self.told[first:]))
        return next(message for message in self.told[first:] if message["type"] == answer)

    def press(self, act: Told, at_ms: int | None = None, game: int | None = None) -> None:
        """Make a mark and keep it in the queue."""
        self.number += 1
        now_ms = self.venue.timeline.now_ms()
        mark = {
            "number": self.number, "game": self.game if game is None else game,
            "at_ms": now_ms if at_ms is None else at_ms,
            "stamp_ms": float(self.number), "act": act,
        }  # fmt: skip
        self.queue.append(mark)

    def tap(self, side: Side, at_ms: int | None = None) -> None:
        self.press({"type": "tap", "side": side.value}, at_ms)

    async def hand_over(self, at_once: int = 50) -> list[Told]:
        """Everything in the queue; the answers."""
        answers: list[Told] = []
        while self.queue:
            some, self.queue = self.queue[:at_once], self.queue[at_once:]
            asked = {"type": "marks", "left": len(self.queue), "marks": some}
            answers += (await self.ask(asked, "answers"))["answers"]
        return answers

    async def do(self, act: Told, at_ms: int | None = None) -> Told:
        self.press(act, at_ms)
        return (await self.hand_over())[-1]

    async def ping(self, **more: Any) -> Told:
        return await self.ask(
            {"type": "ping", "stamp_ms": 5.0, "queued": len(self.queue), **more}, "pong"
        )

    def last(self, kind: str) -> Told:
        return next(message for message in reversed(self.told) if message["type"] == kind)

    async def until(self, is_so: Callable[[], object]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not is_so():
                assert self._reader is not None
                self.news.clear()
                if self._reader.done() and not is_so():
                    raise AssertionError(f"closed with {self.close_code}: {self.told[-3:]}")
                news = asyncio.ensure_future(self.news.wait())
                await asyncio.wait({news, self._reader}, return_when=asyncio.FIRST_COMPLETED)
                news.cancel()

    async def until_soon(self, is_so: Callable[[], object]) -> None:
        """For what no message tells: look now and then."""
        async with asyncio.timeout(WAIT_S):
            while not is_so():
                await asyncio.sleep(0.02)

    async def closed(self) -> int | None:
        """Wait until the server has closed the socket; its code."""
        assert self._reader is not None
        await asyncio.wait_for(asyncio.shield(self._reader), WAIT_S)
        return self.close_code

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        while (message := await socket.receive()).type in TOLD:
            text = self.end.read(message.data) if self.end else message.data
            told = json.loads(text)
            assert json.loads(encode_message(read_server_message(text))) == told
            if told["type"] == "challenge":
                self.challenge = told
            else:
                self.told.append(told)
            self.news.set()
        # aiohttp forgets the code of a server that is gone before it has been answered
        ended = message.type is aiohttp.WSMsgType.CLOSE
        self.close_code = message.data if ended else socket.close_code
        self.news.set()


def on_line(story: Callable[[], Awaitable[T]]) -> T:
    """Run a test's story in a loop of its own."""

    async def play() -> T:
        JOINED.clear()
        try:
            return await asyncio.wait_for(story(), 500)
        finally:
            for tablet in tuple(JOINED):
                await tablet.leave()

    return asyncio.run(play())


def used(game: Game, at_ms: int) -> tuple[int, int]:
    clock = game.play.clock
    assert clock is not None
    return clock.used(Side.RED, at_ms), clock.used(Side.BLUE, at_ms)


def notices(venue: Venue) -> list[str]:
    assert venue.server is not None
    return [notice.sentence for notice in venue.links[-1].notices]


async def hears_of(venue: Venue, tablet: Tablet, words: str) -> None:
    """Until the EO has been told so."""
    seen = len(venue.links)
    await tablet.until_soon(lambda: len(venue.links) > seen + 1)
    assert any(words in notice for notice in notices(venue)), notices(venue)


@contextmanager
def tables_under_way(
    folder: Path,
    *,
    pages: Path | None = None,
    rounds_before: int = 0,
    timeline: Timeline | None = None,
    port: int = 0,
) -> Iterator[Venue]:
    """Four tables under way in real time, the tables' server on; ``pages``: the files it serves."""
    venue = Venue(folder, began_ms=just_now(), port=port)
    venue.register(8)
    for _ in range(rounds_before):
        venue.finish()
    venue.start()
    venue.pages = pages or venue.pages
    venue.restart(timeline or RealTimeline())
    yield venue
    venue.close()
