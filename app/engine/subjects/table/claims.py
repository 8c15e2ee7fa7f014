"""Players' claims and answers at a table, and calls for the judge."""

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import (
    Answer,
    CallJudge,
    Claim,
    Claimed,
    DismissJudge,
    MakeClaim,
    Question,
)
from app.engine.language import say
from app.engine.players.list_choice import list_points
from app.engine.state import State, TableActKind
from app.engine.subjects.act import Act
from app.engine.subjects.table.at_table import at_table, by_game
from app.engine.subjects.table.changes import apply_mark
from app.engine.subjects.table.sentences import AtTable
from app.engine.table.claims import CLAIMS, claim_words, ends_games
from app.engine.table.clock_out import wins_now
from app.engine.table.game import Game
from app.engine.table.sentences import NameOf
from app.engine.table.turn_back import turn_back_fault
from app.engine.table.verdict import missing, scenario_in_doubt


def _claim(state: State, game: Game, command: MakeClaim, at_ms: int, *, insist: bool) -> Decision:
    play, side = game.play, command.side
    if play.clock is None:
        return Refused(wording.GAME_NOT_BEGUN)
    if command.claim is Claim.TURN:
        return _turn_claim(game, command, at_ms)
    if not play.in_progress:
        return Refused(str(wording.OVER_OR_CALL_THE_JUDGE))
    if play.claim is not None:
        return Refused(wording.ANSWER_THE_QUESTION_FIRST)
    if not ends_games(game.terms.victory, command.claim):
        return Refused(str(CLAIMS[command.claim].fault))
    scenario = command.claim is Claim.SCENARIO
    if scenario and (play.owner is not side or not wins_now(game.terms, play, side)):
        return Refused(wording.DOES_NOT_WIN_YET.format(side=side.colour))
    conceded = command.claim is Claim.CONCESSION
    points = list_points(state, game, side) if conceded else 0
    return (Claimed(game.number, at_ms, command.by, command.claim, side, points),)


def _turn_claim(game: Game, command: MakeClaim, at_ms: int) -> Decision:
    if game.play.claim is not None:
        return Refused(wording.ANSWER_THE_QUESTION_FIRST)
    fault = turn_back_fault(game.terms, game.play, command.side, at_ms)
    if fault:
        return Refused(fault)
    return (Claimed(game.number, at_ms, command.by, Claim.TURN, command.side),)


def _answer(_state: State, game: Game, command: Answer, _at_ms: int, *, insist: bool) -> Decision:
    fault = _answer_fault(game, command)
    return Refused(fault) if fault else (command,)


def _answer_fault(game: Game, command: Answer) -> str:
    """Return why an answer is not possible now; empty if it is. A no to an open question is always
    possible.
    """
    play, question = game.play, command.question
    if question is not play.question:
        return wording.QUESTION_NO_LONGER_OPEN
    if not command.agrees:
        return ""
    if play.claim is not None and play.claim.by is command.side:
        return wording.HAS_TO_ANSWER_THAT.format(side=command.side.other.colour)
    if play.claim is not None and play.claim.claim is Claim.TURN:
        return turn_back_fault(game.terms, play, play.claim.side, command.at_ms)
    if question is Question.CLOCK_OUT and play.flag is not None:
        side = play.flag.side
        if game.terms.scores_once_more:
            theirs = command.side is not side
            return "" if theirs else wording.HAS_TO_ANSWER_THAT.format(side=side.other.colour)
        won = wins_now(game.terms, play, side)
        return "" if won else wording.SCORE_THE_TABLE_FIRST.format(side=side.colour)
    if question is Question.RESULT and missing(game) is not None:
        return wording.COUNT_THE_TABLE_FIRST
    if question is Question.RESULT and scenario_in_doubt(game):
        return str(wording.SCENARIO_WIN_IN_DOUBT)
    return ""


def _as_asked(_game: Game, command: CallJudge | DismissJudge, _at_ms: int) -> Decision:
    """Record a call for the judge or its end, either of which is possible at any time."""
    return (command,)


_ANSWERS = {
    (Question.CLAIM, True): say("{name} agrees to the claim"),
    (Question.CLAIM, False): say("{name} does not agree to the claim"),
    (Question.CLOCK_OUT, True): say("{name} says the scenario was won before the clock ran out"),
    (Question.CLOCK_OUT, False): say(
        "{name} says the scenario was not won before the clock ran out"
    ),
    (Question.RESULT, True): say("{name} confirms the result"),
    (Question.RESULT, False): say("{name} does not confirm the result"),
}


def _claimed_words(mark: Claimed, name: NameOf, _game: Game | None) -> str:
    if mark.tapped:
        return say(
            "{name} tapped straight back and is asked: {claim}?",
            name=name(mark.by),
            claim=claim_words(mark.claim, name(mark.side)),
        )
    return say(
        "{name} says that {claim}",
        name=name(mark.by),
        claim=claim_words(mark.claim, name(mark.side)),
    )


def _answered_words(mark: Answer, name: NameOf, _game: Game | None) -> str:
    return _ANSWERS[mark.question, mark.agrees].format(name=name(mark.side))


def _called_words(mark: CallJudge, name: NameOf, _game: Game | None) -> str:
    return (
        say("{name} called the judge", name=name(mark.side)) if mark.side else say("judge called")
    )


def _left_words(_mark: DismissJudge, _name: NameOf, _game: Game | None) -> str:
    return say("the judge is done")


def _insist_on_leaving(_command: DismissJudge, _state: State) -> str:
    return f"&{wording.JUDGE_IS_DONE}"


def _is_organizers_call(call: CallJudge) -> bool:
    return call.side is None


ACTS = (
    Act(
        MakeClaim, Claimed, kind="claimed", by=Role.SCOREKEEPER,
        decide=at_table(_claim, in_round=True), apply=apply_mark, words=AtTable(_claimed_words),
        undo=None, insist=None,
    ),
    Act(
        Answer, Answer, kind="answered", by=Role.SCOREKEEPER,
        decide=at_table(_answer, in_round=True, by_player=lambda _: True), apply=apply_mark,
        words=AtTable(_answered_words), undo=None, insist=None,
    ),
    Act(
        CallJudge, CallJudge, kind="judge_called", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_as_asked)), apply=apply_mark, words=AtTable(_called_words),
        undo=None, insist=None, passed_over=TableActKind.JUDGE,
        passed_over_if=_is_organizers_call,
    ),
    Act(
        DismissJudge, DismissJudge, kind="judge_left", by=Role.SCOREKEEPER,
        decide=at_table(by_game(_as_asked)), apply=apply_mark,
        words=AtTable(_left_words), undo=None, insist=_insist_on_leaving,
        passed_over=TableActKind.JUDGE_DONE,
    ),
)  # fmt: skip
