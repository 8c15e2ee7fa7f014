"""What the installed program leaves to the programs that it starts."""

import os
import subprocess
import sys

from tools.environment import ROOT

INSTALLED = """
import os, runpy, sys
sys.frozen = True
sys.argv = ["flagfall", "--version"]
try:
    runpy.run_module("app", run_name="__main__")
except SystemExit:
    print(os.environ.get("LD_LIBRARY_PATH"), os.environ.get("PYINSTALLER_RESET_ENVIRONMENT"))
"""


def left_over(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", INSTALLED],
        env={**os.environ, **environment},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()[-1]


def test_a_sound_player_uses_the_systems_own_libraries() -> None:
    found = left_over(LD_LIBRARY_PATH="/usr/lib/flagfall/_internal")
    assert found.startswith("None ")
    before = left_over(LD_LIBRARY_PATH="/usr/lib/flagfall/_internal", LD_LIBRARY_PATH_ORIG="/opt")
    assert before.startswith("/opt ")


def test_another_flagfall_process_looks_for_its_own_libraries_again() -> None:
    assert left_over().endswith(" 1")
