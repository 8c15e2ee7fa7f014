"""Commands to a DCLK clock: one at a time, each with an id, sent again until it is answered."""

from collections import deque
from dataclasses import dataclass, replace

from app.clock.drivers.dclk.lines import seal_line

RESEND_MS = 300
SENDS = 4
MOST_WAITING = 8
STEERING = ("SET", "RUN", "PAUSE")


@dataclass(frozen=True, slots=True)
class DclkCommand:
    """One command to the clock."""

    text: str
    request: str = ""
    """The request of its sender; empty where nobody waits for it."""
    tries: int = 0
    """The number of times it met a busy clock."""
    not_before_ms: int = 0
    """The instant before which it is not sent."""

    @property
    def idle(self) -> bool:
        """Tell whether the command only asks, so that nothing is amiss without it."""
        return self.text.startswith(("PING", "LOG"))


@dataclass(slots=True)
class Flight:
    command: DclkCommand
    id: int
    line: bytes
    sent_ms: int
    sends: int = 1
    late_ms: int = 0
    """How long nobody listened for its answer since it was sent."""

    @property
    def again_ms(self) -> int:
        """Return the instant at which it is sent again."""
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
        """Add a command; return False where too much waits already."""
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append(command)
        return True

    def set_anew(self, times: DclkCommand, *, runs: bool) -> list[str]:
        """Replace all waiting orders by these times. A clock that runs, or may have begun to run by
        our order, is paused first. Returns the requests that are replaced.
        """
        left = [command for command in self._waiting if command.text.split()[0] in STEERING]
        self._waiting = deque(command for command in self._waiting if command not in left)
        starts = self._flight is not None and self._flight.command.text.startswith("RUN")
        self._waiting += [DclkCommand("PAUSE"), times] if runs or starts else [times]
        return [command.request for command in left if command.request]

    @property
    def sets(self) -> bool:
        """Other times wait to be set."""
        return any(command.request == "set" for command in self._waiting)

    def again(self, command: DclkCommand, at_ms: int) -> None:
        """Send a command before all others, as a new one: the clock was busy."""
        self._waiting.appendleft(replace(command, tries=command.tries + 1, not_before_ms=at_ms))

    def drop(self) -> list[DclkCommand]:
        """Forget all but a greeting; gives back what was forgotten."""
        dropped = [command for command in self._waiting if command.text != "HELLO"]
        self._waiting = deque(command for command in self._waiting if command.text == "HELLO")
        if self._flight is not None and self._flight.command.text != "HELLO":
            dropped.insert(0, self._flight.command)
            self._flight = None
        return dropped

    def excuse(self, late_ms: int) -> None:
        """Wait ``late_ms`` longer for an answer: nobody listened."""
        if self._flight is not None:
            self._flight.late_ms += late_ms

    def step(self, now_ms: int) -> tuple[bytes, DclkCommand | None]:
        """Return what goes out now, and the command that was sent in vain."""
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
        """Return the command that an answer with this id settles; None: it comes too late."""
        flight = self._flight
        if flight is None or flight.id != number:
            return None
        self._flight = None
        return flight
