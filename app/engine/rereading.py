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

    Whose time ran is what the clock showed and stays; a turn scored keeps its place in the game.
    """
    said = readings(marks)
    play = as_it_came = Play()
    read: list[Mark] = []
    for mark in marks:
        after = advance(terms, as_it_came, mark)
        seen: Mark | None = mark
        if isinstance(mark, Switch):
            seen = None if after is as_it_came else _as_read(mark, play, said)
        elif isinstance(mark, TurnScored):
            seen = replace(mark, step=max(mark.step + play.step - as_it_came.step, 0))
        as_it_came = after
        if seen is not None:
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
