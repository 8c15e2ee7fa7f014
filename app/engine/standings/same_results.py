"""Compares two states of an event: whether they differ only in the play at the tables."""

from operator import attrgetter, is_not

from app.engine.frozen import memoized_pairs
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result

_BESIDE_GAMES = attrgetter(*(name for name in State.__struct_fields__ if name != "games"))


@memoized_pairs
def same_results(before: State, after: State) -> bool:
    """Tell whether two states differ only in the play of games, and in no result.

    Play means clocks that ran on, turns that ended and points that were scored. It does not include
    the start of a clock, a result that came or went, or anything that the organizer did.
    """
    if any(map(is_not, _BESIDE_GAMES(before), _BESIDE_GAMES(after))):
        return False
    old = before.games
    if len(old) != len(after.games):
        return False
    changed = [
        (old.get(number), game)
        for number, game in after.games.items()
        if old.get(number) is not game
    ]
    return all(was is not None and _plays_on(was, game) for was, game in changed)


def _plays_on(was: Game, game: Game) -> bool:
    return (
        was.terms is game.terms
        and (was.round_number, was.table, was.players)
        == (game.round_number, game.table, game.players)
        and (was.phoned, was.aside) == (game.phoned, game.aside)
        and (was.play.clock is None) is (game.play.clock is None)
        and final_result(was) == final_result(game)
    )
