"""How long tests wait for what has to come, however busy the machine is."""

import time
from collections.abc import Callable

PATIENCE_S = 60
LOOK_S = 0.01


def until(holds: Callable[[], object], told: Callable[[], object] = lambda: "") -> None:
    """Wait until it holds; ``told`` says how things stand where it never does."""
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end_s, f"it never came true: {told()}"
        time.sleep(LOOK_S)
