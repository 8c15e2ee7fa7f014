"""Number pads, pedals and boxes that type keys on Windows: each is read separately by Raw Input,
whichever window is in front. They are reported as on Linux (`app.clock.links.keypads`).

    RAWINPUTHEADER: type (1 a keyboard), size, device, wParam
    RAWKEYBOARD: make code of scan code set 1, flags (1 up, 2 after E0, 4 after E1), …

Windows does not take a keyboard away from the window in front, which gets all keys, too. From a
whole keyboard, only keys that are common on plungers and rare in texts are reported: letters are
private.
"""

import re
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct, field

from app.clock.drivers.pads import FIRST_KEY, NUMBER_KEYS
from app.clock.links.keypads import (
    FIRST_NUMBER,
    LOOK_MS,
    PAD_NAMES,
    PLUNGERS,
    Keypads,
    Line,
)
from app.clock.links.pads import EdgeLimit, Sdl, Source

KEYBOARD = 1
HEADER, TYPED = struct.Struct("@IIPP"), struct.Struct("@HHHHII")
UP, AFTER_E0, AFTER_E1 = 1, 2, 4
MAKE = 0x7F
E0_KEYS = {0x1C: 96, 0x35: 98}
"""The numbers on Linux of a number pad's Enter and slash. Other keys after E0 are no plungers."""
F13 = 183
F_KEYS = {0x64 + at: F13 + at for at in range(11)} | {0x76: F13 + 11}
"""The numbers of F13 to F24. Up to F10, and on the number pad, both systems have the same
numbers.
"""
LAST_ALIKE = 83
OF_ALL = frozenset({*NUMBER_KEYS, *F_KEYS.values()})
"""The keys that are reported of a whole keyboard."""
OF_PADS = PLUNGERS | OF_ALL
IDS = re.compile(r"VID_([0-9A-F]{4})&PID_([0-9A-F]{4})", re.IGNORECASE)
BLUETOOTH_IDS = re.compile(r"VID&[0-9A-F]{4}([0-9A-F]{4})_PID&([0-9A-F]{4})", re.IGNORECASE)
NAMELESS = "USB keyboard"
TICK_MS = 16
"""The step of the clock by which Windows stamps keys, in milliseconds."""


class Key(Struct, frozen=True):
    """A key that went down or up, by its number on Linux. ``device`` is Windows' number of the
    keyboard.
    """

    device: int
    number: int
    down: bool
    ago_ms: int


class Keyboard(Struct, frozen=True):
    """A device with keys, as Windows describes it."""

    path: str
    name: str

    @property
    def usb(self) -> str:
        """The keyboard's maker and model; empty for a laptop's own keyboard, which has no USB or
        Bluetooth identity.
        """
        found = IDS.search(self.path) or BLUETOOTH_IDS.search(self.path)
        return f"{found[1]}:{found[2]}".lower() if found else ""

    @property
    def keys(self) -> frozenset[int]:
        """The keys of this device that are reported."""
        return OF_ALL if self.is_whole else OF_PADS

    @property
    def is_whole(self) -> bool:
        """Tell whether the device may be a keyboard for text, because its name does not say
        otherwise.
        """
        return not PAD_NAMES.search(self.name)


class System(Protocol):
    """The keyboards of Windows, for one thread only. Its methods raise OSError if Windows
    refuses.
    """

    def keyboards(self, known: Iterable[int]) -> Mapping[int, Keyboard | None]:
        """Return all keyboards that are there, with None for those in ``known``."""

    def typed(self) -> Iterator[Key]:
        """Yield the keys that went down or up since the last call."""

    def close(self) -> None: ...


def read_key(data: bytes, ago_ms: int) -> Key | None:
    """Return the key of an input as Windows reports it; None for a key that no plunger has."""
    if len(data) < HEADER.size + TYPED.size:
        return None
    kind, _, device, _ = HEADER.unpack_from(data)
    make, flags, *_ = TYPED.unpack_from(data, HEADER.size)
    number = _key_number(make, flags)
    if kind != KEYBOARD or number not in OF_PADS:
        return None
    return Key(device or 0, number, not flags & UP, ago_ms)


def _key_number(make: int, flags: int) -> int:
    """Return the number of a key on Linux; 0 for keys that no plunger has."""
    code = make & MAKE
    if flags & AFTER_E1:
        return 0
    if flags & AFTER_E0:
        return E0_KEYS.get(code, 0)
    return code if code <= LAST_ALIKE else F_KEYS.get(code, 0)


class _There(Struct):
    """A keyboard that is plugged in."""

    number: int
    keyboard: Keyboard
    held: set[int] = field(default_factory=set)


