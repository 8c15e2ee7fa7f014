"""Draws ten thousand terrain layouts and has the tests' own checker look at every one.

python tools/check_terrain.py [layouts]
"""

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.engine.terrain_runs import cases, verdict


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    done: Counter[str] = Counter()
    faulty = 0
    for case in cases(wanted):
        found = verdict(*case)
        done[f"{case[0]} {case[3].value if case[3] else 'freely'}"] += 1
        if found:
            faulty += 1
            print(*case[:1], case[1].name, case[2], case[3], found, sep=" | ")
    for name, count in sorted(done.items()):
        print(f"{count:6} {name}")
    print(f"{done.total()} layouts, {faulty} with a fault")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
