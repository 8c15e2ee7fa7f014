"""Number pads, pedals and boxes that type keys: on Linux each is read separately, whichever window
is in front. They are reported like gamepads, with keys as buttons (`app.clock.drivers.pads`).

    struct input_event: seconds, microseconds (a long each), type and code (16 bits each), value
    EV_KEY 1 (value 1 down, 0 up, 2 repeats)     EV_SYN 0 (code 0 ends a report, 3: some dropped)

A device that is not a whole keyboard is reserved for this program: its keys reach no window. For
Windows see `app.clock.links.raw_input`; other systems are not supported.
"""

import os
import re
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field

from app.clock.drivers.pads import FIRST_KEY, MOST_BUTTONS
from app.clock.links.pads import EdgeLimit

if sys.platform != "win32":
    import fcntl

INPUT_EVENT = struct.Struct("@llHHi")
EV_SYN, EV_KEY, SYN_REPORT, SYN_DROPPED = 0, 1, 0, 3
UP, DOWN = 0, 1
GRAB, CLOCK = 0x40044590, 0x400445A0  # EVIOCGRAB, EVIOCSCLOCKID
HELD_KEYS = 0x80604518  # EVIOCGKEY of 96 bytes
MONOTONIC = 1
USB, BLUETOOTH = 0x03, 0x05
WORD_BITS = 8 * struct.calcsize("l")
KEYS = 0x300
LETTERS = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))
PLUNGERS = LETTERS | frozenset((*range(2, 14), 28, 57, *range(59, 69), *range(71, 84), 96, 98))
PLUNGERS |= frozenset((*range(183, 195), *range(0x100, 0x10A)))  # F13 to F24, and plain buttons
PAD_NAMES = re.compile(r"key ?pad|numeric|pedal|foot", re.IGNORECASE)
NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
LOOK_MS = 1000
MOST_EVENTS = 64
FIRST_NUMBER = 1_000_000  # above SDL's

Line: TypeAlias = dict[str, object]


class InputDevice(Struct, frozen=True):
    """A device with keys, as the system describes it."""

    name: str
    usb: str
    number: str
    place: str
    keys: frozenset[int]
    external: bool
    """True if the device is plugged in or paired; a laptop's own keys are never plungers."""

    @property
    def can_press(self) -> bool:
        return self.external and bool(self.keys & PLUNGERS)

    @property
    def is_pad(self) -> bool:
        """Tell whether the device is a number pad or the like, and not a keyboard for text."""
        return not self.keys >= LETTERS or bool(PAD_NAMES.search(self.name))


def read_device(folder: Path) -> InputDevice | None:
    """Return a device's description from its ``folder`` in sysfs; None if the folder has none."""
    try:
        bus, vid, pid = (
            int((folder / "id" / name).read_text(), 16) for name in ("bustype", "vendor", "product")
        )
        words = (folder / "capabilities" / "key").read_text().split()
        name, place = ((folder / each).read_text().strip() for each in ("name", "phys"))
    except (OSError, ValueError):
        return None
    number = ""
    with suppress(OSError):
        number = (folder / "uniq").read_text().strip()
    return InputDevice(
        name, f"{vid:04x}:{pid:04x}", number, place, _read_keys(words), bus in (USB, BLUETOOTH)
    )


def _read_keys(words: list[str]) -> frozenset[int]:
    bits = 0
    for word in words:
        bits = bits << WORD_BITS | int(word, 16)
    return frozenset(key for key in range(KEYS) if bits >> key & 1)


class _Open(Struct):
    """A device that is being read."""

    number: int
    file: int
    device: InputDevice
    monotonic: bool
    """True if the device's events are stamped by the monotonic clock; False if by the wall
    clock.
    """
    part: bytes = b""
    held: set[int] = field(default_factory=set)
    dropped: bool = False
    """True if the system has just lost some of the device's events."""


