"""A PostgreSQL server: connecting to a database, what events it holds, and what goes wrong there.

Imports psycopg, which not every installation has, so the program loads this module late.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from psycopg import Connection, Error, OperationalError, connect, errors
from sqlalchemy import Engine, NullPool, create_engine, select
from sqlalchemy.exc import DBAPIError

from app.engine.language import say
from app.engine.text import shortened
from app.store.errors import Away, StoreError
from app.store.server.address import ServerEvent
from app.store.server.passwords import password_of
from app.store.server.schema import EVENTS, migrate

Line: TypeAlias = Connection[tuple[Any, ...]]

CONNECT_SECONDS = 5
STALLED_MS = 5_000  # nothing came back for so long: the line is cut
# A station that lost its power, or whose line was cut, must not keep the others waiting.
SETTINGS = (
    "-c client_min_messages=warning -c idle_in_transaction_session_timeout=5s"
    " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
)
MOST = 160

NOT_REACHED = say(
    "The database server {name} cannot be reached ({text}). See that it runs and that this"
    " computer is in its network."
)
REFUSED = say(
    "The database server {name} does not let this station in ({text}). Check the user, the"
    " password and the server's pg_hba.conf."
)
NO_DATABASE = say("There is no such database on the server {name} ({text}).")
NOT_ALLOWED = say("This station's database role may not do that ({text}).")
OTHER = say("The database server {name} gives an error ({text}).")


@dataclass(frozen=True, slots=True)
class Listed:
    """An event of a database, as a list of events shows it."""

    tournament: int
    name: str
    event: str
    """Which event this is, the same in all its copies."""
    version: str
    """Of the Flagfall that made it."""
    alive_ms: int | None
    """When a station is last known to have run."""


def server_name(database: str) -> str:
    """The server in a sentence."""
    return ServerEvent(database, "").server


def connected(database: str, name: str = "Flagfall") -> Line:
    """A connection of which each statement is a transaction. ``name`` is what the server's list of
    connections shows. Raises StoreError.
    """
    password = password_of(database)
    with in_sentences(database):
        return connect(
            database,
            password=password,
            autocommit=True,
            application_name=name,
            connect_timeout=CONNECT_SECONDS,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            tcp_user_timeout=STALLED_MS,
            options=SETTINGS,
        )


def prepare(database: str) -> None:
    """Make the tables where they are missing. Raises StoreError."""
    with in_sentences(database), closing(connected(database)) as raw:
        raw.autocommit = False
        with engine(lambda: raw).begin() as core:
            migrate(core, server_name(database))


def engine(connect: Callable[[], Line]) -> Engine:
    """What SQLAlchemy makes tables with, on a connection of ours."""
    return create_engine("postgresql+psycopg://", creator=connect, poolclass=NullPool)


def events_of(raw: Line) -> list[Listed]:
    """The events of a database, by name. Raises psycopg's errors."""
    columns = (EVENTS.c.tournament, EVENTS.c.name, EVENTS.c.event, EVENTS.c.version)
    statement = select(*columns, EVENTS.c.alive_ms).order_by(EVENTS.c.name)
    return [Listed(*row) for row in raw.execute(str(statement).encode())]


def listed(database: str) -> Sequence[Listed]:
    """The same by a connection of its own; the tables are made where they are missing."""
    prepare(database)
    with in_sentences(database), closing(connected(database)) as raw:
        return events_of(raw)


@contextmanager
def in_sentences(database: str) -> Iterator[None]:
    """Turn the server's errors into a StoreError, and a line that is cut into `Away`."""
    try:
        yield
    except DBAPIError as error:
        raise _as_sentence(database, error.orig) from error
    except Error as error:
        raise _as_sentence(database, error) from error


def _as_sentence(database: str, error: BaseException | None) -> StoreError:
    text = shortened(" ".join(str(error).split()), MOST)
    sentence, kind = OTHER, StoreError
    state = getattr(error, "sqlstate", None) or ""
    if isinstance(error, errors.InsufficientPrivilege):
        sentence = NOT_ALLOWED
    elif state.startswith("28") or "password" in text or "pg_hba" in text:
        sentence = REFUSED
    elif isinstance(error, errors.InvalidCatalogName) or "does not exist" in text:
        sentence = NO_DATABASE
    elif isinstance(error, OperationalError):
        sentence, kind = NOT_REACHED, Away
    return kind(sentence.format(name=server_name(database), text=text))
