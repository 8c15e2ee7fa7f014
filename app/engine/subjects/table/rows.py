"""The rows of the acts in a table's game, and functions on all of them."""

from collections.abc import Mapping
from typing import Any

from app.engine.acts.decision import Decider, Decision
from app.engine.acts.table import Mark, TableCommand
from app.engine.state import State
from app.engine.subjects.act import Act, AnyAct, Recorded, Request
from app.engine.subjects.table import (
    armies,
    chess_clock,
    claims,
    clock,
    presses,
    rulings,
    scoring,
)
from app.engine.subjects.table.sentences import AtTable
from app.engine.table.game import Game
from app.engine.table.sentences import NameOf

ACTS: tuple[AnyAct, ...] = (
    *presses.ACTS,
    *clock.ACTS,
    *chess_clock.ACTS,
    *scoring.ACTS,
    *armies.ACTS,
    *claims.ACTS,
    *rulings.ACTS,
)

_DECIDERS: Mapping[type, Decider] = {
    act.command: act.decide for act in ACTS if isinstance(act, Act | Request)
}
_WORDS: Mapping[type, AtTable[Any]] = {
    act.event: act.words
    for act in ACTS
    if isinstance(act, Act | Recorded) and isinstance(act.words, AtTable)
}


def decide_table(state: State, command: TableCommand, at_ms: int, *, insist: bool) -> Decision:
    """Return the events of a command at its table, or a refusal."""
    return _DECIDERS[type(command)](state, command, at_ms, insist=insist)


def mark_words(mark: Mark, name: NameOf, game: Game | None) -> str:
    """Return a mark in words. ``game`` is None if it is no longer in the event."""
    return _WORDS[type(mark)].at_table(mark, name, game)
