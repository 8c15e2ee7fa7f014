"""The answers to the desk's clients: a reply to each command, and a snapshot after each change."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from app.engine.acts.commands import NotSaved, Refused
from app.engine.acts.events import Record
from app.engine.language import say
from app.engine.state import State

CLOSED = say("The event is closed.")
FAULT = say("That did not work: something is wrong in Flagfall itself. Nothing was changed.")


class Snapshot(Struct, frozen=True):
    """The event after a change."""

    state: State
    seq: int
    fresh: tuple[Record, ...]
    """The rows since the last snapshot. If other stations wrote while the server was away, these
    rows also replace earlier ones: they are the last ``len(fresh)`` of ``seq`` rows, and take the
    place of the earlier rows with these numbers.
    """
    trouble: str = ""
    """A sentence for the organizer about a problem that did not harm the event, such as a missing
    backup folder.
    """
    apart_ms: int = 0
    """By how many milliseconds the event's time is ahead of the computer's clock, if ``trouble`` is
    about that difference.
    """


Reply: TypeAlias = tuple[Record, ...] | Refused
Listener: TypeAlias = Callable[[Snapshot], None]


def not_saved(error: Exception) -> NotSaved:
    return NotSaved(say("Not saved, nothing was changed: {error}", error=error))
