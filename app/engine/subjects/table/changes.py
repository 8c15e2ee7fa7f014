"""Changes of games by their marks."""

from collections.abc import Iterable, Sequence

from app.engine.acts.table import Mark, ReopenGame, WithdrawResult
from app.engine.frozen import replace, with_changes
from app.engine.state import State
from app.engine.table.game import NOT_PHONED, Game
from app.engine.table.marks import with_marks


def apply_mark(state: State, mark: Mark) -> State:
    """Return the state after one mark."""
    return apply_marks(state, [mark])


def apply_marks(state: State, marks: Iterable[Mark]) -> State:
    """Return the state after several marks, without building it anew for each."""
    by_game: dict[int, list[Mark]] = {}
    for mark in marks:
        by_game.setdefault(mark.game, []).append(mark)
    changed = {
        number: with_marks(_drop_report(state.games[number], marks), marks)
        for number, marks in by_game.items()
        if number in state.games
    }
    return replace(state, games=with_changes(state.games, changed))


def _drop_report(game: Game, marks: Sequence[Mark]) -> Game:
    gone = any(isinstance(mark, (WithdrawResult, ReopenGame)) for mark in marks)
    return replace(game, reported=None, phoned=NOT_PHONED) if gone else game
