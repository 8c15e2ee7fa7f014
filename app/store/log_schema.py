"""The tables of an event's file and the numbers that say which tables those are."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, Table, Text, select
from sqlalchemy.dialects import sqlite

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
    sqlite_with_rowid=False,  # one tree: a page less to write for every row
)

META = Table(
    "meta",
    TABLES,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

Migration: TypeAlias = Callable[[Connection], None]

# Each brings a file from one format to the next, the first from format 1 to 2.
MIGRATIONS: Sequence[Migration] = ()

_meta_row = sqlite.insert(META)

# Compiled here once: turning a statement into text costs more than SQLite needs to run it.
INSERT_ROW = str(LOG.insert().compile(dialect=sqlite.dialect()))
SELECT_ROWS = str(
    select(*LOG.columns[1:])
    .where(LOG.c.tournament == TOURNAMENT)
    .order_by(LOG.c.seq)
    .compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
)
STORE_META = str(
    _meta_row.on_conflict_do_update(
        index_elements=[META.c.key], set_={"value": _meta_row.excluded.value}
    ).compile(dialect=sqlite.dialect())
)
