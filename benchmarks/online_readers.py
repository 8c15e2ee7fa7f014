"""A thousand readers who poll the results of an event online, compared with a bare aiohttp server
that sends the same bytes. The two take turns in the same run. Each server is a process of its own,
and each reader has a connection of its own; the readers use twenty addresses of this computer.

    python -m benchmarks.online_readers [--readers 1000] [--seconds 10]
"""

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles

import aiohttp
from aiohttp import web

from app.store.online.book import Book, book_file
from app.web.online.callers import Where
from app.web.online.parts import changed_parts, parts_of
from app.web.online.server import OnlineServer
from app.web.server.http import BACKLOG, allow_sockets
from tests.events import Event

PLAYERS, ROUNDS = 64, 5
ADDRESSES = 20
TURNS = 3
PATH = "/results"
GZIP = {"Accept-Encoding": "gzip"}


def memory_mb() -> float:
    """Return the memory that this process holds at present, in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def _until_told(ready: Connection, port: int) -> None:
    ready.send(port)
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, ready.recv) == "memory":
        ready.send((memory_mb(), time.process_time()))


def serve_ours(event: Path, ready: Connection) -> None:
    async def serve() -> None:
        book = Book(book_file(event))
        server = OnlineServer(book, Where(port=0))
        await _until_told(ready, await server.start())
        await server.stop()
        book.close()

    asyncio.run(serve())


def serve_bare(body: bytes, mark: str, ready: Connection) -> None:
    """Answer every request with ``body`` and the headers that a cached page needs, without reading
    any event.
    """

    async def answer(request: web.Request) -> web.Response:
        headers = {"ETag": mark, "Content-Encoding": "gzip", "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == mark:
            return web.Response(status=304, headers=headers)
        return web.Response(body=body, content_type="text/html", charset="utf-8", headers=headers)

    async def serve() -> None:
        allow_sockets()
        app = web.Application()
        app.router.add_get(PATH, answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0, backlog=BACKLOG)
        await site.start()
        port = runner.addresses[0][1]
        await _until_told(ready, port)
        await runner.cleanup()

    asyncio.run(serve())


async def read(
    port: int, readers: int, seconds: float, mark: str
) -> tuple[float, list[float], int]:
    """Let ``readers`` readers send one request after the other. Return the answers per second, how
    long each answer took, and how many answers were not the page.
    """
    took: list[float] = []
    wrong = 0
    end_s = time.perf_counter() + seconds

    async def one(session: aiohttp.ClientSession) -> None:
        nonlocal wrong
        headers = dict(GZIP)
        if mark:
            headers["If-None-Match"] = mark
        while time.perf_counter() < end_s:
            began_s = time.perf_counter()
            async with session.get(f"http://127.0.0.1:{port}{PATH}", headers=headers) as answer:
                await answer.read()
                wrong += answer.status not in {200, 304}
            took.append(time.perf_counter() - began_s)

    sessions = [
        aiohttp.ClientSession(
            auto_decompress=False,
            connector=aiohttp.TCPConnector(limit=0, local_addr=(f"127.0.1.{1 + number}", 0)),
        )
        for number in range(ADDRESSES)
    ]
    began_s = time.perf_counter()
    await asyncio.gather(*(one(sessions[number % ADDRESSES]) for number in range(readers)))
    rate = len(took) / (time.perf_counter() - began_s)
    for session in sessions:
        await session.close()
    return rate, took, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    allow_sockets()
    with tempfile.TemporaryDirectory() as folder:
        event = Path(folder) / "cup.flagfall"
        _play(event)
        ours = _start(serve_ours, event)
        body, mark = asyncio.run(_page(ours.port))
        bare = _start(serve_bare, body, mark)
        print(f"{PLAYERS} players, {ROUNDS} rounds: {len(body):,} bytes packed.")
        for kind, given in (("whole pages", ""), ("not changed", mark)):
            _measure(kind, given, ours, bare, options)
        for each in (ours, bare):
            each.end()


def _measure(
    kind: str, given: str, ours: "Started", bare: "Started", options: argparse.Namespace
) -> None:
    rates: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(TURNS):
        for name, server in (("ours", ours), ("bare", bare)):
            cpu_s = server.look()[1]
            rate, took, wrong = asyncio.run(
                read(server.port, options.readers, options.seconds, given)
            )
            memory, after_s = server.look()
            rates[name].append(rate)
            p50, p99 = quantiles(took, n=100)[49], quantiles(took, n=100)[98]
            print(
                f"{kind}, {options.readers} readers, {name}: {rate:,.0f} a second, p50"
                f" {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, {memory:.0f} MB,"
                f" {(after_s - cpu_s) / len(took) * 1e6:.0f} µs of processor each, {wrong} wrong"
            )
    share = median(rates["ours"]) / median(rates["bare"])
    print(f"{kind}: {share:.2f} of the bare server’s rate.")


class Started:
    """A server in a process of its own."""

    def __init__(self, process: multiprocessing.Process, line: Connection) -> None:
        self._process, self._line = process, line
        self.port: int = line.recv()

    def look(self) -> tuple[float, float]:
        """Return the memory (MB) and the processor time (s) that the server has used so far."""
        self._line.send("memory")
        seen: tuple[float, float] = self._line.recv()
        return seen

    def end(self) -> None:
        self._line.send("end")
        self._process.join()


def _start(serve: object, *given: object) -> Started:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(*given, there))  # type: ignore[arg-type]
    process.start()
    return Started(process, here)  # type: ignore[arg-type]


def _play(file: Path) -> None:
    event = Event(file)
    event.register(PLAYERS)
    for _ in range(ROUNDS):
        event.finish()
    book = Book(book_file(file))
    book.take_parts(1, changed_parts(parts_of(event.state), {}))
    book.close()
    event.close()


async def _page(port: int) -> tuple[bytes, str]:
    async with (
        aiohttp.ClientSession(auto_decompress=False) as session,
        session.get(f"http://127.0.0.1:{port}{PATH}", headers=GZIP) as answer,
    ):
        return await answer.read(), answer.headers["ETag"]


if __name__ == "__main__":
    main()
