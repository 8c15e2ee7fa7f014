"""Looks up players by the numbers in commands."""

from collections.abc import Iterable

from app.engine.acts.commands import Refused
from app.engine.language import say
from app.engine.state import State


def no_player(number: int) -> Refused:
    """Return the refusal for a number that no player has."""
    return Refused(say("There is no player number {number}.", number=number))


def unknown_player(state: State, numbers: Iterable[int]) -> Refused | None:
    """Return the refusal for the first of these numbers that no player has; None if all are
    known.
    """
    return next((no_player(number) for number in numbers if number not in state.players), None)
