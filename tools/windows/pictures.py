"""Takes pictures of the screen while `tools.windows.shown` shows windows as Windows draws them."""

import shutil
import subprocess
from pathlib import Path

from tools.windows.installation import EVENT, PICTURES, Failed, take_picture, wait
from tools.windows.machine import Machine
from tools.windows.shown import END, PATIENCE_S

FOLDER = "C:\\shown"
MODULE = "tools.windows.shown"
MARGIN_S = 60
"""The seconds to wait longer than `tools.windows.shown` does, which then says what it
waited for.
"""


def take_pictures(machine: Machine) -> str:
    folder = machine.path(FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    program = machine.start_python(MODULE, FOLDER, EVENT)
    try:
        taken = picture_each(machine, program, folder)
    finally:
        program.terminate()
    return f"{taken} in {PICTURES.relative_to(PICTURES.parents[1])}"


def picture_each(machine: Machine, program: "subprocess.Popen[bytes]", folder: Path) -> int:
    """Take a picture of each window, and return how many there are. Raises Failed if the program
    ends before the last one.
    """
    taken = 0
    while True:
        ended = f"Nothing is shown after {taken} pictures"
        wait(
            lambda: list(folder.iterdir()) or program.poll() is not None,
            ended,
            PATIENCE_S + MARGIN_S,
        )
        shown = next(folder.iterdir(), None)
        if shown is None:
            log = machine.place.folder / f"logs/{MODULE}.txt"
            raise Failed(f"{ended}: {log.read_text('utf-8', 'replace').strip()[-300:]}")
        if shown.name == END:
            return taken
        take_picture(machine, shown.name)
        shown.unlink()
        taken += 1


STEPS = {"windows pictured": take_pictures}
