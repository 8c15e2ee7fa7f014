"""Flags that have fallen by an instant."""

from app.engine.acts.table import FlagFell
from app.engine.side import Side
from app.engine.table.deadlines import flag_due
from app.engine.table.game import Game
from app.engine.table.marks import with_mark


def list_fallen_flags(game: Game, at_ms: int) -> tuple[Game, tuple[FlagFell, ...]]:
    """Return the flags that have fallen by now, at most one a side, each at the instant its time
    ended.
    """
    flags: list[FlagFell] = []
    for _ in Side:
        due, clock = flag_due(game.terms, game.play), game.play.clock
        if due is None or due > at_ms or clock is None or clock.running is None:
            break
        flags.append(FlagFell(game.number, due, clock.running))
        game = with_mark(game, flags[-1])
    return game, tuple(flags)
