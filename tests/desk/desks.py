"""What the tests of the desk have in common."""

import threading
from collections.abc import Sequence
from typing import Any

from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, RoundStarted, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.formats.settings import Settings
from app.store.errors import StoreError
from app.store.log.event_log import Batch, EventLog
from app.store.log.log_file import Sign
from app.store.packets.files import packets
from app.store.rescue.backups import Copy
from tests.patience import PATIENCE_S

START_MS = 1_800_000_000_000
HOUR_MS = 3_600_000


class StandInShared:
    """What stations share, written by way of the log that stands in."""

    def __init__(self, log: "StandInLog", shared: Any) -> None:
        self._log, self._shared = log, shared

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shared, name)

    def write(self, batch: Batch, acts: Sequence[Any]) -> None:
        self._log.acts = acts
        try:
            self._log.write(batch)
        finally:
            self._log.acts = None


class StandInLog:
    """A real log, on a disk of which a test changes one thing."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self.acts: Sequence[Any] | None = None
        """The acts of what is being written where stations share the event."""

    @property
    def last_sign(self) -> Sign:
        return self._log.last_sign

    @property
    def shared(self) -> Any:
        shared: Any = self._log.shared
        return None if shared is None else StandInShared(self, shared)

    def records(self, after: int = 0) -> list[Record]:
        return self._log.records(after)

    def batch(self) -> Batch:
        return self._log.batch()

    def write(self, batch: Batch) -> None:
        if self.acts is None:
            self._log.write(batch)
        else:
            shared: Any = self._log.shared
            shared.write(batch, self.acts)

    def note_sign(self, at_ms: int | None, boot_instant: str = "") -> None:
        self._log.note_sign(at_ms, boot_instant)

    def look_after(self, *, gather: bool) -> str:
        return self._log.look_after(gather=gather)

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

    def write(self, batch: Batch) -> None:
        if self.full:
            raise StoreError("The disk is full. Make room and try again.")
        super().write(batch)


def troubles(desk: Desk) -> list[str]:
    """Every trouble that the organizer is told of from now on: the desk's thread, which may be at
    work on something else, has heard of the listener before this returns.
    """
    told: list[str] = []
    heard = threading.Event()

    def listen(snapshot: Snapshot) -> None:
        if snapshot.trouble:
            told.append(snapshot.trouble)
        heard.set()

    desk.subscribe(listen)
    assert heard.wait(PATIENCE_S)
    return told
