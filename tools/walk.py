"""Counts the modules, hops and calls of one press on its way through the program: a tap at a
table's window, a tablet's press, a result typed at the desk, and a chess clock's bytes.

A hop is a call from one module of the program into another. Only functions of ``app`` count, in all
threads, but none of the emulated clocks. Each press is made several times. The result has the
modules that occur every time, and the lowest numbers of hops and calls, since the desk's periodic
work may coincide with any press.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

if TYPE_CHECKING:
    import aiohttp

    from app.clock.timeline import SetTimeline
    from app.desk.desk import Desk
    from app.web.protocol.seal import DeviceEnd

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[1]
PROGRAM = f"{ROOT / 'app'}{os.sep}"
EMULATORS = f"{PROGRAM}emulators{os.sep}"
TIMES = 6
PATIENCE_S = 30
TURN_MS = 60_000


class Walk(Struct):
    """The functions called while counting was on."""

    modules: set[str] = field(default_factory=set)
    hops: int = 0
    calls: int = 0
    is_on: bool = False
    by_function: dict[str, int] = field(default_factory=dict)

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        if not self.is_on or event != "call":
            return
        name = frame.f_code.co_filename
        if not name.startswith(PROGRAM) or name.startswith(EMULATORS):
            return
        self.calls += 1
        self.modules.add(name)
        function = f"{name.removeprefix(PROGRAM)} {frame.f_code.co_qualname}"
        self.by_function[function] = self.by_function.get(function, 0) + 1
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(PROGRAM):
            caller = caller.f_back
        if caller is None or caller.f_code.co_filename != name:
            self.hops += 1

    @contextmanager
    def counting(self) -> Iterator[None]:
        self.is_on = True
        try:
            yield
        finally:
            self.is_on = False


@contextmanager
def walks() -> Iterator[tuple[list[Walk], Callable[[Callable[[], object]], None]]]:
    """Yield a list of walks, at first empty, and a function that makes a press, counts its calls
    and adds the walk to the list.
    """
    found: list[Walk] = []
    current = [Walk()]

    def note(frame: FrameType, event: str, argument: object) -> None:
        current[0].note(frame, event, argument)

    def count(press: Callable[[], object]) -> None:
        current[0] = walk = Walk()
        with walk.counting():
            press()
        found.append(walk)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield found, count
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


def least(found: list[Walk]) -> Walk:
    """Return the modules that all walks have in common, with the lowest numbers of hops
    and calls.
    """
    fewest = min(found, key=lambda walk: walk.calls)
    modules = set.intersection(*(walk.modules for walk in found))
    hops = min(walk.hops for walk in found)
    return Walk(modules, hops, fewest.calls, by_function=fewest.by_function)


def start(desk: "Desk") -> None:
    """Start the table's clock; Red goes first."""
    from app.engine import Side, StartClock

    reply = desk.submit(StartClock(1, Side.RED)).result()
    assert isinstance(reply, tuple), reply


def wait(is_so: Callable[[], object]) -> None:
    """Wait until ``is_so`` returns something true."""
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > until_s:
            raise TimeoutError
        time.sleep(0.001)


def tap(folder: Path) -> Walk:
    """Count a tap at a table's window, until the window knows what to show next. Drawing is left
    out, because it coincides with the press on a fast machine only.
    """
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from app.engine.side import Side
    from app.ui.clients.desk import DeskClient
    from app.ui.table.sounds import Sounds
    from app.ui.table.window import TableWindow

    application = QApplication.instance() or QApplication([])
    with walks() as (found, count), begun(folder) as (desk, timeline):
        start(desk)
        client = DeskClient(desk)
        window = TableWindow(client, 1, remember=lambda _: None, sounds=Sounds(lambda: None, ()))
        window.resize(1024, 600)
        window.show()

        def settle(is_so: Callable[[], object]) -> None:
            until_s = time.monotonic() + PATIENCE_S
            while not is_so():
                assert time.monotonic() < until_s
                application.processEvents()
                time.sleep(0.001)

        written = threading.Event()
        desk.subscribe(lambda snapshot: written.set() if snapshot.fresh else None)
        settle(lambda: window.view is not None)
        window.setUpdatesEnabled(False)
        side = Side.RED
        for _ in range(TIMES + 4):
            timeline.move_by(TURN_MS)
            written.clear()

            def press(half: object = window.halves[side], shown: object = window.view) -> None:
                QTest.mouseClick(half, Qt.MouseButton.LeftButton)
                settle(lambda: written.is_set() and window.view is not shown)

            count(press)
            QTest.qWait(200)
            side = side.other
        window.close()
    return least(found[4:])  # before that both deploy


