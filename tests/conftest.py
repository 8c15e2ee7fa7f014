"""What every test gets: Qt drawing into memory, and nobody left running afterwards."""

import os
import threading
import time
from collections.abc import Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def _no_thread_stays_behind() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    until = time.monotonic() + 5
    while (left := set(threading.enumerate()) - before) and time.monotonic() < until:
        for thread in left:
            thread.join(0.05)
    assert not left, f"still running: {sorted(thread.name for thread in left)}"
