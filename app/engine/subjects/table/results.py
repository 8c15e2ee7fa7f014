"""Results from the results desk. Doubtful results need a confirmation, but no result is
forbidden.
"""

from collections.abc import Hashable, Iterator
from typing import TypeAlias

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.results import AwardNoShow, How, ReportResult, Result
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import DismissJudge, ReopenGame, Ruled, WithdrawResult
from app.engine.armies.army_list import cost
from app.engine.frozen import replace, with_changes
from app.engine.language import say
from app.engine.players.list_choice import casters_of, list_points
from app.engine.rounds.match_ups import match_up_is_open
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.subjects.act import Act, Context, Reach, Request, Sets
from app.engine.subjects.words import side_names, table_named, table_words
from app.engine.table.game import GIVEN_UP, Game
from app.engine.table.marks import replay
from app.engine.table.scoring import winning
from app.engine.table.sentences import result_words, why, win_words
from app.engine.table.verdict import decided_otherwise, final_result, no_show
from app.engine.text import capitalize_first, sentence

MATCH_UP_IS_OPEN = say("The match-up of this match is not complete: these two may not meet.")
TIES = {How.TIE, How.TIME, How.UNRECORDED}
OF_DESK = (Ruled, WithdrawResult, ReopenGame)
UNKNOWN_BONUS = 40
"""A number of points above any caster's bonus for warjacks or warbeasts."""
NO_GAME = Refused(say("That game is not in the event. Look at the round’s tables again."))


def _report(state: State, command: ReportResult, at_ms: int, *, insist: bool) -> Decision:
    """Report a result. A report from the organizer also answers a call for the judge."""
    game = state.games.get(command.game)
    if game is None:
        return NO_GAME
    fault = impossible(command.result)
    if fault:
        return Refused(fault)
    doubts = [] if insist else doubts_about(state, game, command.result)
    if doubts:
        return Refused(" ".join(doubts), insistable=True)
    if not game.play.judge_called:
        return (command,)
    return (command, DismissJudge(game.number, at_ms=at_ms))


def _award_no_show(state: State, command: AwardNoShow, at_ms: int, *, insist: bool) -> Decision:
    game = state.games.get(command.game)
    if game is None:
        return NO_GAME
    if game.play.clock is not None and not insist:
        return Refused(
            say(
                "The clock at table {table} has been started: somebody plays there.",
                table=game.table,
            ),
            insistable=True,
        )
    result = no_show(game, command.absent.other)
    return _report(state, ReportResult(game.number, result), at_ms, insist=insist)


def impossible(result: Result) -> str:
    """Return why a report is impossible; empty if it is possible."""
    if min(*result.cp, *result.apd) < 0:
        return say("Control points and army points cannot be negative.")
    if result.winner is None and result.how not in TIES:
        return say("Without a winner the game is a tie. Choose who won, or choose tie.")
    if result.winner is not None and result.how in {How.TIE, How.TIME}:
        return say("A tie has no winner. Choose how the game was won, or no winner.")
    return ""


def doubts_about(state: State, game: Game, result: Result) -> list[str]:
    """Return the doubts about a report, for the organizer."""
    doubts = []
    before = final_result(game)
    if before is not None and before != result:
        doubts.append(
            say(
                "Table {table} already has a result: {result}. Another one would replace it.",
                table=game.table,
                result=result_words(before, game.players.map(state.name).of, armies=game.armies),
            )
        )
    elif before is None and decided_otherwise(game, result.winner):
        reason = why(game, game.players.map(state.name).of)
        doubts.append(
            say(
                "Table {table} ended differently: {sentence}",
                table=game.table,
                sentence=sentence(reason),
            )
        )
    stage = state.round_of(game).stage
    if stage in {Stage.DRAWN, Stage.PUBLISHED}:
        doubts.append(say("Round {round_number} has not started.", round_number=game.round_number))
    if match_up_is_open(state, game):
        doubts.append(MATCH_UP_IS_OPEN)
    for number in game.players:
        player = state.players.get(number)
        left = player.left_after_round if player else None
        if player and left is not None and left < game.round_number:
            when = say("in round {left}", left=left) if left else say("before round 1")
            doubts.append(say("{entry} dropped {when}.", entry=player.entry.name, when=when))
    most = winning(game.terms).points
    if game.terms.victory.capped and max(result.cp) > most:
        over = say(
            "{cp} control points is more than the {most} that a win records.",
            cp=max(result.cp),
            most=most,
        )
        doubts.append(over)
    return [*doubts, *_below_the_win(game, result), *_odd_numbers(state, game, result)]


