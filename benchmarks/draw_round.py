"""One late-round draw, its edges and reasons included, against networkx on the same sheet.

Also how long its questions take: what if two leaders met, and who else could have gone down.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import TypeVar

import networkx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.engine.draw.best import Drawn, drawn  # noqa: E402
from app.engine.draw.criteria import bits_of  # noqa: E402
from app.engine.draw.field import Entrant, Occasion  # noqa: E402
from app.engine.draw.sheet import Sheet  # noqa: E402
from app.engine.draw.why import Topic, alternatives, questions, what_if  # noqa: E402

ROUNDS = {32: 4, 128: 6, 512: 8, 2048: 10}
RUNS = {32: 15, 128: 9, 512: 5, 2048: 3}
SLOW_SOLVER_UP_TO = 512
TARGET = 20

Answer = TypeVar("Answer")


def played(players: int, rounds: int, seed: int) -> list[Entrant]:
    """A field with a past: neighbours in the standings met, one game in ten was a tie."""
    dice = Random(seed)
    tp = dict.fromkeys(range(1, players + 1), 0)
    met: dict[int, set[int]] = {number: set() for number in tp}
    down = dict.fromkeys(tp, 0)
    for _ in range(rounds):
        left = sorted(tp, key=lambda number: (-tp[number], dice.random()))
        while left:
            one = left.pop(0)
            other = next((number for number in left if number not in met[one]), left[0])
            left.remove(other)
            met[one].add(other)
            met[other].add(one)
            down[one] += tp[one] > tp[other]
            if dice.random() < 0.9:
                tp[dice.choice((one, other))] += 1
    return [Entrant(n, tp[n], frozenset(met[n]), 0, down[n]) for n in tp]


def timed(act: Callable[[], Answer], runs: int) -> tuple[float, Answer]:
    """The median in milliseconds, and the last answer."""
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        answer = act()
        taken.append(1000 * (time.perf_counter() - began))
    return median(taken), answer


def by_networkx(sheet: Sheet) -> object:
    most = 2 ** bits_of(sheet.ladder) - 1
    graph = networkx.Graph()
    graph.add_weighted_edges_from((i, j, most - cost) for i, j, cost in sheet.edges)
    return networkx.max_weight_matching(graph, maxcardinality=True)


def asked(answer: Drawn) -> str:
    leader, last = answer.sheet.field[0].number, answer.sheet.field[-1].number
    one_ms, _ = timed(lambda: what_if(answer, leader, last), 3)
    found = [one for one in questions(answer) if one.topic is Topic.PAIR_DOWN]
    if not found:
        return f"what if {one_ms:.1f} ms"
    row_ms, rows = timed(lambda: list(alternatives(answer, found[-1])), 1)
    return f"what if {one_ms:.1f} ms, table of {len(rows)} for a pair-down {row_ms:.0f} ms"


def main() -> None:
    times = {}
    for players, rounds in ROUNDS.items():
        field = played(players, rounds, seed=1)
        names = {one.number: f"Player {one.number}" for one in field}
        occasion = Occasion(rounds + 1, 1, 1)
        ours, answer = timed(lambda: drawn(field, occasion, names), RUNS[players])  # noqa: B023
        times[players] = ours
        said = f"{players} players, round {rounds + 1}: {ours:.1f} ms"
        said += f" ({bits_of(answer.sheet.ladder)} bits, {len(answer.sheet.edges)} pairs"
        said += ", thinned)" if answer.sheet.thin else ")"
        if players <= SLOW_SOLVER_UP_TO:
            theirs, _ = timed(lambda: by_networkx(answer.sheet), 1)  # noqa: B023
            said += f"; networkx on the same sheet {theirs:.0f} ms, {theirs / ours:.0f} times"
            said += f" (target at 128: {TARGET})"
        print(said)
        print(f"    {asked(answer)}")
    growth = times[2048] / times[128]
    print(f"from 128 to 2048 players: {growth:.0f} times as long (target: 256)")


if __name__ == "__main__":
    main()
