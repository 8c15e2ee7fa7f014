"""Decisions about who is in a team, in which seat, and about teams that leave the event."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.events import Event
from app.engine.acts.players import PlayerDropped, PlayersCheckedIn
from app.engine.acts.teams.roster import (
    DropTeam,
    EnterTeam,
    PlayerSubstituted,
    ReadmitTeam,
    SeatPlayer,
    SubstitutePlayer,
    Team,
    TeamDropped,
    TeamReadmitted,
)
from app.engine.language import say
from app.engine.players.rosters import Roster, roster_called, roster_of
from app.engine.players.team_doubts import (
    leaves_doubts,
    moved_doubt,
    rounds_doubt,
    rounds_played,
    size_doubts,
)
from app.engine.rounds.draw_request import games_begun, pair_of
from app.engine.rounds.edit import arrangement, changed_pairings
from app.engine.state import Round, Stage, State, Status
from app.engine.table.game import Game
from app.engine.text import can_be_read, team_key, visible


def _enter(state: State, command: EnterTeam, _at_ms: int, *, insist: bool) -> Decision:
    was = command.was
    team = replace(
        command.team, name=visible(command.team.name), nation=visible(command.team.nation)
    )
    before = roster_called(state, was)
    fault = _no_team(was) if was and before is None else _entry_fault(state, team, before)
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
        return say("There is a team called {name} already.", name=same.name)
    for number in team.players:
        if number not in state.players:
            return say("There is no player number {number}.", number=number)
        if team.players.count(number) > 1:
            return say("{name} is in {team} twice.", name=state.name(number), team=team.name)
    if team.captain and team.captain not in team.players:
        return say("The captain is one of the team’s players. Put them into the team first.")
    known = state.teams.get(before.key) if before else None
    if known == team and before and before.players == team.players:
        return say("Nothing changes: {name} is like that already.", name=team.name)
    return ""


def _no_team(name: str) -> str:
    return say("There is no team called {name}.", name=name)


def _moved_doubts(state: State, team: Team, before: Roster | None) -> Iterator[str]:
    """About players who leave another team or this one."""
    for number in team.players:
        yield from leaves_doubts(state, number, team_key(before.name) if before else "")
    for number in before.players if before else ():
        if number not in team.players and (rounds := rounds_played(state, number)):
            yield rounds_doubt(state, number, rounds)


def _seat(state: State, command: SeatPlayer, _at_ms: int, *, insist: bool) -> Decision:
    number = command.number
    if number not in state.players:
        return Refused(say("There is no player number {number}.", number=number))
    before, team = roster_of(state, number), roster_called(state, command.team)
    if team is None and team_key(command.team):
        return Refused(_no_team(command.team))
    if before == team and (team is None or _has_seat(team, number, command.seat)):
        return Refused(say("Nothing changes: {name} is there already.", name=state.name(number)))
    doubt = moved_doubt(state, number, command.team)
    if doubt and not insist:
        return Refused(doubt, insistable=True)
    return (command,)


def _has_seat(team: Roster, number: int, seat: int) -> bool:
    count = len(team.players)
    return team.players.index(number) + 1 == (min(seat, count) if seat else count)


def _substitute(state: State, command: SubstitutePlayer, _at_ms: int, *, insist: bool) -> Decision:
    gone, came = command.gone, command.came
    unknown = next((number for number in (gone, came) if number not in state.players), None)
    if unknown is not None:
        return Refused(say("There is no player number {number}.", number=unknown))
    fault = _substitute_fault(state, command)
    if fault:
        return Refused(fault)
    round_ = open_round(state)
    doubts = [*_substitute_doubts(state, command, round_)]
    if doubts and not insist:
        return Refused(" ".join(doubts), insistable=True)
    number = len(state.rounds) + 1
    events: list[Event] = []
    if round_ and command.at_once:
        number = round_.number
        events += _instead(state, round_, gone, came)
    events.insert(0, PlayerSubstituted(gone, came, number))
    if command.leaves and not state.players[gone].status.has_left:
        events.append(PlayerDropped(gone, number - 1))
    if state.rounds and state.players[came].status is Status.REGISTERED:
        events.append(PlayersCheckedIn((came,)))
    return tuple(events)


def open_round(state: State) -> Round | None:
    """The round that is drawn or under way."""
    latest = state.latest
    return latest if latest and latest.stage is not Stage.FINISHED else None


def _substitute_fault(state: State, command: SubstitutePlayer) -> str:
    gone, came = state.name(command.gone), state.name(command.came)
    team = roster_of(state, command.gone)
    if team is None:
        return say("{name} is in no team.", name=gone)
    if command.gone in team.substitutes:
        return say("{name} is a substitute of {team} and has no seat.", name=gone, team=team.name)
    if command.came in team.seated:
        return say(
            "{name} has a seat of {team} already. Change the seats instead.",
            name=came,
            team=team.name,
        )
    if state.players[command.came].status.has_left:
        return say("{name} has left the event. Readmit the player first.", name=came)
    if not command.at_once:
        return ""
    round_ = open_round(state)
    if round_ is None:
        return say("No round is drawn or under way. The substitute plays from the next round on.")
    if _game_of(state, round_, command.gone) is None:
        return say(
            "{name} has no game in round {round_number}. The substitute plays from the next round"
            " on.",
            name=gone,
            round_number=round_.number,
        )
    if _is_in(state, round_, command.came):
        return say(
            "{name} is in round {round_number} already and cannot play a second game of it.",
            name=came,
            round_number=round_.number,
        )
    return ""


def _game_of(state: State, round_: Round, number: int) -> Game | None:
    return next((game for game in state.games_of(round_) if number in game.players), None)


def _is_in(state: State, round_: Round, number: int) -> bool:
    return _game_of(state, round_, number) is not None or round_.bye_of(number) is not None


def _substitute_doubts(
    state: State, command: SubstitutePlayer, round_: Round | None
) -> Iterator[str]:
    team = roster_of(state, command.gone)
    yield from leaves_doubts(state, command.came, team.key if team else "")
    if round_ is None:
        return
    if not command.at_once and _is_in(state, round_, command.came):
        yield say(
            "{name} has played in round {round_number} already, and plays from round {next} on in"
            " that seat.",
            name=state.name(command.came),
            round_number=round_.number,
            next=round_.number + 1,
        )
    game = _game_of(state, round_, command.gone)
    if command.at_once and game in games_begun(state, round_):
        yield say(
            "{name} has begun to play at table {table}. That game is set aside, and a new one"
            " begins.",
            name=state.name(command.gone),
            table=game.table if game else 0,
        )


def _instead(state: State, round_: Round, gone: int, came: int) -> Sequence[Event]:
    """The round with one player in the other's place."""
    now = arrangement(state, round_)
    pairs = [
        tuple(came if number == gone else number for number in pair_of(game))
        for game in state.games_of(round_)
    ]
    changed = changed_pairings(
        state, round_, [(red, blue) for red, blue in pairs], now.tables, now.bye
    )
    assert changed is not None
    return (changed.event,)


def _drop(state: State, command: DropTeam, _at_ms: int, *, insist: bool) -> Decision:
    team = roster_called(state, command.team)
    if team is None:
        return Refused(_no_team(command.team))
    here = [number for number in team.players if not state.players[number].status.has_left]
    if not here:
        return Refused(say("Nobody of {team} is in the event.", team=team.name))
    return (TeamDropped(team.name, tuple(here), state.round_now),)


def _readmit(state: State, command: ReadmitTeam, _at_ms: int, *, insist: bool) -> Decision:
    """Who left before the others stays away."""
    team = roster_called(state, command.team)
    if team is None:
        return Refused(_no_team(command.team))
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
        return Refused(say("Nobody of {team} has dropped.", team=team.name))
    return (TeamReadmitted(team.name, tuple(latest)),)


DECIDERS: Mapping[type, Decider] = {
    EnterTeam: _enter,
    SeatPlayer: _seat,
    SubstitutePlayer: _substitute,
    DropTeam: _drop,
    ReadmitTeam: _readmit,
}
