"""What a driver sends and says in a silence of its device, to the millisecond."""

from collections.abc import Callable

import pytest

from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.dgt.bus_line import DgtBusLine
from app.clock.drivers.driver import Doubted, Driver, Failed, Hand, OrderDone
from app.clock.drivers.ros_clock import UpdClock
from tests.clock.drivers import dclk_bench, dgt_bench, test_hourglass, test_ros_clock
from tests.clock.drivers.line import Line, only

FIVE_MINUTES_MS = 300_000


def words(data: bytes) -> str:
    text = data.decode("latin-1").strip()
    return text if text.isascii() and text.isprintable() else data.hex(" ")


def happenings(line: Line, for_ms: int) -> list[str]:
    """What happens while every millisecond is looked at."""
    began_ms, found = line.now_ms, list[str]()
    dead = line.driver.dead
    for _ in range(for_ms):
        line.heard.clear()
        line.sent.clear()
        line.now_ms += 1
        line.heard += line.driver.tick(line.now_ms)
        line.flush()
        after = line.now_ms - began_ms
        found += [f"{after} > {words(data)}" for _, data in line.sent]
        found += [f"{after} done: {one.request}" for one in only(line.heard, OrderDone)]
        found += [f"{after} {one.request}: {one.sentence}" for one in only(line.heard, Failed)]
        found += [f"{after} {one.sentence}" for one in only(line.heard, Doubted)]
        if line.driver.dead != dead:
            dead = line.driver.dead
            found.append(f"{after} lost: {dead}")
    return found


def nobody(driver: Callable[[], Driver]) -> Callable[[], Line]:
    return lambda: Line(driver())


def dclk_standing() -> Line:
    clock = dclk_bench.Clock()
    line = dclk_bench.met(clock)
    clock.mute = True
    return line


def dclk_ordered() -> Line:
    clock = dclk_bench.Clock()
    line = dclk_bench.running(clock)
    clock.mute = True
    line.driver.set_times(FIVE_MINUTES_MS, FIVE_MINUTES_MS, line.now_ms)
    line.driver.run(Hand.RIGHT, line.now_ms)
    line.driver.tick(line.now_ms)
    line.flush()
    return line


def dclk_nameless() -> Line:
    clock = dclk_bench.Clock()
    clock.hides_hi = True
    return Line(DclkClock(), clock)


def dclk_busy() -> Line:
    clock = dclk_bench.Clock()
    line = dclk_bench.met(clock)
    clock.errors = {"SET": ["5"] * 9}
    line.driver.set_times(FIVE_MINUTES_MS, FIVE_MINUTES_MS, line.now_ms)
    return line


def dgt_standing() -> Line:
    board = dgt_bench.Board()
    line = dgt_bench.ready(board)
    board.here = False
    return line


def dgt_playing() -> Line:
    board = dgt_bench.Board()
    line = dgt_bench.playing(board)
    board.here = False
    return line


def dgt_ordered() -> Line:
    board = dgt_bench.Board()
    line = dgt_bench.ready(board)
    board.codes = lambda _command: b""
    line.driver.set_times(FIVE_MINUTES_MS, FIVE_MINUTES_MS, line.now_ms)
    return line


def dgt_without_clock() -> Line:
    board = dgt_bench.Board()
    board.clock = False
    return dgt_bench.ready(board)


def hourglass_ordered() -> Line:
    line = test_hourglass.armed()
    line.driver.run(Hand.RIGHT, line.now_ms)
    return line


def hourglass_set() -> Line:
    line = test_hourglass.armed()
    line.driver.set_times(FIVE_MINUTES_MS, FIVE_MINUTES_MS, line.now_ms)
    return line


def ros_ordered() -> Line:
    clock = test_ros_clock.Clock()
    line = test_ros_clock.playing(clock)
    clock.answers = [b""] * 9
    line.driver.set_times(FIVE_MINUTES_MS, FIVE_MINUTES_MS, line.now_ms)
    return line


def dgt_not_shown() -> Line:
    """The clock agrees to its times and shows none any more."""
    board = dgt_bench.Board()
    line = dgt_bench.ready(board)
    board.shows = None
    line.driver.set_times(FIVE_MINUTES_MS, FIVE_MINUTES_MS, line.now_ms)
    line.wait(100)
    return line


