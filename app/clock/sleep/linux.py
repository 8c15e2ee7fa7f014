"""Linux: CLOCK_BOOTTIME counts sleep, CLOCK_MONOTONIC does not."""

import sys
import time
from functools import partial

from app.clock.sleep.counters import Counters

assert sys.platform == "linux"
MONOTONIC = 1  # <time.h>; Python has both names on Linux only
BOOTTIME = 7


def counters() -> Counters:
    """Raises OSError where the system has no such clocks."""
    time.clock_gettime_ns(BOOTTIME)
    return Counters(
        elapsed_ns=partial(time.clock_gettime_ns, BOOTTIME),
        awake_ns=partial(time.clock_gettime_ns, MONOTONIC),
    )
