"""The first line of a clock that dials in, and who may stay how long."""

import re
import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from app.clock.drivers.dclk.lines import seal_line
from app.clock.links.door import (
    FLOOD,
    FORGET_S,
    JOIN_S,
    MOST_REFUSED,
    REPLACED,
    SPEAKS_S,
    DialledLink,
    Door,
    Join,
    read_join,
)
from tests.clock.callers import NONCE, Caller, answer, dials, hash_of, join, joining, old_join
from tests.patience import until

PAGE = (Path(__file__).parents[3] / "docs" / "dclk.md").read_text("utf-8")


def test_the_join_line_in_the_specification_is_read() -> None:
    (line,) = re.findall(r"^    (JOIN .*)$", PAGE, re.M)
    nonce = "6f1e7c2b90a84d35b1c0ffee12345678"
    assert read_join(line.encode()) == Join(1, 3, "5A3F01C2", nonce)
    assert read_join(line.encode() + b"\r") == read_join(line.encode())


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "JOIN",
        "join dclk=1 table=3 uid=5A3F01C2 nonce=N",
        "JOIN table=3 uid=5A3F01C2 nonce=N",
        "JOIN dclk=one table=3 uid=5A3F01C2 nonce=N",
        "JOIN dclk=1 table=0 uid=5A3F01C2 nonce=N",
        "JOIN dclk=1 table=-3 uid=5A3F01C2 nonce=N",
        "JOIN dclk=1 table=10000 uid=5A3F01C2 nonce=N",
        "JOIN dclk=1 uid=5A3F01C2 nonce=N",
        "JOIN dclk=1 table=3 uid=5A3F01 nonce=N",
        "JOIN dclk=1 table=3 nonce=N",
        "JOIN dclk=1 table=3 uid=5A3F01C2",
        "JOIN dclk=1 table=3 uid=5A3F01C2 nonce=0F0F",
        "HI dclk=1 table=3 uid=5A3F01C2 nonce=N",
    ],
)
def test_a_join_line_without_a_clock_or_table_is_rejected(payload: str) -> None:
    assert read_join(seal_line(payload.replace("nonce=N", f"nonce={NONCE}")).strip()) is None


def test_keys_may_come_in_any_order_and_unknown_ones_are_ignored() -> None:
    line = seal_line(f"JOIN colour=a=b uid=5a3f01c2 nonce={NONCE} table=12 dclk=1").strip()
    assert read_join(line) == Join(1, 12, "5A3F01C2", NONCE)


def test_a_newer_version_is_known_by_its_number_alone() -> None:
    newer = read_join(seal_line("JOIN dclk=2 seat=7").strip())
    assert newer is not None
    assert newer.version == 2


@contextmanager
def open_door(steady: Callable[[], float] = lambda: 1000.0) -> Iterator[Door]:
    """Each table's secret is its number. ``steady``: else at a time that stands."""
    door = Door(
        table_key=lambda table: hash_of(f"{table}"),
        now_ms=lambda: 0,
        changed=lambda: None,
        port=0,
        host="127.0.0.1",
        steady=steady,
    )
    door.start()
    try:
        yield door
    finally:
        door.stop()


@pytest.fixture
def door() -> Iterator[Door]:
    with open_door() as door:
        yield door


def is_there(caller: socket.socket) -> bool:
    caller.setblocking(False)
    try:
        return caller.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False


@pytest.mark.parametrize("table", [1, 2])
def test_giving_a_connected_clock_s_number_does_not_take_its_place(door: Door, table: int) -> None:
    """Neither with the table's secret, nor from another table."""
    with joining(door.port, 1, "1", "127.0.0.1") as (clock, welcome):
        assert welcome.startswith(b"JOINED table=1")
        with joining(door.port, table, f"{table}", "127.0.0.2") as (_, refused):
            assert refused.startswith(b"NO taken")
        until(lambda: door.refusals, lambda: "the organizer is told")
        (refusal,) = door.refusals
        assert (refusal.address, "5A3F01C2" in refusal.sentence) == ("127.0.0.2", True)
        assert "table 1" in refusal.sentence
        assert is_there(clock)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2"])
def test_a_clock_can_reconnect_before_its_old_line_is_noticed_as_lost(address: str) -> None:
    """From the same address at once; from another as soon as the old line is silent."""
    now_s = 1000.0
    with (
        open_door(lambda: now_s) as door,
        joining(door.port, 1, "1", "127.0.0.1") as (old, _),
    ):
        now_s += 0 if address == "127.0.0.1" else SPEAKS_S + 0.1
        with joining(door.port, 1, "1", address) as (new, welcome):
            assert welcome.startswith(b"JOINED")
            until(lambda: not is_there(old), lambda: "the old line is ended")
            assert is_there(new)
            until(lambda: names(door) == ["wifi:5A3F01C2#2"], lambda: "it has its new line")
            assert door.refusals == ()


