"""Faults of a choice in a match-up, or of pairs that the desk typed, in words."""

from app.engine.language import plural, say
from app.engine.match_up.faults import Fault, Why
from app.engine.rounds.match_ups import MatchUpNow
from app.engine.side import Side
from app.engine.standings.matches import team_of
from app.engine.state import State
from app.engine.subjects.players.numbers import no_player


def fault_words(state: State, now: MatchUpNow, side: Side | None, found: Fault) -> str:
    """Return a fault in words. ``side`` is the side that made the choice; None for pairs from the
    desk.
    """
    name = state.name(found.number)
    match found.why:
        case Why.DONE:
            return say("This match-up is already complete.")
        case Why.STEP_OVER:
            return say("That step is over. Look at the match-up again.")
        case Why.NOT_ASKED:
            team = now.names.of(side) if side else ""
            return say("It is not {team}’s turn. Wait for the other captain.", team=team)
        case Why.COUNT:
            return plural(found.number, "Choose {count} of them.", "Choose {count} of them.")
        case Why.TWICE:
            return say("{name} is named twice.", name=name)
        case Why.OTHER_TEAM:
            return _not_of_team(state, now, found)
        case Why.HAS_OPPONENT:
            return say("{name} already has an opponent.", name=name)
        case Why.NOT_FREE:
            return say("{name} cannot be chosen in this step.", name=name)
        case Why.LEFT_OUT:
            return say("{name} has no opponent yet.", name=name)
        case _:
            return say("Choose a free table of this match, a different one for each pair.")


def _not_of_team(state: State, now: MatchUpNow, found: Fault) -> str:
    """Return why a player cannot be chosen for a team in this match."""
    number, side = found.number, found.side or Side.RED
    name = state.name(number)
    if number not in state.players:
        return no_player(number).sentence
    if table := _plays_elsewhere(state, now, number):
        return say("{name} already plays at table {table} this round.", name=name, table=table)
    if team_of(state, number) == now.match.teams.of(side):
        return say("{name} has no seat in this match. Give them one in the team first.", name=name)
    return say("{name} does not play for {team}.", name=name, team=now.names.of(side))


def _plays_elsewhere(state: State, now: MatchUpNow, number: int) -> int:
    """Return the table of the player's game in another match of the round; 0 if there is none."""
    games = (game for game in state.games.values() if number in game.players)
    same_round = (game for game in games if game.round_number == now.match.round_number)
    return next((game.table for game in same_round if game.number not in now.match.games), 0)
