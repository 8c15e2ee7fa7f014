"""What the core keeps to send: the log of its events, and a queue that holds nobody up."""

import pytest

from tests.firmware.bench import LEFT, Clock, started


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
def test_the_log_tells_the_last_events_again(
    clock: Clock, presses: int, since: int, sequence: list[int]
) -> None:
    for _ in range(presses):
        clock.press(LEFT)
    heard = clock.events()
    clock.order(f"LOG {since}")
    clock.wait(100, step=1)
    again = clock.events()
    assert [int(event.split()[1][2:]) for event in again] == sequence
    assert again == heard[len(heard) - len(again) :]


def test_the_events_number_and_the_log_go_on_past_65535(clock: Clock) -> None:
    for _ in range(65_540):
        clock.core.battery_low(clock.at, clock.stamp)
        clock.hear()
        clock.heard.clear()
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


def test_a_name_too_long_for_a_line_costs_the_line(clock: Clock) -> None:
    talker = Clock(name="a" * 60)
    assert [line[:3] for line in talker.lines()] == ["ST "]
    talker.close()


@pytest.mark.parametrize("digits", range(1, 21))
def test_a_full_queue_drops_whole_lines(clock: Clock, digits: int) -> None:
    for _ in range(9):
        clock.order("PING " + "1" * digits)
    assert clock.sent().endswith("\n")
    clock.order("PING 2")
    assert clock.lines()[0].startswith(f"PO {clock.id} 2 ")
