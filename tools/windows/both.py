"""Plays an event that begins on Linux, continues on Windows and ends on Linux. Both systems must
read the same from it.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.environment import PYTHON
from tools.windows.installation import Failed
from tools.windows.machine import Machine

PLAYED = "C:\\crossed 50 % #1\\Jürgen 龍\\Played.flagfall"
CROSSED = "C:\\crossed 50 % #1\\Jürgen 龍\\Cup #2, 100 %.flagfall"
STOPS = (60, 700, -1)
"""The numbers of rows up to which the event is played on Linux, then on Windows, and on Linux
again.
"""


def cross(machine: Machine) -> str:
    folder = machine.path(CROSSED).parent
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with TemporaryDirectory(prefix="flagfall-") as state:
        linux = Linux(machine, state)
        linux.run("app", "sample", "--headless", "--out", f"{state}/sample")
        shutil.copyfile(next(Path(state, "sample").rglob("*.flagfall")), machine.path(PLAYED))
        digests = [go_on(machine, linux, *stop) for stop in enumerate(STOPS)]
        export = machine.python("app", "export", CROSSED, log="export")
        file = str(machine.place.folder / "logs/export.txt")
        linux.run("app", "import", file, "-o", f"{state}/event.flagfall")
        printed = linux.run("app", "verify", f"{state}/event.flagfall")
        if export.code or digests_in(printed) != digests[-1]:
            raise Failed(f"The export is another event: {printed[-500:]}")
    return f"{len(digests)} times the same on both, and by an export"


class Linux:
    """The same source as Windows has, with program state of its own."""

    def __init__(self, machine: Machine, state: str) -> None:
        self._checkout = machine.checkout
        self._variables = {
            **os.environ,
            "FLAGFALL_STATE": state,
            "PYTHONPATH": str(machine.checkout),
        }

    def run(self, *words: str) -> str:
        """Run a module, and return what it printed. Raises Failed if the module fails."""
        ran = subprocess.run(
            [str(PYTHON), "-m", *words],
            cwd=self._checkout,
            env=self._variables,
            check=False,
            capture_output=True,
        )
        printed = (ran.stdout + ran.stderr).decode("utf-8", "replace")
        if ran.returncode:
            raise Failed(f"{words[1]} on Linux ended with {ran.returncode}: {printed[-500:]}")
        return printed


def go_on(machine: Machine, linux: Linux, number: int, rows: int) -> str:
    """Continue the event up to ``rows`` rows, and return the digests that both systems read."""
    there = (str(rows), f"Jürgen 龍 #{number} 50 %")
    if number % 2:
        ran = machine.python("tools.windows.crossing", PLAYED, CROSSED, *there, log="crossing")
        if ran.code:
            raise Failed(f"The event did not go on on Windows: {ran.printed[-500:]}")
    else:
        files = (str(machine.path(PLAYED)), str(machine.path(CROSSED)))
        linux.run("tools.windows.crossing", *files, *there)
    here = linux.run("app", "verify", str(machine.path(CROSSED)))
    ran = machine.python("app", "verify", CROSSED, log="verify")
    if ran.code or not digests_in(here) or digests_in(here) != digests_in(ran.printed):
        raise Failed(f"Linux: {here[-500:]} Windows: {ran.printed[-500:]}")
    return digests_in(here)


def digests_in(printed: str) -> str:
    """Return the lines with the rows, the standings and the state."""
    return "\n".join(re.findall(r"^(?:Rows up to|Standings|State).*: \w+$", printed, re.MULTILINE))


STEPS = {"event crossed": cross}
