"""Commands and records of late presses, and of tables without their tablets."""

from typing import Any, TypeAlias, get_args

from msgspec import Struct, structs

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.table import (
    Answer,
    Claimed,
    ClockStarted,
    EnterTally,
    FlagFell,
    HandBack,
    Interrupt,
    RemoveElement,
    ScoreTurn,
    TableCommand,
    TakeExtension,
    TurnEnded,
    TurnStarted,
)
from app.engine.side import Pair

PressMark: TypeAlias = (
    ClockStarted
    | TurnStarted
    | TurnEnded
    | Interrupt
    | HandBack
    | TakeExtension
    | ScoreTurn
    | RemoveElement
    | Claimed
    | Answer
    | EnterTally
    | RelabelPress
    | FlagFell
)

PRESS_MARKS = get_args(PressMark)  # the classes, for isinstance


class LateMark(Struct, frozen=True):
    """The mark that a late press would add to the game. Exactly one field is set."""

    clock_started: ClockStarted | None = None
    turn_ended: TurnEnded | None = None
    interrupted: Interrupt | None = None
    handed_back: HandBack | None = None
    extension_taken: TakeExtension | None = None
    turn_scored: ScoreTurn | None = None
    element_removed: RemoveElement | None = None
    claimed: Claimed | None = None
    answered: Answer | None = None
    tallied: EnterTally | None = None
    switch_read: RelabelPress | None = None
    flag_fell: FlagFell | None = None
    turn_started: TurnStarted | None = None

    @property
    def mark(self) -> PressMark | None:
        """The mark; None if the row holds none."""
        return next((value for value in structs.astuple(self) if value is not None), None)


FIELDS = {
    ClockStarted: "clock_started",
    TurnEnded: "turn_ended",
    Interrupt: "interrupted",
    HandBack: "handed_back",
    TakeExtension: "extension_taken",
    ScoreTurn: "turn_scored",
    RemoveElement: "element_removed",
    Claimed: "claimed",
    Answer: "answered",
    EnterTally: "tallied",
    RelabelPress: "switch_read",
    FlagFell: "flag_fell",
    TurnStarted: "turn_started",
}


def late_mark(mark: PressMark) -> LateMark:
    """Return the mark in the form in which a row stores it."""
    field: dict[str, Any] = {FIELDS[type(mark)]: mark}
    return LateMark(**field)


class LateChange(Event):
    """A record of late presses at one table. Such a record is not a mark of the game."""

    __slots__ = ()
    game: int


class HandIn(Command, Struct, frozen=True):
    """A press that a device hands in, possibly long after it was made."""

    game: int
    press: TableCommand
    device: str
    follows: bool = False
    """True if the press waits whenever earlier presses of the device wait: the device was out of
    touch when the press was made, or the press is doubted.
    """
    doubted: bool = False
    """True if the press may not move time on a clock without the organizer's consent: the table
    does not know the device, or another device was in touch at that instant and showed the game
    without the press.
    """


class PressSetAside(LateChange, Struct, frozen=True):
    """A late press waits for the organizer."""

    game: int
    at_ms: int
    """The instant at which the press was made."""
    device: str
    """The device that made the press, by its short name in the history."""
    marks: tuple[LateMark, ...]
    """The marks that the press would add to the game."""


class CountPresses(Command, Struct, frozen=True):
    """The organizer lets late presses count."""

    game: int
    device: str = ""
    """The device whose presses count; empty for all devices."""


class PressesCounted(LateChange, Struct, frozen=True):
    """The organizer let a device's late presses count."""

    game: int
    device: str
    stands_ms: int | None = None
    """The instant from which the game's clock is paused, if the game goes on. None if the game is
    over anyway or waits for something else.
    """


class LeaveOutPresses(Command, LateChange, Struct, frozen=True):
    """The organizer leaves late presses out. The log has one row for each device."""

    game: int
    device: str = ""
    """The device whose presses are left out; empty for all devices."""


class LeaveOutTablets(Command, LateChange, Struct, frozen=True):
    """The organizer lets a table play on without its tablets. Flags then fall by the program's
    time.
    """

    game: int


class NoteMovedTime(Command, LateChange, Struct, frozen=True):
    """Late presses have moved time on a clock. This row is written beside the rows of the
    presses.
    """

    game: int
    at_ms: int
    """The instant at which the presses arrived, or at which the organizer let them count."""
    gained_ms: Pair[int]
    """The milliseconds that each side has gained; negative for a loss."""
    device: str
    """The device that made the presses, by its short name in the history; empty if there were
    several devices.
    """


class PutTimeBack(Command, LateChange, Struct, frozen=True):
    """The organizer reverses the time that late presses moved. Two adjustments of the clocks are
    written beside this row. The turn stays with the same player.
    """

    game: int
    moved_ms: int
    """The instant of the `NoteMovedTime` to reverse, not a span of time."""
