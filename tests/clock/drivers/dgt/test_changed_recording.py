"""The recording of a real DGT game, changed as bad lines change it: the presses stay the same."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from app.clock.drivers.driver import Hand, Pressed
from tests.clock.drivers.dgt.test_recording import PRESSES, recorded
from tests.clock.drivers.dgt_bench import Board, ready
from tests.clock.drivers.line import Line, only

HANDS = [(Hand.LEFT, Hand.RIGHT)[turn % 2] for turn in range(PRESSES)]
BURST_MS, SECOND_MS = 3_000, 1_000


def seconds() -> Iterator[bytes]:
    """What the board sends in each second: pieces, then its clock's times."""
    said = b""
    for frame in recorded():
        said += frame
        if frame[0] == 0x8D:
            yield said
            said = b""


def split(line: Line, dice: Random) -> None:
    """In pieces of any length, with pauses between them."""
    for said in seconds():
        waited_ms, at = 0, 0
        while at < len(said):
            cut = dice.randint(1, 9)
            line.hear(said[at : at + cut])
            at += cut
            pause_ms = dice.choice((0, 0, 16))
            line.wait(pause_ms)
            waited_ms += pause_ms
        line.wait(max(SECOND_MS - waited_ms, 1))


def doubled(line: Line, dice: Random) -> None:
    """Some messages come twice."""
    for said in seconds():
        line.hear(said * dice.choice((1, 2, 2, 3)))
        line.wait(SECOND_MS)


def in_bursts(line: Line, dice: Random) -> None:
    """A link that delivers what it has every three seconds."""
    held, at_ms = b"", dice.randrange(BURST_MS)
    for said in seconds():
        held += said
        line.wait(SECOND_MS)
        at_ms += SECOND_MS
        if at_ms >= BURST_MS:
            at_ms -= BURST_MS
            line.hear(held)
            held = b""
    line.hear(held)


def with_lost_bytes(line: Line, dice: Random) -> None:
    """One byte in a hundred is lost."""
    for said in seconds():
        line.hear(bytes(byte for byte in said if dice.random() >= 0.01))
        line.wait(SECOND_MS)


def with_replugs(line: Line, dice: Random) -> None:
    """The cable is pulled in the middle of a message, and put back at once."""
    for said in seconds():
        if dice.random() < 0.03:
            line.hear(said[: dice.randrange(len(said))])
            line.heard += line.driver.opened(line.now_ms)
            line.flush()
        else:
            line.hear(said)
        line.wait(SECOND_MS)


CHANGES: list[Callable[[Line, Random], None]] = [
    split,
    doubled,
    in_bursts,
    with_lost_bytes,
    with_replugs,
]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_changed_recording_still_gives_the_same_57_presses(
    change: Callable[[Line, Random], None], seed: int
) -> None:
    board = Board()
    line = ready(board)
    line.heard.clear()
    said = list(seconds())
    shown = [one[-10:] for one in said]
    began_ms = line.now_ms
    answer = line.answer

    def answering(sent: bytes, now_ms: int) -> bytes:
        at = min((now_ms - began_ms) // SECOND_MS, len(shown) - 1)
        board.shows = shown[at]
        return answer(sent, now_ms)

    line.answer = answering
    change(line, Random(seed))
    line.wait(2_000)
    assert [press.hand for press in only(line.heard, Pressed)] == HANDS
