"""Serial ports: lists the ports that are plugged in, and keeps a line open with a reading and a
writing thread.

This is the only file that uses pyserial. Bytes are stamped in the reading thread, so later delays
do no harm. Each port is opened in a thread of its own, so that a port that hangs delays no other.
"""

import errno
import io
import queue
import re
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, cast

import serial
from msgspec import Struct
from serial.tools import list_ports

from app.engine.language import say
from app.engine.text import shorten

READ_SECONDS = 0.1
WRITE_SECONDS = 1.0
JOIN_SECONDS = 2.0
UNPLUGGED_SECONDS = 0.5  # for how long the system may still list a port that is gone

LOST: tuple[type[Exception], ...] = (serial.SerialException, OSError, TypeError, AttributeError)
"""The exceptions that an unplugged port raises, depending on the system and the call."""

TIMED_OUT = 1460
"""Windows' error number for a timeout
(learn.microsoft.com/windows/win32/debug/system-error-codes--1300-1699-).
"""

CONTROL = 2  # where a terminal's control flags are among its attributes

if sys.platform != "win32":
    import termios

    LOST = (*LOST, termios.error)

DENIED_HERE = frozenset({errno.EACCES, errno.EPERM})
BUSY = frozenset({errno.EBUSY, errno.EAGAIN, errno.ETXTBSY})
GONE = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR})
NO_PORT = frozenset({errno.ENOTTY, errno.EISDIR, errno.EINVAL})
BUSY_WINDOWS = frozenset({5, 32, 170})  # access denied, sharing violation, busy
GONE_WINDOWS = frozenset({2, 3, 15, 20, 55, 433, 1167})
SLEEPS_WINDOWS = frozenset({121, 1231, 1460, 10060})  # a Bluetooth device that is off
NO_PORT_WINDOWS = frozenset({1, 31, 87, 123})
IN_REPR = re.compile(r"\w+Error\((\d+), .*?(?:, None, (\d+)(?:, None)?)?\)+$", re.DOTALL)
IN_WORDS = re.compile(r"\[Errno (\d+)\]|\[WinError (\d+)\]|: \((\d+), ")

EMULATED = "emu://"
NETWORK = ("socket://", "rfc2217://")  # a peer may be gone without a word

LOST_OR_WRONG: tuple[type[Exception], ...] = (*LOST, ValueError)

PATIENCE_SECONDS = 2.0


class SeparatePort:
    """A lock that stops ports from being listed while others are opened, because that fails on
    Windows (pyserial #309). Several ports may be opened at once.

    If an opening or a listing hangs, others wait for at most ``patience_s`` seconds.
    """

    def __init__(self, patience_s: float = PATIENCE_SECONDS) -> None:
        self._patience_s = patience_s
        self._changed = threading.Condition()
        self._opening: dict[object, float] = {}  # since when
        self._listing = 0

    @property
    def busy(self) -> bool:
        with self._changed:
            return bool(self._opening)

    @contextmanager
    def opening(self) -> Iterator[None]:
        mine = object()
        with self._changed:
            self._changed.wait_for(lambda: not self._listing, self._patience_s)
            self._opening[mine] = time.monotonic()
        try:
            yield
        finally:
            with self._changed:
                del self._opening[mine]
                self._changed.notify_all()

    @contextmanager
    def listing(self) -> Iterator[None]:
        with self._changed:
            while (wait_s := self._wait_s()) > 0:
                self._changed.wait(wait_s)
            self._listing += 1
        try:
            yield
        finally:
            with self._changed:
                self._listing -= 1
                self._changed.notify_all()

    def _wait_s(self) -> float:
        """Return for how many seconds to wait for the ports that are being opened. A port that
        hangs is not waited for.
        """
        now_s = time.monotonic()
        return max(
            (since + self._patience_s - now_s for since in self._opening.values()), default=0
        )


_apart = SeparatePort()

serial.protocol_handler_packages.append("app.emulators.lines")


def unknown_addresses() -> tuple[str, ...]:
    """Return the beginnings of addresses that cannot be opened here. pyserial imports the code for
    them by name, so a built program may lack it.
    """
    unknown = []
    for beginning in (*NETWORK, EMULATED):
        try:
            serial.serial_for_url(f"{beginning}127.0.0.1:1", do_not_open=True)
        except ValueError:
            unknown.append(beginning)
    return tuple(unknown)


