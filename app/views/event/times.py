"""The parts of an event whose times can be corrected, and the effects of a correction."""

from collections.abc import Sequence

from msgspec import Struct

from app.engine.acts.events import Record
from app.engine.acts.setup import ShiftTimes
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.subjects.setup.times import shift_words
from app.engine.text import long_time

BREAK_MS = 30 * 60_000
MOST_BREAKS = 4


class Stretch(Struct, frozen=True):
    """A part of the event between two long breaks."""

    since_ms: int
    until_ms: int | None
    """The instant at which the stretch ends; None if it has no end yet."""
    rows: int
    first_ms: int
    """The instant of the first row of the history in the stretch."""
    last_ms: int
    """The instant of the last row of the history in the stretch."""
    next_ms: int | None = None
    """The instant of the first row of the history after the stretch; None if there is none."""
    break_ms: int = 0
    """The length of the break after the stretch if the stretch has an end, else of the break before
    it; 0 for the whole event.
    """


def stretches(records: Sequence[Record]) -> tuple[Stretch, ...]:
    """Return the whole event, then the parts after and before its longest breaks. A wrong clock is
    usually wrong from one start of the program to the next, and a long break shows such a start.
    """
    if not records:
        return ()
    at = [record.at_ms for record in records]
    parts = [Stretch(0, None, len(at), at[0], at[-1])]
    breaks = [(at[n] - at[n - 1], n) for n in range(1, len(at)) if at[n] - at[n - 1] >= BREAK_MS]
    for break_ms, n in sorted(sorted(breaks, reverse=True)[:MOST_BREAKS], key=lambda gap: gap[1]):
        parts.append(Stretch(at[n], None, len(at) - n, at[n], at[-1], break_ms=break_ms))
        parts.append(Stretch(0, at[n], n, at[0], at[n - 1], at[n], break_ms))
    return tuple(parts)


def shift_of(
    state: State, stretch: Stretch, now_ms: int, right_ms: int, computer_ms: int
) -> ShiftTimes:
    """Return the command that shifts a stretch so that its last time, or the present, is shown as
    ``right_ms``.

    ``computer_ms`` is the present time of the computer's clock.
    """
    if stretch.until_ms is not None:
        by_ms = right_ms - state.shown_ms(stretch.last_ms)
        return ShiftTimes(by_ms, stretch.since_ms, stretch.until_ms)
    by_ms = right_ms - state.shown_ms(now_ms)
    return ShiftTimes(by_ms, stretch.since_ms, None, computer_ms - right_ms)


def describe_change(stretch: Stretch, by_ms: int) -> str:
    """Return the effect, such as "128 rows of the history will be shown 26 h earlier."."""
    if not by_ms:
        return say("Nothing changes.")
    return plural(
        stretch.rows,
        "{count} row of the history will be shown {shift}.",
        "{count} rows of the history will be shown {shift}.",
        shift=shift_words(by_ms),
    )


def running_words(state: State) -> str:
    """Return a sentence about the running round and clocks, which a correction does not change."""
    clocks = sum(game.play.ticking for game in state.games.values())
    round_ = state.round_under_way
    parts = [
        say("Round {round} is under way", round=round_.number)
        if round_
        else say("No round is under way")
    ]
    if clocks:
        parts.append(
            say("one clock is running")
            if clocks == 1
            else say("{clocks} clocks are running", clocks=clocks)
        )
    return say(
        "{parts}. Every clock keeps its time, and no deadline moves.", parts=", ".join(parts)
    )


def overlap_words(stretch: Stretch, by_ms: int) -> str:
    """Return a warning if times would overlap after the correction; else ""."""
    later = by_ms if stretch.until_ms is not None else -by_ms
    if not stretch.break_ms or later <= stretch.break_ms:
        return ""
    return say(
        "The break was only {length} long, so times on both sides of it would overlap.",
        length=long_time(stretch.break_ms),
    )
