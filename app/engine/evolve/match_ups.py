"""Changes the state by a match-up's choices and the games that result. Total."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.engine.acts.rounds import Seating
from app.engine.acts.teams.match_up import (
    ChosenInMatchUp,
    MatchUpChange,
    MatchUpTyped,
    TakenBackInMatchUp,
)
from app.engine.formats.terms import terms_for
from app.engine.match_up.progress import Choice
from app.engine.state import Bye, MatchUp, Round, State
from app.engine.table.game import Game, kept_or_new


def _chosen(made: MatchUp, event: ChosenInMatchUp) -> MatchUp:
    choices = (*made.choices, Choice(event.side, event.step, event.chosen))
    return replace(made, choices=choices, complete=made.complete or bool(event.seatings))


def _typed(made: MatchUp, _event: MatchUpTyped) -> MatchUp:
    return replace(made, complete=True, typed=True)


def _taken_back(made: MatchUp, _event: TakenBackInMatchUp) -> MatchUp:
    if made.typed:
        return replace(made, complete=False, typed=False)
    return replace(made, complete=False, choices=made.choices[:-1])


OF_MATCH_UP: Mapping[type, Callable[[MatchUp, Any], MatchUp]] = {
    ChosenInMatchUp: _chosen,
    MatchUpTyped: _typed,
    TakenBackInMatchUp: _taken_back,
}
"""What changes one match-up."""


def match_up_changed(state: State, event: MatchUpChange) -> State:
    round_ = state.round(event.round_number)
    if round_ is None:
        return state
    made = OF_MATCH_UP[type(event)](round_.match_ups.get(event.match, MatchUp()), event)
    round_ = replace(round_, match_ups={**round_.match_ups, event.match: made})
    return _seated(state, round_, event.seatings, event.byes)


def _seated(state: State, round_: Round, seatings: Sequence[Seating], byes: Sequence[int]) -> State:
    """The round with these games, and these players without one; nothing else changes."""
    seatings = [seating for seating in seatings if seating.game in round_.games]
    if state.packet is None or state.settings is None or not seatings:
        return state.with_round(round_)
    terms = terms_for(state.packet, state.settings, round_.scenario)
    games = {
        seating.game: kept_or_new(
            state.games.get(seating.game),
            Game(seating.game, round_.number, seating.table, seating.players, terms),
        )
        for seating in seatings
    }
    moved = {n for game in games.values() for n in game.players} | {*byes}
    same = {
        n
        for number, game in games.items()
        if number in state.games and state.games[number].players == game.players
        for n in game.players
    }
    stay = [bye for bye in round_.byes if bye.player not in moved]
    every = (*stay, *(Bye(player, terms.bye_cp, terms.bye_apd) for player in byes))
    lists = {n: chosen for n, chosen in round_.lists.items() if n not in moved or n in same}
    round_ = replace(round_, bye=next(iter(every), None), more_byes=every[1:], lists=lists)
    return replace(state.with_round(round_), games={**state.games, **games})


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = dict.fromkeys(
    OF_MATCH_UP, match_up_changed
)
