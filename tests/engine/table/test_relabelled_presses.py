"""Switches read in another way, however many there are: what it amounts to, and what it costs."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from app.engine.side import Side
from app.engine.table.chess_clock import Switch, _relabel, reread, switch_in
from app.engine.table.game import Play
from app.engine.table.marks import advance
from tests.engine.event import PACKETS, settings, under_way

GAME = under_way(2).game()
SECOND = 1000


def plainly(terms: GameRules, marks: Sequence[Mark]) -> tuple[Play, tuple[Mark, ...]]:
    """Everything anew, whenever anything is learnt: slow, and plainly what is meant."""
    known: dict[int, bool] = {}
    came: list[Play] = []
    play, read = Play(), tuple(marks)
    for place, mark in enumerate(marks):
        came.append(play)
        if isinstance(mark, RelabelPress):
            known[mark.switch_ms] = mark.interrupt
            play, read = _anew(terms, marks[: place + 1], came, known)
        else:
            play = advance(terms, play, mark)
    last = max(place for place, mark in enumerate(marks) if isinstance(mark, RelabelPress))
    return play, (*read, *marks[last + 1 :])


def _anew(
    terms: GameRules, marks: Sequence[Mark], came: Sequence[Play], known: Mapping[int, bool]
) -> tuple[Play, tuple[Mark, ...]]:
    play = Play()
    read: list[Mark] = []
    for mark, then in zip(marks, came, strict=True):
        seen: Mark = mark
        if isinstance(mark, Switch):
            if advance(terms, then, mark) is then:
                continue
            seen = _relabel(mark, play, known)
        elif isinstance(mark, ScoreTurn):
            seen = replace(mark, step=max(mark.step + play.step - then.step, 0))
        play = advance(terms, play, seen)
        read.append(seen)
    return play, tuple(read)


@st.composite
def games(draw: st.DrawFn) -> list[Mark]:
    """Presses and scores in order, and readings of any of them, also of those to come."""
    number, at_ms = GAME.number, 1000 * SECOND
    marks: list[Mark] = [ClockStarted(number, at_ms, Side.RED)]
    times = [at_ms]
    for what in draw(st.lists(st.integers(0, 5), min_size=1, max_size=30)):
        at_ms += SECOND * draw(st.integers(0, 2))
        side = draw(st.sampled_from(Side))
        interrupt = draw(st.booleans())
        times += [at_ms, at_ms + SECOND]
        made: tuple[Mark, ...] = (
            TurnEnded(number, at_ms, side),
            TurnEnded(number, at_ms, Side.RED),
            Interrupt(number, at_ms=at_ms),
            HandBack(number, at_ms=at_ms),
            ScoreTurn(number, side, draw(st.integers(0, 9)), (), False, at_ms=at_ms),
            RelabelPress(number, None, draw(st.sampled_from(times)), interrupt, at_ms=at_ms),
        )
        marks.append(made[what])
    marks.append(RelabelPress(number, None, draw(st.sampled_from(times)), True, at_ms=at_ms))
    return marks


@given(marks=games())
def test_corrected_presses_are_read_as_if_correct_from_the_start(marks: list[Mark]) -> None:
    assert reread(GAME.terms, marks, advance) == plainly(GAME.terms, marks)


@pytest.mark.parametrize("pairs", [20, 200])
def test_the_cost_of_quick_interrupts_grows_only_with_their_number(pairs: int) -> None:
    number, at_ms = GAME.number, 1000 * SECOND
    marks: list[Mark] = [ClockStarted(number, at_ms, Side.RED)]
    for side in (Side.RED, Side.BLUE, Side.RED, Side.BLUE):
        at_ms += SECOND
        marks.append(TurnEnded(number, at_ms, side))
    for _ in range(pairs):
        at_ms += SECOND
        switch = TurnEnded(number, at_ms, Side.RED)
        read = RelabelPress(number, None, at_ms, True, at_ms=at_ms + SECOND)
        marks += [switch, read, HandBack(number, at_ms=at_ms + SECOND)]
        at_ms += SECOND
    calls = 0

    def counted(terms: GameRules, play: Play, mark: Mark) -> Play:
        nonlocal calls
        calls += 1
        return advance(terms, play, mark)

    play, _ = reread(GAME.terms, marks, counted)
    assert (play.step, play.owner) == (4, Side.RED)
    assert calls <= 5 * len(marks)


def test_in_rumble_the_first_turn_comes_after_two_switches() -> None:
    rumble = PACKETS["sr2017-rumble"]
    terms = under_way(2, settings(25), 1, packet=rumble).game().terms
    deployed = TurnEnded(1, 2_000, Side.BLUE)
    marks = (
        ClockStarted(1, 0, Side.RED),
        TurnEnded(1, 1_000, Side.RED),
        deployed,
        TurnEnded(1, 3_000, Side.RED),
    )
    assert switch_in(terms, marks, 3_000) is marks[-1]
    assert switch_in(terms, marks, 2_000) is None
