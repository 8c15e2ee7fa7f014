"""How what happens to entries changes the state. Total, like all of ``evolve``."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from app.engine.acts.players import (
    ArmyEntered,
    PlayerChange,
    PlayerDisqualified,
    PlayerDropped,
    PlayerEdited,
    PlayerReadmitted,
    PlayerWarned,
    TickedOff,
)
from app.engine.state import Caution, Player, State, Status


def statuses(state: State, numbers: Sequence[int], status: Status) -> State:
    changed = {
        number: replace(state.players[number], status=status)
        for number in numbers
        if number in state.players
    }
    return replace(state, players={**state.players, **changed})


def ticked(state: State, event: TickedOff) -> State:
    item = {event.item}
    changed = {
        number: replace(one, checked=one.checked | item if event.done else one.checked - item)
        for number, one in state.players.items()
        if number in event.numbers
    }
    return replace(state, players={**state.players, **changed})


def player_changed(state: State, event: PlayerChange) -> State:
    player = state.players.get(event.number)
    if player is None:
        return state
    return replace(state, players={**state.players, event.number: _changed(player, event)})


def _changed(player: Player, event: PlayerChange) -> Player:
    match event:
        case PlayerEdited():
            return replace(player, entry=event.entry)
        case ArmyEntered():
            return replace(player, lists=event.lists, accepted=event.accepted)
        case PlayerDropped():
            return replace(player, status=Status.DROPPED, left_after_round=event.after_round)
        case PlayerReadmitted():
            return replace(
                player, status=Status.CHECKED_IN, left_after_round=None, disqualified_for=""
            )
        case PlayerDisqualified():
            return replace(player, status=Status.DISQUALIFIED, disqualified_for=event.reason)
        case PlayerWarned():
            caution = Caution(event.round_number, event.reason)
            return replace(player, warnings=(*player.warnings, caution))
        case _:
            assert_never(event)
