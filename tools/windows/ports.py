"""Tries a clock on a COM port of Windows: an emulated clock on a pseudo-terminal of Linux, which
Wine takes for the port. Also tries a keyboard whose keys are plungers while another program's
window is in front.
"""

import os
import threading
import time
from collections.abc import Callable

from app.emulators.lines.live import LiveDevice, live_device
from app.emulators.lines.pty_line import PtyLine
from tools.windows.installation import LOOK_AGAIN_S, Failed, press_in_front, wait, windows_called
from tools.windows.machine import Machine
from tools.windows.pad_game import TITLE

PORT = "COM7"
PRESSES = 4
"""The number of presses. All of them belong to the deployment, because later presses in such quick
succession are interruptions.
"""
BETWEEN_S = 1.5
CLOCKS = {"DCLK/1": "emu://dclk", "DGT 3000": "emu://dgt3000"}


def play_by(url: str) -> Callable[[Machine], str]:
    """Return a function that runs `tools.windows.com_game` with an emulated clock at ``url``."""

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
    """Press the lever PRESSES times, each time for the player whose time runs, and then let the
    clock run out. Stop pressing once ``over`` is set.
    """
    pressed = 0
    while pressed < PRESSES and not over.wait(BETWEEN_S):
        if (running := clock.truth().running) is not None:
            clock.press(running)
            pressed += 1


def play_by_keys(machine: Machine) -> str:
    """Type the keys for which `tools.windows.pad_game` asks, into the window of another program."""
    with machine.start_python("tools.windows.pad_game") as game:
        log = machine.place.folder / "logs" / "tools.windows.pad_game.txt"
        wait(lambda: windows_called(machine, TITLE), "No other window comes")
        asked = 0
        while game.poll() is None:
            lines = log.read_text("utf-8", "replace").split("\n")[:-1]
            for line in lines[asked:]:
                press_in_front(machine, TITLE, [line.strip()])
            asked = len(lines)
            time.sleep(LOOK_AGAIN_S)
    said = log.read_text("utf-8", "replace").strip().splitlines()
    if game.returncode:
        raise Failed("\n".join(said)[-1000:])
    return said[-1]


STEPS = {
    **{f"game by a {name}": play_by(url) for name, url in CLOCKS.items()},
    "game by keys": play_by_keys,
}
