"""1,000 phones and 512 tables with two tablets each. All of them join within four seconds, each
from an address of its own, as after a restart of the laptop. If there is no place, they come back
in the way in which their pages do. They sign in, ping and press, and nobody who is in may be sent
away.

    python -m benchmarks.full_hall [tables phones]

Then the tables make 64 presses a second while the phones press as well. The time from a press to
the other device of its table is compared with a bare durable echo in the same loop
(`benchmarks.tablets`); the two take turns.
"""

import asyncio
import faulthandler
import json
import multiprocessing
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import aiohttp
from msgspec import Struct, field

from app.engine.acts.phones import OpenToPhones
from app.web.phones.codes import PlayerCodes
from app.web.protocol.seal import DeviceEnd
from app.web.server.http import TablesServer, read_pages
from app.web.server.secrets import Keys, keys_file
from app.web.server.sessions import PHONES
from benchmarks.tablets import at, begun, line, start_echo

ROOT = Path(__file__).resolve().parents[1]
TABLES, ALL_PHONES = 512, 1_000
ROUNDS, A_SECOND = 4, 64
PING_S = 5.0
FIRST_S, SLOWEST_S = 0.25, 4.0  # as in `resources/web/link/link.js`, and the next
BUSY_S = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
UNANSWERED_S, MOST_PATIENT = 8.0, 2
PHONE_ACT_S = 15.0  # between two acts of one phone
JOIN_S, PRESS_S = 120.0, 20.0
LONGEST_S = 600  # then the program prints its tracebacks and ends
FILES = 16_384
GONE = "gone"  # the line ended before an answer came
TOLD = {aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY}


def serve(folder: str, tables: int, phones: int, pipe: Connection) -> None:
    """Serve the tables from a desk, and an echo in the same loop, until ``pipe`` sends something.
    This runs in a process of its own.
    """
    more_files()
    faulthandler.dump_traceback_later(LONGEST_S, exit=True)
    path = Path(folder) / "event.flagfall"
    desk = begun(path, tables)
    desk.submit(OpenToPhones(sign_up=False, check_in=True)).result()
    keys = Keys(keys_file(path))
    secrets = keys.issue(range(1, tables + 1))
    codes = PlayerCodes(keys)
    server = TablesServer(
        desk, keys, read_pages(ROOT / "resources" / "web"), host="127.0.0.1", port=0
    )
    base = server.start().result()[0]
    players = range(1, min(phones, 2 * tables) + 1)
    echo_at = desk.run(start_echo(desk, Path(folder) / "bare.flagfall")).result()
    pipe.send((base, echo_at, secrets, {player: codes.code(player) for player in players}))
    pipe.recv()
    desk.stop()


