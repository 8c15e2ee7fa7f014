"""Pictures of the screen while `tools.windows.shown` shows windows as Windows draws them."""

import shutil
import subprocess
from pathlib import Path

from tools.windows.installation import EVENT, PICTURES, Failed, take_picture, wait
from tools.windows.machine import Machine
from tools.windows.shown import END

FOLDER = "C:\\shown"
PATIENCE_S = 1200


def take_pictures(machine: Machine) -> str:
    folder = machine.path(FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    program = machine.start_python("tools.windows.shown", FOLDER, EVENT)
    try:
        taken = picture_each(machine, program, folder)
    finally:
        program.terminate()
    return f"{taken} in {PICTURES.relative_to(PICTURES.parents[1])}"


def picture_each(machine: Machine, program: "subprocess.Popen[bytes]", folder: Path) -> int:
    """Take a picture of each; return how many. Raises Failed where the program ends before."""
    taken = 0
    while True:
        wait(lambda: list(folder.iterdir()) or program.poll(), "Nothing is shown", PATIENCE_S)
        shown = next(folder.iterdir(), None)
        if shown is None:
            raise Failed(f"The program ended with {program.poll()} after {taken} pictures")
        if shown.name == END:
            return taken
        take_picture(machine, shown.name)
        shown.unlink()
        taken += 1


STEPS = {"windows pictured": take_pictures}
