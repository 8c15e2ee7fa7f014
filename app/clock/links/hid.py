"""Button receivers that are not serial ports: lists the ones that are plugged in, and keeps one
line to a receiver open.

This is the only file that uses hidapi. Without the ``hid`` extra hidapi is missing and there are no
receivers. Each report arrives as one piece of bytes and is stamped in the thread that reads; the
same thread writes between two reports.
"""

import queue
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Protocol, TypeAlias, cast

from app.clock.links.serial import PortInfo, SeparatePort
from app.clock.links.thread_link import ThreadLink
from app.engine.language import say

MARK = "hid:"
"""The beginning of the name of a port that is a button receiver."""

RECEIVERS = {(0x054C, 0x1000): "buzz", (0x054C, 0x0002): "buzz"}
LONGEST = 64
READ_MS = 50
NO_NUMBER = b"\x00"  # hidapi needs this for receivers that do not number their reports
LOST: tuple[type[Exception], ...] = (OSError, ValueError)
LOST_OR_MISSING: tuple[type[Exception], ...] = (*LOST, ImportError)

Devices: TypeAlias = Iterable[Mapping[str, object]]

_apart = SeparatePort()


class Device(Protocol):
    """The part of an open ``hid.device`` that is used here. A device that is gone raises
    OSError.
    """

    def read(self, size: int, timeout_ms: int, /) -> list[int]: ...
    def write(self, data: bytes, /) -> int: ...
    def close(self) -> None: ...


def list_devices() -> Devices:
    """Return the known receivers that hidapi finds; none if hidapi is not installed."""
    try:
        import hid
    except ImportError:
        return ()
    devices: list[Mapping[str, object]] = []
    for vid, pid in RECEIVERS:
        devices += cast(Devices, hid.enumerate(vid, pid))
    return devices


def open_device(path: bytes) -> Device:
    """Open the receiver at ``path``. Raise OSError if that is not possible."""
    import hid

    device = hid.device()
    device.open_path(path)
    return cast(Device, device)


def receivers(list_devices: Callable[[], Devices] = list_devices) -> tuple[PortInfo, ...]:
    """Return the receivers that are plugged in now, each once."""
    with _apart.listing():
        try:
            devices = [*list_devices()]
        except LOST:
            return ()
    made: dict[str, PortInfo] = {}
    for place, device in enumerate(sorted(devices, key=_path)):
        vid, pid = (number if isinstance(number := device[key], int) else 0
                    for key in ("vendor_id", "product_id"))  # fmt: skip
        path, usb = _path(device), f"{vid:04x}:{pid:04x}"
        # macOS gives a receiver another path each time it is plugged in
        where = f"#{place + 1}" if path.startswith(b"DevSrvsID") else f"@{_text(path)}"
        key = f"{usb}/{device['serial_number']}" if device.get("serial_number") else f"{usb}{where}"
        words = str(device.get("product_string") or "")
        name = MARK + _text(path)
        made.setdefault(key, PortInfo(name, key, words, vid, pid, RECEIVERS.get((vid, pid), "")))
    return tuple(made.values())


def _path(device: Mapping[str, object]) -> bytes:
    path = device["path"]
    return path if isinstance(path, bytes) else b""


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")


class HidLink(ThreadLink):
    """The line to a receiver. It opens the receiver in a thread of its own (see `SerialLink`)."""

    def __init__(
        self,
        name: str,
        *,
        now_ms: Callable[[], int],
        opened: Callable[[], None],
        received: Callable[[bytes, int], None],
        lost: Callable[[str], None],
        open_device: Callable[[bytes], Device] = open_device,
    ) -> None:
        super().__init__(name, self._run)
        self._path = name.removeprefix(MARK).encode("utf-8", "surrogateescape")
        self._now_ms, self._opened, self._received, self._lost = now_ms, opened, received, lost
        self._open_device = open_device
        self._outbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._begin()

    def write(self, data: bytes) -> None:
        """Send ``data`` soon, after anything that was given earlier."""
        self._outbox.put(data)

    def _run(self) -> None:
        try:
            with _apart.opening():
                device = self._open_device(self._path)
        except LOST_OR_MISSING:
            self._fail(explain_hid_trouble())
            return
        if not self._closing.is_set():
            self._opened()
        try:
            while not self._closing.is_set():
                self._write_waiting(device)
                report = bytes(device.read(LONGEST, READ_MS))
                if report:
                    self._received(report, self._now_ms())
        except LOST:
            self._fail(say("The receiver was unplugged."))
        with suppress(*LOST):
            device.close()

    def _write_waiting(self, device: Device) -> None:
        with suppress(queue.Empty):
            while True:
                if device.write(NO_NUMBER + self._outbox.get_nowait()) < 0:
                    raise OSError("write error")

    def _fail(self, sentence: str) -> None:
        if not self._closing.is_set():
            self._closing.set()
            self._lost(sentence)


def explain_hid_trouble(platform: str = sys.platform) -> str:
    """Return a sentence that says why a receiver may not open, and what to do."""
    if platform == "linux":
        return say(
            "The receiver cannot be opened. This user may need a rule for it (docs/clocks.md),"
            " or another program holds it."
        )
    return say(
        "The receiver cannot be opened. Close the program that uses it, or plug it in again."
    )
