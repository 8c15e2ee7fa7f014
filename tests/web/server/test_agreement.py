import pytest

from app.web.server.agreement import TOLERANCE_MS, ClockLead, agreed_ms

AT = {"a": 1, "b": 1, "c": 2, "d": 3}
PLAYERS = frozenset((table, device) for device, table in AT.items())


def agreed(**ahead_ms: int) -> int | None:
    readings = [ClockLead(AT.get(device, 9), device, ms) for device, ms in ahead_ms.items()]
    return agreed_ms(readings, PLAYERS)


def test_two_devices_that_agree_know_the_time() -> None:
    assert agreed(a=120_000, c=121_000) in range(120_000, 121_001)
    assert agreed(a=-600_000, c=-600_000 - TOLERANCE_MS, d=7) in range(-602_000, -599_999)


def test_devices_that_differ_by_more_do_not_agree() -> None:
    assert agreed(a=120_000, c=120_000 + TOLERANCE_MS + 1) is None


def test_two_against_two_leave_it_open() -> None:
    assert agreed(a=120_000, c=120_000, b=5_000, d=5_000) is None


def test_three_against_two_leave_it_open() -> None:
    readings = [ClockLead(1, f"{n}", 60_000 * (n < 3)) for n in range(5)]
    assert agreed_ms(readings, {(1, f"{n}") for n in range(5)}) is None


@pytest.mark.parametrize(("device", "known"), [("c", True), ("a", False), ("stranger", False)])
def test_one_alone_knows_it_where_it_is_all_of_its_table(device: str, known: bool) -> None:
    assert agreed(**{device: 120_000}) == (120_000 if known else None)


def test_one_alone_knows_it_where_the_computer_shows_the_same() -> None:
    assert agreed(a=-TOLERANCE_MS) == -TOLERANCE_MS
    assert agreed(a=-TOLERANCE_MS, d=9_000) is None


def test_strangers_are_not_heard() -> None:
    assert agreed(c=1_000, stranger=9_000) == 1_000
    assert agreed(stranger=9_000, other=9_000) is None


def test_nobody_knows_nothing() -> None:
    assert agreed() is None
