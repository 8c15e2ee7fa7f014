"""Gamepads and arcade-button encoders: all of them on one line, read by SDL in a thread of its own.

This is the only file that uses SDL2, which is there only if the ``pads`` extra is installed. SDL
reads buttons whichever window has the keyboard. Neither a window nor a video driver of SDL is
opened, so it does not touch Qt's events. Events are reported as lines of JSON
(`app.clock.drivers.pads`), stamped in this thread. A button that changes too often is held back
here, so that it delays no other device.
"""

import ctypes
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import Struct, field

from app.clock.drivers.pads import FIRST_AXIS, FIRST_HAT, FIRST_KEY
from app.clock.links.hid import RECEIVERS
from app.clock.links.serial import PortInfo
from app.clock.links.thread_link import JOIN_SECONDS, ThreadLink
from app.engine.language import say

PADS = "pads:"
"""The name of the line."""

PORT = PortInfo(PADS, "pads", "Gamepads", product="pads")

LOOK_SECONDS = 0.004  # how late a press may be stamped, at most
IDLE_SECONDS = 0.05  # while no gamepad is there
WINDOW_MS = 1000
TICKS = 0xFFFFFFFF  # SDL counts milliseconds in 32 bits
MOST_EDGES = 100
"""The number of times that a button may go down or up in a second before further edges are only
counted. A push and a release that bounce for 40 ms each have up to 80 edges if the device is read
every millisecond.
"""

PUSHED, RELEASED = 24_000, 12_000
"""An axis counts as a pushed button when it reaches the first value, of 32,767, and as released
when it falls below the second.
"""

MISSING = say(
    "Gamepads cannot be read: the library SDL2 is missing. Install Flagfall with its extra “pads”,"
    " or leave this port alone."
)
BROKEN = say(
    "Gamepads cannot be read: the library SDL2 does not start ({why}). Install Flagfall again."
)
FAILED = say(
    "Gamepads can no longer be read: the library SDL2 failed ({why}). Flagfall tries again. If"
    " that does not help, unplug them and plug them in again."
)
TAKEN = say("Another event in this program reads the gamepads. Close that event.")

JOYSTICK = 0x00000200
AXIS_MOVED, HAT_MOVED = 0x600, 0x602
BUTTON_DOWN, BUTTON_UP, CAME, WENT = 0x603, 0x604, 0x605, 0x606
MOVES = {AXIS_MOVED, HAT_MOVED, BUTTON_DOWN, BUTTON_UP}
HINTS = {
    b"SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": b"1",
    b"SDL_JOYSTICK_THREAD": b"1",  # Windows: plugged and unplugged without a window of SDL's
    b"SDL_NO_SIGNAL_HANDLERS": b"1",
    b"SDL_HIDAPI_IGNORE_DEVICES": ",".join(
        f"0x{vid:04x}/0x{pid:04x}" for vid, pid in RECEIVERS
    ).encode(),
}

_reading = threading.Lock()  # a process has only one SDL

Line: TypeAlias = dict[str, object]


class Event(ctypes.Structure):
    """The part of SDL_Event that is used: SDL_JoyButtonEvent, SDL_JoyAxisEvent, SDL_JoyHatEvent and
    SDL_JoyDeviceEvent.
    """

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("which", ctypes.c_int32),
        ("button", ctypes.c_uint8),  # or the axis, or the hat
        ("state", ctypes.c_uint8),  # of a button or a hat
        ("padding", ctypes.c_uint8 * 2),
        ("value", ctypes.c_int16),  # of an axis
        ("rest", ctypes.c_uint8 * 110),
    )


@cache
def library() -> ctypes.CDLL:
    """Return SDL2. Raise ImportError if SDL2 is not installed, OSError if it cannot be loaded."""
    import sdl2dll

    folder = Path(sdl2dll.__file__).parent / "dll"
    names = ("SDL2.dll", "libSDL2-2.0.so", "SDL2.framework/SDL2", "libSDL2.dylib")
    path = next((folder / name for name in names if (folder / name).exists()), None)
    if path is None:
        raise OSError(say("no library in {folder}", folder=folder))
    sdl = ctypes.CDLL(str(path))
    for name, result in {
        "SDL_GetError": ctypes.c_char_p,
        "SDL_GetTicks": ctypes.c_uint32,
        "SDL_JoystickOpen": ctypes.c_void_p,
        "SDL_JoystickName": ctypes.c_char_p,
        "SDL_JoystickGetSerial": ctypes.c_char_p,
        "SDL_JoystickPath": ctypes.c_char_p,
        "SDL_JoystickGetVendor": ctypes.c_uint16,
        "SDL_JoystickGetProduct": ctypes.c_uint16,
    }.items():
        getattr(sdl, name).restype = result
    return sdl


