"""How long tests wait for what has to come, however busy the machine is."""

import sys
import time
from collections.abc import Callable

PATIENCE_S = 240 if sys.platform == "win32" else 60
"""Under Wine, on a busy machine, PostgreSQL alone takes a minute to start."""
LOOK_S = 0.01


def until(holds: Callable[[], object], told: Callable[[], object] = lambda: "") -> None:
    """Wait until it holds; ``told`` says how things stand where it never does."""
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end_s, f"it never came true: {told()}"
        time.sleep(LOOK_S)
