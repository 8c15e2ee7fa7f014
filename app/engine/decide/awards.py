"""Decisions about ties broken by hand, awards and blind votes."""

from collections.abc import Mapping

from app.engine.acts.awards import (
    BreakTie,
    CastBallot,
    CloseVote,
    GiveAward,
    OpenVote,
    TieBroken,
    VoteOpened,
)
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.standings.awards import (
    PLACES,
    ballots,
    may_win,
    painting_doubt,
    tied,
    voted_for,
    voters,
)
from app.engine.standings.ranking import level_with
from app.engine.state import State
from app.engine.text import join_words, plural


def _break_tie(state: State, command: BreakTie, _at_ms: int, *, insist: bool) -> Decision:
    if not command.reason.strip():
        return Refused("Say how the tie was broken.")
    first = command.numbers[0] if command.numbers else 0
    level = level_with(state, first)
    if len(level) < 2:
        return Refused("These players are not tied: there is no tie to break.")
    if sorted(command.numbers) != sorted(level):
        return Refused(f"Put all tied players in order: {join_words(map(state.name, level))}.")
    return (TieBroken(state.round_now, command.numbers, command.reason),)


def _name_fault(award: str) -> Refused | None:
    if not award.strip():
        return Refused("An award needs a name.")
    if award.casefold() in {place.casefold() for place in PLACES}:
        return Refused(f"{award} is decided by the standings. Call the award something else.")
    return None


def _give(state: State, command: GiveAward, _at_ms: int, *, insist: bool) -> Decision:
    refused = _name_fault(command.award)
    if refused:
        return refused
    if command.number is not None and not may_win(state, command.number):
        return Refused(f"{state.name(command.number)} is out of every award.")
    if state.given.get(command.award) == command.number:
        return Refused("Nothing changes: that player has the award already.")
    doubt = painting_doubt(state, command.award, command.number) if command.number else ""
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    return (command,)


def _open(state: State, command: OpenVote, _at_ms: int, *, insist: bool) -> Decision:
    """After a tie the next ballot is among the tied, unless others are named; so it stays while
    nobody has a vote.
    """
    refused = _name_fault(command.award)
    if refused:
        return refused
    vote = state.votes.get(command.award)
    if vote is not None and vote.is_open:
        return Refused(f"The vote on {command.award} is open already. Close it first.")
    level = tied(state, command.award)
    decided = voted_for(state, command.award) is not None
    if decided and not insist:
        return Refused(
            f"The vote on {command.award} was decided. A new one sets it aside.", insistable=True
        )
    if vote is not None and not decided and not level:
        level = tuple(candidate for candidate in vote.candidates if may_win(state, candidate))
    candidates = command.candidates or level
    barred = [candidate for candidate in candidates if not may_win(state, candidate)]
    if barred:
        return Refused(f"{join_words(map(state.name, barred))} cannot win an award.")
    return (VoteOpened(command.award, vote.ballot + 1 if vote else 1, candidates),)


def _cast(state: State, command: CastBallot, _at_ms: int, *, insist: bool) -> Decision:
    vote = state.votes.get(command.award)
    if vote is None or not vote.is_open:
        return Refused(f"There is no open vote on {command.award}.")
    if command.voter not in voters(state):
        return Refused(f"{state.name(command.voter)} has no vote.")
    if not may_win(state, command.choice):
        return Refused(f"{state.name(command.choice)} cannot win an award.")
    if vote.candidates and command.choice not in vote.candidates:
        among = join_words(map(state.name, vote.candidates))
        return Refused(f"This ballot is between {among}.")
    doubt = painting_doubt(state, command.award, command.choice)
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    if command.voter in ballots(state, command.award) and not insist:
        return Refused(
            f"{state.name(command.voter)} has voted already. The new ballot replaces the old one.",
            insistable=True,
        )
    return (command,)


def _close(state: State, command: CloseVote, _at_ms: int, *, insist: bool) -> Decision:
    vote = state.votes.get(command.award)
    if vote is None or not vote.is_open:
        return Refused(f"There is no open vote on {command.award}.")
    out = len(set(voters(state)) - ballots(state, command.award).keys())
    if out and not insist:
        return Refused(f"{plural(out, 'player')} still to vote.", insistable=True)
    return (command,)


DECIDERS: Mapping[type, Decider] = {
    BreakTie: _break_tie,
    GiveAward: _give,
    OpenVote: _open,
    CastBallot: _cast,
    CloseVote: _close,
}
