"""A program that was stopped looks at its lines late, and before their bytes have come through."""

import pytest

from app.clock.ports.port import Stage
from app.emulators.device import DeviceSide
from tests.clock.games import agrees, begin, room_with


@pytest.mark.parametrize("kind", ["dclk", "dgt3000", "hourglass", "upd", "openchess"])
@pytest.mark.parametrize("stopped_ms", [4000, 8000, 90_000])
def test_a_clock_is_not_given_up_because_the_program_was_not_listening(
    kind: str, stopped_ms: int
) -> None:
    words = {"resets_on_open": "1", "drift": "0"} if kind != "dgt3000" else {}
    room, port = room_with(kind, **words)
    begin(room, port)
    opened = room.lines[port].openings
    room.press(port)  # until then an OpenChessClock has not said what its first side has
    room.run(5000)
    room.press(port)
    room.desk.now_ms += stopped_ms
    for _ in range(3):
        room.supervisor.tick()
    assert room.port(port).stage is Stage.READY
    clock = room.clock(port)
    assert clock is not None
    assert clock.online
    room.touch(port)
    room.run(10_000)
    assert room.lines[port].openings == opened
    assert room.port(port).stage is Stage.READY
    assert room.game().play.step == 2
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.LEFT
    agrees(room, port, 3000)
