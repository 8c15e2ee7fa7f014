"""The bytes that boards and clocks of other makers send and understand, as their makers chose them.
The emulators use the drivers' own names for them, so no test with an emulator would notice another
byte.
"""

from app.clock.drivers import open_chess_clock
from app.clock.drivers.dgt import bus, bus_line
from app.clock.drivers.dgt import bytes as dgt


def test_questions_to_a_dgt_board_use_the_maker_s_bytes() -> None:
    asked = (dgt.RESET, dgt.SEND_CLOCK, dgt.SERIAL, dgt.UPDATE_NICE, dgt.BATTERY, dgt.VERSION)
    assert bytes(asked) == b"@AEKLM"
    assert bytes([dgt.LONG_SERIAL, bus_line.TO_BUS]) == b"UJ"


def test_dgt_board_frames_have_the_maker_s_kinds_and_lengths() -> None:
    kinds = (dgt.CLOCK, dgt.SERIAL_IS, dgt.VERSION_IS, dgt.BATTERY_IS, dgt.LONG_SERIAL_IS)
    assert bytes(kinds).hex(" ") == "8d 91 93 a0 a2"
    assert dgt.LENGTHS == {
        0x86: (67, 103), 0x8D: (10,), 0x8E: (5,), 0x8F: (7939,), 0x90: (5,), 0x91: (8,),
        0x93: (5,), 0x94: (53,), 0x95: (53,), 0xA0: (7, 12), 0xA2: (13,),
    }  # fmt: skip
    assert dgt.LONGEST == 7939


def test_dgt_clock_commands_answers_and_bits_match_the_maker_s() -> None:
    commands = (dgt.END, dgt.CLOCK_VERSION, dgt.SET_AND_RUN, dgt.BEEP, dgt.ASCII)
    assert bytes(commands).hex(" ") == "03 09 0a 0b 0c"
    assert bytes([dgt.GOOD, dgt.REFUSED, dgt.NOT_IN_MODE]).hex(" ") == "10 40 90"
    assert (dgt.LEFT_RUNS, dgt.RIGHT_RUNS, dgt.STANDS, dgt.LEVER_SWITCHES) == (1, 2, 4, 8)
    assert dgt.MAX_MS == 35_999_000, "9:59:59"


def test_bus_messages_have_bytes_of_their_own() -> None:
    assert bytes([bus.SEND_CLOCK, bus.PING, bus.SEND_VERSION]).hex(" ") == "81 87 8b"
    assert bytes([bus.CLOCK, bus.PING_IS, bus.VERSION_IS]).hex(" ") == "84 87 89"
    assert bus.LENGTHS == {0x84: (13,), 0x87: (6,), 0x89: (6, 8)}
    assert bytes(sorted(bus.UNUSED)).hex(" ") == "83 85 86 88 8a"
    assert (bus.HEAD, bus.SHORTEST, bus.LONGEST) == (3, 6, 256)


def test_open_chess_clock_has_eight_kinds_of_message_with_fixed_sizes() -> None:
    occ = open_chess_clock
    assert (occ.HELLO, occ.ANSWER, occ.FIRST_RUNS, occ.SECOND_RUNS) == (0xC0, 0xC1, 0xC2, 0xC3)
    assert (occ.BOTH, occ.PAUSE, occ.FIRST_OUT, occ.SECOND_OUT) == (0xC4, 0xC5, 0xC6, 0xC7)
    assert [*occ.SIZES.values()] == [4, 4, 4, 4, 8, 4, 0, 0]
    assert (occ.SLAVE, occ.MOST_MODE) == (2, 3)
