from typing import Any

import pytest

from app.emulators.device import DeviceSide
from app.emulators.dgt.board import EmulatedDgtBoard, Mode
from app.emulators.dgt.clock import xl_knobs
from tests.emulators.dgt.bench import board, heard

HOUR = 3_600_000


def test_a_time_message_puts_right_first_and_shows_the_hours_of_both_sides() -> None:
    made = board(nice=False, turn_bits_when_paused=False)
    made.receive(b"\x41", 0)
    assert heard(made, 20) == ["8d 00 0a 01 00 00 01 00 00 00"]


def test_left_runs_after_right_presses() -> None:
    made = board()
    made.press(DeviceSide.RIGHT, 20)
    made.start_stop(20)
    assert heard(made, 2300)[-1] == "8d 00 0a 01 00 00 00 59 58 09"


def test_right_runs_after_left_presses() -> None:
    made = board(left_ms=HOUR - 2000)
    made.press(DeviceSide.LEFT, 20)
    made.start_stop(20)
    assert heard(made, 1300)[-1] == "8d 00 0a 00 59 59 00 59 58 13"


def test_an_unplugged_clock_reads_as_missing_but_keeps_counting() -> None:
    made = board()
    made.press(DeviceSide.RIGHT, 20)
    made.start_stop(20)
    made.unplug_clock(30)
    assert heard(made, 300)[-1] == "8d 00 0a 00 00 00 00 00 00 20"
    made.receive(bytes.fromhex("2b 03 03 09 00"), 300)
    assert heard(made, 2000) == []
    made.plug_clock(5000)
    assert heard(made, 5300)[0] == "8d 00 0a 0a 10 01 2a 00 00 00"
    assert made.truth(5300).left_ms == HOUR - 5280


@pytest.mark.parametrize(
    ("command", "knobs", "answer"),
    [
        ("2b 03 03 09 00", {}, "8d 00 0a 0a 10 09 0a 22 00 00"),
        ("2b 03 03 09 00", {"version": 0x1E}, "8d 00 0a 0a 10 09 0a 1e 00 00"),
        ("2b 03 03 03 00", {}, "8d 00 0a 0a 10 03 0a 00 00 00"),
        ("2b 04 03 0b 10 00", {}, "8d 00 0a 0a 10 0b 0a 00 00 00"),
        ("2b 0a 03 0a 01 00 00 01 00 00 04 00", {}, "8d 00 0a 0a 10 0a 0a 00 00 00"),
        ("2b 0a 03 0a 01 00 00 01 00 00 04 00", {"option": 1}, "8d 00 0a 0a 40 0a 0a 00 00 00"),
        ("2b 0c 03 0c 44 45 41 54 48 20 20 20 03 00", {}, "8d 00 0a 0a 10 0c 0a 00 00 00"),
        ("2b 0b 03 01 06 5b 4f 66 6d 7d 00 01 00", {}, "8d 00 0a 0a 10 01 0a 00 00 00"),
        ("2b 0b 03 02 00 00 00 00 01 00 00 00 00", {}, "8d 00 0a 0a 10 02 0a 00 00 00"),
        ("2b 03 03 08 00", {}, "8d 00 0a 0a 10 08 0a 00 00 00"),
    ],
)
def test_each_clock_command_is_answered(command: str, knobs: dict[str, Any], answer: str) -> None:
    made = board(**knobs)
    made.receive(bytes.fromhex(command), 20)
    assert heard(made, 171) == []
    assert answer in heard(made, 240)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("45", "91 00 08 30 31 30 32 35"),
        ("46", "90 00 05 08 01"),
        ("4d", "93 00 05 01 08"),
        ("55", "a2 00 0d 30 30 30 30 30 30 31 30 32 35"),
        ("4c", "a0 00 0c 64 7f 7f 01 1e 00 02 0f 02"),
        ("42", "86 00 43" + " 00" * 64),
        ("40", ""),
    ],
)
def test_the_board_answers_questions_about_itself(asked: str, answer: str) -> None:
    made = board(nice=False, serial=1025)
    made.receive(bytes.fromhex(asked), 0)
    assert made.send(100).hex(" ") == answer


def test_the_vendors_trademark_is_never_sent() -> None:
    made = board(nice=False)
    made.receive(b"\x47", 0)
    said = made.send(100)
    assert said[:3] == bytes([0x92, 0, len(said)])
    assert said[3:] == b"Flagfall clock emulator"


