"""Opening an event wherever it is kept: in a file, or in a database on a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app.engine.acts.stations.roles import Role
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
"""Which part of a copy is done when the source is read, about."""
ALREADY = say("{path} is already there. Choose another name.")


def create(place: Place, station: str = "") -> AnyLog:
    """Make a new event and open it. ``station`` is this station's name on a server. Raises
    StoreError.
    """
    if isinstance(place, Path):
        return event_log.create(place)
    with _postgresql():
        from app.store.server import server_log

        return server_log.create(place, station)


def open_log(
    place: Place, station: str = "", *, read_only: bool = False, as_it_is: bool = False
) -> AnyLog:
    """Open an event; ``read_only`` sees it as it is now and writes nothing, ``as_it_is`` goes on
    with a file that lacks rows. Raises StoreError, as the functions of this name for files and for
    servers do.
    """
    if isinstance(place, Path):
        return event_log.open_log(place, read_only=read_only, as_it_is=as_it_is)
    with _postgresql():
        from app.store.server import server_log

        return server_log.open_log(place, station, read_only=read_only)


def names(database: str) -> list[str]:
    """Return the events that a database holds. Raises StoreError."""
    with _postgresql():
        from app.store.server.server import list_events

        return [event.name for event in list_events(database)]


def make_roles(database: str) -> None:
    """Make the roles of stations in a database, or bring them up to date. Raises StoreError."""
    with _postgresql():
        from app.store.server.roles import make_roles

        make_roles(database)


def make_user(database: str, name: str, role: Role, password: str) -> None:
    """Make a station's user, or give one that is there this role and password. Raises
    StoreError.
    """
    with _postgresql():
        from app.store.server.roles import make_user

        make_user(database, name, role, password)


def copy(source: Place, target: Place, report_progress: Progress = no_progress) -> int:
    """Copy an event from a file to a server, back, or elsewhere: its rows with their checksums, so
    that its digest is the same. Returns how many rows there are. Raises StoreError, and what
    ``report_progress`` does; then there is no copy. What is there already is never replaced.
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
            copy_photos(source, target)
    else:
        with _postgresql():
            from app.store.server import server_log

            server_log.add(target, contents, share_of(report_progress, READ, 1))
    return len(contents.rows)


def contents_of(place: Place) -> Contents:
    """Return everything that an event holds at present, also one that is open. Raises
    StoreError.
    """
    if isinstance(place, Path):
        return inspect(real_path(place)).contents
    with open_log(place, read_only=True) as log:
        return replace(log.contents, alive_ms=log.last_sign.alive_ms)


def _upgrade(contents: Contents) -> Contents:
    """Return a file of format 1 as it would be once it was opened."""
    event, rows = new_event(), PackedRows()
    chain = row_checks.beginning(event, contents.version)
    for row in contents.rows:
        rows.append(row_checks.chain_row(row[:-1], chain))
        chain = rows[-1][-1][row_checks.SIZE :]
    return replace(contents, event=event, rows=rows)


@contextmanager
def _postgresql() -> Iterator[None]:
    """Say where the library for PostgreSQL is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("psycopg"):
            raise
        raise StoreError(NO_POSTGRESQL) from error
