"""What the tests of the desk have in common."""

import threading

from app.desk import Desk, Snapshot
from app.engine.commands import (
    AddPlayers,
    CheckIn,
    Command,
    CreateEvent,
    DrawRound,
    PublishRound,
    Refused,
    StartRound,
)
from app.engine.events import Record, RoundStarted
from app.engine.results import Entry, Settings
from app.store.packet_files import packets
from tests.patience import PATIENCE_S

START_MS = 1_800_000_000_000
HOUR_MS = 3_600_000


def running(desk: Desk) -> Snapshot:
    return desk.start().result(timeout=PATIENCE_S)


def done(desk: Desk, command: Command, **how: bool) -> tuple[Record, ...]:
    reply = desk.submit(command, **how).result(timeout=PATIENCE_S)
    assert not isinstance(reply, Refused), reply
    return reply


def round_one(desk: Desk, players: int = 4) -> list[int]:
    """An event whose first round is under way; the numbers of its games."""
    done(desk, CreateEvent(Settings("Club night", "sr2017", 75, 1), packets()["sr2017"]))
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
