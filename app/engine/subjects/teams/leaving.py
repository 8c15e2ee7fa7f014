"""Teams that leave the event, and teams that come back."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.stations.roles import Role
from app.engine.acts.teams.roster import DropTeam, ReadmitTeam, TeamDropped, TeamReadmitted
from app.engine.language import say
from app.engine.players.rosters import roster_called
from app.engine.state import State, Status
from app.engine.subjects.act import Act, Context
from app.engine.subjects.players.changes import with_player
from app.engine.subjects.players.leaving import drop_player, readmit_player
from app.engine.subjects.teams.changes import no_team
from app.engine.text import join_words


def _drop(state: State, command: DropTeam, _at_ms: int, *, insist: bool) -> Decision:
    team = roster_called(state, command.team)
    if team is None:
        return Refused(no_team(command.team))
    here = [number for number in team.players if not state.players[number].status.has_left]
    if not here:
        return Refused(say("Nobody from {team} is in the event.", team=team.name))
    return (TeamDropped(team.name, tuple(here), state.round_now),)


def _readmit(state: State, command: ReadmitTeam, _at_ms: int, *, insist: bool) -> Decision:
    """Readmit the players of the team who left most recently. Players who left earlier stay
    away.
    """
    team = roster_called(state, command.team)
    if team is None:
        return Refused(no_team(command.team))
    players = [state.players[number] for number in team.players]
    if any(not player.status.has_left for player in players):
        return Refused(say("{team} is in the event.", team=team.name))
    left = {
        player.number: player.left_after_round or 0
        for player in players
        if player.status is Status.DROPPED
    }
    latest = [number for number, after in left.items() if after == max(left.values())]
    if not latest:
        return Refused(say("Nobody in {team} has dropped.", team=team.name))
    return (TeamReadmitted(team.name, tuple(latest)),)


def _apply_drop(state: State, event: TeamDropped) -> State:
    for number in event.numbers:
        state = with_player(state, number, lambda player: drop_player(player, event.after_round))
    return state


def _apply_readmission(state: State, event: TeamReadmitted) -> State:
    for number in event.numbers:
        state = with_player(state, number, readmit_player)
    return state


def _dropped_words(event: TeamDropped, context: Context) -> str:
    names = join_words(map(context.name, event.numbers))
    if not event.after_round:
        return say("Team {team} dropped before round 1: {names}", team=event.team, names=names)
    return say(
        "Team {team} dropped after round {after_round}: {names}",
        team=event.team,
        after_round=event.after_round,
        names=names,
    )


def _readmitted_words(event: TeamReadmitted, context: Context) -> str:
    return say(
        "Team {team} is in the event again: {names}",
        team=event.team,
        names=join_words(map(context.name, event.numbers)),
    )


ACTS = (
    Act(
        DropTeam, TeamDropped, kind="team_dropped", by=Role.ORGANIZER,
        decide=_drop, apply=_apply_drop, words=_dropped_words,
        undo=say("drop of team {team}"), insist=None,
    ),
    Act(
        ReadmitTeam, TeamReadmitted, kind="team_readmitted", by=Role.ORGANIZER,
        decide=_readmit, apply=_apply_readmission, words=_readmitted_words,
        undo=say("return of team {team}"), insist=None,
    ),
)  # fmt: skip
