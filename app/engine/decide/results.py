"""Decides reports at the results desk: doubtful ones need a confirmation, none is forbidden."""

from collections.abc import Mapping
from typing import assert_never

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.results import (
    AwardNoShow,
    How,
    ReportResult,
    Result,
    ResultCommand,
)
from app.engine.acts.table import DismissJudge
from app.engine.language import say
from app.engine.rounds.match_ups import match_up_is_open
from app.engine.state import Stage, State
from app.engine.table.game import GIVEN_UP, Game
from app.engine.table.scoring import winning
from app.engine.table.sentences import result_words, why
from app.engine.table.verdict import decided_otherwise, final_result, no_show
from app.engine.text import sentence

MATCH_UP_IS_OPEN = say("The match-up of this match is not complete: these two may not meet.")
TIES = {How.TIE, How.TIME, How.UNRECORDED}


def decide_result(state: State, command: ResultCommand, at_ms: int, *, insist: bool) -> Decision:
    """A result from the EO also answers a call for the judge that is open."""
    game = state.games.get(command.game)
    if game is None:
        return Refused(say("That game is not in the event. Look at the round's tables again."))
    match command:
        case ReportResult():
            reported = command
        case AwardNoShow() if game.play.clock is not None and not insist:
            return Refused(
                say(
                    "The clock at table {table} has been started: somebody plays there.",
                    table=game.table,
                ),
                insistable=True,
            )
        case AwardNoShow():
            reported = ReportResult(game.number, no_show(game, command.absent.other))
        case _:
            assert_never(command)
    result = reported.result
    fault = impossible(result)
    if fault:
        return Refused(fault)
    doubts = [] if insist else doubts_about(state, game, result)
    if doubts:
        return Refused(" ".join(doubts), insistable=True)
    return (
        (reported, DismissJudge(game.number, at_ms=at_ms))
        if game.play.judge_called
        else (reported,)
    )


def impossible(result: Result) -> str:
    """Why a report cannot be taken at all; empty when it can."""
    if min(*result.cp, *result.apd) < 0:
        return say("Control points and army points cannot be negative.")
    if result.winner is None and result.how not in TIES:
        return say("Without a winner the game is a tie. Choose who won, or choose tie.")
    if result.winner is not None and result.how in {How.TIE, How.TIME}:
        return say("A tie has no winner. Choose how the game was won, or no winner.")
    return ""


def doubts_about(state: State, game: Game, result: Result) -> list[str]:
    """What an EO should look at again before this report counts."""
    doubts = []
    before = final_result(game)
    if before is not None and before != result:
        doubts.append(
            say(
                "Table {table} already has a result: {result}. Another one would replace it.",
                table=game.table,
                result=result_words(before, game.players.map(state.name).of),
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
    return [*doubts, *_odd_numbers(result, state.settings.size if state.settings else 0)]


def _odd_numbers(result: Result, size: int) -> list[str]:
    odd = []
    if result.winner is not None:
        won, lost = result.cp.of(result.winner), result.cp.of(result.winner.other)
        if result.how is How.SCENARIO and won <= lost:
            odd.append(say("The scenario winner has no more control points than the loser."))
        if result.how in GIVEN_UP and (lost or result.apd.of(result.winner.other)):
            who = say("is given a loss") if result.how is How.GAME_LOSS else say("concedes")
            odd.append(say("Whoever {who} scores no control points and no army points.", who=who))
    if max(result.apd) > 3 * max(size, 25):
        odd.append(
            say(
                "{apd} army points is far more than a {size}-point army.",
                apd=max(result.apd),
                size=size,
            )
        )
    return odd


DECIDERS: Mapping[type, Decider] = dict.fromkeys((ReportResult, AwardNoShow), decide_result)