def tablet(folder: Path) -> Walk:
    """Count a tablet's tap in the server, until the tablet is answered."""
    from app.web.server.http import TablesServer, read_pages
    from app.web.server.secrets import Keys, keys_file

    loop = asyncio.new_event_loop()
    with walks() as (found, count), begun(folder) as (desk, timeline):
        start(desk)
        keys = Keys(keys_file(folder / "event.flagfall"))
        secret = keys.issue((1,))[1]
        pages = read_pages(ROOT / "resources" / "web")
        server = TablesServer(desk, keys, pages, host="127.0.0.1", port=0)
        base = server.start().result()[0]
        session = loop.run_until_complete(_session())
        device = Device(loop.run_until_complete(session.ws_connect(f"{base}/socket")))
        loop.run_until_complete(device.join(secret))
        for number in range(1, TIMES + 5):
            timeline.move_by(TURN_MS)
            loop.run_until_complete(device.ping())
            time.sleep(0.2)
            text = device.mark(number, timeline.now_ms())
            count(lambda text=text: loop.run_until_complete(device.press(text)))
        loop.run_until_complete(session.close())
    loop.close()
    return least(found[4:])


async def _session() -> "aiohttp.ClientSession":
    import aiohttp

    return aiohttp.ClientSession()


class Device:
    """A tablet's socket."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse") -> None:
        self._socket = socket
        self._end: DeviceEnd

    async def join(self, secret: str) -> None:
        from app.web.protocol.seal import DeviceEnd

        told = await self._until("challenge")
        self._end = DeviceEnd(told["nonce"], told["key"], secret)
        hello = {"type": "hello", "version": 2, "role": "table", "table": 1,
                 "device": "walker-001"}  # fmt: skip
        await self._socket.send_str(self._end.frame(json.dumps(hello)))
        await self._until("play")

    async def ping(self) -> None:
        """Ping the server and wait for the answer, because a device that says nothing for seconds
        is taken for lost.
        """
        await self._socket.send_str(self._end.frame('{"type":"ping","stamp_ms":1.0}'))
        await self._until("pong")

    def mark(self, number: int, at_ms: int) -> str:
        act = {"type": "tap", "side": "red" if number % 2 else "blue"}
        mark = {"number": number, "game": 1, "at_ms": at_ms, "stamp_ms": 1.0, "act": act}
        return self._end.frame(json.dumps({"type": "marks", "left": 0, "marks": [mark]}))

    async def press(self, text: str) -> None:
        await self._socket.send_str(text)
        answer = await self._until("answers")
        assert answer["answers"][0]["taken"], answer

    async def _until(self, kind: str) -> dict[str, Any]:
        while (message := await self._socket.receive_json())["type"] != kind:
            pass
        return message


def result(folder: Path) -> Walk:
    """Count a result that is reported at the desk, until it is answered."""
    from app.engine.acts.results import How, ReportResult, Result
    from app.engine.side import Pair, Side

    with walks() as (found, count), begun(folder) as (desk, timeline):
        for points in range(TIMES):
            timeline.move_by(TURN_MS)
            victory = Result(Side.RED, How.SCENARIO, Pair(5 + points, 0), Pair(0, 0))
            report = ReportResult(1, victory)
            count(lambda report=report: desk.submit(report, insist=True).result())
            time.sleep(0.2)
    return least(found)


def clock(folder: Path) -> Walk:
    """Count the work from the press of a DGT clock's lever until the row for it is published."""
    from app.clock.hall.clock import Seat
    from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
    from app.clock.links.serial import PortInfo
    from app.clock.ports.port import PortSettings
    from app.desk.replies import Snapshot
    from app.emulators.lines.live import live_device
    from app.emulators.lines.pty_line import PtyLine

    pictures: list[ClocksSnapshot] = []
    turned = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        if snapshot.fresh:
            turned.set()

    with (
        PtyLine(live_device("emu://dgt3000?serial=77")) as line,
        walks() as (found, count),
        begun(folder, is_moved=False) as (desk, _),
    ):
        hall = ClockHall(
            desk,
            show=pictures.append,
            memory=Memory({line.name: PortSettings(True, "dgt")}, {}),
            list_ports=lambda: (PortInfo(line.name, line.name, "", 0x0403),),
        )
        hall.start()
        try:
            wait(lambda: pictures and any(row.online for row in pictures[-1].clocks))
            hall.seat(pictures[-1].clocks[0].name, Seat(1))
            time.sleep(1)
            hall.set_for_round()
            time.sleep(2)
            start(desk)
            wait(lambda: line.live.truth().running is not None)
            desk.subscribe(listen)

            def press() -> None:
                running = line.live.truth().running
                assert running is not None
                line.live.press(running)
                assert turned.wait(PATIENCE_S)

            for _ in range(TIMES + 4):
                time.sleep(2.5)
                turned.clear()
                count(press)
        finally:
            hall.stop()
    return least(found[4:])


