"""What a device may ask of its table, and the organizer of any, as messages and as commands.

A device names no game and no rank here: both come from who it has shown to be.
"""

from typing import TypeAlias, assert_never

import msgspec

from app.engine.acts import chess_clock as device_commands
from app.engine.acts import table as ask
from app.engine.acts.players import ChooseList
from app.engine.acts.results import How
from app.engine.acts.table import Claim, Holding, Question, TableCommand
from app.engine.armies.army import Loss
from app.engine.armies.losses import LossChange
from app.engine.side import Pair, Side
from app.web.protocol.at_game import AtGame
from app.web.protocol.limits import Few, Instant, Key, Number, Span, Text


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Start(_Act, frozen=True, tag="start_clock"):
    first: Side


class Tap(_Act, frozen=True, tag="tap"):
    side: Side


class Interrupt(_Act, frozen=True, tag="interrupt"):
    pass


class HandBack(_Act, frozen=True, tag="hand_back"):
    pass


class Extend(_Act, frozen=True, tag="take_extension"):
    side: Side


class Two(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each side."""

    red: Number
    blue: Number


class OneLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gone: Number = 0
    again: Number = 0
    out: bool = False
    inside: bool = False
    followed: bool = False
    name: Text = ""


class Score(_Act, frozen=True, tag="score_turn"):
    by: Side
    step: Number
    holdings: Few[Holding]
    kill_box: bool = False
    points: Two | None = None
    reason: Text = ""
    caster_left: bool = False


class Remove(_Act, frozen=True, tag="remove_element"):
    by: Side
    key: Key


class MakeClaim(_Act, frozen=True, tag="make_claim"):
    by: Side
    claim: Claim
    side: Side


class Answer(_Act, frozen=True, tag="answer"):
    side: Side
    question: Question
    agrees: bool


class CallJudge(_Act, frozen=True, tag="call_judge"):
    side: Side | None


class Tally(_Act, frozen=True, tag="enter_tally"):
    by: Side
    apd: Two
    casters: Two | None = None
    presence: Two | None = None


class Losses(_Act, frozen=True, tag="count_losses"):
    """All that has become of an army, as devices said it once; it replaces what others counted."""

    by: Side
    side: Side
    losses: Few[OneLoss]


class OneChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: Number
    before: OneLoss
    after: OneLoss


class ChangeLosses(_Act, frozen=True, tag="change_losses"):
    by: Side
    side: Side
    changes: Few[OneChange]


class Reread(_Act, frozen=True, tag="read_switch"):
    """A player says what a switch of the clock on the table was."""

    by: Side
    switch_ms: Instant
    interrupt: bool


class Choose(_Act, frozen=True, tag="choose_list"):
    """Which of his lists a player has in the round, from 1."""

    by: Side
    chosen: Number


Act: TypeAlias = (
    Start
    | Tap
    | Interrupt
    | HandBack
    | Extend
    | Score
    | Remove
    | MakeClaim
    | Answer
    | CallJudge
    | Tally
    | Losses
    | ChangeLosses
    | Reread
    | Choose
)


class Pause(_Act, frozen=True, tag="pause"):
    reason: Text = ""


class Resume(_Act, frozen=True, tag="resume"):
    pass


class Adjust(_Act, frozen=True, tag="adjust"):
    side: Side
    delta_ms: Span
    reason: Text


class CountGap(_Act, frozen=True, tag="count_gap"):
    pass


class DismissJudge(_Act, frozen=True, tag="dismiss_judge"):
    pass


class Rule(_Act, frozen=True, tag="rule"):
    winner: Side | None
    how: How
    reason: Text


class Reopen(_Act, frozen=True, tag="reopen"):
    reason: Text


class Withdraw(_Act, frozen=True, tag="withdraw_result"):
    reason: Text


class ReadSwitch(_Act, frozen=True, tag="read_switch"):
    """A switch of the clock on the table was an interrupt, or ended the turn after all."""

    switch_ms: Instant
    interrupt: bool


class PutDiceDown(_Act, frozen=True, tag="dice_down"):
    """The round's time is over, and this table goes on all the same."""


class CorrectPoints(_Act, frozen=True, tag="correct_points"):
    """The control points of a turn; null counts what the table scored."""

    step: Number
    points: Two | None
    reason: Text = ""


class LetGo(_Act, frozen=True, tag="let_go"):
    """A table out of touch is flagged by the server from now on."""


class WaitOn(_Act, frozen=True, tag="wait_on"):
    """The flag of a table out of touch waits for its tablets once more."""


class CountPresses(_Act, frozen=True, tag="count_presses"):
    """The late presses of a device count; of all devices where it is empty."""

    device: Key = ""


class LeaveOutPresses(_Act, frozen=True, tag="leave_out_presses"):
    """The late presses of a device do not count."""

    device: Key = ""


Order: TypeAlias = (
    Start
    | Pause
    | Resume
    | Adjust
    | CountGap
    | DismissJudge
    | Rule
    | Reopen
    | Withdraw
    | ReadSwitch
    | PutDiceDown
    | CorrectPoints
    | LetGo
    | WaitOn
    | CountPresses
    | LeaveOutPresses
)


def command_for(act: Act, at: AtGame) -> tuple[TableCommand | ChooseList, str]:
    """The command, and who does it in the words of the history."""
    game = at.number
    match act:
        case Choose(by=by, chosen=chosen):
            number = at.players.of(by)
            return ChooseList(at.round_number, number, chosen, at_table=True), by.colour
        case Start(first=first):
            return ask.StartClock(game, first), first.colour
        case Tap(side=side):
            return ask.Tap(game, side), side.colour
        case Interrupt():
            return ask.Interrupt(game), "Table"
        case HandBack():
            return ask.HandBack(game), "Table"
        case Extend(side=side):
            return ask.TakeExtension(game, side), side.colour
        case MakeClaim(by=by, claim=claim, side=side):
            return ask.MakeClaim(game, by, claim, side), by.colour
        case Answer(side=side, question=question, agrees=agrees):
            return ask.Answer(game, side, question, agrees), side.colour
        case CallJudge(side=called):
            return ask.CallJudge(game, called), called.colour if called else "Table"
        case Score() | Remove() | Tally() | Reread():
            return _numbers(act, game), act.by.colour
        case Losses() | ChangeLosses():
            return _losses(act, game), act.by.colour
        case _:
            assert_never(act)


def _numbers(act: Score | Remove | Tally | Reread, game: int) -> TableCommand:
    match act:
        case Score():
            return ask.ScoreTurn(
                game,
                act.by,
                act.step,
                act.holdings,
                act.kill_box,
                pair_of(act.points),
                act.reason,
                act.caster_left,
            )
        case Remove():
            return ask.RemoveElement(game, act.by, act.key)
        case Tally():
            apd = Pair(act.apd.red, act.apd.blue)
            return ask.EnterTally(game, act.by, apd, pair_of(act.casters), pair_of(act.presence))
        case Reread():
            return device_commands.RelabelPress(game, act.by, act.switch_ms, act.interrupt)
        case _:
            assert_never(act)


def _losses(act: Losses | ChangeLosses, game: int) -> TableCommand:
    match act:
        case Losses():
            losses = tuple(map(_loss, act.losses))
            return ask.CountLosses(game, act.by, act.side, losses)
        case ChangeLosses():
            changes = tuple(
                LossChange(change.place, _loss(change.before), _loss(change.after))
                for change in act.changes
            )
            return ask.ChangeLosses(game, act.by, act.side, changes)
        case _:
            assert_never(act)


def _loss(one: OneLoss) -> Loss:
    return Loss(one.gone, one.again, one.out, one.inside, one.followed, one.name)


def pair_of(two: Two | None) -> Pair[int] | None:
    return Pair(two.red, two.blue) if two else None
