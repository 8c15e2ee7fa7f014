"""Changes the state by events of players' phones. Total, like all of ``evolve``."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.acts.phones import (
    AskToDrop,
    CheckInByPhone,
    ListsSent,
    OpenToPhones,
    ReportedByPhone,
    SignedUp,
    SignUpsSettled,
)
from app.engine.evolve.players import statuses
from app.engine.frozen import with_changes
from app.engine.state import Applicant, Player, State, Status


def _opened(state: State, event: OpenToPhones) -> State:
    return replace(state, phones=event)


def _signed_up(state: State, event: SignedUp) -> State:
    applicant = Applicant(event.number, event.entry, event.lists)
    return replace(state, applicants={**state.applicants, event.number: applicant})


def _settled(state: State, event: SignUpsSettled) -> State:
    players = event.players or (0,) * len(event.numbers)
    settled = {
        number: replace(state.applicants[number], player=player, declined=not player)
        for number, player in zip(event.numbers, players, strict=False)
        if number in state.applicants
    }
    return replace(state, applicants={**state.applicants, **settled})


def _checked_in(state: State, event: CheckInByPhone) -> State:
    return statuses(state, (event.number,), Status.CHECKED_IN)


def _with_player(state: State, number: int, change: Callable[[Player], Player]) -> State:
    player = state.players.get(number)
    if player is None:
        return state
    return replace(state, players={**state.players, number: change(player)})


def _lists_sent(state: State, event: ListsSent) -> State:
    return _with_player(
        state, event.number, lambda player: replace(player, lists=event.lists, accepted=())
    )


def _asked_to_drop(state: State, event: AskToDrop) -> State:
    return _with_player(
        state, event.number, lambda player: replace(player, asks_to_drop=event.wanted)
    )


def _reported(state: State, event: ReportedByPhone) -> State:
    """Once both say the same it counts, unless the organizer has entered a result. Reports that
    differ call the judge, who may be called already.
    """
    game = state.games.get(event.game)
    if game is None:
        return state
    game = replace(game, phoned=game.phoned.put(event.side, event.result))
    game = replace(game, reported=game.reported or game.agreed)
    if game.contradicted and not game.play.judge_called:
        game = replace(game, phones_call=game.calls + 1)
    return replace(state, games=with_changes(state.games, {event.game: game}))


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = {
    OpenToPhones: _opened,
    SignedUp: _signed_up,
    SignUpsSettled: _settled,
    CheckInByPhone: _checked_in,
    ListsSent: _lists_sent,
    AskToDrop: _asked_to_drop,
    ReportedByPhone: _reported,
}
