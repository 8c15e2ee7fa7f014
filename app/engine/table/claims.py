"""The claims of players: their kinds, their words, and the answers to them."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct

from app.engine import wording
from app.engine.acts.results import How
from app.engine.acts.table import Answer, Claim, Claimed
from app.engine.frozen import replace
from app.engine.language import Text, say, template
from app.engine.packet.packet import GameRules, Victory
from app.engine.side import Side
from app.engine.table.clock_out import answered_clock_out, settle_flag, wins_now
from app.engine.table.game import Ending, OpenClaim, Play, stop_play
from app.engine.table.turn_back import no_turn_fault, settle_turn, taken_back

Ends: TypeAlias = Callable[[OpenClaim, int], Ending]
"""Returns the ending of a game by an agreed claim. It is called with the claim and the step in
which the game ended.
"""


def _lose_by(how: How) -> Ends:
    return lambda claim, step: Ending(claim.at_ms, step, claim.side.other, how)


def _both_casters(claim: OpenClaim, step: int) -> Ending:
    return Ending(claim.at_ms, step, casters_gone=True)


def _scenario(claim: OpenClaim, step: int) -> Ending:
    return Ending(claim.at_ms, step, claim.side, How.SCENARIO)


def _end_by_concession(claim: OpenClaim, step: int) -> Ending:
    points, winner = claim.army_points, claim.side.other
    return Ending(claim.at_ms, step, winner, How.CONCESSION, army_points=points)


def _over(claim: OpenClaim, step: int) -> Ending:
    return Ending(claim.at_ms, step, length=True)


def _agreed_win(claim: OpenClaim, step: int) -> Ending:
    return Ending(claim.at_ms, step, claim.side, How.AGREEMENT)


def _agreed_tie(claim: OpenClaim, step: int) -> Ending:
    return Ending(claim.at_ms, step, None, How.TIE)


def _always(_victory: Victory) -> bool:
    return True


class ClaimRow(Struct, frozen=True):
    """The words and rules of one kind of claim. ``{side}`` in the words stands for the player whom
    the claim is about.
    """

    statement: Text
    """The words for the organizer, after "Anna says that"."""
    question: Text
    """The words for the opponent, after "Red says: "."""
    offers: tuple[tuple[Text, bool], ...]
    """The words with which a player may make the claim, each with True if the claim is about that
    player; empty for a claim that is made elsewhere. A scenario win, for example, is claimed where
    it is scored.
    """
    ends: Ends | None
    """The ending of a game by the claim; None if the game goes on."""
    counts: Callable[[Victory], bool] = _always
    """Tells whether games of the event can end by this claim."""
    fault: Text = ""
    """The reason why players cannot make the claim, in an event whose games do not end by it."""


CLAIMS: Mapping[Claim, ClaimRow] = {
    Claim.CASTER: ClaimRow(
        statement=wording.LAST_CASTER_IS_DESTROYED,
        question=wording.CLAIMED_CASTER,
        offers=(
            (wording.LAST_CASTER_IS_DESTROYED, False),
            (wording.MY_LAST_CASTER_IS_DESTROYED, True),
        ),
        ends=_lose_by(How.ASSASSINATION),
        counts=lambda victory: victory.armies and victory.assassination,
        fault=wording.NO_ASSASSINATION,
    ),
    Claim.NO_MODELS: ClaimRow(
        statement=wording.HAS_NO_MODELS_LEFT,
        question=wording.CLAIMED_NO_MODELS,
        offers=((wording.HAS_NO_MODELS_LEFT, False), (wording.I_HAVE_NO_MODELS_LEFT, True)),
        ends=_lose_by(How.NO_MODELS),
        counts=lambda victory: victory.armies and not victory.assassination,
        fault=wording.GAMES_END_WITH_THE_CASTER,
    ),
    Claim.BATTLEGROUP: ClaimRow(
        statement=wording.BATTLEGROUP_IS_DESTROYED,
        question=wording.CLAIMED_BATTLEGROUP,
        offers=(
            (wording.BATTLEGROUP_IS_DESTROYED, False),
            (wording.MY_BATTLEGROUP_IS_DESTROYED, True),
        ),
        ends=_lose_by(How.BATTLEGROUP),
        counts=lambda victory: victory.armies and victory.battlegroup,
        fault=wording.NO_BATTLEGROUP_WIN,
    ),
    Claim.BOTH_CASTERS: ClaimRow(
        statement=template("both sides’ casters are destroyed"),
        question=wording.CLAIMED_BOTH_CASTERS,
        offers=((wording.BOTH_CASTERS_DESTROYED, True),),
        ends=_both_casters,
        counts=lambda victory: victory.armies and victory.assassination,
        fault=wording.NO_ASSASSINATION,
    ),
    Claim.CONCESSION: ClaimRow(
        statement=say("{side} concedes"),
        question=wording.CLAIMED_CONCESSION,
        offers=((wording.I_CONCEDE, True),),
        ends=_end_by_concession,
    ),
    Claim.SCENARIO: ClaimRow(
        statement=say("{side} has won by scenario"),
        question=wording.CLAIMED_SCENARIO,
        offers=(),
        ends=_scenario,
    ),
    Claim.OVER: ClaimRow(
        statement=say("the game is over"),
        question=wording.CLAIMED_GAME_HAS_ENDED,
        offers=((wording.GAME_HAS_ENDED, True),),
        ends=_over,
        counts=lambda victory: not victory.armies and not victory.by_agreement,
        fault=wording.ONLY_BY_AGREEMENT,
    ),
    Claim.WON: ClaimRow(
        statement=wording.SIDE_HAS_WON,
        question=wording.CLAIMED_SIDE_HAS_WON,
        offers=((wording.SIDE_HAS_WON, False), (wording.I_HAVE_WON, True)),
        ends=_agreed_win,
        counts=lambda victory: victory.by_agreement,
        fault=wording.NOT_BY_AGREEMENT,
    ),
    Claim.DRAWN: ClaimRow(
        statement=say("the game is a tie"),
        question=wording.CLAIMED_GAME_IS_A_TIE,
        offers=((wording.GAME_IS_A_TIE, True),),
        ends=_agreed_tie,
        counts=lambda victory: victory.by_agreement,
        fault=wording.NOT_BY_AGREEMENT,
    ),
    Claim.TURN: ClaimRow(
        statement=wording.TURN_ENDED_BY_MISTAKE,
        question=wording.CLAIMED_TURN,
        offers=(),
        ends=None,
    ),
}
"""The kinds of claims, in the order in which they are offered."""


def ends_games(victory: Victory, claim: Claim) -> bool:
    """Tell whether games of the event can end by this claim."""
    return CLAIMS[claim].counts(victory)


def offers(victory: Victory, side: Side) -> tuple[tuple[str, Claim, Side], ...]:
    """Return the answers that ``side`` can give when asked whether the game is over: the words, the
    claim, and the side that the claim is about.
    """
    offered = (
        (words, claim, side if mine else side.other)
        for claim, row in CLAIMS.items()
        if row.counts(victory)
        for words, mine in row.offers
    )
    return tuple((words.format(side=about.colour), claim, about) for words, claim, about in offered)


def claim_words(claim: Claim, name: str) -> str:
    """Return the words for a claim about the player called ``name``, to follow "Anna says that"."""
    return CLAIMS[claim].statement.format(side=name)


def claim_question(claim: OpenClaim) -> str:
    """Return what was claimed, for the opponent: "Red says: Blue's last caster is destroyed."."""
    if claim.tapped:
        return wording.TAPPED_STRAIGHT_BACK.format(by=claim.by.colour, side=claim.side.colour)
    question = CLAIMS[claim.claim].question.format(side=claim.side.colour)
    return wording.SIDE_SAYS.format(side=claim.by.colour, claim=question)


def apply_claim(_terms: GameRules, play: Play, mark: Claimed) -> Play:
    if play.clock is None or play.claim is not None:
        return play
    turn = mark.claim is Claim.TURN
    if no_turn_fault(play, mark.side) if turn else not play.in_progress:
        return play
    claim = OpenClaim(
        by=mark.by,
        claim=mark.claim,
        side=mark.side,
        at_ms=mark.at_ms,
        clock=play.clock,
        army_points=mark.army_points,
        tapped=mark.tapped and turn,
    )
    return replace(play, claim=claim)


def answer_claim(terms: GameRules, play: Play, mark: Answer) -> Play:
    if mark.question is not play.question:
        return play
    if play.claim is not None:
        return _claim_answered(terms, play, play.claim, mark)
    if play.flag is not None:
        return answered_clock_out(terms, play, play.flag, mark.side, mark.agrees)
    answers = play.answers.put(mark.side, mark.agrees)
    return replace(play, answers=answers, judge_called=play.judge_called or not mark.agrees)


def _claim_answered(terms: GameRules, play: Play, claim: OpenClaim, mark: Answer) -> Play:
    """Apply an answer to a claim. If the opponent agrees, it counts from the instant of the claim;
    if somebody says no, it is dropped.

    A refusal calls the judge, unless the claim came from a tap right after the opponent's.
    Claimants can withdraw their own claims without calling the judge.
    """
    theirs = mark.side is not claim.by
    if theirs and mark.agrees:
        return _end_by_claim(terms, play, claim, mark.at_ms)
    if mark.agrees:
        return play
    play = replace(play, claim=None)
    if claim.claim is Claim.TURN and (theirs or claim.tapped):
        play = settle_turn(play)
    if theirs and not claim.tapped:
        play = replace(play, judge_called=True, disputed=claim)
    return settle_flag(terms, play, play.flag)


def _end_by_claim(terms: GameRules, play: Play, claim: OpenClaim, at_ms: int) -> Play:
    row = CLAIMS[claim.claim]
    if row.ends is None:
        return taken_back(play, at_ms)
    unscored = claim.claim is Claim.SCENARIO and not wins_now(terms, play, claim.side)
    if unscored or not row.counts(terms.victory):
        return settle_flag(terms, replace(play, claim=None), play.flag)
    return stop_play(replace(play, clock=claim.clock), row.ends(claim, play.step))
