from random import Random
from typing import Any

import pytest

from app.emulators.device import DeviceSide
from app.emulators.faults import LineFaults, Mischief
from app.emulators.hourglass import EmulatedHourglass, HourglassKnobs

CONFIG = b"Ann~Bob%60 45 0"


def clock(faults: LineFaults | None = None, **knobs: Any) -> EmulatedHourglass:
    return EmulatedHourglass(
        0, HourglassKnobs(**knobs), Mischief(faults or LineFaults(), Random(1))
    )


def running(faults: LineFaults | None = None, **knobs: Any) -> EmulatedHourglass:
    """Set at 0 to 60 and 45 minutes and let run at 2000 ms."""
    made = clock(faults, **knobs)
    made.receive(CONFIG, 0)
    made.receive(b"|", 1997)
    made.send(2000)
    return made


def test_a_configuration_is_accepted_once_no_more_digits_come() -> None:
    made = clock()
    made.receive(CONFIG[:9], 0)
    made.receive(CONFIG[9:], 500)
    assert made.truth(1000).left_ms == 0
    held = made.truth(2000)
    assert (held.left_ms, held.right_ms, held.running) == (3_600_000, 2_700_000, None)
    assert made.names == ("Ann", "Bob")
    assert made.send(10_000) == b"", "it waits to be let run"


def test_a_running_clock_sends_one_line_a_second_for_the_running_side() -> None:
    made = running()
    assert made.send(4020) == b"0 59:59 0\r\n0 59:58 0\r\n"
    made.press(DeviceSide.LEFT, 4500)
    made.set_points(DeviceSide.RIGHT, 7, 4500)
    assert made.send(5020) == b"1 45:00 5\r\n"
    made.press(DeviceSide.RIGHT, 5500)
    assert made.send(7020).endswith(b"0 59:56 0\r\n")


def test_the_pause_button_is_reported_but_the_programs_pause_is_not() -> None:
    made = running()
    made.start_stop(2500)
    assert made.send(5000) == b"~\r\n"
    made.start_stop(5000)
    assert made.send(5990) == b""
    made.receive(b"|", 5990)
    assert made.send(9000) == b""
    assert made.truth(9000).left_ms == 3_600_000 - 500 - 993


def test_a_pause_before_any_configuration_does_nothing() -> None:
    made = clock()
    made.receive(b"|", 100)
    made.start_stop(200)
    made.receive(b"rubbish", 300)
    assert made.send(5000) == b""


def test_a_long_press_restores_the_configured_times() -> None:
    made = running()
    made.long_press(60_000)
    assert made.send(60_020).endswith(b"~\r\n$\r\n")
    assert made.truth(60_020).left_ms == 3_600_000
    assert made.truth(90_000).running is None


def test_a_double_click_is_reported() -> None:
    made = running()
    made.double_click(2100)
    assert made.send(2200) == b"dc\r\n|"


def test_a_fallen_flag_is_reported_only_as_zeroes() -> None:
    made = clock()
    made.receive(b"A~B%1 1 2|", 0)
    lines = made.send(65_050).split(b"\r\n")[:-1]
    assert lines[60:] == [b"0 00:00 0"] * 5
    assert made.truth(65_050).flagged is DeviceSide.LEFT


def test_delays_of_late_ticks_add_up() -> None:
    made = running(late_ms=3)
    slow_ms = made.truth(3_600_000).left_ms - (2000)
    assert 10_700 < slow_ms < 10_850


def test_some_firmware_builds_swap_the_times_of_the_two_players() -> None:
    made = running(swaps_players=True)
    assert made.truth(2000).left_ms == 2_700_000


def test_a_restart_takes_time_and_loses_the_configuration() -> None:
    made = clock(boot_ms=1000, resets_on_open=True)
    made.receive(CONFIG, 100)
    assert made.truth(3000).left_ms == 0
    made.receive(CONFIG, 3000)
    made.opened(6000)
    assert made.truth(9000).left_ms == 0
    assert clock(LineFaults.of(boot_garbage=1)).send(500) != b""


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("drop_line", b""),
        ("duplicate_line", b"0 59:59 0\r\n" * 2),
        ("time_up", b"0 119:59 0\r\n"),
        ("reset", b""),
    ],
)
def test_a_line_from_the_clock_may_be_faulty(fault: str, said: bytes) -> None:
    once = running()
    once.mischief = Mischief(LineFaults.of(**{fault: 1}), Random(1))
    assert once.send(3050) == said


def test_the_switch_may_be_flipped_back_at_once() -> None:
    made = running(LineFaults.of(press_twice=1))
    made.press(DeviceSide.LEFT, 3000)
    assert made.truth(3010).running is DeviceSide.RIGHT
    assert made.truth(3030).running is DeviceSide.LEFT


def test_an_edited_time_shows_in_the_next_line() -> None:
    made = running()
    made.edit_time(DeviceSide.LEFT, 5000, 2000)
    assert made.send(3020) == b"0 00:04 0\r\n"
