"""One draw of a late round, including its edges and reasons, compared with networkx on the same
sheet.

Also the time that the draw's questions take: what if two leaders met, and who else could have gone
down.
"""

import time
from collections.abc import Callable
from itertools import islice
from random import Random
from statistics import median
from typing import TypeVar

import networkx

from app.engine.draw.criteria import bits_of
from app.engine.draw.explain import Topic, alternatives, questions, what_if
from app.engine.draw.graph import CostGraph
from app.engine.draw.solve import Solution, solve_draw
from app.engine.draw.values import Entrant, Occasion

ROUNDS = {32: 4, 128: 6, 512: 8, 2048: 10}
RUNS = {32: 15, 128: 9, 512: 5, 2048: 3}
SLOW_SOLVER_UP_TO = 512
TARGET = 20
GROWTH = 1.7
MOST_ROWS = 40

Answer = TypeVar("Answer")


Games = list[tuple[int, int, int]]
"""The games of one round. Each has its two players and the winner, 0 for a tie."""


def history(players: int, rounds: int, seed: int) -> list[Games]:
    """Play rounds with random results and return the games of each round. Neighbours in the
    standings meet, nobody meets the same opponent twice where that can be avoided, and one game in
    ten is a tie.
    """
    dice = Random(seed)
    tp = dict.fromkeys(range(1, players + 1), 0)
    met: dict[int, set[int]] = {number: set() for number in tp}
    rounds_played: list[Games] = []
    for _ in range(rounds):
        left = sorted(tp, key=lambda number: (-tp[number], dice.random()))
        games: Games = []
        while left:
            first = left.pop(0)
            other = next((number for number in left if number not in met[first]), left[0])
            left.remove(other)
            met[first].add(other)
            met[other].add(first)
            games.append((first, other, dice.choice((first, other)) if dice.random() < 0.9 else 0))
        for *_pair, winner in games:
            if winner:
                tp[winner] += 1
        rounds_played.append(games)
    return rounds_played


def played(past: list[Games]) -> list[Entrant]:
    """Return the players after these rounds, with their points, opponents and numbers of
    pair-downs.
    """
    numbers = sorted(number for white, other, _ in past[0] for number in (white, other))
    tp = dict.fromkeys(numbers, 0)
    met: dict[int, set[int]] = {number: set() for number in tp}
    down = dict.fromkeys(tp, 0)
    for games in past:
        before = dict(tp)
        for white, other, winner in games:
            met[white].add(other)
            met[other].add(white)
            if before[white] != before[other]:
                down[max(white, other, key=before.__getitem__)] += 1
            if winner:
                tp[winner] += 1
    return [Entrant(n, tp[n], frozenset(met[n]), 0, down[n]) for n in tp]


def draw_of(past: list[Games]) -> Solution:
    """Draw the round that follows ``past``, with every pair's cost and the reasons of its
    pair-downs.
    """
    field = played(past)
    names = {entrant.number: f"Player {entrant.number}" for entrant in field}
    answer = solve_draw(field, Occasion(len(past) + 1, 1, 1), names)
    for question in questions(answer):
        assert question.sentence
    return answer


def explained(past: list[Games]) -> Solution:
    """Draw the round that follows ``past``. For each pair-down, put into words who else could have
    gone down and at what cost.
    """
    answer = draw_of(past)
    for question in questions(answer):
        if question.topic is Topic.PAIR_DOWN:
            assert all(row.sentence for row in islice(alternatives(answer, question), MOST_ROWS))
    return answer


def timed(act: Callable[[], Answer], runs: int) -> tuple[float, Answer]:
    """Run ``act`` ``runs`` times. Return the median duration in milliseconds and the last
    result.
    """
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        answer = act()
        taken.append(1000 * (time.perf_counter() - began))
    return median(taken), answer


def by_networkx(sheet: CostGraph) -> object:
    most = 2 ** bits_of(sheet.ladder) - 1
    graph = networkx.Graph()
    graph.add_weighted_edges_from((i, j, most - cost) for i, j, cost in sheet.edges)
    return networkx.max_weight_matching(graph, maxcardinality=True)


def asked(answer: Solution) -> str:
    leader, last = answer.sheet.field[0].number, answer.sheet.field[-1].number
    one_ms, _ = timed(lambda: what_if(answer, leader, last), 1)
    pair_downs = [question for question in questions(answer) if question.topic is Topic.PAIR_DOWN]
    words = f"what if {one_ms:.1f} ms; {len(pair_downs)} pair-downs"
    if not pair_downs:
        return words
    row_ms, rows = timed(lambda: list(islice(alternatives(answer, pair_downs[-1]), MOST_ROWS)), 1)
    return f"{words}, {len(rows)} alternatives to one {row_ms:.0f} ms"


def main() -> None:
    times = {}
    for players, rounds in ROUNDS.items():
        past = history(players, rounds, seed=1)
        ours, answer = timed(lambda: draw_of(past), RUNS[players])  # noqa: B023
        all_ms, _ = timed(lambda: explained(past), RUNS[players])  # noqa: B023
        times[players] = all_ms
        words = f"{players} players, round {rounds + 1}: {ours:.1f} ms"
        words += f" ({bits_of(answer.sheet.ladder)} bits, {len(answer.sheet.edges)} pairs"
        words += ", thinned)" if answer.sheet.thin else ")"
        if players <= SLOW_SOLVER_UP_TO:
            theirs, _ = timed(lambda: by_networkx(answer.sheet), 1)  # noqa: B023
            words += f"; networkx on the same sheet {theirs:.0f} ms, {theirs / ours:.0f} times"
            words += f" (target at 128: {TARGET})" if players == 128 else ""
            words += f"\n    with the alternatives to every pair-down {all_ms:.0f} ms,"
            words += f" {theirs / all_ms:.0f} times"
        else:
            words += f"\n    with the alternatives to every pair-down {all_ms:.0f} ms"
        print(words, flush=True)
        if players <= SLOW_SOLVER_UP_TO:
            print(f"    {asked(answer)}", flush=True)
    growth = times[2048] / times[128]
    target = (2048 / 128) ** GROWTH
    print(f"from 128 to 2048 players, all of it: {growth:.0f} times as long (target: {target:.0f})")


if __name__ == "__main__":
    main()
