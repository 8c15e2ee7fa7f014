"""Commands and records of late presses, and of tables without their tablets."""

from dataclasses import dataclass, fields
from typing import Any, TypeAlias, get_args

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


@dataclass(frozen=True, slots=True)
class LateMark:
    """What a late press would put into the game: the one field that is set, by its kind."""

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
        """None of a row that holds none."""
        values = (getattr(self, field.name) for field in fields(self))
        return next((value for value in values if value is not None), None)


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
    """Return the mark as a row keeps it."""
    field: dict[str, Any] = {FIELDS[type(mark)]: mark}
    return LateMark(**field)


class LateChange(Event):
    """A record of late presses at one table. It is none of the game's marks."""

    __slots__ = ()
    game: int


@dataclass(frozen=True, slots=True)
class HandIn(Command):
    """A device's press, which may have been made long ago."""

    game: int
    press: TableCommand
    device: str
    follows: bool = False
    """Whether it was made while the device was out of touch, or is doubted, so that it goes with
    those set aside.
    """
    doubted: bool = False
    """Whether the press may not move anybody's time without the organizer: the device is unknown at
    this table, or another one was in touch at that instant and showed the game without it.
    """


@dataclass(frozen=True, slots=True)
class PressSetAside(LateChange):
    """A late press waits for the organizer."""

    game: int
    at_ms: int
    """The instant at which it was made."""
    device: str
    """The device that made it, in the log's short form."""
    marks: tuple[LateMark, ...]
    """What it would put into the game."""


@dataclass(frozen=True, slots=True)
class CountPresses(Command):
    """The organizer counts late presses."""

    game: int
    device: str = ""
    """The device whose presses count; empty for all devices."""


@dataclass(frozen=True, slots=True)
class PressesCounted(LateChange):
    """The organizer counted a device's late presses."""

    game: int
    device: str
    stands_ms: int | None = None
    """The instant from which the clock of a game that goes on is paused; None if the game is over
    all the same or waits for something else.
    """


@dataclass(frozen=True, slots=True)
class LeaveOutPresses(Command, LateChange):
    """The organizer leaves late presses out. The log has one row for each device."""

    game: int
    device: str = ""
    """The device whose presses are left out; empty for all devices."""


@dataclass(frozen=True, slots=True)
class LeaveOutTablets(Command, LateChange):
    """The EO has a table go on without its tablets: its flags fall by the program's time."""

    game: int


@dataclass(frozen=True, slots=True)
class NoteMovedTime(Command, LateChange):
    """Presses that came late have moved time. This row stands beside theirs."""

    game: int
    at_ms: int
    """The instant at which they came, or were counted."""
    gained_ms: Pair[int]
    """The time that each side has more since; negative where it has less."""
    device: str
    """The device that made them, in the log's short form; empty for several."""


@dataclass(frozen=True, slots=True)
class PutTimeBack(Command, LateChange):
    """The organizer gives back the time that late presses moved. Two adjustments stand beside this
    row; whose turn it is does not change.
    """

    game: int
    moved_ms: int
    """The instant at which the presses came, as in `NoteMovedTime.at_ms`."""
