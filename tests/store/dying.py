"""A program that dies with its files open.

Where the system can fork it is a copy of this one, which has imported everything: to start Python
takes longer than all that these programs do. Nothing that it opens may be open here.
"""

import os
import subprocess
import sys


def run(script: str, *arguments: str) -> None:
    """Run the script until it ends itself by ``os._exit``."""
    if not hasattr(os, "fork"):
        subprocess.run([sys.executable, "-c", script, *arguments], check=False)
        return
    sys.stdout.flush()
    died = os.fork()
    if died == 0:
        try:
            sys.argv = ["-c", *arguments]
            exec(script, {})
        finally:
            os._exit(70)
    assert os.waitstatus_to_exitcode(os.waitpid(died, 0)[1]) in {0, 1}
