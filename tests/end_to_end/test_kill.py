"""Kill -9 at any moment: what was acknowledged is in the file, and the file is whole."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from app.headless.verify import verify
from app.store.event_log import open_log

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
KILLS = 50
PARTS = 10  # so that each stays far from the limit of a test
in_parts = pytest.mark.parametrize(
    "kills",
    [range(first, KILLS, PARTS) for first in range(PARTS)],
    ids=lambda kills: f"from {kills[0]}",
)


def killed(command: Sequence[str], after_rows: int, then_seconds: float) -> list[int]:
    """Rows acknowledged by a program that is killed so long after so many of them."""
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        lines = list(islice(process.stdout, after_rows))
        time.sleep(then_seconds)
        process.kill()
        lines += process.stdout
    return [int(line) for line in lines if line.endswith("\n")]


def check(path: Path, acknowledged: Sequence[int], what: str) -> None:
    """The file opens, holds every acknowledged row, and is in order."""
    with open_log(path) as log:
        rows = [record.seq for record in log.records()]
    assert rows == list(range(1, len(rows) + 1)), what
    assert list(acknowledged) == sorted(set(acknowledged)), what
    assert set(acknowledged) <= set(rows), what
    assert verify(path).faults == (), what


def each_of(kills: Sequence[int], kill: Callable[[int], None]) -> None:
    """``kill`` for every number, two at a time: most of it is waiting for a program to start."""
    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(kill, number) for number in kills]:
            done.result()


@in_parts
def test_a_simulated_event_survives_being_killed(tmp_path: Path, kills: Sequence[int]) -> None:
    def kill(number: int) -> None:
        moments = random.Random(number)
        after, wait = moments.randrange(1, 250), moments.uniform(0, 0.02)
        what = f"kill {number}: {wait:.4f} s after row {after}"
        path = tmp_path / f"{number}.flagfall"
        command = ["-m", "app", "simulate", "--players", "16", "--rounds", "4", "--echo"]
        seen = killed([*command, "--seed", str(number), "-o", str(path)], after, wait)
        assert len(seen) >= after, what
        check(path, seen, what)

    each_of(kills, kill)


@in_parts
def test_an_event_in_the_window_survives_being_killed(tmp_path: Path, kills: Sequence[int]) -> None:
    def kill(number: int) -> None:
        moments = random.Random(100 + number)
        after, wait = moments.randrange(1, 150), moments.uniform(0, 0.05)
        what = f"kill {number}: {wait:.4f} s after row {after}"
        path = tmp_path / f"{number}.flagfall"
        program = str(Path(__file__).with_name("random_room.py"))
        seen = killed([program, str(path), str(number)], after, wait)
        assert len(seen) >= after, what
        check(path, seen, what)

    each_of(kills, kill)
