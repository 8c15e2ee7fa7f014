"""Linux: CLOCK_BOOTTIME counts sleep, CLOCK_MONOTONIC does not. The kernel makes a new boot id when
it starts. In a time namespace, which a container may have, counting begins at another instant.
"""

import os
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from app.clock.sleep.counters import Counters, name_boot

assert sys.platform == "linux"
MONOTONIC = 1  # <time.h>; Python has both names on Linux only
BOOTTIME = 7
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
TIME_NAMESPACE = "/proc/self/ns/time"


def counters() -> Counters:
    """Return the two counters of Linux: one goes on while the machine sleeps, the other stops.
    Raise OSError if the system lacks one of them.
    """
    time.clock_gettime_ns(BOOTTIME)
    return Counters(
        elapsed_ns=partial(time.clock_gettime_ns, BOOTTIME),
        awake_ns=partial(time.clock_gettime_ns, MONOTONIC),
        boot=_boot(),
    )


def _boot() -> str:
    namespace = "before Linux 5.6 there is one"
    with suppress(OSError):
        namespace = os.readlink(TIME_NAMESPACE)
    try:
        return name_boot(BOOT_ID.read_text("ascii").strip(), namespace)
    except (OSError, UnicodeError):
        return ""  # a container may hide it
