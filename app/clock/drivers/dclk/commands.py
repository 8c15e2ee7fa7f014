"""Commands to a DCLK clock: one at a time, each with an id, repeated until the clock answers."""

from collections import deque

from msgspec import Struct

from app.clock.drivers.dclk.lines import seal_line
from app.engine.frozen import replace

RESEND_MS = 300
SENDS = 4
MOST_WAITING = 8
STEERING = ("SET", "RUN", "PAUSE")


class DclkCommand(Struct, frozen=True):
    """One command to the clock."""

    text: str
    request: str = ""
    """The name under which its sender expects the answer; empty if nobody waits for one."""
    tries: int = 0
    """The number of times that the clock got this command but was busy."""
    not_before_ms: int = 0
    """The instant before which the command is not sent."""

    @property
    def idle(self) -> bool:
        """Tell whether the command only asks the clock something, so that a missing answer does no
        harm.
        """
        return self.text.startswith(("PING", "LOG"))


class Flight(Struct):
    command: DclkCommand
    id: int
    line: bytes
    sent_ms: int
    sends: int = 1
    late_ms: int = 0
    """The milliseconds since the command was sent during which nobody listened for the answer."""

    @property
    def again_ms(self) -> int:
        """Return the instant at which the command is sent again."""
        return self.sent_ms + self.late_ms + RESEND_MS


class DclkOrders:
    def __init__(self) -> None:
        self._waiting: deque[DclkCommand] = deque()
        self._flight: Flight | None = None
        self._id = -1

    @property
    def busy(self) -> bool:
        return self._flight is not None or bool(self._waiting)

    @property
    def due_ms(self) -> int | None:
        if self._flight is not None:
            return self._flight.again_ms
        return self._waiting[0].not_before_ms if self._waiting else None

    def add(self, command: DclkCommand) -> bool:
        """Add a command; return False if too many wait already."""
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append(command)
        return True

    def set_anew(self, times: DclkCommand, *, runs: bool) -> list[str]:
        """Replace all waiting orders by ``times``, and return the requests that were replaced. If
        ``runs``, or if the clock may have started because of our last order, the clock is paused
        first.
        """
        left = [command for command in self._waiting if command.text.split()[0] in STEERING]
        self._waiting = deque(command for command in self._waiting if command not in left)
        starts = self._flight is not None and self._flight.command.text.startswith("RUN")
        self._waiting += [DclkCommand("PAUSE"), times] if runs or starts else [times]
        return [command.request for command in left if command.request]

    @property
    def sets(self) -> bool:
        """True if an order that sets other times is waiting to be sent."""
        return any(command.request == "set" for command in self._waiting)

    def again(self, command: DclkCommand, at_ms: int) -> None:
        """Send a command once more, before all others, because the clock was busy."""
        self._waiting.appendleft(replace(command, tries=command.tries + 1, not_before_ms=at_ms))

    def drop(self) -> list[DclkCommand]:
        """Forget all commands except a greeting, and return the forgotten ones."""
        dropped = [command for command in self._waiting if command.text != "HELLO"]
        self._waiting = deque(command for command in self._waiting if command.text == "HELLO")
        if self._flight is not None and self._flight.command.text != "HELLO":
            dropped.insert(0, self._flight.command)
            self._flight = None
        return dropped

    def excuse(self, late_ms: int) -> None:
        """Wait ``late_ms`` longer for an answer, because nobody listened for that long."""
        if self._flight is not None:
            self._flight.late_ms += late_ms

    def step(self, now_ms: int) -> tuple[bytes, DclkCommand | None]:
        """Return the bytes to send now, and the command that was given up because the clock did not
        answer it.
        """
        flight = self._flight
        if flight is not None:
            if now_ms < flight.again_ms:
                return b"", None
            if flight.sends >= SENDS:
                self._flight = None
                return b"", flight.command
            flight.sends += 1
            flight.sent_ms, flight.late_ms = now_ms, 0
            return flight.line, None
        if not self._waiting or now_ms < self._waiting[0].not_before_ms:
            return b"", None
        command = self._waiting.popleft()
        self._id = (self._id + 1) % 256
        line = seal_line(f"@{self._id} {command.text}")
        self._flight = Flight(command, self._id, line, now_ms)
        return line, None

    def answered(self, number: int) -> Flight | None:
        """Return the command with the id ``number``, which the clock has just answered; None if the
        answer comes too late.
        """
        flight = self._flight
        if flight is None or flight.id != number:
            return None
        self._flight = None
        return flight
