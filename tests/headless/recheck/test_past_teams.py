"""Who played for which team, followed from row to row, and the engine's memory of it."""

from app.engine.acts.events import Record
from app.engine.evolve import fold
from app.engine.standings.matches import team_then
from app.headless.recheck.past_teams import teams_then
from tests.headless.recheck.test_team_draw import team_event


def played(records: list[Record]) -> dict[tuple[int, int], str]:
    """The team of everybody in a round that has begun, by the engine."""
    state = fold(records)
    return {
        (round_.number, number): team
        for round_ in state.rounds
        if round_.has_begun
        for number in state.players
        if round_.includes(number, state.games) and (team := team_then(state, round_, number))
    }


def test_both_follow_players_through_random_events_alike() -> None:
    moves = 0
    for number in range(40):
        records = team_event(number, 8 + number)
        mine, theirs = teams_then(records), played(records)
        assert mine == theirs
        moves += sum(len(round_.teams_then) for round_ in fold(records).rounds)
    assert moves > 20
