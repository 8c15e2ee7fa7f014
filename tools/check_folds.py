"""Random logs, folded as they grow and at once: do both come to the same state?

python -m tools.check_folds [how many logs] [seed]
"""

import sys
from random import Random

from app.engine.evolve import fold
from app.engine.evolve.running_fold import RunningFold
from tests.engine.evolve.test_running_fold import commands, random_event

LONGEST = 40  # commands


def main() -> int:
    logs = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rows = wrong = 0
    for number in range(logs):
        dice = Random(f"{seed} {number}")
        records = random_event(dice, dice.randrange(LONGEST)).records
        acts = commands(records)
        opened_after = dice.randrange(len(acts) + 1)
        read = [row for act in acts[:opened_after] for row in act]
        folded = RunningFold(read)
        for act in acts[opened_after:]:
            folded.add(act)
        rows += len(records)
        if folded.state != fold(records):
            wrong += 1
            print(f"Log {number} of seed {seed} comes to another state.")
    print(f"{logs} logs, {rows} rows: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
