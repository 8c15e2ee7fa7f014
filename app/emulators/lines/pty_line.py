"""A live device on a pseudo-terminal (Linux, macOS), which is a real file that the program opens by
name.

Pulling the cable closes the device's end, as when a USB port goes away. The device notices when the
program opens its end. Many devices restart at that moment, because DTR rises. DTR does not rise if
the previous program left it up (HUPCL off).

As soon as the cable is pulled, the system gives the name of the terminal (/dev/pts/3) to the next
program that asks for a terminal. A program that opened the old name again would then reach a
different device. Programs therefore open a link, which is removed together with the cable.
"""

import contextlib
import os
import pty
import select
import sys
import termios
import threading
import tty
from pathlib import Path
from tempfile import mkdtemp

from app.emulators.lines.live import LiveDevice
from app.emulators.lines.pump import Pump

assert sys.platform != "win32"

CONTROL = 2  # the index of a terminal's control flags in its attributes


class PtyLine:
    """A pseudo-terminal that carries an emulated clock. Programs open ``name``, which changes at
    each ``replug`` unless a ``link`` was given.
    """

    def __init__(self, live: LiveDevice, link: Path | None = None) -> None:
        self.live = live
        self.openings = 0
        """The number of times that a program has opened the terminal, whether DTR rose or not."""
        self._folder = None if link else Path(mkdtemp(prefix="flagfall-clock-"))
        self._plugged = 0  # how often it was plugged in
        self._link = link or Path()
        self._end: int | None = None  # our end of the pseudo-terminal
        self._opened = self._stays_up = False
        self._lock = threading.Lock()
        self._connect()
        self._pump = Pump(live, self)
        self._pump.start()

    def __enter__(self) -> "PtyLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        return str(self._link)

    def close(self) -> None:
        """End the thread and close the terminal. The device itself stays."""
        self._pump.stop()
        self.lost()
        if self._folder is not None:
            with contextlib.suppress(OSError):
                self._folder.rmdir()

    def unplug(self) -> None:
        self.live.pull()
        self.lost()

    def replug(self) -> str:
        """Plug the device in again, and return its name, which may have changed."""
        with self.live.changed:
            self.lost()
            self._connect()
            self.live.plug_in()
        return self.name

    def pull(self) -> None:
        self.unplug()

    def plug_in(self) -> None:
        self.replug()

    def watched(self) -> list[int]:
        with self._lock:
            return [self._end] if self._end is not None and self._opened else []

    def read(self) -> bytes:
        with self._lock:
            was, self._opened = self._opened, self._is_open()
            is_new = self._opened and not was
            self.openings += is_new
            rises = is_new and not self._stays_up
            if was and not self._opened:
                self._stays_up = self._is_left_up()
            data = os.read(self._end, 4096) if self._end is not None and was else b""
        if rises:
            self.live.do(self.live.line.opened)
        return data

    def write(self, data: bytes) -> None:
        """Send bytes to the program. They are lost if no program has the port open."""
        with self._lock, contextlib.suppress(OSError):
            if self._end is not None and self._opened:
                os.write(self._end, data)

    def lost(self) -> None:
        self._link.unlink(missing_ok=True)
        _shut(self._take_end())

    def _is_left_up(self) -> bool:
        """Tell whether the program left DTR up when it closed its end. In that case DTR does not
        rise at the next opening.
        """
        if self._end is None:
            return False
        return not termios.tcgetattr(self._end)[CONTROL] & termios.HUPCL

    def _is_open(self) -> bool:
        if self._end is None:
            return False
        look = select.poll()
        look.register(self._end, 0)
        return not look.poll(0)

    def _connect(self) -> None:
        near, far = pty.openpty()
        tty.setraw(near)
        tty.setraw(far)
        attributes = termios.tcgetattr(far)
        attributes[CONTROL] |= termios.HUPCL  # as serial ports have it
        termios.tcsetattr(far, termios.TCSANOW, attributes)
        os.set_blocking(near, False)
        terminal = os.ttyname(far)
        os.close(far)
        if self._folder is not None:
            self._plugged += 1
            self._link = self._folder / str(self._plugged)
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(terminal)
        with self._lock:
            self._end, self._opened, self._stays_up = near, False, False

    def _take_end(self) -> int | None:
        with self._lock:
            end, self._end = self._end, None
            self._opened = False
        return end


def _shut(end: int | None) -> None:
    if end is not None:
        os.close(end)