class PortInfo(Struct, frozen=True):
    """A port of this machine, or a clock that dialled in."""

    name: str
    """The name by which the port is opened."""
    key: str
    """A key that stays the same when the device is plugged in again: the USB serial number, else
    the place on the bus, else the name.
    """
    words: str
    vid: int | None = None
    pid: int | None = None
    product: str = ""
    """The product behind the port, if the port's make shows that."""
    number: str = ""
    """The USB serial number."""
    location: str = ""
    """The place on the bus, if the system reports it."""
    table: int = 0
    """The table that a clock which dialled in has named as its own; 0 for every other port."""

    @property
    def dialled(self) -> bool:
        """Tell whether this is not a port but a clock that dialled in over the network."""
        return bool(self.table)

    @property
    def placed_key(self) -> str:
        """The key to use if other devices have the same number. It is made from the port's
        place.
        """
        at = f"@{self.location}" if self.location else f" {self.name}"
        return f"{self.vid or 0:04x}:{self.pid or 0:04x}{at}"


def ports() -> tuple[PortInfo, ...]:
    """Return every port there is now. This takes up to a second on some machines.

    Two devices with the same number have the same key here;
    ``app.clock.ports.port.recognize_ports`` distinguishes them.
    """
    with _apart.listing():
        comports = [comport for comport in list_ports.comports() if comport.device]
    made: dict[tuple[str, str], PortInfo] = {}
    for port in comports:
        usb = (
            f"{port.vid:04x}:{port.pid:04x}"
            if port.vid is not None and port.pid is not None
            else ""
        )
        number, location = port.serial_number or "", port.location or ""
        if usb and number:
            key = f"{usb}/{number}"
        elif usb and location:
            key = f"{usb}@{location}"
        else:
            key = port.device
        words = port.product or port.description or ""
        made[key, location or port.device] = PortInfo(
            port.device,
            key,
            "" if words == "n/a" else shorten(words),
            port.vid,
            port.pid,
            number=number,
            location=location,
        )
    return tuple(made.values())


class _Port(Protocol):
    """The part of pyserial's ports that is used here. The ports differ by system, and not all of
    them have types.
    """

    baudrate: int
    timeout: float | None
    write_timeout: float | None
    exclusive: bool | None

    @property
    def in_waiting(self) -> int: ...
    def fileno(self) -> int: ...
    def open(self) -> None: ...
    def close(self) -> None: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...


class StayUp:
    """An order in a line's outbox to leave its control lines up when the line is closed."""


class Line(Protocol):
    """An open line to a device."""

    @property
    def is_held(self) -> bool:
        """Tell whether the system itself reports when the device goes away. If so, silence does not
        mean that the device is gone. Closing the line would not help and might reset the device.
        """

    @property
    def unheard_s(self) -> float:
        """Tell for how many seconds the line should have been read but was not, because the thread
        that reads had no turn. Bytes that came meanwhile are not known yet.
        """

    def write(self, data: bytes) -> None: ...
    def set_baud(self, baud: int) -> None: ...
    def stay_up(self) -> None:
        """Leave the control lines up after ``close``, if the system can. Then the next opening does
        not reset a board.
        """

    def close(self) -> None: ...


