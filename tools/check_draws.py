"""Draws ten thousand late rounds and holds each against the tests' own oracles.

python tools/check_draws.py [cases [first seed]]
"""

import sys
from collections import Counter
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.engine.draw_cases import BRUTE_FORCE, cases, fault

SAY_EVERY = 1000


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    first_seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    began = monotonic()
    sizes: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    faulty = 0
    for number, case in enumerate(cases(wanted, first_seed), start=1):
        tried = "every pairing tried" if len(case.field) <= BRUTE_FORCE else "every set of seats"
        sizes[tried] += 1
        kinds["odd" if len(case.field) % 2 else "even"] += 1
        kinds["earlier byes"] += any(entrant.byes for entrant in case.field)
        kinds["earlier pair-downs"] += any(entrant.paired_down for entrant in case.field)
        kinds["with wishes"] += case.wishes.forced != () or case.wishes.apart != ()
        if problem := fault(case):
            faulty += 1
            print(f"seed {case.seed}, {len(case.field)} players: {problem}")
        if number % SAY_EVERY == 0:
            print(f"{number} draws, {faulty} wrong, {monotonic() - began:.0f} s", flush=True)
    for name, count in [*sizes.items(), *sorted(kinds.items())]:
        print(f"{count:6} {name}")
    print(f"{sizes.total()} draws, {faulty} wrong")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
