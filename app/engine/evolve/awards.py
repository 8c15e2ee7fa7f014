"""Changes the state by ties broken by hand, awards and votes. Total, like all of ``evolve``."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.acts.awards import (
    CastBallot,
    CloseVote,
    GiveAward,
    TieBroken,
    VoteOpened,
)
from app.engine.state import State, Tie, Vote


def _tie_broken(state: State, event: TieBroken) -> State:
    tie = Tie(event.after_round, event.numbers, event.reason)
    return replace(state, tie_breaks=(*state.tie_breaks, tie))


def _given(state: State, event: GiveAward) -> State:
    given = {award: number for award, number in state.given.items() if award != event.award}
    if event.number is not None:
        given[event.award] = event.number
    return replace(state, given=given)


def _opened(state: State, event: VoteOpened) -> State:
    return _voting(state, event.award, Vote(event.ballot, event.candidates))


def _cast(state: State, event: CastBallot) -> State:
    vote = state.votes.get(event.award)
    if vote is None:
        return state
    cast = {**vote.cast, event.voter: event.choice}
    return _voting(state, event.award, replace(vote, cast=cast))


def _closed(state: State, event: CloseVote) -> State:
    vote = state.votes.get(event.award)
    return _voting(state, event.award, replace(vote, is_open=False)) if vote else state


def _voting(state: State, award: str, vote: Vote) -> State:
    return replace(state, votes={**state.votes, award: vote})


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = {
    TieBroken: _tie_broken,
    GiveAward: _given,
    VoteOpened: _opened,
    CastBallot: _cast,
    CloseVote: _closed,
}
