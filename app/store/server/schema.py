"""The tables of a database with events: the log with the same rows as an event's file, the list of
events, and the stations that run them. The tables are created and migrated here.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    DateTime,
    Identity,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    func,
    inspect,
    select,
)

from app.engine.language import say
from app.store.errors import StoreError
from app.store.log.schema import APPLICATION, FORMAT, LOG, META, TABLES

BESIDE_LOG = MetaData()

EVENTS = Table(
    "event",
    BESIDE_LOG,
    Column("tournament", Integer, Identity(), primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("event", Text, nullable=False),  # which event this is, the same in all its copies
    Column("version", Text, nullable=False),  # the version of Flagfall that made it
    Column("alive_ms", BigInteger),  # when a station is last known to have run
)

STATIONS = Table(
    "station",
    BESIDE_LOG,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("session", Text, primary_key=True),  # one run of the program
    Column("name", Text, nullable=False),
    Column("seen", DateTime(timezone=True), nullable=False),  # by the server's clock
    Column("pages", Text, nullable=False, server_default=""),  # their address, while they are on
)

LEASES = Table(
    "lease",
    BESIDE_LOG,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),  # a table; 0 for all others
    Column("session", Text, nullable=False),  # the station that runs it
    Column("until", DateTime(timezone=True), nullable=False),  # unless it renews, by the server
)

NEWER = say(
    "The database {name} was made by a newer Flagfall than this one. Update Flagfall on this"
    " computer to open it."
)
OLDER = say(
    "The database {name} was made by an older Flagfall, and only {owner}, who owns its tables, can"
    " bring it up to date. On a computer with this version, let {owner} run: flagfall {command}"
    " --ask-password {address}"
)
OLDER_HALL = say(
    "The event server at {name} was made by an older Flagfall. Update Flagfall on the laptop that"
    " runs it, then stop the server there and start it again."
)
OTHERS = say("The database {name} holds tables of another program. Make one for Flagfall alone.")

LOCK_CLASS = int.from_bytes(b"FLAG", "big")
"""The class of Flagfall's locks among the database's advisory locks."""
WHOLE_DATABASE = 0
"""The number of the lock that is held while the tables are created. An event's lock has the event's
number.
"""
NEWS = "flagfall"
"""The channel that notifies stations of each other's rows."""

COLUMNS = ", ".join(column.name for column in LOG.columns)
# Only bytes have another name in PostgreSQL. Its dialect, which knows that, loads slowly, and is
# needed only where tables are made.
_TYPES = tuple(
    "BYTEA" if isinstance(column.type, LargeBinary) else str(column.type)
    for column in LOG.columns[1:]
)
_ARRAYS = ", ".join(f"%s::{kind}[]" for kind in _TYPES)
_VALUES = ", ".join(f"%s::{kind}" for kind in _TYPES)


def _insert(fresh: str) -> str:
    """Return one statement that inserts rows and sends a notice, so that a write is one transaction
    and needs only one trip to the server.
    """
    return (
        f"WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared({LOCK_CLASS}, %s)),"
        f" written AS (INSERT INTO {LOG.name} ({COLUMNS}) SELECT %s, {fresh})"
        f" SELECT pg_notify('{NEWS}', %s)"
    )


INSERT_ROWS = _insert(f"fresh.* FROM turn, unnest({_ARRAYS}) AS fresh")
INSERT_ROW = _insert(f"{_VALUES} FROM turn")
"""The statement for a single row, which is all that most acts have. Arrays of values would cost
more to send.
"""
SELECT_ROWS = (
    f"SELECT {', '.join(column.name for column in LOG.columns[1:])} FROM {LOG.name}"
    f" WHERE tournament = %s AND seq > %s ORDER BY seq"
)
TAKE_TURN = f"SELECT pg_advisory_xact_lock({LOCK_CLASS}, %s)"
NOTE_ALIVE = f"UPDATE {EVENTS.name} SET alive_ms = greatest(alive_ms, %s) WHERE tournament = %s"

Migration: TypeAlias = Callable[[Connection], None]


