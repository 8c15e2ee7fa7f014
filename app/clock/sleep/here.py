"""The counters of the machine that this program runs on."""

import sys
import time
from collections.abc import Callable

from app.clock.sleep.counters import Counters


def of_this_platform() -> Counters:
    """Return the platform's own counters. Only this platform's module is imported, because those of
    other platforms use functions that are missing here. Raise OSError or AttributeError if there
    are no counters.
    """
    if sys.platform == "win32":
        from app.clock.sleep.windows import counters as read
    elif sys.platform == "darwin":
        from app.clock.sleep.macos import counters as read
    elif sys.platform == "linux":
        from app.clock.sleep.linux import counters as read
    else:
        raise OSError(f"no counters are known of {sys.platform}")
    return read()


def counters(of_platform: Callable[[], Counters] = of_this_platform) -> Counters:
    """Return the machine's counters. If the platform has none, the platform's steady counter is
    used for both. Then a suspended program is still noticed, and sleep is noticed if the steady
    counter counts it.
    """
    try:
        return of_platform()
    except (OSError, AttributeError):
        return Counters(time.perf_counter_ns, time.perf_counter_ns)
