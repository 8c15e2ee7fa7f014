"""Which phase or turn each tap of a game ended. Values only; the words are in
``app.views.history.mark_words``.
"""

from collections.abc import Mapping

from app.engine.acts.table import TurnEnded
from app.engine.frozen import kept
from app.engine.side import Side
from app.engine.table.game import Game, Play
from app.engine.table.marks import advance, as_read


@kept
def steps_ended(game: Game) -> Mapping[tuple[int, Side], int]:
    """By the instant of a tap and who tapped; taps that ended nothing are left out."""
    ended: dict[tuple[int, Side], int] = {}
    play = Play()
    for mark in as_read(game):
        after = advance(game.terms, play, mark)
        if isinstance(mark, TurnEnded) and after is not play:
            ended[mark.at_ms, mark.side] = play.step
        play = after
    return ended
