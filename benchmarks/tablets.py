"""64 tablets in running games: the time from a press to its answer, and to the other device of its
table. It is compared with a bare durable echo, which commits one row with our modes and sends it to
the other device.

The server is a process of its own. Its one loop serves both kinds of sockets, which get the same
bytes alternately: spread over a second, alone, and all at the same instant. Only the kind of each
returning message is read. After that the main window is measured: how late its frames are and what
it costs, with 64 tablets and without any.
"""

import asyncio
import itertools
import json
import multiprocessing
import os
import sqlite3
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

import aiohttp
from aiohttp import web

from app.desk.desk import Desk
from app.engine import (
    AddPlayers,
    CheckIn,
    CreateEvent,
    DrawRound,
    Entry,
    PublishRound,
    Settings,
    Side,
    StartClock,
    StartRound,
)
from app.store.log.event_log import create
from app.store.packets.files import packets
from app.views.pages import DeskPage
from app.web.protocol.seal import DeviceEnd
from app.web.server.http import TablesServer, read_pages
from app.web.server.secrets import Keys, keys_file

if TYPE_CHECKING:
    from app.ui.clients.tablets import TabletsClient

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TABLES = 64
ROUNDS = 12
SPREAD_S, ALONE_S, AT_ONCE_S = 0.015, 0.1, 0.0  # between the presses of two tables
DEPLOYING = 4  # taps before the first turn, which may not be ended at once
INSERT = "INSERT INTO log VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
FRAME_S, LOOK_S = 1 / 60, 10.0
PRESSES_PER_SECOND = 8


def begun(path: Path, tables: int = TABLES) -> Desk:
    """Return the desk of a new event in which a round is under way at ``tables`` tables and all
    clocks run.
    """
    desk = Desk(lambda: create(path))
    desk.start().result()
    packet = packets()["sr2017"]
    players = tuple(Entry(f"Player {number}") for number in range(2 * tables))
    for command in (
        CreateEvent(Settings("Benchmark", packet.key, 75, 1), packet),
        AddPlayers(players),
        CheckIn(tuple(range(1, 2 * tables + 1))),
        DrawRound(1),
        PublishRound(),
        StartRound(),
    ):
        desk.submit(command).result()
    for game in range(1, tables + 1):
        desk.submit(StartClock(game, Side.RED)).result()
    return desk


ECHO_PAGE = """<!doctype html><title>Echo</title><button>Press</button><script>
const socket = new WebSocket(`ws://${location.host}/?table=page`);
const act = { type: "interrupt" };
const mark = { number: 1, game: 1, at_ms: Date.now(), stamp_ms: performance.now(), act };
document.querySelector("button").onclick = () =>
  socket.send(JSON.stringify({ type: "marks", left: 0, marks: [mark] }));
</script>"""


class DurableEcho:
    """Commits whatever a table's device sends, and sends it to all devices of the table."""

    def __init__(self, path: Path) -> None:
        create(path).close()
        self._raw = sqlite3.connect(path, isolation_level=None)
        self._raw.execute("PRAGMA journal_mode = WAL")
        self._raw.execute("PRAGMA synchronous = FULL")
        self._rows = 0
        self._tables: dict[str, list[web.WebSocketResponse]] = {}

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        table = self._tables.setdefault(request.query["table"], [])
        table.append(socket)
        async for message in socket:
            self._rows += 1
            row = (self._rows, self._rows, 1, "table 1", "Red", "turn_ended", 1, message.data)
            self._raw.execute(INSERT, (*row, bytes(32)))
            for device in table:
                await device.send_str(message.data)
        return socket


async def echo_page(_: web.Request) -> web.Response:
    return web.Response(text=ECHO_PAGE, content_type="text/html")


async def start_echo(desk: Desk, path: Path) -> str:
    app = web.Application()
    app.router.add_get("/page", echo_page)
    app.router.add_get("/", DurableEcho(path).serve)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    desk.before_end(runner.cleanup)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return f"http://127.0.0.1:{runner.addresses[0][1]}/"


def serve(folder: str, pipe: Connection) -> None:
    """Serve the tables from a desk, and an echo in the same loop, until ``pipe`` sends something.
    This runs in a process of its own.
    """
    path = Path(folder) / "event.flagfall"
    desk = begun(path)
    keys = Keys(keys_file(path))
    secrets = keys.issue(range(1, TABLES + 1))
    server = TablesServer(
        desk, keys, read_pages(ROOT / "resources" / "web"), host="127.0.0.1", port=0
    )
    base = server.start().result()[0]
    pipe.send((base, desk.run(start_echo(desk, Path(folder) / "bare.flagfall")).result(), secrets))
    pipe.recv()
    desk.stop()


