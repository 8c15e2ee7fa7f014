"""What is tried, each with examples of what is right and what it may answer."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import aiohttp

from app.clock.allowance import Allowance
from app.engine.acts.events import Record
from app.engine.armies.parse.entries import army_of, army_text, read_army
from app.engine.armies.parse.sheets import read_sheets, text_fault
from app.engine.evolve import evolve
from app.engine.evolve.running_fold import RunningFold
from app.headless.simulation.fake_lists import LISTS
from app.headless.simulation.simulate import Plan, simulate
from app.store.errors import StoreError
from app.store.exports.event_export import export_event, read_export
from app.store.log import codec
from app.store.log.event_log import open_log
from app.store.log.glance import glance
from app.store.packets.files import load_packet
from app.store.rescue.repair import repair
from app.store.rescue.restore import look_at, restore
from app.store.tables.games import games_in
from app.store.tables.roster import preview_roster
from app.store.tables.sources import read_game_sheets, read_players
from app.web.protocol.messages import read_device_message
from app.web.server import connection, sessions
from tests.web.venue import Venue, just_now
from tools.fuzz.messages import Messages
from tools.fuzz.mutate import mutated

ROOT = Path(__file__).resolve().parents[2]
Try = Callable[[bytes], bool]
"""Whether the case was taken for what it should be, not refused in a sentence."""
UNLIMITED = 10**9


@dataclass(frozen=True, slots=True)
class Target:
    """``share`` of all cases. ``opened`` gives what tries one case; it raises what must not be."""

    name: str
    share: float
    opened: "Callable[[Path], Any]"
    seeds: Callable[[Path], Sequence[bytes]]
    words: Sequence[bytes] = ()
    guided: bool = False
    """Whether a guide that sees what is reached helps: it is Python that reads it."""
    make: "Callable[[Random, Sequence[bytes]], bytes] | None" = None

    def case(self, dice: Random, seeds: Sequence[bytes]) -> bytes:
        return self.make(dice, seeds) if self.make else mutated(dice, seeds, self.words)


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def event_bytes(folder: Path) -> Sequence[bytes]:
    path = folder / "seed.flagfall"
    if not path.exists():
        simulate(Plan(players=4, rounds=1, seed=5, checked_in=True), path=path)
    return [path.read_bytes()]


@contextmanager
def event_files(folder: Path) -> Iterator[Try]:
    """Opened, looked at, checked; now and then repaired."""
    tried = 0

    def one(data: bytes) -> bool:
        nonlocal tried
        tried += 1
        path = written(folder, "Cup.flagfall", data)
        glance_at(path)
        taken = False
        with suppress(StoreError), open_log(path, read_only=True) as log:
            RunningFold(log.records())
            log.check()
            taken = True
        if tried % 10 == 0:
            new = folder / "repaired.flagfall"
            new.unlink(missing_ok=True)
            with suppress(StoreError):
                repair(path, new)
        return taken

    yield one


def glance_at(path: Path) -> None:
    with suppress(StoreError):
        glance(path)


@contextmanager
def backups(folder: Path) -> Iterator[Try]:
    """Looked at and restored into a new file, which opens then."""

    def one(data: bytes) -> bool:
        path, to = written(folder, "Cup round 1.flagfall", data), folder / "new" / "Cup.flagfall"
        to.parent.mkdir(exist_ok=True)
        try:
            look_at(path)
            restore(path, to)
        except StoreError:
            return False
        finally:
            left = list(to.parent.iterdir())
            restored = to.exists() and to.read_bytes()
            for file in left:
                file.unlink()
        opened = written(folder, "restored.flagfall", restored or b"")
        with suppress(StoreError), open_log(opened, read_only=True) as log:
            log.records()
        return True

    yield one


def row_bytes(folder: Path) -> Sequence[bytes]:
    """Rows as they are stored, and every golden row."""
    event_bytes(folder)
    with open_log(folder / "seed.flagfall", read_only=True) as log:
        rows = [codec.encode(record.event) for record in log.records()]
    stored = [f"{row.kind} {row.version} {row.payload}".encode() for row in rows]
    for golden in sorted((ROOT / "tests/store/golden").glob("*.json")):
        kind, version = golden.stem.split(".")
        stored.append(f"{kind} {version} {golden.read_text('utf-8').strip()}".encode())
    return stored


@contextmanager
def rows(folder: Path) -> Iterator[Try]:
    """A row whose checksums fit, whatever it says: read, and folded after a whole event."""
    event_bytes(folder)
    with open_log(folder / "seed.flagfall", read_only=True) as log:
        records = log.records()
    states = [RunningFold(records[:until]).state for until in (1, len(records) // 2, len(records))]
    last = records[-1]

    def one(data: bytes) -> bool:
        kind, _, rest = data.decode("utf-8", "replace").partition(" ")
        version, _, payload = rest.partition(" ")
        if not re.fullmatch(r"[0-9]{1,2}", version):
            return False
        try:
            event = codec.decode(1, kind, int(version), payload)
        except StoreError:
            return False
        evolve(
            states[len(data) % len(states)],
            Record(last.seq + 1, last.seq + 1, last.at_ms, "desk", "EO", event),
        )
        return True

    yield one


def packet_bytes(_: Path) -> Sequence[bytes]:
    files = [*(ROOT / "resources/packets").glob("*.toml"), *(ROOT / "docs/packets").glob("*.toml")]
    return [file.read_bytes() for file in sorted(files)]


@contextmanager
def packet_files(folder: Path) -> Iterator[Try]:
    def one(data: bytes) -> bool:
        with suppress(StoreError):
            load_packet(written(folder, "sr2017.toml", data))
            return True
        return False

    yield one


def table_bytes(_: Path) -> Sequence[bytes]:
    files = sorted((ROOT / "tests/data").glob("*.csv"))
    whole = [file.read_bytes()[:3_000] for file in files]
    return [
        *whole, b"Name,Club,Faction\nAnna,Ravens,Cryx\nBo,,Khador\n",
        "Vorname;Nachname;Fraktion;Team\nZoë;Groß;Cygnar;Die Raben\n".encode("utf-16"),
        b'[{"name": "Anna", "faction": "Cryx"}]', b"sep=;\nName;Bezahlt\n'=Anna;ja\n",
    ]  # fmt: skip


@contextmanager
def tables(folder: Path) -> Iterator[Try]:
    """Players and games from tables; a file of either kind may be given for the other."""

    def one(data: bytes) -> bool:
        path = written(folder, "players.csv", data)
        taken = False
        with suppress(StoreError):
            for sheet in read_players(path):
                preview_roster(sheet.rows, {"Anna"})
            taken = True
        with suppress(StoreError):
            for sheet in read_game_sheets(path):
                games_in(sheet.rows, "players")
        return taken

    yield one


def army_bytes(_: Path) -> Sequence[bytes]:
    tests = (ROOT / "tests/engine/armies/parse").glob("test_*.py")
    quoted = [
        text for file in sorted(tests)
        for text in re.findall(r'"""\\?(.*?)"""', file.read_text("utf-8"), re.DOTALL)
    ]  # fmt: skip
    lists = [army_text(sheet.army) for sheets in LISTS.values() for sheet in sheets]
    return [text.encode() for text in (*quoted, *lists) if text.strip()]


@contextmanager
def armies(_: Path) -> Iterator[Try]:
    """Pasted lists; what was read is written and read again."""

    def one(data: bytes) -> bool:
        text = data.decode("utf-8", "replace")
        if text_fault(text):
            return False
        for sheet in read_sheets(text):
            army = army_of(read_army(sheet.army, sheet.faction))
            again = army_of(read_army(army_text(army), sheet.faction))
            if len(again) != len(army):
                raise ValueError(f"{len(army)} entries are read again as {len(again)}")
        return True

    yield one


def export_bytes(folder: Path) -> Sequence[bytes]:
    event_bytes(folder)
    return [export_event(folder / "seed.flagfall").encode()]


@contextmanager
def exports(_: Path) -> Iterator[Try]:
    def one(data: bytes) -> bool:
        with suppress(StoreError):
            read_export(data, "Cup.json")
            return True
        return False

    yield one


def no_bytes(_: Path) -> Sequence[bytes]:
    return [b"{}"]


def message(dice: Random, seeds: Sequence[bytes]) -> bytes:
    """Right in form, or with something changed."""
    now_ms = just_now() + 60_000
    known = {
        "game": (1, 2, 3, 4), "at_ms": (now_ms, now_ms - 1_000, now_ms + 5_000),
        "version": (1,), "number": tuple(range(1, 40)), "table": (1, 2, 3, 4), "player": (1, 2, 8),
    }  # fmt: skip
    made = Messages(dice, known).one()
    return made if dice.random() < 0.7 else mutated(dice, [made, *seeds])


class TableServer:
    """A round under way with its server; what it takes in goes over a real socket."""

    ROLES = ("table", "table", "eo", "room", "remote")
    FRESH = 3_000  # messages until the next event
    LOOK = 20

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._faults: list[str] = []
        self._sent = self._events = 0
        self._venue: Venue | None = None
        self._session: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._handler = logging.Handler(logging.ERROR)
        self._handler.emit = self._fault  # type: ignore[method-assign]
        for name in ("asyncio", "aiohttp", "concurrent.futures"):
            logging.getLogger(name).addHandler(self._handler)
        plenty = Allowance(0, UNLIMITED, UNLIMITED, UNLIMITED)
        connection.Allowance = lambda since_s: plenty  # type: ignore[assignment,misc]
        sessions.marks_allowance = lambda now_s: plenty

    def _fault(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._faults.append(f"{record.getMessage()} {error!r}")

    def one(self, data: bytes) -> bool:
        text = data.decode("utf-8", "replace")
        if read_device_message(text) is None and self._sent % self.LOOK:
            self._sent += 1
            return False
        if self._sent % self.FRESH == 0:
            self._begin_anew()
        self._sent += 1
        self._loop.run_until_complete(self._say(text))
        if self._faults:
            raise RuntimeError("; ".join(self._faults[:3]))
        return not self._closed()

    def _closed(self) -> bool:
        return self._socket is None or self._socket.closed

    async def _say(self, text: str) -> None:
        if self._closed():
            await self._join()
        assert self._socket is not None
        with suppress(ConnectionError):
            await self._socket.send_str(text)
            if self._sent % self.LOOK == 0:
                await self._heard()

    async def _heard(self) -> None:
        """Until the server has answered, or has closed the socket."""
        assert self._socket is not None
        await self._socket.send_str('{"type": "ping", "stamp_ms": 77.0, "queued": 0}')
        while True:
            got = await self._socket.receive(30)
            if got.type is not aiohttp.WSMsgType.TEXT:
                await self._socket.close()
                return
            told = json.loads(got.data)
            if told["type"] == "pong" and told["stamp_ms"] == 77.0:
                return

    async def _join(self) -> None:
        assert self._venue is not None
        if self._session is None:
            self._session = aiohttp.ClientSession()
        role = self.ROLES[self._sent % len(self.ROLES)]
        table = 1 + self._sent % 4
        hello = {
            "type": "hello", "version": 1, "role": role, "device": f"fuzz-{self._sent:06}",
            "table": table if role == "table" else 0,
            "secret": self._venue.secrets[table] if role == "table" else "",
            "game": 0, "queued": 0, "kept_since_ms": 0,
        }  # fmt: skip
        self._socket = await self._session.ws_connect(f"{self._venue.base}/socket")
        await self._socket.send_str(json.dumps(hello))

    def _begin_anew(self) -> None:
        self._loop.run_until_complete(self._leave())
        if self._venue is not None:
            self._venue.close()
        self._events += 1
        folder = self._folder / f"venue {self._events}"
        folder.mkdir()
        self._venue = Venue(folder, began_ms=just_now())
        self._venue.register(8)
        self._venue.start()
        self._venue.serve()

    async def _leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._session is not None:
            await self._session.close()
        self._socket = self._session = None

    def close(self) -> None:
        self._loop.run_until_complete(self._leave())
        if self._venue is not None:
            self._venue.close()
        self._loop.close()
        for name in ("asyncio", "aiohttp", "concurrent.futures"):
            logging.getLogger(name).removeHandler(self._handler)


@contextmanager
def table_messages(folder: Path) -> Iterator[Try]:
    with closing(TableServer(folder)) as server:
        yield server.one


PACKET_WORDS = tuple(re.findall(rb"[a-z_]{4,}", packet_bytes(ROOT)[-1]))
TABLE_WORDS = (b"Name", b"Club", b"Faction", b"Team", b"Paid", b"Round", b"Player 1", b"Winner",
               b"CP", b"AP", b"Bye", b"sep=,\n", b"\xff\xfe", b"PK\x03\x04")  # fmt: skip
ARMY_WORDS = (b"List 2", b"Army: ", b"Theme: ", b"Haley 2", b"[+25]", b"PC: 10", b"(Leader)", b"x2",
              b"Specialists", b"War Room", b"- ", b"Tier 4", b" 18 pts")  # fmt: skip

TARGETS = (
    Target("event file", 0.03, event_files, event_bytes),
    Target("restoring a backup", 0.03, backups, event_bytes),
    Target("event row", 0.16, rows, row_bytes),
    Target("packet", 0.03, packet_files, packet_bytes, PACKET_WORDS, guided=True),
    Target("CSV and other tables", 0.25, tables, table_bytes, TABLE_WORDS, guided=True),
    Target("army text", 0.25, armies, army_bytes, ARMY_WORDS, guided=True),
    Target("exported event", 0.02, exports, export_bytes),
    Target("table message", 0.23, table_messages, no_bytes, make=message),
)
