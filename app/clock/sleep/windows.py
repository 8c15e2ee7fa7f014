"""Windows 10 and newer: QueryInterruptTimePrecise counts sleep, QueryUnbiasedInterruptTimePrecise
does not. Both write units of 100 nanoseconds where they are pointed to, and return nothing.

Not run until CI runs on Windows.
"""

import ctypes
from collections.abc import Callable
from typing import Any

from app.clock.sleep.counters import Counters

LIBRARY = "api-ms-win-core-realtime-l1-1-1"
NS_PER_UNIT = 100


def counters(load: Callable[[str], Any] | None = None) -> Counters:
    """Raises OSError or AttributeError where the system has no such functions."""
    library = (load or vars(ctypes)["WinDLL"])(LIBRARY)
    return Counters(
        elapsed_ns=_reading(library.QueryInterruptTimePrecise),
        awake_ns=_reading(library.QueryUnbiasedInterruptTimePrecise),
    )


def _reading(query: Any) -> Callable[[], int]:
    query.argtypes = [ctypes.POINTER(ctypes.c_ulonglong)]
    query.restype = None

    def read_ns() -> int:
        units = ctypes.c_ulonglong()  # one for each call, for any thread may ask
        query(ctypes.byref(units))
        return units.value * NS_PER_UNIT

    return read_ns
