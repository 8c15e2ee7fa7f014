"""macOS: CLOCK_MONOTONIC_RAW is mach_continuous_time and counts sleep; CLOCK_UPTIME_RAW is
mach_absolute_time and does not. CLOCK_MONOTONIC counts sleep, too, but follows adjustments.

Not run until CI runs on macOS; the numbers are those of its <time.h>.
"""

import sys
import time
from collections.abc import Callable
from functools import partial

from app.clock.sleep.counters import Counters

assert sys.platform != "win32"  # its time has no such function
MONOTONIC_RAW = 4
UPTIME_RAW = 8


def counters(read_ns: Callable[[int], int] = time.clock_gettime_ns) -> Counters:
    """Raises OSError where the system has no such clocks."""
    read_ns(MONOTONIC_RAW)
    read_ns(UPTIME_RAW)
    return Counters(
        elapsed_ns=partial(read_ns, MONOTONIC_RAW), awake_ns=partial(read_ns, UPTIME_RAW)
    )
