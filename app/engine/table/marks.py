"""Changes a game's play mark by mark; the entry point is ``advance``."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.engine.acts.chess_clock import AdoptTimes, HoldTime, RelabelPress
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    BringReinforcements,
    CallJudge,
    ChangeLosses,
    ChooseObjective,
    ChooseSpells,
    Claimed,
    ClockPaused,
    ClockStarted,
    CountLosses,
    DismissJudge,
    EnterTally,
    FlagFell,
    HandBack,
    Interrupt,
    Mark,
    PauseCause,
    PutDiceDown,
    RemoveElement,
    ReopenGame,
    ResumeClock,
    Ruled,
    RuleOnStop,
    ScoreTurn,
    SwapSpecialists,
    TakeBackTurn,
    TakeExtension,
    TurnEnded,
    TurnStarted,
    WithdrawResult,
)
from app.engine.armies.at_table import Swap
from app.engine.armies.losses import with_loss_changes
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules
from app.engine.side import Pair, Side
from app.engine.table import deathclock, turns
from app.engine.table.chess_clock import Switch, readings, reread, switch_in
from app.engine.table.claims import answer_claim, apply_claim
from app.engine.table.clock_marks import (
    clock_adjusted,
    clock_paused,
    clock_resumed,
    dice_down,
    extend_turn,
)
from app.engine.table.clock_out import flag_fell
from app.engine.table.deadlines import flag_due
from app.engine.table.game import (
    UNANSWERED,
    Ending,
    Game,
    Pause,
    Play,
    Tally,
    give_clock,
    stop_play,
    won_by_scoring,
)
from app.engine.table.turn_back import last_ended, taken_back, turn_ended


def with_mark(game: Game, mark: Mark) -> Game:
    """Return the game with one more mark, inserted at its instant."""
    return with_marks(game, (mark,))


def with_marks(game: Game, marks: Sequence[Mark]) -> Game:
    """Return the game with more marks, in the order in which they arrive."""
    placed, play, late = [*game.marks], game.play, False
    for mark in marks:
        if placed and mark.at_ms < placed[-1].at_ms:
            placed.insert(bisect_right(placed, mark.at_ms, key=lambda earlier: earlier.at_ms), mark)
            late = True
        else:
            placed.append(mark)
            play = advance(game.terms, play, mark)
            late = late or isinstance(mark, RelabelPress)
    game = _with_play(game, tuple(placed), play)
    return replay(game) if late else game


def _with_play(game: Game, marks: tuple[Mark, ...], play: Play) -> Game:
    """Return the game with these marks and their play. A judge is no longer on the way once the
    table has no call.
    """
    if game.taken and not play.judge_called:
        return replace(game, marks=marks, play=play, taken=False, taker="")
    return replace(game, marks=marks, play=play)


def as_of(game: Game, at_ms: int) -> Game:
    """Return the game as it was at ``at_ms``, in order to decide a mark that arrives late."""
    if not game.marks or game.marks[-1].at_ms <= at_ms:
        return game
    return replay(replace(game, marks=tuple(mark for mark in game.marks if mark.at_ms <= at_ms)))


def replay(game: Game) -> Game:
    """Return the game with its play worked out again from its marks."""
    if readings(game.marks):
        return _with_play(game, game.marks, reread(game.terms, game.marks, advance)[0])
    play = Play()
    for mark in game.marks:
        play = advance(game.terms, play, mark)
    return _with_play(game, game.marks, play)


def as_read(game: Game) -> tuple[Mark, ...]:
    """Return the marks with every press of a chess clock as it is read now."""
    return reread(game.terms, game.marks, advance)[1] if readings(game.marks) else game.marks


def switch_at(game: Game, at_ms: int) -> Switch | None:
    """Return the press of a chess clock in a turn at ``at_ms``, as it is read now; None for other
    instants.
    """
    return switch_in(game.terms, as_read(game), at_ms)


def advance(terms: GameRules, play: Play, mark: Mark) -> Play:
    """Return the play after one more mark. A mark out of place leaves the play unchanged."""
    return ADVANCE[type(mark)](terms, play, mark)


def _clock_started(terms: GameRules, play: Play, mark: ClockStarted) -> Play:
    """Start the clocks. In the first deployment phase, they may be started again with the other
    player first.
    """
    begins = turns.first_step(terms)
    if play.step > begins or play.ending is not None:
        return play
    if play.clock and play.first is mark.first:
        return play
    clock = deathclock.start(terms.time.allotted_ms, mark.first, mark.at_ms)
    return Play(
        clock=clock,
        first=mark.first,
        step=begins,
        step_since_ms=mark.at_ms,
        judge_called=play.judge_called,
        disputed=play.disputed,
        clock_holds=play.clock_holds,
        clock_left=play.clock_left,
        swaps=play.swaps,
        objectives=play.objectives,
        racks=play.racks,
    )


def _turn_started(_terms: GameRules, play: Play, mark: TurnStarted) -> Play:
    if not play.ticking or not play.awaits_start or mark.side is not play.owner:
        return play
    return give_clock(replace(play, awaits_start=False), mark.at_ms)


def _turn_ended(terms: GameRules, play: Play, mark: TurnEnded) -> Play:
    in_turn = play.ticking and mark.side is play.owner and not play.interrupted
    return turn_ended(terms, play, mark.at_ms) if in_turn else play


def _apply_interrupt(terms: GameRules, play: Play, mark: Interrupt) -> Play:
    if not play.ticking or play.interrupted or play.awaits_start:
        return play
    if terms.plays_past_a_flag and play.owner.other in play.overrun:
        return play
    return give_clock(play, mark.at_ms, interrupted=True)


def _handed_back(_terms: GameRules, play: Play, mark: HandBack) -> Play:
    if not play.ticking or not play.interrupted:
        return play
    return give_clock(play, mark.at_ms, interrupted=False)


def _time_held(_terms: GameRules, play: Play, mark: HoldTime) -> Play:
    held = replace(play, clock_holds=mark.by_clock, clock_left=not mark.by_clock, ended=())
    return replace(held, awaits_start=play.awaits_start and not mark.by_clock)


def _times_adopted(_terms: GameRules, play: Play, mark: AdoptTimes) -> Play:
    clock = play.clock
    for side in Side:
        clock = clock and clock.allot(side, mark.left_ms.of(side), mark.at_ms)
    return replace(play, clock=clock)


def _press_relabelled(_terms: GameRules, play: Play, _mark: RelabelPress) -> Play:
    return play  # see `app.engine.table.chess_clock`


def _element_removed(_terms: GameRules, play: Play, mark: RemoveElement) -> Play:
    return replace(play, removed=mark.key)


def _losses_counted(_terms: GameRules, play: Play, mark: CountLosses) -> Play:
    return replace(play, losses=play.losses.put(mark.side, mark.losses))


def _losses_changed(_terms: GameRules, play: Play, mark: ChangeLosses) -> Play:
    after = with_loss_changes(play.losses.of(mark.side), mark.changes)
    return replace(play, losses=play.losses.put(mark.side, after))


def _specialists_swapped(_terms: GameRules, play: Play, mark: SwapSpecialists) -> Play:
    return replace(play, swaps=play.swaps.put(mark.side, Swap(mark.out, mark.added)))


def _objective_chosen(_terms: GameRules, play: Play, mark: ChooseObjective) -> Play:
    return replace(play, objectives=play.objectives.put(mark.side, mark.name))


def _apply_spells(_terms: GameRules, play: Play, mark: ChooseSpells) -> Play:
    return replace(play, racks=play.racks.put(mark.side, mark.racks))


def _apply_reinforcements(_terms: GameRules, play: Play, mark: BringReinforcements) -> Play:
    step = play.step if mark.rows else None
    return replace(
        play,
        reinforcements=play.reinforcements.put(mark.side, mark.rows),
        reinforced=play.reinforced.put(mark.side, step),
    )


def _turn_scored(terms: GameRules, play: Play, mark: ScoreTurn) -> Play:
    """Score a turn. If the turn is over, its points may win the game at once."""
    finished = mark.step < play.step
    scores = {**play.scores, mark.step: mark}
    play = replace(play, scores=scores, answers=_answers_to(play, mark))
    return won_by_scoring(terms, play, mark.at_ms) if finished else play


def _apply_tally(_terms: GameRules, play: Play, mark: EnterTally) -> Play:
    tally = Tally(mark.apd, mark.casters, mark.presence) if play.ending else play.tally
    return replace(play, tally=tally, answers=_answers_to(play, mark))


def _answers_to(play: Play, mark: ScoreTurn | EnterTally) -> Pair[bool | None]:
    """Return the players' answers after new numbers were entered. The players are asked again, so
    there are no answers yet.

    A result that both players confirmed stays confirmed if the organizer corrects a number.
    """
    return play.answers if mark.by is None and play.confirmed else UNANSWERED


def _judge_called(_terms: GameRules, play: Play, _mark: CallJudge) -> Play:
    return replace(play, judge_called=True)


def _judge_dismissed(_terms: GameRules, play: Play, _mark: DismissJudge) -> Play:
    return replace(play, judge_called=False, disputed=None)


def _apply_ruling(_terms: GameRules, play: Play, mark: Ruled) -> Play:
    before = play.ending or Ending(mark.at_ms, play.step)
    ending = Ending(
        before.at_ms,
        before.step,
        mark.winner,
        mark.how,
        ruled=True,
        reason=mark.reason,
        army_points=mark.army_points,
    )
    return replace(stop_play(play, ending), judge_called=False, disputed=None)


def _stop_ruled(_terms: GameRules, play: Play, _mark: RuleOnStop) -> Play:
    return play  # it counts for its player: `app.engine.rounds.stops`


def _result_withdrawn(_terms: GameRules, play: Play, _mark: WithdrawResult) -> Play:
    return replace(play, answers=UNANSWERED)


def _apply_reopening(terms: GameRules, play: Play, mark: ReopenGame) -> Play:
    """Reopen a game at its present step, with its clock paused until the organizer resumes it."""
    ending = play.ending
    stop = ending or play.flag
    if play.clock is None or stop is None:
        return play
    return replace(
        play,
        clock=play.clock.run(None, mark.at_ms),
        step=ending.step if ending and (ending.how is None or ending.scores_on) else play.step,
        ending=None,
        flag=None,
        claim=None,
        ended=(),
        last_step=None,
        dice_down_ms=None,
        overrun=(),
        scores={} if terms.victory.points_at_end else play.scores,
        answers=UNANSWERED,
        tally=None,
        pause=Pause(stop.at_ms, PauseCause.EO, mark.reason),
    )


def _turn_taken_back(_terms: GameRules, play: Play, mark: TakeBackTurn) -> Play:
    ended = last_ended(play)
    same = ended is not None and ended.at_ms == mark.ended_ms
    return taken_back(play, mark.at_ms) if same else play


ADVANCE: Mapping[type, Callable[[GameRules, Play, Any], Play]] = {
    ClockStarted: _clock_started,
    TurnStarted: _turn_started,
    TurnEnded: _turn_ended,
    Interrupt: _apply_interrupt,
    HandBack: _handed_back,
    ClockPaused: clock_paused,
    ResumeClock: clock_resumed,
    AdjustClock: clock_adjusted,
    FlagFell: flag_fell,
    TakeExtension: extend_turn,
    PutDiceDown: dice_down,
    HoldTime: _time_held,
    AdoptTimes: _times_adopted,
    RelabelPress: _press_relabelled,
    ScoreTurn: _turn_scored,
    RemoveElement: _element_removed,
    Claimed: apply_claim,
    Answer: answer_claim,
    CallJudge: _judge_called,
    DismissJudge: _judge_dismissed,
    EnterTally: _apply_tally,
    CountLosses: _losses_counted,
    ChangeLosses: _losses_changed,
    SwapSpecialists: _specialists_swapped,
    ChooseObjective: _objective_chosen,
    ChooseSpells: _apply_spells,
    BringReinforcements: _apply_reinforcements,
    Ruled: _apply_ruling,
    RuleOnStop: _stop_ruled,
    ReopenGame: _apply_reopening,
    WithdrawResult: _result_withdrawn,
    TakeBackTurn: _turn_taken_back,
}
"""The function that applies each kind of mark to the play."""


def list_fallen_flags(game: Game, at_ms: int) -> tuple[Game, tuple[FlagFell, ...]]:
    """Return the game after the flags that have fallen by ``at_ms``, and these flags: at most one
    of each side, each at the instant at which its time ended.
    """
    flags: list[FlagFell] = []
    for _ in Side:
        due, clock = flag_due(game.terms, game.play), game.play.clock
        if due is None or due > at_ms or clock is None or clock.running is None:
            break
        flags.append(FlagFell(game.number, due, clock.running))
        game = with_mark(game, flags[-1])
    return game, tuple(flags)
