"""The teams of an event, with their players by seat."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from app.engine.acts.teams.roster import EnterTeam, Team
from app.engine.frozen import memoized_few, replace
from app.engine.standings.matches import team_of, team_then
from app.engine.standings.teams import team_names
from app.engine.state import Round, State
from app.engine.text import team_key


class Roster(Struct, frozen=True):
    """A team's players, by seat."""

    key: str
    """The team's key, as `team_of` returns it for its players."""
    name: str
    nation: str
    captain: int
    """The captain's number. If the organizer named none, it is the player in seat 1 (our decision);
    0 if the team has no players.
    """
    players: tuple[int, ...]
    """The players by seat. A player who left the event keeps the seat until somebody else gets
    it.
    """
    seats: int
    """The number of seats in a match; 0 if players play for themselves."""

    @property
    def seated(self) -> tuple[int, ...]:
        """The players in the seats of a match; all of them if there are no seats."""
        return self.players[: self.seats or None]

    @property
    def substitutes(self) -> tuple[int, ...]:
        return self.players[self.seats :] if self.seats else ()


def has_room(state: State, key: str) -> bool:
    """Tell whether the team has a free seat. Players who left the event do not count."""
    seats = state.settings.team_seats if state.settings else 0
    here = (number for number, player in state.players.items() if not player.status.has_left)
    return sum(team_of(state, number) == key for number in here) < seats


@memoized_few
def rosters(state: State) -> Mapping[str, Roster]:
    """Return every team by its key, in the order of the teams' first players; teams without players
    come last.
    """
    seats = state.settings.team_seats if state.settings else 0
    members: dict[str, list[int]] = {}
    for number in state.players:
        if key := team_of(state, number):
            members.setdefault(key, []).append(number)
    names = team_names(state) | {key: team.name for key, team in state.teams.items()}
    return {
        key: _roster(state, key, names[key], tuple(members.get(key, ())), seats)
        for key in dict.fromkeys((*members, *names))
    }


def _roster(state: State, key: str, name: str, members: tuple[int, ...], seats: int) -> Roster:
    team = state.teams.get(key)
    first = [number for number in (team.players if team else ()) if number in members]
    players = (*first, *(number for number in members if number not in first))
    captain = team.captain if team and team.captain in members else next(iter(players), 0)
    return Roster(key, name, team.nation if team else "", captain, players, seats)


def roster_of(state: State, number: int) -> Roster | None:
    """Return the team of a player; None if they have none."""
    return rosters(state).get(team_of(state, number))


def by_seat_then(
    state: State, round_: Round, team: str, numbers: Collection[int]
) -> tuple[int, ...]:
    """Return those of ``numbers`` who played ``round_`` for this team, by seat. Players who have
    left the team come last.
    """
    seats = rosters(state)[team].players
    ours = (number for number in numbers if team_then(state, round_, number) == team)
    return tuple(sorted(ours, key=lambda n: (seats.index(n) if n in seats else len(seats), n)))


def roster_called(state: State, name: str) -> Roster | None:
    """Return the team with that name in any spelling of capitals and spaces; None if there is
    none.
    """
    return rosters(state).get(team_key(name))


def as_entered(state: State, roster: Roster, players: Sequence[int]) -> Team:
    """Return the team as the organizer entered it, with these players. The team only has a captain
    if the organizer named one of these players.
    """
    known = state.teams.get(roster.key)
    captain = known.captain if known and known.captain in players else 0
    return Team(roster.name, roster.nation, captain, tuple(players))


def joined_team(state: State, team: Team) -> EnterTeam:
    """Return the command that enters a team from a list. Players who are already in a team with
    that name stay in it, before the new ones.
    """
    before = roster_called(state, team.name)
    if before is None:
        return EnterTeam(team)
    stay = tuple(number for number in before.players if number not in team.players)
    known = as_entered(state, before, (*stay, *team.players))
    captain, nation = team.captain or known.captain, team.nation or known.nation
    return EnterTeam(replace(known, captain=captain, nation=nation), before.name)
