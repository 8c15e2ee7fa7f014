"""The organizer's acts at a table in its present state, for the panel beside the live list."""

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct

from app.engine import wording
from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.commands import Command
from app.engine.acts.late import CountPresses, LeaveOutPresses, PutTimeBack
from app.engine.acts.players import DisqualifyPlayer, DropPlayer, WarnPlayer
from app.engine.acts.results import AwardNoShow, How, ReportResult, Result
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
    RuleOnStop,
    ScoreTurn,
    SetTime,
    StartClock,
    TakeBackTurn,
    WithdrawResult,
)
from app.engine.language import mark_text, say
from app.engine.packet.packet import Tiebreak
from app.engine.packet.timing import TimingKind
from app.engine.remarks import reason_words
from app.engine.rounds.stops import penalty_words
from app.engine.side import Pair, Side
from app.engine.state import Stage
from app.engine.table.claims import claim_words
from app.engine.table.game import Game, Play
from app.engine.table.sentences import PAUSES, gap_question
from app.engine.table.turn_back import last_ended
from app.engine.table.turns import first_step
from app.engine.table.verdict import final_result
from app.engine.text import clock_words, sentence
from app.views.table.late_presses import describe_late_row
from app.views.table.scoring_pad import correctable
from app.views.table.table import TableCondition, TableView, awaits_judge


class OrganizerAction(Enum):
    START = wording.START_THE_CLOCK
    OTHER_FIRST = mark_text("Other player first")
    PAUSE = mark_text("Pause")
    RESUME = mark_text("Resume")
    COUNT_GAP = wording.COUNT_GAP
    IGNORE_GAP = mark_text("Ignore the gap")
    DISMISS_JUDGE = wording.JUDGE_IS_DONE.source
    COUNT_PRESSES = mark_text("Count the late presses")
    LEAVE_OUT = mark_text("Leave the late presses out")
    PUT_TIME_BACK = wording.PUT_TIME_BACK
    TAKE_REPORT = mark_text("Enter the report")
    PROGRAM_HOLDS = mark_text("Let the program keep the time")
    DICE_DOWN = wording.DICE_DOWN_HERE
    ADJUST = wording.ADJUST_TIME
    POINTS = mark_text("Correct points")
    STOPPED = wording.CLOCK_WAS_STOPPED
    TAKE_BACK = wording.TAKE_BACK_TURN
    RULE = mark_text("Decide game")
    NO_SHOW = mark_text("No-show")
    REOPEN = mark_text("Reopen")
    WITHDRAW = mark_text("Delete result")
    WARN = mark_text("Warn")
    DROP = mark_text("Drop")
    DISQUALIFY = mark_text("Disqualify")


NO_POINTS = Pair(0, 0)
UNRECORDED = Result(None, How.UNRECORDED, NO_POINTS, NO_POINTS)


class OrganizerAnswers(Struct, frozen=True):
    """The organizer's answers to the questions of an act."""

    side: Side | None = None
    """The player concerned, or the winner; None for a tie."""
    how: How = How.ASSASSINATION
    delta_ms: int = 0
    reason: str = ""
    points: Pair[int] | None = NO_POINTS
    """The control points of the turn; None to keep the points that the table scored."""
    step: int | None = None
    """The turn; None for the latest finished one."""
    left_ms: int | None = None
    """The time that a clock is set to; None if time is added or taken away."""


class TableNow(Struct, frozen=True):
    """The facts on which the possible acts depend."""

    game: Game
    stage: Stage
    dice_down: bool
    """True if the round's time is over."""

    @property
    def play(self) -> Play:
        return self.game.play

    @property
    def result(self) -> Result | None:
        return final_result(self.game)

    @property
    def under_way(self) -> bool:
        return self.stage is Stage.STARTED

    @property
    def begun(self) -> bool:
        return self.stage in {Stage.STARTED, Stage.FINISHED}

    @property
    def gap_ms(self) -> int:
        return self.play.pause.gap_ms if self.play.pause is not None else 0

    @property
    def gap(self) -> bool:
        return self.play.pause is not None and self.play.pause.cause is PauseCause.GAP


class ActionRow(Struct, frozen=True):
    """An act of the organizer at a table."""

    offered: Callable[[TableNow], bool]
    command: Callable[[Game, OrganizerAnswers], Command]
    """Makes the command for the desk."""
    at_once: bool = False
    """True if the button carries out the act at once; other acts first ask something."""
    urgent: bool = False
    """True if the act's button is emphasized."""
    letter: str = ""
    """The text of the button with its Alt letter marked, for frequent acts."""
    by_first_letter: bool = False
    """True if the Alt letter is always the first letter, because the text contains a word of the
    packet.
    """
    remote: bool = True
    """True if the act is also offered at a table's window on another computer."""


