"""Ties broken by hand, awards and votes in words. Whom a ballot names is never told."""

from collections.abc import Callable
from typing import assert_never

from app.engine.acts.awards import (
    AwardChange,
    AwardGiven,
    BallotCast,
    TieBroken,
    VoteClosed,
    VoteOpened,
)
from app.engine.text import listed


def award_words(event: AwardChange, name: Callable[[int], str]) -> str:
    """A row of the history."""
    match event:
        case TieBroken():
            return f"Tie broken: {listed(map(name, event.numbers))}, in this order: {event.reason}"
        case AwardGiven():
            if event.number is None:
                return f"{event.award}: taken back"
            return f"{event.award}: {name(event.number)}, by the organizer's choice"
        case VoteOpened():
            among = f" between {listed(map(name, event.candidates))}" if event.candidates else ""
            return f"{event.award}: ballot {event.ballot} opened{among}"
        case BallotCast():
            return f"{event.award}: {name(event.voter)} voted"
        case VoteClosed():
            return f"{event.award}: vote closed"
        case _:
            assert_never(event)


def award_act_words(event: AwardChange) -> str:
    """A few words to stand after "Undo" and "Redo"."""
    match event:
        case TieBroken():
            return "order of level players"
        case AwardGiven():
            return f"award of {event.award}"
        case VoteOpened():
            return f"opening the vote on {event.award}"
        case BallotCast():
            return f"ballot for {event.award}"
        case VoteClosed():
            return f"closing the vote on {event.award}"
        case _:
            assert_never(event)
