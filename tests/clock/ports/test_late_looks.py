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


@pytest.mark.parametrize(("unheard_ms", "is_kept"), [(1500, True), (10_000, False)])
def test_a_clock_whose_answers_wait_to_be_read_is_kept_unless_reading_is_stuck(
    unheard_ms: int, is_kept: bool
) -> None:
    room, port = room_with("dclk")
    room.run(15_000)
    opened = room.lines[port].openings
    (cable,) = [one for one in room.cables if not one.gone]
    cable.unheard_since_ms = room.now_ms
    assert next(room.bank.set_for_round()) == ""
    room.run(unheard_ms)
    assert (room.port(port).stage is Stage.READY) is is_kept
    cable.unheard_since_ms = None
    room.touch(port)
    room.run(10_000)
    assert room.port(port).stage is Stage.READY
    assert room.lines[port].openings == opened
    assert room.lines[port].truth(room.now_ms).left_ms == 3_600_000
