"""Games in virtual time, each with a clock on its table."""

from app.clock.ports.port import PortSettings, Stage
from app.emulators.device import DeviceSide
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import StartClock
from app.engine.side import Side
from tests.clock.virtual_room import VirtualHall, left_of

RED, BLUE = Side.RED, Side.BLUE
MINUTE = 60_000
CHOSEN = {"hourglass": "hourglass", "dgtbus": "dgt-bus"}
"""The product that an organizer chooses for each emulated clock that is not found by itself."""


def room_with(
    kind: str, room: VirtualHall | None = None, *, started: bool = True, **words: str
) -> tuple[VirtualHall, str]:
    """A round under way whose one table has a clock that was found and bound."""
    room = room or VirtualHall()
    port = room.plug(kind, **words)
    room.run(1500)
    if kind in CHOSEN:
        key = room.port(port).info.key
        room.supervisor.wish(key, PortSettings(use=True, product=CHOSEN[kind]))
    room.run(30_000)
    assert room.port(port).stage is Stage.READY, room.port(port)
    room.do(DrawRound(7, 1))
    room.do(PublishRound())
    room.seat(port, 1)
    if started:
        room.do(StartRound(1))
    return room, port


def begin(room: VirtualHall, port: str) -> None:
    """Red's time runs, by the organizer's click or, where a clock cannot be told, by its lever."""
    room.bank.set_for_round()
    room.run(3000)
    clock = room.clock(port)
    assert clock is not None
    if clock.abilities.runs:
        room.do(StartClock(1, RED))
    else:
        room.press(port, DeviceSide.RIGHT)
    room.run(3000)
    assert room.game().play.clock is not None, clock.notice
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.LEFT


def agrees(room: VirtualHall, port: str, most_ms: int) -> None:
    truth = room.lines[port].truth(room.now_ms)
    for side, shown in ((RED, truth.left_ms), (BLUE, truth.right_ms)):
        assert abs(left_of(room.game(), side, room.now_ms) - shown) <= most_ms
