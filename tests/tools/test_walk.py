"""One press stays short: the modules of its way are counted, not its time.

The figures are what was counted when this was written.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OF_STATIONS = ("rejoin", "served_tables", "acts_again", "waiting", "roles", "rights", "shared")


@pytest.mark.parametrize(
    ("press", "most"), [("tap", 56), ("tablet", 62), ("result", 30), ("clock", 55)]
)
def test_a_press_in_a_file_event_passes_through_no_more_modules_than_needed(
    press: str, most: int
) -> None:
    words = [sys.executable, "-m", "tools.walk", press, "--modules"]
    screen = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    counted = subprocess.run(
        words, cwd=ROOT, env=screen, capture_output=True, text=True, check=True, timeout=120
    )
    summary, *modules = counted.stdout.splitlines()
    assert summary.startswith(f"{press}: {len(modules)} modules"), summary
    assert len(modules) <= most, "\n".join(modules)
    assert not [name for name in modules if any(word in name for word in OF_STATIONS)]
