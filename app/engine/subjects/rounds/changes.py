"""Changes of rounds that acts of several subjects make."""

from collections.abc import Callable, Sequence

from app.engine.acts.rounds import Seating
from app.engine.frozen import replace
from app.engine.state import Round, State


def with_round(state: State, number: int, change: Callable[[Round], Round]) -> State:
    """Return the state with one round changed, if it is in the event."""
    round_ = state.round(number)
    return state.with_round(change(round_)) if round_ else state


def with_games_numbered(state: State, seatings: Sequence[Seating]) -> State:
    """Return the state in which no later game gets one of these numbers."""
    used = max((seating.game for seating in seatings), default=0)
    return replace(state, next_game=max(used + 1, state.next_game))
