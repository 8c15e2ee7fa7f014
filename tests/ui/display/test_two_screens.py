"""A laptop and a projector of another scale."""

import os
import subprocess
import sys
from pathlib import Path

from tests.screens import on_screen
from tools.environment import ROOT


def test_windows_use_the_pixel_density_of_the_screen_they_are_on(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.display.two_screens", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": on_screen("two"), "FLAGFALL_STATE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "desk laptop 1 1",
        "wall projector 1.5 1.5",
        "cut []",
        "table laptop 1 1",
        "table projector 1.5 1.5",
        "table laptop 1 1",
    ]
