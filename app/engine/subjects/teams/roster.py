"""The teams: their players, their captains and the order of their seats."""

from collections.abc import Hashable, Iterator

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.acts.teams.roster import EnterTeam, SeatPlayer, Team
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.rosters import Roster, roster_called, roster_of
from app.engine.players.team_doubts import (
    leaves_doubts,
    moved_doubt,
    rounds_doubt,
    rounds_played,
    size_doubts,
)
from app.engine.state import State
from app.engine.subjects.act import Act, Context, Sets
from app.engine.subjects.players.numbers import no_player
from app.engine.subjects.teams.changes import no_team, of_team, seat_in_order
from app.engine.subjects.teams.past_teams import past_kept, rename_team
from app.engine.text import can_be_read, join_words, team_key, visible


def _enter(state: State, command: EnterTeam, _at_ms: int, *, insist: bool) -> Decision:
    was = command.was
    team = replace(
        command.team, name=visible(command.team.name), nation=visible(command.team.nation)
    )
    before = roster_called(state, was)
    fault = no_team(was) if was and before is None else _entry_fault(state, team, before)
    if fault:
        return Refused(fault)
    doubts = [*_moved_doubts(state, team, before), *size_doubts(state, team.name, team.players)]
    if doubts and not insist:
        return Refused(" ".join(doubts), insistable=True)
    return (replace(command, team=team),)


def _entry_fault(state: State, team: Team, before: Roster | None) -> str:
    if not can_be_read(team.name):
        return say("A team needs a name.")
    same = roster_called(state, team.name)
    if same is not None and same != before:
        return say("There is already a team called {name}.", name=same.name)
    for number in team.players:
        if number not in state.players:
            return no_player(number).sentence
        if team.players.count(number) > 1:
            return say("{name} is in {team} twice.", name=state.name(number), team=team.name)
    if team.captain and team.captain not in team.players:
        return say("The captain is one of the team’s players. Put them into the team first.")
    known = state.teams.get(before.key) if before else None
    if known == team and before and before.players == team.players:
        return say("Nothing changes: {name} is already like that.", name=team.name)
    return ""


def _moved_doubts(state: State, team: Team, before: Roster | None) -> Iterator[str]:
    """Yield the doubts about players who leave another team or this one."""
    for number in team.players:
        yield from leaves_doubts(state, number, team_key(before.name) if before else "")
    for number in before.players if before else ():
        if number not in team.players and (rounds := rounds_played(state, number)):
            yield rounds_doubt(state, number, rounds)


def _seat(state: State, command: SeatPlayer, _at_ms: int, *, insist: bool) -> Decision:
    number = command.number
    if number not in state.players:
        return no_player(number)
    before, team = roster_of(state, number), roster_called(state, command.team)
    if team is None and team_key(command.team):
        return Refused(no_team(command.team))
    if before == team and (team is None or _has_seat(team, number, command.seat)):
        return Refused(say("Nothing changes: {name} is already there.", name=state.name(number)))
    doubt = moved_doubt(state, number, command.team)
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    return (command,)


def _has_seat(team: Roster, number: int, seat: int) -> bool:
    count = len(team.players)
    return team.players.index(number) + 1 == (min(seat, count) if seat else count)


def _apply_team(state: State, event: EnterTeam) -> State:
    name = event.team.name
    before = roster_called(state, event.was or name)
    members = before.players if before else ()
    if before:
        state = of_team(rename_team(state, before.name, name), members, name)
    changed = of_team(of_team(state, members, ""), event.team.players, name)
    state = past_kept(state, changed, {*members, *event.team.players})
    others = {key: team for key, team in state.teams.items() if not before or key != before.key}
    return replace(state, teams={**others, team_key(event.team.name): event.team})


def _apply_seat(state: State, event: SeatPlayer) -> State:
    number = event.number
    before, team = roster_of(state, number), roster_called(state, event.team)
    if number not in state.players or (team is None and team_key(event.team)):
        return state
    if team is None:
        return past_kept(state, of_team(state, (number,), ""), (number,))
    order = [*team.players]
    at = min(event.seat or len(order) + 1, len(order) + 1) - 1
    if before is not team:
        order.insert(at, number)
    elif event.seat:
        other = order[min(at, len(order) - 1)]
        order = [{number: other, other: number}.get(player, player) for player in order]
    else:
        order = [*(player for player in order if player != number), number]
    seated = seat_in_order(of_team(state, (number,), team.name), team, order)
    return past_kept(state, seated, (number,))


def _entered_words(event: EnterTeam, context: Context) -> str:
    team, was = event.team, " ".join(event.was.split())
    players = join_words(map(context.name, team.players)) if team.players else say("no players yet")
    words = say("Team {team}: {players}", team=team.name, players=players)
    if was and was != team.name:
        words = say("Team {was} is now {team}: {players}", was=was, team=team.name, players=players)
    if team.captain:
        words = say("{words}; captain {name}", words=words, name=context.name(team.captain))
    return (
        say("{words}; nation {nation}", words=words, nation=team.nation) if team.nation else words
    )


def _entered_name(event: EnterTeam, _state: State) -> str:
    return say("team {team}", team=event.team.name)


def _seated_words(event: SeatPlayer, context: Context) -> str:
    name = context.name(event.number)
    if not event.team:
        return say("{name} has no team", name=name)
    if not event.seat:
        return say("{name} plays for {team}, in the last seat", name=name, team=event.team)
    return say(
        "{name} plays for {team}, in seat {seat}", name=name, team=event.team, seat=event.seat
    )


def _seat_set(event: SeatPlayer) -> dict[Hashable, SeatPlayer]:
    return {("seat", event.number): event}


def _seat_words(event: SeatPlayer, _context: Context) -> str:
    if not event.team:
        return say("no team")
    return say("team {team}, seat {seat}", team=event.team, seat=event.seat)


ACTS = (
    Act(
        EnterTeam, EnterTeam, kind="team_entered", by=Role.ORGANIZER,
        decide=_enter, apply=_apply_team,
        words=_entered_words, undo=_entered_name, insist=say("&Save the team"),
    ),
    Act(
        SeatPlayer, SeatPlayer, kind="player_seated", by=Role.ORGANIZER,
        decide=_seat, apply=_apply_seat,
        words=_seated_words, undo=say("seat of {name}"), insist=say("C&hange the team"),
        sets=Sets(_seat_set, _seat_words),
    ),
)  # fmt: skip
