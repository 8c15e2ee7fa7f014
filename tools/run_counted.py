"""Run a program, and wait also for the programs that outlive it, so that their processor time
counts. For instance, the helpers of a browser that is killed go on for a moment, and nobody else
would wait for them. Standard library only.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from contextlib import suppress

TAKE_IN = 36
"""Linux’ PR_SET_CHILD_SUBREAPER: what its parent leaves behind becomes a child of ours."""
PATIENCE_S = 30.0


def take_in() -> None:
    """Become the parent of every process that our children leave behind."""
    ctypes.CDLL(None).prctl(TAKE_IN, 1, 0, 0, 0)


def ended_with_all(child: int) -> int:
    """Wait until everything that ``child`` started has ended, but no longer than PATIENCE_S after
    the child itself. Return the child's exit code.
    """
    pid = 0
    while pid != child:
        pid, status = os.wait()
    until_s = time.monotonic() + PATIENCE_S
    with suppress(ChildProcessError):
        while time.monotonic() < until_s:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.02)
    return os.waitstatus_to_exitcode(status)


def main(command: list[str]) -> int:
    """Run the program and return its exit code."""
    take_in()
    process = subprocess.Popen(command)
    process.returncode = ended_with_all(process.pid)
    return process.returncode


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.exit(code if code >= 0 else 128 - code)