def _make(core: Connection) -> None:
    """Create the tables of format 1."""
    TABLES.create_all(core)
    BESIDE_LOG.create_all(core, tables=[EVENTS, STATIONS])
    core.execute(META.insert().values(key=APPLICATION, value="flagfall"))
    core.execute(META.insert().values(key=FORMAT, value="0"))


def _lease_tables(core: Connection) -> None:
    """Upgrade from format 1, which had one lease for all tables of an event."""
    for column in ("keeper", "keeper_until"):
        core.exec_driver_sql(f"ALTER TABLE {EVENTS.name} DROP COLUMN IF EXISTS {column}")
    BESIDE_LOG.create_all(core, tables=[LEASES])


def _note_pages(core: Connection) -> None:
    """Upgrade from format 2, which did not record the address of a station's pages."""
    core.exec_driver_sql(
        f"ALTER TABLE {STATIONS.name} ADD COLUMN IF NOT EXISTS pages text NOT NULL DEFAULT ''"
    )


# Each brings a database from one format to the next, the first from nothing to format 1.
MIGRATIONS: Sequence[Migration] = (_make, _lease_tables, _note_pages)

COUNT_CURRENT = (
    f"SELECT count(*) FROM {META.name} WHERE (key, value)"
    f" IN (('{APPLICATION}', 'flagfall'), ('{FORMAT}', '{len(MIGRATIONS)}'))"
)
"""The statement that returns 2 where the tables are those of this version."""


def migrate(
    core: Connection,
    name: str,
    migrations: Sequence[Migration] = MIGRATIONS,
    *,
    in_hall: bool = False,
) -> None:
    """Create or upgrade the tables within the current transaction. ``in_hall`` says that the server
    is a hall's, which nobody set up by hand. Raises StoreError if the database belongs to another
    program or is newer than this Flagfall.
    """
    found = _format(core, name, migrations)
    if found == len(migrations):
        return
    if found:
        _demand_owner(core, name, in_hall=in_hall)
    core.execute(select(func.pg_advisory_xact_lock(LOCK_CLASS, WHOLE_DATABASE)))
    for migration in migrations[_format(core, name, migrations) :]:
        migration(core)
    core.execute(META.update().where(META.c.key == FORMAT).values(value=str(len(migrations))))


def _demand_owner(core: Connection, name: str, *, in_hall: bool) -> None:
    """Raise StoreError, naming the owner and the command to run, if the user may not change tables.
    In a database with roles that command also brings the roles up to date.
    """
    owner, is_owner = core.exec_driver_sql(
        "SELECT tableowner, pg_has_role(current_user, tableowner, 'MEMBER') FROM pg_tables"
        f" WHERE tablename = '{META.name}' AND schemaname = ANY(current_schemas(false))"
    ).one()
    if is_owner:
        return
    if in_hall:
        raise StoreError(OLDER_HALL.format(name=name))
    has_roles = core.exec_driver_sql(
        "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'flagfall_organizer')"
    ).scalar_one()
    address = URL.create(
        "postgresql+psycopg",
        username=owner,
        host=core.exec_driver_sql("SELECT host(inet_server_addr())").scalar_one(),
        port=core.exec_driver_sql("SELECT inet_server_port()").scalar_one(),
        database=core.exec_driver_sql("SELECT current_database()").scalar_one(),
    )
    command = "roles" if has_roles else "events"
    raise StoreError(OLDER.format(name=name, owner=owner, command=command, address=address))


def _format(core: Connection, name: str, migrations: Sequence[Migration]) -> int:
    there = {*inspect(core).get_table_names()}
    if META.name not in there:
        if there & {LOG.name, EVENTS.name, STATIONS.name}:
            raise StoreError(OTHERS.format(name=name))
        return 0
    meta = {row.key: row.value for row in core.execute(select(META.c.key, META.c.value))}
    if meta.get(APPLICATION) != "flagfall" or not meta.get(FORMAT, "").isdecimal():
        raise StoreError(OTHERS.format(name=name))
    if int(meta[FORMAT]) > len(migrations):
        raise StoreError(NEWER.format(name=name))
    return int(meta[FORMAT])
