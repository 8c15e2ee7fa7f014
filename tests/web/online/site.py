"""The server that is online, in a thread of its own, and people who open its pages."""

import asyncio
import html
import http.client
import re
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Self
from urllib.parse import quote, urlencode

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.state import State
from app.store.online.book import Book, book_file
from app.web.online.callers import Where
from app.web.online.parts import changed_parts, parts_of
from app.web.online.server import OnlineServer
from tests.taken import note_taken, taken
from tests.web.venue import Steady

NOTHING: Mapping[str, str] = {}
WALL_S = 1_790_000_000.0


class Got(Struct, frozen=True, dict=True):
    """An answer."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def words(self) -> str:
        """The words that are read on the page."""
        body = re.sub(r"<style>.*?</style>|<title>.*?</title>", "", self.text, flags=re.DOTALL)
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())

    def field(self, name: str) -> str:
        found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', self.text)
        assert found is not None, self.text
        return html.unescape(found[1])


class Site:
    """A book that is served; use it as a context."""

    def __init__(self, event: Path, where: Where | None = None) -> None:
        self._file = book_file(event)
        self.book = Book(self._file)
        note_taken(self._file)
        self.where = where or Where()
        self.steady = Steady()
        self.wall_s = WALL_S
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._up: Future[int] = Future()
        self._end = asyncio.Event()
        self.port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self.port = self._up.result()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        self.book.close()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        where = replace(self.where, port=self.where.port if self.where.port != 8440 else 0)
        server = OnlineServer(self.book, where, steady=self.steady, wall=lambda: self.wall_s)
        try:
            self._up.set_result(await server.start())
        except Exception as error:
            self._up.set_exception(error)
            return
        await self._end.wait()
        await server.stop()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def taken(self) -> list[tuple[int, str, str]]:
        """Return all that a desk sent, in order: its number, its part and the mark of that."""
        return taken(self._file)

    def send_up(self, state: State) -> None:
        """Have the book hold what a desk would send."""
        changed = changed_parts(parts_of(state), self.book.marks())
        self.book.take_parts(self.book.last_number + 1, changed)

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | str = b"",
        headers: Mapping[str, str] = NOTHING,
    ) -> Got:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            line.request(method, path, body or None, dict(headers))
            answer = line.getresponse()
            text = answer.read()
        finally:
            line.close()
        shown = text.decode("utf-8", "replace")
        return Got(answer.status, dict(answer.getheaders()), shown)

    def get(self, path: str = "/", headers: Mapping[str, str] = NOTHING) -> Got:
        self.steady.now_s += 2  # a page that is older than a second is made anew
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, headers: Mapping[str, str] = NOTHING, **fields: str) -> Got:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields, quote_via=quote), {**kind, **headers})

    def sign_up(self, name: str, **fields: str) -> Got:
        """Fill the form in and send it."""
        token = self.get("/sign-up").field("token")
        return self.post("/sign-up", token=token, name=name, **fields)

    def enter(self, pin: str) -> dict[str, str]:
        """Enter as the organizer; return the headers that say so."""
        got = self.post("/organizer", pin=pin)
        assert got.status == 303, got.words
        return {"Cookie": got.headers["Set-Cookie"].partition(";")[0]}
