"""The room display: its slides and its announcements."""

import pytest

from app.engine.acts.display import (
    USUAL_DISPLAY,
    Announce,
    Announced,
    ArrangeDisplay,
    Slide,
    TakeBackAnnouncement,
    TimedSlide,
)
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.state import State
from tests.engine.event import Desk, registered

CLOCK = TimedSlide(Slide.CLOCK, 20)


@pytest.fixture
def desk() -> Desk:
    return registered(2)


def test_the_display_shows_the_organizers_latest_arrangement(desk: Desk) -> None:
    assert desk.state.display == USUAL_DISPLAY
    wanted = ArrangeDisplay((CLOCK,), judge_calls=True)
    desk.do(wanted)
    assert desk.state.display == wanted
    assert desk.refused(wanted) == "Nothing changes: the room display already shows that."
    desk.do(Undo())
    assert desk.state.display == USUAL_DISPLAY


@pytest.mark.parametrize(
    ("slides", "sentence"),
    [
        ((), "Tick at least one slide."),
        ((CLOCK, TimedSlide(Slide.CLOCK, 5)), "Each slide can be shown only once."),
        ((TimedSlide(Slide.CLOCK, 2),), "Each slide stays for 3 to 600 seconds."),
        ((TimedSlide(Slide.CLOCK, 601),), "Each slide stays for 3 to 600 seconds."),
    ],
)
def test_an_impossible_arrangement_of_slides_is_refused(
    desk: Desk, slides: tuple[TimedSlide, ...], sentence: str
) -> None:
    assert desk.refused(ArrangeDisplay(slides)) == sentence


@pytest.mark.parametrize("seconds", [3, 600])
def test_a_slide_stays_for_three_seconds_to_ten_minutes(desk: Desk, seconds: int) -> None:
    desk.do(ArrangeDisplay((TimedSlide(Slide.CLOCK, seconds),)))
    assert desk.state.display.slides[0].seconds == seconds


def test_an_announcement_is_shown_until_it_is_taken_back(desk: Desk) -> None:
    assert desk.do(Announce("  Lunch\tuntil 13:30 \n\n\x00 Be   back! ")) == (
        Announced(1, "Lunch until 13:30\nBe back!"),
    )
    desk.do(Announce("A red car blocks the gate."))
    assert list(desk.state.announcements) == [1, 2]
    desk.do(TakeBackAnnouncement(1))
    assert desk.state.announcements == {2: "A red car blocks the gate."}
    assert desk.refused(TakeBackAnnouncement(1)) == (
        "Nothing changes: that announcement is no longer shown."
    )
    assert fold(desk.records).announcements == desk.state.announcements


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \n\x07 ", "Type the announcement first."),
        (
            "x" * 401,
            "That is too long for the wall: use at most 400 characters and 10 lines.",
        ),
        (
            "\n".join("abcdefghijk"),
            "That is too long for the wall: use at most 400 characters and 10 lines.",
        ),
        ("Lunch", "That announcement is already shown."),
    ],
)
def test_an_announcement_that_nobody_could_read_is_refused(
    desk: Desk, text: str, sentence: str
) -> None:
    desk.do(Announce("Lunch"))
    assert desk.refused(Announce(text)) == sentence
    assert desk.state.announcements == {1: "Lunch"}


def test_announcements_of_the_greatest_length_are_accepted(desk: Desk) -> None:
    desk.do(Announce("x" * 400))
    desk.do(Announce("\n".join("abcdefghij")))
    assert len(desk.state.announcements) == 2


def test_the_number_of_announcements_is_limited(desk: Desk) -> None:
    for number in range(9):
        desk.do(Announce(f"Number {number}"))
    assert desk.refused(Announce("One more")) == (
        "There are too many announcements. Take one back first."
    )


def test_nothing_is_announced_before_there_is_an_event() -> None:
    assert Desk().refused(Announce("Hello")).startswith("There is no event yet.")
    assert State().announcements == {}
