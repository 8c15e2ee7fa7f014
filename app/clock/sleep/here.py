"""The counters of the machine that this program runs on."""

import sys
import time
from collections.abc import Callable, Mapping

from app.clock.sleep import linux, macos, windows
from app.clock.sleep.counters import Counters

PLATFORMS: Mapping[str, Callable[[], Counters]] = {
    "linux": linux.counters,
    "darwin": macos.counters,
    "win32": windows.counters,
}


def counters(platform: str = sys.platform) -> Counters:
    """Where a platform has nothing to offer its steady counter stands for both: a program that was
    stopped still shows, and so does a sleep that the steady counter counts.
    """
    try:
        return PLATFORMS[platform]()
    except (KeyError, OSError, AttributeError):
        return Counters(time.perf_counter_ns, time.perf_counter_ns)
