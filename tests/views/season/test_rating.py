"""Ratings, against the worked example of the paper."""

import pytest

from app.views.season.rating import (
    START_DEVIATION,
    SURE_DEVIATION,
    RatedGame,
    Rating,
    rate,
    rate_period,
)


def test_the_rating_reproduces_the_example_in_the_glicko_paper() -> None:
    before = {1: Rating(1500, 200), 2: Rating(1400, 30), 3: Rating(1550, 100), 4: Rating(1700, 300)}
    games = [RatedGame(1, 2, 1), RatedGame(1, 3, 0), RatedGame(4, 1, 1)]
    after = rate_period(before, games)[1]
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    assert after.games == 3


def test_the_deviation_of_inactive_players_grows_up_to_the_starting_value() -> None:
    ratings = {1: Rating(1600, 60)}
    once = rate_period(ratings, [])[1]
    assert once.value == 1600
    assert once.deviation > 60
    for _ in range(2000):
        ratings = rate_period(ratings, [])
    assert ratings[1].deviation <= START_DEVIATION


def test_equally_rated_players_who_tie_stay_equal() -> None:
    after = rate([[RatedGame(1, 2, 0.5)]])
    assert after[1] == after[2]
    assert after[1].value == 1500
    assert after[1].is_provisional


def test_surprising_results_change_ratings_more_and_increase_volatility() -> None:
    before = {1: Rating(1900, 50), 2: Rating(1300, 50)}
    expected = rate_period(before, [RatedGame(1, 2, 1)])
    surprise = rate_period(before, [RatedGame(1, 2, 0)] * 8)
    assert 0 < expected[1].value - 1900 < 5
    assert before[1].value - surprise[1].value > 100
    assert surprise[1].volatility > 0.06 > expected[1].volatility
    assert expected[1].deviation < SURE_DEVIATION
    assert not expected[1].is_provisional


def test_a_period_does_not_depend_on_the_order_of_its_games() -> None:
    games = [RatedGame(1, 2, 1), RatedGame(3, 1, 0.5), RatedGame(2, 3, 0)]
    there, back = rate([games]), rate([games[::-1]])
    assert {number: rating.value for number, rating in there.items()} == pytest.approx(
        {number: rating.value for number, rating in back.items()}
    )
