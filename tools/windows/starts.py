"""Compares the time that the installed program and its source take to show an event."""

import time
from collections.abc import Sequence
from pathlib import PureWindowsPath
from statistics import median

from tools.windows.installation import EVENT, FOLDER, TITLE, close_program, wait, windows_called
from tools.windows.machine import CHECKOUT, Machine

STARTS = 3
PATIENCE_S = 300
PROGRAM = (f"{FOLDER}\\flagfall.exe", EVENT)
SOURCE = ("C:\\Python\\python.exe", "-P", "-m", "app", EVENT)


def compare(machine: Machine) -> str:
    """Start the installed program and the source alternately, so that other programs on the
    computer affect both equally.
    """
    program, source = list[float](), list[float]()
    for _ in range(STARTS):
        program.append(until_window(machine, PROGRAM))
        source.append(until_window(machine, SOURCE))
    return f"{in_words(program)}, with python -m app {in_words(source)}; {STARTS} starts each"


def until_window(machine: Machine, words: Sequence[str]) -> float:
    """Return the seconds until the event's window appears, and close the window."""
    began_s = time.monotonic()
    machine.start(*words, variables={"PYTHONPATH": f"C:\\{CHECKOUT}"})
    wait(lambda: windows_called(machine, TITLE), "No window comes", PATIENCE_S)
    took_s = time.monotonic() - began_s
    close_program(machine, PureWindowsPath(words[0]).name)
    return took_s


def in_words(times: Sequence[float]) -> str:
    return f"{median(times):.1f} s ({min(times):.1f}–{max(times):.1f})"


STEPS = {"starts compared": compare}
