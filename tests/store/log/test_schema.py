"""The tables of a file, as other programs read them."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import Table

from app.store.log.schema import MAKE_TABLES
from app.store.server.schema import EVENTS, LEASES, STATIONS


@pytest.mark.parametrize("table", ["log", "meta"])
def test_no_column_of_a_file_may_be_null(table: str) -> None:
    with closing(sqlite3.connect(":memory:")) as raw:
        for statement in MAKE_TABLES:
            raw.execute(statement)
        columns = raw.execute(f"PRAGMA table_info({table})").fetchall()
    assert columns
    assert [name for _, name, _, filled, *_ in columns if not filled] == []


@pytest.mark.parametrize(
    ("table", "may_be_empty"),
    [(EVENTS, {"alive_ms"}), (STATIONS, set()), (LEASES, set())],
)
def test_on_a_server_only_columns_for_acts_not_yet_done_may_be_null(
    table: Table, may_be_empty: set[str]
) -> None:
    assert {column.name for column in table.columns if column.nullable} == may_be_empty
