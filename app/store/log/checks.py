"""What can be checked of an event's file before another event is closed for it: reads the head and
changes nothing. What is in the file comes out when it is opened.
"""

from pathlib import Path

from app.store.file_names import demand_short, real_path
from app.store.log.event_log import BESIDE_WHILE_MADE, BESIDE_WHILE_OPEN
from app.store.log.file_lock import FileLock, demand_free
from app.store.log.log_file import demand_event, demand_new
from app.store.log.sqlite_errors import demand_writable


def demand_readable(path: Path) -> None:
    """Raise StoreError for what is no event's file."""
    demand_event(real_path(path))


def demand_openable(path: Path) -> None:
    """Raise StoreError also where nothing can be written, or another Flagfall has it open."""
    path = real_path(path)
    demand_short(path, BESIDE_WHILE_OPEN)
    demand_event(path)
    demand_free(path)
    demand_writable(path)


def demand_makeable(path: Path) -> None:
    """Raise StoreError where no event can be made: its name is taken, or its folder is closed."""
    demand_short(path, BESIDE_WHILE_MADE)
    path = real_path(path)
    demand_new(path)
    FileLock(path).release()
