from random import Random

import pytest

from app.emulators.device import DeviceSide
from app.emulators.dgt.board import EmulatedDgtBoard, Mode
from app.emulators.dgt.clock import DgtKnobs
from app.emulators.faults import LineFaults, Mischief


def on_bus(seed: int = 1) -> EmulatedDgtBoard:
    """The board of the protocol's text: address 10 06, and no turn shown while paused."""
    knobs = DgtKnobs(turn_bits_when_paused=False)
    return EmulatedDgtBoard(0, knobs, Mischief(LineFaults(), Random(seed)))


def asked(board: EmulatedDgtBoard, order: str, at_ms: int = 0, wait_ms: int = 80) -> str:
    board.send(at_ms)
    board.receive(bytes.fromhex(order), at_ms)
    return board.send(at_ms + wait_ms).hex(" ")


def order(code: int, address: int = 2054) -> str:
    head = bytes([code, address >> 7, address & 0x7F])
    return (head + bytes([sum(head) & 0x7F])).hex(" ")


def test_the_clock_is_read_as_the_protocol_document_says() -> None:
    assert asked(on_bus(), "81 10 06 17") == "84 00 0d 10 06 01 00 00 01 00 00 00 29"


def test_every_board_answers_a_broadcast_for_its_version() -> None:
    assert asked(on_bus(), "8b 00 00 0b") == "89 00 08 10 06 01 08 30"


def test_a_board_up_to_version_1_2_answers_with_six_bytes() -> None:
    knobs = DgtKnobs(board_version=0x0102)
    board = EmulatedDgtBoard(0, knobs, Mischief(LineFaults(), Random(1)))
    assert asked(board, "8b 00 00 0b") == "89 00 06 10 06 25"


def test_a_bad_checksum_or_another_address_is_not_answered() -> None:
    board = on_bus()
    assert asked(board, "81 10 06 18") == ""
    assert asked(board, "81 10 07 18", 100) == ""
    assert board.input.bad == 1


def test_a_new_order_may_begin_in_the_middle_of_another() -> None:
    assert asked(on_bus(), "81 10 81 10 06 17").startswith("84")


def test_presses_are_reported_with_the_time_of_the_halted_clock() -> None:
    board = on_bus()
    board.start_stop(0)
    board.press(DeviceSide.LEFT, 3000)
    board.send(4000)
    board.press(DeviceSide.RIGHT, 5000)
    changes = "85 00 0c 10 06 00 59 57 00 59 58"
    assert asked(board, order(0x83), 6000).startswith(changes)
    assert asked(board, order(0x84), 7000).startswith(changes)
    assert asked(board, order(0x83), 8000).startswith("85 00 06")
    assert asked(board, order(0x86), 9000).startswith(changes.replace("85", "86", 1))


def test_a_new_game_clears_the_recorded_presses() -> None:
    board = on_bus()
    board.press(DeviceSide.LEFT, 100)
    assert asked(board, order(0x85), 1000, 60) == ""
    assert board.send(1100).hex(" ").startswith("88 00 06 10 06")
    assert asked(board, order(0x86), 2000).startswith("86 00 06")


def test_a_ping_is_answered_at_once_or_within_a_second_or_not() -> None:
    board = on_bus()
    assert asked(board, order(0x87)) == "87 00 06 10 06 23"
    late = {asked(on_bus(seed), order(0x87, 0), 0, 550) for seed in range(12)}
    assert late == {"", "87 00 06 10 06 23"}
    assert asked(board, order(0x8A), 1000).startswith("87")
    assert asked(board, order(0x87), 2000) == ""
    assert asked(board, order(0x87), 3000).startswith("87")


def test_a_reset_takes_seconds() -> None:
    board = on_bus()
    assert asked(board, order(0x89)) == ""
    assert asked(board, order(0x81), 1000) == ""
    assert asked(board, order(0x81), 2100).startswith("84")


def test_the_pieces_can_be_queried_and_unknown_orders_get_no_answer() -> None:
    board = on_bus()
    assert asked(board, order(0x82)).startswith("83 00 46 10 06 00")
    assert asked(board, order(0x8F), 1000) == ""


@pytest.mark.parametrize(("how", "mode"), [("40", Mode.IDLE), (order(0x88), Mode.IDLE)])
def test_a_board_leaves_the_bus_and_comes_back(how: str, mode: Mode) -> None:
    board = on_bus()
    asked(board, how)
    assert board.mode is mode
    assert asked(board, order(0x81), 500) == ""
    assert asked(board, "4a", 1000) == ""
    assert asked(board, order(0x81), 1500).startswith("84")


def test_ending_another_boards_bus_mode_leaves_this_board_in_bus_mode() -> None:
    board = on_bus()
    asked(board, order(0x88, 77))
    assert board.mode is Mode.BUS
    assert asked(board, order(0x81), 500).startswith("84")
