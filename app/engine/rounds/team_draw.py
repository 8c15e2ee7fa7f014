"""A round of teams as a draw of teams: its request, the draw, and the present matches."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from app.engine.draw.request import DrawRequest
from app.engine.draw.solve import Solution
from app.engine.draw.values import BYE, NO_CONSTRAINTS, Numbers, Occasion
from app.engine.frozen import replace
from app.engine.rounds.draw_request import (
    judge_draw,
    list_couples,
    pairs_of,
    seatings_of,
    state_before_round,
)
from app.engine.rounds.team_round import lineups, team_question
from app.engine.standings.matches import team_of
from app.engine.state import Round, State


class TeamDraw(Struct, frozen=True):
    """A draw of teams. A team's number in the round is the number of the player in its first
    seat.
    """

    request: DrawRequest
    """The request of the draw, with the present teams and wishes."""
    own: tuple[Numbers, ...]
    """The program's pairs of teams, or the present ones if pairings were set by hand. A bye is a
    pair with 0.
    """
    now: tuple[Numbers, ...]
    """The present pairs of teams, in the order of their tables. A bye is a pair with 0."""
    players: Mapping[int, tuple[int, ...]]
    """The players of each team in the round, by seat."""

    @property
    def solution(self) -> Solution:
        """The program's own draw, judged by the criteria."""
        return judge_draw(self.request, self.own)

    @property
    def bye(self) -> int | None:
        return next((team for team, other in self.now if other == BYE), None)

    @property
    def pairs(self) -> tuple[Numbers, ...]:
        return tuple(pair for pair in self.now if pair[1] != BYE)

    def team(self, player: int) -> int:
        """Return the number of a player's team; 0 if the team is not in the round."""
        return next((team for team, players in self.players.items() if player in players), 0)


def team_draw(state: State, round_: Round, games: Sequence[Numbers] | None = None) -> TeamDraw:
    """Return the draw of teams of a round, as it is or as it would be with these ``games``."""
    pairs = pairs_of(state, round_) if games is None else tuple(games)
    seated = seatings_of((*list_couples(state, round_), *pairs))
    before = state_before_round(state, round_.number, [n for n in seated if n in state.players])
    teams = lineups(before)
    number_of = {lineup.team: lineup.number for lineup in teams}
    request = team_question(before, Occasion(round_.number, round_.seed, round_.attempt), ())
    now = _now(before, seated, pairs, number_of)
    explained = round_.explanation
    own, wishes = now, NO_CONSTRAINTS
    if explained is not None:
        own, forced, forbidden = (
            _as_now(before, asked, number_of)
            for asked in (explained.couples, explained.forced, explained.forbidden)
        )
        wishes = replace(request.wishes, forced=forced, forbidden=forbidden)
    players = {lineup.number: lineup.seats for lineup in teams}
    return TeamDraw(replace(request, wishes=wishes), own, now, players)


def _now(
    state: State, seated: Iterable[int], pairs: Iterable[Numbers], number_of: Mapping[str, int]
) -> tuple[Numbers, ...]:
    met: dict[frozenset[int], Numbers] = {}
    for pair in pairs:
        first, second = (number_of.get(team_of(state, number), BYE) for number in pair)
        if first and second and first != second:
            met.setdefault(frozenset((first, second)), (first, second))
    there = {team for pair in met for team in pair}
    here = dict.fromkeys(number_of.get(team_of(state, number), BYE) for number in seated)
    alone = tuple((team, BYE) for team in here if team and team not in there)
    return (*met.values(), *alone)


def _as_now(
    state: State, pairs: Iterable[Numbers], number_of: Mapping[str, int]
) -> tuple[Numbers, ...]:
    """Return the pairs with the teams' present numbers in place of those from the time of the draw.
    Pairs with a team that is gone are left out.
    """
    found: list[Numbers] = []
    for pair in pairs:
        first, second = (number_of.get(team_of(state, number), BYE) for number in pair)
        if first and (second or BYE in pair):
            found.append((first, second))
    return tuple(found)
