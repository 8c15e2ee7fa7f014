"""The losses at a table, including those that the end of a game brings."""

from app.engine.acts.table import ChangeLosses, CountLosses
from app.engine.armies.army import Army, Losses, fell_casters, fit_losses
from app.engine.side import Pair, Side
from app.engine.table.game import GIVEN_UP, Ending, Game
from app.engine.table.verdict import verdict


def losses_now(game: Game, side: Side, army: Army) -> Losses:
    """Return the losses of ``side``, fitted to its present list.

    After an assassination the casters count as destroyed, unless somebody has counted losses since.
    """
    losses, ending = fit_losses(army, game.play.losses.of(side)), game.play.ending
    if (
        ending is None
        or not find_felled_casters(game, ending).of(side)
        or _counted_since(game, side, ending)
    ):
        return losses
    return fell_casters(army, losses)


def find_felled_casters(game: Game, ending: Ending) -> Pair[bool]:
    """Return for each side whether the end of the game counts its casters as destroyed.

    An assassination does, and so does a clock-out (SR2014, SR2015, SR2017). So does a concession,
    if the packet then counts army points as after an assassination (SR2012, SR2014, SR2015). A game
    loss and a disqualification are treated like a concession.
    """
    if ending.casters_gone:
        return Pair(True, True)
    decided = verdict(game)
    how = decided.how if decided else None
    kills = game.terms.time.clock_out_kills
    killed = how is not None and how.is_assassination(clock_out_kills=kills)
    counts = conceded_casters(game) if how in GIVEN_UP else killed
    lost = ending.winner.other if counts and ending.winner is not None else None
    return Pair(*(side is lost for side in Side))


def conceded_casters(game: Game) -> bool:
    """Tell whether army points after a concession are counted as after an assassination."""
    return not game.terms.concession.apd_percent


def _counted_since(game: Game, side: Side, ending: Ending) -> bool:
    return any(
        isinstance(mark, CountLosses | ChangeLosses)
        and mark.side is side
        and mark.at_ms >= ending.at_ms
        for mark in game.marks
    )
