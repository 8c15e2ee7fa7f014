from random import Random
from typing import Any

import pytest

from app.emulators.device import DeviceSide
from app.emulators.faults import LineFaults, Mischief
from app.emulators.open_chess_clock import EmulatedOpenChessClock, OpenChessKnobs

SYNC_MINUTE = bytes.fromhex("c4 0000ea60 0000ea60")


def clock(faults: LineFaults | None = None, **knobs: Any) -> EmulatedOpenChessClock:
    """A clock with a true crystal, unless it is told otherwise."""
    knobs.setdefault("drift_ppm", 0)
    return EmulatedOpenChessClock(
        0, OpenChessKnobs(**knobs), Mischief(faults or LineFaults(), Random(1))
    )


def linked(faults: LineFaults | None = None, **knobs: Any) -> EmulatedOpenChessClock:
    """A minute each, the handshake answered."""
    made = clock(faults, **knobs)
    made.receive(bytes.fromhex("c1 00 00 00 02"), 100)
    made.receive(SYNC_MINUTE, 200)
    made.send(200)
    return made


def test_the_handshake_is_answered_in_time_or_not_at_all() -> None:
    for answer_ms, is_linked in [(400, True), (501, False)]:
        made = clock()
        assert made.send(100) == bytes.fromhex("c0 00 00 00 02")
        made.receive(bytes.fromhex("c1 00 00 00 02"), answer_ms)
        assert made.linked is is_linked


def test_firmware_with_short_modes_sends_and_reads_them() -> None:
    made = clock(wide_modes=False)
    assert made.send(100) == bytes.fromhex("c0 02")
    made.receive(bytes.fromhex("c1 02"), 200)
    assert made.linked


def test_a_later_handshake_of_the_program_links_as_well() -> None:
    made = clock()
    made.send(1000)
    made.receive(bytes.fromhex("c0 00 00 00 03"), 1000)
    assert made.send(1100) == bytes.fromhex("c1 00 00 00 02")
    assert made.linked
    assert made.partner == 3


def test_a_press_reports_which_side_starts_and_the_others_time() -> None:
    made = linked()
    made.press(DeviceSide.RIGHT, 1000)
    assert made.send(1010).hex(" ") == "c2 00 00 ea 60"
    made.press(DeviceSide.LEFT, 3000)
    assert made.send(3010).hex(" ") == "c3 00 00 e2 90"
    made.press(DeviceSide.LEFT, 3500)
    assert made.send(3600) == b"", "it is not that side's turn"
    made.press(DeviceSide.RIGHT, 4000)
    assert made.send(4010).hex(" ") == "c2 00 00 e6 78"


def test_the_program_may_start_a_side() -> None:
    for order, side in [("c2 00001388", DeviceSide.LEFT), ("c3 00001388", DeviceSide.RIGHT)]:
        made = linked()
        made.receive(bytes.fromhex(order), 1000)
        held = made.truth(2000)
        assert held.running is side
        assert (held.of(side), held.of(side.other)) == (59_000, 5000)


def test_orders_are_ignored_while_a_side_runs() -> None:
    made = linked()
    made.press(DeviceSide.RIGHT, 1000)
    for order in ("c4 00000001 00000001", "c2 00000001", "c3 00000001", "c5 00000001", "c6", "c7"):
        made.receive(bytes.fromhex(order), 2000)
    assert made.truth(2000).left_ms == 59_000
    made.receive(bytes.fromhex("c0 00 00 00 01"), 2000)
    assert made.send(2100).endswith(bytes.fromhex("c1 00 00 00 02"))


def test_a_pause_reports_the_running_sides_time() -> None:
    made = linked()
    made.start_stop(500)
    made.press(DeviceSide.RIGHT, 1000)
    made.send(1100)
    made.start_stop(2000)
    assert made.send(2100).hex(" ") == "c5 00 00 e6 78"
    made.press(DeviceSide.LEFT, 2200)
    assert made.truth(3000).running is None
    made.start_stop(4000)
    assert made.send(4100).hex(" ") == "c2 00 00 ea 60"


