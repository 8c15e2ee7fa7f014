"""What a system lists changes while a clock plays: an open line that talks is its own proof."""

import pytest

from app.clock.links.serial import PortInfo
from app.clock.ports.port import Stage
from app.emulators.device import DeviceSide
from tests.clock.games import agrees, begin, room_with
from tests.clock.virtual_room import FTDI, VirtualHall


def listed(room: VirtualHall, port: str, number: str, location: str) -> None:
    key = f"0403:0001/{number}" if number else f"0403:0001@{location}"
    info = PortInfo(port, key, "", FTDI, 1, number=number, location=location)
    room.list_as(lambda: [info] if location else [])


@pytest.mark.parametrize("kind", ["dclk", "dgt3000", "hourglass", "upd", "openchess"])
@pytest.mark.parametrize("number", ["A50285BI", "6", ""])
@pytest.mark.parametrize("later", ["1-2:x.0", "1-4", ""], ids=["renamed", "moved", "missing"])
def test_a_changed_port_listing_closes_no_clock_in_play(kind: str, number: str, later: str):
    words = {"resets_on_open": "1", "drift": "0"} if kind != "dgt3000" else {}
    room = VirtualHall()
    listed(room, "port1", number, "1-2")
    room, port = room_with(kind, room, **words)
    begin(room, port)
    opened = room.lines[port].openings
    listed(room, port, number, later)
    room.run(10_000)
    room.press(port)
    room.run(5000)
    assert room.lines[port].openings == opened
    assert [p.stage for p in room.supervisor.ports if p.there] == [Stage.READY]
    assert room.game().play.step == 1
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.RIGHT
    agrees(room, port, 3000)