def _can_start(now: TableNow) -> bool:
    play = now.play
    return now.under_way and play.clock is None and play.ending is None and now.result is None


def _other_may_begin(now: TableNow) -> bool:
    first = now.play.step == first_step(now.game.terms)
    return now.under_way and now.play.in_progress and first


def _can_pause(now: TableNow) -> bool:
    return now.play.ticking and now.play.dice_down_ms is None and now.result is None


def _clock_can_go(now: TableNow) -> bool:
    return now.play.clock_holds and now.play.pause is not None and now.result is None


def _dice_can_go_down(now: TableNow) -> bool:
    return now.dice_down and now.play.in_progress and now.play.dice_down_ms is None


def _can_adjust(now: TableNow) -> bool:
    limited = now.game.terms.time.kind is not TimingKind.UNTIMED
    return limited and (now.play.in_progress or now.play.flag is not None)


def _can_reopen(now: TableNow) -> bool:
    return now.under_way and now.play.clock is not None and not now.play.in_progress


def _can_withdraw(now: TableNow) -> bool:
    entered = now.game.reported is not None or now.play.confirmed
    return now.result is not None and entered


def _can_take_back(now: TableNow) -> bool:
    """Tell whether the organizer can take back the end of a turn. At the table, the players
    themselves have to agree on that.
    """
    over = now.game.reported is not None or now.play.confirmed
    return now.under_way and not over and last_ended(now.play) is not None


def _always(_now: TableNow) -> bool:
    return True


def _reports(game: Game) -> tuple[Result, ...]:
    """Return the results of a game that were reported by phone."""
    return tuple(result for result in game.phoned if result is not None)


def _start(game: Game, answers: OrganizerAnswers) -> StartClock:
    return StartClock(game.number, answers.side or Side.RED)


def _adjust(game: Game, answers: OrganizerAnswers) -> AdjustClock | SetTime:
    side = answers.side or Side.RED
    if answers.left_ms is not None:
        return SetTime(game.number, side, answers.left_ms, answers.reason)
    return AdjustClock(game.number, side, answers.delta_ms, answers.reason)


def _take_back(game: Game, _answers: OrganizerAnswers) -> TakeBackTurn:
    ended = last_ended(game.play)
    return TakeBackTurn(game.number, ended.at_ms if ended else 0)


def _player(game: Game, answers: OrganizerAnswers) -> int:
    return game.players.of(answers.side or Side.RED)