@pytest.mark.parametrize(("loser", "said"), [(DeviceSide.LEFT, "c6"), (DeviceSide.RIGHT, "c7")])
def test_the_side_whose_time_runs_out_is_reported(loser: DeviceSide, said: str) -> None:
    made = linked()
    made.press(loser.other, 1000)
    assert made.send(61_010).hex().endswith(said)
    assert made.truth(61_010).flagged is loser


def test_half_an_order_is_forgotten_after_a_silence() -> None:
    for wait_ms, whole in [(200, True), (201, False)]:
        made = linked()
        made.receive(SYNC_MINUTE[:5], 1000)
        made.receive(bytes.fromhex("00000005"), 1000 + wait_ms)
        assert (made.truth(2000).right_ms == 5) is whole


def test_bytes_that_begin_no_order_are_dropped() -> None:
    made = linked()
    made.receive(b"\x00\x41\xff" + bytes.fromhex("c4 00000007 00000009"), 1000)
    assert made.truth(1000).left_ms == 7


def test_the_clock_runs_half_a_second_slow_each_minute() -> None:
    made = EmulatedOpenChessClock(0)
    made.press(DeviceSide.RIGHT, 0)
    assert made.truth(60_000).left_ms == 3_600_000 - 60_000 + 477


def test_an_unlinked_clock_is_silent_unless_set_to_talk() -> None:
    for talks, length in [(False, 0), (True, 5)]:
        made = clock(talks_alone=talks)
        made.send(100)
        made.press(DeviceSide.LEFT, 1000)
        assert len(made.send(1100)) == length


def test_a_restart_takes_time_and_loses_the_game() -> None:
    made = clock(boot_ms=1000, resets_on_open=True)
    made.opened(100)
    made.receive(SYNC_MINUTE, 200)
    made.press(DeviceSide.LEFT, 300)
    assert made.send(1090) == b""
    assert made.send(1200) == bytes.fromhex("c0 00 00 00 02")
    assert made.truth(1200).left_ms == 3_600_000


def test_an_arbiters_edit_is_reported_as_both_times() -> None:
    made = linked()
    made.edit_time(DeviceSide.LEFT, 5, 300)
    assert made.send(400).hex(" ") == "c4 00 00 00 05 00 00 ea 60"


def test_messages_from_the_clock_may_be_lost_doubled_or_corrupted() -> None:
    assert clock(LineFaults.of(no_hi=1)).send(500) == b""
    assert clock(LineFaults.of(boot_garbage=1)).send(500)[:1] != b"\xc0"
    silent = clock(LineFaults.of(drop_ack=1))
    silent.receive(bytes.fromhex("c0 00 00 00 03"), 100)
    assert silent.send(500) == bytes.fromhex("c0 00 00 00 02")
    for fault, said in [
        ("drop_line", ""),
        ("duplicate_line", "c20000ea60c20000ea60"),
        ("time_up", "c20037d8e0"),
    ]:
        made = linked(LineFaults.of(**{fault: 1}))
        made.press(DeviceSide.RIGHT, 1000)
        assert made.send(1100).hex().replace(" ", "") == said


def test_the_other_side_may_press_back_at_once() -> None:
    made = linked(LineFaults.of(press_twice=1))
    made.press(DeviceSide.RIGHT, 1000)
    assert made.truth(1010).running is DeviceSide.LEFT
    assert made.truth(1030).running is DeviceSide.RIGHT


def test_the_clock_may_restart_mid_game() -> None:
    made = linked(LineFaults.of(reset=1))
    made.press(DeviceSide.RIGHT, 1000)
    assert made.truth(2000).left_ms == 3_600_000
    assert made.send(2000) == bytes.fromhex("c0 00 00 00 02")