def test_the_eeprom_blocks_the_line_for_eight_seconds() -> None:
    made = board(nice=False)
    made.receive(b"\x49", 0)
    made.receive(b"\x4d", 1000)
    dump = made.send(8200)
    assert dump[:3] == bytes.fromhex("8f 3e 03")
    rest = made.send(8300)
    assert len(dump + rest) == 0x1F03 + 5
    assert rest.endswith(bytes.fromhex("93 00 05 01 08"))


def test_harmful_commands_are_recorded() -> None:
    made = board(nice=False)
    made.receive(b"\x51\x4e\x4d", 0)
    assert made.harm == [0x51, 0x4E]
    assert made.send(100) == b"", "it is in the boot loader"
    made.power_cycle(200)
    made.receive(b"\x4d", 200)
    assert made.send(300) != b""


def test_a_silent_mode_gives_no_clock_answer() -> None:
    for mode in (b"\x40", b"\x44"):
        made = board(nice=False)
        made.receive(mode, 0)
        made.receive(bytes.fromhex("2b 03 03 09 00"), 50)
        made.press(DeviceSide.LEFT, 100)
        assert made.send(3000) == b""


def test_update_nice_is_silent_while_nothing_changes_and_update_is_not() -> None:
    nice, plain = board(), board(nice=False)
    plain.receive(b"\x43", 0)
    plain.send(20)
    assert heard(nice, 5000) == []
    assert len(heard(plain, 5020)) == 5


def test_a_reading_is_as_old_as_the_boards_last_poll() -> None:
    made = EmulatedDgtBoard(0, xl_knobs())
    made.receive(b"\x4b", 0)
    made.send(20)
    made.press(DeviceSide.LEFT, 401)
    assert heard(made, 799) == []
    assert heard(made, 812) == ["8d 00 0a 01 00 00 01 00 00 12"]


def test_a_report_may_come_some_time_after_its_poll() -> None:
    made = board(report_lag_ms=600)
    made.press(DeviceSide.LEFT, 100)
    assert heard(made, 849) == []
    assert len(heard(made, 870)) == 1


def test_a_second_command_right_behind_a_clock_command_is_cut_off() -> None:
    made = board()
    text = bytes.fromhex("2b 0c 03 0c 44 45 41 54 48 20 20 20 03 00")
    made.receive(text + text, 20)
    assert made.input.lost == 4
    assert len(heard(made, 1000)) == 1
    made.receive(bytes.fromhex("2b 03 03 09 00"), 1000)
    assert len(heard(made, 2000)) == 1, "the cut one is forgotten after a while"


def test_a_board_without_that_limit_accepts_two_commands_back_to_back() -> None:
    made = board(input_bytes=0)
    text = bytes.fromhex("2b 0c 03 0c 44 45 41 54 48 20 20 20 03 00")
    made.receive(text + text, 20)
    assert len(heard(made, 1000)) == 2


def test_a_command_may_arrive_byte_by_byte_within_a_time_limit() -> None:
    command = bytes.fromhex("2b 03 03 09 00")
    for pause_ms, answers in [(50, 1), (100, 0)]:
        made = board()
        for index, byte in enumerate(command):
            made.receive(bytes([byte]), 20 + index * pause_ms)
        assert len(heard(made, 3000)) == answers


def test_a_malformed_clock_command_is_not_answered() -> None:
    made = board()
    for wrong in ("2b 03 04 09 00", "2b 03 03 09 01", "2b 03 03 77 00", "2b 01 00"):
        made.receive(bytes.fromhex(wrong), made.input.busy_until_ms + 20)
    assert heard(made, 2000) == []
    assert made.input.bad == 4


def test_a_board_may_be_silent_until_something_changes() -> None:
    made = board(nice=False, speaks_at_update=False)
    made.receive(b"\x4b", 0)
    assert len(heard(made, 240)) == 0


def test_the_status_byte_may_follow_an_answer() -> None:
    made = board(status_in_answers=True)
    made.receive(bytes.fromhex("2b 03 03 09 00"), 20)
    assert heard(made, 300) == ["8d 00 0a 0a 10 09 0a 22 00 08"]


def test_a_light_command_for_another_make_is_ignored() -> None:
    made = board()
    made.receive(bytes.fromhex("60 04 01 4d 4d 00"), 20)
    assert heard(made, 300) == []
    assert made.mode is Mode.UPDATE_NICE
