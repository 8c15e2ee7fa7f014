"""A PostgreSQL server: connecting to a database, listing its events, and explaining errors.

Imports psycopg, which not every installation has, so the program loads this module late.
"""

import re
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct
from psycopg import Connection, DataError, Error, OperationalError, ProgrammingError, errors
from sqlalchemy import Engine, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from app.engine.language import say
from app.engine.text import shorten
from app.store.errors import Away, LockedOut, StoreError
from app.store.server.address import ServerEvent, is_hall
from app.store.server.passwords import password_of
from app.store.server.schema import COUNT_CURRENT, EVENTS, migrate

T = TypeVar("T")

CONNECT_SECONDS = 5
STALLED_SECONDS = 5
"""The seconds without any answer after which a connection is closed."""
UNHURRIED_SECONDS = 60
"""The seconds without any answer for work that may take a server long, while nobody waits for a
clock.
"""
# A station that lost its power, or whose line was cut, must not keep the others waiting.
SETTINGS = (
    "-c client_min_messages=warning -c idle_in_transaction_session_timeout=5s"
    " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
)
MOST = 160
SELECT_EVENTS = f"SELECT tournament, name, event, version, alive_ms FROM {EVENTS.name}"


class WayIn(NamedTuple):
    """The advice when a server refuses the user: one sentence for the windows, one for a
    terminal.
    """

    in_window: str
    at_terminal: str


NOT_REACHED = say(
    "The database server {name} cannot be reached ({text}). Check that it is running and that this"
    " computer is in its network."
)
REFUSED = say(
    "The database server {name} does not let this station in ({text}). Check the user, the"
    " password and the database."
)
WRONG_PASSWORD = WayIn(
    say(
        "The database server {name} does not accept this user and password. Type both again under"
        " File › Events on a server."
    ),
    say(
        "The database server {name} does not accept this user and password. Check the user in the"
        " address, and type the password again with --ask-password."
    ),
)
NO_PASSWORD = WayIn(
    say("The database server {name} requires a password. Type it under File › Events on a server."),
    say(
        "The database server {name} requires a password. Run the command again with --ask-password."
    ),
)
JOIN_AGAIN = WayIn(
    say(
        "The event server at {name} does not let this computer in. Join it again with its code"
        " under File › Several laptops…"
    ),
    say(
        "The event server at {name} does not let this computer in. Join it again: flagfall"
        " stations join CODE {address}"
    ),
)
NOT_LISTED = say(
    "The database server {name} does not accept connections from this computer ({text}). Add a"
    " line for its network to the server’s pg_hba.conf and reload PostgreSQL."
)
UNENCRYPTED = say(
    "The database server {name} has no encryption. Set ssl = on in its postgresql.conf, or connect"
    " without encryption."
)
UNPROVEN = say(
    "The database server {name} has a certificate that this computer does not trust ({text})."
    " Check sslmode, sslrootcert and the server’s name."
)
NO_DATABASE = say(
    "The server {name} has no database of this name ({text}). Check the name, or create the"
    " database."
)
NOT_ALLOWED = say(
    "The database does not allow this user to do that ({text}). Use another user, or give this one"
    " the right."
)
NO_ADDRESS = say("The address of the database server {name} is incomplete or wrong ({text}).")
OTHER = say("The database server {name} reports an error ({text}).")

REASON = re.compile(r".*(?:FATAL|failed|is bad): +(.*)")
HINT = re.compile(
    " (CONTEXT: |Is the server running|This probably means|Either provide the file).*"
)
REASONS: Sequence[tuple[re.Pattern[str], str | WayIn]] = (
    (re.compile("password authentication failed|role .* does not exist"), WRONG_PASSWORD),
    (re.compile("no password supplied"), NO_PASSWORD),
    (re.compile("pg_hba"), NOT_LISTED),
    (re.compile("server does not support SSL"), UNENCRYPTED),
    (re.compile("certificate"), UNPROVEN),
    (re.compile("connection is bad: "), NO_ADDRESS),
    (re.compile("database .* does not exist"), NO_DATABASE),
)
"""Patterns for messages of libpq or a server on a failed connection, each with its sentence. Such
errors have no code.
"""
CUT = re.compile("server closed the connection|timeout|terminat|starting up|shutting down")


class Stalled(OperationalError):
    """The server has not answered for too long; the statement may or may not have been executed."""


class Line(Connection[tuple[Any, ...]]):
    """A connection that is closed when the server falls silent. Not every system notices by itself
    that a connection is dead.
    """

    patience_s = STALLED_SECONDS
    silent_until_s = 0.0
    """The instant, by `time.monotonic`, before which it is useless to try to reach the server
    again.
    """

    def wait(self, gen: Generator[Any, Any, T], *given: Any, **more: Any) -> T:
        """Wait for the server's answer. Raises Stalled if there is none in time."""
        try:
            return super().wait(_moving(gen, self.patience_s), *given, **more)
        except Stalled:
            self.silent_until_s = time.monotonic() + STALLED_SECONDS
            self.close()
            raise


