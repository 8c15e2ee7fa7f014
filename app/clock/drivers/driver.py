"""The messages between a clock driver and the program, in the words of a chess clock.

A driver is a value machine without I/O: bytes and instants in, messages and bytes to send out.
Instants are milliseconds on the event timeline, stamped where the bytes arrived. A driver decodes;
it never decides what a press means in a game, and it never opens or reopens anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias, runtime_checkable

from app.engine.language import mark_text


class Hand(Enum):
    """A side of the clock, seen from its front."""

    LEFT = mark_text("left")
    RIGHT = mark_text("right")

    @property
    def other(self) -> "Hand":
        return Hand.RIGHT if self is Hand.LEFT else Hand.LEFT


@dataclass(frozen=True, slots=True)
class Abilities:
    """The abilities of a clock; screens grey out the rest."""

    holds_time: bool
    """True if it keeps the time itself and reports it."""
    sets: bool = False
    runs: bool = False
    identifies: bool = False
    lights: bool = False
    """True if it keeps no time but has lamps that show whose time runs."""
    resolution_ms: int = 1000
    """The step of the times it reports."""
    lag_ms: int = 1000
    """The most by which it may report them late."""
    rarely: bool = False
    """True if it reports them only when it is pressed."""
    touched: bool = False
    """True if it reports which plunger went down while no time ran."""
    buttons: bool = False
    """True if it is a gamepad: it reports which button went down, and does not know whose plunger
    that is.
    """
    writes: bool = False
    """True if somebody may write with it: a whole keyboard, of whose keys few are ever plungers."""


@dataclass(frozen=True, slots=True)
class Identified:
    """The handshake is done."""

    product: str
    uid: str
    """The device's own identity; empty if it has none."""
    firmware: str
    abilities: Abilities
    kin: tuple[str, ...] = ()
    """Products that may turn out to be behind the same identity."""
    alike: bool = False
    """True if it cannot be distinguished from another of its kind once both were away."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The times that the clock shows, complete and plausible."""

    at_ms: int
    left_ms: int | None
    """None if it keeps no time."""
    right_ms: int | None
    """None if it keeps no time."""
    running: Hand | None
    """Whose time runs; None while it is stopped."""
    fallen: Hand | None = None
    """Whose flag the clock shows."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A plunger went down: the other side's time runs."""

    at_ms: int
    hand: Hand
    """Whose plunger it was."""
    inferred: bool = False
    """True if it was not seen but follows from the times."""
    late_ms: int = 0
    """By how much the instant may be off; as a rule it was earlier."""


@dataclass(frozen=True, slots=True)
class Touched:
    """A plunger went down while no time ran: it shows which clock somebody has."""

    at_ms: int
    hand: Hand
    """Whose plunger it was."""


@dataclass(frozen=True, slots=True)
class ButtonDown:
    """A button of a gamepad went down."""

    at_ms: int
    button: int
    """Counted from 0."""
    late_ms: int = 0
    """The most by which it may have been earlier."""


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


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The game that a clock kept before this program knew it, in order, as far as it can tell."""

    at_ms: int
    happened: "tuple[Kept, ...]"


class Fact(Enum):
    """A known property of a clock other than its time."""

    BATTERY_LOW = mark_text("battery low")
    BATTERY_FINE = mark_text("battery")
    UNPLUGGED = mark_text("no clock plugged in")
    PLUGGED = mark_text("clock plugged in")


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact about a clock that does not concern its game."""

    at_ms: int
    fact: Fact
    value: str = ""
    """Adds to the fact, such as a percentage."""


@dataclass(frozen=True, slots=True)
class Drift:
    """The clock's crystal against ours, in parts per million, positive when it is fast."""

    at_ms: int
    ppm: int


@dataclass(frozen=True, slots=True)
class Doubted:
    """Something implausible was received and is ignored; with a sentence for people."""

    at_ms: int
    sentence: str
    lasting: bool = False
    """True if it is so until `Cleared`; else it was so at this moment."""
    button: int | None = None
    """The gamepad's button that it is about."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """The doubt in these words no longer holds."""

    at_ms: int
    sentence: str
    button: int | None = None
    """The gamepad's button that it was about."""


@dataclass(frozen=True, slots=True)
class OrderDone:
    """A request to the clock was carried out, as far as the clock can show."""

    at_ms: int
    request: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The clock did not do what we asked; a sentence that says what to do."""

    at_ms: int
    request: str
    sentence: str
    goes_on: bool = False
    """Whether it does it by itself, and says so, once somebody has done what the sentence says."""


@dataclass(frozen=True, slots=True)
class ScoredAtClock:
    """Scenario points that the clock itself keeps for a side."""

    at_ms: int
    hand: Hand
    points: int


Kept: TypeAlias = Pressed | Touched | Fallen | Stopped | Started | PauseAsked | Noted | Doubted
"""The reports that a clock can make from its log."""

Message: TypeAlias = (
    Identified
    | Reading
    | Pressed
    | Touched
    | ButtonDown
    | Fallen
    | Stopped
    | Started
    | PauseAsked
    | Restarted
    | HandedOver
    | Noted
    | Drift
    | Doubted
    | Cleared
    | OrderDone
    | Failed
    | ScoredAtClock
)


@dataclass(frozen=True, slots=True)
class Gone:
    """One of several clocks on a line no longer answers; a sentence that says why."""

    at_ms: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A message of one of several clocks on a line."""

    place: str
    """Tells the clocks of the line apart."""
    message: Message | Gone


class Orders(Protocol):
    """The orders to a clock. One that it cannot carry out does nothing.

    Every order to set, to run or to stop is answered once, by ``OrderDone`` or ``Failed``. One that
    a later order overtook before it could be seen is done.
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
    line is opened again the same driver is notified: its state of the clock still counts.

    After every call the link writes what ``to_send`` gives, which empties it. ``dead`` says that
    the line must be closed and opened anew, with the reason, empty while it is well.
    """

    product: str
    baud: int

    def opened(self, now_ms: int) -> list[Message]: ...
    def receive(self, data: bytes, now_ms: int) -> list[Message]: ...
    def excuse(self, late_ms: int) -> None:
        """Count ``late_ms`` as no silence: nobody listened or asked."""

    def tick(self, now_ms: int) -> list[Message]: ...
    def due_ms(self) -> int | None: ...
    def to_send(self) -> bytes: ...
    @property
    def dead(self) -> str: ...


@runtime_checkable
class ClockMeeting(Protocol):
    """A driver whose handshake has steps. ``met``: its device has answered, if only that."""

    @property
    def met(self) -> bool: ...


@runtime_checkable
class SharedLine(Protocol):
    """Like a driver, of one open line with several clocks. ``clocks`` has each clock by its place;
    its orders go out with ``to_send`` of the line.
    """

    product: str
    baud: int

    @property
    def clocks(self) -> Mapping[str, Orders]: ...
    def opened(self, now_ms: int) -> list[Placed]: ...
    def receive(self, data: bytes, now_ms: int) -> list[Placed]: ...
    def excuse(self, late_ms: int) -> None:
        """Count ``late_ms`` as no silence: nobody listened or asked."""

    def tick(self, now_ms: int) -> list[Placed]: ...
    def due_ms(self) -> int | None: ...
    def to_send(self) -> bytes: ...
    @property
    def dead(self) -> str: ...
