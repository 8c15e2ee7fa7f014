"""The messages between a clock driver and the program, in the words of a chess clock.

A driver is a state machine without I/O: it takes bytes and instants, and returns messages and bytes
to send. Instants are milliseconds on the event timeline, stamped where the bytes arrived. A driver
decodes; it never decides what a press means in a game, and it never opens or reopens anything.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from app.engine.language import mark_text


class Hand(Enum):
    """A side of the clock, seen from its front."""

    LEFT = mark_text("left")
    RIGHT = mark_text("right")

    @property
    def other(self) -> "Hand":
        return Hand.RIGHT if self is Hand.LEFT else Hand.LEFT


class Abilities(Struct, frozen=True):
    """The abilities of a clock; screens grey out everything else."""

    holds_time: bool
    """True if the clock keeps the time itself and reports the time."""
    sets: bool = False
    runs: bool = False
    identifies: bool = False
    lights: bool = False
    """True if the clock keeps no time but has lamps that show whose time runs."""
    resolution_ms: int = 1000
    """The smallest step of the times that the clock reports, in milliseconds."""
    lag_ms: int = 1000
    """The maximum delay of a reported time, in milliseconds."""
    rarely: bool = False
    """True if the clock reports its times only when a plunger is pressed."""
    touched: bool = False
    """True if the clock also reports presses of its plungers while no time runs."""
    buttons: bool = False
    """True if the device is a gamepad: it reports which button went down, but does not know whose
    plunger that button is.
    """
    writes: bool = False
    """True if the device is a whole keyboard, on which somebody may type text. Few of its keys are
    ever used as plungers.
    """


class Identified(Struct, frozen=True):
    """The handshake is done."""

    product: str
    uid: str
    """The device's own identity; empty if it has none."""
    firmware: str
    abilities: Abilities
    kin: tuple[str, ...] = ()
    """The names of other products that the device with this identity may turn out to be."""
    alike: bool = False
    """True if the device cannot be distinguished from another one of its kind after both were
    unplugged.
    """


class Reading(Struct, frozen=True):
    """The times that the clock shows, complete and plausible."""

    at_ms: int
    left_ms: int | None
    """The time left on the left side, in milliseconds; None if the clock keeps no time."""
    right_ms: int | None
    """The time left on the right side, in milliseconds; None if the clock keeps no time."""
    running: Hand | None
    """The side whose time runs; None while the clock is stopped."""
    fallen: Hand | None = None
    """The side whose flag the clock shows as fallen; None if no flag is."""


class Pressed(Struct, frozen=True):
    """A plunger went down, so the other side's time runs."""

    at_ms: int
    hand: Hand
    """The side whose plunger went down."""
    inferred: bool = False
    """True if the press was not seen but follows from the times."""
    late_ms: int = 0
    """The milliseconds by which the instant may be off; as a rule the press was earlier."""


class Touched(Struct, frozen=True):
    """A plunger went down while no time ran. This shows which clock it is."""

    at_ms: int
    hand: Hand
    """The side whose plunger went down."""


class ButtonDown(Struct, frozen=True):
    """A button of a gamepad went down."""

    at_ms: int
    button: int
    """The number of the button, counted from 0."""
    late_ms: int = 0
    """The maximum number of milliseconds by which the press may have been earlier."""


class Fallen(Struct, frozen=True):
    at_ms: int
    hand: Hand


class Stopped(Struct, frozen=True):
    """Somebody stopped the clock by hand."""

    at_ms: int


class Started(Struct, frozen=True):
    """The clock runs, or runs again, because somebody at the clock or our command started it."""

    at_ms: int
    running: Hand


class PauseAsked(Struct, frozen=True):
    """Somebody pressed the pause button of a device that keeps no time. A running game should
    pause, and a paused one should go on.
    """

    at_ms: int


class Restarted(Struct, frozen=True):
    """The clock lost power or was reset, so the times it shows now are not those of the game."""

    at_ms: int


class HandedOver(Struct, frozen=True):
    """The game that a clock held before this program knew the clock: its events in order, as far as
    the clock can report them.
    """

    at_ms: int
    happened: "tuple[Kept, ...]"


class Fact(Enum):
    """A known property of a clock other than its time."""

    BATTERY_LOW = mark_text("battery low")
    BATTERY_FINE = mark_text("battery")
    UNPLUGGED = mark_text("no clock plugged in")
    PLUGGED = mark_text("clock plugged in")


