"""Deadlines at a table: the next flag and the expected end of its game."""

from typing import assert_never

from app.engine.frozen import memoized_latest
from app.engine.packet.packet import GameRules
from app.engine.packet.timing import TableTime, TimingKind
from app.engine.table import turns
from app.engine.table.game import Game, Play, eo_paused


@memoized_latest
def deadline(game: Game) -> int | None:
    """Return the instant at which a flag will fall at this table; None when it would change
    nothing.
    """
    return None if game.reported is not None else flag_due(game.terms, game.play)


def is_running_here(game: Game) -> bool:
    """Tell whether somebody's time runs at a table that waits for us, here or on a chess clock."""
    play = game.play
    held = play.clock_holds and play.ticking and game.reported is None
    return held or deadline(game) is not None


def flag_due(terms: GameRules, play: Play) -> int | None:
    """Return when a flag falls, whatever the organizer reported: a report never changes a clock."""
    if play.clock is None or not play.ticking or play.clock_holds:
        return None
    if play.clock.running in play.overrun:
        return None
    return play.clock.deadline() if is_timed(terms.time, play) else None


def is_timed(time: TableTime, play: Play) -> bool:
    """Tell whether the time of the player whose clock runs is limited.

    Where turns are timed, deployment is not, and neither is what the inactive player does.
    """
    match time.kind:
        case TimingKind.DEATHCLOCK:
            return True
        case TimingKind.TURNS:
            return play.step >= turns.FIRST_TURN_STEP and not play.interrupted
        case TimingKind.UNTIMED:
            return False
        case _:
            assert_never(time.kind)


def expected_end(game: Game, now_ms: int) -> int | None:
    """Return the start of the first deployment plus both clocks and every pause (SR2017, tournament
    timing).

    The clocks count as the EO has set them, so a gap counted as played moves nothing. None where
    the time of a game has no such end, or a secret one.
    """
    play, time = game.play, game.terms.time
    if play.clock is None or time.kind is not TimingKind.DEATHCLOCK or time.dice_down:
        return None
    return play.clock.started_ms + sum(play.clock.allotted_ms) + eo_paused(play, now_ms)
