"""What the EO can do at a table as it stands; the panel beside the live list offers these."""

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.commands import Command
from app.engine.acts.late import CountPresses, LeaveOutPresses
from app.engine.acts.players import DisqualifyPlayer, DropPlayer, WarnPlayer
from app.engine.acts.results import AwardNoShow, How
from app.engine.acts.table import (
    AdjustClock,
    CountGap,
    DismissJudge,
    PauseCause,
    PauseClock,
    PutDiceDown,
    Question,
    ReopenGame,
    ResumeClock,
    Rule,
    ScoreTurn,
    StartClock,
    WithdrawResult,
)
from app.engine.packet.timing import TimingKind
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.engine.table.claims import claim_words
from app.engine.table.game import Game
from app.engine.table.sentences import PAUSES
from app.engine.table.turns import first_step
from app.engine.table.verdict import final_result
from app.engine.text import clock_words, sentence
from app.views.table.late_presses import late_words
from app.views.table.scoring_pad import correctable
from app.views.table.table import Condition, TableView, awaits_judge


class OrganizerAction(Enum):
    START = "Start the clock"
    OTHER_FIRST = "Other player first"
    PAUSE = "Pause"
    RESUME = "Resume"
    COUNT_GAP = "Count the gap"
    IGNORE_GAP = "Ignore the gap"
    DISMISS_JUDGE = "Judge is done"
    COUNT_PRESSES = "Count the late presses"
    LEAVE_OUT = "Leave the late presses out"
    PROGRAM_HOLDS = "Let the program keep the time"
    DICE_DOWN = "Dice down here"
    ADJUST = "Adjust time"
    POINTS = "Correct points"
    RULE = "Rule"
    NO_SHOW = "No-show"
    REOPEN = "Reopen"
    WITHDRAW = "Withdraw"
    WARN = "Warn"
    DROP = "Drop"
    DISQUALIFY = "Disqualify"


NO_POINTS = Pair(0, 0)
PLAYER_ACTS = (OrganizerAction.WARN, OrganizerAction.DROP, OrganizerAction.DISQUALIFY)


def acts(game: Game, stage: Stage, *, dice_down: bool = False) -> tuple[OrganizerAction, ...]:
    """In the order in which they are offered. ``dice_down``: the round's time is over."""
    play, result = game.play, final_result(game)
    under_way = stage is Stage.STARTED
    gap = play.pause is not None and play.pause.cause is PauseCause.GAP
    limited = game.terms.time.kind is not TimingKind.UNTIMED
    offered = {
        OrganizerAction.DISMISS_JUDGE: awaits_judge(game, stage),
        OrganizerAction.COUNT_PRESSES: bool(game.aside),
        OrganizerAction.LEAVE_OUT: bool(game.aside),
        OrganizerAction.START: under_way
        and play.clock is None
        and play.ending is None
        and result is None,
        OrganizerAction.COUNT_GAP: under_way and gap,
        OrganizerAction.IGNORE_GAP: under_way and gap,
        OrganizerAction.PAUSE: play.ticking and play.dice_down_ms is None and result is None,
        OrganizerAction.RESUME: under_way and play.pause is not None and not gap,
        OrganizerAction.PROGRAM_HOLDS: play.clock_holds
        and play.pause is not None
        and result is None,
        OrganizerAction.DICE_DOWN: dice_down and play.in_progress and play.dice_down_ms is None,
        OrganizerAction.OTHER_FIRST: under_way
        and play.in_progress
        and play.step == first_step(game.terms),
        OrganizerAction.ADJUST: limited and (play.in_progress or play.flag is not None),
        OrganizerAction.POINTS: result is None and bool(correctable(game)),
        OrganizerAction.RULE: game.reported is None and stage in {Stage.STARTED, Stage.FINISHED},
        OrganizerAction.NO_SHOW: result is None and stage in {Stage.STARTED, Stage.FINISHED},
        OrganizerAction.REOPEN: under_way and play.clock is not None and not play.in_progress,
        OrganizerAction.WITHDRAW: result is not None
        and (game.reported is not None or play.confirmed),
        **dict.fromkeys(PLAYER_ACTS, True),
    }
    return tuple(act for act, may in offered.items() if may)


@dataclass(frozen=True, slots=True)
class Answers:
    """What an act has to be told. ``side``: who it is about, or who wins; None is a tie.

    ``points`` are the control points of the turn ``step``, None of the latest finished; points None
    count what the table scored.
    """

    side: Side | None = None
    how: How = How.ASSASSINATION
    delta_ms: int = 0
    reason: str = ""
    points: Pair[int] | None = NO_POINTS
    step: int | None = None


