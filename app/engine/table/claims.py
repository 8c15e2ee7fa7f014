"""What a player may claim and claims, and what both answer when they are asked."""

from typing import assert_never

from app.engine.acts.results import How
from app.engine.acts.table import Answered, Claim, Claimed
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules, Victory
from app.engine.side import Side
from app.engine.table.clock_out import answered_clock_out, settle_flag, wins_now
from app.engine.table.game import Ending, OpenClaim, Play, stopped


def ends_games(victory: Victory, claim: Claim) -> bool:
    """Whether games of the event end that way at all."""
    match claim:
        case Claim.CASTER | Claim.BOTH_CASTERS:
            return victory.assassination
        case Claim.NO_MODELS:
            return not victory.assassination
        case Claim.BATTLEGROUP:
            return victory.battlegroup
        case Claim.SCENARIO | Claim.CONCESSION:
            return True
        case _:
            assert_never(claim)


def offers(victory: Victory, side: Side) -> tuple[tuple[str, Claim, Side], ...]:
    """What ``side`` can say to the question whether the game is over, and about whom.

    A scenario win is claimed where it is scored.
    """
    mine, his = side.colour, side.other.colour
    every = (
        (f"{his}'s last caster is destroyed", Claim.CASTER, side.other),
        (f"My last caster is destroyed ({mine})", Claim.CASTER, side),
        (f"{his} has no models left", Claim.NO_MODELS, side.other),
        (f"I have no models left ({mine})", Claim.NO_MODELS, side),
        (f"{his}'s battlegroup is destroyed", Claim.BATTLEGROUP, side.other),
        (f"My battlegroup is destroyed ({mine})", Claim.BATTLEGROUP, side),
        ("Both casters are destroyed at once", Claim.BOTH_CASTERS, side),
        (f"I concede ({mine})", Claim.CONCESSION, side),
    )
    return tuple(offer for offer in every if ends_games(victory, offer[1]))


def claimed(play: Play, mark: Claimed) -> Play:
    if play.clock is None or not play.in_progress or play.claim is not None:
        return play
    claim = OpenClaim(mark.by, mark.claim, mark.side, mark.at_ms, play.clock, mark.army_points)
    return replace(play, claim=claim)


def answered(terms: GameRules, play: Play, mark: Answered) -> Play:
    if mark.question is not play.question:
        return play
    if play.claim is not None:
        return _claim_answered(terms, play, play.claim, mark)
    if play.flag is not None:
        return answered_clock_out(terms, play, play.flag, mark.side, mark.agrees)
    answers = play.answers.put(mark.side, mark.agrees)
    return replace(play, answers=answers, judge_called=play.judge_called or not mark.agrees)


def _claim_answered(terms: GameRules, play: Play, claim: OpenClaim, mark: Answered) -> Play:
    """The opponent agrees and it counts from when it was claimed, or the claim is off.

    A refusal calls the judge; the claimant may take his claim back without one.
    """
    if mark.side is not claim.by and mark.agrees:
        return _agreed(terms, play, claim)
    if mark.side is claim.by and mark.agrees:
        return play
    play = replace(play, claim=None)
    if mark.side is not claim.by:
        play = replace(play, judge_called=True, disputed=claim)
    return settle_flag(terms, play, play.flag)


def _agreed(terms: GameRules, play: Play, claim: OpenClaim) -> Play:
    at_ms, step = claim.at_ms, play.step
    if claim.claim is Claim.SCENARIO and not wins_now(terms, play, claim.side):
        return settle_flag(terms, replace(play, claim=None), play.flag)
    if not ends_games(terms.victory, claim.claim):
        return settle_flag(terms, replace(play, claim=None), play.flag)
    play = replace(play, clock=claim.clock)
    match claim.claim:
        case Claim.CASTER:
            return stopped(play, Ending(at_ms, step, claim.side.other, How.ASSASSINATION))
        case Claim.BOTH_CASTERS:
            return stopped(play, Ending(at_ms, step, casters_gone=True))
        case Claim.CONCESSION:
            winner, points = claim.side.other, claim.army_points
            return stopped(play, Ending(at_ms, step, winner, How.CONCESSION, army_points=points))
        case Claim.BATTLEGROUP:
            return stopped(play, Ending(at_ms, step, claim.side.other, How.BATTLEGROUP))
        case Claim.NO_MODELS:
            return stopped(play, Ending(at_ms, step, claim.side.other, How.NO_MODELS))
        case Claim.SCENARIO:
            return stopped(play, Ending(at_ms, step, claim.side, How.SCENARIO))
        case _:
            assert_never(claim.claim)
