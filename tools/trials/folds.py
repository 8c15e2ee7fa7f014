"""Fold random logs row by row and all at once, and check that both give the same state.

python -m tools.trials.folds [how many logs] [seed]
"""

import sys
from random import Random

from app.engine.evolve import fold
from app.engine.evolve.running_fold import RunningFold
from tests.engine.evolve.test_running_fold import commands, random_event

LONGEST = 40  # commands
TOLD = 5_000


def folded_right(dice: Random) -> tuple[int, bool]:
    """Return the number of rows of a random log, and whether both ways of folding give the same
    state.
    """
    records = random_event(dice, dice.randrange(LONGEST)).records
    acts = commands(records)
    opened_after = dice.randrange(len(acts) + 1)
    folded = RunningFold([row for act in acts[:opened_after] for row in act])
    for act in acts[opened_after:]:
        folded.add(act)
    return len(records), folded.state == fold(records)


def main() -> int:
    logs = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rows = wrong = 0
    for number in range(logs):
        more, is_right = folded_right(Random(f"{seed} {number}"))
        rows += more
        wrong += not is_right
        if not is_right:
            print(f"Log {number} of seed {seed} comes to another state.")
        if (number + 1) % TOLD == 0:
            print(f"{number + 1} logs, {rows} rows: {wrong} wrong", file=sys.stderr, flush=True)
    print(f"{logs} logs, {rows} rows: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
