"""Who is in a round."""

from app.engine.acts.players import AddPlayers, Entry
from tests.engine.event import under_way


def test_a_round_includes_those_who_play_or_have_its_bye_and_nobody_who_came_later() -> None:
    desk = under_way(5)
    desk.do(AddPlayers((Entry("Late"),)))
    latest, games = desk.state.latest, desk.state.games
    assert latest is not None
    assert [number for number in desk.state.players if latest.includes(number, games)] == [
        *range(1, 6)
    ]
