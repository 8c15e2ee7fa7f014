"""The teams that players had in past rounds, for players who change teams later."""

from collections.abc import Iterable

from app.engine.frozen import replace
from app.engine.state import Round, State
from app.engine.text import team_key


def past_kept(before: State, after: State, moved: Iterable[int]) -> State:
    """Return ``after``, with the former team of each ``moved`` player recorded in the rounds that
    the player played for it.

    That is done only in an event of teams. Past games of a player who had no team count for the new
    team.
    """
    old = {
        number: " ".join(before.players[number].entry.team.split())
        for number in moved
        if number in before.players and _has_left_team(before, after, number)
    }
    if not old or before.settings is None or not before.settings.team_seats:
        return after
    return replace(after, rounds=tuple(_keep_teams(after, round_, old) for round_ in after.rounds))


def _has_left_team(before: State, after: State, number: int) -> bool:
    was = team_key(before.players[number].entry.team)
    now = after.players.get(number)
    return bool(was) and (now is None or team_key(now.entry.team) != was)


def _keep_teams(state: State, round_: Round, old: dict[int, str]) -> Round:
    known = round_.teams_then
    then = {
        number: name
        for number, name in old.items()
        if number not in known and round_.has_begun and round_.includes(number, state.games)
    }
    return replace(round_, teams_then={**known, **then}) if then else round_


def rename_team(state: State, was: str, name: str) -> State:
    """Return the state in which past rounds have a team's new name."""
    key = team_key(was)
    return replace(
        state,
        rounds=tuple(
            replace(
                round_,
                teams_then={
                    number: name if team_key(then) == key else then
                    for number, then in round_.teams_then.items()
                },
            )
            if round_.teams_then
            else round_
            for round_ in state.rounds
        ),
    )
