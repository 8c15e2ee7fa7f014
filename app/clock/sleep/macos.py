"""macOS: CLOCK_MONOTONIC_RAW is mach_continuous_time and counts sleep; CLOCK_UPTIME_RAW is
mach_absolute_time and does not. CLOCK_MONOTONIC also counts sleep, but follows adjustments. The
kernel makes a new kern.bootsessionuuid when it starts.

This code has not been run, because CI does not run on macOS yet. The numbers are those of its
<time.h>.
"""

import ctypes
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from app.clock.sleep.counters import Counters, name_boot

assert sys.platform != "win32"  # its time has no such function
MONOTONIC_RAW = 4
UPTIME_RAW = 8
BOOT_SESSION = b"kern.bootsessionuuid"
MOST_BYTES = 64


def counters(
    read_ns: Callable[[int], int] = time.clock_gettime_ns,
    load: Callable[[None], Any] = ctypes.CDLL,
) -> Counters:
    """Return the two counters of macOS: one goes on while the machine sleeps, the other stops.
    Raise OSError if the system lacks one of them.
    """
    read_ns(MONOTONIC_RAW)
    read_ns(UPTIME_RAW)
    return Counters(
        elapsed_ns=partial(read_ns, MONOTONIC_RAW),
        awake_ns=partial(read_ns, UPTIME_RAW),
        boot=_boot(load),
    )


def _boot(load: Callable[[None], Any]) -> str:
    text = ctypes.create_string_buffer(MOST_BYTES)
    size = ctypes.c_size_t(MOST_BYTES)
    try:
        failed = load(None).sysctlbyname(BOOT_SESSION, text, ctypes.byref(size), None, 0)
    except (OSError, AttributeError):
        return ""
    return "" if failed else name_boot(text.value.decode("ascii", "replace"))