@contextmanager
def begun(folder: Path, *, is_moved: bool = True) -> Iterator[tuple["Desk", "SetTimeline"]]:
    """Yield a desk on a real file whose round is under way at one table, and the desk's time. With
    ``is_moved``, time stands still except when the caller moves it.
    """
    from app.clock.timeline import SetTimeline
    from app.desk.desk import Desk
    from app.engine import (
        AddPlayers,
        CheckIn,
        CreateEvent,
        DrawRound,
        Entry,
        PublishRound,
        Settings,
        StartRound,
    )
    from app.store.log.event_log import create
    from app.store.packets.files import packets

    timeline = SetTimeline(1_800_000_000_000)
    path, by = folder / "event.flagfall", timeline if is_moved else None
    desk = Desk(lambda: create(path), timeline=by)
    desk.start().result()
    commands = (
        CreateEvent(Settings("Cup", "sr2017", 75, 1), packets()["sr2017"]),
        AddPlayers((Entry("Anna"), Entry("Ben"))),
        CheckIn((1, 2)),
        DrawRound(7),
        PublishRound(),
        StartRound(),
    )
    for command in commands:
        reply = desk.submit(command).result()
        assert isinstance(reply, tuple), reply
    try:
        yield desk, timeline
    finally:
        desk.stop()


WALKS = {"tap": tap, "tablet": tablet, "result": result, "clock": clock}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("walks", nargs="*", default=[*WALKS])
    parser.add_argument("--modules", action="store_true", help="list the modules")
    parser.add_argument("--functions", type=int, default=0, help="list so many functions")
    chosen = parser.parse_args()
    for name in chosen.walks:
        with tempfile.TemporaryDirectory() as folder:
            walk = WALKS[name](Path(folder))
        print(f"{name}: {len(walk.modules)} modules, {walk.hops} hops, {walk.calls} calls")
        if chosen.modules:
            print("\n".join(sorted(name.removeprefix(PROGRAM) for name in walk.modules)))
        most = sorted(walk.by_function.items(), key=lambda item: -item[1])
        for function, times in most[: chosen.functions]:
            print(f"{times:6} {function}")


if __name__ == "__main__":
    main()