def names(door: Door) -> list[str]:
    return [clock.name for clock in door.clocks]


def test_a_clock_that_gets_in_is_no_longer_reported_as_refused(door: Door) -> None:
    with joining(door.port, 1, "another table's", "127.0.0.1") as (_, refused):
        assert refused.startswith(b"NO secret")
    until(lambda: door.refusals, lambda: "the organizer is told")
    with joining(door.port, 1, "1", "127.0.0.1") as (_, welcome):
        assert welcome.startswith(b"JOINED")
        until(lambda: door.clocks, lambda: "the clock is in")
        assert door.refusals == ()


def test_of_many_callers_those_refused_last_are_reported(door: Door) -> None:
    def is_refused(at: int) -> None:
        with dials(door.port, b"GET /\n", f"127.0.0.{at}") as caller:
            assert answer(caller).startswith(b"NO malformed")

    for at in (*range(1, MOST_REFUSED + 1), 1, MOST_REFUSED + 1):
        is_refused(at)
    latest = [*range(3, MOST_REFUSED + 1), 1, MOST_REFUSED + 1]
    until(
        lambda: [one.address for one in door.refusals] == [f"127.0.0.{at}" for at in latest],
        lambda: f"the last are reported, not {door.refusals}",
    )


def test_only_a_clock_with_an_older_code_of_its_table_is_sent_away_for_the_new_one() -> None:
    codes = {1: "old", 2: "2"}
    door = Door(
        table_key=lambda table: hash_of(codes[table]),
        now_ms=lambda: 0,
        changed=lambda: None,
        port=0,
        host="127.0.0.1",
    )
    door.start()
    try:
        one, two = Caller(door.port, 1, "old"), Caller(door.port, 2, "2", uid="0000000B")
        with one.socket, two.socket:
            until(lambda: len(door.clocks) == 2, lambda: "both are in")
            lost = {clock.table: heard_by(door, clock.name)[1] for clock in door.clocks}
            codes[1] = "new"
            for table in (2, 1):
                door.revoke(table)
            until(lambda: lost[1], lambda: "the clock with the old code is sent away")
            assert lost[1] == [REPLACED]
            assert is_there(two.socket)
            assert lost[2] == []
    finally:
        door.stop()


def test_a_clock_that_sends_too_much_is_said_to_have_done_so(door: Door) -> None:
    caller = Caller(door.port, 3, "3")
    with caller.socket:
        _, lost, _ = heard_by(door, is_joined(door))
        lines = (caller.codes.add(seal_line(f"EV {number:060}")) for number in range(1000))
        with suppress(ConnectionError):
            caller.socket.sendall(b"".join(lines))
        until(lambda: lost, lambda: "the line is ended")
        assert lost == [FLOOD]


def test_a_clock_that_is_set_to_another_table_leaves_its_own_and_that_is_reported(
    door: Door,
) -> None:
    with (
        joining(door.port, 1, "1", "127.0.0.1") as (old, _),
        joining(door.port, 2, "2", "127.0.0.1") as (_, welcome),
    ):
        assert welcome.startswith(b"JOINED table=2")
        until(lambda: not is_there(old), lambda: "the old line is ended")
        until(lambda: door.refusals, lambda: "the organizer is told")
        assert "left table 1 for table 2" in door.refusals[0].sentence


