from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from app.emulators.dclk.clock import EmulatedDclkClock
from app.emulators.device import DeviceSide, Truth
from app.emulators.dgt.board import EmulatedDgtBoard
from app.emulators.dgt.clock import DgtKnobs
from app.emulators.faults import FaultyLine, LineFault, LineFaults, Mischief, Once

SAID = bytes(range(100))
VERSION = bytes.fromhex("2b 03 03 09 00")
GOOD = bytes.fromhex("8d 00 0a 0a 10 09 0a 22 00 00")
TIME = bytes.fromhex("8d 00 0a 01 00 00 01 00 00 08")


class Talker:
    """Says the same hundred bytes once a second and remembers what it is told."""

    def __init__(self) -> None:
        self.said_ms = 0
        self.calls: list[object] = []

    def opened(self, now_ms: int) -> None:
        self.calls.append("opened")

    def receive(self, data: bytes, now_ms: int) -> None:
        self.calls.append(data)

    def send(self, now_ms: int) -> bytes:
        seconds, self.said_ms = (now_ms - self.said_ms) // 1000, now_ms - now_ms % 1000
        return SAID * seconds

    def next_ms(self, now_ms: int) -> int | None:
        return self.said_ms + 1000

    def press(self, side: DeviceSide, now_ms: int) -> None:
        self.calls.append(side)

    def start_stop(self, now_ms: int) -> None:
        self.calls.append("start_stop")

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        self.calls.append(left_ms)

    def power_cycle(self, now_ms: int) -> None:
        self.calls.append("power_cycle")

    def truth(self, now_ms: int) -> Truth:
        return Truth(1, 2, None, None)


def faulty(*once: Once, **chances: float) -> FaultyLine:
    return FaultyLine(Talker(), Mischief(LineFaults.of(*once, **chances), Random(4)))


def test_a_faultless_line_passes_everything_on() -> None:
    good = FaultyLine(Talker())
    good.opened(0)
    good.receive(b"hello", 0)
    good.press(DeviceSide.LEFT, 0)
    good.start_stop(0)
    good.edit_time(DeviceSide.LEFT, 5, 0)
    good.power_cycle(0)
    assert good.device.calls == [
        "opened",
        b"hello",
        DeviceSide.LEFT,
        "start_stop",
        5,
        "power_cycle",
    ]
    assert good.next_ms(0) == 1000
    assert good.send(1000) == SAID
    assert good.truth(1000) == Truth(1, 2, None, None)


def test_bits_may_flip_and_bytes_may_be_added_or_lost() -> None:
    flipped = faulty(flip=1).send(1000)
    assert all((a ^ b).bit_count() == 1 for a, b in zip(flipped, SAID, strict=True))
    assert len(faulty(insert=1).send(1000)) == 200
    assert faulty(insert=1).send(1000)[1::2] == SAID
    assert faulty(delete=1).send(1000) == b""
    assert 80 < len(faulty(delete=0.1).send(1000)) < 100


def test_a_single_fault_strikes_once_at_or_after_its_set_time() -> None:
    line = faulty(Once(LineFault.DELETE, 2000))
    assert [len(line.send(at_ms)) for at_ms in (1000, 2000, 3000)] == [100, 99, 100]
    line.mischief.order(LineFault.DELETE)
    assert len(line.send(4000)) == 99


def test_noise_may_come_before_a_packet() -> None:
    said = faulty(garbage=1).send(1000)
    assert said.endswith(SAID)
    assert len(said) > 100


def test_a_packet_may_be_cut_and_nothing_overtakes_its_rest() -> None:
    line = faulty(Once(LineFault.CUT))
    assert line.send(1000) == SAID[:50]
    due_ms = line.next_ms(1000)
    assert due_ms is not None
    said = b"".join(line.send(at_ms) for at_ms in range(1001, 5000))
    assert said == SAID[50:] + SAID * 3


def test_a_frozen_line_passes_nothing_either_way() -> None:
    line = faulty(Once(LineFault.FREEZE))
    assert line.send(1000) == b""
    line.receive(b"hello", 2000)
    assert line.device.calls == []
    assert line.send(5000) == b""
    assert line.send(6000) == SAID
    assert line.connected


def test_a_frozen_line_passes_everything_again_once_it_thaws() -> None:
    line = faulty(Once(LineFault.FREEZE))
    assert line.send(1000) == b""
    line.thaw(2000)
    line.receive(b"hello", 2100)
    assert line.device.calls == [b"hello"]
    assert line.send(3000) == SAID


def test_a_disconnection_cuts_a_packet_in_half() -> None:
    line = faulty(Once(LineFault.DISCONNECT))
    assert line.send(1000) == SAID[:50]
    assert line.next_ms(1000) == 1000
    assert line.send(1000) == b""
    assert not line.connected
    line.plug_in(5000)
    assert line.send(6000) == SAID
    line.pull(6500)
    assert line.send(9000) == b""


