"""Derives a draw again from an event's history, independently of the engine's draw.

Only the results of games and the call of the solver come from the engine. Points, histories,
criteria, dice and weights are worked out in this package from the packets' text and the documented
dice.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import shake_256

from msgspec import Struct

from app.engine.acts.results import How
from app.engine.acts.rounds import RoundDrawn
from app.engine.draw.matching import WIDEST_BITS, solve
from app.engine.side import Side
from app.engine.state import Stage, State, Status
from app.engine.table.verdict import final_result
from app.headless.recheck.scores import missed_rounds, tallies

SLOW_PLAYERS = 20
"""The number of players up to which the slow solver is used, which shares no code with the
engine's.
"""
COMPACT_ABOVE = 160


class History(Struct):
    """The data of one player that a draw depends on."""

    number: int
    tp: int = 0
    byes: int = 0
    down: int = 0
    met: frozenset[int] = frozenset()


class Derived(Struct, frozen=True):
    """A draw that was derived again. ``couples`` are its pairs, with 0 for the bye; ``names`` and
    ``costs`` are the criteria and their totals.
    """

    couples: frozenset[frozenset[int]]
    names: tuple[str, ...]
    costs: tuple[int, ...]


def histories(state: State, number: int, also: Collection[int] = ()) -> dict[int, History]:
    """Return the history before round ``number`` of everybody who is checked in.

    ``also`` are further players to include: those who have left since their game of this round
    began.
    """
    scored = tallies(state, number)
    people = {
        n: History(n, scored[n].tp)
        for n, player in state.players.items()
        if player.status is Status.CHECKED_IN or n in also
    }
    for round_ in state.rounds:
        if round_.number >= number or round_.stage is Stage.DRAWN:
            continue
        for game in (state.games[n] for n in round_.games):
            result = final_result(game)
            if result is not None and result.how is How.NO_SHOW:
                continue
            for side in Side:
                if mine := people.get(game.players.of(side)):
                    mine.met |= {game.players.of(side.other)}
        for given in round_.byes:
            if bye := people.get(given.player):
                bye.byes += 1
        for player in round_.paired_down:
            if player in people:
                people[player].down += 1
    for player, missed in missed_rounds(state, number).items():
        if player in people:
            people[player].byes += missed
    return people


def held_games(state: State, number: int) -> dict[frozenset[int], int]:
    """Return the pairs of round ``number`` whose game has begun or has a result, with their
    tables.
    """
    games = (
        game
        for round_ in state.rounds
        if round_.number == number
        for game in state.games_of(round_)
    )
    return {
        frozenset(game.players): game.table
        for game in games
        if game.play.clock is not None or final_result(game) is not None
    }


class Judge:
    """The criteria of one draw. The cost of a pair is a tuple with the strictest criterion
    first.
    """

    def __init__(
        self,
        people: dict[int, History],
        drawn: RoundDrawn,
        forbidden: Iterable[tuple[int, int]],
        words: Sequence[dict[int, frozenset[str]]],
        ahead: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.people, self.drawn = people, drawn
        self.forbidden = {frozenset(pair) for pair in forbidden}
        self.words, self.ahead = words, {frozenset(pair) for pair in ahead}
        self.levels = sorted({history.tp for history in people.values()}, reverse=True)
        self._compact = False
        self._streams: dict[int, bytes] = {}
        if len(people) > COMPACT_ABOVE and self.bits > WIDEST_BITS:
            self._compact = True

    @property
    def names(self) -> tuple[str, ...]:
        ways = ("crossings",) if self._compact else tuple(f"from {tp} TP" for tp in self.levels)
        apart = tuple(f"apart {place}" for place in range(1, len(self.words) + 1))
        rules = ("forbidden", "rematch", "second bye", "later", "bye above", "down again")
        return (*rules, *ways, *apart, "dice")

    @property
    def bits(self) -> int:
        """Return the number of bits that the packed costs of a whole draw need."""
        return sum(self.widths())

    def widths(self) -> list[int]:
        pairs, levels = (len(self.people) + 1) // 2, len(self.levels) - 1
        byes = max((history.byes for history in self.people.values()), default=0)
        down = sum(history.down for history in self.people.values())
        sizes = [sum(o.tp == tp for o in self.people.values()) for tp in self.levels]
        ways = [min(size, sum(sizes[at + 1 :])) * (levels - at) for at, size in enumerate(sizes)]
        if self._compact:
            ways = [pairs * levels**2]
        dice = pairs * (2 ** (24 if self._compact else 32) - 1)
        most = [len(self.forbidden), pairs, byes, pairs, levels, down, *ways]
        most += [pairs] * len(self.words) + [dice]
        return [bound.bit_length() for bound in most]

    def cost(self, player: int, other: int) -> tuple[int, ...]:
        """Return the cost of a pair. If ``other`` is 0, the player has the bye."""
        first, second = self.people[player], self.people.get(other)
        if second is not None and (second.tp, first.number) > (first.tp, second.number):
            first, second = second, first
        rank = self.levels.index(first.tp)
        banned = int(frozenset((player, other)) in self.forbidden)
        later = int(bool(self.ahead) and frozenset((player, other)) not in self.ahead)
        if second is None:
            ways = [0] * (1 if self._compact else len(self.levels))
            above = len(self.levels) - 1 - rank
            costs = [banned, 0, first.byes, later, above, 0, *ways, *([0] * len(self.words))]
        else:
            step = self.levels.index(second.tp) - rank
            again = int(second.number in first.met or first.number in second.met)
            ways = [step**2] if self._compact else [0] * len(self.levels)
            if not self._compact:
                ways[rank] = step
            apart = [int(bool(_of(w, player) & _of(w, other))) for w in self.words]
            costs = [banned, again, 0, later, 0, first.down if step else 0, *ways, *apart]
        shorter = 8 if self._compact else 0
        return (*costs, self._roll(player, other) >> shorter)

    def total(self, couples: Iterable[Iterable[int]]) -> tuple[int, ...]:
        sums = [0] * len(self.names)
        for couple in couples:
            player, other = sorted(couple, reverse=True)
            sums = [a + b for a, b in zip(sums, self.cost(player, other), strict=True)]
        return tuple(sums)

    def _roll(self, player: int, other: int) -> int:
        low, high = sorted((player, other))
        if low not in self._streams:
            size = 4 * (max(self.people) + 1)
            drawn = self.drawn
            key = f"{drawn.seed}|{drawn.round_number}|{drawn.attempt}|{low}".encode()
            self._streams[low] = shake_256(key).digest(size)
        return int.from_bytes(self._streams[low][4 * high : 4 * high + 4], "big")


def derive_draw(judge: Judge, forced: Sequence[tuple[int, int]]) -> Derived:
    """Return the best pairing that contains every forced pair, as far as these are possible."""
    seats = sorted(judge.people)
    if len(seats) % 2:
        seats.append(0)
    mates = dict(_keep_forced(judge, seats, forced))
    widths = judge.widths()
    edges = []
    for i, seat in enumerate(seats):
        for j in range(i + 1, len(seats)):
            other = seats[j]
            if mates.get(seat, other) == other and mates.get(other, seat) == seat:
                packed = 0
                for value, width in zip(judge.cost(seat, other), widths, strict=True):
                    packed = packed << width | value
                edges.append((i, j, packed))
    bits = judge.bits
    if len(seats) <= SLOW_PLAYERS:
        bits = max(bits, WIDEST_BITS + 1)
    couples = frozenset(frozenset((seats[i], seats[j])) for i, j in solve(len(seats), edges, bits))
    return Derived(couples, judge.names, judge.total(couples))


def _keep_forced(
    judge: Judge, seats: Sequence[int], forced: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield both directions of each forced pair that is possible. If two forced pairs contradict
    each other, the earlier one counts.
    """
    taken: set[int] = set()
    for player, other in forced:
        free = (
            player in seats and other in seats and player != other and not taken & {player, other}
        )
        if free and frozenset((player, other)) not in judge.forbidden:
            taken |= {player, other}
            yield player, other
            yield other, player


def _of(words: dict[int, frozenset[str]], number: int) -> frozenset[str]:
    return words.get(number, frozenset())
