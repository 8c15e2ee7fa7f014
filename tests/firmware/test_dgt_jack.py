import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.dgt_jack import (
    CHANGE_STATE,
    CLOCK,
    DOWN,
    END_DISPLAY,
    MODE_25,
    PING,
    STOP,
    TAKE_CONTROL,
    WAKE,
    JackFrame,
    decode,
    encode,
    set_and_run,
)

VECTORS = [
    ("50 20 05 0d 46", JackFrame(WAKE, PING)),
    ("10 20 05 0f 48", JackFrame(CLOCK, TAKE_CONTROL)),
    ("10 20 06 0b 39 b9", JackFrame(CLOCK, CHANGE_STATE, bytes([MODE_25]))),
    ("10 20 05 07 70", JackFrame(CLOCK, END_DISPLAY)),
    ("10 20 0c 0a 00 45 30 00 52 07 01 7b", set_and_run(2730, 3127, DOWN, STOP)),
]


@pytest.mark.parametrize(("text", "frame"), VECTORS)
def test_each_known_frame_is_encoded_and_decoded(text: str, frame: JackFrame) -> None:
    data = bytes.fromhex(text)
    assert encode(frame) == data
    assert decode(data) == frame


@pytest.mark.parametrize(
    "text", ["", "10 20 05 0f", "10 21 05 0f 48", "10 20 06 0f 48", "10 20 05 0f 49"]
)
def test_bytes_that_are_no_frame_are_not_decoded(text: str) -> None:
    assert decode(bytes.fromhex(text)) is None


@given(st.sampled_from([CLOCK, WAKE, 0]), st.integers(0, 255), st.binary(max_size=40))
def test_every_frame_reads_back(destination: int, command: int, data: bytes) -> None:
    frame = JackFrame(destination, command, data)
    assert decode(encode(frame)) == frame
