"""Stops the machine and its screen from sleeping while a clock runs, with the means of each system.

The system itself ends this when the program ends or is killed.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from app.engine.language import say

ES_CONTINUOUS, ES_SYSTEM_REQUIRED, ES_DISPLAY_REQUIRED = 0x80000000, 0x1, 0x2
PATIENCE_S = 5


class Awake(Protocol):
    def hold(self) -> None:
        """Keep the machine from falling asleep by itself, from now on. If that is not possible,
        nothing happens.
        """

    def release(self) -> None:
        """Let the machine sleep again."""


class Nothing:
    """Does nothing, for a system that cannot be kept from sleeping."""

    def hold(self) -> None: ...
    def release(self) -> None: ...


class Thread:
    """Keeps Windows awake. The thread that requests this must also be the one that ends it.

    learn.microsoft.com/windows/win32/api/winbase/nf-winbase-setthreadexecutionstate
    """

    def __init__(self, set_state: Callable[[int], Any]) -> None:
        self._set_state = set_state

    def hold(self) -> None:
        self._set_state(ES_CONTINUOUS | ES_SYSTEM_REQUIRED | ES_DISPLAY_REQUIRED)

    def release(self) -> None:
        self._set_state(ES_CONTINUOUS)


class Program:
    """A program of the system that keeps the system awake until the program's standard input ends.
    That happens at the latest when Flagfall ends.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._running: subprocess.Popen[bytes] | None = None

    def hold(self) -> None:
        if self._running is not None:
            return
        with suppress(OSError):  # it is not on this machine
            self._running = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def release(self) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        if running.stdin is not None:
            running.stdin.close()
        try:
            running.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def awake(platform: str = sys.platform) -> Awake:
    """Return the means by which this system is kept from sleeping. On macOS and Linux a system
    program runs `cat`, which waits for the end of its input.
    """
    if sys.platform == "win32" and platform == "win32":
        import ctypes

        return Thread(ctypes.windll.kernel32.SetThreadExecutionState)
    if platform == "darwin":
        return Program(("caffeinate", "-d", "-i", "cat"))
    if platform == "linux":
        why = say("Clocks are running")
        inhibit = ("systemd-inhibit", "--what=sleep:idle", "--who=Flagfall", f"--why={why}")
        return Program((*inhibit, "--mode=block", "cat"))
    return Nothing()
