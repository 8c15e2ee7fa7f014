"""Opens the pages of a small laptop's window in random order, and counts main acts that are out of
sight and words that are cut, at several scales and also in German.

python -m tools.trials.pages [visits [first seed]]
"""

import os
import subprocess
import sys
import tempfile

from tests.screens import on_screen
from tools.environment import ROOT

SEEN_AT = (("1", "en"), ("1", "de"), ("1.25", "de"), ("1.5", "de"), ("1.5", "en"))


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    first_seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    failed = False
    for number, (scale, language) in enumerate(SEEN_AT):
        visits = wanted // len(SEEN_AT)
        lines = walk(visits, first_seed + number, scale, language)
        hidden = sum(": out of sight on " in line for line in lines)
        cut = sum(": cut on " in line for line in lines)
        whole = lines[-1:] == [f"{visits} visits"]
        print("\n".join(lines[:-1]), end="\n" if lines[:-1] else "")
        end = "" if whole else "; IT STOPPED"
        words = f"{visits} visits at {scale} in {language}: {hidden} main acts out of sight"
        print(f"{words}, {cut} words cut{end}", flush=True)
        failed = failed or len(lines) > 1 or not whole
    return 1 if failed else 0


def walk(visits: int, seed: int, scale: str, language: str) -> list[str]:
    """Return the faults that a walk found, and the number of its visits."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "tests.ui.page_walk", folder, str(visits), str(seed), language],
            env={**os.environ, "QT_QPA_PLATFORM": on_screen("laptop"), "QT_SCALE_FACTOR": scale},
            cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False,
        )  # fmt: skip
    return done.stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