def test_a_fault_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="boom"):
        LineFaults.of(boom=1)


def board(*once: Once, seed: int = 1, **chances: float) -> EmulatedDgtBoard:
    made = EmulatedDgtBoard(0, DgtKnobs(), Mischief(LineFaults.of(*once, **chances), Random(seed)))
    made.receive(b"\x4b", 0)
    made.send(20)
    return made


def asked(made: EmulatedDgtBoard, command: bytes = VERSION, until_ms: int = 1000) -> bytes:
    made.receive(command, 20)
    return made.send(until_ms)


def test_an_answer_may_be_lost_late_doubled_or_overtaken() -> None:
    assert asked(board(drop_ack=1)) == b""
    assert asked(board(delay_ack=1)) == b""
    assert asked(board(delay_ack=1), until_ms=2000) == GOOD
    assert asked(board(duplicate_ack=1)) == GOOD * 2
    swapped = board(Once(LineFault.SWAP_ACK))
    assert asked(swapped, until_ms=300) == TIME + GOOD


@pytest.mark.parametrize(
    ("fault", "answer"),
    [
        ("nack_20", "8d 00 0a 0a 20 00 0a 00 00 00"),
        ("nack_40", "8d 00 0a 0a 40 09 0a 00 00 00"),
    ],
)
def test_a_command_may_be_refused_for_no_reason(fault: str, answer: str) -> None:
    assert bytes.fromhex(answer) in asked(board(**{fault: 1}))


def test_an_empty_message_may_follow_a_command() -> None:
    assert asked(board(null_message=1)) == bytes.fromhex("8d 00 0a 00 00 00 00 00 00 00") + GOOD


def test_an_answer_may_replace_a_time_message() -> None:
    made = board(Once(LineFault.ACK_FOR_UPDATE, 100))
    asked(made, until_ms=200)
    made.press(DeviceSide.LEFT, 210)
    assert made.send(300) == GOOD


def test_other_frames_of_the_board_may_come_in_between() -> None:
    burst = board(Once(LineFault.BOARD_BURST)).send(1000)
    assert burst.count(bytes.fromhex("8e 00 05")) == 5
    assert burst.count(bytes.fromhex("86 00 43")) == 5
    assert len(board(Once(LineFault.EEPROM_DUMP)).send(10_000)) == 0x1F03


def test_one_reading_may_be_an_hour_too_high() -> None:
    made = board(Once(LineFault.TIME_UP, 100))
    made.press(DeviceSide.LEFT, 100)
    assert made.send(300).hex(" ") == "8d 00 0a 01 00 00 02 00 00 12"
    assert made.truth(300).left_ms == 3_600_000


def test_both_sides_may_press_between_two_polls_of_the_board() -> None:
    made = board(press_twice=1)
    made.edit_time(DeviceSide.RIGHT, 3_599_100, 20)
    made.start_stop(20)
    made.send(270)
    made.press(DeviceSide.LEFT, 300)
    assert made.truth(498).running is DeviceSide.RIGHT
    assert made.truth(499).running is DeviceSide.LEFT
    assert made.send(600).endswith(bytes.fromhex("00 59 59 01 00 00 09")), "it was not seen to run"


def test_a_restarted_board_is_silent_and_in_bus_mode() -> None:
    made = board(Once(LineFault.RESET))
    made.start_stop(20)
    assert made.send(5000) == b""
    assert made.truth(5000).left_ms == 3_600_000 - 4980
    made.receive(b"\x4b", 5000)
    assert made.send(5100) != b""


def test_the_same_seed_makes_the_same_mischief() -> None:
    def story(make: Callable[[Any], EmulatedDgtBoard | EmulatedDclkClock], seed: int) -> bytes:
        mischief = Mischief(
            LineFaults.of(flip=0.01, insert=0.01, cut=0.1, drop_line=0.1), Random(seed)
        )
        line = FaultyLine(make(mischief), mischief)
        line.receive(b"\x43", 0)
        return b"".join(line.send(at_ms) for at_ms in range(0, 60_000, 100))

    for make in (
        lambda mischief: EmulatedDgtBoard(0, mischief=mischief),
        lambda mischief: EmulatedDclkClock(0, mischief=mischief),
    ):
        assert story(make, 1) == story(make, 1)
        assert story(make, 1) != story(make, 2)


def test_a_device_may_be_powered_by_its_cable() -> None:
    for powers, cycles in [(True, ["power_cycle"] * 2), (False, [])]:
        line = FaultyLine(Talker(), powers=powers)
        line.pull(100)
        line.plug_in(5000)
        assert line.device.calls == cycles
