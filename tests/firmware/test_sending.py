"""What the core keeps to send: the log of its events, and a queue that holds nobody up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.dclk.lines import Hi, parse_payload
from tests.firmware.bench import LEFT, RIGHT, Clock, started


@pytest.mark.parametrize(
    ("presses", "since", "sequence"),
    [
        (0, 0, []),
        (5, 0, [1, 2, 3, 4, 5]),
        (5, 4, [4, 5]),
        (5, 6, []),
        (40, 1, list(range(25, 41))),
    ],
)
def test_the_log_tells_the_last_events_again(presses: int, since: int, sequence: list[int]) -> None:
    clock = Clock(log_length=16)
    for _ in range(presses):
        clock.press(LEFT)
    heard = clock.events()
    clock.order(f"LOG {since}")
    clock.wait(100, step=1)
    again = clock.events()
    assert [int(event.split()[1][2:]) for event in again] == sequence
    assert again == heard[len(heard) - len(again) :]
    clock.close()


def test_the_events_number_and_the_log_go_on_past_65535(clock: Clock) -> None:
    for _ in range(65_540):
        clock.core.battery_low(clock.at, clock.stamp)
        clock.sent()
    clock.order("LOG 65534")
    clock.wait(10, step=1)
    assert [event.split()[1] for event in clock.events()] == [
        "s=65534", "s=65535", "s=0", "s=1", "s=2", "s=3", "s=4",
    ]  # fmt: skip


def test_a_host_that_does_not_listen_costs_lines_and_nothing_else(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    for _ in range(600):
        clock.now += 100
        clock.core.tick(clock.at, clock.stamp)
        clock.order("PING 1")
    whole = clock.lines()
    assert 2 < len(whole) < 16
    assert clock.fallen == "L"
    clock.order("LOG 1")
    clock.wait(10, step=1)
    assert clock.events() == ["EV s=1 t=60000 k=FLAG by=L run=N l=0 r=60000"]


def test_the_longest_names_still_fit_a_line() -> None:
    clock = Clock(boot=4_294_967_295, name="a" * 12)
    assert clock.lines()[0].startswith("HI dclk=1 uid=5A3F01C2 boot=4294967295 ")
    clock.close()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Table 7, window", "Table_7,_win"),
        ("Jürgens große", "J?rgens_gro?"),
        ("名前", "??"),
        ("a*b=c", "a*b=c"),
        ('"\t', '"?'),
        ("", "clock"),
        ("a" * 60, "a" * 12),
    ],
)
def test_a_clock_says_whatever_name_a_person_typed(typed: str, said: str) -> None:
    clock = Clock(name=typed)
    assert f" name={said} caps=" in clock.lines()[0]
    clock.close()


@given(st.binary(max_size=40).filter(lambda name: 0 not in name))
def test_no_name_costs_a_line(name: bytes) -> None:
    clock = Clock(boot=4_294_967_295, name=name)
    hi = parse_payload(clock.lines()[0])
    assert isinstance(hi, Hi)
    assert 1 <= len(hi.name) <= 12
    clock.close()


def test_a_thousand_presses_are_kept_and_ignored_ones_push_none_out(clock: Clock) -> None:
    started(clock, 359_999_999, 359_999_999)
    heard: list[str] = []
    for number in range(1_000):
        clock.press((LEFT, RIGHT)[number % 2])
        if number % 3 == 0:
            clock.press((LEFT, RIGHT)[number % 2])
        heard += clock.events()
    turns = [event for event in heard if "k=PRESS" in event]
    assert len(turns) == 1_000
    clock.order("LOG 1")
    clock.wait(2_000, step=1)
    again = clock.lines()
    assert [line for line in again if "k=PRESS" in line] == turns
    told = [line.split()[1:] for line in again if line.startswith("IG ")]
    ignored = {s for first, last in told for s in range(int(first), int(last) + 1)}
    kept = {int(line.split()[1][2:]) for line in again if line.startswith("EV ")}
    assert ignored | kept == set(range(1, 1_335))
    assert not ignored & kept


def test_ignored_presses_do_not_push_others_out_of_a_small_log() -> None:
    clock = started(Clock(log_length=16), 359_999_999, 359_999_999)
    for number in range(10):
        clock.press((LEFT, RIGHT)[number % 2])
    for _ in range(500):
        clock.press(RIGHT)
    clock.sent()
    clock.order("LOG 1")
    clock.wait(100, step=1)
    assert sum("k=PRESS" in event for event in clock.events()) == 10
    clock.close()


@pytest.mark.parametrize("digits", range(1, 21))
def test_a_full_queue_drops_whole_lines(clock: Clock, digits: int) -> None:
    for _ in range(9):
        clock.order("PING " + "1" * digits)
    assert clock.sent().endswith("\n")
    clock.order("PING 2")
    assert clock.lines()[0].startswith(f"PO {clock.id} 2 ")
