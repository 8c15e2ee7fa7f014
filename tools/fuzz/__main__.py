"""Try inputs that strangers or accidents may give to the program.

    python -m tools.fuzz [CASES] [--seed SEED] [--guided] [--keep FOLDER] [NAME …]

No case may end in a traceback or compute for more than a second. With --guided, coverage guides the
search in text that Python reads (`atheris`, Linux). Failed cases are printed and, with --keep,
written to a folder. Exit code 2 if anything failed.
"""

import argparse
import faulthandler
import mmap
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import Struct, field

CASES = 1_000_000
LONGEST_S = 1.0
HANG_S = 60
MOST_SHOWN = 5
UNDER_TRIAL = "under trial"
MOST_BYTES = 2**20
"""The greatest size of a case in the file of the case under trial, including 8 bytes for its
length.
"""
FEWEST = 60
"""The least number of cases of a target, however small its share is."""


class Tried(Struct):
    """The results of one target."""

    name: str
    cases: int = 0
    taken: int = 0
    """The number of cases that were accepted as valid input, not refused with a sentence."""
    seconds: float = 0.0
    longest_s: float = 0.0
    """The longest processor time that one case took."""
    failures: dict[str, bytes] = field(default_factory=dict)
    """The first case of each kind of failure, by the place where it failed."""


def where(error: BaseException) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}: {error}"


def fuzz(name: str, cases: int, seed: int, folder: Path) -> Tried:
    """Try ``cases`` cases of the target ``name``. The current case is always written to a file in
    ``folder``. If the case hangs, the program ends and the file remains.
    """
    from tools.fuzz.targets import TARGETS

    target = next(target for target in TARGETS if target.name == name)
    dice, tried = Random(f"{name} {seed}"), Tried(name, cases)
    seeds = target.seeds(folder)
    began = time.monotonic()
    under_trial = folder / UNDER_TRIAL
    under_trial.write_bytes(bytes(MOST_BYTES))
    with (
        under_trial.open("r+b") as file,
        mmap.mmap(file.fileno(), 0) as shown,
        target.opened(folder) as one,
    ):
        print(f"The case under trial: {under_trial}", file=sys.stderr, flush=True)
        for _ in range(cases):
            data = target.case(dice, seeds)
            shown[:8] = len(data).to_bytes(8, "little")
            shown[8 : 8 + len(data)] = data
            faulthandler.dump_traceback_later(HANG_S, exit=True, file=sys.__stderr__)
            case_began = time.process_time()
            try:
                tried.taken += one(data)
            except Exception as error:
                tried.failures.setdefault(where(error), data)
            took_s = time.process_time() - case_began
            tried.longest_s = max(tried.longest_s, took_s)
            if took_s > LONGEST_S:
                tried.failures.setdefault(f"computed for {took_s:.1f} s", data)
        faulthandler.cancel_dump_traceback_later()
    tried.seconds = time.monotonic() - began
    return tried


def guided(name: str, cases: int, seed: int, folder: Path) -> Tried:
    """Try ``cases`` cases of a target in a separate program, guided by the code that each case
    reaches.
    """
    began = time.monotonic()
    command = (sys.executable, "-m", "tools.fuzz.guided", name, str(cases), str(seed), str(folder))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    tried = Tried(f"{name}, guided", cases, seconds=time.monotonic() - began)
    if done.returncode:
        for crash in (*folder.glob("crash-*"), *folder.glob("timeout-*")):
            tried.failures[done.stderr[-1_500:]] = crash.read_bytes()
        tried.failures.setdefault(done.stderr[-1_500:], b"")
    return tried


def table(everything: Sequence[Tried]) -> str:
    lines = [
        "| What | Cases | Taken | Seconds | Longest case | Failures |",
        "|---|---|---|---|---|---|",
    ]
    for one in everything:
        longest = f"{one.longest_s:.2f} s" if one.longest_s else "under 1 s"
        taken = f"{one.taken:,}" if one.longest_s else "–"
        cells = (one.name, f"{one.cases:,}", taken, f"{one.seconds:.0f}", longest)
        lines.append(f"| {' | '.join(cells)} | {len(one.failures)} |")
    for one in everything:
        for words, data in list(one.failures.items())[:MOST_SHOWN]:
            lines.append(f"{one.name}: {words}\n    {data[:300]!r}")
    return "\n".join(lines)


def keep(folder: Path, everything: Sequence[Tried]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one in everything:
        for number, data in enumerate(one.failures.values()):
            (folder / f"{one.name} {number}").write_bytes(data)


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("python -m tools.fuzz", description="Try what may come in.")
    parser.add_argument("cases", nargs="?", type=int, default=CASES)
    parser.add_argument("names", nargs="*", help="of what is tried; without any, everything")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", action="store_true")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_intermixed_args(given)
    everything = []
    with TemporaryDirectory(prefix="flagfall-fuzz-") as base:
        os.environ["FLAGFALL_STATE"] = str(Path(base) / "state")
        from tools.fuzz.targets import TARGETS

        chosen = [one for one in TARGETS if not options.names or one.name in options.names]
        whole = sum(target.share for target in chosen)
        for target in chosen:
            cases = round(options.cases * target.share / whole)
            cases = max(cases, min(FEWEST, options.cases))
            led = options.guided and target.guided
            folder = Path(base) / target.name
            folder.mkdir()
            everything.append((guided if led else fuzz)(target.name, cases, options.seed, folder))
            print(table(everything[-1:]).split("\n")[2], file=sys.stderr, flush=True)
    print(table(everything))
    if options.keep:
        keep(options.keep, everything)
    return 2 if any(one.failures for one in everything) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
