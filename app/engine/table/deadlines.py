"""Deadlines at a table: the next flag and the expected end of its game."""

from typing import assert_never

from app.engine.frozen import memoized_latest
from app.engine.packet.packet import GameRules
from app.engine.packet.timing import TableTime, TimingKind
from app.engine.table import turns
from app.engine.table.game import Game, Play, eo_paused


@memoized_latest
def deadline(game: Game) -> int | None:
    """Return the instant at which a flag will fall at this table; None if none will, or if a result
    was reported.
    """
    return None if game.reported is not None else flag_due(game.terms, game.play)


def is_running_here(game: Game) -> bool:
    """Tell whether a player's time runs at a table without a reported result, on the program's
    clock or on a chess clock.
    """
    play = game.play
    held = play.clock_holds and play.ticking and game.reported is None
    return held or deadline(game) is not None


def flag_due(terms: GameRules, play: Play) -> int | None:
    """Return the instant at which a flag falls, whether or not a result was reported; None if none
    will. A report never changes a clock.
    """
    if play.clock is None or not play.ticking or play.clock_holds:
        return None
    if play.clock.running in play.overrun:
        return None
    return play.clock.deadline() if is_timed(terms.time, play) else None


def is_timed(time: TableTime, play: Play) -> bool:
    """Tell whether the time that is running now is limited.

    In timed turns, deployment and the time of the inactive player are not limited.
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
    """Return the start of the first deployment plus both clocks and all pauses (SR2017, tournament
    timing).

    The clocks count with the organizer's adjustments, so a gap that counts as played changes
    nothing. Return None if games have no such end, or if it is secret.
    """
    play, time = game.play, game.terms.time
    if play.clock is None or time.kind is not TimingKind.DEATHCLOCK or time.dice_down:
        return None
    return play.clock.started_ms + sum(play.clock.allotted_ms) + eo_paused(play, now_ms)