def more_files() -> None:
    """Raise the limit of open files, so that every device can have a socket at both ends."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    enough = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))


class Unanswered(Exception):
    """A press got no answer, or the other device was not told about it."""


class Device(Struct, eq=False, dict=True):
    """The socket of one page. It joins, comes back, pings, and records why it was sent away."""

    base: str
    address: str
    hello: dict[str, object]
    secret: str = ""
    joined: asyncio.Event = field(default_factory=asyncio.Event)
    in_s: float = 0.0
    """The instant at which the device was first let in."""
    busy: list[float] = field(default_factory=list)
    """The instants at which the server told the device that it has no room for it."""
    tries: int = 0
    lost: list[int] = field(default_factory=list)
    """The close codes of the sockets that ended after the device had been let in."""
    unanswered: int = 0
    doubted: int = 0
    """The number of this device's presses that were refused, or that the organizer has to decide
    on.
    """
    seen: asyncio.Queue[tuple[float, str]] = field(default_factory=asyncio.Queue)
    """The messages that the device received, each after the instant at which it came. Pongs and the
    room's news are left out.
    """
    end: DeviceEnd | None = None
    socket: aiohttp.ClientWebSocketResponse | None = None
    game: int = 0

    async def stay(self) -> None:
        """Join, and join again whenever the connection ends. A page that is out of touch tries
        every four seconds, so the first tries of all devices are spread over four seconds.
        """
        await asyncio.sleep(random.random() * SLOWEST_S)
        wait_s, busy = FIRST_S, 0
        connector = aiohttp.TCPConnector(local_addr=(self.address, 0), force_close=True)
        async with aiohttp.ClientSession(connector=connector) as session:
            while True:
                self.tries += 1
                why = await self._once(session)
                if why == "busy":
                    wait_s = BUSY_S[min(busy, len(BUSY_S) - 1)]
                    busy += 1
                elif why not in {"", GONE}:
                    raise AssertionError(why)
                await asyncio.sleep(wait_s)
                wait_s = min(wait_s * 2, SLOWEST_S)

    async def _once(self, session: aiohttp.ClientSession) -> str:
        """Open a socket and keep it until it ends. Return the server's reason if it did not let the
        device in, otherwise "".
        """
        pinging: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(UNANSWERED_S * 2**self.unanswered) as patience:
                self.socket = await session.ws_connect(f"{self.base}/socket")
                why = await self._greet(self.socket)
                if why:
                    return why
                patience.reschedule(None)
                pinging = asyncio.create_task(self._ping())
                while (frame := await self.socket.receive()).type in TOLD:
                    assert self.end is not None
                    self._take(self.end.read(frame.data))
        except TimeoutError:
            self.unanswered = min(self.unanswered + 1, MOST_PATIENT)
        except (aiohttp.ClientError, OSError):
            pass
        finally:
            if pinging is not None:
                pinging.cancel()
                self.lost.append(self.socket.close_code or 0 if self.socket else 0)
                self.joined.clear()
            if self.socket is not None:
                await self.socket.close()
        return ""

    async def _greet(self, socket: aiohttp.ClientWebSocketResponse) -> str:
        """Say hello. Return "" once the device is let in, otherwise the reason why it is not."""
        frame = await socket.receive()
        if frame.type not in TOLD:
            return GONE
        challenge = json.loads(frame.data)
        self.end = DeviceEnd(challenge["nonce"], challenge["key"], self.secret)
        await self.say(self.hello)
        frame = await socket.receive()
        if frame.type not in TOLD:
            return GONE
        answer = json.loads(frame.data)
        if answer["type"] == "no":
            if answer["why"] == "busy":
                self.busy.append(time.perf_counter())
            return str(answer["why"])
        self.unanswered = 0
        self.in_s = self.in_s or time.perf_counter()
        self.joined.set()
        return ""

    def _take(self, text: str) -> None:
        kind = text[9 : text.index('"', 9)]
        if kind == "game":
            self.game = json.loads(text)["game"]
        elif kind not in {"pong", "room", "own"}:
            self.seen.put_nowait((time.perf_counter(), kind))
            if kind == "answers":
                answers = json.loads(text)["answers"]
                self.doubted += not all(one["taken"] and not one.get("sentence") for one in answers)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            await self.say({"type": "ping", "stamp_ms": 1.0})

    async def say(self, message: dict[str, object]) -> None:
        assert self.socket is not None
        assert self.end is not None
        await self.socket.send_str(self.end.frame(json.dumps(message)))

    async def seal(self, message: dict[str, object]) -> None:
        assert self.socket is not None
        assert self.end is not None
        await self.socket.send_bytes(self.end.close(json.dumps(message)))

    async def until(self, kind: str) -> float:
        """Wait for the next message of this kind, and return the instant at which it came, in
        seconds of perf_counter. Call ``clear`` before a press, so that no message from before the
        press is returned.
        """
        while True:
            came_s, seen = await self.seen.get()
            if seen == kind:
                return came_s

    def clear(self) -> None:
        while not self.seen.empty():
            self.seen.get_nowait()


class Table(Struct, eq=False, dict=True):
    """The two tablets of a table, and two sockets at the echo."""

    number: int
    presser: Device
    watcher: Device
    echo: tuple[aiohttp.ClientWebSocketResponse, aiohttp.ClientWebSocketResponse] | None = None
    mark: int = 0

    def marks(self) -> dict[str, object]:
        self.mark += 1
        act = {"type": "call_judge", "side": None}  # always allowed, whatever came of the last one
        mark = {"number": self.mark, "game": self.presser.game, "act": act,
                "at_ms": int(time.time() * 1000), "stamp_ms": 1.0}  # fmt: skip
        return {"type": "marks", "left": 0, "marks": [mark]}

    async def press(self) -> tuple[float, float]:
        """Press. Return the seconds until the answer, and the seconds until the other device is
        told.
        """
        for device in (self.presser, self.watcher):
            device.clear()
        message, began_s = self.marks(), time.perf_counter()
        await self.presser.say(message)
        answered_s = await self.presser.until("answers")
        return answered_s - began_s, await self.watcher.until("play") - began_s

    async def join_echo(self, session: aiohttp.ClientSession, echo_at: str) -> None:
        at_echo = f"{echo_at}?table={self.number}"
        self.echo = (await session.ws_connect(at_echo), await session.ws_connect(at_echo))

    async def bare(self) -> tuple[float, float]:
        """Send the message of a press to the echo. Return the seconds until the message is back,
        and the seconds until the other socket has it.
        """
        assert self.echo is not None
        text, began_s = json.dumps(self.marks()), time.perf_counter()
        self.mark -= 1
        await self.echo[0].send_str(text)

        async def heard(socket: aiohttp.ClientWebSocketResponse) -> float:
            await socket.receive_str()
            return time.perf_counter() - began_s

        answered_s, watched_s = await asyncio.gather(*(heard(socket) for socket in self.echo))
        return answered_s, watched_s


async def use_phone(phone: Device, player: int, code: str, acts: Counter[str]) -> None:
    """Sign in, and then act now and then while the phone is in."""
    dice, number = random.Random(player), 0
    await phone.joined.wait()
    await phone.seal({"type": "sign_in", "player": player, "code": code})
    await phone.until("signed_in")
    while True:
        await asyncio.sleep(dice.uniform(0, 2 * PHONE_ACT_S))
        number += 1
        act = {"type": "drop", "wanted": bool(number % 2)}
        await phone.seal({"type": "player", "number": number, "act": act})
        await phone.until("ordered")
        acts["phones"] += 1


@asynccontextmanager
async def kept_up(work: Iterable[Coroutine[object, object, None]]) -> AsyncIterator[None]:
    """Run all of ``work`` until the block ends. Then raise the error of any task that failed."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def spaced(tables: list[Table], *, bare: bool) -> list[tuple[float, float]]:
    async def act(place: int, table: Table) -> tuple[float, float]:
        await asyncio.sleep(place / A_SECOND)
        try:
            async with asyncio.timeout(PRESS_S):
                return await (table.bare() if bare else table.press())
        except TimeoutError as error:
            devices = (table.presser, table.watcher)
            away = [(device.joined.is_set(), device.lost) for device in devices]
            raise Unanswered(f"table {table.number}, press {table.mark}: {away}") from error

    return await asyncio.gather(*(act(place, table) for place, table in enumerate(tables)))


