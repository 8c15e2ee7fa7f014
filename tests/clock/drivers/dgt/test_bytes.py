import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.drivers.dgt import bytes as dgt
from app.clock.drivers.dgt.bytes import Answer, Frame, Frames, Nothing, Times, read_clock
from app.clock.drivers.driver import Hand
from tests.clock.drivers.dgt_bench import HOUR, answer, frame, time, time_data
from tests.clock.drivers.line import cuts

VECTORS = [
    ("8d 00 0a 01 00 00 01 00 00 00", time(HOUR, HOUR, 0)),
    ("8d 00 0a 01 00 00 00 59 58 11", time(HOUR - 2, HOUR, 0x11)),
    ("8d 00 0a 00 59 59 00 59 58 0b", time(HOUR - 2, HOUR - 1, 0x0B)),
    ("8d 00 0a 50 00 00 00 12 34 00", time(754, 0, 0, right_flags=0x50)),
    ("8d 00 0a 00 00 00 00 00 00 20", time(0, 0, 0x20)),
    ("8d 00 0a 00 30 00 00 30 00 15", time(1800, 1800, 0x15)),
    ("8d 00 0a 0a 10 09 0a 22 00 00", answer(0x10, 0x09, 0x22)),
    ("8d 00 0a 0a 10 09 0a 1e 00 00", answer(0x10, 0x09, 0x1E)),
    ("8d 00 0a 0a 10 0a 0a 00 00 00", answer(0x10, 0x0A)),
    ("8d 00 0a 0a 40 0a 0a 00 00 00", answer(0x40, 0x0A)),
    ("8d 00 0a 0a 10 01 0a 00 00 00", answer(0x10, 0x01)),
    ("8d 00 0a 0a 10 03 0a 00 00 00", answer(0x10, 0x03)),
    ("8d 00 0a 0a 10 0c 0a 00 00 00", answer(0x10, 0x0C)),
    ("8d 00 0a 0a 10 0b 0a 00 00 00", answer(0x10, 0x0B)),
    ("8d 00 0a 0a 10 08 2a 05 31 00", answer(0x10, 0x88, 0x05, 0x31)),
    ("8d 00 0a 0a 10 08 2a 09 32 00", answer(0x10, 0x88, 0x09, 0x32)),
    ("8d 00 0a 0a 10 08 2a 11 33 00", answer(0x10, 0x88, 0x11, 0x33)),
    ("8d 00 0a 0a 10 08 2a 21 34 00", answer(0x10, 0x88, 0x21, 0x34)),
    ("8d 00 0a 0a 10 08 2a 41 35 00", answer(0x10, 0x88, 0x41, 0x35)),
    ("8d 00 0a 0a 10 01 2a 00 00 00", answer(0x10, 0x81)),
    ("8d 00 0a 0a 10 0a 2a 00 17 00", answer(0x10, 0x8A, 0, 0x17)),
    ("8d 00 0a 0a 10 10 2a 00 00 00", answer(0x10, 0x90)),
    ("8d 00 0a 0a 20 00 0a 00 00 00", answer(0x20, 0)),
]
MEANINGS = {
    "8d 00 0a 01 00 00 00 59 58 11": Times(
        3_598_000, 3_600_000, False, False, True, Hand.RIGHT, False, True, False
    ),
    "8d 00 0a 00 59 59 00 59 58 0b": Times(
        3_598_000, 3_599_000, False, False, True, Hand.LEFT, False, True, False
    ),
    "8d 00 0a 50 00 00 00 12 34 00": Times(
        754_000, 0, False, True, False, Hand.RIGHT, False, True, False
    ),
    "8d 00 0a 00 00 00 00 00 00 20": Times(
        0, 0, False, False, False, Hand.RIGHT, False, False, False
    ),
    "8d 00 0a 00 30 00 00 30 00 15": Times(
        1_800_000, 1_800_000, False, False, True, Hand.RIGHT, True, True, False
    ),
    "8d 00 0a 0a 10 09 0a 22 00 00": Answer(0x10, 0x09, 0x22, 0),
    "8d 00 0a 0a 40 0a 0a 00 00 00": Answer(0x40, 0x0A, 0, 0),
    "8d 00 0a 0a 10 08 2a 05 31 00": Answer(0x10, 0x88, 0x05, 0x31),
    "8d 00 0a 0a 20 00 0a 00 00 00": Answer(0x20, 0, 0, 0),
    "8d 00 0a 00 00 00 00 00 00 00": Nothing.NULL,
}
COMMANDS = [
    ("2b 03 03 09 00", dgt.clock_command(dgt.CLOCK_VERSION)),
    ("2b 03 03 03 00", dgt.clock_command(dgt.END)),
    ("2b 04 03 0b 10 00", dgt.beep(1024)),
    ("2b 04 03 0b 7f 00", dgt.beep(60_000)),
    ("2b 0a 03 0a 01 00 00 01 00 00 04 00", dgt.set_and_run(3_600_000, 3_600_000, dgt.STANDS)),
    (
        "2b 0a 03 0a 00 2d 1e 00 34 07 01 00",
        dgt.set_and_run(2_730_000, 3_127_000, dgt.LEFT_RUNS),
    ),
    (
        "2b 0a 03 0a 00 2d 1e 00 34 07 0a 00",
        dgt.set_and_run(2_730_000, 3_127_000, dgt.RIGHT_RUNS | dgt.LEVER_SWITCHES),
    ),
    ("2b 0c 03 0c 44 45 41 54 48 20 20 20 03 00", dgt.show_text("DEATH", 3)),
]
ONE = frame(0x93, bytes([1, 8]))
STREAM = time(HOUR, HOUR, 0) + frame(0x8E, b"\x01\x02") + answer(0x10, 0x88, 1, 0x31) + ONE


