"""Decisions at a table: taps, interrupts, scoring, claims, answers, the EO's hand on the clock."""

from app.engine import turns
from app.engine.clock_out import wins_now
from app.engine.commands import Refused
from app.engine.events import Event
from app.engine.game import Game, deadline, step_elapsed
from app.engine.marks import with_mark
from app.engine.packet import ClockOut
from app.engine.results import How
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.table_commands import (
    AdjustClock,
    Answer,
    CallJudge,
    CountGap,
    DismissJudge,
    EnterTally,
    HandBack,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseClock,
    ReopenGame,
    ResumeClock,
    Rule,
    ScoreTurn,
    StartClock,
    TableCommand,
    Tap,
    WithdrawResult,
)
from app.engine.table_events import (
    Answered,
    Claim,
    Claimed,
    ClockAdjusted,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    FlagFell,
    GameReopened,
    HandedBack,
    Interrupted,
    JudgeCalled,
    JudgeLeft,
    PauseCause,
    Question,
    ResultWithdrawn,
    Ruled,
    Tallied,
    TurnEnded,
    TurnScored,
)
from app.engine.verdict import missing

Decision = tuple[Event, ...] | Refused


def decide_table(state: State, command: TableCommand, at_ms: int, *, insist: bool) -> Decision:
    game = state.games.get(command.game)
    if game is None:
        return Refused("This table has no game now. Wait for the next round.")
    fallen = _fallen(game, at_ms)
    if isinstance(command, NoticeFlag):
        return fallen
    if fallen:
        game = with_mark(game, fallen[0])
    decision = _decide(state, game, command, at_ms, insist=insist)
    return decision if isinstance(decision, Refused) else (*fallen, *decision)


def _fallen(game: Game, at_ms: int) -> tuple[FlagFell, ...]:
    """A flag that has fallen by now, at the instant its time was used up."""
    falls, clock = deadline(game), game.play.clock
    if falls is None or falls > at_ms or clock is None or clock.running is None:
        return ()
    return (FlagFell(game.number, falls, clock.running),)


def _decide(
    state: State, game: Game, command: TableCommand, at_ms: int, *, insist: bool
) -> Decision:
    match command:
        case StartClock():
            return _start(state, game, command, at_ms, insist=insist)
        case Tap() | Interrupt() | HandBack():
            return _tap(game, command, at_ms)
        case PauseClock() | ResumeClock() | AdjustClock() | CountGap():
            return _set_clock(game, command, at_ms)
        case ScoreTurn() | EnterTally():
            return _count(game, command, at_ms)
        case MakeClaim() | Answer():
            return _ask(game, command, at_ms)
        case CallJudge():
            return (JudgeCalled(game.number, at_ms, command.side),)
        case DismissJudge():
            return (JudgeLeft(game.number, at_ms),)
        case Rule() | ReopenGame() | WithdrawResult():
            return _rule(game, command, at_ms)
        case NoticeFlag():
            return ()


def _start(state: State, game: Game, command: StartClock, at_ms: int, *, insist: bool) -> Decision:
    stage = next(one.stage for one in state.rounds if one.number == game.round_number)
    if game.play.clock is not None:
        return Refused("The clock has been started already.")
    if stage is not Stage.STARTED and not insist:
        return Refused(
            "The round is not under way. Wait for the organizer's word.", insistable=True
        )
    return (ClockStarted(game.number, at_ms, command.first),)


def _tap(game: Game, command: Tap | Interrupt | HandBack, at_ms: int) -> Decision:
    play = game.play
    if play.clock is None:
        return Refused("The clock is not started. Choose who goes first.")
    if play.ending is not None:
        return Refused("The game is over. Count the table and confirm the result.")
    if play.pause is not None:
        return Refused("The organizer has paused this clock.")
    if play.question is not None:
        return Refused("Answer the question on the screen first.")
    match command:
        case Tap():
            return _plunger(game, command.side, at_ms)
        case Interrupt():
            return _interrupt(game, at_ms)
        case HandBack():
            if not play.interrupted:
                return Refused("There is no interrupt to end.")
            return (HandedBack(game.number, at_ms),)


def _interrupt(game: Game, at_ms: int) -> Decision:
    play = game.play
    if play.interrupted:
        return Refused(f"{play.runner.colour}'s clock runs already. Hand it back first.")
    if play.step < turns.FIRST_TURN_STEP:
        return Refused("There are no interrupts in deployment.")
    if game.terms.clock_out is ClockOut.LAST_TURN and play.owner.other in play.overrun:
        return Refused(f"{play.owner.other.colour} has no time left to interrupt with.")
    return (Interrupted(game.number, at_ms),)


def _plunger(game: Game, side: Side, at_ms: int) -> Decision:
    """A tap on one's own half: hands an interrupt's clock back, or ends the phase or turn."""
    play = game.play
    if side is not play.runner:
        return Refused(f"{play.runner.colour}'s clock is running. Only {play.runner.colour} taps.")
    if play.interrupted:
        return (HandedBack(game.number, at_ms),)
    left_ms = game.terms.minimum_turn_ms - step_elapsed(play, at_ms)
    if play.step >= turns.FIRST_TURN_STEP and left_ms > 0:
        least = game.terms.minimum_turn_ms // 1000
        return Refused(f"A turn lasts at least {least} seconds: {-(-left_ms // 1000)} to go.")
    return (TurnEnded(game.number, at_ms, side),)


