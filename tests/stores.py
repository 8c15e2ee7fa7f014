"""The event store that a test runs on: SQLite files, or with ``--store=postgresql`` a database.

There the path of an event's file is its name.
"""

import os
from pathlib import Path
from typing import cast

from app.store import events
from app.store.log.event_log import EventLog
from app.store.server.address import Place, ServerEvent, database
from tests.variables import STORE


def on_server() -> bool:
    return os.environ.get(STORE) == "postgresql"


def stored(path: Path) -> Place:
    """Where the store has what a file of this name would be."""
    if not on_server():
        return path
    from tests.postgresql import server

    return ServerEvent(database(server().address), str(path))


def create(path: Path) -> EventLog:
    return cast(EventLog, events.create(stored(path)))


def open_log(path: Path, *, read_only: bool = False) -> EventLog:
    return cast(EventLog, events.open_log(stored(path), read_only=read_only))
