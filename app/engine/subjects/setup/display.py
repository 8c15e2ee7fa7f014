"""The room display and the announcements on it."""

from collections.abc import Hashable

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.display import (
    Announce,
    Announced,
    ArrangeDisplay,
    Slide,
    TakeBackAnnouncement,
)
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Reach, Sets
from app.engine.text import can_be_read, join_words, shorten, visible

LEAST_SECONDS, MOST_SECONDS = 3, 600
MOST_LETTERS, MOST_LINES = 400, 10
"""The most letters and lines of an announcement that can be read from the back of the hall."""
MOST_ANNOUNCEMENTS = 9

SLIDES = {
    Slide.ANNOUNCEMENTS: say("announcements"),
    Slide.CLOCK: say("round clock"),
    Slide.BY_NAME: say("pairings by name"),
    Slide.BY_TABLE: say("pairings by table"),
    Slide.SCENARIO: say("scenario"),
    Slide.STANDINGS: say("standings"),
    Slide.AWARDS: say("awards"),
}


def _arrange(state: State, command: ArrangeDisplay, _at_ms: int, *, insist: bool) -> Decision:
    slides = [timed.slide for timed in command.slides]
    if not slides:
        return Refused(say("Tick at least one slide."))
    if len({*slides}) < len(slides):
        return Refused(say("Each slide can be shown only once."))
    if any(not LEAST_SECONDS <= timed.seconds <= MOST_SECONDS for timed in command.slides):
        return Refused(
            say(
                "Each slide stays for {least} to {most} seconds.",
                least=LEAST_SECONDS,
                most=MOST_SECONDS,
            )
        )
    if command == state.display:
        return Refused(say("Nothing changes: the room display already shows that."))
    return (command,)


def _announce(state: State, command: Announce, _at_ms: int, *, insist: bool) -> Decision:
    text = _clean_lines(command.text)
    if not text:
        return Refused(say("Type the announcement first."))
    if len(text) > MOST_LETTERS or text.count("\n") >= MOST_LINES:
        return Refused(
            say(
                "That is too long for the wall: use at most {letters} characters and {lines}"
                " lines.",
                letters=MOST_LETTERS,
                lines=MOST_LINES,
            )
        )
    if text in state.announcements.values():
        return Refused(say("That announcement is already shown."))
    if len(state.announcements) >= MOST_ANNOUNCEMENTS:
        return Refused(say("There are too many announcements. Take one back first."))
    return (Announced(max(state.announcements, default=0) + 1, text),)


def _clean_lines(text: str) -> str:
    """Return the lines without invisible characters and empty lines."""
    lines = map(visible, text.splitlines())
    return "\n".join(filter(can_be_read, lines))


def _take_back(
    state: State, command: TakeBackAnnouncement, _at_ms: int, *, insist: bool
) -> Decision:
    if command.number not in state.announcements:
        return Refused(say("Nothing changes: that announcement is no longer shown."))
    return (command,)


def _apply_arrangement(state: State, event: ArrangeDisplay) -> State:
    return replace(state, display=event)


def _apply_announcement(state: State, event: Announced) -> State:
    return replace(state, announcements={**state.announcements, event.number: event.text})


def _taken_back(state: State, event: TakeBackAnnouncement) -> State:
    shown = state.announcements.items()
    left = {number: text for number, text in shown if number != event.number}
    return replace(state, announcements=left)


def _arranged_words(event: ArrangeDisplay, _context: Context) -> str:
    slides = _name_slides(event)
    if event.judge_calls:
        return say("Room display: {slides}, with judge calls", slides=slides)
    return say("Room display: {slides}", slides=slides)


def _announced_words(event: Announced, _context: Context) -> str:
    return say("Announced on the room display: {text}", text=" ".join(event.text.split()))


def _announced_name(event: Announced, _state: State) -> str:
    return say("announcement “{text}”", text=shorten(" ".join(event.text.split())))


def _display_set(event: ArrangeDisplay) -> dict[Hashable, ArrangeDisplay]:
    return {"display": event}


def _slides_words(display: ArrangeDisplay, _context: Context) -> str:
    slides = _name_slides(display)
    return say("{slides}, with judge calls", slides=slides) if display.judge_calls else slides


def _name_slides(display: ArrangeDisplay) -> str:
    return join_words(
        say("{slide} {seconds} s", slide=SLIDES[timed.slide], seconds=timed.seconds)
        for timed in display.slides
    )


ACTS = (
    Act(
        ArrangeDisplay, ArrangeDisplay, kind="display_arranged", by=Role.ORGANIZER,
        reach=Reach.NO_GAME, decide=_arrange, apply=_apply_arrangement, words=_arranged_words,
        undo=say("change of the room display"), insist=None,
        sets=Sets(_display_set, _slides_words),
    ),
    Act(
        Announce, Announced, kind="announced", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_announce, apply=_apply_announcement, words=_announced_words, undo=_announced_name,
        insist=None,
    ),
    Act(
        TakeBackAnnouncement, TakeBackAnnouncement, kind="announcement_taken_back",
        by=Role.ORGANIZER, reach=Reach.NO_GAME, decide=_take_back, apply=_taken_back,
        words=say("Announcement {number} taken off the room display"),
        undo=say("taking back an announcement"), insist=None,
    ),
)  # fmt: skip
