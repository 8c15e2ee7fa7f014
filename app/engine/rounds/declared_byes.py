"""Byes that the organizer or a volunteer declared, and the declared byes that a round does not
give.
"""

from app.engine.draw.values import BYE
from app.engine.language import say
from app.engine.rounds.field import cut_players, field, is_of_teams
from app.engine.state import Round, State
from app.engine.text import join_words


def declared_byes(state: State, number: int) -> tuple[int, ...]:
    """Return the players with a declared bye in round ``number``; empty in an event of teams."""
    pairs = () if is_of_teams(state) else state.set_pairs
    return tuple(
        pair.one or pair.other
        for pair in pairs
        if pair.together and BYE in pair.numbers and pair.holds_in(number)
    )


def bye_doubt(state: State, number: int) -> str:
    """Return which declared byes the draw of round ``number`` will not give, and why; empty if it
    gives all of them.
    """
    here = field(state)
    declared = [player for player in declared_byes(state, number) if player in here]
    settings = state.settings
    if declared and len(here) % 2 == 0:
        return say(
            "No bye in round {number} for {names}: the number of players is even.",
            number=number,
            names=join_words(map(state.name, declared)),
        )
    if declared and settings and settings.cut_by_seed and cut_players(state):
        return say(
            "The declared bye for {names} is not given: seeds decide who has the bye in the cut.",
            names=join_words(map(state.name, declared)),
        )
    if len(declared) > 1:
        return say(
            "One player has the bye in round {number}: {first}, not {names}.",
            number=number,
            first=state.name(declared[0]),
            names=join_words(map(state.name, declared[1:])),
        )
    return ""


def byes_not_given(state: State, round_: Round) -> str:
    """Return which declared byes a drawn round does not have; empty if it has all of them."""
    missed = [
        player
        for player in declared_byes(state, round_.number)
        if player in state.players and state.players[player].plays and not round_.bye_of(player)
    ]
    if not missed:
        return ""
    return say(
        "The declared bye for {names} is not in round {number}.",
        number=round_.number,
        names=join_words(map(state.name, missed)),
    )
