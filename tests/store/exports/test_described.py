"""docs/export.md is enough to read an export and to check it, without any of our code."""

import json
from hashlib import blake2b
from pathlib import Path

import pytest

from app.engine.acts.results import How
from app.engine.state import State
from app.store.exports.event_export import HEAD, KEYS, export_event, laid_out
from app.views.event.facts import fact_tables, worded_tables
from tests.events import Event

PAGE = (Path(__file__).parents[3] / "docs" / "export.md").read_text("utf-8")
ALGORITHM = "blake2b-128 row, blake2b-128 chain"


@pytest.fixture
def text(tmp_path: Path) -> str:
    event = Event(tmp_path / "event.flagfall")
    event.register(6, odd_names=True)
    event.start()
    event.close()
    return export_event(event.path)


def sum_of(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def test_every_key_and_table_and_value_is_described(text: str) -> None:
    tables = [*fact_tables(State()), *worded_tables(State(), [])]
    rows = json.loads(text)["rows"]
    words = {*HEAD, *KEYS, *rows[0], *(table.key for table in tables), *(how.value for how in How)}
    assert [word for word in words if f"`{word}`" not in PAGE] == []


def test_rows_can_be_checked_by_the_description_alone(text: str) -> None:
    whole = json.loads(text)
    chain = sum_of(f"{ALGORITHM}|{whole['event']}|{whole['made_by']}".encode())
    for row in whole["rows"]:
        data = json.dumps(row["data"], separators=(",", ":"), ensure_ascii=False)
        lengths = "|".join(str(len(row[key])) for key in ("station", "actor", "kind"))
        numbers = "|".join(str(row[key]) for key in ("seq", "act", "at_ms", "version"))
        names = f"{row['station']}{row['actor']}{row['kind']}"
        own = sum_of(f"{numbers}|{lengths}|{names}{data}".encode())
        chain = sum_of(chain + own)
        assert row["checksum"] == (own + chain).hex(), row["seq"]


def test_each_member_of_a_list_is_on_a_line_of_its_own() -> None:
    parts = {"a": [1, 2], "b": [], "c": "x"}
    laid = "".join(laid_out(parts.items()))
    assert laid == '{\n"a": [\n1,\n2\n],\n"b": [],\n"c": "x"\n}'