class EdgeLimit:
    """Lets the first edges of a button in each second pass, and counts the others."""

    def __init__(self) -> None:
        self._since: dict[tuple[int, int], tuple[int, int]] = {}  # the beginning, and how many

    def passes(self, pad: int, button: int, at_ms: int) -> bool:
        began_ms, edges = self._since.get((pad, button), (at_ms, 0))
        if at_ms - began_ms >= WINDOW_MS and edges <= MOST_EDGES:
            began_ms, edges = at_ms, 0
        self._since[pad, button] = (began_ms, edges + 1)
        return edges < MOST_EDGES

    def over(self, at_ms: int) -> Iterator[tuple[int, int, int]]:
        """Yield the buttons that had too many edges in the second that is now over: each button's
        gamepad, its number, and how many of its edges were held back.
        """
        for (pad, button), (began_ms, edges) in tuple(self._since.items()):
            if at_ms - began_ms >= WINDOW_MS:
                del self._since[pad, button]
                if edges > MOST_EDGES:
                    yield pad, button, edges - MOST_EDGES


class Stick(Struct):
    """One open gamepad. ``down`` has its pushed buttons, axes and hats, by their numbers
    (`app.clock.drivers.pads`). ``rests`` has the position of each axis before it first moved.
    """

    handle: ctypes.c_void_p
    down: set[int] = field(default_factory=set)
    rests: dict[int, int] = field(default_factory=dict)

    def changes(self, event: Event) -> list[tuple[int, bool]]:
        """Return the buttons that ``event`` changed, each with whether it is down now."""
        before = set(self.down)
        if event.type in (BUTTON_DOWN, BUTTON_UP):
            if event.button < FIRST_AXIS:
                return [(event.button, event.type == BUTTON_DOWN)]
        elif event.type == AXIS_MOVED:
            self._move_axis(event.button, event.value)
        else:
            self._move_hat(event.button, event.state)
        released = [(number, False) for number in sorted(before - self.down)]
        return released + [(number, True) for number in sorted(self.down - before)]

    def _move_axis(self, axis: int, value: int) -> None:
        """Treat an axis as two buttons. A trigger rests at one end, which is not a push."""
        for turn, sign in enumerate((-1, 1)):
            number = FIRST_AXIS + 2 * axis + turn
            if number >= FIRST_HAT or sign * self.rests.get(axis, 0) >= PUSHED:
                continue
            if sign * value >= PUSHED:
                self.down.add(number)
            elif sign * value < RELEASED:
                self.down.discard(number)

    def _move_hat(self, hat: int, state: int) -> None:
        for turn in range(4):
            number = FIRST_HAT + 4 * hat + turn
            if state >> turn & 1 and number < FIRST_KEY:
                self.down.add(number)
            else:
                self.down.discard(number)


class Sdl:
    """The gamepads of SDL, and the events since the last look. For one thread only."""

    def __init__(self) -> None:
        self._sdl = library()
        for hint, value in HINTS.items():
            self._sdl.SDL_SetHint(hint, value)
        if self._sdl.SDL_InitSubSystem(JOYSTICK) != 0:
            raise OSError(self._text(self._sdl.SDL_GetError()) or "unknown")
        self._open: dict[int, Stick] = {}
        self._passed_over: set[int] = set()  # devices that are no gamepads or cannot be opened
        self._limit = EdgeLimit()
        self._looked_ms: int | None = None

    @property
    def any_there(self) -> bool:
        return bool(self._open)

    def look(self, at_ms: int) -> list[Line]:
        """Return the events since the last look. Raise OSError if the devices cannot be read.

        An edge says how many milliseconds ago SDL stamped it (``ago``), and how many earlier it may
        have been made (``late``), because SDL reads the devices only during a look.
        """
        event, lines, changed = Event(), list[Line](), False
        late_ms = at_ms - (at_ms if self._looked_ms is None else self._looked_ms)
        self._looked_ms = at_ms
        while self._sdl.SDL_PollEvent(ctypes.byref(event)):
            changed = changed or event.type in (CAME, WENT)
            if event.type == WENT:
                self._passed_over.discard(event.which)
            if event.type == WENT and (stick := self._open.pop(event.which, None)):
                self._sdl.SDL_JoystickClose(stick.handle)
                lines.append({"pad": event.which, "gone": True})
            elif event.type in MOVES and event.which in self._open:
                ago_ms = (self._sdl.SDL_GetTicks() - event.timestamp) & TICKS
                dated = {"ago": ago_ms, "late": late_ms + 1}
                lines += [line | dated for line in self._edges(event, at_ms)]
        lines += self._all_new() if changed else []
        for pad, button, edges in self._limit.over(at_ms):
            lines.append({"pad": pad, "wild": button, "edges": edges})
        return lines

    def _edges(self, event: Event, at_ms: int) -> Iterator[Line]:
        stick = self._open[event.which]
        if event.type == AXIS_MOVED and event.button not in stick.rests:
            rest = ctypes.c_int16()
            self._sdl.SDL_JoystickGetAxisInitialState(
                stick.handle, event.button, ctypes.byref(rest)
            )
            stick.rests[event.button] = rest.value
        for number, down in stick.changes(event):
            if self._limit.passes(event.which, number, at_ms):
                yield {"pad": event.which, "down" if down else "up": number}

    def close(self) -> None:
        for stick in self._open.values():
            self._sdl.SDL_JoystickClose(stick.handle)
        self._open.clear()
        self._sdl.SDL_QuitSubSystem(JOYSTICK)

    def _all_new(self) -> list[Line]:
        """Return the new gamepads. All gamepads are checked, because SDL reports a new one only by
        its position among the others, which may have changed by now. If another gamepad was
        unplugged at that moment, SDL may not report the new one at all.
        """
        lines = list[Line]()
        for index in range(self._sdl.SDL_NumJoysticks()):
            number = self._sdl.SDL_JoystickGetDeviceInstanceID(index)
            if number >= 0 and number not in self._open and number not in self._passed_over:
                lines += self._came(index, number)
        return lines

    def _came(self, index: int, number: int) -> list[Line]:
        """Open a gamepad that was plugged in. ``index`` is its position among the gamepads that are
        there now. ``number`` is the gamepad's own number until it is unplugged.
        """
        opened = self._sdl.SDL_JoystickOpen(index)
        if not opened:
            self._passed_over.add(number)
            return []  # it went again, or this user may not read it
        stick = ctypes.c_void_p(opened)
        vid, pid = self._sdl.SDL_JoystickGetVendor(stick), self._sdl.SDL_JoystickGetProduct(stick)
        buttons = self._sdl.SDL_JoystickNumButtons(stick)
        if (vid, pid) in RECEIVERS or buttons <= 0:
            self._sdl.SDL_JoystickClose(stick)
            self._passed_over.add(number)
            return []
        self._open[number] = Stick(stick)
        came = {
            "usb": f"{vid:04x}:{pid:04x}",
            "number": self._text(self._sdl.SDL_JoystickGetSerial(stick)),
            "place": find_place(self._text(self._sdl.SDL_JoystickPath(stick))),
            "name": self._text(self._sdl.SDL_JoystickName(stick)),
            "buttons": buttons,
        }
        return [{"pad": number, "came": came}]

    @staticmethod
    def _text(raw: bytes | None) -> str:
        return (raw or b"").decode("utf-8", "replace")


