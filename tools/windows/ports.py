"""A clock on a COM port of Windows: an emulated one on a pseudo-terminal of Linux, which Wine takes
for the port.
"""

import os
import threading
from collections.abc import Callable

from app.emulators.lines.live import LiveDevice, live_device
from app.emulators.lines.pty_line import PtyLine
from tools.windows.installation import Failed
from tools.windows.machine import Machine

PORT = "COM7"
PRESSES = 4
"""Those of the deployment: later ones that follow each other so fast are interruptions."""
BETWEEN_S = 1.5
CLOCKS = {"DCLK/1": "emu://dclk", "DGT 3000": "emu://dgt3000"}


def play_by(url: str) -> Callable[[Machine], str]:
    """Return what plays a game by such a clock, as `tools.windows.com_game` does."""

    def run(machine: Machine) -> str:
        port = machine.place.drive.parent / "dosdevices" / PORT.lower()
        over = threading.Event()
        with PtyLine(live_device(url)) as line:
            port.unlink(missing_ok=True)
            port.symlink_to(os.readlink(line.name))
            hand = threading.Thread(target=press, args=(line.live, over))
            hand.start()
            try:
                words = ("tools.windows.com_game", PORT, str(PRESSES))
                ran = machine.python(*words, log=f"{PORT} {url.removeprefix('emu://')}")
            finally:
                over.set()
                hand.join()
                port.unlink()
        if ran.code:
            raise Failed(ran.printed[-1000:])
        return f"{PORT}: {ran.printed.strip().splitlines()[-1]}"

    return run


def press(clock: LiveDevice, over: threading.Event) -> None:
    """Press the lever of whoever's clock runs, and then let it run out."""
    pressed = 0
    while pressed < PRESSES and not over.wait(BETWEEN_S):
        if (running := clock.truth().running) is not None:
            clock.press(running)
            pressed += 1


STEPS = {f"game by a {name}": play_by(url) for name, url in CLOCKS.items()}
