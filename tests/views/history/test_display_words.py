"""Rows of the history about the room display, and what its acts are called after "Undo"."""

import pytest

from app.engine.acts.display import (
    Announced,
    ArrangeDisplay,
    Slide,
    TakeBackAnnouncement,
    TimedSlide,
)
from app.engine.acts.events import Event, Record
from app.engine.state import State
from app.views.history.rows import describe
from app.views.history.words import act_words

SLIDES = (TimedSlide(Slide.CLOCK, 20), TimedSlide(Slide.BY_NAME, 10))


@pytest.mark.parametrize(
    ("event", "words", "undone"),
    [
        (
            ArrangeDisplay(SLIDES),
            "Room display: round clock 20 s and pairings by name 10 s",
            "change of the room display",
        ),
        (
            ArrangeDisplay(SLIDES[:1], judge_calls=True),
            "Room display: round clock 20 s, with judge calls",
            "change of the room display",
        ),
        (
            Announced(2, "Lunch\nuntil 13:30"),
            "Announced on the room display: Lunch until 13:30",
            "announcement “Lunch until 13:30”",
        ),
        (
            TakeBackAnnouncement(2),
            "Announcement 2 taken off the room display",
            "taking back an announcement",
        ),
    ],
)
def test_the_history_describes_each_display_act(event: Event, words: str, undone: str) -> None:
    assert describe(Record(5, 5, 1, "desk", "EO", event), State()) == words
    assert act_words(State(), event) == undone
