"""A round under way with its server, over real sockets: tablets, phones, the organizer's page, the
room display, strangers, and requests of browsers.
"""

import asyncio
import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError

from app.clock.allowance import Allowance
from app.engine.acts.phones import OpenToPhones
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.armies.parse.entries import army_text
from app.engine.formats.settings import Settings
from app.headless.simulation.fake_lists import LISTS
from app.store.match_ups import procedures
from app.web.phones import phones
from app.web.phones.codes import PlayerCodes
from app.web.protocol.messages import (
    VERSION,
    Application,
    ArrivalsRequest,
    CheckInOrder,
    FromDevice,
    HallOrder,
    Hello,
    ListsRequest,
    Lock,
    Marks,
    OrderMessage,
    PadRequest,
    PageFault,
    PhotoPart,
    PhotoRequest,
    Ping,
    PlayerAct,
    Settle,
    SignIn,
    SignOut,
    TakeCall,
    TimelineRequest,
    Unlock,
    read_device_message,
)
from app.web.protocol.seal import DeviceEnd
from app.web.server import connection, sessions
from app.web.server.connection import IN_TEXT
from tests.web.venue import Venue, just_now
from tools.fuzz.messages import Messages
from tools.fuzz.mutate import mutated
from tools.fuzz.target import ROOT, Try

UNLIMITED = 10**9
TEAMS, SEATS = 4, 3
PLAYERS = 8
TABLES = TEAMS * SEATS // 2
LIMITS = ((connection, "Allowance"), (phones, "Allowance"), (sessions, "marks_allowance"))
"""The limits on how often a device may send messages. They are lifted, because otherwise few
messages would get through.
"""
WEIGHTS = {"marks": 14, "order": 6, "player": 6, "order_all": 2, "sign_up": 2, "read_lists": 2}
OFFSETS_MS = (0, 0, 0, -300, -5_000, -20_000, 5_000)
STEPS_MS = (0, 0, 10, 400, 3_000, 3_000, 20_000, 240_000)
"""The times by which the event's clock is moved on before a message."""
PORT = b"40404"
"""The placeholder for the server's port in requests."""
AT_MS = re.compile(r'"at_ms": ?(\d{13})(?!\d)')
ARMIES = tuple(army_text(sheet.army) for sheets in LISTS.values() for sheet in sheets)


def no_bytes(_: Path) -> Sequence[bytes]:
    return [b"{}"]


