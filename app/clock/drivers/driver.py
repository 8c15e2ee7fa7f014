"""What every clock driver says and hears, in the words of a chess clock.

A driver is a value machine without I/O: bytes and instants in, messages and bytes to send out.
Instants are milliseconds on the event timeline, stamped where the bytes arrived. A driver decodes;
it never decides what a press means in a game, and it never opens or reopens anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias, runtime_checkable


class Hand(Enum):
    """A side of the clock, seen from its front."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> "Hand":
        return Hand.RIGHT if self is Hand.LEFT else Hand.LEFT


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a clock can do; screens grey out the rest.

    ``holds_time``: it keeps the time itself and says it. ``lights``: it keeps none, but its lamps
    are told whose time runs. ``resolution_ms``: the step of the times it says; ``lag_ms``: how
    late it may say them; ``rarely``: it says them only when it is pressed; ``touched``: it says
    which plunger went down while no time ran.
    """

    holds_time: bool
    sets: bool = False
    runs: bool = False
    identifies: bool = False
    lights: bool = False
    resolution_ms: int = 1000
    lag_ms: int = 1000
    rarely: bool = False
    touched: bool = False


@dataclass(frozen=True, slots=True)
class Identified:
    """The handshake is done. ``uid`` is the device's own identity, empty when it has none; ``kin``
    are products that may turn out to be behind the same identity.
    """

    product: str
    uid: str
    firmware: str
    abilities: Abilities
    kin: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock shows, complete and believed. ``left_ms``, ``right_ms`` None: it keeps no
    time. ``running`` None: it stands. ``fallen``: whose flag the clock shows.
    """

    at_ms: int
    left_ms: int | None
    right_ms: int | None
    running: Hand | None
    fallen: Hand | None = None


@dataclass(frozen=True, slots=True)
class Pressed:
    """``hand``'s plunger went down: the other side's time runs from ``at_ms`` on.

    ``inferred``: not seen, concluded from the times; ``late_ms``: how much earlier it may have
    been.
    """

    at_ms: int
    hand: Hand
    inferred: bool = False
    late_ms: int = 0


@dataclass(frozen=True, slots=True)
class Touched:
    """``hand``'s plunger went down while no time ran: it tells which clock somebody has."""

    at_ms: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Fallen:
    at_ms: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class Stopped:
    """Somebody stopped the clock, at the clock."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Started:
    """The clock runs (again); started at the clock or by us."""

    at_ms: int
    running: Hand


@dataclass(frozen=True, slots=True)
class PauseAsked:
    """The pause button of buttons that keep no time: the game is to stand, or to go on."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Restarted:
    """The clock lost power or was reset: what it shows now is not the game's time."""

    at_ms: int


class Fact(Enum):
    """What is known of a clock beside its time."""

    BATTERY_LOW = "battery low"
    BATTERY_FINE = "battery"
    UNPLUGGED = "no clock plugged in"
    PLUGGED = "clock plugged in"


@dataclass(frozen=True, slots=True)
class Noted:
    """``value`` adds to the fact, such as a percentage."""

    at_ms: int
    fact: Fact
    value: str = ""


@dataclass(frozen=True, slots=True)
class Drift:
    """The clock's crystal against ours, in parts per million, positive when it is fast."""

    at_ms: int
    ppm: int


@dataclass(frozen=True, slots=True)
class Doubted:
    """Something implausible was heard and is not believed; a sentence for people. ``lasting``: it
    is so until ``Cleared`` says otherwise; else it was so at this moment.
    """

    at_ms: int
    sentence: str
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Cleared:
    """What was doubted in these words is so no more."""

    at_ms: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Done:
    """What we asked the clock for has happened, as far as it can tell."""

    at_ms: int
    request: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The clock did not do what we asked; a sentence that says what to do."""

    at_ms: int
    request: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Scored:
    """Scenario points that the clock itself keeps for a side."""

    at_ms: int
    hand: Hand
    points: int


Message: TypeAlias = (
    Identified
    | Reading
    | Pressed
    | Touched
    | Fallen
    | Stopped
    | Started
    | PauseAsked
    | Restarted
    | Noted
    | Drift
    | Doubted
    | Cleared
    | Done
    | Failed
    | Scored
)


@dataclass(frozen=True, slots=True)
class Gone:
    """One of several clocks on a line does not answer any more; a sentence that says why."""

    at_ms: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Placed:
    """What one of several clocks on a line says; ``place`` tells them apart."""

    place: str
    message: Message | Gone


class Orders(Protocol):
    """What a clock may be told; what it is not able to do does nothing.

    Every order to set, to run or to stop is answered once, by ``Done`` or ``Failed``. One that a
    later order overtook before it could be seen is done.
    """

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Set both times; the clock stands. Only where ``Abilities.sets``."""

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Start ``hand``'s time, or stop with None. Only where ``Abilities.runs``; where
        ``Abilities.lights``, light the lamp of the hand whose time runs.
        """

    def identify(self, now_ms: int) -> None:
        """Blink or beep so that people find it. Only where ``Abilities.identifies``."""


class Driver(Orders, Protocol):
    """One device on one open line. ``due_ms`` is when ``tick`` wants to be called next. When the
    line is opened again the same driver is told so: what it believed of its clock still counts.

    After every call the link writes what ``to_send`` gives, which empties it. ``dead`` says that
    the line must be closed and opened anew, with the reason, empty while it is well.
    """

    product: str
    baud: int

    def opened(self, now_ms: int) -> list[Message]: ...
    def receive(self, data: bytes, now_ms: int) -> list[Message]: ...
    def tick(self, now_ms: int) -> list[Message]: ...
    def due_ms(self) -> int | None: ...
    def to_send(self) -> bytes: ...
    @property
    def dead(self) -> str: ...


@runtime_checkable
class Meeting(Protocol):
    """A driver whose handshake has steps. ``met``: its device has answered, if only that."""

    @property
    def met(self) -> bool: ...


@runtime_checkable
class SharedLine(Protocol):
    """Like a driver, of one open line with several clocks. ``clocks`` has each clock by its place;
    what it is told to do goes out with ``to_send`` of the line.
    """

    product: str
    baud: int

    @property
    def clocks(self) -> Mapping[str, Orders]: ...
    def opened(self, now_ms: int) -> list[Placed]: ...
    def receive(self, data: bytes, now_ms: int) -> list[Placed]: ...
    def tick(self, now_ms: int) -> list[Placed]: ...
    def due_ms(self) -> int | None: ...
    def to_send(self) -> bytes: ...
    @property
    def dead(self) -> str: ...
