"""Takes back the end of a turn: which turn that can be, the objections to it, and whose time is
charged.
"""

from app.engine import wording
from app.engine.acts.table import Claim
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut, GameRules
from app.engine.packet.timing import TableTime, TimingKind
from app.engine.side import Side
from app.engine.table import turns
from app.engine.table.game import (
    UNANSWERED,
    EndedTurn,
    Play,
    end_step,
    give_clock,
    step_elapsed,
)
from app.engine.text import span

STRAIGHT_BACK_MS = 15_000
"""A turn shorter than this was probably ended by mistake. It is our decision, for packets without a
shortest turn.
"""
SECOND_TAP_MS = 500
"""A second tap that comes sooner than this after the first is the bounce of the first."""
REMEMBERED = 2
"""The number of ended turns that are remembered. After two taps by mistake, it is the same player's
turn again.
"""


def straight_back_ms(time: TableTime) -> int:
    """Return the length, in milliseconds, below which a turn may have been ended by mistake."""
    return time.minimum_turn_ms or STRAIGHT_BACK_MS


def turn_ended(terms: GameRules, play: Play, at_ms: int) -> Play:
    """End the phase or turn by a tap, and remember it so that its end can be taken back."""
    clock = play.clock
    assert clock is not None
    ended = EndedTurn(
        step=play.step,
        at_ms=at_ms,
        since_ms=play.step_since_ms,
        paused_ms=play.step_paused_ms,
        used_ms=clock.used_by_both(at_ms),
        overrun=play.overrun,
        extended=play.extended,
        extensions=play.extensions,
    )
    after = end_step(terms, play, at_ms)
    return replace(after, ended=(*play.ended, ended)[-REMEMBERED:])


def last_ended(play: Play) -> EndedTurn | None:
    """Return the turn whose end can be taken back: the one before the present turn, or the game's
    last one.

    Return None if a chess clock keeps the time, because the clock's presses are read again instead.
    """
    if play.clock is None or play.clock_holds or not play.ended:
        return None
    ended, ending = play.ended[-1], play.ending
    if ending is not None:
        return ended if ending.step == ended.step and not ending.ruled else None
    return ended if play.flag is None or asks_back(play) else None


def asks_back(play: Play) -> bool:
    """Tell whether the players are being asked if a turn was ended by mistake."""
    return play.claim is not None and play.claim.claim is Claim.TURN


def owner_of(play: Play, ended: EndedTurn) -> Side:
    """Return the side whose phase or turn ``ended`` was."""
    return turns.owner(play.first, ended.step)


def no_turn_fault(play: Play, side: Side) -> str:
    """Return why there is no turn of ``side`` whose end can be taken back; empty if there is
    one.
    """
    if play.clock_holds:
        return wording.READ_THE_SWITCH_INSTEAD
    ended = last_ended(play)
    if ended is None or owner_of(play, ended) is not side:
        return wording.NO_TURN_TO_TAKE_BACK
    return ""


def turn_back_fault(terms: GameRules, play: Play, side: Side, at_ms: int) -> str:
    """Return the objection to taking back the end of the turn of ``side``; empty if there is none.

    With an objection, players cannot take it back, and the organizer is warned.
    """
    fault = no_turn_fault(play, side)
    ended = last_ended(play)
    if fault or ended is None:
        return fault
    if play.confirmed:
        return str(wording.RESULT_IS_CONFIRMED)
    if ended.settled:
        return wording.TURN_IS_SETTLED.format(side=side.colour)
    if any(step > ended.step for step in play.scores):
        return wording.NEXT_TURN_IS_SCORED.format(side=side.other.colour)
    came = play.reinforced.of(side.other)
    if came is not None and came > ended.step:
        return wording.REINFORCEMENTS_CAME_SINCE.format(side=side.other.colour)
    if _runs_out(terms, play, ended, at_ms):
        passed = span(_moved_ms(play, ended, at_ms))
        return wording.TIME_SINCE_IS_TOO_LONG.format(side=side.colour, passed=passed)
    return ""


def _runs_out(terms: GameRules, play: Play, ended: EndedTurn, at_ms: int) -> bool:
    """Tell whether the time since the end of the turn is more than the turn's player has left."""
    if terms.time.kind is not TimingKind.DEATHCLOCK or terms.clock_out is ClockOut.WARN:
        return False
    clock, side = play.clock, owner_of(play, ended)
    moved_ms = _moved_ms(play, ended, at_ms)
    return clock is not None and moved_ms > 0 and clock.remaining(side, at_ms) <= moved_ms