SILENCES: list[tuple[Callable[[], Line], int, list[str]]] = [
    (
        nobody(DclkClock),
        5000,
        [
            "3000 > @0 HELLO*12",
            "3300 > @0 HELLO*12",
            "3600 > @0 HELLO*12",
            "3900 > @0 HELLO*12",
            "4200 lost: No DCLK clock answers here.",
        ],
    ),
    (
        dclk_standing,
        2500,
        [
            "700 > @2 PING 1001000*52",
            "1000 > @2 PING 1001000*52",
            "1300 > @2 PING 1001000*52",
            "1600 > @2 PING 1001000*52",
            "1900 lost: The clock no longer answers.",
        ],
    ),
    (
        dclk_ordered,
        2500,
        [
            "300 > @4 PAUSE*06",
            "600 > @4 PAUSE*06",
            "900 > @4 PAUSE*06",
            "1200 set: The clock no longer answers.",
            "1200 run: The clock no longer answers.",
            "1200 lost: The clock no longer answers.",
        ],
    ),
    (
        dclk_nameless,
        13000,
        [
            "3000 > @0 HELLO*12",
            "6000 > @1 HELLO*13",
            "9000 > @2 HELLO*10",
            "12000 lost: No DCLK clock answers here.",
        ],
    ),
    (
        dclk_busy,
        5500,
        [
            "1 > @2 SET 300000 300000*10",
            "1001 > @3 SET 300000 300000*11",
            "2001 > @4 SET 300000 300000*16",
            "3001 > @5 SET 300000 300000*17",
            "4001 > @6 SET 300000 300000*14",
            "5001 > @7 SET 300000 300000*15",
            "5001 > @8 PING 1005301*5E",
            "5001 set: Somebody is in the clock’s own menu. Leave it, then try again.",
        ],
    ),
    (
        nobody(DgtBoard),
        5000,
        ["500 > @", "600 > M", "1500 > M", "2500 > M", "4000 lost: No DGT board answers here."],
    ),
    (
        dgt_standing,
        9000,
        [
            "1200 > E",
            "1800 > A",
            "2400 > E",
            "3000 > E",
            "3600 > E",
            "4200 > E",
            "4800 > E",
            "5400 > E",
            "6000 > E",
            "6600 > E",
            "7200 > E",
            "7800 > E",
            "7950 lost: The DGT board no longer answers.",
        ],
    ),
    (dgt_playing, 4000, ["1200 > A", "1800 > E", "2300 lost: The DGT board no longer answers."]),
    (
        dgt_ordered,
        11000,
        [
            "50 > 2b 0a 03 0a 00 05 00 00 05 00 04 00",
            "1350 > A",
            "2750 > A",
            "4150 > A",
            "4550 > 2b 0a 03 0a 00 05 00 00 05 00 04 00",
            "4800 > A",
            "6200 > A",
            "6550 > 2b 0a 03 0a 00 05 00 00 05 00 04 00",
            "6800 > A",
            "8200 > A",
            "8550 > 2b 0a 03 0a 00 05 00 00 05 00 04 00",
            "8800 > A",
            "10200 > A",
            "10550 set: The clock does not answer. Check its cable at the board, then try again.",
        ],
    ),
    (
        dgt_not_shown,
        9000,
        [
            "350 > A",
            "1200 > E",
            "1350 > A",
            "2350 > A",
            "2450 > E",
            "3350 > A",
            "3700 > E",
            "4350 > A",
            "4950 > E",
            "5350 > A",
            "5951 set: The clock agreed but does not show the times. Try again, or set it by hand.",
            "6200 > E",
            "7450 > E",
            "8700 > E",
        ],
    ),
    (
        dgt_without_clock,
        12000,
        [
            "100 > A",
            "1200 > 2b 03 03 09 00",
            "1500 > A",
            "2900 > A",
            "4150 > E",
            "5400 > E",
            "6650 > E",
            "7000 > 2b 03 03 09 00",
            "8050 > A",
            "9000 > 2b 03 03 09 00",
            "9450 > A",
            "10850 > A",
            "11000 > 2b 03 03 09 00",
        ],
    ),
    (
        nobody(DgtBusLine),
        5000,
        [
            "500 > 87 00 00 07",
            "3000 > 87 00 00 07",
            "4200 lost: No DGT board answers on this line.",
        ],
    ),
    (
        test_hourglass.playing,
        4000,
        ["2500 No signal from the clock. It may be paused, or its cable unplugged."],
    ),
    (
        hourglass_ordered,
        4000,
        ["1 > |", "2500 run: The clock did not start. Press its pause button."],
    ),
    (hourglass_set, 3000, ["1 > Ann~Bo%5 5 0", "1500 done: set"]),
    (nobody(UpdClock), 11000, ["10000 lost: No clock answers here."]),
    (test_ros_clock.playing, 4000, ["2500 lost: The clock no longer answers."]),
    (
        ros_ordered,
        4000,
        [
            "1 > pause",
            "1001 > pause",
            "2001 > pause",
            "2500 set: The clock no longer answers.",
            "2500 lost: The clock no longer answers.",
        ],
    ),
]


@pytest.mark.parametrize(("begin", "for_ms", "expected"), SILENCES)
def test_a_silent_device_is_asked_again_and_given_up_on_schedule(
    begin: Callable[[], Line], for_ms: int, expected: list[str]
) -> None:
    assert happenings(begin(), for_ms) == expected


def ends(happened: list[str]) -> list[tuple[int, str]]:
    """When it was said that something is done, failed or lost."""
    words_at = [line.split(" ", 1) for line in happened]
    return [(int(at_ms), said) for at_ms, said in words_at if not said.startswith(">")]


NOT_EXCUSED = {dclk_standing, dclk_busy, dgt_without_clock}
"""Their questions are due at their time, whoever listened."""


@pytest.mark.parametrize(
    ("begin", "for_ms"),
    [
        (begin, for_ms)
        for begin, for_ms, expected in SILENCES
        if begin not in NOT_EXCUSED and "on this line" not in expected[-1]
    ],
)
def test_time_when_the_program_was_not_listening_is_no_silence(
    begin: Callable[[], Line], for_ms: int
) -> None:
    expected = ends(happenings(begin(), for_ms))
    line = begin()
    happenings(line, 100)
    line.driver.excuse(700)
    found = ends(happenings(line, for_ms + 700))
    assert [(at_ms + 100 - 700, said) for at_ms, said in found] == expected
