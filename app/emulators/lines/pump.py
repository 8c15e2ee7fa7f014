"""A thread that carries bytes between a live device and the near end of a line."""

import contextlib
import selectors
import socket
import threading
from collections.abc import Callable
from typing import Protocol

from app.emulators.lines.live import LiveDevice

OPENING_S = 0.03


class NearEnd(Protocol):
    """The device's end of a line: a pseudo-terminal's master, or a TCP connection."""

    def watched(self) -> list[int]:
        """Return the file descriptors to wait for."""

    def read(self) -> bytes:
        """Return the bytes that have arrived, without waiting; empty if there are none."""

    def write(self, data: bytes) -> None:
        """Send bytes without waiting. Drop those that the other end does not accept."""

    def lost(self) -> None:
        """Note that the device has disconnected."""


class Pump:
    """Carries bytes between the calls of ``start`` and ``stop``. ``stop`` waits for the thread to
    end.
    """

    def __init__(self, live: LiveDevice, near: NearEnd) -> None:
        self._live = live
        self._near = near
        self._stopping = False
        self._nudge, self._nudged = socket.socketpair()
        self._nudge.setblocking(False)
        self._nudged.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="clock-emulator", daemon=True)

    def start(self) -> None:
        self._live.call_when_touched(self.wake)
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._live.call_no_more(self.wake)
        self.wake()
        self._thread.join()
        self._nudge.close()
        self._nudged.close()

    def wake(self) -> None:
        """Look for bytes again now. This may be called from any thread."""
        with contextlib.suppress(OSError):
            self._nudge.send(b"x")

    def _run(self) -> None:
        while not self._stopping:
            came = self._quietly(self._near.read)
            out, wait_s = self._live.exchange(came)
            if out:
                self._near.write(out)
            with self._live.changed:
                if not self._live.line.connected:
                    self._near.lost()
                    wait_s = 1.0
                elif not self._near.watched():  # no program has the port open; look again soon
                    wait_s = min(wait_s, OPENING_S)
            self._wait(wait_s)

    def _wait(self, seconds: float) -> None:
        with selectors.DefaultSelector() as selector, contextlib.suppress(OSError, ValueError):
            for descriptor in (self._nudged.fileno(), *self._near.watched()):
                selector.register(
                    descriptor, selectors.EVENT_READ
                )  # not if it was closed meanwhile
            selector.select(seconds)
        with contextlib.suppress(OSError):
            while self._nudged.recv(4096):
                pass

    @staticmethod
    def _quietly(read: Callable[[], bytes]) -> bytes:
        try:
            return read()
        except OSError:
            return b""
