"""An event's file written to and changed by tests."""

import sqlite3
from pathlib import Path

from app.engine.acts.events import Event, Record
from app.engine.acts.players import PlayerWarned
from app.store.log.event_log import EventLog

WARNED = PlayerWarned(1, 1, "x" * 500)


def write(log: EventLog, *events: Event) -> list[Record]:
    return log.append(events, at_ms=1_000, station="desk", actor="EO")


def fill(log: EventLog, times: int = 1) -> None:
    """So many long rows."""
    write(log, *[WARNED] * times)


def change(file: Path, statement: str) -> None:
    """Change the file by hand, as somebody with a database browser would."""
    with sqlite3.connect(file) as raw:
        raw.executescript(statement)
    raw.close()