@pytest.mark.parametrize(("vector", "made"), VECTORS)
def test_every_vector_is_built_from_its_meaning(vector: str, made: bytes) -> None:
    assert bytes.fromhex(vector) == made


@pytest.mark.parametrize(("vector", "meaning"), MEANINGS.items())
def test_every_vector_is_parsed_to_its_meaning(vector: str, meaning: object) -> None:
    (got,) = Frames().feed(bytes.fromhex(vector), 0)
    assert read_clock(got.data) == meaning


@pytest.mark.parametrize(("vector", "made"), COMMANDS)
def test_every_command_has_the_right_bytes(vector: str, made: bytes) -> None:
    assert bytes.fromhex(vector) == made


def test_every_pair_of_answer_bytes_is_read_back_correctly() -> None:
    for code in range(256):
        for command in range(0, 256, 5):
            data = answer(code, command, command ^ 0xFF, code ^ 0x80)[3:]
            assert read_clock(data) == Answer(code, command, command ^ 0xFF, code ^ 0x80)


@pytest.mark.parametrize("data", ["0a 10 09 0f 22 00 00", "0f 10 09 0a 22 00 00"])
def test_the_remaining_bits_of_the_answer_marker_bytes_are_not_part_of_a_number(data: str) -> None:
    """Bits 4 and 5 carry the numbers' highest bits; either low nibble 0xA marks the answer."""
    assert read_clock(bytes.fromhex(data)) == Answer(0x10, 0x09, 0x22, 0)


@pytest.mark.parametrize(
    "data",
    [
        "01 60 00 01 00 00 01",
        "01 0b 00 01 00 00 01",
        "01 00 00 0b 00 00 01",
        "01 00 00 01 00 70 01",
    ],
)
def test_an_impossible_time_is_unreadable(data: str) -> None:
    assert read_clock(bytes.fromhex(data)) is Nothing.UNREADABLE


def test_time_bytes_are_ignored_when_no_clock_is_plugged_in() -> None:
    said = read_clock(bytes.fromhex("0b 7f 7f 0b 7f 7f 20"))
    assert isinstance(said, Times)
    assert not said.plugged


