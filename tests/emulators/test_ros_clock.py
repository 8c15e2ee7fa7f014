from random import Random
from typing import Any

import pytest

from app.emulators.device import DeviceSide
from app.emulators.faults import LineFaults, Mischief
from app.emulators.ros_clock import EmulatedUpdClock, UpdKnobs


def clock(faults: LineFaults | None = None, **knobs: Any) -> EmulatedUpdClock:
    return EmulatedUpdClock(0, UpdKnobs(**knobs), Mischief(faults or LineFaults(), Random(1)))


def heard(made: EmulatedUpdClock, until_ms: int) -> list[str]:
    return made.send(until_ms).decode("ascii").splitlines()


def asked(made: EmulatedUpdClock, order: str, at_ms: int) -> list[str]:
    made.send(at_ms)
    made.receive(f"{order}\n".encode("ascii"), at_ms)
    return heard(made, at_ms + 90)


def running(faults: LineFaults | None = None, **knobs: Any) -> EmulatedUpdClock:
    """A minute each with two seconds a turn, white running since 200 ms."""
    made = clock(faults, **knobs)
    made.receive(b"rst 60000 2000\n", 100)
    made.receive(b"resume\n", 200)
    made.send(400)
    return made


def test_the_clock_reports_its_whole_state_once_a_second() -> None:
    said = heard(clock(), 1090)
    assert said == ["upd w 0 b 0 t white p false a false", "btn w false b false"] * 2


def test_orders_are_acknowledged_and_take_effect_at_once() -> None:
    made = clock()
    assert asked(made, "rst 60000 2000", 100) == [
        "ack",
        "upd w 60000 b 60000 t white p true a true",
    ]
    assert asked(made, "set w 5000 b -", 200)[1] == "upd w 5000 b 60000 t white p true a true"
    assert asked(made, "set w - b 7000", 300)[1] == "upd w 5000 b 7000 t white p true a true"
    assert asked(made, "resume", 400)[1] == "upd w 5000 b 7000 t white p false a true"
    assert asked(made, "pause", 500)[1] == "upd w 4900 b 7000 t white p true a true"


@pytest.mark.parametrize("order", ["rst", "rst 5", "rst a b", "set w 5", "set w x b 5", "set"])
def test_a_wrong_order_is_rejected(order: str) -> None:
    assert asked(clock(), order, 100) == ["rej Argument error"]


def test_an_unknown_order_is_ignored() -> None:
    assert asked(clock(), "dance", 100) == []


def test_a_press_is_reported_after_the_clock_has_slept() -> None:
    made = running()
    made.press(DeviceSide.LEFT, 500)
    assert heard(made, 590) == ["btn w true b false"]
    assert heard(made, 690) == ["upd w 61700 b 59900 t black p false a true"]
    made.press(DeviceSide.LEFT, 700)
    assert heard(made, 790) == ["btn w true b false"]
    assert made.truth(790).running is DeviceSide.RIGHT


def test_an_order_waits_while_the_clock_sleeps() -> None:
    made = running()
    made.press(DeviceSide.LEFT, 500)
    made.receive(b"pause\n", 510)
    assert made.truth(590).running is DeviceSide.RIGHT
    assert made.truth(600).running is None


def test_a_flag_shows_as_not_active() -> None:
    made = running()
    said = heard(made, 60_300)
    assert "upd w 0 b 60000 t white p false a false" in said
    made.press(DeviceSide.LEFT, 60_400)
    assert made.truth(70_000).right_ms == 60_000


def test_a_number_of_eight_digits_crashes_the_firmware() -> None:
    made = running()
    made.receive(b"set w 12345678 b 5\n", 400)
    assert made.crashed == 1
    assert made.truth(500).right_ms == 0
    sturdy = running(crashes=False)
    sturdy.receive(b"set w 12345678 b 5\n", 400)
    assert sturdy.truth(400).left_ms == 1_234_567


def test_an_endless_line_also_crashes_the_firmware() -> None:
    made = running()
    made.receive(b"x" * 129, 400)
    assert made.crashed == 1
    sturdy = running(crashes=False)
    sturdy.receive(b"x" * 129, 400)
    assert (sturdy.crashed, asked(sturdy, "pause", 500)[0]) == (0, "ack")


def test_the_host_may_have_to_wait_for_the_clock_to_start() -> None:
    made = clock(boot_ms=2000, resets_on_open=True)
    made.opened(100)
    made.receive(b"rst 5 5\n", 500)
    made.press(DeviceSide.LEFT, 600)
    assert made.send(2050) == b""
    assert heard(made, 2200)[0] == "upd w 0 b 0 t white p false a false"
    assert clock(LineFaults.of(boot_garbage=1)).send(25)[:3] != b"upd"


def test_pressing_a_plunger_while_paused_still_changes_the_turn() -> None:
    made = running()
    made.receive(b"pause\n", 400)
    made.press(DeviceSide.LEFT, 500)
    assert heard(made, 690)[-1] == "upd w 61800 b 60000 t black p true a true"
    other = running(switches_paused=False)
    other.receive(b"pause\n", 400)
    other.press(DeviceSide.LEFT, 500)
    assert other.turn is DeviceSide.LEFT


def test_only_rst_activates_the_clock_unless_set_otherwise() -> None:
    assert asked(clock(), "set w 5 b 5", 100)[1] == "upd w 5 b 5 t white p false a false"
    simple = clock(needs_rst=False, paused_at_boot=True)
    assert asked(simple, "set w 5 b 5", 100)[1] == "upd w 5 b 5 t white p true a true"


def test_a_pause_and_an_arbiters_edit_show_in_the_next_reports() -> None:
    made = running()
    made.start_stop(400)
    made.edit_time(DeviceSide.RIGHT, 5, 500)
    assert heard(made, 590) == [
        "upd w 59800 b 60000 t white p true a true",
        "upd w 59800 b 5 t white p true a true",
    ]


@pytest.mark.parametrize(
    ("fault", "answers", "later"),
    [("drop_ack", 0, 0), ("delay_ack", 0, 1), ("duplicate_ack", 2, 0), ("nack_40", 0, 0)],
)
def test_an_answer_from_the_clock_may_be_faulty(fault: str, answers: int, later: int) -> None:
    made = clock(LineFaults.of(**{fault: 1}))
    said = asked(made, "pause", 100)
    assert said.count("ack") == answers
    assert ("rej Argument error" in said) is (fault == "nack_40")
    assert heard(made, 3000).count("ack") == later


def test_a_refused_order_is_not_carried_out() -> None:
    made = clock(LineFaults.of(nack_40=1))
    asked(made, "rst 5000 0", 100)
    assert made.truth(200).left_ms == 0


def test_a_line_from_the_clock_may_be_faulty() -> None:
    assert clock(LineFaults.of(drop_line=1)).send(3000) == b""
    assert len(heard(clock(LineFaults.of(duplicate_line=1)), 500)) == 4
    assert heard(clock(LineFaults.of(time_up=1)), 500)[0].startswith("upd w 3600000 b 0")


def test_the_clock_may_restart_mid_game() -> None:
    made = running()
    made.mischief = Mischief(LineFaults.of(reset=0.3), Random(1))
    assert made.truth(20_000).left_ms == 0


def test_the_other_side_may_press_back_at_once() -> None:
    made = running(LineFaults.of(press_twice=1))
    made.press(DeviceSide.LEFT, 500)
    assert made.truth(510).running is DeviceSide.RIGHT
    assert made.truth(530).running is DeviceSide.LEFT
