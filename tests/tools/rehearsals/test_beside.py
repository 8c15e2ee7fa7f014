"""A table's window under a real mouse, while dialogs of the desk are open."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.missing import need_programs

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.long


def test_every_tap_made_while_the_desk_shows_a_dialog_reaches_its_table() -> None:
    need_programs("Xvfb", "openbox", "xdotool")  # it is played on an X display
    command = (sys.executable, "-m", "tools.rehearsals.beside")
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=240, check=False, cwd=ROOT
    )
    assert done.stdout.count("taken") == 6, done.stdout + done.stderr
    assert done.returncode == 0, done.stderr
