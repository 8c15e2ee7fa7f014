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
from app.engine.language import plural, say
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
from app.engine.text import join_words


def _break_tie(state: State, command: BreakTie, _at_ms: int, *, insist: bool) -> Decision:
    if not command.reason.strip():
        return Refused(say("Say how the tie was broken."))
    first = command.numbers[0] if command.numbers else 0
    level = level_with(state, first)
    if len(level) < 2:
        return Refused(say("These players are not tied: there is no tie to break."))
    if sorted(command.numbers) != sorted(level):
        return Refused(
            say("Put all tied players in order: {level}.", level=join_words(map(state.name, level)))
        )
    return (TieBroken(state.round_now, command.numbers, command.reason),)


def _name_fault(award: str) -> Refused | None:
    if not award.strip():
        return Refused(say("An award needs a name."))
    if award.casefold() in {place.casefold() for place in PLACES}:
        return Refused(
            say("{award} is decided by the standings. Call the award something else.", award=award)
        )
    return None


def _give(state: State, command: GiveAward, _at_ms: int, *, insist: bool) -> Decision:
    refused = _name_fault(command.award)
    if refused:
        return refused
    if command.number is not None and not may_win(state, command.number):
        return Refused(say("{name} is out of every award.", name=state.name(command.number)))
    if state.given.get(command.award) == command.number:
        return Refused(say("Nothing changes: that player has the award already."))
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
        return Refused(
            say("The vote on {award} is open already. Close it first.", award=command.award)
        )
    level = tied(state, command.award)
    decided = voted_for(state, command.award) is not None
    if decided and not insist:
        return Refused(
            say("The vote on {award} was decided. A new one sets it aside.", award=command.award),
            insistable=True,
        )
    if vote is not None and not decided and not level:
        level = tuple(candidate for candidate in vote.candidates if may_win(state, candidate))
    candidates = command.candidates or level
    barred = [candidate for candidate in candidates if not may_win(state, candidate)]
    if barred:
        return Refused(
            say("{barred} cannot win an award.", barred=join_words(map(state.name, barred)))
        )
    return (VoteOpened(command.award, vote.ballot + 1 if vote else 1, candidates),)


def _cast(state: State, command: CastBallot, _at_ms: int, *, insist: bool) -> Decision:
    vote = state.votes.get(command.award)
    if vote is None or not vote.is_open:
        return Refused(say("There is no open vote on {award}.", award=command.award))
    if command.voter not in voters(state):
        return Refused(say("{name} has no vote.", name=state.name(command.voter)))
    if not may_win(state, command.choice):
        return Refused(say("{name} cannot win an award.", name=state.name(command.choice)))
    if vote.candidates and command.choice not in vote.candidates:
        among = join_words(map(state.name, vote.candidates))
        return Refused(say("This ballot is between {among}.", among=among))
    doubt = painting_doubt(state, command.award, command.choice)
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    if command.voter in ballots(state, command.award) and not insist:
        return Refused(
            say(
                "{name} has voted already. The new ballot replaces the old one.",
                name=state.name(command.voter),
            ),
            insistable=True,
        )
    return (command,)


def _close(state: State, command: CloseVote, _at_ms: int, *, insist: bool) -> Decision:
    vote = state.votes.get(command.award)
    if vote is None or not vote.is_open:
        return Refused(say("There is no open vote on {award}.", award=command.award))
    out = len(set(voters(state)) - ballots(state, command.award).keys())
    if out and not insist:
        return Refused(
            plural(out, "{count} player still to vote.", "{count} players still to vote."),
            insistable=True,
        )
    return (command,)


DECIDERS: Mapping[type, Decider] = {
    BreakTie: _break_tie,
    GiveAward: _give,
    OpenVote: _open,
    CastBallot: _cast,
    CloseVote: _close,
}
