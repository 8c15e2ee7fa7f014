"""The first line of a clock that dials in, and who may stay how long."""

import re
import socket
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest

from app.clock.drivers.dclk.lines import seal
from app.clock.links.door import FORGET_S, JOIN_S, Door, Join, read_join
from tests.patience import until

PAGE = (Path(__file__).parents[3] / "docs" / "dclk.md").read_text("utf-8")


def test_the_example_of_the_specification_is_read() -> None:
    (line,) = re.findall(r"^    (JOIN .*)$", PAGE, re.M)
    assert read_join(line.encode()) == Join(1, 3, "kJ3vX9mQp2RtYb7LwZ0aHg", "5A3F01C2")
    assert read_join(line.encode() + b"\r") == read_join(line.encode())


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "JOIN",
        "join dclk=1 table=3 secret=x uid=5A3F01C2",
        "JOIN table=3 secret=x uid=5A3F01C2",
        "JOIN dclk=one table=3 secret=x uid=5A3F01C2",
        "JOIN dclk=1 table=0 secret=x uid=5A3F01C2",
        "JOIN dclk=1 table=-3 secret=x uid=5A3F01C2",
        "JOIN dclk=1 table=10000 secret=x uid=5A3F01C2",
        "JOIN dclk=1 secret=x uid=5A3F01C2",
        "JOIN dclk=1 table=3 secret=x uid=5A3F01",
        "JOIN dclk=1 table=3 secret=x",
        "HI dclk=1 table=3 secret=x uid=5A3F01C2",
    ],
)
def test_a_line_that_does_not_say_who_and_where_is_none(payload: str) -> None:
    assert read_join(seal(payload).strip()) is None


def test_keys_come_in_any_order_and_unknown_ones_are_passed_over() -> None:
    line = seal("JOIN colour=red uid=5a3f01c2 secret=a=b table=12 dclk=1").strip()
    assert read_join(line) == Join(1, 12, "a=b", "5A3F01C2")


def test_a_newer_version_is_known_by_its_number_alone() -> None:
    join = read_join(seal("JOIN dclk=2 seat=7").strip())
    assert join is not None
    assert join.version == 2


def test_who_says_nothing_is_sent_away_and_forgotten_after_a_while() -> None:
    now_s = 1000.0
    door = Door(
        opens=lambda _table, _secret: False,
        now_ms=lambda: 0,
        changed=lambda: None,
        port=0,
        host="127.0.0.1",
        steady=lambda: now_s,
    )
    door.start()
    try:
        with socket.create_connection(("127.0.0.1", door.port), timeout=30) as caller:
            caller.sendall(b"JOIN dclk=1 tab")
            caller.setblocking(False)
            heard = b""

            def answered() -> bool:
                nonlocal now_s, heard
                now_s += JOIN_S / 4
                with suppress(BlockingIOError):
                    heard += caller.recv(10)
                return heard.startswith(b"NO silent ")

            until(answered, lambda: "it is sent away")
        until(lambda: door.refusals, lambda: "it is told")
        now_s += FORGET_S + 1
        until(lambda: not door.refusals, lambda: "it is forgotten")
    finally:
        door.stop()


def test_blank_lines_without_end_take_no_memory_and_a_long_line_is_none() -> None:
    door = Door(
        opens=lambda _table, _secret: True,
        now_ms=lambda: 0,
        changed=lambda: None,
        port=0,
        host="127.0.0.1",
        steady=lambda: 0.0,
    )
    join = "JOIN dclk=1 table=3 secret=x uid=5A3F01C2"
    blank = b"\r\n" * 32_768
    door.start()
    tracemalloc.start()
    try:
        with socket.create_connection(("127.0.0.1", door.port), timeout=30) as caller:
            for _ in range(128):  # 8 MB
                caller.sendall(blank)
            caller.sendall(seal(join))
            assert caller.recv(6) == b"JOINED"
            assert tracemalloc.get_traced_memory()[1] < 4_000_000
        with socket.create_connection(("127.0.0.1", door.port), timeout=30) as caller:
            caller.sendall(seal(f"{join} more={'x' * 200}"))
            assert caller.recv(12) == b"NO malformed"
    finally:
        tracemalloc.stop()
        door.stop()