def _below_the_win(game: Game, result: Result) -> Iterator[str]:
    """Yield a doubt about a reported scenario win with too few points. If a lead after the last
    turn wins by scenario, a game without a clock raises no doubt, because it may have been won that
    way.
    """
    victory, win = game.terms.victory, winning(game.terms)
    if result.how is not How.SCENARIO or result.winner is None:
        return
    won, lost = result.cp.of(result.winner), result.cp.of(result.winner.other)
    at_length = bool(victory.last_turn) and victory.leading_is_scenario
    ending = game.play.ending
    if at_length and (game.play.clock is None or (ending and ending.length)):
        return
    if won <= lost or (won >= win.points and won - lost >= win.lead):
        return
    if at_length:
        yield say(
            "Before the last turn a scenario win needs {lead} points more than the opponent.",
            lead=win.lead,
        )
    elif win.lead > 1:
        yield say("A scenario win needs {lead} points more than the opponent.", lead=win.lead)
    elif win.lead:
        yield say(
            "A scenario win needs {points} control points, and more than the opponent.",
            points=win.points,
        )
    else:
        yield say("A scenario win needs {points} control points.", points=win.points)


def most_destroyed(state: State, game: Game, side: Side) -> int:
    """Return the most army points of ``side`` that can be destroyed: its list, casters and
    reinforcements. If the list is not known, the largest list of this event counts instead.
    """
    size = state.settings.size if state.settings else 0
    bonus = UNKNOWN_BONUS if state.packet and state.packet.lists.bonus else 0
    army = list_points(state, game, side) or size + bonus
    casters = casters_of(state, game, side) * game.terms.counting.caster
    return army + casters + cost(game.play.reinforcements.of(side))


def _odd_numbers(state: State, game: Game, result: Result) -> list[str]:
    odd = []
    if result.winner is not None:
        won, lost = result.cp.of(result.winner), result.cp.of(result.winner.other)
        if result.how is How.SCENARIO and won <= lost:
            odd.append(say("The scenario winner has no more control points than the loser."))
        if result.how in GIVEN_UP and (lost or result.apd.of(result.winner.other)):
            who = say("is given a loss") if result.how is How.GAME_LOSS else say("concedes")
            odd.append(say("Whoever {who} scores no control points and no army points.", who=who))
    for side in Side:
        destroyed = result.apd.of(side) if game.armies else 0
        if destroyed and destroyed > (most := most_destroyed(state, game, side.other)):
            odd.append(
                say(
                    "{apd} army points are more than {name}’s army and its casters have: {most}.",
                    apd=destroyed,
                    name=state.name(game.players.of(side.other)),
                    most=most,
                )
            )
    return odd


def _apply_report(state: State, event: ReportResult) -> State:
    if event.game not in state.games:
        return state
    game = replace(state.games[event.game], reported=event.result)
    return replace(state, games=with_changes(state.games, {event.game: game}))


def _words(event: ReportResult, context: Context) -> str:
    game, name = context.state.games.get(event.game), side_names(event.game, context)
    where = table_named(event.game, context)
    return say(
        "{where}: result entered: {words}",
        where=capitalize_first(table_words(context.state, game)) if game else where,
        words=result_words(event.result, name, armies=game is None or game.armies),
    )


ResultAct: TypeAlias = ReportResult | Ruled | WithdrawResult | ReopenGame
"""The events that decide a game at the desk, or take such a decision back."""


def _result_set(event: ResultAct) -> dict[Hashable, ResultAct]:
    return {("result", event.game): event}


def _was_words(event: ResultAct, context: Context) -> str:
    game, name = context.state.games.get(event.game), side_names(event.game, context)
    match event:
        case ReportResult():
            return result_words(event.result, name, armies=game is None or game.armies)
        case Ruled():
            return win_words(event.winner, event.how, name)
        case _:
            return ""


def _of_table(key: Hashable, context: Context) -> str:
    """Return in words what was decided at the table itself, leaving out decisions of the desk."""
    number = key[1] if isinstance(key, tuple) else 0
    game = context.state.games.get(number)
    if game is None:
        return ""
    at_table = tuple(mark for mark in game.marks if not isinstance(mark, OF_DESK))
    return why(replay(replace(game, marks=at_table, reported=None)), side_names(number, context))


SETS_RESULT = Sets(_result_set, _was_words, _of_table)


ACTS = (
    Act(
        ReportResult, ReportResult, kind="result_reported", by=Role.SCOREKEEPER,
        reach=Reach.ONE_GAME, decide=_report, apply=_apply_report, words=_words,
        undo=say("result of {table}"), insist=say("&Report the result"),
        sets=SETS_RESULT,
    ),
    Request(AwardNoShow, decide=_award_no_show, insist=say("&Report the no-show")),
)  # fmt: skip
