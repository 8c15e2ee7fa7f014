"""Teams in the history, and the name of each act about them."""

from collections.abc import Callable, Mapping
from typing import Any

from app.engine.acts.teams.roster import (
    EnterTeam,
    PlayerSubstituted,
    SeatPlayer,
    TeamDropped,
    TeamReadmitted,
)
from app.engine.language import say
from app.engine.state import State
from app.engine.text import join_words
from app.views.history.draw_words import Name


def _team_entered(event: EnterTeam, name: Name) -> str:
    team, was = event.team, " ".join(event.was.split())
    players = join_words(map(name, team.players)) if team.players else say("nobody")
    words = say("Team {team}: {players}", team=team.name, players=players)
    if was and was != team.name:
        words = say("Team {was} is now {team}: {players}", was=was, team=team.name, players=players)
    if team.captain:
        words = say("{words}; captain {name}", words=words, name=name(team.captain))
    return (
        say("{words}; nation {nation}", words=words, nation=team.nation) if team.nation else words
    )


def _player_seated(event: SeatPlayer, name: Name) -> str:
    who = name(event.number)
    if not event.team:
        return say("{name} has no team", name=who)
    if not event.seat:
        return say("{name} plays for {team}, in the last seat", name=who, team=event.team)
    return say(
        "{name} plays for {team}, in seat {seat}", name=who, team=event.team, seat=event.seat
    )


def _team_left(event: TeamDropped, name: Name) -> str:
    who = join_words(map(name, event.numbers))
    if not event.after_round:
        return say("Team {team} dropped before round 1: {names}", team=event.team, names=who)
    return say(
        "Team {team} dropped after round {after_round}: {names}",
        team=event.team,
        after_round=event.after_round,
        names=who,
    )


TEAM_WORDS: Mapping[type, Callable[[Any, Name], str]] = {
    EnterTeam: _team_entered,
    SeatPlayer: _player_seated,
    PlayerSubstituted: lambda event, name: say(
        "{came} plays in the seat of {gone} from round {from_round} on",
        came=name(event.came),
        gone=name(event.gone),
        from_round=event.from_round,
    ),
    TeamDropped: _team_left,
    TeamReadmitted: lambda event, name: say(
        "Team {team} is in the event again: {names}",
        team=event.team,
        names=join_words(map(name, event.numbers)),
    ),
}
"""Rows of the history about a team."""

TEAM_ACT_WORDS: Mapping[type, Callable[[State, Any], str]] = {
    EnterTeam: lambda _state, event: say("team {team}", team=event.team.name),
    SeatPlayer: lambda state, event: say("seat of {name}", name=state.name(event.number)),
    PlayerSubstituted: lambda state, event: say(
        "substitution of {name}", name=state.name(event.gone)
    ),
    TeamDropped: lambda _state, event: say("drop of team {team}", team=event.team),
    TeamReadmitted: lambda _state, event: say("return of team {team}", team=event.team),
}
"""What each is called after "Undo"."""
