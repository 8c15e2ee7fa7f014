"""What the switches of a clock meant, when some are read in another way afterwards.

A plunger only says that the time now runs for the other side. Whether that ended a turn or was an
interrupt is a reading, and a mark may change it; everything after it is then read anew.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from app.engine import turns
from app.engine.device_events import SwitchRead
from app.engine.game import Play
from app.engine.packet import Terms
from app.engine.table_events import (
    ClockStarted,
    HandedBack,
    Interrupted,
    Mark,
    TurnEnded,
    TurnScored,
)

Switch: TypeAlias = TurnEnded | Interrupted | HandedBack
Advance: TypeAlias = Callable[[Terms, Play, Mark], Play]


def readings(marks: Sequence[Mark]) -> dict[int, bool]:
    """By the instant of a switch: whether it is an interrupt, as last said."""
    return {one.switch_ms: one.interrupt for one in marks if isinstance(one, SwitchRead)}


def reread(terms: Terms, marks: Sequence[Mark], advance: Advance) -> tuple[Play, tuple[Mark, ...]]:
    """The play that the marks amount to, and the marks as they are read.

    Whose time ran is what the clock showed and stays. A turn scored keeps its distance from the
    turn that was being played, by what was known when it was scored.
    """
    known: dict[int, bool] = {}
    came: list[Play] = []  # the play before each mark, by what was known then
    play, read = Play(), tuple(marks)
    for place, mark in enumerate(marks):
        came.append(play)
        if isinstance(mark, SwitchRead):
            known[mark.switch_ms] = mark.interrupt
            play, read = _read_as(terms, marks[: place + 1], came, known, advance)
        else:
            play = advance(terms, play, mark)
    last = max(place for place, mark in enumerate(marks) if isinstance(mark, SwitchRead))
    return play, (*read, *marks[last + 1 :])


def _read_as(
    terms: Terms,
    marks: Sequence[Mark],
    came: Sequence[Play],
    known: Mapping[int, bool],
    advance: Advance,
) -> tuple[Play, tuple[Mark, ...]]:
    play = Play()
    read: list[Mark] = []
    for mark, then in zip(marks, came, strict=True):
        seen: Mark = mark
        if isinstance(mark, Switch):
            if advance(terms, then, mark) is then:
                continue  # it made no sense when it came
            seen = _as_read(mark, play, known)
        elif isinstance(mark, TurnScored):
            seen = replace(mark, step=max(mark.step + play.step - then.step, 0))
        play = advance(terms, play, seen)
        read.append(seen)
    return play, tuple(read)


def switch_in(read: Sequence[Mark], at_ms: int) -> Switch | None:
    """The switch in a turn made at ``at_ms``; those of the deployment mean one thing only."""
    step = 0
    for mark in read:
        if isinstance(mark, ClockStarted):
            step = 0
        if isinstance(mark, Switch) and mark.at_ms == at_ms and step >= turns.FIRST_TURN_STEP:
            return mark
        step += isinstance(mark, TurnEnded)
    return None


def _as_read(mark: Switch, play: Play, said: Mapping[int, bool]) -> Switch:
    """A press of whoever's time ran: it hands back, interrupts, or ends the phase or turn."""
    if play.interrupted:
        return HandedBack(mark.game, mark.at_ms)
    interrupts = said.get(mark.at_ms, isinstance(mark, Interrupted))
    if interrupts and play.step >= turns.FIRST_TURN_STEP:
        return Interrupted(mark.game, mark.at_ms)
    return TurnEnded(mark.game, mark.at_ms, play.owner)
