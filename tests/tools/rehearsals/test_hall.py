"""Three laptops with networks of their own run one event; the server's dies and comes back."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.missing import missing, need_programs
from tests.postgresql import programs

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.long


def test_three_laptops_find_the_hall_and_lose_nothing_when_the_halls_laptop_dies() -> None:
    need_programs("ip", "unshare")
    programs()
    if subprocess.run(["unshare", "--net", "--uts", "true"], check=False).returncode:
        missing("networks of their own cannot be made here")
    command = (sys.executable, "-m", "tools.rehearsals.hall", "--rounds", "2")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    for laptop in ("Anna runs the server", "Ben found Anna", "Cleo found Anna"):
        assert laptop in done.stdout
    assert done.stdout.splitlines()[-1] == "Nothing was wrong."
