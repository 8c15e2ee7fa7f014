"""A live device on a pseudo-terminal (Linux, macOS): a real file the program opens by its name.

Pulling the cable closes the device's end, as losing a USB port does.
"""

import contextlib
import os
import pty
import threading
import tty

from app.clock.emulators.live import LiveDevice
from app.clock.emulators.pump import Pump


class PtyLine:
    """``name`` is what to open; after ``replug`` it is another one."""

    def __init__(self, live: LiveDevice) -> None:
        self.live = live
        self._ends: tuple[int, int] | None = None  # ours and the program's, kept open
        self._lock = threading.Lock()
        self.name = ""
        self._connect()
        self._pump = Pump(live, self)
        self._pump.start()

    def __enter__(self) -> "PtyLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the thread and the terminal; the device itself stays."""
        self._pump.stop()
        self.lost()

    def unplug(self) -> None:
        self.live.pull()
        self.lost()

    def replug(self) -> str:
        """Back on the bus, under another name."""
        with self.live.changed:
            old, old_name = self._take_ends(), self.name
            self._connect()
            if self.name == old_name:
                held = self._take_ends()
                self._connect()
                _shut(held)
            _shut(old)
            self.live.plug_in()
        return self.name

    def watched(self) -> list[int]:
        with self._lock:
            return [self._ends[0]] if self._ends else []

    def read(self) -> bytes:
        with self._lock:
            return os.read(self._ends[0], 4096) if self._ends else b""

    def write(self, data: bytes) -> None:
        with self._lock, contextlib.suppress(OSError):
            if self._ends:
                os.write(self._ends[0], data)

    def lost(self) -> None:
        _shut(self._take_ends())

    def _connect(self) -> None:
        near, far = pty.openpty()
        tty.setraw(near)
        tty.setraw(far)
        os.set_blocking(near, False)
        with self._lock:
            self._ends = (near, far)
        self.name = os.ttyname(far)

    def _take_ends(self) -> tuple[int, int] | None:
        with self._lock:
            ends, self._ends = self._ends, None
        return ends


def _shut(ends: tuple[int, int] | None) -> None:
    for one in ends or ():
        os.close(one)
