"""Presses at a table: the start, taps, interrupts, extensions, and dice down."""

from collections.abc import Mapping
from typing import assert_never

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import (
    Claim,
    Claimed,
    ClockStarted,
    HandBack,
    Interrupt,
    PutDiceDown,
    StartClock,
    TakeExtension,
    Tap,
    TurnEnded,
    TurnStarted,
)
from app.engine.frozen import memoized_latest
from app.engine.language import say, within
from app.engine.players.list_choice import list_fault
from app.engine.rounds.match_ups import match_up_is_open
from app.engine.side import Side
from app.engine.state import Round, Stage, State, TableActKind
from app.engine.subjects.act import Act, Recorded, Request
from app.engine.subjects.rounds.dice_down import dice_down_at
from app.engine.subjects.table.at_table import at_table, by_game
from app.engine.subjects.table.changes import apply_mark
from app.engine.subjects.table.results import MATCH_UP_IS_OPEN
from app.engine.subjects.table.sentences import AtTable, at_table_template
from app.engine.table import turns
from app.engine.table.game import Game, Play, extension_fault, step_elapsed
from app.engine.table.marks import advance, as_read
from app.engine.table.sentences import PAUSES, NameOf
from app.engine.table.turn_back import means_it, straight_back


def _start(state: State, game: Game, command: StartClock, at_ms: int, *, insist: bool) -> Decision:
    round_ = state.round_of(game)
    decision = start_clock(game, round_, command, at_ms, insist=insist)
    may_start = isinstance(decision, Refused) or game.play.clock or command.by_lever
    fault = "" if insist or may_start else _start_fault(state, game)
    return Refused(fault, insistable=True) if fault else decision


def _start_fault(state: State, game: Game) -> str:
    """Return what the players or their captains have to choose before the start; empty if nothing
    is missing.
    """
    return MATCH_UP_IS_OPEN if match_up_is_open(state, game) else list_fault(state, game)


def start_clock(
    game: Game, round_: Round, command: StartClock, at_ms: int, *, insist: bool
) -> Decision:
    """Start a game's clock. In the first deployment phase, the organizer can correct a wrong first
    player by starting the clock again.
    """
    play = game.play
    if play.ending is not None:
        return Refused(str(wording.GAME_IS_DECIDED))
    deployed = play.step > turns.first_step(game.terms)
    if play.clock is not None and (play.first is command.first or deployed):
        return Refused(wording.CLOCK_STARTED_ALREADY)
    if play.clock is not None and not insist:
        return Refused(
            wording.STARTED_WITH_ANOTHER_FIRST.format(
                started=play.first.colour, first=command.first.colour
            ),
            insistable=True,
        )
    if round_.stage is not Stage.STARTED and not insist:
        return Refused(str(wording.ROUND_NOT_UNDER_WAY), insistable=True)
    if round_.dice_down_ms is not None and not insist:
        return Refused(
            say("Dice are down in this round. Ask the judge whether you may still play."),
            insistable=True,
        )
    return (ClockStarted(game.number, at_ms, command.first, command.uncertain_ms),)


def _tap(game: Game, command: Tap | Interrupt | HandBack, at_ms: int) -> Decision:
    """Decide a press at the table, on which nobody may insist."""
    play = game.play
    if play.clock is None:
        return Refused(str(wording.CLOCK_NOT_STARTED))
    if play.ending is not None:
        count = wording.OVER_COUNT_THE_TABLE if game.armies else wording.OVER_ENTER_POINTS
        return Refused(count)
    if play.pause is not None:
        refusal = PAUSES[play.pause.cause].refusal
        return Refused(wording.WAIT_FOR_THE_ORGANIZER.format(why=refusal))
    second = isinstance(command, Tap) and means_it(play, command.side, at_ms)
    if play.question is not None and not second:
        return Refused(wording.ANSWER_THE_QUESTION_FIRST)
    if play.clock_holds:
        return Refused(wording.CLOCK_ON_THE_TABLE_KEEPS_TIME)
    match command:
        case Tap():
            return _plunger(game, command, at_ms)
        case Interrupt():
            return _interrupt(game, command)
        case HandBack():
            if not play.interrupted:
                return Refused(wording.NO_INTERRUPT_TO_END)
            return (command,)
        case _:
            assert_never(command)


def _interrupt(game: Game, command: Interrupt) -> Decision:
    play = game.play
    if play.interrupted:
        return Refused(wording.CLOCK_RUNS_ALREADY.format(side=play.runner.colour))
    if play.step < turns.FIRST_TURN_STEP:
        return Refused(wording.NO_INTERRUPTS_IN_DEPLOYMENT)
    if play.awaits_start:
        return Refused(wording.STARTS_THE_TURN_FIRST.format(side=play.owner.colour))
    if play.dice_down_ms is not None:
        return Refused(wording.DICE_DOWN_NO_INTERRUPT)
    if game.terms.plays_past_a_flag and play.owner.other in play.overrun:
        return Refused(wording.NO_TIME_TO_INTERRUPT.format(side=play.owner.other.colour))
    return (command,)


