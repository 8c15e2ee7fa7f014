"""Checks of an event's file that are made before another event, which is open, is closed for it.
They read only the head of the file and change nothing; errors in the rows are found when the file
is opened.
"""

from pathlib import Path

from app.store.file_names import demand_short, real_path
from app.store.log.event_log import BESIDE_WHILE_MADE, BESIDE_WHILE_OPEN
from app.store.log.file_lock import FileLock, demand_free
from app.store.log.log_file import demand_event, demand_new
from app.store.log.sqlite_errors import demand_writable


def demand_readable(path: Path) -> None:
    """Raise StoreError if this is not an event's file."""
    demand_event(real_path(path))


def demand_openable(path: Path) -> None:
    """Raise StoreError if this is not an event's file, cannot be written, or is open in another
    Flagfall.
    """
    path = real_path(path)
    demand_short(path, BESIDE_WHILE_OPEN)
    demand_event(path)
    demand_free(path)
    demand_writable(path)


def demand_makeable(path: Path) -> None:
    """Raise StoreError if no event can be created there, because the name is taken or the folder
    cannot be written.
    """
    demand_short(path, BESIDE_WHILE_MADE)
    path = real_path(path)
    demand_new(path)
    FileLock(path).release()
