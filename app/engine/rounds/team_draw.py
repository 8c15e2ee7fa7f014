"""A round of teams as a draw of teams: its request, its result, and the present matches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.engine.draw.request import DrawRequest
from app.engine.draw.solve import Solution
from app.engine.draw.values import BYE, NO_CONSTRAINTS, Numbers, Occasion
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


@dataclass(frozen=True, slots=True)
class TeamDraw:
    """Teams go by the numbers that they have in the round: those of the players in front."""

    request: DrawRequest
    """What the program was asked, with teams and wishes as they are now."""
    own: tuple[Numbers, ...]
    """What it drew; who meets now where pairings were set by hand. The bye is a pair with 0."""
    now: tuple[Numbers, ...]
    """Who meets now, in the order of the tables; likewise."""
    players: Mapping[int, tuple[int, ...]]
    """Who is in the round for each team, by seat."""

    @property
    def solution(self) -> Solution:
        """Its own draw, judged."""
        return judge_draw(self.request, self.own)

    @property
    def bye(self) -> int | None:
        return next((team for team, other in self.now if other == BYE), None)

    @property
    def pairs(self) -> tuple[Numbers, ...]:
        return tuple(pair for pair in self.now if pair[1] != BYE)

    def team(self, player: int) -> int:
        """Return the number of a player's team; 0 for none in the round."""
        return next((team for team, players in self.players.items() if player in players), 0)


def team_draw(state: State, round_: Round, games: Sequence[Numbers] | None = None) -> TeamDraw:
    """Return the draw of a round, or of it as it would be with these ``games`` of its players."""
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
    """Return what was said of teams by the numbers they had then; without teams that are not
    there.
    """
    found: list[Numbers] = []
    for pair in pairs:
        first, second = (number_of.get(team_of(state, number), BYE) for number in pair)
        if first and (second or BYE in pair):
            found.append((first, second))
    return tuple(found)
