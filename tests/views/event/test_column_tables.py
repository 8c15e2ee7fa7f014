"""The tables of what each column says."""

from app.views.event import players, standings


def test_every_column_has_a_function_for_its_cells():
    assert set(players.CELLS) == set(players.PlayerColumn)
    assert set(standings.CELLS) == set(standings.StandingsColumn)