class Keypads:
    """All number pads and the like on Linux, and the presses since the last look (see `Source`)."""

    def __init__(
        self, inputs: Path = Path("/dev/input"), classes: Path = Path("/sys/class/input")
    ) -> None:
        self._inputs, self._classes = inputs, classes
        self._open: dict[str, _Open] = {}
        self._count = FIRST_NUMBER
        self._looks_ms: int | None = None
        self._looked_ms: int | None = None
        self._limit = EdgeLimit()

    @property
    def any_there(self) -> bool:
        """Tell whether there is a device that is no keyboard for text; then ``look`` must be called
        often.
        """
        return any(opened.device.is_pad for opened in self._open.values())

    def look(self, at_ms: int) -> list[Line]:
        """Return the events since the last look. An edge says how many milliseconds ago it was
        made.
        """
        lines: list[Line] = []
        if self._looks_ms is None or at_ms - self._looks_ms >= LOOK_MS:
            self._looks_ms = at_ms
            lines += self._find()
        for name, opened in tuple(self._open.items()):
            lines += self._read(name, opened, at_ms)
        for pad, button, edges in self._limit.over(at_ms):
            lines.append({"pad": pad, "wild": button, "edges": edges})
        return lines

    def close(self) -> None:
        for opened in self._open.values():
            os.close(opened.file)
        self._open.clear()

    def _find(self) -> Iterator[Line]:
        """Open the new devices. A device that this user may not read is skipped, and tried again
        later.
        """
        with suppress(OSError):
            for path in sorted(self._inputs.glob("event*")):
                if path.name in self._open:
                    continue
                device = read_device(self._classes / path.name / "device")
                if device is not None and device.can_press:
                    yield from self._take(path, device)

    def _take(self, path: Path, device: InputDevice) -> Iterator[Line]:
        try:
            file = os.open(path, os.O_RDONLY | NO_WAIT)
        except OSError:
            return
        monotonic = _order(file, CLOCK, MONOTONIC)
        if device.is_pad:
            _order(file, GRAB, 1)
        self._count += 1
        self._open[path.name] = _Open(self._count, file, device, monotonic)
        came = {
            "usb": device.usb,
            "number": device.number,
            "place": device.place,
            "name": device.name,
            "buttons": len(device.keys),
            "whole": not device.is_pad,
        }
        yield {"pad": self._count, "came": came}

    def _read(self, name: str, opened: _Open, at_ms: int) -> Iterator[Line]:
        try:
            data = os.read(opened.file, MOST_EVENTS * INPUT_EVENT.size)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            os.close(self._open.pop(name).file)
            yield {"pad": opened.number, "gone": True}
            return
        data = opened.part + data
        whole = len(data) - len(data) % INPUT_EVENT.size
        opened.part = data[whole:]
        now_s = time.monotonic() if opened.monotonic else time.time()
        for seconds, micros, kind, code, value in INPUT_EVENT.iter_unpack(data[:whole]):
            ago_ms = max(round((now_s - seconds - micros / 1_000_000) * 1000), 0)
            for key, down in _changes(opened, kind, code, value):
                if self._limit.passes(opened.number, FIRST_KEY + key, at_ms):
                    edge = "down" if down else "up"
                    yield {"pad": opened.number, edge: FIRST_KEY + key, "ago": ago_ms, "late": 1}


def _changes(opened: _Open, kind: int, code: int, value: int) -> list[tuple[int, bool]]:
    """Return the keys that an event pressed or released. If events were lost before it, return
    every key that has changed since.
    """
    before = set(opened.held)
    if kind == EV_SYN and code == SYN_DROPPED:
        opened.dropped = True
    elif kind == EV_SYN and code == SYN_REPORT and opened.dropped:
        opened.dropped, opened.held = False, _held_keys(opened.file)
    elif kind == EV_KEY and not opened.dropped and FIRST_KEY + code < MOST_BUTTONS:
        if value == DOWN:
            opened.held.add(code)
        elif value == UP:
            opened.held.discard(code)
    released = [(key, False) for key in sorted(before - opened.held)]
    return released + [(key, True) for key in sorted(opened.held - before)]


def _held_keys(file: int) -> set[int]:
    bits = bytearray(KEYS // 8)
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.ioctl(file, HELD_KEYS, bits)
    return {key for key in range(KEYS) if bits[key // 8] >> key % 8 & 1}


def _order(file: int, request: int, value: int) -> bool:
    """Send an order to a device. Return whether it was carried out."""
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.ioctl(file, request, struct.pack("i", value) if request == CLOCK else value)
            return True
    return False
