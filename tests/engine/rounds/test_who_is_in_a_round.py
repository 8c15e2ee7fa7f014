"""Who is in a round."""

from app.engine.acts.players import AddPlayers, Entry
from tests.engine.event import under_way


def test_a_round_includes_only_players_with_a_game_or_a_bye_in_it() -> None:
    desk = under_way(5)
    desk.do(AddPlayers((Entry("Late"),)))
    latest, games = desk.state.latest, desk.state.games
    assert latest is not None
    assert [number for number in desk.state.players if latest.includes(number, games)] == [
        *range(1, 6)
    ]