class RawKeypads:
    """All number pads and the like on Windows, and the presses since the last look (see
    `Source`).
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._there: dict[int, _There | None] = {}  # None: the laptop's own
        self._count = FIRST_NUMBER
        self._looks_ms: int | None = None
        self._limit = EdgeLimit()

    @property
    def any_there(self) -> bool:
        """Tell whether there is a device that is no keyboard for text; then ``look`` must be called
        often.
        """
        return any(one and PAD_NAMES.search(one.keyboard.name) for one in self._there.values())

    def look(self, at_ms: int) -> list[Line]:
        """Return the events since the last look. An edge says how many milliseconds ago it was
        made.
        """
        lines: list[Line] = []
        if self._looks_ms is None or at_ms - self._looks_ms >= LOOK_MS:
            self._looks_ms = at_ms
            lines += self._find()
        for key in self._system.typed():
            lines += self._press(key, at_ms)
        for pad, button, edges in self._limit.over(at_ms):
            lines.append({"pad": pad, "wild": button, "edges": edges})
        return lines

    def close(self) -> None:
        self._system.close()
        self._there.clear()

    def _find(self) -> Iterator[Line]:
        found = self._system.keyboards(self._there)
        for device in [device for device in self._there if device not in found]:
            if gone := self._there.pop(device):
                yield {"pad": gone.number, "gone": True}
        for device, keyboard in found.items():
            if keyboard is not None and device not in self._there:
                self._there[device] = None
                if keyboard.usb:
                    yield self._take(device, keyboard)

    def _take(self, device: int, keyboard: Keyboard) -> Line:
        self._count += 1
        self._there[device] = _There(self._count, keyboard)
        came = {
            "usb": keyboard.usb,
            "number": "",
            "place": keyboard.path,
            "name": keyboard.name or NAMELESS,
            "buttons": len(keyboard.keys),
            "whole": keyboard.is_whole,
        }
        return {"pad": self._count, "came": came}

    def _press(self, key: Key, at_ms: int) -> Iterator[Line]:
        """Yield the line for a key. Windows repeats a key while it is held; repeats yield
        nothing.
        """
        there = self._there.get(key.device)
        if there is None or key.number not in there.keyboard.keys:
            return
        if key.down == (key.number in there.held):
            return
        (there.held.add if key.down else there.held.discard)(key.number)
        button = FIRST_KEY + key.number
        if self._limit.passes(there.number, button, at_ms):
            edge = "down" if key.down else "up"
            yield {"pad": there.number, edge: button, "ago": key.ago_ms, "late": TICK_MS}


if sys.platform == "win32":
    import ctypes
    from contextlib import suppress
    from ctypes import wintypes

    GENERIC, KEYBOARD_USAGE, KEYPAD_USAGE = 1, 6, 7
    REMOVE, IN_BACKGROUND = 0x1, 0x100
    INPUT, DEVICE_NAME = 0x10000003, 0x20000007
    FAILED = 0xFFFFFFFF
    ONLY_MESSAGES = -3
    TAKE_OUT = 1
    INPUT_MESSAGE = 0xFF
    TICKS = 0xFFFFFFFF
    SHARED, OPEN_EXISTING, NO_HANDLE = 3, 3, ctypes.c_void_p(-1).value
    MOST_LETTERS = 127

    class RawInputDevice(ctypes.Structure):
        """RAWINPUTDEVICE: the kind of device to listen to, and the window that gets its input."""

        _fields_ = (
            ("page", ctypes.c_ushort),
            ("usage", ctypes.c_ushort),
            ("flags", wintypes.DWORD),
            ("window", wintypes.HWND),
        )

    class ListedDevice(ctypes.Structure):
        """RAWINPUTDEVICELIST: a device and its kind."""

        _fields_ = (("device", wintypes.HANDLE), ("kind", wintypes.DWORD))

    class RawInput:
        """The keyboards of Windows, read through an invisible window that gets nothing else. For
        one thread only.
        """

        def __init__(self) -> None:
            # Our own objects, because other code may declare the same functions differently.
            user, self._kernel = ctypes.WinDLL("user32"), ctypes.WinDLL("kernel32")
            self._hid = ctypes.WinDLL("hid")
            number, pointer = wintypes.UINT, ctypes.c_void_p
            user.CreateWindowExW.argtypes = (
                wintypes.DWORD, wintypes.LPCWSTR, wintypes.LPCWSTR, wintypes.DWORD,
                *(ctypes.c_int,) * 4, *(pointer,) * 4,
            )  # fmt: skip
            user.CreateWindowExW.restype = wintypes.HWND
            user.DestroyWindow.argtypes = (wintypes.HWND,)
            user.RegisterRawInputDevices.argtypes = (pointer, number, number)
            user.GetRawInputDeviceList.argtypes = (pointer, pointer, number)
            user.GetRawInputDeviceInfoW.argtypes = (wintypes.HANDLE, number, pointer, pointer)
            user.GetRawInputDeviceInfoW.restype = number
            user.GetRawInputDeviceList.restype = number
            user.GetRawInputData.argtypes = (pointer, number, pointer, pointer, number)
            user.GetRawInputData.restype = number
            user.PeekMessageW.argtypes = (pointer, wintypes.HWND, number, number, number)
            user.DispatchMessageW.argtypes = (pointer,)
            self._kernel.CreateFileW.argtypes = (
                wintypes.LPCWSTR, wintypes.DWORD, wintypes.DWORD, pointer,
                wintypes.DWORD, wintypes.DWORD, pointer,
            )  # fmt: skip
            self._kernel.CreateFileW.restype = wintypes.HANDLE
            self._kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
            self._kernel.GetTickCount.restype = wintypes.DWORD
            self._hid.HidD_GetProductString.argtypes = (wintypes.HANDLE, pointer, wintypes.ULONG)
            self._hid.HidD_GetProductString.restype = ctypes.c_ubyte
            self._user = user
            self._window = user.CreateWindowExW(
                0, "STATIC", None, 0, 0, 0, 0, 0, ONLY_MESSAGES, None, None, None
            )
            if not self._window:
                raise ctypes.WinError()
            try:
                self._register(IN_BACKGROUND, self._window)
            except OSError:
                user.DestroyWindow(self._window)
                raise

        def keyboards(self, known: Iterable[int]) -> Mapping[int, Keyboard | None]:
            there = set(known)
            return {
                device: None if device in there else self._read(device) for device in self._list()
            }

        def typed(self) -> Iterator[Key]:
            message = wintypes.MSG()
            pointer = ctypes.byref(message)
            while self._user.PeekMessageW(pointer, self._window, 0, 0, TAKE_OUT):
                if message.message == INPUT_MESSAGE:
                    ago_ms = (self._kernel.GetTickCount() - message.time) & TICKS
                    if key := read_key(self._data(message.lParam), ago_ms):
                        yield key
                self._user.DispatchMessageW(pointer)  # so that Windows frees it

        def close(self) -> None:
            with suppress(OSError):
                self._register(REMOVE, None)
            self._user.DestroyWindow(self._window)

        def _register(self, flags: int, window: int | None) -> None:
            heard = (RawInputDevice * 2)(
                *(
                    RawInputDevice(GENERIC, usage, flags, window)
                    for usage in (KEYBOARD_USAGE, KEYPAD_USAGE)
                )
            )
            size = ctypes.sizeof(RawInputDevice)
            if not self._user.RegisterRawInputDevices(heard, len(heard), size):
                raise ctypes.WinError()

        def _list(self) -> list[int]:
            number, size = wintypes.UINT(), ctypes.sizeof(ListedDevice)
            self._user.GetRawInputDeviceList(None, ctypes.byref(number), size)
            listed = (ListedDevice * number.value)()
            got = self._user.GetRawInputDeviceList(listed, ctypes.byref(number), size)
            if got == FAILED:  # one more came just now: the next look sees it
                return []
            return [one.device for one in listed[:got] if one.kind == KEYBOARD]

        def _read(self, device: int) -> Keyboard:
            letters = wintypes.UINT()
            count = ctypes.byref(letters)
            self._user.GetRawInputDeviceInfoW(device, DEVICE_NAME, None, count)
            path = ctypes.create_unicode_buffer(letters.value + 1)
            self._user.GetRawInputDeviceInfoW(device, DEVICE_NAME, path, count)
            return Keyboard(path.value, self._name(path.value))

        def _name(self, path: str) -> str:
            """Return the maker's name for the device. Windows lets no program read from a keyboard,
            but it lets a program ask for the name.
            """
            handle = self._kernel.CreateFileW(path, 0, SHARED, None, OPEN_EXISTING, 0, None)
            if not handle or handle == NO_HANDLE:
                return ""
            name = ctypes.create_unicode_buffer(MOST_LETTERS)
            said = self._hid.HidD_GetProductString(handle, name, ctypes.sizeof(name))
            self._kernel.CloseHandle(handle)
            return " ".join(name.value.split()) if said else ""

        def _data(self, handle: int) -> bytes:
            size = wintypes.UINT(HEADER.size + TYPED.size)
            data = ctypes.create_string_buffer(size.value)
            got = self._user.GetRawInputData(handle, INPUT, data, ctypes.byref(size), HEADER.size)
            return b"" if got == FAILED else data.raw[:got]

    def keypads() -> Source:
        """Return the number pads and the like of Windows."""
        return RawKeypads(RawInput())

else:

    def keypads() -> Source:
        """Return the number pads and the like of Linux; elsewhere there are none."""
        return Keypads()


class PadsAndKeys:
    """Gamepads and number pads as one `Source`."""

    def __init__(self, keypads: Callable[[], Source] = keypads) -> None:
        self._parts = (Sdl(), keypads())

    @property
    def any_there(self) -> bool:
        return any(part.any_there for part in self._parts)

    def look(self, at_ms: int) -> list[Line]:
        return [line for part in self._parts for line in part.look(at_ms)]

    def close(self) -> None:
        for part in self._parts:
            part.close()
