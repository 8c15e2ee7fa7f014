"""A day at the real window, with a mouse and a keyboard that are not Qt's."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.missing import need_programs

ROOT = Path(__file__).resolve().parents[3]
NEEDED = ("Xvfb", "openbox", "xdotool")
PLAYERS = 12

pytestmark = pytest.mark.long


def test_no_act_of_an_event_day_takes_more_than_one_press_above_its_target() -> None:
    need_programs(*NEEDED)  # it is played on an X display
    command = (
        sys.executable,
        "-m",
        "tools.rehearsals.day",
        "--players",
        str(PLAYERS),
        "--seed",
        "7",
    )
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=240, check=False, cwd=ROOT
    )
    over = [line for line in done.stdout.splitlines() if line.endswith("too many")]
    assert over == [], done.stderr
    assert "Find a player" in done.stdout, done.stderr
