"""The serial ports as values: each port and its settings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

from app.clock.links.serial import PortInfo
from app.engine.frozen import replace
from app.engine.language import mark_text

CLOCK_CHIPS = frozenset(
    {
        0x0403,  # FTDI [usb.ids]; older DGT boards as well (lsusb in picochess issue 44)
        0x045B,  # Hitachi [usb.ids]; newer DGT boards, 045B:8111 (dgtchess issue 14)
        0x067B,  # Prolific [usb.ids]
        0x10C4,  # Silicon Labs [usb.ids]
        *(0x1A86, 0x4348),  # QinHeng and WinChipHead [usb.ids]: CH340 and its kin
        *(0x2341, 0x2A03),  # Arduino, by both its makers [ArduinoCore-avr]
        *(0x1B4F, 0x239A),  # SparkFun and Adafruit [ArduinoCore-avr]
        0x2E8A,  # Raspberry Pi: Pico (raspberrypi/usb-pid)
        0x303A,  # Espressif: the USB of an ESP32-S2, S3 or C3 itself (espressif/usb-pids)
        0x16C0,  # PJRC: Teensy [usb.ids]; usb_desc.h of PaulStoffregen/cores
        0x2886,  # Seeed [usb.ids]: XIAO (boards.txt of Seeed-Studio/ArduinoCore-samd)
    }
)
"""USB makers whose serial chips are used in clocks; other ports are tried only on request. The
comment at each names its list: usb.ids of 2025-07-26, or boards.txt of arduino/ArduinoCore-avr.
"""

CLOCK_DEVICES = frozenset(
    {
        (0x04D8, 0x000A),  # Microchip's example [usb.ids], as a DGT board has it (picochess 150)
        *((0x0483, 0x5740), (0x0483, 0x374B), (0x0483, 0x3752)),  # STM32 and Nucleo [usb.ids]
        (0x1EAF, 0x0004),  # Maple, and STM32 boards with its bootloader [usb.ids]
        (0x0D28, 0x0204),  # micro:bit [usb.ids]: Arm's interface of such boards
    }
)
"""Devices that are clocks, or boards for clocks, of makers who also make many other things."""


class Stage(Enum):
    """The stages of a port, from new to connected or lost."""

    NEW = mark_text("new")
    LEFT_ALONE = mark_text("not tried")
    ASKING = mark_text("asking what it is")
    READY = mark_text("connected")
    LOST = mark_text("lost")
    STRANGER = mark_text("no clock answers")


class PortSettings(Struct, frozen=True):
    """The remembered settings of a port: whether to use it (None decides by its USB maker), the
    product behind it, and where it was plugged in.
    """

    use: bool | None = None
    product: str = ""
    location: str = ""
    by_hand: bool = False
    """True if the port's address was entered by hand."""


class Port(Struct, frozen=True):
    """A port as a screen shows it."""

    info: PortInfo
    stage: Stage = Stage.NEW
    clocks: tuple[str, ...] = ()
    """The names of the clocks behind the port now, or else of those that were there last."""
    trouble: str = ""
    there: bool = True
    wish: PortSettings = PortSettings()
    by_hand: bool = False
    """True if the port's address was entered by hand and no system lists it."""
    asks: bool = False
    """True if the device may be one that was here before, in another socket."""

    @property
    def clock(self) -> str:
        """The name of the port's clock, the first if there are several; empty if there is none."""
        return self.clocks[0] if self.clocks else ""

    @property
    def product(self) -> str:
        """The product that is known to be behind the port."""
        return self.info.product or self.wish.product

    @property
    def used(self) -> bool:
        usb = (self.info.vid or 0, self.info.pid or 0)
        looks_right = usb[0] in CLOCK_CHIPS or usb in CLOCK_DEVICES
        looks_right = looks_right or self.by_hand or bool(self.info.product)
        return looks_right if self.wish.use is None else self.wish.use


NUMBER_LENGTH = 6
"""The minimum length of a USB serial number that identifies one device. Shorter ones ("0001",
Windows' "6") do not.
"""


def recognize_ports(
    attached: Iterable[PortInfo], open_now: Mapping[str, PortInfo], places: Mapping[str, str]
) -> tuple[tuple[PortInfo, ...], frozenset[str]]:
    """Return the ports that are there, each with its earlier key, and the keys whose devices cannot
    be identified for sure. A device is known by its number and its place together. A device that is
    already there keeps its key, whatever else is plugged in.

    ``open_now`` has the ports that were there at the last look, by key. ``places`` has the last
    place of each known key.
    """
    alike = defaultdict[tuple[int | None, int | None, str], list[str]](list)
    for key, old in open_now.items():
        alike[old.vid, old.pid, old.number].append(key)

    def earlier_keys(info: PortInfo) -> list[str]:
        keys = alike.get((info.vid, info.pid, info.number)) if info.number else None
        return [key for key in keys or () if _is_same_place(info, open_now[key])]

    infos = sorted(attached, key=lambda info: not earlier_keys(info))
    numbers = [info.key for info in infos]
    taken: dict[str, PortInfo] = {}
    doubted = set[str]()
    waiting: list[PortInfo] = []
    for info in infos:
        same = [key for key in earlier_keys(info) if key not in taken]
        if not info.number or same:
            taken[same[0] if same else info.key] = info
        elif places.get(info.placed_key) == info.location:
            taken[info.placed_key] = info
        elif places.get(info.key) == info.location and info.location and info.key not in taken:
            taken[info.key] = info
        else:
            waiting.append(info)
    for info in waiting:
        known, alone = info.key in places, numbers.count(info.key) == 1
        moved = not known or not places[info.key] or _individual(info.number)
        if alone and moved and info.key not in taken:
            taken[info.key] = info
            continue
        taken[info.placed_key] = info
        if known:
            doubted.add(info.placed_key)
    return tuple(replace(info, key=key) for key, info in taken.items()), frozenset(doubted)


def _is_same_place(info: PortInfo, old: PortInfo) -> bool:
    return info.location == old.location if info.location else info.name == old.name


def _individual(number: str) -> bool:
    return len(number) >= NUMBER_LENGTH and len(set(number)) > 2