def message(dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a message that is valid in form, or one with something changed."""
    now_ms = just_now() + 60_000
    lists = dice.choice(ARMIES)
    known = {
        "game": tuple(range(1, TABLES + 1)),
        "at_ms": tuple(now_ms + offset_ms for offset_ms in OFFSETS_MS),
        "version": (1,), "number": tuple(dice.randrange(1, 2**40) for _ in range(8)),
        "table": (1, 2, 3, 4), "player": (1, 2, 8), "match": (1, 2),
        "text": (lists, lists.replace("\n", " "), lists * 9), "lists": (lists, ""),
        "role": ("table", "eo", "room", "wall"),
        "device": ("fuzz-tablet-1", "fuzz-tablet-2"),
    }  # fmt: skip
    made = Messages(dice, known, WEIGHTS).one()
    return made if dice.random() < 0.7 else mutated(dice, [made, *seeds])


class Faults:
    """The errors that the server's loop could only write to its log."""

    NAMES = ("asyncio", "aiohttp", "concurrent.futures")

    def __init__(self) -> None:
        self._seen: list[str] = []
        self._handler = logging.Handler(logging.ERROR)
        self._handler.emit = self._take  # type: ignore[method-assign]
        for name in self.NAMES:
            logging.getLogger(name).addHandler(self._handler)

    def _take(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError):  # invalid, and answered with an error
            return
        self._seen.append(f"{record.getMessage()} {error!r}")

    def demand_none(self) -> None:
        if self._seen:
            seen, self._seen = self._seen, []
            raise RuntimeError("; ".join(seen[:3]))

    def close(self) -> None:
        for name in self.NAMES:
            logging.getLogger(name).removeHandler(self._handler)


Who = tuple[str, int]
"""A role, and the table or the player to which it belongs. A "stranger" signs in with any role."""


class TableServer:
    """Sends each message to the server as a client of the kind that would send it; one in 17 comes
    from somebody else.
    """

    FRESH = 500  # messages until the next event
    LOOK = 25
    STRANGE = 17  # one in so many messages comes from somebody else

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._faults = Faults()
        self._sent = self._events = self._joined = 0
        self._venue: Venue | None = None
        self._session: aiohttp.ClientSession | None = None
        self._sockets: dict[Who, aiohttp.ClientWebSocketResponse] = {}
        self._ends = WeakKeyDictionary[aiohttp.ClientWebSocketResponse, DeviceEnd]()
        self._tables: dict[int, int] = {}
        self._pin = ""
        self._limits: list[tuple[Any, str, Any]] = []
        plenty = Allowance(0, UNLIMITED, UNLIMITED, UNLIMITED)
        for module, name in LIMITS:
            self._limits.append((module, name, getattr(module, name)))
            setattr(module, name, lambda *_, **__: plenty)

    def one(self, data: bytes) -> bool:
        text = data.decode("utf-8", "replace")
        asked = read_device_message(text)
        if asked is None and self._sent % self.LOOK:
            self._sent += 1
            return False
        if self._sent % self.FRESH == 0:
            self._begin_anew()
        self._sent += 1
        assert self._venue is not None
        self._venue.move_by(STEPS_MS[sum(data) % len(STEPS_MS)])
        ahead_ms = self._venue.timeline.now_ms() - just_now() - 60_000
        text = AT_MS.sub(lambda at: f'"at_ms":{int(at[1]) + ahead_ms}', text)
        who = self._who(asked, sum(data))
        self._loop.run_until_complete(self._say(who, text))
        self._faults.demand_none()
        return who in self._sockets and not self._sockets[who].closed

    def _who(self, asked: FromDevice | None, dice: int) -> Who:
        if dice % self.STRANGE == 0:
            return ("table", "eo", "room", "wall")[dice // self.STRANGE % 4], 1
        match asked:
            case Marks(marks=marks):
                return "table", self._tables.get(marks[0].game if marks else 0, 1)
            case PadRequest(game=game) | PhotoPart(game=game):
                return "table", self._tables.get(game, 1)
            case OrderMessage() | HallOrder() | TakeCall() | Settle() | TimelineRequest():
                return "eo", 0
            case ArrivalsRequest() | CheckInOrder() | PhotoRequest():
                return "eo", 0
            case PlayerAct() | Application() | ListsRequest():
                return "room", 1 + dice % PLAYERS
            case Ping() | PageFault():
                return "table", 1 + dice % TABLES
            case Hello() | Unlock() | Lock() | SignIn() | SignOut() | None:
                return "stranger", 0

    async def _say(self, who: Who, text: str) -> None:
        with suppress(ConnectionError):
            socket = self._sockets.get(who)
            if socket is None or socket.closed:
                socket = self._sockets[who] = await self._join(who)
            await self._frame(socket, text)
            if self._sent % self.LOOK == 0:
                for each in self._sockets.values():
                    await self._heard(each)

    async def _heard(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Wait until the server has answered, or has closed the socket."""
        if socket.closed:
            return
        await self._frame(socket, '{"type": "ping", "stamp_ms": 77.0, "queued": 0}')
        while True:
            got = await socket.receive(30)
            if got.type is aiohttp.WSMsgType.BINARY:
                self._ends[socket].read(got.data)
                continue
            if got.type is not aiohttp.WSMsgType.TEXT:
                await socket.close()
                return
            told = json.loads(got.data)
            if told["type"] == "pong" and told["stamp_ms"] == 77.0:
                return

    async def _frame(self, socket: aiohttp.ClientWebSocketResponse, text: str) -> None:
        """Send a message as a device would: encrypted in a box, unless everybody may read messages
        of its kind.
        """
        if (end := self._ends.get(socket)) is None:
            await socket.send_str(text)
        elif isinstance(read_device_message(text), IN_TEXT | None):
            await socket.send_str(end.frame(text))
        else:
            await socket.send_bytes(end.close(text))

    async def _join(self, who: Who) -> aiohttp.ClientWebSocketResponse:
        assert self._venue is not None
        if self._session is None:
            self._session = aiohttp.ClientSession()
        role, number = who
        self._joined += 1
        socket = await self._session.ws_connect(f"{self._venue.base}/socket")
        told = await socket.receive_json()
        if role == "stranger" and self._joined % 2:
            return socket  # the case itself is its first message, in place of a hello
        known = ("table", "eo", "room", "wall")[self._joined // 2 % 4]
        hello = {
            "type": "hello", "version": VERSION, "role": known if role == "stranger" else role,
            "device": f"fuzz-{self._joined:06}", "table": 0, "game": 0, "queued": 0,
            "kept_since_ms": 0,
        }  # fmt: skip
        if hello["role"] == "table":
            table = number or 1
            hello |= {"table": table}
        secret = self._venue.secrets[number or 1] if hello["role"] == "table" else ""
        self._ends[socket] = DeviceEnd(told["nonce"], told["key"], secret)
        await self._frame(socket, json.dumps(hello))
        if role == "eo":
            await self._frame(socket, json.dumps({"type": "unlock", "pin": self._pin}))
        if role == "room":
            code = PlayerCodes(self._venue.keys).code(number)
            said = {"type": "sign_in", "player": number, "code": code}
            await self._frame(socket, json.dumps(said))
        return socket

    def _begin_anew(self) -> None:
        """Start another event. Every third event is one of teams whose captains choose the
        pairings.
        """
        self._loop.run_until_complete(self._leave())
        if self._venue is not None:
            self._venue.close()
        self._events += 1
        folder = self._folder / f"venue {self._events}"
        folder.mkdir()
        teams = Settings(
            "Team Cup", "sr2017", 75, 7, team_seats=SEATS, match_up=procedures().by_key["champions"]
        )
        of_teams = self._events % 3 == 2
        venue = Venue(folder, teams if of_teams else None, TABLES, began_ms=just_now())
        if of_teams:
            names = [f"{team}{seat}" for team in "ABCD" for seat in range(1, SEATS + 1)]
            venue.do(AddPlayers(tuple(Entry(name, team=f"Team {name[0]}") for name in names)))
            venue.do(CheckIn(tuple(range(1, TEAMS * SEATS + 1))))
            venue.do(DrawRound(7), insist=True)
            venue.do(PublishRound())
        else:
            venue.register(PLAYERS)
            (venue.play if self._events % 3 else venue.start)()
        venue.do(OpenToPhones(sign_up=True, check_in=True, results=True))
        venue.serve()
        self._venue, self._pin = venue, venue.keys.new_pin()
        self._tables = {game.number: game.table for game in venue.state.games.values()}

    async def _leave(self) -> None:
        for socket in self._sockets.values():
            await socket.close()
        if self._session is not None:
            await self._session.close()
        self._sockets, self._session = {}, None

    def close(self) -> None:
        self._loop.run_until_complete(self._leave())
        if self._venue is not None:
            self._venue.close()
        self._loop.close()
        self._faults.close()
        for module, name, limit in self._limits:
            setattr(module, name, limit)


@contextmanager
def table_messages(folder: Path) -> Iterator[Try]:
    with closing(TableServer(folder)) as server:
        yield server.one


def request_bytes(_: Path) -> Sequence[bytes]:
    head = b"Host: 127.0.0.1:" + PORT + b"\r\nAccept-Language: de-AT, de;q=0.8, en;q=0.5\r\n"
    socket = (
        b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    )
    ways = (b"/", b"/room", b"/table.js", b"/wall", b"/line?table=1", b"/v0123456789ab/table.js")
    return [
        *(b"GET " + way + b" HTTP/1.1\r\n" + head + b"\r\n" for way in ways),
        b"GET /socket HTTP/1.1\r\n" + head + socket + b"\r\n",
        b"GET /table.js HTTP/1.1\r\n" + head + b"Accept-Encoding: gzip\r\nIf-None-Match: x\r\n\r\n",
        b"POST / HTTP/1.1\r\n" + head + b"Content-Length: 5\r\n\r\nhello",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(64)),
    ]  # fmt: skip


@contextmanager
def requests(folder: Path) -> Iterator[Try]:
    """Yield a function that tests bytes as the first ones that arrive at the server's port."""
    loop, faults, venue = asyncio.new_event_loop(), Faults(), Venue(folder)
    venue.pages = ROOT / "resources/web"
    venue.serve()

    async def answer(data: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", venue.port)
        told = b""
        with suppress(ConnectionError, TimeoutError):
            writer.write(data.replace(PORT, b"%d" % venue.port))
            await writer.drain()
            told = await asyncio.wait_for(reader.read(64), 0.05)
        writer.transport.abort()
        return told

    def one(data: bytes) -> bool:
        told = loop.run_until_complete(answer(data))
        faults.demand_none()
        if told.startswith(b"HTTP/1.1 500"):
            raise RuntimeError(told.decode("ascii", "replace"))
        return told.startswith((b"HTTP/1.1 200", b"HTTP/1.1 101"))

    try:
        yield one
    finally:
        venue.close()
        loop.close()
        faults.close()
