import pytest

from app.web.server.agreement import TOLERANCE_MS, ClockLead, agreed_ms

AT = {"a": 1, "b": 1, "c": 2, "d": 3}
PLAYERS = frozenset((table, device) for device, table in AT.items())


def agreed(**ahead_ms: int) -> int | None:
    readings = [ClockLead(AT.get(device, 9), device, ms) for device, ms in ahead_ms.items()]
    return agreed_ms(readings, PLAYERS)


def test_two_devices_that_agree_determine_the_time() -> None:
    assert agreed(a=120_000, c=121_000) in range(120_000, 121_001)
    assert agreed(a=-600_000, c=-600_000 - TOLERANCE_MS, d=7) in range(-602_000, -599_999)


def test_devices_differing_by_more_than_the_tolerance_do_not_agree() -> None:
    assert agreed(a=120_000, c=120_000 + TOLERANCE_MS + 1) is None


def test_two_devices_against_two_determine_no_time() -> None:
    assert agreed(a=120_000, c=120_000, b=5_000, d=5_000) is None


def test_three_devices_against_two_determine_no_time() -> None:
    readings = [ClockLead(1, f"{n}", 60_000 * (n < 3)) for n in range(5)]
    assert agreed_ms(readings, {(1, f"{n}") for n in range(5)}) is None


@pytest.mark.parametrize(("device", "known"), [("c", True), ("a", False), ("stranger", False)])
def test_a_single_device_determines_the_time_if_its_table_has_no_other(
    device: str, known: bool
) -> None:
    assert agreed(**{device: 120_000}) == (120_000 if known else None)


def test_a_single_device_determines_the_time_if_the_computer_agrees() -> None:
    assert agreed(a=-TOLERANCE_MS) == -TOLERANCE_MS
    assert agreed(a=-TOLERANCE_MS, d=9_000) is None


def test_unknown_devices_are_ignored() -> None:
    assert agreed(c=1_000, stranger=9_000) == 1_000
    assert agreed(stranger=9_000, other=9_000) is None


def test_without_devices_no_time_is_determined() -> None:
    assert agreed() is None
