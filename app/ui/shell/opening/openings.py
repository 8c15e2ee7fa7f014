"""Other ways to open an event's file: as it is, at its own time, and in safe mode, where nothing
is written.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.desk import Desk
    from app.store.log.event_log import EventLog


def open_as_it_is(path: Path, _create: bool = False) -> "Desk":
    """Go on with a file in which rows are missing that this computer wrote."""
    from app.desk import Desk
    from app.store.log.event_log import open_log

    return Desk(lambda: open_log(path, as_it_is=True))


def open_at_its_end(path: Path, _create: bool = False) -> "Desk":
    """As the file was left: time stands where it ended, however far that is from today."""
    from app.clock.timeline import SetTimeline
    from app.desk import Desk
    from app.store.log.event_log import open_log

    return Desk(lambda: open_log(path), timeline=SetTimeline(0))


def open_read_only(path: Path, _create: bool = False) -> "Desk":
    """Show what can be read of a file; time stands where it ended, and nothing is written."""
    from app.clock.timeline import SetTimeline
    from app.desk import Desk

    return Desk(lambda: _readable(path), timeline=SetTimeline(0))


def _readable(path: Path) -> "EventLog":
    from app.store.errors import Damaged
    from app.store.log.event_log import open_log
    from app.store.rescue.repair import repair

    try:
        return open_log(path, read_only=True)
    except Damaged:
        with TemporaryDirectory(prefix="flagfall-") as folder:
            repaired = repair(path, Path(folder) / path.name)
            return open_log(repaired.file, read_only=True)  # it is in memory from then on
