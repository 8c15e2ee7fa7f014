"""Other ways to open an event: despite missing rows, at its own time, or read-only."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.store.events import AnyLog
    from app.store.server.address import Place
    from app.ui.shell.opening.event_opener import OpenDesk


def open_as_it_is(kept: "Place", _create: bool = False) -> "Desk":
    """Return a desk for an event, even though rows that this computer wrote are missing."""
    from app.desk.desk import Desk
    from app.store.events import open_log

    return Desk(lambda: open_log(kept, as_it_is=True))


def open_made_now(open_desk: "OpenDesk", kept: "Place", create: bool) -> "Desk":
    """Return a desk for an event that has just been made. The desk does not record that the event
    was closed for a while, so the event's clocks go on running.
    """
    desk = open_desk(kept, create)
    desk.is_made_now = True
    return desk


def open_at_its_end(kept: "Place", _create: bool = False) -> "Desk":
    """Return a desk for an event whose time continues from where its file ended, however long ago
    that was.
    """
    from app.clock.timeline import SetTimeline
    from app.desk.desk import Desk
    from app.store.events import open_log

    return Desk(lambda: open_log(kept), timeline=SetTimeline(0))


def open_read_only(kept: "Place", _create: bool = False) -> "Desk":
    """Return a desk for everything readable in a file. The event's time continues from where the
    file ended, and nothing is written.
    """
    from app.clock.timeline import SetTimeline
    from app.desk.desk import Desk

    return Desk(lambda: _readable(kept), timeline=SetTimeline(0))


def _readable(kept: "Place") -> "AnyLog":
    from app.store.errors import Damaged
    from app.store.events import open_log
    from app.store.rescue.repair import repair

    try:
        return open_log(kept, read_only=True)
    except Damaged:
        if not isinstance(kept, Path):
            raise
        with TemporaryDirectory(prefix="flagfall-") as folder:
            repaired = repair(kept, Path(folder) / kept.name)
            return open_log(repaired.file, read_only=True)  # from then on it is in memory
