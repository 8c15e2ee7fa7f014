"""Changes the state by changes of entries. Total, like all of ``evolve``."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.acts.players import (
    ArmyEntered,
    DisqualifyPlayer,
    EditPlayer,
    PlayerChange,
    PlayerDropped,
    PlayerWarned,
    ReadmitPlayer,
    TickOff,
)
from app.engine.state import Player, PlayerWarning, State, Status
from app.engine.subjects.teams.past_teams import past_kept


def ticked(state: State, event: TickOff) -> State:
    item = {event.item}
    changed = {
        number: replace(
            player, checked=player.checked | item if event.done else player.checked - item
        )
        for number, player in state.players.items()
        if number in event.numbers
    }
    return replace(state, players={**state.players, **changed})


def _edited(player: Player, event: EditPlayer) -> Player:
    return replace(player, entry=event.entry)


def _army_entered(player: Player, event: ArmyEntered) -> Player:
    return replace(player, lists=event.lists, accepted=event.accepted)


def _dropped(player: Player, event: PlayerDropped) -> Player:
    return replace(
        player,
        status=Status.DROPPED,
        left_after_round=event.after_round,
        asks_to_drop=False,
    )


def _readmitted(player: Player, _event: ReadmitPlayer) -> Player:
    return replace(player, status=Status.CHECKED_IN, left_after_round=None, disqualified_for="")


def _disqualified(player: Player, event: DisqualifyPlayer) -> Player:
    return replace(
        player,
        status=Status.DISQUALIFIED,
        disqualified_for=event.reason,
        asks_to_drop=False,
    )


def _warned(player: Player, event: PlayerWarned) -> Player:
    caution = PlayerWarning(event.round_number, event.reason)
    return replace(player, warnings=(*player.warnings, caution))


OF_PLAYER: Mapping[type, Callable[[Player, Any], Player]] = {
    EditPlayer: _edited,
    ArmyEntered: _army_entered,
    PlayerDropped: _dropped,
    ReadmitPlayer: _readmitted,
    DisqualifyPlayer: _disqualified,
    PlayerWarned: _warned,
}
"""What changes one player."""


def player_changed(state: State, event: PlayerChange) -> State:
    player = state.players.get(event.number)
    if player is None:
        return state
    changed = OF_PLAYER[type(event)](player, event)
    after = replace(state, players={**state.players, event.number: changed})
    return past_kept(state, after, (event.number,))
