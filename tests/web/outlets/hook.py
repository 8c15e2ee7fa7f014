"""A chat's webhook as its documentation describes it, which can be told what to do wrong."""

import asyncio
import json
import threading
from collections import deque
from typing import Any

from aiohttp import BodyPartReader, web
from msgspec import Struct, field

from tests.loop_thread import LoopThread


class Answer(Struct, dict=True):
    """What it does with a request. ``breaks``: it takes the message and hangs up unsaid."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: str = "ok"
    breaks: bool = False
    takes: bool = True
    """True if the message is there afterwards."""


GOOD = Answer()


class Posted(Struct, frozen=True, dict=True):
    """A message that came."""

    body: dict[str, Any]
    pictures: tuple[tuple[str, bytes], ...]
    query: str
    kind: str

    @property
    def title(self) -> str:
        words = self.body.get("content") or self.body.get("text") or ""
        return str(words).splitlines()[0].strip("*").replace("\\", "")


class Hook:
    """Listens at an address of its own; ``close`` it in the end."""

    def __init__(self) -> None:
        self.answers: deque[Answer] = deque()
        self.posted: list[Posted] = []
        self.asked = 0
        self.held = threading.Event()
        self.held.set()
        self._thread = LoopThread("hook")
        self._runner = self._thread.do(self._start())
        self.port: int = self._runner.addresses[0][1]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/webhooks/1/secret"

    def close(self) -> None:
        self.held.set()
        self._thread.close(self._runner.cleanup())

    async def _start(self) -> web.AppRunner:
        app = web.Application(client_max_size=30_000_000)
        app.router.add_post("/api/webhooks/1/secret", self._take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return runner

    async def _take(self, request: web.Request) -> web.StreamResponse:
        self.asked += 1
        body, pictures = await _read(request)
        while not self.held.is_set():
            await asyncio.sleep(0.01)
        answer = self.answers.popleft() if self.answers else GOOD
        good = answer.breaks or 200 <= answer.status < 300
        if good and answer.takes:
            posted = Posted(body, pictures, request.query_string, request.content_type)
            self.posted.append(posted)
        if answer.breaks:
            assert request.transport is not None
            request.transport.abort()
        return web.Response(status=answer.status, headers=answer.headers, text=answer.body)


async def _read(request: web.Request) -> tuple[dict[str, Any], tuple[tuple[str, bytes], ...]]:
    if request.content_type == "application/json":
        return await request.json(), ()
    body: dict[str, Any] = {}
    pictures: list[tuple[str, bytes]] = []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            assert part.name == f"files[{len(pictures)}]"
            pictures.append((part.filename or "", bytes(await part.read())))
    return body, tuple(pictures)
