"""Corrects the event's times if the computer's clock was wrong."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.state import State
from app.engine.subjects.act import Act, Context
from app.engine.text import long_time

LATEST_MS = 4_102_444_800_000  # the year 2100


def _shift(state: State, command: ShiftTimes, at_ms: int, *, insist: bool) -> Decision:
    if not command.by_ms:
        return Refused(say("The event’s times are already right."))
    until_ms = at_ms if command.until_ms is None else command.until_ms
    if not 0 <= command.since_ms <= until_ms <= at_ms:
        return Refused(say("Choose a stretch of the event in which the times were wrong."))
    if not 0 <= until_ms + state.shift_ms + command.by_ms <= LATEST_MS:
        return Refused(say("No event takes place on that date. Check the date and the year."))
    return (command,)


def _apply_shift(state: State, event: ShiftTimes) -> State:
    return replace(state, time_shifts=(*state.time_shifts, event))


def shift_words(by_ms: int) -> str:
    """Return a shift of ``by_ms`` milliseconds in words, such as "26 h 3 min earlier"."""
    time = long_time(abs(by_ms))
    return say("{time} later", time=time) if by_ms > 0 else say("{time} earlier", time=time)


def _words(event: ShiftTimes, _context: Context) -> str:
    return say(
        "Times corrected, {shift} {stretch}",
        shift=shift_words(event.by_ms),
        stretch=_stretch_words(event),
    ).rstrip()


def _stretch_words(event: ShiftTimes) -> str:
    """Return in words which times were shifted; empty if all were."""
    if event.until_ms is not None:
        return say("before a break in the event")
    return say("since a break in the event") if event.since_ms else ""


ACTS = (
    Act(
        ShiftTimes, ShiftTimes, kind="times_shifted", by=Role.ORGANIZER,
        decide=_shift, apply=_apply_shift, words=_words,
        undo=say("correcting the times"), insist=None,
    ),
)  # fmt: skip
