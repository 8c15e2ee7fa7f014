"""The common interface of emulated clocks in virtual time. There are no threads, and nothing reads
the real time.
"""

from enum import Enum
from typing import Protocol

from msgspec import Struct


class DeviceSide(Enum):
    """A side of the clock, left or right."""

    LEFT = "L"
    RIGHT = "R"

    @property
    def other(self) -> "DeviceSide":
        return DeviceSide.RIGHT if self is DeviceSide.LEFT else DeviceSide.LEFT


class Truth(Struct, frozen=True):
    """The device's own times at an instant, exact to the device's own millisecond."""

    left_ms: int
    right_ms: int
    running: DeviceSide | None
    flagged: DeviceSide | None

    def of(self, side: DeviceSide) -> int:
        return self.left_ms if side is DeviceSide.LEFT else self.right_ms


class EmulatedDevice(Protocol):
    """A clock at the far end of a serial line. ``now_ms`` never goes back from call to call."""

    def opened(self, now_ms: int) -> None:
        """Note that a program has opened the port. A board of the Arduino class restarts."""

    def receive(self, data: bytes, now_ms: int) -> None:
        """Take in bytes from the program."""

    def send(self, now_ms: int) -> bytes:
        """Return all bytes that have left the device since the last call, in order."""

    def next_ms(self, now_ms: int) -> int | None:
        """Return the instant at which the device next has something to do, or ``now_ms`` if that is
        later. Return None if the device has nothing to do.
        """

    def press(self, side: DeviceSide, now_ms: int) -> None:
        """Press the plunger of the player on ``side``."""

    def start_stop(self, now_ms: int) -> None:
        """Press the start/stop button on the clock."""

    def edit_time(self, side: DeviceSide, left_ms: int, now_ms: int) -> None:
        """Set one side's time on the clock itself, as an arbiter does."""

    def power_cycle(self, now_ms: int) -> None:
        """Cut the power of the device for a moment."""

    def lever(self, now_ms: int) -> DeviceSide | None:
        """Return the side on which the clock's lever is down; None if the clock has plungers that
        come up again.
        """

    def truth(self, now_ms: int) -> Truth:
        """Return the clock's true times now."""
