"""Changes of players that acts of several subjects make."""

from collections.abc import Callable, Sequence

from app.engine.frozen import replace
from app.engine.state import Player, State, Status


def with_status(state: State, numbers: Sequence[int], status: Status) -> State:
    """Return the state in which these players have this status. Numbers of players who are not in
    the event are ignored.
    """
    changed = {
        number: replace(state.players[number], status=status)
        for number in numbers
        if number in state.players
    }
    return replace(state, players={**state.players, **changed})


def with_player(state: State, number: int, change: Callable[[Player], Player]) -> State:
    """Return the state with one player changed, if they are in the event."""
    player = state.players.get(number)
    if player is None:
        return state
    return replace(state, players={**state.players, number: change(player)})