def _moving(gen: Generator[Any, Any, T], patience_s: float) -> Generator[Any, Any, T]:
    """Yield the steps of ``gen``. Raise Stalled if none of them is ready for ``patience_s``."""
    end_s = time.monotonic() + patience_s
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready:
                end_s = time.monotonic() + patience_s
            elif time.monotonic() > end_s:
                raise Stalled("no answer")
            wanted = gen.send(ready)
    except StopIteration as done:
        result: T = done.value
        return result


class Listed(Struct, frozen=True):
    """An event of a database, as it appears in a list of events."""

    tournament: int
    name: str
    event: str
    """The event's identity, which is the same in all its copies."""
    version: str
    """The version of Flagfall that created the event."""
    alive_ms: int | None
    """The last instant at which a station is known to have run."""


def server_name(database: str) -> str:
    """Return the server's name for a sentence."""
    return ServerEvent(database, "").server


def open_line(database: str, name: str = "Flagfall", *, patience_s: int = STALLED_SECONDS) -> Line:
    """Return a connection on which each statement is a transaction. ``name`` appears in the
    server's list of connections. The connection is closed after ``patience_s`` without an answer.
    Raises StoreError if the server cannot be reached or refuses.
    """
    password = password_of(database)
    with in_sentences(database):
        line = Line.connect(
            database,
            password=password,
            autocommit=True,
            application_name=name,
            connect_timeout=CONNECT_SECONDS,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            tcp_user_timeout=1_000 * STALLED_SECONDS,
            options=SETTINGS,
        )
    line.patience_s = patience_s
    return line


def open_prepared(
    database: str, name: str = "Flagfall", *, patience_s: int = STALLED_SECONDS
) -> Line:
    """Return a connection as `open_line` does, after creating missing tables and upgrading older
    ones. Raises StoreError if that is not possible.
    """
    line = open_line(database, name, patience_s=patience_s)
    try:
        with in_sentences(database):
            if not _is_current(line):
                _upgrade(database)
    except BaseException:
        line.close()
        raise
    return line


def _is_current(line: Line) -> bool:
    """Tell whether the tables are those of this version. Raises psycopg's errors."""
    with suppress(DataError, ProgrammingError):  # no tables, or another program's
        return line.execute(COUNT_CURRENT).fetchone() == (2,)
    return False


def _upgrade(database: str) -> None:
    unhurried = open_line(database, patience_s=UNHURRIED_SECONDS)
    with closing(unhurried) as raw:
        raw.autocommit = False
        with engine(lambda: raw).begin() as core:
            migrate(core, server_name(database), in_hall=is_hall(database))


def engine(connect: Callable[[], Line]) -> Engine:
    """Return an engine with which SQLAlchemy creates tables on a connection that ``connect``
    returns.
    """
    return create_engine("postgresql+psycopg://", creator=connect, poolclass=NullPool)


def events_of(raw: Line) -> list[Listed]:
    """Return the events of a database, sorted by name. Raises psycopg's errors."""
    return [Listed(*row) for row in raw.execute(f"{SELECT_EVENTS} ORDER BY name")]


def find_event(raw: Line, name: str) -> Listed | None:
    """Return the event of this name in a database, or None if there is none. Raises psycopg's
    errors.
    """
    found = raw.execute(f"{SELECT_EVENTS} WHERE name = %s", (name,)).fetchone()
    return None if found is None else Listed(*found)


def list_events(database: str) -> Sequence[Listed]:
    """Return the events of a database over a new connection, creating missing tables. Raises
    StoreError if the database cannot be read.
    """
    with in_sentences(database), closing(open_prepared(database)) as raw:
        return events_of(raw)


@contextmanager
def in_sentences(database: str) -> Iterator[None]:
    """Turn the server's errors into a StoreError, and a lost connection into `Away`."""
    try:
        yield
    except DBAPIError as error:
        raise _as_sentence(database, error.orig) from error
    except Error as error:
        raise _as_sentence(database, error) from error


def _as_sentence(database: str, error: BaseException | None) -> StoreError:
    whole = " ".join(str(error).split())
    sentence, kind = _sentence(error, whole)
    if isinstance(sentence, WayIn):
        return _locked_out(database, sentence)
    found = REASON.match(whole)
    text = HINT.sub("", found[1] if found else whole)
    return kind(sentence.format(name=server_name(database), text=shorten(text, MOST)))


def _locked_out(database: str, way_in: WayIn) -> LockedOut:
    """Return an error that says where to type the password. If the server is a hall's, whose
    password nobody has seen, the error says to join again.
    """
    way_in = JOIN_AGAIN if is_hall(database) else way_in
    name, address = server_name(database), urlsplit(database).netloc.rpartition("@")[2]
    return LockedOut(*(words.format(name=name, address=address) for words in way_in))


def _sentence(error: BaseException | None, text: str) -> tuple[str | WayIn, type[StoreError]]:
    if isinstance(error, errors.InsufficientPrivilege):
        return NOT_ALLOWED, StoreError
    if not isinstance(error, OperationalError):
        return OTHER, StoreError
    for reason, sentence in REASONS:
        if reason.search(text):
            return sentence, StoreError
    line = getattr(error, "pgconn", None)
    if line is not None and not CUT.search(text):  # a server may say it in any language
        if line.needs_password:
            return NO_PASSWORD, StoreError
        if line.used_password:
            return REFUSED, StoreError
    return NOT_REACHED, Away
