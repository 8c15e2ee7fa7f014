"""An emulated clock that runs in real time and may be used from any thread."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

from app.emulators.catalog import make_device
from app.emulators.device import DeviceSide, EmulatedDevice, Truth
from app.emulators.faults import FaultyLine, LineFault

T = TypeVar("T")


class LiveDevice:
    """A device and its line in real time, or ``speed`` times as fast."""

    def __init__(self, make: Callable[[int], FaultyLine], speed: float = 1.0) -> None:
        self._speed = speed
        self._origin_s = time.perf_counter()
        self.changed = threading.Condition(threading.RLock())
        self.stuck = False  # a write never ends
        self.open = False  # a program has the port
        self._wakers: list[Callable[[], None]] = []
        self.line = make(self.now_ms())

    @property
    def device(self) -> EmulatedDevice:
        """The clock itself. Use it only inside ``do``."""
        return self.line.device

    def now_ms(self) -> int:
        return int((time.perf_counter() - self._origin_s) * 1000 * self._speed)

    def do(self, act: Callable[[int], T]) -> T:
        """Call ``act`` with the present instant while no other thread uses the device, as in
        ``live.do(lambda now_ms: board.plug_clock(now_ms))``. Return its result.
        """
        with self.changed:
            done = act(self.now_ms())
            self.changed.notify_all()
        for wake in tuple(self._wakers):
            wake()
        return done

    def press(self, side: DeviceSide) -> None:
        self.do(lambda now_ms: self.line.press(side, now_ms))

    def start_stop(self) -> None:
        self.do(self.line.start_stop)

    def lever(self) -> DeviceSide | None:
        return self.do(self.line.lever)

    def truth(self) -> Truth:
        return self.do(self.line.truth)

    def order(self, fault: LineFault) -> None:
        """Make a fault strike once, at its next occasion."""
        self.do(lambda _: self.line.mischief.order(fault))

    def pull(self) -> None:
        """Unplug the cable."""
        self.do(self.line.pull)

    def plug_in(self) -> None:
        self.do(self.line.plug_in)

    def set_stuck(self, stuck: bool) -> None:
        self.do(lambda _: setattr(self, "stuck", stuck))

    def exchange(self, data: bytes) -> tuple[bytes, float]:
        """Pass ``data`` from the program to the device. Return the bytes that have left the device,
        and the number of seconds until it may send more.
        """
        with self.changed:
            now_ms = self.now_ms()
            if data:
                self.line.receive(data, now_ms)
            out = self.line.send(now_ms)
            due_ms = self.line.next_ms(now_ms)
            return out, self.seconds_until(due_ms)

    def seconds_until(self, due_ms: int | None) -> float:
        if due_ms is None:
            return 1.0
        due_s = self._origin_s + due_ms / (1000 * self._speed)
        return min(max(due_s - time.perf_counter(), 0.0), 1.0)

    def call_when_touched(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` whenever somebody has used the device, in the thread that used it."""
        self._wakers.append(wake)

    def call_no_more(self, wake: Callable[[], None]) -> None:
        self._wakers.remove(wake)


_at_url: dict[str, LiveDevice] = {}
_registry = threading.Lock()


def device_at(url: str) -> LiveDevice:
    """Return the device behind an ``emu://`` URL, which is created at the first call.

    Like a real clock, the device keeps running when the port is closed. Raise ValueError for
    unknown parts of the URL.
    """
    with _registry:
        if url not in _at_url:
            _at_url[url] = live_device(url)
        return _at_url[url]


def live_device(url: str) -> LiveDevice:
    """Return a new device for a URL such as ``emu://dclk?drift=200``, for a pseudo-terminal or a
    socket.
    """
    parts = urlsplit(url)
    if parts.scheme != "emu":
        raise ValueError(f"{url!r} does not begin with emu://")
    words = dict(parse_qsl(parts.query, keep_blank_values=True))
    speed = float(words.get("speed", "1"))
    return LiveDevice(lambda now_ms: make_device(parts.netloc, words, now_ms), speed)


def replug(old_url: str, new_url: str) -> LiveDevice:
    """Move the device of one URL to another, as if it were plugged in at another port."""
    with _registry:
        live = _at_url.pop(old_url)
        _at_url[new_url] = live
    live.plug_in()
    return live


def forget_line(url: str) -> None:
    """Discard the device at ``url``. The next call for this URL creates a new one."""
    with _registry:
        _at_url.pop(url, None)


def forget_all() -> None:
    with _registry:
        _at_url.clear()
