"""One late-round draw, its edges and reasons included, against networkx on the same sheet.

Also how long its questions take: what if two leaders met, and who else could have gone down.
"""

import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import TypeVar

import networkx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.engine.draw.criteria import bits_of  # noqa: E402
from app.engine.draw.explain import Topic, alternatives, questions, what_if  # noqa: E402
from app.engine.draw.graph import CostGraph  # noqa: E402
from app.engine.draw.solve import Solution, solve_draw  # noqa: E402
from app.engine.draw.values import Entrant, Occasion  # noqa: E402

ROUNDS = {32: 4, 128: 6, 512: 8, 2048: 10}
RUNS = {32: 15, 128: 9, 512: 5, 2048: 3}
SLOW_SOLVER_UP_TO = 512
TARGET = 20
MOST_ROWS = 40

Answer = TypeVar("Answer")


Games = list[tuple[int, int, int]]
"""Of a round: two players and who won, 0 for a tie."""


def history(players: int, rounds: int, seed: int) -> list[Games]:
    """Neighbours in the standings met, nobody twice if it could be; one game in ten was a tie."""
    dice = Random(seed)
    tp = dict.fromkeys(range(1, players + 1), 0)
    met: dict[int, set[int]] = {number: set() for number in tp}
    found: list[Games] = []
    for _ in range(rounds):
        left = sorted(tp, key=lambda number: (-tp[number], dice.random()))
        games: Games = []
        while left:
            one = left.pop(0)
            other = next((number for number in left if number not in met[one]), left[0])
            left.remove(other)
            met[one].add(other)
            met[other].add(one)
            games.append((one, other, dice.choice((one, other)) if dice.random() < 0.9 else 0))
        for *_pair, winner in games:
            if winner:
                tp[winner] += 1
        found.append(games)
    return found


def played(past: list[Games]) -> list[Entrant]:
    """The field after these rounds."""
    numbers = sorted(number for one, other, _ in past[0] for number in (one, other))
    tp = dict.fromkeys(numbers, 0)
    met: dict[int, set[int]] = {number: set() for number in tp}
    down = dict.fromkeys(tp, 0)
    for games in past:
        before = dict(tp)
        for one, other, winner in games:
            met[one].add(other)
            met[other].add(one)
            if before[one] != before[other]:
                down[max(one, other, key=before.__getitem__)] += 1
            if winner:
                tp[winner] += 1
    return [Entrant(n, tp[n], frozenset(met[n]), 0, down[n]) for n in tp]


def draw_of(past: list[Games]) -> Solution:
    """The next round's draw with every pair's cost and the reasons of its pair-downs."""
    field = played(past)
    names = {one.number: f"Player {one.number}" for one in field}
    answer = solve_draw(field, Occasion(len(past) + 1, 1, 1), names)
    for question in questions(answer):
        assert question.sentence
    return answer


def explained(past: list[Games]) -> Solution:
    """The same with who else could have gone down, and what that would have cost, for each."""
    answer = draw_of(past)
    for question in questions(answer):
        if question.topic is Topic.PAIR_DOWN:
            assert all(row.sentence for row in islice(alternatives(answer, question), MOST_ROWS))
    return answer


def timed(act: Callable[[], Answer], runs: int) -> tuple[float, Answer]:
    """The median in milliseconds, and the last answer."""
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
    found = [question for question in questions(answer) if question.topic is Topic.PAIR_DOWN]
    said = f"what if {one_ms:.1f} ms; {len(found)} pair-downs"
    if not found:
        return said
    row_ms, rows = timed(lambda: list(islice(alternatives(answer, found[-1]), MOST_ROWS)), 1)
    return f"{said}, {len(rows)} alternatives to one {row_ms:.0f} ms"


def main() -> None:
    times = {}
    for players, rounds in ROUNDS.items():
        past = history(players, rounds, seed=1)
        ours, answer = timed(lambda: draw_of(past), RUNS[players])  # noqa: B023
        times[players] = ours
        all_ms, _ = timed(lambda: explained(past), RUNS[players])  # noqa: B023
        said = f"{players} players, round {rounds + 1}: {ours:.1f} ms"
        said += f" ({bits_of(answer.sheet.ladder)} bits, {len(answer.sheet.edges)} pairs"
        said += ", thinned)" if answer.sheet.thin else ")"
        if players <= SLOW_SOLVER_UP_TO:
            theirs, _ = timed(lambda: by_networkx(answer.sheet), 1)  # noqa: B023
            said += f"; networkx on the same sheet {theirs:.0f} ms, {theirs / ours:.0f} times"
            said += f" (target at 128: {TARGET})" if players == 128 else ""
            said += f"\n    with the alternatives to every pair-down {all_ms:.0f} ms,"
            said += f" {theirs / all_ms:.0f} times"
        else:
            said += f"\n    with the alternatives to every pair-down {all_ms:.0f} ms"
        print(said, flush=True)
        if players <= SLOW_SOLVER_UP_TO:
            print(f"    {asked(answer)}", flush=True)
    growth = times[2048] / times[128]
    print(f"from 128 to 2048 players: {growth:.0f} times as long (target: 256)")


if __name__ == "__main__":
    main()
