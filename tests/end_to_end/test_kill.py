"""Kill -9 at any moment: what was acknowledged is in the file, and the file is whole."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from app.headless.verify import verify
from app.store.event_log import open_log

ROOT = Path(__file__).parents[2]
ROUNDS = 5
KILLS_A_ROUND = 10
WINDOW_KILLS = 50


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


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_simulated_event_survives_being_killed(seed: int, tmp_path: Path) -> None:
    moments = random.Random(seed)
    for kill in range(KILLS_A_ROUND):
        after, wait = moments.randrange(1, 250), moments.uniform(0, 0.02)
        what = f"seed {seed}, kill {kill}: {wait:.4f} s after row {after}"
        path = tmp_path / f"{kill}.flagfall"
        command = ["-m", "app", "simulate", "--players", "16", "--rounds", "4", "--echo"]
        seen = killed([*command, "--seed", str(seed), "-o", str(path)], after, wait)
        assert len(seen) >= after, what
        check(path, seen, what)


@pytest.mark.parametrize("seed", range(WINDOW_KILLS))
def test_an_event_in_the_window_survives_being_killed(seed: int, tmp_path: Path) -> None:
    moments = random.Random(100 + seed)
    after, wait = moments.randrange(1, 150), moments.uniform(0, 0.05)
    what = f"seed {seed}: {wait:.4f} s after row {after}"
    path = tmp_path / "room.flagfall"
    program = str(Path(__file__).with_name("random_room.py"))
    seen = killed([program, str(path), str(seed)], after, wait)
    assert len(seen) >= after, what
    check(path, seen, what)
