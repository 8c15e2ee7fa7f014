"""Ports that come and go, and what is asked of them, in virtual time."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from app.clock.hall.bank import Bank
from app.clock.links.serial import PortInfo
from app.clock.ports.port import Port, PortSettings, Stage
from app.clock.ports.supervisor import SLOW, Supervisor
from app.emulators.faults import LineFault
from tests.clock.virtual_room import VirtualHall


def test_a_port_is_opened_once_it_has_been_seen_twice():
    room = VirtualHall()
    port = room.plug("dclk")
    room.run(900)
    assert room.port(port).stage is Stage.NEW
    assert room.asked == []
    room.run(150)
    assert room.asked == [115200]


def test_each_kind_of_clock_is_found_by_asking_one_speed_at_a_time():
    room = VirtualHall()
    port = room.plug("dgt3000")
    room.run(20_000)
    assert room.asked == [115200, 9600]
    clock = room.clock(port)
    assert clock is not None
    assert (clock.product, clock.firmware) == ("DGT 3000", "board 1.08, clock 2.02")
    assert room.port(port).wish.product == "dgt"


def test_a_known_port_is_asked_at_once_for_its_previous_clock():
    room = VirtualHall()
    port = room.plug("dgt3000")
    room.run(20_000)
    room.pull(port)
    room.run(5000)
    assert (room.port(port).stage, room.port(port).there) == (Stage.LOST, False)
    room.plug_in(port)
    room.run(5000)
    assert room.port(port).stage is Stage.READY


def test_a_device_that_disconnects_itself_is_found_again_when_it_is_back():
    room = VirtualHall()
    port = room.plug("dclk")
    room.run(9000)
    room.lines[port].mischief.order(LineFault.DISCONNECT, room.now_ms)
    room.run(15_000)
    assert not room.lines[port].connected
    assert room.port(port).stage is Stage.LOST
    room.plug_in(port)
    room.run(12_000)
    assert room.port(port).stage is Stage.READY


class Silence:
    """A printer: it takes everything and says nothing."""

    def __init__(self, *, gone: bool = False) -> None:
        self.now_ms, self.written, self.opened = 0, b"", list[int]()
        self.gone, self.lines = gone, 0
        self.opened_ms: list[int] = []
        self.troubles: set[str] = set()
        self.bank = Bank(lambda: self.now_ms, lambda *_: None, lambda: None)
        self.supervisor = Supervisor(
            self.bank,
            now_ms=lambda: self.now_ms,
            open_link=self._open,
            changed=lambda: None,
        )

    def _open(self, *line: object) -> "Silence":
        """By whatever ``open`` is in a test."""
        return self.open(*line)

    def open(
        self,
        _name: str,
        baud: int,
        opened: Callable[[], None],
        _heard: Callable[[bytes, int], None],
        lost: Callable[[str], None],
    ) -> "Silence":
        self.opened.append(baud)
        self.opened_ms.append(self.now_ms)
        self.waiting = (lambda: lost("COM9 is not there. Plug it in.")) if self.gone else opened
        return self

    def write(self, data: bytes) -> None:
        self.written += data

    is_held, unheard_s = True, 0.0

    def stay_up(self) -> None:
        pass

    def set_baud(self, baud: int) -> None:
        self.opened.append(baud)

    def close(self) -> None:
        self.lines += 1

    def run(self, ms: int, *ports: PortInfo) -> None:
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            if self.now_ms % 1000 == 0:
                self.supervisor.listed(ports)
            waiting, self.waiting = getattr(self, "waiting", None), None
            if waiting is not None:
                waiting()
            self.supervisor.tick()
            self.troubles |= {port.trouble for port in self.supervisor.ports if port.trouble}
            self.now_ms += 50

    @property
    def port(self) -> Port:
        return self.supervisor.ports[0]


PRINTER = PortInfo("COM9", "COM9", "Printer")
ADAPTER = PortInfo("COM7", "0403:6001@1-2", "USB serial", 0x0403, 0x6001)


def test_a_port_unlikely_to_be_a_clock_is_left_alone_until_the_organizer_says_otherwise():
    room = Silence()
    room.run(10_000, PRINTER)
    assert (room.port.stage, room.opened) == (Stage.LEFT_ALONE, [])
    room.supervisor.wish("COM9", PortSettings(use=True))
    room.run(8000, PRINTER)
    assert room.opened[0] == 115200
    room.supervisor.wish("COM9", PortSettings(use=False))
    before = len(room.opened)
    room.run(20_000, PRINTER)
    assert (room.port.stage, len(room.opened)) == (Stage.LEFT_ALONE, before)


def test_a_port_where_nobody_answers_is_marked_as_unknown_but_still_listened_to():
    room = Silence()
    room.run(70_000, ADAPTER)
    assert room.port.stage is Stage.STRANGER
    assert room.port.trouble == (
        "No clock answers on this port. Say what it is, or leave it alone."
    )
    assert room.opened[:3] == [9600, 115200, 57600]  # DGT's own chip: DGT's speed first
    assert room.opened[-1] == 9600
    assert b"\x49" not in room.written
    before, written = len(room.opened), room.written
    room.run(60_000, ADAPTER)
    assert (len(room.opened), room.written) == (before, written)


def test_a_port_that_cannot_be_opened_says_why_and_is_retried_at_growing_intervals():
    room = Silence(gone=True)
    room.run(16_000, ADAPTER)
    assert room.troubles == {"COM9 is not there. Plug it in."}
    rests = [after - before for before, after in pairwise(room.opened_ms)]
    assert [round(rest, -2) for rest in rests[:4]] == [500, 1000, 2000, 5000]
    room.supervisor.stop()
    assert room.supervisor.due_ms() is None


def test_a_port_slow_to_open_says_so_and_rests_for_as_long_as_it_took():
    room = Silence()
    opens_late: list[tuple[int, Callable[[str], None]]] = []

    def open_link(
        name: str, baud: int, opened: object, heard: object, lost: Callable[[str], None]
    ) -> "Silence":
        opens_late.append((room.now_ms + 21_000, lost))
        room.opened_ms.append(room.now_ms)
        return room

    room.supervisor = Supervisor(
        room.bank, now_ms=lambda: room.now_ms, open_link=open_link, changed=lambda: None
    )
    for _ in range(1800):
        if opens_late and room.now_ms >= opens_late[0][0]:
            opens_late.pop(0)[1]("COM7 does not open.")
        room.run(50, ADAPTER)
    assert room.troubles == {SLOW, "COM7 does not open."}
    rests = [after - before for before, after in pairwise(room.opened_ms)]
    assert [round(rest, -3) for rest in rests] == [42_000, 42_000]


def test_an_address_entered_by_hand_is_a_port_like_any_other():
    room = Silence()
    room.supervisor.add("socket://10.0.0.7:4000")
    room.run(3000)
    assert (room.port.by_hand, room.port.used, room.port.stage) == (True, True, Stage.ASKING)
    room.supervisor.wish("nobody", PortSettings())  # remembered for the day it is there


def test_the_bytes_on_a_line_can_be_recorded():
    heard: list[tuple[str, str]] = []
    room = VirtualHall(record=lambda port, way, data, at_ms: heard.append((port, way)))
    port = room.plug("dclk")
    room.run(9000)
    assert {(port, "<"), (port, ">")} == set(heard)


def test_late_bytes_from_a_closed_line_are_ignored():
    room = Silence()
    room.run(1500, ADAPTER)
    opened, lost = [], []
    room.open = lambda _name, _baud, *calls: (
        opened.append(calls[:2]) or lost.append(calls[2]) or room
    )
    room.supervisor.wish(ADAPTER.key, PortSettings(use=True))
    room.run(2000, ADAPTER)
    room.supervisor.wish(ADAPTER.key, PortSettings(use=False))
    ((begun, heard),) = opened
    begun()
    heard(b"late", room.now_ms)
    lost[0]("It was unplugged.")
    assert (room.port.stage, room.port.trouble) == (Stage.LEFT_ALONE, "")


def test_a_port_pulled_during_a_handshake_is_asked_for_the_same_product_first():
    room = VirtualHall()
    port = room.plug("dgt3000", ack_from_ms="1900", ack_to_ms="1900")
    room.run(4500)
    asking = room.supervisor._sockets[port].asking  # noqa: SLF001 - in the midst of its questions
    assert asking is not None
    assert asking.met
    room.pull(port)
    room.run(3000)
    room.asked.clear()
    room.plug_in(port)
    room.run(5000)
    assert room.asked == [9600]
    assert room.port(port).stage is Stage.READY


def test_a_line_that_is_lost_while_it_is_opened_is_tried_again():
    room = Silence()
    opened: list[int] = []

    def refuses(_name, _baud, _opened, _heard, lost):
        opened.append(room.now_ms)
        lost("It is not there.")
        return room

    room.open = refuses
    room.run(8000, ADAPTER)
    assert len(opened) > 2
    assert room.port.trouble == "It is not there."


@pytest.mark.parametrize(
    ("vid", "pid", "first_baud"),
    [
        # usb.ids of 2025-07-26
        (0x0403, 0x6001, 9600),  # FT232: it may be a DGT board
        (0x067B, 0x2303, 115200),  # PL2303
        (0x10C4, 0xEA60, 115200),  # CP210x
        (0x1A86, 0x7523, 115200),  # CH340
        (0x4348, 0x5523, 115200),  # the same of an older make
        (0x16C0, 0x0483, 115200),  # Teensyduino Serial
        (0x16C0, 0x05E1, 115200),  # shared by CDC devices
        (0x04D8, 0x000A, 9600),  # CDC RS-232 Emulation Demo: a DGT board
        (0x0483, 0x5740, 115200),  # STM32: Virtual COM Port
        (0x0483, 0x374B, 115200),  # ST-LINK/V2.1
        (0x1EAF, 0x0004, 115200),  # Maple serial interface
        (0x0D28, 0x0204, 115200),  # micro:bit
        # boards.txt of arduino/ArduinoCore-avr
        (0x2341, 0x0043, 115200),  # Uno
        (0x2A03, 0x0043, 115200),  # Uno
        (0x1B4F, 0x9207, 115200),  # SparkFun's LilyPad USB
        (0x239A, 0x8011, 115200),  # Circuit Playground
        # the makers' own lists
        (0x303A, 0x1001, 115200),  # an ESP32-C3's own USB: boards.txt of espressif/arduino-esp32
        (0x303A, 0x4001, 115200),  # TinyUSB on an ESP32-S2: esp_tinyusb of espressif/esp-idf
        (0x2E8A, 0x000A, 115200),  # Pico SDK: raspberrypi/usb-pid
        (0x2886, 0x802F, 115200),  # XIAO: boards.txt of Seeed-Studio/ArduinoCore-samd
        (0x045B, 0x8111, 9600),  # a DGT board: fnogatz/dgtchess issue 14
    ],
)
def test_boards_used_to_build_clocks_are_tried_automatically(vid: int, pid: int, first_baud: int):
    room = Silence()
    room.run(3000, PortInfo("COM4", f"{vid:04x}:{pid:04x}@1-3", "USB serial", vid, pid))
    assert room.opened[:1] == [first_baud]


def test_other_devices_with_a_clock_chip_s_maker_number_are_left_alone():
    room = Silence()
    room.run(3000, PortInfo("COM4", "04d8:00dd@1-3", "USB serial", 0x04D8, 0x00DD))
    assert (room.port.stage, room.opened) == (Stage.LEFT_ALONE, [])
