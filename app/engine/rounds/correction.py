"""The effects of correcting a past result: on the standings, and on how later rounds would have
been drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from app.engine.acts.results import Result
from app.engine.draw.request import DrawRequest
from app.engine.draw.values import BYE, Draw, Numbers
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.rounds.draw_request import (
    list_couples,
    pair_entrants,
    request_then,
    seatings_of,
    state_before_round,
)
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.pair_round import entrants
from app.engine.rounds.team_draw import team_draw
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Score, Standing
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.text import exactly, shorten

LONGEST = 32
Number: TypeAlias = int | Fraction


class Shift(Struct, frozen=True):
    """A player's line in the standings before and after the correction."""

    number: int
    name: str
    before: Standing
    after: Standing

    @property
    def words(self) -> str:
        """The change in words: "place 3 → 1, TP 1 → 2"."""
        return _changes((say("place"), self.before.place, self.after.place), *self._scores)

    @property
    def score_words(self) -> str:
        """The change without the place: "TP 1 → 2"."""
        return _changes(*self._scores)

    @property
    def _scores(self) -> tuple[tuple[str, Number, Number], ...]:
        return (
            (say("TP"), self.before.tp, self.after.tp),
            (say("SoS"), self.before.sos, self.after.sos),
            (say("CP"), self.before.cp, self.after.cp),
            (say("APD"), self.before.apd, self.after.apd),
        )


def _changes(*values: tuple[str, Number, Number]) -> str:
    return ", ".join(
        f"{word} {exactly(old)} → {exactly(new)}" for word, old, new in values if old != new
    )


class ChangedDraw(Struct, frozen=True):
    """A later round as the program would have drawn it if the corrected result had been there from
    the start. The round itself stays as it was played.
    """

    round_number: int
    sentences: tuple[str, ...]


def is_correction(state: State, game: Game) -> bool:
    """Tell whether a report of this game changes a round before the latest one."""
    latest = state.latest
    return latest is not None and game.round_number < latest.number


def correct_result(state: State, game: int, result: Result) -> State:
    changed = replace(state.games[game], reported=result)
    return replace(state, games={**state.games, game: changed})


def shifts(state: State, game: int, result: Result) -> tuple[Shift, ...]:
    """Return the lines of all players whose line changes, in the new order."""
    before = {row.number: row for row in standings(state)}
    return tuple(
        Shift(row.number, state.name(row.number), before[row.number], row)
        for row in standings(correct_result(state, game, result))
        if _numbers(row) != _numbers(before[row.number])
    )


def find_changed_draws(state: State, game: int, result: Result) -> Iterator[ChangedDraw]:
    """Yield how a correction would have changed the draw of each later round that the program drew.
    Each round is drawn twice: without and with the correction.

    This takes a while, so it is for the background. In an event of teams, the matches of teams are
    compared.
    """
    other = correct_result(state, game, result)
    first = state.games[game].round_number
    for round_ in state.rounds:
        if round_.number > first and round_.seed:
            asked, instead = _question(state, round_), _question(other, round_)
            before, after = pair_entrants(asked), pair_entrants(instead)
            yield ChangedDraw(round_.number, tuple(_differences(asked.names, before, after)))


def _question(state: State, round_: Round) -> DrawRequest:
    """Return the request with which the program drew the round."""
    if is_of_teams(state):
        return team_draw(state, round_).request
    couples = round_.explanation.couples if round_.explanation else list_couples(state, round_)
    before = state_before_round(
        state, round_.number, [n for n in seatings_of(couples) if n in state.players]
    )
    return request_then(before, entrants(before), round_)


def _differences(names: Mapping[int, str], before: Draw, after: Draw) -> Iterator[str]:
    old = {frozenset(pair) for pair in before.couples}
    for pair in after.couples:
        if frozenset(pair) not in old:
            yield _words(names, pair, _mate(before.couples, pair[0]))


def _words(names: Mapping[int, str], pair: Numbers, mate: int) -> str:
    """Return the sentence on the opponent whom the first player of the pair meets instead of
    ``mate``.
    """
    player, other = pair
    name = shorten(names[player], LONGEST)
    if other == BYE:
        return say(
            "{name} has the bye and does not meet {were}",
            name=name,
            were=shorten(names[mate], LONGEST),
        )
    if mate == BYE:
        return say(
            "{name} meets {opponent} and has no bye",
            name=name,
            opponent=shorten(names[other], LONGEST),
        )
    return say(
        "{name} meets {opponent}, not {were}",
        name=name,
        opponent=shorten(names[other], LONGEST),
        were=shorten(names[mate], LONGEST),
    )


def _mate(couples: Sequence[Numbers], player: int) -> int:
    """Return a player's opponent in these pairs."""
    mates = {a: b for couple in couples for a, b in (couple, couple[::-1])}
    return mates.get(player, BYE)


def _numbers(row: Standing) -> tuple[Score, ...]:
    return (row.place, row.tp, row.sos, row.cp, row.apd)
