"""The progress bar in a window's entry of the Windows taskbar.

learn.microsoft.com/windows/win32/api/shobjidl_core/nn-shobjidl_core-itaskbarlist3
"""

import sys
from collections.abc import Callable
from enum import IntEnum
from typing import Any, Protocol
from uuid import UUID

TASKBAR_LIST = UUID("56fdf344-fd6d-11d0-958a-006097c9a090")
TASKBAR_LIST_3 = UUID("ea1afb91-9e28-4b86-90e9-9e9f8a5eefaf")
IN_THIS_PROCESS = 1  # CLSCTX_INPROC_SERVER
OF_WINDOWS = 2  # COINIT_APARTMENTTHREADED
BEGIN, SET_VALUE, SET_STATE = 3, 9, 10
"""The indexes of HrInit, SetProgressValue and SetProgressState in the interface's table of
functions.
"""


class ProgressBar(IntEnum):
    """The states of the bar, numbered as in Windows."""

    NONE = 0
    NORMAL = 2
    OVER = 4
    """A red bar, for a round that is over."""


class Taskbar(Protocol):
    def show(self, window: int, part: float, bar: ProgressBar) -> None:
        """Show that ``part`` of the whole is done, from 0 to 1. ``window`` is the window's handle
        in the system.
        """


class Nothing:
    """A stand-in for the taskbar of a system that shows no progress bars."""

    def show(self, window: int, part: float, bar: ProgressBar) -> None: ...


WHOLE = 1000

if sys.platform == "win32":
    import ctypes

    class Entries:
        """The taskbar of Windows. Raises OSError if Windows has no taskbar."""

        def __init__(self) -> None:
            self._list = ctypes.c_void_p()
            ctypes.windll.ole32.CoInitializeEx(None, OF_WINDOWS)  # Qt has usually done so already
            made = ctypes.oledll.ole32.CoCreateInstance(
                (ctypes.c_char * 16).from_buffer_copy(TASKBAR_LIST.bytes_le),
                None,
                IN_THIS_PROCESS,
                (ctypes.c_char * 16).from_buffer_copy(TASKBAR_LIST_3.bytes_le),
                ctypes.byref(self._list),
            )
            if made or (begun := self._function(BEGIN)()):
                raise OSError(made or begun, "no taskbar")
            self._set_value = self._function(SET_VALUE, *(ctypes.c_ulonglong,) * 2)
            self._set_state = self._function(SET_STATE, ctypes.c_int)

        def show(self, window: int, part: float, bar: ProgressBar) -> None:
            handle = ctypes.c_void_p(window)
            self._set_state(handle, bar)
            if bar is not ProgressBar.NONE:
                self._set_value(handle, int(part * WHOLE), WHOLE)

        def _function(self, place: int, *given: Any) -> Callable[..., int]:
            """Return the function at index ``place`` of the interface's table. ``given`` are the
            types of its arguments after the window.
            """
            functions = ctypes.cast(
                self._list, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p))
            ).contents
            takes = (ctypes.c_void_p, *given) if given else ()
            form = ctypes.WINFUNCTYPE(ctypes.c_long, ctypes.c_void_p, *takes)
            function = form(functions[place] or 0)
            return lambda *words: function(self._list, *words)

    def taskbar() -> Taskbar:
        """Return the taskbar of Windows, or one that does nothing if there is none."""
        try:
            return Entries()
        except OSError:
            return Nothing()

else:

    def taskbar() -> Taskbar:
        """Return a taskbar that does nothing."""
        return Nothing()