def _moved_ms(play: Play, ended: EndedTurn, at_ms: int) -> int:
    """Return how much of the opponent's time since the tap is charged to the turn's player: all of
    it, or only the time up to the claim if the turn's player has claimed the turn back.
    """
    side, claim = owner_of(play, ended).other, play.claim
    clock = play.clock
    if claim is not None and asks_back(play) and claim.by is not side:
        clock, at_ms = claim.clock, claim.at_ms
    return clock.used(side, at_ms) - ended.used_ms.of(side) if clock is not None else 0


def taken_back(play: Play, at_ms: int) -> Play:
    """Let the last turn go on. Its player is charged with the time that both sides have used since.

    Entries for this turn stay. Entries for the next turn are dropped, and time in which no clock
    ran is charged to nobody.
    """
    ended, clock = last_ended(play), play.clock
    if ended is None or clock is None:
        return replace(play, claim=None)
    side = owner_of(play, ended)
    moved_ms, banked = _moved_ms(play, ended, at_ms), clock.run(clock.running, at_ms)
    used_ms = banked.used_ms.put(side, banked.used_ms.of(side) + moved_ms)
    used_ms = used_ms.put(side.other, banked.used_ms.of(side.other) - moved_ms)
    stop = play.ending or play.flag
    stood_ms = max(at_ms - stop.at_ms, 0) if stop else 0
    back = replace(
        _unbegun(play, ended, side.other),
        clock=replace(banked, used_ms=used_ms),
        ended=play.ended[:-1],
        eo_paused_ms=play.eo_paused_ms + stood_ms,
        tally=None,
        claim=None,
        flag=None,
        ending=None,
        answers=UNANSWERED,
    )
    return back if back.pause is not None else give_clock(back, at_ms)


def _unbegun(play: Play, ended: EndedTurn, other: Side) -> Play:
    """Return the play without the turn of ``other`` that had begun."""
    came = play.reinforced.of(other)
    came_since = came is not None and came > ended.step
    last = play.last_step
    return replace(
        play,
        step=ended.step,
        step_since_ms=ended.since_ms,
        step_paused_ms=ended.paused_ms,
        interrupted=False,
        awaits_start=False,
        scores={step: score for step, score in play.scores.items() if step <= ended.step},
        last_step=None if last is None else min(last, ended.step),
        overrun=_overrun(play, ended, other),
        extended=ended.extended,
        extensions=ended.extensions,
        reinforcements=play.reinforcements.put(other, ()) if came_since else play.reinforcements,
        reinforced=play.reinforced.put(other, None) if came_since else play.reinforced,
    )


def _overrun(play: Play, ended: EndedTurn, other: Side) -> tuple[Side, ...]:
    """Return the sides whose flags have fallen, without ``other`` if its flag fell after the turn
    ended.
    """
    return tuple(
        side
        for side in Side
        if side in ended.overrun or (side in play.overrun and side is not other)
    )


def settle_turn(play: Play) -> Play:
    """Note that the players have confirmed that the last turn is over."""
    last = play.ended[-1:]
    return replace(
        play, ended=(*play.ended[:-1], *(replace(ended, settled=True) for ended in last))
    )


def straight_back(terms: GameRules, play: Play, side: Side, at_ms: int) -> bool:
    """Tell whether a tap of ``side``, whose turn has just begun, is questioned before it counts.

    If the packet has a shortest turn, no tap in the first turn after deployment is questioned: the
    shortest turn already prevents it.
    """
    soon = step_elapsed(play, at_ms) < straight_back_ms(terms.time)
    asked_from = turns.FIRST_TURN_STEP + bool(terms.time.minimum_turn_ms)
    if not soon or play.step < asked_from or play.dice_down_ms is not None:
        return False
    return play.claim is None and not turn_back_fault(terms, play, side.other, at_ms)


def means_it(play: Play, side: Side, at_ms: int) -> bool:
    """Tell whether a tap of ``side`` is the second tap, by which the player confirms that their
    turn is over so soon.
    """
    claim = play.claim
    if claim is None or not claim.tapped or play.flag is not None:
        return False
    return claim.by is side and at_ms - claim.at_ms >= SECOND_TAP_MS
