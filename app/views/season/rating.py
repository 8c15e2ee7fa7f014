"""Ratings by Glicko-2, with an event as the rating period.

The system is Mark Glickman's ("Example of the Glicko-2 system", 2013, at glicko.net), and so are
the names of steps and figures. Glicko-2 was preferred to Elo because club players play irregularly:
it states how certain a rating is, and becomes less certain about players who stay away.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
SCALE = 173.7178
TAU = 0.5
"""The constraint on the change of a volatility in one period. The paper considers 0.3 to 1.2
reasonable.
"""
EXACT = 0.000_001
SURE_DEVIATION = 110.0
"""The deviation above which a rating is provisional, the same limit as on public chess sites."""


class Rating(Struct, frozen=True):
    """The estimated strength of a player."""

    value: float = START
    deviation: float = START_DEVIATION
    """The standard deviation. In 19 cases of 20, the true strength differs from ``value`` by at
    most two standard deviations.
    """
    volatility: float = START_VOLATILITY
    games: int = 0
    """The number of games from which the rating was computed."""

    @property
    def is_provisional(self) -> bool:
        return self.deviation > SURE_DEVIATION


class RatedGame(Struct, frozen=True):
    """A game of two people. ``score`` is that of the first: 1, ½ or 0."""

    one: int
    other: int
    score: float


def rate(periods: Iterable[Sequence[RatedGame]]) -> dict[int, Rating]:
    """Return the ratings of all players after all periods."""
    ratings: dict[int, Rating] = {}
    for games in periods:
        ratings = rate_period(ratings, games)
    return ratings


def rate_period(before: Mapping[int, Rating], games: Sequence[RatedGame]) -> dict[int, Rating]:
    """Return the ratings after one more period. All its games count as simultaneous, and players
    who did not play become less certain.
    """
    results: dict[int, list[tuple[Rating, float]]] = defaultdict(list)
    for game in games:
        one, other = (before.get(number, Rating()) for number in (game.one, game.other))
        results[game.one].append((other, game.score))
        results[game.other].append((one, 1 - game.score))
    return {
        number: _update(before.get(number, Rating()), results.get(number, ()))
        for number in (*before, *(number for number in results if number not in before))
    }


def _update(rating: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Carry out steps 2 to 8 of the paper for one player."""
    phi = rating.deviation / SCALE
    if not results:
        deviation = min(math.hypot(phi, rating.volatility) * SCALE, START_DEVIATION)
        return Rating(rating.value, deviation, rating.volatility, rating.games)
    mu = (rating.value - START) / SCALE
    inverse_v = surplus = 0.0
    for opponent, score in results:
        g = 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (mu - (opponent.value - START) / SCALE)))
        inverse_v += g * g * expected * (1 - expected)
        surplus += g * (score - expected)
    v = 1 / inverse_v
    volatility = _new_volatility(rating.volatility, phi, v, v * surplus)
    phi_star = math.hypot(phi, volatility)
    new_phi = 1 / math.sqrt(1 / phi_star**2 + 1 / v)
    return Rating(
        SCALE * (mu + new_phi**2 * surplus) + START,
        SCALE * new_phi,
        volatility,
        rating.games + len(results),
    )


def _new_volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Carry out step 5 of the paper: find the root by the Illinois method."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / TAU**2

    low = a
    surprise = delta**2 - phi**2 - v
    # At a - TAU f is above 0: its first part is never below -½, and its second is 2.
    high = math.log(surprise) if surprise > 0 else a - TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
