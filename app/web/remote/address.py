"""The address in a table's printed code, and the event's time as the other computer counts it."""

from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

from app.clock.sleep import here
from app.engine.language import say, template

KEEP_S = 30.0
JUMP_MS = 1000  # an answer this far off means that the other clock was corrected
SLEPT_MS = 2000
NS_PER_MS = 1_000_000
MACHINE = here.counters()
NOW_ENCRYPTED = template(
    "The organizer’s computer uses an encrypted connection: close this window and join by the"
    " address and the SHA-256 on the table’s new sheet. It begins with https://."
)
NOT_ENCRYPTED = template(
    "The organizer’s computer uses no encryption: close this window and join by the address on the"
    " table’s new sheet. It begins with http://."
)
STRANGER = say(
    "Another computer answers there: its SHA-256 is not the one on the sheet. Check the address."
)


class Joined(Struct, frozen=True):
    """The parts of the address in a table's code. Raises ValueError for any other address."""

    socket: str
    table: int
    secret: str

    @classmethod
    def from_url(cls, url: str) -> "Joined":
        parts = urlsplit(url.strip())
        fields = parse_qs(parts.fragment)
        table, secret = fields.get("table", [""])[0], fields.get("secret", [""])[0]
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise ValueError(
                say("The address begins with http:// and the computer’s name or number.")
            )
        if not table.isdecimal() or not secret:
            raise ValueError(
                say("The address ends with the table’s code, as on its printed sheet.")
            )
        scheme = "wss" if parts.scheme == "https" else "ws"
        return cls(f"{scheme}://{parts.netloc}/socket", int(table), secret)


class RemoteTime:
    """Converts this computer's steady clock to the event's timeline, using the quickest ping."""

    def __init__(self) -> None:
        self._samples: list[tuple[float, float, float]] = []  # when, round trip, offset
        self._offset_ms = 0.0
        self._asleep_ms = asleep_ms()
        self.heard_ms = 0
        """The latest time of the event that the other computer has sent."""

    def begin(self, now_ms: int) -> None:
        self.heard_ms = now_ms
        if not self._samples:
            self._offset_ms = now_ms - steady_ms()

    def pong(self, stamp_ms: float, now_ms: int) -> None:
        self.heard_ms = now_ms
        came_ms = steady_ms()
        offset_ms = now_ms - (stamp_ms + came_ms) / 2
        fresh = [sample for sample in self._samples if sample[0] > came_ms - KEEP_S * 1000]
        if fresh:
            _, trip_ms, best_ms = min(fresh, key=lambda sample: sample[1])
            doubt_ms = (came_ms - stamp_ms + trip_ms) / 2 + JUMP_MS
            fresh = fresh if abs(offset_ms - best_ms) <= doubt_ms else []
        self._samples = [*fresh, (came_ms, came_ms - stamp_ms, offset_ms)]
        self._offset_ms = min(self._samples, key=lambda sample: sample[1])[2]

    @property
    def delay_ms(self) -> float | None:
        return min((sample[1] for sample in self._samples), default=None)

    @property
    def uncertain_ms(self) -> int:
        """Return the milliseconds by which `now_ms` may be off; 0 before the first ping is
        answered.
        """
        delay_ms = self.delay_ms
        return 0 if delay_ms is None else round(delay_ms / 2) + 1

    def now_ms(self) -> int:
        return max(round(steady_ms() + self._offset_ms), 0)

    @property
    def shows_ms(self) -> int:
        """The event's time, which this computer continues to count while the other one is away; 0
        if it is unknown.
        """
        return self.now_ms() if self._samples else 0

    def slept(self) -> bool:
        """Tell whether this computer has slept since the last call. Its clock continued during the
        sleep.
        """
        before_ms, self._asleep_ms = self._asleep_ms, asleep_ms()
        return self._asleep_ms - before_ms > SLEPT_MS


def steady_ms() -> float:
    """Return the milliseconds of a clock that counts sleep and that nobody can set."""
    return MACHINE.elapsed_ns() / NS_PER_MS


def asleep_ms() -> float:
    """Return the milliseconds for which this computer has slept since it was started."""
    return (MACHINE.elapsed_ns() - MACHINE.awake_ns()) / NS_PER_MS
