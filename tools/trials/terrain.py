"""Draws ten thousand terrain layouts and checks each with the tests' own checker.

python -m tools.trials.terrain [layouts [first seed]]
"""

import sys
from collections import Counter
from time import monotonic

from tests.engine.terrain_runs import cases, verdict

SAY_EVERY = 500


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    first_seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    began = monotonic()
    done: Counter[str] = Counter()
    faulty = 0
    for number, case in enumerate(cases(wanted, first_seed), start=1):
        problem = verdict(*case)
        done[f"{case[0]} {case[3].value if case[3] else 'freely'}"] += 1
        if problem:
            faulty += 1
            print(*case[:1], case[1].name, case[2], case[3], problem, sep=" | ")
        if number % SAY_EVERY == 0:
            rate = f"{number} layouts, {faulty} with a fault, {monotonic() - began:.0f} s"
            print(rate, flush=True)
    for name, count in sorted(done.items()):
        print(f"{count:6} {name}")
    verdict_of_all = "FAULTS FOUND" if faulty else "every one is legal"
    print(f"{done.total()} layouts, {faulty} with a fault: {verdict_of_all}")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