@pytest.mark.parametrize(
    ("status", "active"),
    [
        (0x11, Hand.LEFT),
        (0x0B, Hand.RIGHT),
        (0x01, Hand.LEFT),
        (0x03, Hand.RIGHT),
        (0x1B, Hand.RIGHT),
        (0x09, Hand.LEFT),
        (0x13, Hand.RIGHT),
    ],
)
def test_only_the_lever_tells_whose_time_is_running(status: int, active: Hand) -> None:
    said = read_clock(time_data(60, 60, status))
    assert isinstance(said, Times)
    assert said.active is active


@pytest.mark.parametrize("pieces", cuts(STREAM))
def test_frames_are_the_same_however_they_are_cut(pieces: list[bytes]) -> None:
    whole = Frames().feed(STREAM, 0)
    frames = Frames()
    assert [message for piece in pieces for message in frames.feed(piece, 0)] == whole
    assert [one.kind for one in whole] == [0x8D, 0x8E, 0x8D, 0x93]


@pytest.mark.long
def test_a_frame_is_found_after_a_megabyte_of_noise() -> None:
    frames = Frames()
    frames.feed(random.Random(4).randbytes(1 << 20), 0)
    assert Frame(0x93, bytes([1, 8])) in frames.feed(ONE, 0)


def test_a_frame_of_the_wrong_length_is_dropped_and_the_next_one_read() -> None:
    frames = Frames()
    assert frames.feed(bytes.fromhex("93 00 06 01") + ONE, 0) == [Frame(0x93, bytes([1, 8]))]
    assert frames.dropped == 1
    assert frames.feed(frame(0x90, b"abc") + ONE, 0) == [Frame(0x93, bytes([1, 8]))]
    assert frames.dropped == 2


def test_unknown_frames_and_long_dumps_are_skipped_but_not_kept() -> None:
    frames = Frames()
    dump = bytes([0x8F, 0x1F03 >> 7, 0x1F03 & 0x7F]) + bytes(0x1F00)
    frames.feed(dump[:5000], 0)
    assert frames.dumping
    found = frames.feed(dump[5000:], 400) + frames.feed(frame(0xC1, b"abc") + ONE, 800)
    assert [(one.kind, one.data) for one in found] == [
        (0x8F, b""),
        (0xC1, b""),
        (0x93, b"\x01\x08"),
    ]
    assert not frames.dumping


def test_an_unknown_frame_without_a_length_is_dropped() -> None:
    frames = Frames()
    assert frames.feed(bytes([0xC1, 0, 2]) + ONE, 0) == [Frame(0x93, bytes([1, 8]))]


def test_a_frame_without_data_is_complete_with_its_header() -> None:
    assert Frames().feed(frame(0x92, b""), 0) == [Frame(0x92, b"")]


def test_an_incomplete_frame_is_dropped_after_half_a_second() -> None:
    frames = Frames()
    frames.feed(ONE[:4], 0)
    assert frames.feed(ONE[4:] + ONE, 501) == [Frame(0x93, bytes([1, 8]))]
    assert frames.dropped == 1


def test_a_time_is_set_to_the_nearest_whole_second() -> None:
    assert [dgt.shown_ms(ms) for ms in (0, 499, 500, 1499)] == [0, 0, 1000, 1000]


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_no_bytes_upset_the_decoder(pieces: list[bytes]) -> None:
    frames = Frames()
    for at, piece in enumerate(pieces):
        for message in frames.feed(piece, at * 300):
            if message.kind == 0x8D:
                read_clock(message.data)


@given(st.binary(min_size=7, max_size=7).map(lambda data: bytes(byte & 0x7F for byte in data)))
def test_every_seven_bytes_can_be_interpreted(data: bytes) -> None:
    assert isinstance(read_clock(data), (Times, Answer, Nothing))