ACTIONS: Mapping[OrganizerAction, ActionRow] = {
    OrganizerAction.DISMISS_JUDGE: ActionRow(
        lambda now: awaits_judge(now.game, now.stage),
        lambda game, _answers: DismissJudge(game.number),
        at_once=True,
        urgent=True,
        by_first_letter=True,
    ),
    OrganizerAction.COUNT_PRESSES: ActionRow(
        lambda now: bool(now.game.aside),
        lambda game, _answers: CountPresses(game.number),
        at_once=True,
    ),
    OrganizerAction.LEAVE_OUT: ActionRow(
        lambda now: bool(now.game.aside),
        lambda game, _answers: LeaveOutPresses(game.number),
        at_once=True,
    ),
    OrganizerAction.PUT_TIME_BACK: ActionRow(
        lambda now: bool(now.game.moved) and now.play.in_progress,
        lambda game, _answers: PutTimeBack(game.number, game.moved[-1].at_ms if game.moved else 0),
        at_once=True,
        remote=False,
    ),
    OrganizerAction.TAKE_REPORT: ActionRow(
        lambda now: now.result is None and len(_reports(now.game)) == 1,
        lambda game, _answers: ReportResult(game.number, next(iter(_reports(game)), UNRECORDED)),
        at_once=True,
        urgent=True,
        remote=False,
    ),
    OrganizerAction.START: ActionRow(_can_start, _start),
    OrganizerAction.COUNT_GAP: ActionRow(
        lambda now: now.under_way and now.gap and now.gap_ms > 0,
        lambda game, _answers: CountGap(game.number),
        at_once=True,
        urgent=True,
    ),
    OrganizerAction.IGNORE_GAP: ActionRow(
        lambda now: now.under_way and now.gap,
        lambda game, _answers: ResumeClock(game.number),
        at_once=True,
    ),
    OrganizerAction.PAUSE: ActionRow(
        _can_pause,
        lambda game, answers: PauseClock(game.number, answers.reason),
        at_once=True,
        letter=say("Pau&se"),
    ),
    OrganizerAction.RESUME: ActionRow(
        lambda now: now.under_way and now.play.pause is not None and not now.gap,
        lambda game, _answers: ResumeClock(game.number),
        at_once=True,
        urgent=True,
        letter=say("Re&sume"),
    ),
    OrganizerAction.PROGRAM_HOLDS: ActionRow(
        _clock_can_go,
        lambda game, _answers: HoldTime(game.number, by_clock=False),
        at_once=True,
        remote=False,
    ),
    OrganizerAction.DICE_DOWN: ActionRow(
        _dice_can_go_down, lambda game, _answers: PutDiceDown(game.number), at_once=True
    ),
    OrganizerAction.OTHER_FIRST: ActionRow(_other_may_begin, _start),
    OrganizerAction.ADJUST: ActionRow(_can_adjust, _adjust),
    OrganizerAction.POINTS: ActionRow(
        lambda now: now.result is None and bool(correctable(now.game)),
        lambda game, answers: correct_turn(game, answers.step, answers.points, answers.reason),
    ),
    OrganizerAction.STOPPED: ActionRow(
        lambda now: (
            bool(now.game.terms.time.pauses_lose)
            and now.play.clock is not None
            and now.play.ending is None
            and now.result is None
        ),
        lambda game, answers: RuleOnStop(game.number, answers.side),
    ),
    OrganizerAction.TAKE_BACK: ActionRow(_can_take_back, _take_back, at_once=True),
    OrganizerAction.RULE: ActionRow(
        lambda now: now.game.reported is None and now.begun,
        lambda game, answers: Rule(game.number, answers.side, answers.how, answers.reason),
    ),
    OrganizerAction.NO_SHOW: ActionRow(
        lambda now: now.result is None and now.begun,
        lambda game, answers: AwardNoShow(game.number, answers.side or Side.RED),
        remote=False,
    ),
    OrganizerAction.REOPEN: ActionRow(
        _can_reopen, lambda game, answers: ReopenGame(game.number, answers.reason)
    ),
    OrganizerAction.WITHDRAW: ActionRow(
        _can_withdraw, lambda game, answers: WithdrawResult(game.number, answers.reason)
    ),
    OrganizerAction.WARN: ActionRow(
        _always,
        lambda game, answers: WarnPlayer(_player(game, answers), answers.reason),
        remote=False,
    ),
    OrganizerAction.DROP: ActionRow(
        _always, lambda game, answers: DropPlayer(_player(game, answers)), remote=False
    ),
    OrganizerAction.DISQUALIFY: ActionRow(
        _always,
        lambda game, answers: DisqualifyPlayer(_player(game, answers), answers.reason),
        remote=False,
    ),
}
"""The acts in the order in which they are offered."""


def taken_back_ms(game: Game, stage: Stage) -> int | None:
    """Return the instant at which the latest turn ended, if the organizer can take that end back;
    else None.
    """
    now = TableNow(game, stage, dice_down=False)
    ended = last_ended(game.play)
    return ended.at_ms if ended and _can_take_back(now) else None


def acts(game: Game, stage: Stage, *, dice_down: bool = False) -> tuple[OrganizerAction, ...]:
    """Return the acts that are possible now. ``dice_down`` says that the round's time is over."""
    now = TableNow(game, stage, dice_down)
    return tuple(act for act, row in ACTIONS.items() if row.offered(now))


def command(act: OrganizerAction, game: Game, answers: OrganizerAnswers) -> Command:
    """Return the command that carries out ``act`` with these answers."""
    return ACTIONS[act].command(game, answers)


def form_note(act: OrganizerAction, game: Game) -> str:
    """Return what an act's form says about its consequence at this table; empty if there is nothing
    to say.
    """
    if act is OrganizerAction.STOPPED:
        return penalty_words(game.terms.time.pauses_lose)
    return ""


