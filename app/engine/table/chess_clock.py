"""Reads the presses of a chess clock, whose meaning may be corrected afterwards.

A plunger only says that the time now runs for the other side. Whether that ended a turn or was an
interrupt has to be interpreted. A later mark may correct it, and then everything after the press is
interpreted again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.table import (
    ClockStarted,
    HandBack,
    Interrupt,
    Mark,
    ScoreTurn,
    TurnEnded,
)
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules
from app.engine.table import turns
from app.engine.table.game import Play

Switch: TypeAlias = TurnEnded | Interrupt | HandBack
Advance: TypeAlias = Callable[[GameRules, Play, Mark], Play]


def readings(marks: Sequence[Mark]) -> dict[int, bool]:
    """Return whether each corrected press is an interrupt, by the instant of the press; the last
    correction counts.
    """
    return {mark.switch_ms: mark.interrupt for mark in marks if isinstance(mark, RelabelPress)}


def reread(
    terms: GameRules, marks: Sequence[Mark], advance: Advance
) -> tuple[Play, tuple[Mark, ...]]:
    """Return the play after all marks, and the marks as they are read now.

    The clock tells whose time ran, so a correction never changes that. If a correction changes the
    number of the turn in which a scoring came, the number of the scored turn changes by the same
    amount.
    """
    reading = _Reading(terms, marks, advance)
    play, last = Play(), 0
    for place, mark in enumerate(marks):
        reading.came.append(play)
        if isinstance(mark, RelabelPress):
            play, last = reading.learn(place, mark), place
        else:
            play = advance(terms, play, mark)
    read = (known for known in reading.read if known is not None)
    return play, (*read, *marks[last + 1 :])


class _Reading:
    """Reads marks by what is known about the presses. A correction of a press changes nothing
    before that press; only later marks are read again.

    ``came`` has the play before each mark, as it was known when the mark came. ``read`` has the
    marks as they are read now, with None for a mark that was ignored because it made no sense when
    it came. ``_plays`` has the play before each mark in ``read``, and the play after the last of
    them.
    """

    def __init__(self, terms: GameRules, marks: Sequence[Mark], advance: Advance) -> None:
        self._terms, self._marks, self._advance = terms, marks, advance
        self._known: dict[int, bool] = {}
        self.came: list[Play] = []
        self.read: list[Mark | None] = []
        self._plays = [Play()]
        self._switches: dict[int, int] = {}  # the place of the first press at each instant
        for place, mark in enumerate(marks):
            if isinstance(mark, Switch):
                self._switches.setdefault(mark.at_ms, place)

    def learn(self, place: int, act: RelabelPress) -> Play:
        """Return the play after the mark at ``place``, which corrects the meaning of a press."""
        self._known[act.switch_ms] = act.interrupt
        first = self._switches.get(act.switch_ms, place)
        del self.read[first:], self._plays[first + 1 :]
        for at in range(len(self.read), place + 1):
            seen = self._seen(self._marks[at], self.came[at], self._plays[at])
            play = self._plays[at] if seen is None else self._step(self._plays[at], seen)
            self.read.append(seen)
            self._plays.append(play)
        return self._plays[-1]

    def _seen(self, mark: Mark, then: Play, play: Play) -> Mark | None:
        if isinstance(mark, Switch):
            if self._step(then, mark) is then:
                return None
            return _relabel(mark, play, self._known)
        if isinstance(mark, ScoreTurn):
            return replace(mark, step=max(mark.step + play.step - then.step, 0))
        return mark

    def _step(self, play: Play, mark: Mark) -> Play:
        return self._advance(self._terms, play, mark)


def switch_in(terms: GameRules, read: Sequence[Mark], at_ms: int) -> Switch | None:
    """Return the press in a turn at ``at_ms``; None for other instants. Presses in deployment are
    left out, because such a press can only mean one thing.
    """
    step = begins = turns.first_step(terms)
    for mark in read:
        if isinstance(mark, ClockStarted):
            step = begins
        if isinstance(mark, Switch) and mark.at_ms == at_ms and step >= turns.FIRST_TURN_STEP:
            return mark
        step += isinstance(mark, TurnEnded)
    return None


def _relabel(mark: Switch, play: Play, relabelled: Mapping[int, bool]) -> Switch:
    """Return the mark for a press by the player whose time ran: a hand-back, an interrupt, or the
    end of the phase or turn.
    """
    if play.interrupted:
        return HandBack(mark.game, at_ms=mark.at_ms, uncertain_ms=mark.uncertain_ms)
    interrupts = relabelled.get(mark.at_ms, isinstance(mark, Interrupt))
    if interrupts and play.step >= turns.FIRST_TURN_STEP:
        return Interrupt(mark.game, at_ms=mark.at_ms, uncertain_ms=mark.uncertain_ms)
    return TurnEnded(mark.game, mark.at_ms, play.owner, mark.uncertain_ms)
