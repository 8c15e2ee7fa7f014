"""The room display: its slides, their order and their times, and the announcements on it."""

from enum import Enum

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


class Slide(Enum):
    """The slides of the room display."""

    ANNOUNCEMENTS = "announcements"
    CLOCK = "clock"
    BY_NAME = "by_name"
    BY_TABLE = "by_table"
    SCENARIO = "scenario"
    STANDINGS = "standings"
    AWARDS = "awards"


class TimedSlide(Struct, frozen=True):
    """A slide, and the least number of seconds for which each of its pages is shown."""

    slide: Slide
    seconds: int


class ArrangeDisplay(Command, Event, Struct, frozen=True):
    """The organizer's choice of the slides and their order; the latest choice counts."""

    slides: tuple[TimedSlide, ...]
    judge_calls: bool = False
    """True if the display lists the tables that have called a judge."""


USUAL_DISPLAY = ArrangeDisplay(
    (
        TimedSlide(Slide.ANNOUNCEMENTS, 15),
        TimedSlide(Slide.CLOCK, 20),
        TimedSlide(Slide.BY_NAME, 15),
        TimedSlide(Slide.BY_TABLE, 15),
        TimedSlide(Slide.SCENARIO, 20),
        TimedSlide(Slide.STANDINGS, 15),
    )
)
"""The display until the organizer arranges it. It leaves out awards, which the organizer may want
to announce first.
"""


class Announce(Command, Struct, frozen=True):
    """The organizer announces something on the display."""

    text: str


class Announced(Event, Struct, frozen=True):
    """An announcement is on the display until it is taken back."""

    number: int
    """The number of the announcement, from 1."""
    text: str


class TakeBackAnnouncement(Command, Event, Struct, frozen=True):
    """An announcement is no longer shown."""

    number: int
