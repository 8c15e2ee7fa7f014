"""A port whose ``open()`` hangs delays nobody: each port has its own worker."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.clock.hall.clock import Seat
from app.clock.links.serial import SeparatePort, ports
from app.clock.ports.supervisor import SLOW
from app.emulators.lines.live import live_device
from app.emulators.lines.pty_line import PtyLine
from tests.clock import protocol_hang
from tests.clock.links.ear import Ear, ends
from tests.clock.machine import Machine
from tests.clock.real_room import RealHall
from tests.patience import until

pytestmark = pytest.mark.timed

DCLK = "emu://dclk?boot_ms=100&resets_on_open=0&uid={}"


@pytest.fixture(autouse=True)
def _hanging() -> Iterator[None]:
    protocol_hang.use()
    yield
    protocol_hang.let_go.set()


def test_other_ports_are_opened_and_listed_while_one_hangs():
    slow, ear = Ear(), Ear()
    hanging = slow.link("hang://bluetooth")
    until(lambda: protocol_hang.Serial.opened_by)
    with PtyLine(live_device("emu://dclk")) as line, Machine() as machine:
        began = time.monotonic()
        link = ear.link(line.name)
        ear.until(ear.ready.is_set)
        opened = time.monotonic()
        assert opened - began < machine.allows_s(1, began, opened)
        ports()
        listed = time.monotonic()
        assert listed - opened < machine.allows_s(4, opened, listed)
        ends(link)
    assert not slow.lost
    protocol_hang.let_go.set()
    slow.until(lambda: slow.lost)
    ends(hanging)


def test_a_clock_comes_back_in_time_while_another_port_hangs(tmp_path: Path):
    room = RealHall(tmp_path)
    try:
        room.event(1)
        room.room.add("hang://bluetooth")
        until(lambda: protocol_hang.Serial.opened_by)
        line = room.plug("usb1", DCLK.format("AAAA0001"))
        room.until(lambda: room.is_ready("usb1"))
        clock = room.clock("usb1")
        assert clock is not None
        room.room.seat(clock.name, Seat(1))
        room.until(lambda: (port := room.port("hang://bluetooth")) and port.trouble == SLOW)
        room.unplug("usb1", line)
        assert room.within(3, lambda: room.is_lost("usb1"))
        room.replug("usb1", line)
        assert room.within(5, lambda: room.is_ready("usb1"))
        assert len(protocol_hang.Serial.opened_by) == 1  # it hangs still, and was not tried again
    finally:
        protocol_hang.let_go.set()
        room.end()


def test_listing_waits_for_a_port_that_is_being_opened_but_not_for_long():
    apart, done, listed = SeparatePort(patience_s=0.3), threading.Event(), threading.Event()

    def opens() -> None:
        with apart.opening():
            done.wait()

    def lists() -> None:
        with apart.listing():
            listed.set()

    opener, lister = (threading.Thread(target=army_list) for army_list in (opens, lists))
    opener.start()
    until(lambda: apart.busy)
    began = time.monotonic()
    lister.start()
    until(listed.is_set)
    assert time.monotonic() - began >= 0.25
    done.set()
    for one in (opener, lister):
        one.join()


def test_opening_waits_for_a_listing_in_progress():
    apart, done, order = SeparatePort(patience_s=30), threading.Event(), list[str]()

    def lists() -> None:
        with apart.listing():
            order.append("lists")
            done.wait()
            order.append("listed")

    def opens() -> None:
        with apart.opening():
            order.append("opens")

    lister, opener = (threading.Thread(target=army_list) for army_list in (lists, opens))
    lister.start()
    until(lambda: order)
    opener.start()
    done.set()
    for one in (opener, lister):
        one.join()
    assert order == ["lists", "listed", "opens"]