class Tablet:
    """The two devices of one table, one that presses and one that watches, and two sockets at the
    echo with the same parts.
    """

    def __init__(self, table: int, secret: str) -> None:
        self.table, self.secret, self.number, self.game = table, secret, 0, 0
        self.ends: dict[str, DeviceEnd] = {}

    async def join(self, session: aiohttp.ClientSession, base: str, echo_at: str = "") -> None:
        self.presser = await self._socket(session, base, "presser")
        self.watcher = await self._socket(session, base, "watcher")
        if not echo_at:
            return
        self.echo_presser = await session.ws_connect(f"{echo_at}?table={self.table}")
        self.echo_watcher = await session.ws_connect(f"{echo_at}?table={self.table}")

    async def _socket(
        self, session: aiohttp.ClientSession, base: str, name: str
    ) -> aiohttp.ClientWebSocketResponse:
        socket = await session.ws_connect(f"{base}/socket")
        told = await socket.receive_json()
        end = self.ends[name] = DeviceEnd(told["nonce"], told["key"], self.secret)
        hello = {"type": "hello", "version": 2, "role": "table", "table": self.table,
                 "device": f"{name}-{self.table:03}"}  # fmt: skip
        await socket.send_str(end.frame(json.dumps(hello)))
        while (message := await socket.receive_json())["type"] != "play":
            self.game = message.get("game", self.game)
        return socket

    def mark(self) -> str:
        self.number += 1
        act: dict[str, str] = {"type": "interrupt" if self.number % 2 else "hand_back"}
        if self.number <= DEPLOYING:
            act = {"type": "tap", "side": "red" if self.number % 2 else "blue"}
        mark = {"number": self.number, "game": self.game, "at_ms": int(time.time() * 1000),
                "stamp_ms": 1.0, "act": act}  # fmt: skip
        return json.dumps({"type": "marks", "left": 0, "marks": [mark]})

    async def press(self) -> tuple[float, float]:
        """Press. Return the seconds until the answer, and the seconds until the other device is
        told.
        """
        text, began = self.mark(), time.perf_counter()
        watched = asyncio.ensure_future(self._until(self.watcher, "play", began))
        await self.presser.send_str(self.ends["presser"].frame(text))
        answered = await self._until(self.presser, "answers", began)
        return answered, await watched

    async def ping(self) -> None:
        """Ping from both devices, because a device that is silent for seconds counts as lost."""
        for name, socket in (("presser", self.presser), ("watcher", self.watcher)):
            await socket.send_str(self.ends[name].frame('{"type":"ping","stamp_ms":1.0}'))

    async def bare(self) -> tuple[float, float]:
        """Send the message of a press to the echo. Return the seconds until the message is back,
        and the seconds until the other socket has it.
        """
        text, began = self.mark(), time.perf_counter()
        self.number -= 1
        watched = asyncio.ensure_future(self._echoed(self.echo_watcher, began))
        await self.echo_presser.send_str(text)
        answered = await self._echoed(self.echo_presser, began)
        return answered, await watched

    @staticmethod
    async def _echoed(socket: aiohttp.ClientWebSocketResponse, began: float) -> float:
        await socket.receive()
        return time.perf_counter() - began

    @staticmethod
    async def _until(socket: aiohttp.ClientWebSocketResponse, kind: str, began: float) -> float:
        start = f'{{"type":"{kind}"'
        while not (await socket.receive_str()).startswith(start):
            pass
        return time.perf_counter() - began


async def spaced(tablets: list[Tablet], space_s: float, *, bare: bool) -> list[tuple[float, float]]:
    async def act(place: int, tablet: Tablet) -> tuple[float, float]:
        await asyncio.sleep(place * space_s)
        return await (tablet.bare() if bare else tablet.press())

    return await asyncio.gather(*(act(place, tablet) for place, tablet in enumerate(tablets)))


async def measure(base: str, echo_at: str, secrets: dict[int, str]) -> None:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tablets = [Tablet(table, secret) for table, secret in secrets.items()]
        for tablet in tablets:
            await tablet.join(session, base, echo_at)
        for name, some, space_s, rounds in (
            (f"{TABLES} tables within a second", tablets, SPREAD_S, ROUNDS),
            ("alone", tablets[:8], ALONE_S, ROUNDS),
            (f"{TABLES} tables at the same instant", tablets, AT_ONCE_S, ROUNDS),
        ):
            ours, echoes = list[tuple[float, float]](), list[tuple[float, float]]()
            for _ in range(rounds):
                for tablet in tablets:
                    await tablet.ping()
                echoes += await spaced(some, space_s, bare=True)
                ours += await spaced(some, space_s, bare=False)
            for place, to in enumerate(("its answer", "the other device")):
                mine = [times[place] for times in ours]
                bare = [times[place] for times in echoes]
                print(f"tablets: press to {to}, {name}: {line(mine)} against a durable echo's"
                      f" {line(bare)}, {at(mine, 50) / at(bare, 50):.1f} and"
                      f" {at(mine, 99) / at(bare, 99):.1f} times, {len(mine)} presses")  # fmt: skip


