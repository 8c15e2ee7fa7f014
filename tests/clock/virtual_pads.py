"""Gamepads without hardware: SDL's own virtual joysticks. What is pushed there comes out of SDL as
events like any other gamepad's.
"""

import ctypes

from app.clock.links.pads import BUTTON_DOWN, BUTTON_UP, JOYSTICK, Event, library
from tests.patience import until


class Desc(ctypes.Structure):
    """SDL_VirtualJoystickDesc of SDL_joystick.h, version 1."""

    _fields_ = (
        *((name, ctypes.c_uint16) for name in ("version", "type", "naxes", "nbuttons", "nhats")),
        *((name, ctypes.c_uint16) for name in ("vendor_id", "product_id", "padding")),
        ("button_mask", ctypes.c_uint32),
        ("axis_mask", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("userdata", ctypes.c_void_p),
        ("callbacks", ctypes.c_void_p * 6),
    )


class VirtualPad:
    """Plugged in when it is made, which waits until a link reads gamepads."""

    def __init__(self, name: str, usb: tuple[int, int], buttons: int, hats: int = 0) -> None:
        self._sdl = library()
        until(lambda: self._sdl.SDL_WasInit(JOYSTICK))
        self._name = name.encode()
        desc = Desc(1, 1, 2, buttons, hats, *usb, 0, 0, 0, self._name)
        index = self._sdl.SDL_JoystickAttachVirtualEx(ctypes.byref(desc))
        assert index >= 0, self._sdl.SDL_GetError()
        self.number = self._sdl.SDL_JoystickGetDeviceInstanceID(index)
        opened = self._sdl.SDL_JoystickOpen(index)
        self._stick = ctypes.c_void_p(opened)

    def hold(self, button: int, *, down: bool = True) -> None:
        """SDL has seen it when this returns: what is changed back before it looks never was."""
        assert self._sdl.SDL_JoystickSetVirtualButton(self._stick, button, int(down)) == 0
        until(lambda: self._sdl.SDL_JoystickGetButton(self._stick, button) == down)

    def lean(self, axis: int, value: int) -> None:
        """Move an axis to ``value``, of 32,767 either way, and wait until SDL has seen it."""
        get = self._sdl.SDL_JoystickGetAxis
        get.restype = ctypes.c_int16
        sent = ctypes.c_int16(value)
        assert self._sdl.SDL_JoystickSetVirtualAxis(self._stick, axis, sent) == 0
        until(lambda: get(self._stick, axis) == value)

    def point(self, hat: int, ways: int) -> None:
        """Push a hat: 1 is up, 2 right, 4 down, 8 left, 0 its middle."""
        assert self._sdl.SDL_JoystickSetVirtualHat(self._stick, hat, ways) == 0
        until(lambda: self._sdl.SDL_JoystickGetHat(self._stick, hat) == ways)

    def chatter(self, button: int, edges: int) -> None:
        """So many events at once, in SDL's own queue."""
        for edge in range(edges):
            down = edge % 2 == 0
            event = Event(type=BUTTON_DOWN if down else BUTTON_UP, which=self.number)
            event.button, event.state = button, down
            assert self._sdl.SDL_PushEvent(ctypes.byref(event)) == 1

    def unplug(self) -> None:
        places = range(self._sdl.SDL_NumJoysticks())
        numbers = [self._sdl.SDL_JoystickGetDeviceInstanceID(place) for place in places]
        assert self._sdl.SDL_JoystickDetachVirtual(numbers.index(self.number)) == 0


def dragonrise() -> VirtualPad:
    """The "zero delay" encoder of most arcade kits: twelve buttons."""
    return VirtualPad("DragonRise Generic USB Joystick", (0x0079, 0x0006), 12)
