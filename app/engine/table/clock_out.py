"""Settles a clock that runs out (SR2017, tournament timing; Death Clock in the older packets)."""

from app.engine.acts.results import How
from app.engine.acts.table import FlagFell
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut, GameRules
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.table import scoring, turns
from app.engine.table.deadlines import is_timed
from app.engine.table.game import (
    UNANSWERED,
    Ending,
    Flag,
    Play,
    end_step,
    give_clock,
    stop_play,
    wins_if_scored,
)


def flag_fell(terms: GameRules, play: Play, mark: FlagFell) -> Play:
    """Apply a fallen flag: it is noted, it waits for an open claim or the players' answer, or it
    ends the game.

    The end of a turn's time is only noted: the player may finish a move or roll.
    """
    clock = play.clock
    if clock is None or not play.in_progress or clock.expired(mark.at_ms) is not mark.side:
        return play
    if mark.side in play.overrun or not is_timed(terms.time, play):
        return play
    if terms.clock_out is ClockOut.WARN or terms.time.kind is TimingKind.TURNS:
        return replace(play, overrun=(*play.overrun, mark.side))
    play = replace(
        play,
        clock=clock.run(None, mark.at_ms),
        flag=Flag(mark.side, mark.at_ms),
        answers=UNANSWERED,
    )
    return play if play.claim is not None else settle_flag(terms, play, play.flag)


def settle_flag(terms: GameRules, play: Play, flag: Flag | None) -> Play:
    """Settle a flag that needs no answer from the players; leave any other flag unsettled."""
    if flag is None:
        return play
    if terms.scores_once_more:
        return _scored_once_more(terms, play, flag)
    if terms.clock_out is ClockOut.LAST_TURN and play.step >= turns.FIRST_TURN_STEP:
        return _last_turn(terms, play, flag)
    asks = terms.clock_out is ClockOut.PACKET and not terms.time.clock_out_loses
    if asks and savable(terms, play, flag.side):
        return play
    return _end_by_flag(play, flag)


def savable(terms: GameRules, play: Play, side: Side) -> bool:
    """Tell whether scoring the table now could be a scenario win for the side that ran out of time.

    That is possible only in the player's own turn, and only if enough control points can still be
    scored in that turn.
    """
    return play.owner is side and scoring.can_win(terms, play.first, play.scores, play.step, side)


def wins_now(terms: GameRules, play: Play, side: Side) -> bool:
    """Tell whether ``side`` wins by scenario if the present turn is scored as entered."""
    return wins_if_scored(terms, play) is side


def answered_clock_out(terms: GameRules, play: Play, flag: Flag, side: Side, agrees: bool) -> Play:
    """Apply a player's answer to "Was this state reached before the clock ran out?"

    If both say yes and the scoring wins, it is a scenario win. If either says no, it is a loss by
    clock-out.
    """
    if terms.scores_once_more:
        return _settled_by_points(play, flag, side, agrees=agrees)
    answers = play.answers.put(side, agrees)
    if agrees and answers.of(side.other) is None:
        return replace(play, answers=answers)
    if agrees and wins_now(terms, play, flag.side):
        return stop_play(play, Ending(flag.at_ms, play.step, flag.side, How.SCENARIO))
    disagreed = answers.of(flag.side.other) is False
    play = replace(play, judge_called=play.judge_called or disagreed)
    return _end_by_flag(play, flag, disagreed=disagreed)


def _end_by_flag(play: Play, flag: Flag, *, disagreed: bool = False) -> Play:
    ending = Ending(flag.at_ms, play.step, flag.side.other, How.CLOCK_OUT, disagreed=disagreed)
    return stop_play(play, ending)


def _scored_once_more(terms: GameRules, play: Play, flag: Flag) -> Play:
    """Apply a flag with which its player has lost, so that only the kind of the opponent's victory
    is open (SR2026, tournament timing). If the flag fell in its player's own turn, the game waits
    for the opponent's scoring, which starts with nothing held. If it fell in the opponent's turn,
    that turn is played to its end. If elements do not score yet, or both players are out of time,
    the first clock-out decides at once.
    """
    scores = scoring.scores_elements(terms, play.step)
    if play.overrun or not scores:
        side = play.overrun[0] if play.overrun else flag.side
        ending = Ending(flag.at_ms, play.step, side.other, How.CLOCK_OUT, scores_on=scores)
        return stop_play(play, ending)
    if play.owner is flag.side:
        others = {step: score for step, score in play.scores.items() if step != play.step}
        return replace(play, scores=others)
    play = replace(play, flag=None, overrun=(flag.side,), ended=(), interrupted=False)
    return give_clock(play, flag.at_ms)


def _settled_by_points(play: Play, flag: Flag, side: Side, *, agrees: bool) -> Play:
    """End the game by its points, once the opponent confirms that everything is scored. The player
    who ran out of time is not asked.
    """
    if side is flag.side or not agrees:
        return play
    ending = Ending(flag.at_ms, play.step, side, How.CLOCK_OUT, scores_on=True)
    return stop_play(play, ending)


def _last_turn(terms: GameRules, play: Play, flag: Flag) -> Play:
    """Give the opponent one last turn, after which the table is scored (a house rule)."""
    mine = play.owner is flag.side
    play = replace(
        play,
        flag=None,
        overrun=(*play.overrun, flag.side),
        last_step=play.last_step or (play.step + 1 if mine else play.step),
        ended=(),
        interrupted=False,
    )
    return end_step(terms, play, flag.at_ms) if mine else give_clock(play, flag.at_ms)
