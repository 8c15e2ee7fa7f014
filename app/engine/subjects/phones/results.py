"""Results that players report by phone."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.phones import NOT_BY_PHONE, ReportByPhone, ReportedByPhone
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import CallJudge, DismissJudge
from app.engine.frozen import replace, with_changes
from app.engine.language import say
from app.engine.rounds.match_ups import is_public
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.subjects.act import Act, Context, Reach
from app.engine.subjects.table.results import doubts_about, impossible
from app.engine.subjects.words import side_names, table_named
from app.engine.table.game import Game
from app.engine.table.sentences import result_words


def _report(state: State, command: ReportByPhone, at_ms: int, *, insist: bool) -> Decision:
    """Report a result. If the opponent reported the same result, the report confirms it; if they
    reported a different one, the report calls the judge. A game that is not public yet cannot be
    reported.
    """
    game = state.games.get(command.game)
    if game is None or not is_public(state, state.round_of(game)):
        return Refused(say("That game is no longer in this event. Look at your table again."))
    side = next((side for side in Side if game.players.of(side) == command.player), None)
    if side is None:
        return Refused(
            say("You do not play at table {table}. Look at your table again.", table=game.table)
        )
    fault = _explain_refusal(state, game) or impossible(command.result)
    if not fault and command.result.how in NOT_BY_PHONE:
        fault = say("Only the organizer enters that. Tell them how the game ended.")
    if fault:
        return Refused(fault)
    mine, other = game.phoned.of(side), game.phoned.of(side.other)
    if mine == command.result:
        return Refused(say("You have already reported that. Your opponent has to confirm it."))
    confirms = other == command.result
    doubts = [] if confirms or insist else doubts_about(state, game, command.result)
    if doubts:
        return Refused(" ".join(doubts), insistable=True)
    reported = ReportedByPhone(game.number, side, command.result)
    judge: tuple[Event, ...] = ()
    if confirms and game.called_by_reports:
        judge = (DismissJudge(game.number, at_ms=at_ms),)
    elif other is not None and not confirms and not game.play.judge_called:
        judge = (CallJudge(game.number, at_ms=at_ms, side=side),)
    return (reported, *judge)


def _explain_refusal(state: State, game: Game) -> str:
    """Return why the result of this game cannot be reported by phone now; empty if it can."""
    stage = state.round_of(game).stage
    if not state.phones.results:
        return say("Results are not taken from phones here. Tell the organizer.")
    if game.reported is not None:
        return say(
            "Table {table} already has a result. If it is wrong, tell the organizer.",
            table=game.table,
        )
    if game.play.clock is not None:
        return say(
            "Table {table} has a clock running: end the game there, or tell the organizer.",
            table=game.table,
        )
    if stage is Stage.FINISHED:
        return say(
            "Round {round_number} is finished. Tell the organizer.", round_number=game.round_number
        )
    if stage is not Stage.STARTED:
        return say("Round {round_number} has not started.", round_number=game.round_number)
    return ""


def _apply_report(state: State, event: ReportedByPhone) -> State:
    """Apply a report. The result counts once both players report the same, unless the organizer has
    entered a result. Reports that differ call the judge, unless the judge is called already.
    """
    game = state.games.get(event.game)
    if game is None:
        return state
    game = replace(game, phoned=game.phoned.put(event.side, event.result))
    game = replace(game, reported=game.reported or game.agreed)
    if game.contradicted and not game.play.judge_called:
        game = replace(game, phones_call=game.calls + 1)
    return replace(state, games=with_changes(state.games, {event.game: game}))


def _words(event: ReportedByPhone, context: Context) -> str:
    name, game = side_names(event.game, context), context.state.games.get(event.game)
    return say(
        "{where}: {name} reported by phone: {words}",
        where=table_named(event.game, context),
        name=name(event.side),
        words=result_words(event.result, name, armies=game is None or game.armies),
    )


ACTS = (
    Act(
        ReportByPhone, ReportedByPhone, kind="phone_reported", by=Role.SCOREKEEPER,
        reach=Reach.ONE_GAME,
        decide=_report, apply=_apply_report, words=_words, undo=None, insist=None,
    ),
)  # fmt: skip
