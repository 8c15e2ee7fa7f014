"""Compares the reports of `verify` and `repair` on a damaged file with each other, and with the
rows that the file had, on the computer that wrote it and on another one.

    python -m tools.trials.verdicts [COUNT [SEED]]
"""

import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field

from app.headless.recheck.verify import verify
from app.store.errors import StoreError
from app.store.own_folder import FOLDER
from app.store.rescue.repair import Repaired, repair
from tools.trials import corrupt_files
from tools.trials.corrupt_files import KINDS, Original, lay_down


class Verdicts(Struct):
    """The number of times that `verify` and `repair` gave each verdict, and sentences about the
    cases in which the two disagree.
    """

    said: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


@contextmanager
def on_another_computer(folder: Path) -> Iterator[None]:
    before = os.environ[FOLDER]
    os.environ[FOLDER] = str(folder)
    try:
        yield
    finally:
        os.environ[FOLDER] = before


def verified(path: Path) -> tuple[bool, int, str]:
    """Return whether the file is in order, the number of its rows, and the report."""
    try:
        found = verify(path)
    except StoreError as error:
        return False, 0, str(error)
    return not found.faults, found.rows, " ".join(found.faults)


def repaired(path: Path) -> Repaired | str:
    new = path.with_name("repaired.flagfall")
    new.unlink(missing_ok=True)
    try:
        return repair(path, new)
    except StoreError as error:
        return str(error)


def disagreements(original: Original, verdicts: Verdicts) -> Iterator[str]:
    """Yield sentences about differences between the reports of verifying and repairing the file."""
    in_order, rows, words = verified(original.path)
    done = repaired(original.path)
    if isinstance(done, str):
        verdicts.said["unreadable"] += 1
        if in_order:
            yield f"verify: in order; repair: {done}"
        return
    verdicts.said[
        "lost" if done.lost or not done.first_is_whole
        else "end unknown" if not done.is_end_known
        else "all there" if done.is_all_there
        else "damaged"
    ] += 1  # fmt: skip
    if in_order != done.is_all_there:
        yield f"verify: {words or 'in order'}; repair: {done.summary}"
    if in_order and rows != done.rows:
        yield f"verify: {rows} rows; repair: {done.rows}"
    whole = verify(done.file)
    if whole.faults and not done.lost and done.first_is_whole:
        yield f"repair: {done.summary}; verify of the new file: {whole.faults[0]}"
    flatly = not done.lost and done.first_is_whole and done.is_end_known and done.is_damaged
    if flatly and done.rows < len(original.rows):
        yield f"{done.rows} of {len(original.rows)} rows; repair: {done.summary}"


def compare_many(original: Original, count: int, seed: int, elsewhere: Path) -> Verdicts:
    verdicts = Verdicts()
    for number in range(1, count + 1):
        dice = random.Random(f"verdicts {seed} {number}")
        (corrupt,) = dice.choices(list(KINDS), list(KINDS.values()))
        lay_down(original, corrupt(dice, original))
        case = f"{number} ({corrupt.__name__})"
        if number % 2:
            verdicts.wrong += [f"{case}: {word}" for word in disagreements(original, verdicts)]
        else:
            with on_another_computer(elsewhere):
                found = [f"{case}, elsewhere: {word}" for word in disagreements(original, verdicts)]
            verdicts.wrong += found
        if number % 100 == 0:
            print(f"{number}: {len(verdicts.wrong)} wrong", file=sys.stderr, flush=True)
    return verdicts


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else corrupt_files.SEED
    with tempfile.TemporaryDirectory(prefix="flagfall-verdicts-") as name:
        folder = Path(name)
        os.environ[FOLDER] = str(folder / "state")
        verdicts = compare_many(corrupt_files.make(folder, 8, 1), count, seed, folder / "other")
    print(f"{count} damages: {dict(verdicts.said)}; {len(verdicts.wrong)} disagree")
    print("\n".join(verdicts.wrong[:40]))
    return 2 if verdicts.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
