"""The event's time compared with the computer's clock, which may be wrong or set."""

from app.engine.language import plural, say
from app.engine.text import clock_words

APART_MS = 120_000  # what the event's time and the computer's clock may differ without a word
DAY_MS = 86_400_000
BEHIND = say("This computer's clock is {time} behind the event's time.")
AHEAD = say("This computer's clock is {time} ahead of the event's time.")
APART = say(
    "Check the computer's date and time. No game is affected: Flagfall goes on by the event's time,"
    " also where it shows the time of day. If the computer is right now, correct the event's times."
)


def apart_words(apart_ms: int) -> str:
    """The organizer's notice of an event time that is ``apart_ms`` ahead."""
    days = abs(apart_ms) // DAY_MS
    by = (
        plural(days, "{count} day", "{count} days")
        if days > 1
        else clock_words(round(abs(apart_ms), -3))
    )
    return f"{(BEHIND if apart_ms > 0 else AHEAD).format(time=by)} {APART}"
