"""A table's command as the act a device may ask for, or as the organizer's order there."""

from app.engine.acts import table as ask
from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Command
from app.engine.acts.players import ChooseList
from app.engine.armies.army import Loss
from app.engine.side import Pair, Side
from app.web.protocol import acts

PLAYERS = Pair(1, 2)  # as a window elsewhere numbers the two at its table


def act_for(command: Command) -> acts.Act | None:
    """The other way round than ``app.web.protocol.acts.command_for``."""
    match command:
        case ask.StartClock(first=first):
            return acts.Start(first)
        case ask.Tap(side=side):
            return acts.Tap(side)
        case ask.Interrupt():
            return acts.Interrupt()
        case ask.HandBack():
            return acts.HandBack()
        case ask.TakeExtension(side=side):
            return acts.Extend(side)
        case ask.MakeClaim(by=by, claim=claim, side=side):
            return acts.MakeClaim(by, claim, side)
        case ask.Answer(side=side, question=question, agrees=agrees):
            return acts.Answer(side, question, agrees)
        case ask.CallJudge(side=called):
            return acts.CallJudge(called)
        case ChooseList(player=player, chosen=chosen):
            by = next(side for side in Side if PLAYERS.of(side) == player)
            return acts.Choose(by, chosen)
        case _:
            return _numbers(command)


def order_of(command: Command) -> acts.Order | None:
    """What the organizer may order at a table; the other way round than ``organizer.order_for``."""
    match command:
        case ask.StartClock(first=first):
            return acts.Start(first)
        case ask.PauseClock(reason=reason):
            return acts.Pause(reason)
        case ask.ResumeClock():
            return acts.Resume()
        case ask.AdjustClock(side=side, delta_ms=delta_ms, reason=reason):
            return acts.Adjust(side, delta_ms, reason)
        case ask.CountGap():
            return acts.CountGap()
        case ask.DismissJudge():
            return acts.DismissJudge()
        case ask.Rule(winner=winner, how=how, reason=reason):
            return acts.Rule(winner, how, reason)
        case ask.ReopenGame(reason=reason):
            return acts.Reopen(reason)
        case ask.WithdrawResult(reason=reason):
            return acts.Withdraw(reason)
        case ask.PutDiceDown():
            return acts.PutDiceDown()
        case RelabelPress(by=None, switch_ms=switch_ms, interrupt=interrupt):
            return acts.ReadSwitch(switch_ms, interrupt)
        case ask.ScoreTurn(by=None, step=step, points=points, reason=reason):
            return acts.CorrectPoints(step, _two(points), reason)
        case _:
            return None


def _numbers(command: Command) -> acts.Act | None:
    """What players enter; numbers of the EO have no side and are not a table's."""
    match command:
        case ask.ScoreTurn(by=by) if by is not None:
            points = _two(command.points)
            return acts.Score(
                by,
                command.step,
                command.holdings,
                command.kill_box,
                points,
                command.reason,
                command.caster_left,
            )
        case ask.RemoveElement(by=by, key=key) if by is not None:
            return acts.Remove(by, key)
        case ask.EnterTally(by=by, apd=apd) if by is not None:
            casters, presence = _two(command.casters), _two(command.presence)
            return acts.Tally(by, acts.Two(apd.red, apd.blue), casters, presence)
        case ask.CountLosses(by=by, side=side) if by is not None:
            return acts.Losses(by, side, tuple(map(_loss, command.losses)))
        case ask.ChangeLosses(by=by, side=side) if by is not None:
            changes = tuple(
                acts.OneChange(change.place, _loss(change.before), _loss(change.after))
                for change in command.changes
            )
            return acts.ChangeLosses(by, side, changes)
        case RelabelPress(by=by) if by is not None:
            return acts.Reread(by, command.switch_ms, command.interrupt)
        case _:
            return None


def _loss(one: Loss) -> acts.OneLoss:
    return acts.OneLoss(one.gone, one.again, one.out, one.inside, one.followed, one.name)


def _two(pair: Pair[int] | None) -> acts.Two | None:
    return acts.Two(pair.red, pair.blue) if pair else None
