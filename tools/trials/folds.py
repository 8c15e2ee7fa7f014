"""Random logs, folded as they grow, from a checkpoint in bytes, and at once: do all come to the
same state, and is a wrong checkpoint found?

python -m tools.trials.folds [how many logs] [seed]
"""

import os
import sys
import tempfile
from pathlib import Path
from random import Random

from app.engine.evolve import fold
from app.engine.evolve.running_fold import RunningFold
from tests.engine.evolve.test_running_fold import commands, random_event
from tests.store.checkpoints import IN_FILE, faults_in_file, faults_of_right, faults_of_wrong

LONGEST = 40  # commands
EACH = 20  # of so many logs one is written to a file as well
TOLD = 5_000


def faults_of(number: int, dice: Random, folder: Path) -> tuple[int, list[str]]:
    """How many rows the log has, and what is wrong with it."""
    records = random_event(dice, dice.randrange(LONGEST)).records
    acts = commands(records)
    opened_after = dice.randrange(len(acts) + 1)
    folded = RunningFold([row for act in acts[:opened_after] for row in act])
    for act in acts[opened_after:]:
        folded.add(act)
    faults = [] if folded.state == fold(records) else ["it comes to another state"]
    faults += faults_of_right(records, dice)
    faults += faults_of_wrong(records, dice)
    if number % EACH == 0:
        path = folder / "event.flagfall"
        faults += faults_in_file(path, records, dice.choice([*IN_FILE]), dice)
        path.unlink()
    return len(records), faults


def main() -> int:
    logs = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rows = wrong = 0
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        os.environ["FLAGFALL_STATE"] = str(Path(folder) / "state")
        for number in range(logs):
            more, faults = faults_of(number, Random(f"{seed} {number}"), Path(folder))
            rows += more
            wrong += bool(faults)
            for fault in faults:
                print(f"Log {number} of seed {seed}: {fault}.")
            if (number + 1) % TOLD == 0:
                print(f"{number + 1} logs, {rows} rows: {wrong} wrong", file=sys.stderr, flush=True)
    print(f"{logs} logs, {rows} rows: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