def at(taken: list[float], percent: int) -> float:
    return quantiles(taken, n=100)[percent - 1]


def line(taken: list[float]) -> str:
    return f"p50 {at(taken, 50) * 1000:.2f} ms, p99 {at(taken, 99) * 1000:.2f} ms"


def press_in_turn(
    base: str, secrets: dict[int, str], presses_per_second: float, ends: Connection
) -> None:
    """Let the tables press one after the other until ``ends`` receives something. This runs in a
    process of its own.
    """

    async def read_all(tablet: Tablet) -> None:
        async for _message in tablet.presser:
            pass

    async def play() -> None:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            tablets = [Tablet(table, secret) for table, secret in secrets.items()]
            for tablet in tablets:
                tablet.presser = await tablet._socket(session, base, "presser")
            readers = [asyncio.ensure_future(read_all(tablet)) for tablet in tablets]
            ends.send("joined")
            due_s = time.monotonic()
            for tablet in itertools.cycle(tablets):
                if ends.poll():
                    break
                await tablet.presser.send_str(tablet.ends["presser"].frame(tablet.mark()))
                due_s += 1 / presses_per_second
                await asyncio.sleep(max(due_s - time.monotonic(), 0))
            for reader in readers:
                reader.cancel()

    asyncio.run(play())


def look(seconds: float) -> tuple[list[float], float]:
    """Run the window's loop for ``seconds``. Return how late the loop was for each frame, in
    seconds, and the share of a core that the process took.
    """
    from PySide6.QtCore import QElapsedTimer, QEventLoop, Qt, QTimer

    late, clock = list[float](), QElapsedTimer()
    timer, ending = QTimer(), QEventLoop()
    timer.setTimerType(Qt.TimerType.PreciseTimer)

    def frame() -> None:
        late.append(max(clock.nsecsElapsed() / 1e9 - FRAME_S, 0.0))
        clock.restart()

    timer.timeout.connect(frame)
    clock.start()
    timer.start(round(FRAME_S * 1000))
    used = time.process_time()
    QTimer.singleShot(int(seconds * 1000), ending.quit)
    ending.exec()
    timer.stop()
    return late, (time.process_time() - used) / seconds


def window(folder: Path) -> None:
    """Show the live round. Print the cost of the window without tablets and with tablets."""
    from PySide6.QtCore import QEventLoop

    from app.ui.clients.tablets import TabletsClient
    from app.ui.shell.main_window import MainWindow
    from app.ui.shell.preferences import AppPreferences
    from app.ui.widgets.theme import styled_application

    app, path = styled_application([]), folder / "window.flagfall"
    begun(path).stop()
    shown = MainWindow(
        lambda file, _: opened(file), AppPreferences(app, folder / "preferences.json")
    )
    shown.show()
    turning = QEventLoop()
    shown.opened.connect(turning.quit)
    shown.open_event(path)
    turning.exec()
    assert shown.view is not None
    shown.view.show_page(DeskPage.ROUND)
    look(1)
    none = look(LOOK_S)
    tablets = shown.view.client.tablets
    assert isinstance(tablets, TabletsClient)
    live = with_tablets(tablets)
    shown.close_event()
    for name, (late, cpu) in (("no tablet", none), (f"{TABLES} tablets", live)):
        print(f"tablets: main window with {name}: frames late by {line(late)}, CPU {cpu:.0%}")


def with_tablets(tablets: "TabletsClient") -> tuple[list[float], float]:
    from app.ui.clients.tablets import Stage

    tablets._port = 0
    tablets.switch_on()
    while tablets.picture.stage is not Stage.ON:
        look(0.1)
    sheets = tablets.sheets(tuple(range(1, TABLES + 1)))
    secrets = {sheet.table: sheet.address.rsplit("=", 1)[1] for sheet in sheets}
    mine, theirs = multiprocessing.Pipe()
    base = tablets.picture.addresses[-1]
    presses = multiprocessing.get_context("spawn").Process(
        target=press_in_turn, args=(base, secrets, PRESSES_PER_SECOND, theirs)
    )
    presses.start()
    while not mine.poll():
        look(0.2)
    live = look(LOOK_S)
    mine.send("end")
    presses.join()
    return live


def opened(path: Path) -> Desk:
    from app.store.log.event_log import open_log

    return Desk(lambda: open_log(path))


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        mine, theirs = multiprocessing.Pipe()
        spawn = multiprocessing.get_context("spawn")
        other = spawn.Process(target=serve, args=(folder, theirs))
        other.start()
        asyncio.run(measure(*mine.recv()))
        mine.send("end")
        other.join()
        window(Path(folder))


if __name__ == "__main__":
    main()