def find_place(path: str, inputs: Path = Path("/sys/class/input")) -> str:
    """Return where a gamepad is plugged in, from the path that SDL gives it; empty if that is not
    known.

    On Linux this is the socket of its USB device. On Windows it is the path itself, which stays
    with the socket.
    """
    linux = re.fullmatch(r"/dev/input/(event\d+|js\d+)", path)
    if linux:
        with suppress(OSError):
            return (inputs / linux[1] / "device" / "phys").read_text().strip()
        return ""
    return path if path.startswith("\\\\?\\") else ""


class Source(Protocol):
    """A source of presses, such as gamepads. For one thread only."""

    @property
    def any_there(self) -> bool:
        """Tell whether there is a device that has to be read often."""

    def look(self, at_ms: int) -> list[Line]:
        """Return the events since the last look. Raise OSError if the devices cannot be read."""

    def close(self) -> None: ...


class PadLink(ThreadLink):
    """The line of all gamepads, in a thread of its own (see `SerialLink`)."""

    def __init__(
        self,
        *,
        now_ms: Callable[[], int],
        opened: Callable[[], None],
        received: Callable[[bytes, int], None],
        lost: Callable[[str], None],
        start: Callable[[], Source] = Sdl,
    ) -> None:
        super().__init__("gamepads", self._run)
        self._now_ms, self._opened, self._received, self._lost = now_ms, opened, received, lost
        self._start = start
        self._begin()

    def write(self, data: bytes) -> None:
        """Do nothing: gamepads take no data."""

    def _run(self) -> None:
        if not _reading.acquire(timeout=JOIN_SECONDS):
            self._fail(TAKEN)
            return
        try:
            self._read()
        finally:
            _reading.release()

    def _read(self) -> None:
        try:
            sdl = self._start()
        except ImportError:
            self._fail(MISSING)
            return
        except (OSError, AttributeError) as error:
            self._fail(BROKEN.format(why=str(error)[:80]))
            return
        try:
            if not self._closing.is_set():
                self._opened()
            while not self._closing.is_set():
                at_ms = self._now_ms()
                if lines := sdl.look(at_ms):
                    data = "".join(json.dumps(line) + "\n" for line in lines)
                    self._received(data.encode(), at_ms)
                time.sleep(LOOK_SECONDS if sdl.any_there else IDLE_SECONDS)
        except Exception as error:  # else the row would say "connected" for ever
            self._fail(FAILED.format(why=str(error)[:80] or type(error).__name__))
        finally:
            sdl.close()

    def _fail(self, sentence: str) -> None:
        if not self._closing.is_set():
            self._closing.set()
            self._lost(sentence)
