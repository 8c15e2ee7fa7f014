"""Changes the state by teams' data and seats. Total, like all of ``evolve``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.engine.acts.teams.roster import (
    EnterTeam,
    PlayerSubstituted,
    SeatPlayer,
    Team,
    TeamDropped,
    TeamReadmitted,
)
from app.engine.players.rosters import Roster, roster_called, roster_of
from app.engine.state import State
from app.engine.subjects.players.changes import with_player
from app.engine.subjects.players.leaving import dropped, readmitted
from app.engine.subjects.teams.past_teams import past_kept, renamed
from app.engine.text import team_key


def _entered(state: State, event: EnterTeam) -> State:
    name = event.team.name
    before = roster_called(state, event.was or name)
    members = before.players if before else ()
    if before:
        state = _of_team(renamed(state, before.name, name), members, name)
    changed = _of_team(_of_team(state, members, ""), event.team.players, name)
    state = past_kept(state, changed, {*members, *event.team.players})
    others = {key: team for key, team in state.teams.items() if not before or key != before.key}
    return replace(state, teams={**others, team_key(event.team.name): event.team})


def _of_team(state: State, numbers: Sequence[int], name: str) -> State:
    players = {
        number: replace(player, entry=replace(player.entry, team=name))
        for number in numbers
        if (player := state.players.get(number))
    }
    return replace(state, players={**state.players, **players})


def _seated(state: State, event: SeatPlayer) -> State:
    number = event.number
    before, team = roster_of(state, number), roster_called(state, event.team)
    if number not in state.players or (team is None and team_key(event.team)):
        return state
    if team is None:
        return past_kept(state, _of_team(state, (number,), ""), (number,))
    order = [*team.players]
    at = min(event.seat or len(order) + 1, len(order) + 1) - 1
    if before is not team:
        order.insert(at, number)
    elif event.seat:
        other = order[min(at, len(order) - 1)]
        order = [{number: other, other: number}.get(player, player) for player in order]
    else:
        order = [*(player for player in order if player != number), number]
    seated = _in_order(_of_team(state, (number,), team.name), team, order)
    return past_kept(state, seated, (number,))


def _in_order(state: State, roster: Roster, order: Sequence[int]) -> State:
    known = state.teams.get(roster.key, Team(roster.name))
    return replace(state, teams={**state.teams, roster.key: replace(known, players=tuple(order))})


def _substituted(state: State, event: PlayerSubstituted) -> State:
    gone, came = event.gone, event.came
    team = roster_of(state, gone)
    if team is None or came not in state.players:
        return state
    order = [{gone: came, came: gone}.get(player, player) for player in team.players]
    if came not in team.players:
        order.append(gone)
    changed = past_kept(state, _of_team(state, (came,), team.name), (came,))
    changed = _in_order(changed, team, order)
    return replace(changed, substitutions=(*state.substitutions, event))


def _dropped(state: State, event: TeamDropped) -> State:
    for number in event.numbers:
        state = with_player(state, number, lambda player: dropped(player, event.after_round))
    return state


def _readmitted(state: State, event: TeamReadmitted) -> State:
    for number in event.numbers:
        state = with_player(state, number, readmitted)
    return state


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = {
    EnterTeam: _entered,
    SeatPlayer: _seated,
    PlayerSubstituted: _substituted,
    TeamDropped: _dropped,
    TeamReadmitted: _readmitted,
}