class SerialLink:
    """A port that is being opened and is then open. Callbacks come from its own threads.

    ``received(bytes, at_ms)`` is called for all bytes, ``opened()`` once, and ``lost(sentence)``
    once and last, but not after ``close``. Opening never blocks the caller.
    """

    def __init__(
        self,
        name: str,
        baud: int,
        *,
        now_ms: Callable[[], int],
        opened: Callable[[], None],
        received: Callable[[bytes, int], None],
        lost: Callable[[str], None],
    ) -> None:
        self._name, self._baud = name, baud
        self._now_ms, self._opened, self._received, self._lost = now_ms, opened, received, lost
        self._port: _Port | None = None
        self._looks_s: float | None = None  # since when the port is being read
        self._closing, self._failing = threading.Event(), threading.Lock()
        self._outbox: queue.Queue[bytes | int | StayUp | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, name=f"reads {name}", daemon=True)
        self._writer = threading.Thread(target=self._write, name=f"writes {name}", daemon=True)
        self._reader.start()

    def write(self, data: bytes) -> None:
        """Send ``data`` soon in the writing thread, after anything that was given earlier."""
        self._outbox.put(data)

    def set_baud(self, baud: int) -> None:
        """Change the speed once everything is written. The port stays open, so that no device
        behind it restarts.
        """
        self._outbox.put(baud)

    def stay_up(self) -> None:
        self._outbox.put(StayUp())

    def close(self) -> None:
        """Ask the threads to end, without waiting for them."""
        self._closing.set()
        self._outbox.put(None)
        port = self._port
        cancel = getattr(port, "cancel_read", None)
        if cancel is not None:
            with suppress(*LOST):
                cancel()

    @property
    def is_held(self) -> bool:
        return not self._name.startswith(NETWORK)

    @property
    def unheard_s(self) -> float:
        looks_s = self._looks_s
        return 0.0 if looks_s is None else max(time.monotonic() - looks_s - READ_SECONDS, 0.0)

    @property
    def alive(self) -> bool:
        """Tell whether one of the link's threads still runs."""
        return self._reader.is_alive() or self._writer.is_alive()

    def join(self) -> bool:
        """Wait for the threads of a closed link; return False if a driver of the system is
        stuck.
        """
        self._reader.join(JOIN_SECONDS)
        if self._writer.ident is not None:
            self._writer.join(JOIN_SECONDS)
        return not self.alive

    def _open(self) -> _Port:
        with _apart.opening():
            port = cast(_Port, serial.serial_for_url(self._name, do_not_open=True))
            port.baudrate, port.timeout = self._baud, READ_SECONDS
            with suppress(ValueError, AttributeError, NotImplementedError):
                port.exclusive = True
            port.open()
        port.write_timeout = WRITE_SECONDS if _waits_by_itself(port) else 0
        quick = getattr(port, "set_low_latency_mode", None)
        if quick is not None:
            with suppress(*LOST, NotImplementedError, ValueError):
                quick(True)
        return port

    def _read(self) -> None:
        try:
            port = self._port = self._open()
        except LOST_OR_WRONG as error:
            self._fail(open_trouble(self._name, error))
            return
        self._writer.start()
        if not self._closing.is_set():
            self._opened()
        try:
            while not self._closing.is_set():
                self._looks_s = time.monotonic()
                data = _read_some(port)
                if data and (more := port.in_waiting):  # it was woken by the first byte
                    data += port.read(more)
                if data:
                    self._received(data, self._now_ms())
        except LOST as error:
            self._looks_s = None
            self._fail(read_trouble(self._name, error))
        self._outbox.put(None)
        self._writer.join(JOIN_SECONDS)
        with suppress(*LOST):
            port.close()

    def _write(self) -> None:
        port = self._port
        while port is not None and not self._closing.is_set():
            data = self._outbox.get()
            if data is None:
                return
            try:
                if isinstance(data, StayUp):
                    leave_up(port)
                elif isinstance(data, int):
                    port.baudrate = data
                else:
                    _write_all(port, data)
            except serial.SerialTimeoutException:
                self._fail(
                    say(
                        "{name} takes no more data. Unplug it and plug it in again.",
                        name=self._name,
                    )
                )
                return
            except LOST:
                self._fail(say("{name} was unplugged or stopped answering.", name=self._name))
                return

    def _fail(self, sentence: str) -> None:
        with self._failing:
            if self._closing.is_set():
                return
            self._closing.set()
        self._lost(sentence)


def _waits_by_itself(port: _Port) -> bool:
    """Tell whether only the port itself can wait until there is room to write more bytes. Otherwise
    the program waits.
    """
    if sys.platform != "win32":
        with suppress(io.UnsupportedOperation):
            port.fileno()
            return False
    return True


