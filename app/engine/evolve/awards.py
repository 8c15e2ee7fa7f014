"""How ties broken by hand, awards and votes change the state. Total, like all of ``evolve``."""

from dataclasses import replace
from typing import assert_never

from app.engine.acts.awards import (
    AwardChange,
    AwardGiven,
    BallotCast,
    TieBroken,
    VoteClosed,
    VoteOpened,
)
from app.engine.state import State, Tie, Vote


def award_changed(state: State, event: AwardChange) -> State:
    match event:
        case TieBroken():
            tie = Tie(event.after_round, event.numbers, event.reason)
            return replace(state, tie_breaks=(*state.tie_breaks, tie))
        case AwardGiven():
            given = {key: one for key, one in state.given.items() if key != event.award}
            if event.number is not None:
                given[event.award] = event.number
            return replace(state, given=given)
        case VoteOpened():
            return _voting(state, event.award, Vote(event.ballot, event.candidates))
        case BallotCast():
            vote = state.votes.get(event.award)
            if vote is None:
                return state
            cast = {**vote.cast, event.voter: event.choice}
            return _voting(state, event.award, replace(vote, cast=cast))
        case VoteClosed():
            vote = state.votes.get(event.award)
            return _voting(state, event.award, replace(vote, is_open=False)) if vote else state
        case _:
            assert_never(event)


def _voting(state: State, award: str, vote: Vote) -> State:
    return replace(state, votes={**state.votes, award: vote})
