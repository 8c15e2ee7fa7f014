"""A test that fails with a desk still open does not keep pytest from ending."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FAILS = """
from app.desk.desk import Desk
from app.store.log.event_log import create


def test_that_fails_before_it_stops_its_desk(tmp_path):
    desk = Desk(lambda: create(tmp_path / "event.flagfall"))
    desk.start().result(60)
    raise AssertionError("the table is not laid")


def test_that_follows():
    pass
"""


def test_a_desk_that_a_failing_test_left_open_is_closed_and_reported(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("from tests.conftest import _no_thread_stays_behind\n")
    file = tmp_path / "test_fails.py"
    file.write_text(FAILS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
         f"--rootdir={tmp_path}", str(file)],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=90,
    )  # fmt: skip
    assert done.returncode == 1
    assert "the table is not laid" in done.stdout
    assert "AssertionError: still running: ['desk'" in done.stdout
    assert "1 failed, 1 passed, 1 error" in done.stdout