def _plunger(game: Game, command: Tap, at_ms: int) -> Decision:
    """Decide a tap on the player's own half: it hands the clock back after an interrupt, starts a
    turn's time, or ends a phase or turn.
    """
    play, side, uncertain_ms = game.play, command.side, command.uncertain_ms
    if side is not play.runner and play.dice_down_ms is not None:
        return Refused(wording.DICE_DOWN_OTHER_TAPS.format(side=play.owner.colour))
    if side is not play.runner and play.awaits_start:
        return Refused(wording.STARTS_THE_TURN_WITH_A_TAP.format(side=play.owner.colour))
    if side is not play.runner:
        return Refused(wording.ONLY_THE_RUNNING_SIDE_TAPS.format(side=play.runner.colour))
    if play.interrupted:
        return (HandBack(game.number, at_ms=at_ms, uncertain_ms=uncertain_ms),)
    if play.awaits_start:
        return (TurnStarted(game.number, at_ms, side, uncertain_ms),)
    if straight_back(game.terms, play, side, at_ms):
        return (Claimed(game.number, at_ms, side, Claim.TURN, side.other, tapped=True),)
    minimum_ms = game.terms.time.minimum_turn_ms
    left_ms = 0 if play.dice_down_ms is not None else minimum_ms - step_elapsed(play, at_ms)
    if play.step >= turns.FIRST_TURN_STEP and left_ms > 0:
        least = minimum_ms // 1000
        return Refused(wording.TURN_LASTS_AT_LEAST.format(seconds=least, left=-(-left_ms // 1000)))
    return (TurnEnded(game.number, at_ms, side, uncertain_ms),)


def _extend(game: Game, command: TakeExtension, _at_ms: int) -> Decision:
    """Give the active player a turn extension: one in a game, or more with reinforcements."""
    play = game.play
    if play.clock is None or not play.in_progress:
        return Refused(wording.NO_TURN_IS_BEING_PLAYED)
    fault = extension_fault(game.terms, play, command.side)
    return Refused(fault) if fault else (command,)


def _started_words(mark: ClockStarted, name: NameOf, _game: Game | None) -> str:
    return say("clock started, {name} goes first", name=name(mark.first))


def _turn_ended_words(mark: TurnEnded, name: NameOf, game: Game | None) -> str:
    """Return the sentence about a tap: "Anna tapped at the end of turn 2", or just "Anna tapped"
    for a tap that ended nothing.
    """
    step = steps_ended(game).get((mark.at_ms, mark.side)) if game else None
    if step is None:
        return say("{name} tapped", name=name(mark.side))
    return say(
        "{name} tapped at the end of {step}",
        name=name(mark.side),
        step=within(turns.step_name(step)),
    )


@memoized_latest
def steps_ended(game: Game) -> Mapping[tuple[int, Side], int]:
    """Return the numbers of the steps that taps ended, by the instant and side of the tap. Taps
    that ended nothing are left out.
    """
    ended: dict[tuple[int, Side], int] = {}
    play = Play()
    for mark in as_read(game):
        after = advance(game.terms, play, mark)
        if isinstance(mark, TurnEnded) and after is not play:
            ended[mark.at_ms, mark.side] = play.step
        play = after
    return ended


ACTS = (
    Act(
        StartClock, ClockStarted, kind="clock_started", by=Role.SCOREKEEPER,
        decide=at_table(_start, in_round=True), apply=apply_mark, words=AtTable(_started_words),
        undo=None, insist=f"&{wording.START_THE_CLOCK}", passed_over=TableActKind.START,
    ),
    Request(Tap, decide=at_table(by_game(_tap), in_round=True), insist=None, for_good=True),
    Recorded(
        TurnStarted, kind="turn_started", by=Role.SCOREKEEPER, apply=apply_mark,
        words=at_table_template(say("{name} started the turn’s time")), undo=None,
    ),
    Recorded(
        TurnEnded, kind="turn_ended", by=Role.SCOREKEEPER, apply=apply_mark,
        words=AtTable(_turn_ended_words), undo=None,
    ),
    Act(
        Interrupt, Interrupt, kind="interrupted", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_tap), in_round=True), apply=apply_mark,
        words=at_table_template(say("clock lent to the opponent")), undo=None, insist=None,
    ),
    Act(
        HandBack, HandBack, kind="handed_back", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_tap), in_round=True), apply=apply_mark,
        words=at_table_template(say("clock handed back")), undo=None, insist=None,
    ),
    Act(
        TakeExtension, TakeExtension, kind="extension_taken", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_extend), in_round=True), apply=apply_mark,
        words=at_table_template(say("{name} extended the turn")), undo=None, insist=None,
    ),
    Act(
        PutDiceDown, PutDiceDown, kind="dice_down", by=Role.SCOREKEEPER,
        decide=at_table(dice_down_at, in_round=True), apply=apply_mark,
        words=at_table_template(say("dice down")), undo=None, insist=f"&{wording.PUT_DICE_DOWN}",
        passed_over=TableActKind.DICE_DOWN,
    ),
)  # fmt: skip
