"""Play every fault and print the results.

    python -m tools.faults [--small] [--times N] [--seed SEED] [NAME …]

Needs gcc and Linux, because the program under test gets a disk and clocks that we control. Exit
code 2 if an acknowledged row was lost or anything else is wrong.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from app.engine.frozen import replace
from tools.faults.outcome import table
from tools.faults.suite import SMALL, SUITE, WHOLE, Trial


def main(given: Sequence[str]) -> int:
    names = [fault.__name__ for fault in SUITE]
    parser = argparse.ArgumentParser("python -m tools.faults", description="Play every fault.")
    parser.add_argument("names", nargs="*", choices=[*names, []], help="all, unless some are named")
    parser.add_argument("--small", action="store_true", help="a sample of each")
    parser.add_argument("--times", type=int, help="kills, and runs into each fault of a file")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(given)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    size = SMALL if options.small else WHOLE
    if options.times is not None:
        size = replace(size, kills=options.times, runs=options.times)
    outcomes = []
    with TemporaryDirectory(prefix="flagfall-faults-") as folder:
        os.environ["FLAGFALL_STATE"] = str(Path(folder) / "state")
        for fault in SUITE:
            if options.names and fault.__name__ not in options.names:
                continue
            own = Path(folder) / fault.__name__
            own.mkdir()
            began = time.monotonic()
            outcomes.append(fault(Trial(own, options.seed, size)))
            took = time.monotonic() - began
            print(f"{fault.__name__}: {took:.0f} s", file=sys.stderr, flush=True)
    print(table(outcomes))
    return 0 if all(outcome.passed for outcome in outcomes) else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
