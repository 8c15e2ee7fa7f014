"""So many rows are in sight on a club's laptop, also with everything half as large again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tools.environment import ROOT

LEAST = {"1366×768": 15, "910×512": 10, "910×464": 10}


@pytest.mark.parametrize("language", ["en", "de"])
def test_most_of_twenty_rows_are_in_sight(tmp_path: Path, language: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.rows_in_sight", str(tmp_path), language],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False, timeout=2 * PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seen = [line.rsplit(" ", 2) for line in done.stdout.splitlines()]
    assert len(seen) == 4 * len(LEAST)
    assert not [few for few in seen if int(few[2]) < LEAST[few[1]]], seen