def _write_all(port: _Port, data: bytes) -> None:
    """Write all bytes. Raises SerialTimeoutException if the port takes none for a while.

    The waiting is done here. pyserial would also count the time for which the whole program was
    stopped, and would then give up a write although the port took the bytes.
    """
    if _waits_by_itself(port):
        port.write(data)
        return
    while data:
        if not select.select([], [port.fileno()], [], WRITE_SECONDS)[1]:
            raise serial.SerialTimeoutException
        data = data[port.write(data) :]


def leave_up(port: _Port) -> None:
    """Make the system leave DTR and RTS up when the port is closed. Windows cannot."""
    if sys.platform != "win32":
        descriptor = getattr(port, "fd", None)
        if isinstance(descriptor, int):
            attributes = termios.tcgetattr(descriptor)
            attributes[CONTROL] &= ~termios.HUPCL
            termios.tcsetattr(descriptor, termios.TCSANOW, attributes)


def read_trouble(name: str, error: BaseException) -> str:
    """Return a sentence that says why a port can no longer be read.

    If a port is ready to be read but has no bytes, either it was unplugged and will soon be
    missing, or another program has taken the bytes.
    """
    until_s = time.monotonic() + UNPLUGGED_SECONDS
    shared = error_numbers(error) == (0, 0) and Path(name).exists()
    while shared and time.monotonic() < until_s:
        time.sleep(UNPLUGGED_SECONDS / 10)
        shared = Path(name).exists()
    if shared:
        return say("Another program reads {name}, too. Close that program.", name=name)
    return say("{name} was unplugged or stopped answering.", name=name)


def open_trouble(name: str, error: BaseException) -> str:
    """Return a sentence that says why a port could not be opened, and what to do. The sentence
    depends on the system's error numbers, which are the same in every language.
    """
    number, windows = error_numbers(error)
    if windows in BUSY_WINDOWS or (not windows and number in BUSY):
        return say("{name} is in use by another program. Close that program.", name=name)
    if windows in SLEEPS_WINDOWS:
        return say("{name}: its device does not answer. Switch it on and bring it near.", name=name)
    if windows in GONE_WINDOWS or (not windows and number in GONE):
        if "socket://" not in name:
            return say("{name} is not there. Plug it in.", name=name)
    elif windows in NO_PORT_WINDOWS or (not windows and number in NO_PORT):
        return say(
            "{name} is not a serial port. Leave it alone, and enter another address.", name=name
        )
    elif not windows and number in DENIED_HERE:
        return say(
            "{name}: this user may not open serial ports. Add the user to the group dialout"
            " (uucp on some systems) and log in again.",
            name=name,
        )
    # from here on the words are pyserial's own, which are never translated
    words = str(error).casefold()
    if "protocol" in words and "not known" in words:
        return say("{name} is not the address of a port. Enter another one.", name=name)
    if "socket://" in name:
        return say(
            "Nothing answers at {name}. Start the program that should answer there, or enter"
            " another address.",
            name=name,
        )
    if isinstance(error, ValueError):
        return say(
            "{name} is not a serial port. Leave it alone, and enter another address.", name=name
        )
    return say("{name} cannot be opened: {error}", name=name, error=shorten(str(error)))


def _read_some(port: "_Port") -> bytes:
    """Return the bytes that came; empty if none came for a while. Raise one of `LOST` if the port
    is gone.
    """
    try:
        return bytes(port.read(port.in_waiting or 1))
    except serial.SerialException as error:
        if not is_silence(error):
            raise
        return b""


def is_silence(error: serial.SerialException) -> bool:
    """Tell whether ``error`` only means that nothing came in time, as Wine and similar drivers of
    Windows report it.
    """
    return error_numbers(error)[1] == TIMED_OUT


def error_numbers(error: BaseException) -> tuple[int, int]:
    """Return the system's number of an error, and Windows' own; 0 for one that is missing. pyserial
    passes Windows' number on only in the text of its error, as a repr.
    """
    number = error.errno if isinstance(error, OSError) and isinstance(error.errno, int) else 0
    windows = getattr(error, "winerror", None) or 0
    text = str(error)
    if match_ := IN_REPR.search(text):
        number, windows = number or int(match_[1]), windows or int(match_[2] or 0)
    elif not number and (match_ := IN_WORDS.search(text)):
        number, windows = int(match_[1] or match_[3] or 0), int(match_[2] or 0)
    return number, windows
