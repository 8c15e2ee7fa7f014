"""The manual's pictures can be taken again."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.tools.test_docs import ROOT

NAMES = ("army-list", "draw-review", "printing")
"""Those that need neither Chromium nor clocks."""
WIDTHS = {"army-list": 1120, "printing": 1040, "scenario-map": 1358}
"""Those of windows, which a screen of 800 pixels would cut off at the right."""


@pytest.mark.parametrize("name", WIDTHS)
def test_pictures_show_whole_windows(name: str) -> None:
    image = QImage(str(ROOT / "docs" / "screenshots" / f"{name}.png"))
    assert image.width() == WIDTHS[name]


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