def test_a_door_that_is_waiting_for_something_can_still_be_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Secrets are read from a disk."""
    monkeypatch.setattr("app.clock.links.door.STOP_S", 0.05)
    asked, disk = threading.Event(), threading.Event()

    def table_key(_table: int) -> str:
        asked.set()
        disk.wait(30)
        return ""

    door = Door(
        table_key=table_key, now_ms=lambda: 0, changed=lambda: None, port=0, host="127.0.0.1"
    )
    door.start()
    try:
        with dials(door.port, join(1)):
            assert asked.wait(30)
            closing = threading.Thread(target=door.stop, daemon=True)
            closing.start()
            closing.join(10)
            assert not closing.is_alive()
    finally:
        disk.set()
    until(
        lambda: "Wi-Fi clocks" not in [thread.name for thread in threading.enumerate()],
        lambda: "the door is closed in the end",
    )


def test_a_door_may_be_closed_at_the_instant_it_was_opened() -> None:
    for _ in range(50):
        door = Door(
            table_key=lambda _table: "", now_ms=lambda: 0, changed=lambda: None, port=0,
            host="127.0.0.1",
        )  # fmt: skip
        door.start()
        door.stop()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", door.port), 20)


def test_a_line_to_a_clock_fails_while_clocks_may_not_dial_in(door: Door) -> None:
    lost: list[str] = []
    callbacks = {"opened": lambda: None, "received": lambda _data, _at: None, "lost": lost.append}
    DialledLink(None, "wifi:5A3F01C2#1", **callbacks)
    assert len(lost) == 1
    door.stop()
    DialledLink(door, "wifi:5A3F01C2#1", **callbacks)
    assert len(lost) == 2
    assert "Let Wi-Fi clocks dial in" in lost[0]


def test_a_caller_that_says_nothing_is_turned_away_and_later_forgotten() -> None:
    now_s = 1000.0
    with open_door(lambda: now_s) as door:
        with dials(door.port, b"JOIN dclk=1 tab") as caller:
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


def test_endless_blank_lines_use_no_memory_and_an_overlong_line_is_rejected() -> None:
    blank = b"\r\n" * 32_768
    with open_door() as door:
        tracemalloc.start()
        try:
            with dials(door.port) as caller:
                for _ in range(128):  # 8 MB
                    caller.sendall(blank)
                caller.sendall(join(3))
                assert answer(caller).startswith(b"NONCE ")
                assert tracemalloc.get_traced_memory()[1] < 4_000_000
        finally:
            tracemalloc.stop()
        with dials(door.port, seal_line(f"JOIN dclk=1 table=3 more={'x' * 200}")) as caller:
            assert answer(caller).startswith(b"NO malformed")


def heard_by(door: Door, name: str) -> tuple[list[bytes], list[str], DialledLink]:
    """What a driver hears of the clock, and why its line is lost."""
    heard: list[bytes] = []
    lost: list[str] = []
    link = DialledLink(
        door,
        name,
        opened=lambda: None,
        received=lambda data, _at_ms: heard.append(data),
        lost=lost.append,
    )
    return heard, lost, link


def is_joined(door: Door) -> str:
    until(lambda: door.clocks, lambda: "the clock is in")
    return door.clocks[0].name


def test_a_clock_proves_its_secret_without_sending_it_and_then_works_like_a_serial_line(
    door: Door,
) -> None:
    caller = Caller(door.port, 3, "3")
    with caller.socket:
        assert caller.welcome == seal_line("JOINED table=3")
        heard, _, link = heard_by(door, is_joined(door))
        caller.say(seal_line("HI one") + b"\n" + seal_line("ST two"))
        until(lambda: len(heard) == 2, lambda: f"it heard {heard}")
        assert heard == [seal_line("HI one"), seal_line("ST two")]
        link.write(seal_line("@1 HELLO") + seal_line("@2 PING 1"))
        hears = [caller.codes.open(answer(caller.socket)) for _ in range(2)]
        assert hears == [seal_line("@1 HELLO"), seal_line("@2 PING 1")]


def test_an_old_clock_that_sends_its_secret_is_told_to_update_its_program(
    door: Door,
) -> None:
    with dials(door.port, old_join(3, "3")) as caller:
        assert answer(caller).startswith(b"NO old Load the clock's program anew")
    until(lambda: door.refusals, lambda: "the organizer is told")
    assert "replace the table’s code" in door.refusals[0].sentence
    assert door.clocks == ()


@pytest.mark.parametrize("way", ["again", "changed", "skipped", "without a code", "too long"])
def test_a_replayed_or_altered_line_is_ignored_and_ends_the_connection(
    door: Door, way: str
) -> None:
    caller = Caller(door.port, 3, "3")
    with caller.socket:
        heard, lost, _ = heard_by(door, is_joined(door))
        first = caller.codes.add(seal_line("EV press"))
        caller.socket.sendall(first)
        until(lambda: heard == [seal_line("EV press")], lambda: f"it heard {heard}")
        skipped = caller.codes.add(seal_line("EV lost"))
        next_ = caller.codes.add(seal_line("EV press"))
        caller.socket.sendall(
            {
                "again": first,
                "changed": skipped[:-6] + b"T*00\n",
                "skipped": next_,
                "without a code": seal_line("EV press"),
                "too long": b"x" * 400,
            }[way]
        )
        until(lambda: lost, lambda: "the line is ended")
        assert "was changed or repeated" in lost[0]
        assert heard == [seal_line("EV press")]


def test_an_answer_recorded_on_one_connection_is_useless_on_another(door: Door) -> None:
    sent: list[bytes] = []
    caller = Caller(door.port, 3, "3")
    with caller.socket:
        assert caller.welcome.startswith(b"JOINED")
        again = caller.codes
        again.sent = 0
        sent += [join(3), again.add(seal_line("PROVE")), again.add(seal_line("EV press"))]
    with dials(door.port, b"".join(sent), "127.0.0.2") as thief:
        assert answer(thief).startswith(b"NONCE ")
        assert answer(thief).startswith(b"NO secret ")
        assert answer(thief) == b""