def correct_turn(game: Game, step: int | None, points: Pair[int] | None, reason: str) -> ScoreTurn:
    """Return the command that replaces a turn's scored points with the organizer's."""
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
    """Return the things that the table waits for, beginning with late presses and a disputed claim;
    empty if there are none.

    ``tablet_away`` says that a tablet is out of touch. Such a tablet may have kept the time and may
    come back.
    """
    late = [describe_late_row(row) for row in view.late]
    late += [say("Late presses: {moved}.", moved=row.words) for row in view.moves[:1]]
    if view.result is not None:
        if view.condition is TableCondition.JUDGE:
            late.append(say("The judge’s call is still open."))
        elif view.otherwise:
            late.append(
                say(
                    "The table itself ended differently: {sentence}",
                    sentence=sentence(view.otherwise),
                )
            )
        return " ".join(late)
    return " ".join(
        text
        for text in (
            *late,
            _describe_stop(view),
            _describe_dispute(view),
            _waits(view, tablet_away),
        )
        if text
    )


def _describe_stop(view: TableView) -> str:
    """Return a sentence about a stopped clock: it asks who stopped the clock, or proposes a game
    loss.
    """
    if view.stop is None:
        return ""
    if not view.stop.loses:
        return view.stop.sentence
    return f"{view.stop.sentence} {say('A game loss is proposed.')}"


def _describe_dispute(view: TableView) -> str:
    """Return a sentence about a claim that the players disagree on while they play."""
    denied, names = view.play.disputed, view.names
    if denied is None or view.play.ending is not None:
        return ""
    words = claim_words(denied.claim, names.of(denied.side))
    by, other = names.of(denied.by), names.of(denied.by.other)
    return say(
        "{by} says that {words}, and {other} does not agree.", by=by, words=words, other=other
    )


def _waits(view: TableView, tablet_away: bool) -> str:
    play, names = view.play, view.names
    if play.pause is not None:
        gap_ms, known = play.pause.gap_ms, play.pause.gap_known
        gap = clock_words(gap_ms)
        if play.pause.cause is PauseCause.GAP and not known:
            return gap_question(gap_ms, gap, known=False)
        if play.pause.cause is PauseCause.GAP and tablet_away:
            return say(
                "The program kept no time for {gap}. If a tablet did, it reports when it is"
                " back; if none did, does the gap count as played?",
                gap=gap,
            )
        reason = f": {reason_words(play.pause.reason)}" if play.pause.reason else ""
        return PAUSES[play.pause.cause].organizer.format(gap=gap, reason=reason)
    if play.claim is not None:
        words = claim_words(play.claim.claim, names.of(play.claim.side))
        by = names.of(play.claim.by)
        return say("{by} says that {words}. The opponent has not answered.", by=by, words=words)
    if play.question is Question.CLOCK_OUT and play.flag is not None and view.scores_once_more:
        out = play.flag.side
        return say(
            "{names}’s clock ran out. {other} is asked what they score now: with more points they"
            " win by scenario, else by assassination.",
            names=names.of(out),
            other=names.of(out.other),
        )
    if play.question is Question.CLOCK_OUT and play.flag is not None:
        return say(
            "{names}’s clock ran out. Both players are asked whether the"
            " scenario was won before that.",
            names=names.of(play.flag.side),
        )
    if view.scores_once_more and play.overrun and play.in_progress:
        out = play.overrun[0]
        return say(
            "{names}’s clock ran out in the opponent’s turn. {other} finishes it and scores it:"
            " they win by scenario or by assassination.",
            names=names.of(out),
            other=names.of(out.other),
        )
    if play.question is Question.RESULT and view.needs is Tiebreak.CONTROL_POINTS:
        return say("The players enter their points. Then both are asked to confirm the result.")
    if play.question is Question.RESULT and view.needs is not None:
        return say("The players enter army points. Then both are asked to confirm the result.")
    if play.question is Question.RESULT:
        return _confirms(view)
    if play.clock_left and play.in_progress:
        return say("The program keeps the time here, not the clock on the table.")
    return ""


def _confirms(view: TableView) -> str:
    """Return which players agree to the result."""
    answers, names = view.play.answers, view.names
    against = [side for side in Side if answers.of(side) is False]
    if len(against) > 1:
        return say("Neither player agrees to this result.")
    if against:
        other = against[0].other
        answer = say("has agreed") if answers.of(other) else say("has not answered")
        return say(
            "{name} does not agree to this result. {other} {answer}.",
            name=names.of(against[0]),
            other=names.of(other),
            answer=answer,
        )
    agreed = [names.of(side) for side in Side if answers.of(side)]
    answer = (
        say("{agreed} has agreed.", agreed=agreed[0]) if agreed else say("Nobody has agreed yet.")
    )
    return say("Both players are asked to confirm the result. {answer}", answer=answer)
