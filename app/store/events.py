"""Opening an event wherever it is kept: in a file, or in a database on a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.progress import Progress, no_progress, share_of
from app.store.errors import StoreError
from app.store.file_names import exists, real_path
from app.store.log import event_log, row_checks
from app.store.log.event_log import EventLog
from app.store.log.log_file import Contents, inspect, write_whole
from app.store.log.packed_rows import PackedRows
from app.store.log.schema import new_event
from app.store.log.sqlite_errors import in_sentences
from app.store.photos import copy_photos
from app.store.server.address import Place

if TYPE_CHECKING:
    from app.store.server.server_log import ServerLog

AnyLog: TypeAlias = "EventLog | ServerLog"

NO_POSTGRESQL = say(
    "This Flagfall was installed without what it needs for PostgreSQL. Install flagfall[server]."
)
READ = 0.3
"""The approximate share of a copy that is done once the source has been read."""
ALREADY = say("{path} is already there. Choose another name.")


def create(place: Place, station: str = "") -> AnyLog:
    """Make a new event and open it. ``station`` is this station's name on a server. Raises
    StoreError if that is not possible.
    """
    if isinstance(place, Path):
        return event_log.create(place)
    with _postgresql():
        from app.store.server import server_log

        return server_log.create(place, station)


def open_log(
    place: Place, station: str = "", *, read_only: bool = False, as_it_is: bool = False
) -> AnyLog:
    """Open an event. With ``read_only`` the event is read as it is now and nothing is written. With
    ``as_it_is`` a file that lacks rows is opened anyway. Raises StoreError or a subclass of it if
    the event cannot be opened.
    """
    if isinstance(place, Path):
        return event_log.open_log(place, read_only=read_only, as_it_is=as_it_is)
    with _postgresql():
        from app.store.server import server_log

        return server_log.open_log(place, station, read_only=read_only)


def names(database: str) -> list[str]:
    """Return the names of the events in a database. Raises StoreError if the database cannot be
    read.
    """
    with _postgresql():
        from app.store.server.server import list_events

        return [event.name for event in list_events(database)]


def make_roles(database: str) -> None:
    """Create the roles for stations in a database, or bring existing ones up to date. Raises
    StoreError if the server is out of reach or refuses.
    """
    with _postgresql():
        from app.store.server.roles import make_roles

        make_roles(database)


def make_user(database: str, name: str, role: Role, password: str) -> None:
    """Create a station's user, or change the role and password of an existing one. Raises
    StoreError if the server is out of reach or refuses.
    """
    with _postgresql():
        from app.store.server.roles import make_user

        make_user(database, name, role, password)


def copy(source: Place, target: Place, report_progress: Progress = no_progress) -> int:
    """Copy an event between a file and a server, in either direction, or between two files or two
    servers. Returns the number of rows. The rows keep their checksums, so the digest stays the
    same.

    An existing file or event is never replaced. Raises StoreError if the event cannot be read or
    the copy cannot be written, and whatever ``report_progress`` raises; then there is no copy.
    """
    contents = contents_of(source)
    report_progress(READ)
    contents = replace(contents if contents.event else _upgrade(contents), session="")
    if isinstance(target, Path):
        if exists(target):
            raise StoreError(ALREADY.format(path=target))
        with in_sentences(target):
            write_whole(target, contents)
        if isinstance(source, Path):
            copy_photos(source, target, contents.rows)
    else:
        with _postgresql():
            from app.store.server import server_log

            server_log.add(target, contents, share_of(report_progress, READ, 1))
    return len(contents.rows)


def contents_of(place: Place) -> Contents:
    """Return everything that an event holds at present, even while it is open. Raises StoreError if
    it cannot be read.
    """
    if isinstance(place, Path):
        return inspect(real_path(place)).contents
    with open_log(place, read_only=True) as log:
        return replace(log.contents, alive_ms=log.last_sign.alive_ms)


def _upgrade(contents: Contents) -> Contents:
    """Return the contents of a file of format 1 as they would be after an upgrade."""
    event, rows = new_event(), PackedRows()
    chain = row_checks.beginning(event, contents.version)
    for row in contents.rows:
        rows.append(row_checks.chain_row(row[:-1], chain))
        chain = rows[-1][-1][row_checks.SIZE :]
    return replace(contents, event=event, rows=rows)


@contextmanager
def _postgresql() -> Iterator[None]:
    """Raise StoreError with a sentence if the library for PostgreSQL is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("psycopg"):
            raise
        raise StoreError(NO_POSTGRESQL) from error
