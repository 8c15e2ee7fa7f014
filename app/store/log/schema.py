"""The tables of an event's file, and the format number that changes with them."""

from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    bindparam,
    select,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from app.store.log import row_checks

APPLICATION_ID = int.from_bytes(b"FLAG", "big")

# One file holds one event; the column is there for a database that holds several.
TOURNAMENT = 1

TABLES = MetaData()

LOG = Table(
    "log",
    TABLES,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("act", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("station", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("checksum", LargeBinary, nullable=False),  # app.store.log.row_checks
    sqlite_with_rowid=False,  # one tree: a page less to write for every row
)

META = Table(
    "meta",
    TABLES,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

# The keys of ``meta``. From format 2 on all of them are there, and the last two are sealed.
FORMAT, APPLICATION, APPLICATION_VERSION = "format", "application", "application_version"
CHECKSUM = "checksum"  # the name of the algorithm
EVENT = "event"  # which event this is, the same in all its copies
SESSION = "session"  # who writes this file at present; the journal of another one is not its own
COMPUTER = "computer"  # that session, and the name of its computer; files from before have none
ALIVE = "last_alive_ms"
BOOT = "boot_instant"  # `app.clock.boot_instant`; sealed; files from before have none
SEALED = (SESSION, ALIVE)
KEYS = (FORMAT, APPLICATION, APPLICATION_VERSION, CHECKSUM, EVENT, *SEALED)

_meta_row = sqlite.insert(META)

# Compiled here once: turning a statement into text costs more than SQLite needs to run it.
MAKE_TABLES = tuple(
    str(CreateTable(table).compile(dialect=sqlite.dialect())) for table in TABLES.sorted_tables
)
INSERT_ROW = str(LOG.insert().compile(dialect=sqlite.dialect()))
SELECT_ROWS = str(
    select(*LOG.columns[1:])
    .where(LOG.c.tournament == TOURNAMENT)
    .order_by(LOG.c.seq)
    .compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
)
SELECT_ROWS_OF = str(
    select(*LOG.columns[1:])
    .where(LOG.c.tournament == bindparam(None), LOG.c.kind == bindparam(None))
    .order_by(LOG.c.seq)
    .compile(dialect=sqlite.dialect())
)
SELECT_ROWS_1 = SELECT_ROWS.replace(", log.checksum", "")
STORE_META = str(
    _meta_row.on_conflict_do_update(
        index_elements=[META.c.key], set_={"value": _meta_row.excluded.value}
    ).compile(dialect=sqlite.dialect())
)

Migration: TypeAlias = Callable[[Connection], None]


def _add_checksums(core: Connection) -> None:
    """Upgrade from format 1 to 2: give every row its checksum, and the event an identity."""
    meta = {row.key: row.value for row in core.execute(select(META))}
    event = new_event()
    chain = row_checks.beginning(event, meta[APPLICATION_VERSION])
    rows = []
    for row in core.exec_driver_sql(SELECT_ROWS_1).all():
        rows.append(row_checks.chain_row(tuple(row), chain))
        chain = rows[-1][-1][row_checks.SIZE :]
    core.exec_driver_sql("DROP TABLE log")
    LOG.create(core)
    if rows:
        core.exec_driver_sql(INSERT_ROW, [(TOURNAMENT, *row) for row in rows])
    added = {
        CHECKSUM: row_checks.ALGORITHM,
        EVENT: event,
        SESSION: row_checks.seal(SESSION, "", event),
        ALIVE: row_checks.seal(ALIVE, meta.get(ALIVE, ""), event),
    }
    for key, value in added.items():
        core.exec_driver_sql(STORE_META, (key, value))


def new_event() -> str:
    """Return an identity that no other event has."""
    return token_hex(8)


# Each brings a file from one format to the next, the first from format 1 to 2.
MIGRATIONS: Sequence[Migration] = (_add_checksums,)