def _set_clock(
    game: Game, command: PauseClock | ResumeClock | AdjustClock | CountGap, at_ms: int
) -> Decision:
    play, number = game.play, game.number
    if play.clock is None:
        return Refused("The clock is not started.")
    match command:
        case PauseClock():
            if not play.ticking:
                return Refused("This clock is not running.")
            return (ClockPaused(number, at_ms, PauseCause.EO, command.reason),)
        case ResumeClock():
            if play.pause is None:
                return Refused("This clock is not paused.")
            return (ClockResumed(number, at_ms),)
        case AdjustClock():
            if not command.reason.strip():
                return Refused("Say why the time is changed.")
            adjusted = ClockAdjusted(number, at_ms, command.side, command.delta_ms, command.reason)
            return (adjusted,)
        case CountGap():
            if play.pause is None or play.pause.cause is not PauseCause.GAP:
                return Refused("There is no gap to rule on at this table.")
            reason = "The gap counts as played"
            lost = ClockAdjusted(number, at_ms, play.runner, -play.pause.gap_ms, reason)
            return (lost, ClockResumed(number, at_ms))


def _count(game: Game, command: ScoreTurn | EnterTally, at_ms: int) -> Decision:
    match command:
        case ScoreTurn():
            fault = _score_fault(game, command)
            if fault:
                return Refused(fault)
            scored = TurnScored(
                game.number, at_ms, command.by, command.step, command.holdings, command.kill_box
            )
            return (scored,)
        case EnterTally():
            numbers = [*command.apd, *(command.casters or ()), *(command.presence or ())]
            if min(numbers) < 0:
                return Refused("Army points cannot be negative.")
            if game.play.ending is None:
                return Refused("Count army points once the game is over.")
            tallied = Tallied(
                game.number, at_ms, command.by, command.apd, command.casters, command.presence
            )
            return (tallied,)


def _score_fault(game: Game, command: ScoreTurn) -> str:
    """Why a scoring cannot stand; empty when it can."""
    terms, play, step = game.terms, game.play, command.step
    if play.clock is None or not turns.FIRST_TURN_STEP <= step <= play.step:
        return "Only turns that have been played can be scored."
    if command.kill_box and not turns.kill_box_counts(terms, step):
        return f"The kill box does not count in {turns.step_name(step).lower()}."
    if command.holdings and not turns.scores_elements(terms, step):
        first = terms.victory.scoring_from_turn
        return f"Scoring starts at the end of the second player's turn {first}."
    for held in command.holdings:
        element = terms.scenario.element(held.key)
        if element is None:
            return f"{terms.scenario.name} has no element “{held.key}”."
        if not turns.may_score(element, play.first, held.side):
            return f"{held.side.colour} cannot score {element.name}: it is his own."
        if element.once and turns.taken_before(play.scores, step, held.key):
            return f"{element.name} was scored in an earlier turn; it scores once."
    return ""


def _ask(game: Game, command: MakeClaim | Answer, at_ms: int) -> Decision:
    play, number = game.play, game.number
    if isinstance(command, Answer):
        if command.question is not play.question:
            return Refused("That question is no longer open.")
        fault = _answer_fault(game, command)
        if fault:
            return Refused(fault)
        return (Answered(number, at_ms, command.side, command.question, command.agrees),)
    if not play.in_progress:
        return Refused("The game is not under way.")
    if play.claim is not None:
        return Refused("Answer the question on the screen first.")
    if command.claim is Claim.SCENARIO and (
        not wins_now(game.terms, play, command.side) or play.owner is not command.side
    ):
        lead = game.terms.victory.lead
        return Refused(f"The scoring entered does not put {command.side.colour} {lead} ahead.")
    return (Claimed(number, at_ms, command.by, command.claim, command.side),)


def _answer_fault(game: Game, command: Answer) -> str:
    play = game.play
    if not command.agrees:
        return ""
    if command.question is Question.RESULT and missing(game) is not None:
        return "Count the table first: a number is still missing."
    flag = play.flag
    if flag is not None and not wins_now(game.terms, play, flag.side):
        return f"Score the table first: as entered, {flag.side.colour} does not win."
    return ""


def _rule(game: Game, command: Rule | ReopenGame | WithdrawResult, at_ms: int) -> Decision:
    if not command.reason.strip():
        return Refused("Say why: it goes into the history.")
    match command:
        case Rule():
            if game.reported is not None:
                return Refused("A result was entered for this table. Correct that result instead.")
            if (command.winner is None) is not (command.how in {How.TIE, How.TIME}):
                return Refused("A tie has no winner, and every other ruling needs one.")
            return (Ruled(game.number, at_ms, command.winner, command.how, command.reason),)
        case ReopenGame():
            if game.play.clock is None or game.play.in_progress:
                return Refused("This game is still under way.")
            return (GameReopened(game.number, at_ms, command.reason),)
        case WithdrawResult():
            return (ResultWithdrawn(game.number, at_ms, command.reason),)