class Noted(Struct, frozen=True):
    """A fact about a clock that does not concern its game."""

    at_ms: int
    fact: Fact
    value: str = ""
    """More about the fact, such as a percentage."""


class Drift(Struct, frozen=True):
    """The rate of the clock's crystal against ours, in parts per million, positive if it is
    fast.
    """

    at_ms: int
    ppm: int


class Doubted(Struct, frozen=True):
    """Something implausible was received and is ignored. The sentence is for people."""

    at_ms: int
    sentence: str
    lasting: bool = False
    """True if the doubt holds until `Cleared`; False if it was about a single moment."""
    button: int | None = None
    """The gamepad's button that the doubt is about."""


class Cleared(Struct, frozen=True):
    """The doubt with this sentence no longer holds."""

    at_ms: int
    sentence: str
    button: int | None = None
    """The gamepad's button that the doubt was about."""


class OrderDone(Struct, frozen=True):
    """The clock carried out a request, as far as the clock can show that."""

    at_ms: int
    request: str


class Failed(Struct, frozen=True):
    """The clock did not carry out a request. The sentence says what to do."""

    at_ms: int
    request: str
    sentence: str
    goes_on: bool = False
    """True if the clock carries out the request later by itself, and reports that, once somebody
    has done what the sentence says.
    """


class ScoredAtClock(Struct, frozen=True):
    """The scenario points that the clock itself counts for a side."""

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


class Gone(Struct, frozen=True):
    """One of several clocks on a line no longer answers. The sentence says why."""

    at_ms: int
    sentence: str


class Placed(Struct, frozen=True):
    """A message of one of several clocks on a line."""

    place: str
    """The clock's place on the line, which distinguishes it from the others."""
    message: Message | Gone


class Orders(Protocol):
    """The orders to a clock. An order that the clock cannot carry out has no effect.

    Every order to set, run or stop is answered once, by ``OrderDone`` or ``Failed``. An order that
    a later one replaced before its effect could be seen also counts as done.
    """

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Set both times, with the clock stopped. Only called if the clock has
        ``Abilities.sets``.
        """

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Start the time of ``hand``, or stop the clock if ``hand`` is None. Only called if the
        clock has ``Abilities.runs``. If the clock has ``Abilities.lights``, light the lamp of
        ``hand``.
        """

    def identify(self, now_ms: int) -> None:
        """Blink or beep so that people find the clock. Only called if the clock has
        ``Abilities.identifies``.
        """


class Driver(Orders, Protocol):
    """One device on one open line. ``due_ms`` says when ``tick`` must be called next. If the line
    is opened again, ``opened`` is called on the same driver, because its knowledge of the clock
    still holds.

    ``to_send`` returns the bytes to send and removes them; the link calls it after every other call
    and writes these bytes. ``dead`` is the reason to close the line and open it again; empty while
    all is well.
    """

    product: str
    baud: int

    def opened(self, now_ms: int) -> list[Message]: ...
    def receive(self, data: bytes, now_ms: int) -> list[Message]: ...
    def excuse(self, late_ms: int) -> None:
        """Do not count ``late_ms`` as silence of the device, because for that long nobody listened
        to the device or sent requests to it.
        """

    def tick(self, now_ms: int) -> list[Message]: ...
    def due_ms(self) -> int | None: ...
    def to_send(self) -> bytes: ...
    @property
    def dead(self) -> str: ...


@runtime_checkable
class ClockMeeting(Protocol):
    """A driver whose handshake has several steps. ``met`` is true once the device has answered the
    first step.
    """

    @property
    def met(self) -> bool: ...


@runtime_checkable
class SharedLine(Protocol):
    """The driver of one open line with several clocks. ``clocks`` has each clock by its place.
    Orders to these clocks are sent with the line's ``to_send``.
    """

    product: str
    baud: int

    @property
    def clocks(self) -> Mapping[str, Orders]: ...
    def opened(self, now_ms: int) -> list[Placed]: ...
    def receive(self, data: bytes, now_ms: int) -> list[Placed]: ...
    def excuse(self, late_ms: int) -> None:
        """Do not count ``late_ms`` as silence of the devices, because for that long nobody listened
        to them or sent requests to them.
        """

    def tick(self, now_ms: int) -> list[Placed]: ...
    def due_ms(self) -> int | None: ...
    def to_send(self) -> bytes: ...
    @property
    def dead(self) -> str: ...