async def measure(
    base: str, echo_at: str, secrets: dict[int, str], codes: dict[int, str], count: int
) -> None:
    def device(place: int, role: str, table: int = 0, secret: str = "") -> Device:
        hello = {"type": "hello", "version": 2, "role": role, "table": table,
                 "device": f"{role}-{place:06}"}  # fmt: skip
        return Device(base, f"127.1.{place // 250}.{place % 250 + 1}", hello, secret)

    tables = [
        Table(
            table,
            device(2 * table, "table", table, secret),
            device(2 * table + 1, "table", table, secret),
        )
        for table, secret in secrets.items()
    ]
    phones = [device(10_000 + number, "room") for number in range(count)]
    tablets = [each for table in tables for each in (table.presser, table.watcher)]
    began_s = time.perf_counter()
    acts: Counter[str] = Counter()
    async with kept_up(each.stay() for each in (*phones, *tablets)):
        async with asyncio.timeout(JOIN_S):
            places = min(PHONES, count)
            while sum(each.joined.is_set() for each in tablets) < len(tablets) or (
                sum(each.joined.is_set() for each in phones) < places
            ):
                await asyncio.sleep(0.05)
        whole_s = max(each.in_s for each in tablets) - began_s
        print(f"full_hall: {len(tablets)} tablets were all in after {whole_s:.1f} s,"
              f" {sum(each.tries for each in tablets)} tries; {places} of {count} phones after"
              f" {max(each.in_s for each in phones) - began_s:.1f} s,"
              f" {sum(each.tries for each in phones)} tries", flush=True)  # fmt: skip
        for each in (*phones, *tablets):
            each.clear()
        ours, echoes = list[tuple[float, float]](), list[tuple[float, float]]()
        using = [
            use_phone(phones[player - 1], player, code, acts) for player, code in codes.items()
        ]
        async with (
            kept_up(using),
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        ):
            await asyncio.gather(*(table.join_echo(session, echo_at) for table in tables))
            for _ in range(ROUNDS):
                echoes += await spaced(tables, bare=True)
                ours += await spaced(tables, bare=False)
        report(phones, tablets, acts, time.perf_counter() - began_s)
    for place, to in enumerate(("its answer", "the other device")):
        mine, bare = [times[place] for times in ours], [times[place] for times in echoes]
        print(f"full_hall: press to {to}, {len(tables)} tables, {A_SECOND} a second: {line(mine)}"
              f" against a durable echo's {line(bare)}, {at(mine, 50) / at(bare, 50):.1f} and"
              f" {at(mine, 99) / at(bare, 99):.1f} times, {len(mine)} presses")  # fmt: skip


def report(
    phones: list[Device], tablets: list[Device], acts: Counter[str], lasted_s: float
) -> None:
    inside = [phone for phone in phones if phone.in_s]
    busy = [len(phone.busy) for phone in phones if phone.busy]
    gaps = [b - a for phone in phones for a, b in zip(phone.busy, phone.busy[1:], strict=False)]
    lost = Counter(code for each in (*phones, *tablets) for code in each.lost)
    doubted = sum(tablet.doubted for tablet in tablets)
    print(f"full_hall: {len(inside)} phones were in and {len(tablets)} tablets for"
          f" {lasted_s:.0f} s; sent away {sum(lost.values())} {dict(lost) or ''}; acts of phones"
          f" {acts['phones']}; {len(busy)} phones told busy {sum(busy)} times, the longest wait"
          f" {max(gaps, default=0):.0f} s; {doubted} presses not taken at once")  # fmt: skip


def main(tables: int = TABLES, phones: int = ALL_PHONES) -> None:
    more_files()
    faulthandler.dump_traceback_later(LONGEST_S, exit=True)
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        mine, theirs = multiprocessing.Pipe()
        spawn = multiprocessing.get_context("spawn")
        other = spawn.Process(target=serve, args=(folder, tables, phones, theirs), daemon=True)
        other.start()
        try:
            base, echo_at, secrets, codes = mine.recv()
            asyncio.run(measure(base, echo_at, secrets, codes, phones))
        finally:
            mine.send("end")
            other.join(30)
            faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
