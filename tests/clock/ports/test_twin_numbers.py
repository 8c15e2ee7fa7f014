"""Devices with one USB serial number: whoever is there keeps its key, whatever comes beside it."""

import pytest

from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClocksSnapshot
from app.clock.links.serial import PortInfo
from app.clock.ports.port import PortSettings, Stage, recognize_ports
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import ClockPaused, StartClock
from app.engine.side import Side
from app.ui.pages.clocks.rows import ASKS, clock_rows
from tests.clock.virtual_room import VirtualHall, left_of

HOUR = 3_600_000


def device(name: str, number: str, socket: str = "") -> PortInfo:
    key = f"1a86:7523/{number}"
    return PortInfo(name, key, "", 0x1A86, 0x7523, number=number, location=socket)


def keys(
    *found: PortInfo, there: tuple[PortInfo, ...] = (), places: dict[str, str] | None = None
) -> dict[str, str]:
    open_now = {one.key: one for one in there}
    known = {key: one.location for key, one in open_now.items()} | (places or {})
    infos, asked = recognize_ports(found, open_now, known)
    return {info.name: info.key + (" ?" if info.key in asked else "") for info in infos}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("number", ["0001", "6", "A50285BI"])
def test_a_second_device_with_the_same_number_does_not_change_the_first_one_s_key(number, order):
    first, second = device("COM3", number, "1-1"), device("COM4", number, "1-2")
    assert keys(first) == {"COM3": f"1a86:7523/{number}"}
    assert keys(*(first, second)[::order], there=(first,)) == {
        "COM3": f"1a86:7523/{number}",
        "COM4": "1a86:7523@1-2 ?",
    }


def test_without_a_place_the_second_device_is_identified_by_its_port_name():
    first, second = device("COM3", "6"), device("COM4", "6")
    assert keys(second, first, there=(first,)) == {
        "COM3": "1a86:7523/6",
        "COM4": "1a86:7523 COM4 ?",
    }


def test_two_unknown_devices_with_one_number_are_told_apart_by_their_places():
    both = device("COM3", "6", "1-1"), device("COM4", "6", "1-2")
    assert keys(*both) == {"COM3": "1a86:7523@1-1", "COM4": "1a86:7523@1-2"}


def test_the_next_day_the_first_device_is_recognized_by_its_socket_whatever_its_port_name():
    both = device("COM9", "0001", "1-2"), device("COM8", "0001", "1-1")
    places = {"1a86:7523/0001": "1-1", "1a86:7523@1-2": "1-2"}
    assert keys(*both, places=places) == {"COM8": "1a86:7523/0001", "COM9": "1a86:7523@1-2"}


def test_a_unique_number_is_recognized_in_another_socket_but_a_maker_s_common_one_is_not():
    own, makers = device("COM3", "FTE4GW8P", "1-7"), device("COM4", "0001", "1-7")
    assert keys(own, places={"1a86:7523/FTE4GW8P": "1-1"}) == {"COM3": "1a86:7523/FTE4GW8P"}
    assert keys(makers, places={"1a86:7523/0001": "1-1"}) == {"COM4": "1a86:7523@1-7 ?"}
    assert keys(makers, places={"1a86:7523/0001": ""}) == {"COM4": "1a86:7523/0001"}


def test_a_clock_that_runs_is_not_closed_because_its_twin_is_plugged_in():
    room = VirtualHall(1)
    room.usb = {"ttyUSB0": ("0001", "1-1"), "ttyUSB1": ("0001", "1-2")}
    first = room.plug("upd", port="ttyUSB0")
    room.run(30_000)
    assert room.port(first).info.key == "0403:0001/0001"
    room.do(DrawRound(7, 1))
    room.do(PublishRound())
    room.seat(first, 1)
    room.do(StartRound(1))
    room.bank.set_for_round()
    room.run(3000)
    room.do(StartClock(1, Side.RED))
    room.run(3000)
    speeds, cable = len(room.asked), next(cable for cable in room.cables if not cable.gone)
    second = room.plug("upd", port="ttyUSB1")
    room.run(60_000)
    assert not cable.gone
    assert room.port(first).info.key == "0403:0001/0001"
    assert room.port(second).stage is Stage.READY
    assert room.asked[speeds:]  # the second was asked what it is
    assert not [mark for mark in room.game().marks if isinstance(mark, ClockPaused)]
    room.press(first)
    room.run(1000)
    assert room.game().play.step == 1
    rows = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    assert [(row.table, row.notice) for row in rows] == [("1", ""), ("–", ASKS)]
    assert rows[1].urgent
    room.pull(first)
    room.run(5000)
    assert room.port(second).stage is Stage.READY
    assert left_of(room.game(), Side.BLUE, room.now_ms) > HOUR - 30_000
    room.plug_in(first)
    room.run(10_000)
    assert (room.port(first).stage, room.port(first).info.key) == (Stage.READY, "0403:0001/0001")


def test_a_clock_with_a_duplicate_number_takes_no_table_while_its_twin_is_away():
    room = VirtualHall(1)
    first = room.plug("dclk", uid="AAAAAAAA")
    room.run(20_000)
    name = room.port(first).clock
    assert room.bank.seating.seat(name, Seat(1)) == ""
    second = room.plug("dclk", uid="AAAAAAAA")
    room.run(20_000)
    assert room.port(second).clock == f"{name} at {second}"
    for port in (first, second):
        room.pull(port)
    room.run(5000)
    room.plug_in(second)
    room.run(10_000)
    assert room.port(second).clock == f"{name} at {second}"
    assert not next(clock for clock in room.bank.bound.clocks if clock.seat).online
    room.plug_in(first)
    room.run(10_000)
    assert room.port(first).clock == name


def test_a_device_is_remembered_with_its_place():
    room = VirtualHall(1)
    room.usb = {"ttyUSB0": ("0001", "1-1")}
    room.plug("upd", port="ttyUSB0")
    room.run(30_000)
    assert room.port("ttyUSB0").wish == PortSettings(product="upd", location="1-1")
