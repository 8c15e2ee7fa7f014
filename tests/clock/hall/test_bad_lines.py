"""Games over lines that split what clocks say, lose one byte in a hundred, or are pulled in the
middle of a message: each press ends the turn of whoever made it, once.
"""

from random import Random

import pytest

from app.emulators.device import DeviceSide
from app.emulators.faults import LineFaults
from app.engine.acts.table import HandBack, Interrupt, TurnEnded
from app.engine.side import Side
from tests.clock.games import agrees, begin, room_with

PRESSES = 17  # one less than a game has turns
CHANGES = {
    "split": LineFaults.of(cut=0.3),
    "bytes lost": LineFaults.of(delete=0.01),
    "pulled": LineFaults.of(disconnect=0.01),
}
CASES = [
    (kind, change, seed)
    for kind in ("dclk", "dgt3000", "hourglass", "upd")
    for change in CHANGES
    for seed in (2, 5, 22)
]
CASES += [("openchess", "split", seed) for seed in (0, 5, 7)]
"""One says a press once, without a frame: of a lost byte it says nothing more."""


@pytest.mark.parametrize(("kind", "change", "seed"), CASES)
def test_presses_over_a_bad_line_are_reported_correctly(kind: str, change: str, seed: int):
    words = {} if kind == "dgt3000" else {"drift": "0", "resets_on_open": "0"}
    if kind == "openchess":
        words["resets_on_open"] = "1"
    room, port = room_with(kind, **words)
    begin(room, port)
    line, dice = room.lines[port], Random(seed)
    line.mischief.dice, line.mischief.faults = dice, CHANGES[change]

    def run(seconds: int) -> None:
        for _ in range(seconds):
            room.run(1000)
            if not line.connected:
                room.plug_in(port)

    made: list[Side] = []
    for _ in range(PRESSES):
        run(dice.randrange(20, 60))
        running = line.truth(room.now_ms).running
        assert running is not None
        made.append(Side.RED if running is DeviceSide.LEFT else Side.BLUE)
        room.press(port)
    run(30)
    line.mischief.faults = LineFaults()
    run(30)
    marks = room.game().marks
    assert [mark.side for mark in marks if isinstance(mark, TurnEnded)] == made
    assert not [mark for mark in marks if isinstance(mark, HandBack | Interrupt)]
    agrees(room, port, 3000)
