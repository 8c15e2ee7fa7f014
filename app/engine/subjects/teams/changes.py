"""Changes of teams that several of their acts make."""

from collections.abc import Sequence

from app.engine.acts.teams.roster import Team
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.rosters import Roster
from app.engine.state import State


def no_team(name: str) -> str:
    """Return the refusal for a name that no team has."""
    return say("There is no team called {name}.", name=name)


def of_team(state: State, numbers: Sequence[int], name: str) -> State:
    """Return the state in which these players are in the team with this name."""
    players = {
        number: replace(player, entry=replace(player.entry, team=name))
        for number in numbers
        if (player := state.players.get(number))
    }
    return replace(state, players={**state.players, **players})


def seat_in_order(state: State, roster: Roster, order: Sequence[int]) -> State:
    """Return the state in which a team's players sit in this order."""
    known = state.teams.get(roster.key, Team(roster.name))
    return replace(state, teams={**state.teams, roster.key: replace(known, players=tuple(order))})
