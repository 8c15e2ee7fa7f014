"""A pyserial port for ``emu://dgt3000?drop_ack=0.1``, with blocking reads and a real port's errors.

``serial.protocol_handler_packages.append("app.emulators.lines")`` makes the URLs known. The thread
that reads also moves the device's time forward, so no thread is left behind when the port is
closed.
"""

import errno
import sys
import time
from typing import Any

from serial import SerialBase, SerialException, SerialTimeoutException
from serial.serialutil import PortNotOpenError

from app.emulators.lines.live import LiveDevice, device_at

LineError: type[Exception] = OSError
if sys.platform != "win32":
    import termios

    LineError = termios.error  # not an OSError; a lost POSIX port raises this when flushed

NO_DATA = (
    "device reports readiness to read but returned no data"
    " (device disconnected or multiple access on port?)"
)
WRITE_FAILED = "write failed: [Errno 5] Input/output error"


class Serial(SerialBase):
    """The program's end of the line; ``device_at(url)`` is at the other end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._live: LiveDevice | None = None
        self._input = bytearray()
        self._cancelled = False
        super().__init__(*args, **kwargs)

    def open(self) -> None:
        """Open the port. Raise SerialException if the device is unplugged or another program has
        the port.
        """
        if self.port is None:
            raise SerialException("Port must be configured before it can be used.")
        if self.is_open:
            raise SerialException("Port is already open.")
        try:
            live = device_at(self.port)
        except ValueError as wrong:
            raise SerialException(str(wrong)) from wrong
        with live.changed:
            self._must_be_free(live)
            live.open = True
            live.line.send(live.now_ms())  # no program received this
            live.do(live.line.opened)
        self._live = live
        self._input.clear()
        self._cancelled = False
        self.is_open = True

    def close(self) -> None:
        live, self._live = self._live, None
        self.is_open = False
        if live is not None:
            with live.changed:
                live.open = False
                live.changed.notify_all()

    @property
    def in_waiting(self) -> int:
        live = self._opened()
        with live.changed:
            if not self._take(live) and not self._input:
                raise OSError(errno.EIO, "Input/output error")
            return len(self._input)

    def read(self, size: int = 1, /) -> bytes:
        """Read ``size`` bytes, or fewer if the timeout passes or the read is cancelled."""
        live = self._opened()
        end_s = None if self.timeout is None else time.monotonic() + self.timeout
        with live.changed:
            while True:
                connected = self._take(live)
                if self._live is not live:
                    raise TypeError("'NoneType' object cannot be interpreted as an integer")
                if len(self._input) < size and not connected and not self._input:
                    raise SerialException(NO_DATA)
                left_s = None if end_s is None else end_s - time.monotonic()
                spent = left_s is not None and left_s <= 0
                if len(self._input) >= size or spent or self._cancelled or not connected:
                    return self._first(size)
                wait_s = live.seconds_until(live.line.next_ms(live.now_ms()))
                live.changed.wait(wait_s if left_s is None else min(wait_s, left_s))

    def cancel_read(self) -> None:
        """Make a waiting read return the bytes that have arrived so far."""
        live = self._live
        if live is not None:
            with live.changed:
                self._cancelled = True
                live.changed.notify_all()

    def write(self, data: Any, /) -> int:
        """Pass all bytes to the device at once, and return their number. Raise
        SerialTimeoutException if the device accepts no bytes.
        """
        live = self._opened()
        raw = bytes(data)
        with live.changed:
            if live.stuck and not live.changed.wait_for(
                lambda: not live.stuck or self._live is None, self.write_timeout
            ):
                raise SerialTimeoutException("Write timeout")
            self._take(live)
            if not live.line.connected:
                raise SerialException(WRITE_FAILED)
            live.do(lambda now_ms: live.line.receive(raw, now_ms))
        return len(raw)

    def flush(self) -> None:
        """Do nothing: bytes leave at once."""
        self._opened()

    def reset_input_buffer(self) -> None:
        live = self._opened()
        with live.changed:
            if not self._take(live):
                raise LineError(errno.EIO, "Input/output error")
            self._input.clear()

    def reset_output_buffer(self) -> None:
        self._opened()

    @property
    def cts(self) -> bool:
        return True

    @property
    def dsr(self) -> bool:
        return True

    @property
    def ri(self) -> bool:
        return False

    @property
    def cd(self) -> bool:
        return True

    def _must_be_free(self, live: LiveDevice) -> None:
        if not live.line.connected:
            raise SerialException(
                errno.ENOENT,
                f"could not open port {self.port}: [Errno 2] No such file or directory",
            )
        if live.open:
            raise SerialException(
                errno.EAGAIN,
                "Could not exclusively lock port: [Errno 11] Resource temporarily unavailable",
            )

    def _opened(self) -> LiveDevice:
        if self._live is None:
            raise PortNotOpenError
        return self._live

    def _take(self, live: LiveDevice) -> bool:
        """Fetch the bytes that have left the device. Return False if the device is unplugged."""
        self._input += live.line.send(live.now_ms())
        return live.line.connected

    def _first(self, size: int) -> bytes:
        self._cancelled = False
        taken = bytes(self._input[:size])
        del self._input[:size]
        return taken

    def _reconfigure_port(self) -> None:
        """Do nothing: any speed works."""

    def _update_break_state(self) -> None:
        """Do nothing: the line has no control signals."""

    _update_rts_state = _update_dtr_state = _update_break_state
