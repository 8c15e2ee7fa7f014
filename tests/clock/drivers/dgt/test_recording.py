"""A real DGT board's own bytes: one game with an increment, as its board sent them.

In the recording the status is 09 while the left time falls (bit 1 clear) and 13 while the right
one does (bit 1 set). Bits 3 and 4 say the opposite of the maker's header; other boards may do it
the header's way. The lever was moved 57 times.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from app.clock.drivers.driver import Doubted, Hand, Message, Pressed, Reading, Started, Stopped
from tests.clock.drivers.dgt_bench import Board, frame, ready
from tests.clock.drivers.line import Line, cuts, only

RECORDING = Path(__file__).parents[3] / "data" / "dgt_board_recording.txt"
PRESSES = 57
TURN_BITS = {
    "as recorded": lambda status: status,
    "swapped": lambda status: status & ~0x18 | (status & 0x08) << 1 | (status & 0x10) >> 1,
    "cleared": lambda status: status & ~0x18,
    "set": lambda status: status | 0x18,
}


def recorded(bits: str = "as recorded") -> list[bytes]:
    frames = [bytes.fromhex(line) for line in RECORDING.read_text("ascii").splitlines()]
    turned = TURN_BITS[bits]
    return [one[:9] + bytes([turned(one[9])]) if one[0] == 0x8D else one for one in frames]


def falling(frames: list[bytes]) -> list[Hand]:
    """Whose time runs behind each clock message, by nothing but the lever."""
    times = [one for one in frames if one[0] == 0x8D]
    return [Hand.RIGHT if one[9] & 2 else Hand.LEFT for one in times]


def played(line: Line, frames: list[bytes], board: Board | None) -> list[Message]:
    """Every second one time message, as a clock that runs sends them; pieces come in between."""
    line.heard.clear()
    for message in frames:
        if message[0] == 0x8D:
            line.wait(1000)
            if board is not None:
                board.shows = message
        line.hear(message)
    line.wait(300)
    return line.heard


def test_the_recording_matches_its_description():
    times = [one for one in recorded() if one[0] == 0x8D]
    assert len(times) == 323
    assert sum(a[9] & 2 != b[9] & 2 for a, b in pairwise(times)) == PRESSES
    for old, new in pairwise(times):
        if old[9] == new[9]:  # nobody pressed: only one side's time may fall
            still, falls = (slice(3, 6), slice(6, 9))[:: 1 if new[9] & 2 == 0 else -1]
            assert old[still] == new[still]
            assert old[falls] >= new[falls]


@pytest.mark.parametrize("bits", TURN_BITS)
@pytest.mark.parametrize("answers", [True, False], ids=["board answers", "bytes alone"])
def test_a_recorded_real_game_gives_its_57_presses_with_the_right_side_running(bits, answers):
    board = Board()
    line = ready(board)
    if not answers:
        line.answer = lambda sent, now_ms: frame(0x91, b"01025") if 0x45 in sent else b""
    heard = played(line, recorded(bits), board if answers else None)
    presses = only(heard, Pressed)
    assert [press.hand for press in presses] == [(Hand.LEFT, Hand.RIGHT)[n % 2] for n in range(57)]
    assert len(only(heard, Started)) == 1
    assert len(only(heard, Stopped)) == (1 if answers else 0)  # said once, it is not believed yet
    running = {falling(recorded())[0]}
    ran = None
    for message in heard:
        if isinstance(message, Started):
            ran = message.running
        elif isinstance(message, Pressed):
            assert message.hand is ran
            ran = message.hand.other
        elif isinstance(message, Reading) and message.running is not None:
            assert message.running is ran
            running.add(ran)
    assert running == set(Hand)
    assert not [
        doubted.sentence for doubted in only(heard, Doubted) if "adds" not in doubted.sentence
    ]


def test_the_recording_reads_the_same_however_it_is_cut():
    stream = b"".join(recorded()[:5])
    sentences = []
    for pieces in cuts(stream):
        line = ready(Board())
        line.answer = None
        for piece in pieces:
            line.hear(piece)
        line.wait(300)
        sentences.append(line.heard)
    assert only(sentences[0], Started)
    assert all(one == sentences[0] for one in sentences)
