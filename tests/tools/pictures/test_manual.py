"""The manual's pictures can be taken again."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.test_docs import ROOT

NAMES = ("army-list", "draw-review", "printing")
"""Those that need neither Chromium nor clocks."""


@pytest.mark.long
def test_pictures_of_windows_are_taken_again(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.pictures.manual", "--into", str(tmp_path), *NAMES],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    assert done.returncode == 0, done.stderr
    assert sorted(file.stem for file in tmp_path.iterdir()) == sorted(NAMES)
    assert all((ROOT / "docs" / "screenshots" / f"{name}.png").is_file() for name in NAMES)
