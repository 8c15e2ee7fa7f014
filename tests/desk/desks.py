"""What the tests of the desk have in common."""

import threading
from collections.abc import Callable, Collection, Mapping, Sequence

from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, RoundStarted, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.stations.roles import Role
from app.engine.formats.settings import Settings
from app.store.errors import StoreError
from app.store.log.event_log import Batch, EventLog
from app.store.packets.files import packets
from app.store.rescue.backups import Copy
from app.store.server.waiting import Act
from tests.patience import PATIENCE_S

START_MS = 1_800_000_000_000
HOUR_MS = 3_600_000


class StandInLog:
    """A real log, on a disk of which a test changes one thing."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    @property
    def last_alive_ms(self) -> int | None:
        return self._log.last_alive_ms

    @property
    def boot_instant(self) -> str:
        return self._log.boot_instant

    @property
    def station(self) -> str:
        return self._log.station

    @property
    def others(self) -> tuple[str, ...]:
        return self._log.others

    def runs(self, table: int) -> bool:
        return self._log.runs(table)

    @property
    def run_by(self) -> Mapping[int, str]:
        return self._log.run_by

    def announce_pages(self, address: str) -> None:
        self._log.announce_pages(address)

    def halls(self) -> list[tuple[str, str]]:
        return self._log.halls()

    def run(self, tables: Collection[int], *, take_over: bool) -> None:
        self._log.run(tables, take_over=take_over)

    @property
    def waiting(self) -> Sequence[Act]:
        return self._log.waiting

    @property
    def role(self) -> Role:
        return self._log.role

    @property
    def is_away(self) -> bool:
        return self._log.is_away

    @property
    def shared_rows(self) -> int:
        return self._log.shared_rows

    def rejoin(self) -> bool:
        return self._log.rejoin()

    def wait_anew(self, batch: Batch, acts: Sequence[Act]) -> None:
        self._log.wait_anew(batch, acts)

    def keep_turn(self) -> None:
        self._log.keep_turn()

    def clock_ahead_ms(self) -> int:
        return self._log.clock_ahead_ms()

    def listen(
        self, heard: Callable[[], None], heard_digest: Callable[[str, int, str], None]
    ) -> None:
        self._log.listen(heard, heard_digest)

    def announce_digest(self, rows: int, digest: str) -> None:
        self._log.announce_digest(rows, digest)

    def read_on(self) -> list[Record]:
        return self._log.read_on()

    def release(self) -> None:
        self._log.release()

    def records(self, after: int = 0) -> list[Record]:
        return self._log.records(after)

    def batch(self) -> Batch:
        return self._log.batch()

    def write(self, batch: Batch, acts: Sequence[Act] = ()) -> None:
        self._log.write(batch, acts)

    def note_boot(self, instant: str) -> None:
        self._log.note_boot(instant)

    def note_alive(self, at_ms: int, boot_instant: str = "") -> None:
        self._log.note_alive(at_ms, boot_instant)

    def gather(self) -> str:
        return self._log.gather()

    def put_back(self) -> str:
        return self._log.put_back()

    def copied(self) -> Copy:
        return self._log.copied()

    def close(self) -> None:
        self._log.close()


def running(desk: Desk) -> Snapshot:
    return desk.start().result(timeout=PATIENCE_S)


def done(desk: Desk, command: Command, **how: bool) -> tuple[Record, ...]:
    reply = desk.submit(command, **how).result(timeout=PATIENCE_S)
    assert not isinstance(reply, Refused), reply
    return reply


def round_one(desk: Desk, players: int = 4, *, timing: str = "") -> list[int]:
    """An event whose first round is under way; the numbers of its games."""
    settings = Settings("Club night", "sr2017", 75, 1, timing=timing)
    done(desk, CreateEvent(settings, packets()["sr2017"]))
    done(desk, AddPlayers(tuple(Entry(f"Player {n}") for n in range(1, players + 1))))
    done(desk, CheckIn(tuple(range(1, players + 1))))
    done(desk, DrawRound(7))
    done(desk, PublishRound())
    started = done(desk, StartRound())
    assert isinstance(started[0].event, RoundStarted)
    return [1 + n for n in range(players // 2)]


def settled(desk: Desk) -> Snapshot:
    """The event once everything asked so far has been done."""
    seen: list[Snapshot] = []
    ready = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        seen.append(snapshot)
        ready.set()

    desk.subscribe(listen)
    assert ready.wait(PATIENCE_S)
    return seen[0]


class FullDisk(StandInLog):
    """A disk that takes nothing while ``full``."""

    full = False

    def write(self, batch: Batch, acts: Sequence[Act] = ()) -> None:
        if self.full:
            raise StoreError("The disk is full. Make room and try again.")
        super().write(batch, acts)


def troubles(desk: Desk) -> list[str]:
    """Every trouble that the organizer is told of from now on."""
    told: list[str] = []

    def listen(snapshot: Snapshot) -> None:
        if snapshot.trouble:
            told.append(snapshot.trouble)

    desk.subscribe(listen)
    return told
