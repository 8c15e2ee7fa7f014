"""An event of teams at the real window, with the captains' phones in Chromium."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.missing import missing
from tests.web_page.chromium import executable

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.long


def test_captains_settle_match_ups_on_phones_and_the_desk_enters_the_results() -> None:
    if executable() is None:
        missing("Chromium is not installed")
    command = (
        sys.executable,
        "-m",
        "tools.rehearsals.teams",
        "--teams",
        "4",
        "--rounds",
        "2",
        "--seed",
        "1",
    )
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "a corrected game at table " in done.stdout
    assert "a substitute comes in" in done.stdout
    assert done.stdout.count(", 1 byes, 1 drawn") == 2
    assert "0 faults" in done.stdout
