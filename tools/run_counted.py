"""Run a program, and count what the programs computed that outlive it: of a browser that is killed
its helpers go on for a moment, and nobody else would wait for them. Standard library only.
"""

import ctypes
import os
import subprocess
import sys
import time
from contextlib import suppress

TAKE_IN = 36
"""Linux’ PR_SET_CHILD_SUBREAPER: what its parent leaves behind becomes a child of ours."""
PATIENCE_S = 30.0


def main(command: list[str]) -> int:
    """Return how the program ended, once all that it started is over or the patience is."""
    ctypes.CDLL(None).prctl(TAKE_IN, 1, 0, 0, 0)
    process = subprocess.Popen(command)
    while True:
        pid, status = os.wait()
        if pid == process.pid:
            break
    process.returncode = os.waitstatus_to_exitcode(status)
    until_s = time.monotonic() + PATIENCE_S
    with suppress(ChildProcessError):
        while time.monotonic() < until_s:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.02)
    return process.returncode


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.exit(code if code >= 0 else 128 - code)
