"""The doubts about a team for the organizer: its size, and rounds that its players played for other
teams.
"""

from collections.abc import Iterator, Sequence

from app.engine.language import plural, say
from app.engine.players.rosters import roster_of
from app.engine.state import State
from app.engine.text import team_key


def moved_doubt(state: State, number: int, team: str) -> str:
    """Return a sentence on what happens to the rounds that a player played before changing to
    ``team``; empty if nothing happens.
    """
    before = roster_of(state, number)
    if before is None or before.key == team_key(team):
        return ""
    rounds = rounds_played(state, number)
    return rounds_doubt(state, number, rounds) if rounds else ""


def leaves_doubts(state: State, number: int, key: str) -> Iterator[str]:
    """Yield the doubts about a player who is in another team than the one with this ``key``."""
    other = roster_of(state, number)
    if other is None or other.key == key:
        return
    yield say("{name} plays for {team}.", name=state.name(number), team=other.name)
    if rounds := rounds_played(state, number):
        yield rounds_doubt(state, number, rounds)


def rounds_doubt(state: State, number: int, rounds: int) -> str:
    """Return a sentence on the points of ``rounds`` rounds that a player played for the team that
    they leave.
    """
    team = roster_of(state, number)
    if team and team.seats:
        return plural(
            rounds,
            "The {count} round that {name} has played still counts for {team}.",
            "The {count} rounds that {name} has played still count for {team}.",
            name=state.name(number),
            team=team.name,
        )
    return plural(
        rounds,
        "The {count} round that {name} has played would no longer count for that team.",
        "The {count} rounds that {name} has played would no longer count for that team.",
        name=state.name(number),
    )


def rounds_played(state: State, number: int) -> int:
    """Return the number of rounds begun in which the player had a game or a bye for their present
    team.
    """
    return sum(
        round_.bye_of(number) is not None
        or any(number in game.players for game in state.games_of(round_))
        for round_ in state.rounds
        if round_.has_begun and number not in round_.teams_then
    )


def size_doubts(state: State, name: str, players: Sequence[int]) -> Iterator[str]:
    """Yield the doubts about a team that is larger or smaller than the event's teams. Players who
    left the event do not count, and a team without players is not finished yet.
    """
    settings = state.settings
    count = sum(not state.players[number].status.has_left for number in players)
    if settings is None or not settings.team_seats or not count:
        return
    if count < settings.team_seats:
        yield plural(
            settings.team_seats - count,
            "{name} lacks {count} player: each round the opponent has the bye’s points for that"
            " seat.",
            "{name} lacks {count} players: each round the opponents have the bye’s points for"
            " those seats.",
            name=name,
        )
    most = settings.team_seats + settings.team_substitutes
    if count > most:
        yield plural(
            count,
            "{name} has {count} player; at this event a team has at most {most}.",
            "{name} has {count} players; at this event a team has at most {most}.",
            name=name,
            most=most,
        )
