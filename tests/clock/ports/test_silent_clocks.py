"""A clock that says nothing for a while on a line that the system holds open: closing the line
could only cost its game. An OpenChessClock speaks when it is pressed and is never missed.
"""

import pytest

from app.clock.ports.port import Stage
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault, LineFaults
from tests.clock.games import agrees, begin, room_with


@pytest.mark.parametrize("kind", ["dclk", "dgt3000", "hourglass", "upd"])
@pytest.mark.parametrize("silent_ms", [3000, 6000, 30_000, 90_000])
def test_the_line_of_a_silent_clock_is_left_open(kind: str, silent_ms: int):
    words = {"resets_on_open": "1"} if kind != "dgt3000" else {}
    room, port = room_with(kind, **words)
    begin(room, port)
    line = room.lines[port]
    opened = line.openings
    line.mischief.faults = LineFaults(freeze_ms=silent_ms)
    line.mischief.order(LineFault.FREEZE, room.now_ms)
    room.run(silent_ms + 15_000)
    assert room.port(port).stage is Stage.READY
    room.press(port)
    room.run(5000)
    assert line.openings == opened
    assert room.game().play.step == 1
    assert line.truth(room.now_ms).running is DeviceSide.RIGHT
    agrees(room, port, 3000)
