"""Awards that the organizer gives by choice or by a blind vote."""

from collections.abc import Callable, Hashable
from typing import Any

from app.engine.acts.awards import CastBallot, CloseVote, GiveAward, OpenVote, VoteOpened
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.standings.awards import (
    PLACES,
    award_name,
    ballots,
    list_tied,
    may_win,
    painting_doubt,
    voted_for,
    voters,
)
from app.engine.state import State, Vote
from app.engine.subjects.act import Act, Context, Reach, Sets
from app.engine.text import join_words


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
        return Refused(say("{name} is excluded from every award.", name=state.name(command.number)))
    if state.given.get(command.award) == command.number:
        return Refused(say("Nothing changes: that player already has the award."))
    doubt = painting_doubt(state, command.award, command.number) if command.number else ""
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    return (command,)


def _open(state: State, command: OpenVote, _at_ms: int, *, insist: bool) -> Decision:
    """Open a vote. If no candidates are named, a further ballot after a tie is among the tied
    players, and a further ballot after one in which nobody voted is among the same candidates.
    """
    refused = _name_fault(command.award)
    if refused:
        return refused
    vote = state.votes.get(command.award)
    if vote is not None and vote.is_open:
        return Refused(
            say(
                "The vote on {award} is already open. Close it first.",
                award=award_name(command.award),
            )
        )
    level = list_tied(state, command.award)
    decided = voted_for(state, command.award) is not None
    if decided and not insist:
        return Refused(
            say(
                "The vote on {award} was decided. A new one sets it aside.",
                award=award_name(command.award),
            ),
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
        return Refused(say("There is no open vote on {award}.", award=award_name(command.award)))
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
                "{name} has already voted. The new ballot replaces the old one.",
                name=state.name(command.voter),
            ),
            insistable=True,
        )
    return (command,)


def _close(state: State, command: CloseVote, _at_ms: int, *, insist: bool) -> Decision:
    vote = state.votes.get(command.award)
    if vote is None or not vote.is_open:
        return Refused(say("There is no open vote on {award}.", award=award_name(command.award)))
    out = len(set(voters(state)) - ballots(state, command.award).keys())
    if out and not insist:
        return Refused(
            plural(out, "{count} player still to vote.", "{count} players still to vote."),
            insistable=True,
        )
    return (command,)


def _apply_award(state: State, event: GiveAward) -> State:
    given = {award: number for award, number in state.given.items() if award != event.award}
    if event.number is not None:
        given[event.award] = event.number
    return replace(state, given=given)


def _apply_vote(state: State, event: VoteOpened) -> State:
    return _voting(state, event.award, Vote(event.ballot, event.candidates))


def _ballot_cast(state: State, event: CastBallot) -> State:
    vote = state.votes.get(event.award)
    if vote is None:
        return state
    cast = {**vote.cast, event.voter: event.choice}
    return _voting(state, event.award, replace(vote, cast=cast))


def _apply_vote_end(state: State, event: CloseVote) -> State:
    vote = state.votes.get(event.award)
    return _voting(state, event.award, replace(vote, is_open=False)) if vote else state


def _voting(state: State, award: str, vote: Vote) -> State:
    return replace(state, votes={**state.votes, award: vote})


def _given_words(event: GiveAward, context: Context) -> str:
    if event.number is None:
        return say("{award}: taken back", award=award_name(event.award))
    return say(
        "{award}: {name}, by the organizer’s choice",
        award=award_name(event.award),
        name=context.name(event.number),
    )


def _opened_words(event: VoteOpened, context: Context) -> str:
    if not event.candidates:
        return say(
            "{award}: ballot {ballot} opened", award=award_name(event.award), ballot=event.ballot
        )
    return say(
        "{award}: ballot {ballot} opened between {candidates}",
        award=award_name(event.award),
        ballot=event.ballot,
        candidates=join_words(map(context.name, event.candidates)),
    )


def _cast_words(event: CastBallot, context: Context) -> str:
    return say(
        "{award}: {name} voted", award=award_name(event.award), name=context.name(event.voter)
    )


def _closed_words(event: CloseVote, _context: Context) -> str:
    return say("{award}: vote closed", award=award_name(event.award))


def _name_by(words: str) -> Callable[[Any, State], str]:
    def name(event: Any, _state: State) -> str:
        return words.format(award=award_name(event.award))

    return name


def _award_set(event: GiveAward) -> dict[Hashable, int | None]:
    return {("award", event.award): event.number}


def _award_words(number: int | None, context: Context) -> str:
    return context.name(number) if number is not None else ""


ACTS = (
    Act(
        GiveAward, GiveAward, kind="award_given", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_give, apply=_apply_award,
        words=_given_words, undo=_name_by(say("award of {award}")), insist=say("&Give the award"),
        sets=Sets(_award_set, _award_words),
    ),
    Act(
        OpenVote, VoteOpened, kind="vote_opened", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_open, apply=_apply_vote,
        words=_opened_words, undo=_name_by(say("opening the vote on {award}")),
        insist=say("&Open a new vote"),
    ),
    Act(
        CastBallot, CastBallot, kind="ballot_cast", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_cast, apply=_ballot_cast,
        words=_cast_words, undo=_name_by(say("ballot for {award}")), insist=say("&Enter the vote"),
    ),
    Act(
        CloseVote, CloseVote, kind="vote_closed", by=Role.ORGANIZER, reach=Reach.NO_GAME,
        decide=_close, apply=_apply_vote_end,
        words=_closed_words, undo=_name_by(say("closing the vote on {award}")),
        insist=say("C&lose the vote"),
    ),
)  # fmt: skip