def command(act: OrganizerAction, game: Game, answers: Answers) -> Command:
    """The act as a command to the desk."""
    number, reason = game.number, answers.reason
    side = answers.side or Side.RED
    player = game.players.of(side)
    match act:
        case OrganizerAction.START | OrganizerAction.OTHER_FIRST:
            return StartClock(number, side)
        case OrganizerAction.PAUSE:
            return PauseClock(number, reason)
        case OrganizerAction.RESUME | OrganizerAction.IGNORE_GAP:
            return ResumeClock(number)
        case OrganizerAction.COUNT_GAP:
            return CountGap(number)
        case OrganizerAction.DISMISS_JUDGE:
            return DismissJudge(number)
        case OrganizerAction.COUNT_PRESSES:
            return CountPresses(number)
        case OrganizerAction.LEAVE_OUT:
            return LeaveOutPresses(number)
        case OrganizerAction.PROGRAM_HOLDS:
            return HoldTime(number, by_clock=False)
        case OrganizerAction.DICE_DOWN:
            return PutDiceDown(number)
        case OrganizerAction.ADJUST:
            return AdjustClock(number, side, answers.delta_ms, reason)
        case OrganizerAction.POINTS:
            return corrected(game, answers.step, answers.points, answers.reason)
        case OrganizerAction.RULE:
            return Rule(number, answers.side, answers.how, reason)
        case OrganizerAction.NO_SHOW:
            return AwardNoShow(number, side)
        case OrganizerAction.REOPEN:
            return ReopenGame(number, reason)
        case OrganizerAction.WITHDRAW:
            return WithdrawResult(number, reason)
        case OrganizerAction.WARN:
            return WarnPlayer(player, reason)
        case OrganizerAction.DROP:
            return DropPlayer(player)
        case OrganizerAction.DISQUALIFY:
            return DisqualifyPlayer(player, reason)
        case _:
            assert_never(act)


def corrected(game: Game, step: int | None, points: Pair[int] | None, reason: str) -> ScoreTurn:
    """A turn with the EO's points instead of what it came to."""
    if step is None:
        step = next((turn_points.step for turn_points in correctable(game)), game.play.step)
    score = game.play.scores.get(step)
    return ScoreTurn(
        game.number,
        None,
        step,
        score.holdings if score else (),
        kill_box=score.kill_box if score else False,
        points=points,
        reason=reason if points else "",
        caster_left=score.caster_left if score else False,
    )


def open_words(view: TableView, *, tablet_away: bool = False) -> str:
    """What the table waits for, late presses and a claim in dispute first; empty for nothing.

    ``tablet_away``: a tablet that is to come back may have kept the time.
    """
    late = [late_words(row) for row in view.late]
    if view.result is not None:
        if view.condition is Condition.JUDGE:
            late.append("The judge’s call is still open.")
        elif view.otherwise:
            late.append(f"At the table it ended otherwise: {sentence(view.otherwise)}")
        return " ".join(late)
    return " ".join(text for text in (*late, _disputed(view), _waits(view, tablet_away)) if text)


def _disputed(view: TableView) -> str:
    """What the players do not agree on while they play."""
    denied, names = view.play.disputed, view.names
    if denied is None or view.play.ending is not None:
        return ""
    words = claim_words(denied.claim, names.of(denied.side))
    by, other = names.of(denied.by), names.of(denied.by.other)
    return f"{by} says that {words}, and {other} does not agree."


def _waits(view: TableView, tablet_away: bool) -> str:
    play, names = view.play, view.names
    if play.pause is not None:
        gap = clock_words(play.pause.gap_ms)
        if play.pause.cause is PauseCause.GAP and tablet_away:
            return (
                f"The program kept no time for {gap}. A tablet that did says so once it is"
                " back; if none did, does it count as played?"
            )
        reason = f": {play.pause.reason}" if play.pause.reason else ""
        return PAUSES[play.pause.cause].organizer.format(gap=gap, reason=reason)
    if play.claim is not None:
        words = claim_words(play.claim.claim, names.of(play.claim.side))
        by = names.of(play.claim.by)
        return f"{by} says that {words}. The opponent has not answered."
    if play.question is Question.CLOCK_OUT and play.flag is not None:
        return (
            f"{names.of(play.flag.side)}’s clock ran out. Both players are asked whether the"
            " scenario was won before that."
        )
    if play.question is Question.RESULT and view.needs is not None:
        return "The players count the table. Then both are asked to confirm the result."
    if play.question is Question.RESULT:
        return _confirms(view)
    if play.clock_left and play.in_progress:
        return "The program keeps the time here, not the clock on the table."
    return ""


def _confirms(view: TableView) -> str:
    """Who agrees to the result, and who does not."""
    answers, names = view.play.answers, view.names
    against = [side for side in Side if answers.of(side) is False]
    if len(against) > 1:
        return "Neither player agrees to this result."
    if against:
        other = against[0].other
        answer = "has agreed" if answers.of(other) else "has not answered"
        return f"{names.of(against[0])} does not agree to this result. {names.of(other)} {answer}."
    agreed = [names.of(side) for side in Side if answers.of(side)]
    answer = f"{agreed[0]} has agreed." if agreed else "Nobody has agreed yet."
    return f"Both players are asked to confirm the result. {answer}"
