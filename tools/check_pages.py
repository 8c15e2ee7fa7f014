"""Check the types of the pages' JavaScript, and lint it, as deno.json says.

    python tools/check_pages.py

Deno is one of the wheels of uv.lock; nothing else is fetched.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
DENO = Path(sysconfig.get_path("scripts")) / ("deno.exe" if os.name == "nt" else "deno")
QUIET = {"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}


def main() -> int:
    """0 where nothing is wrong."""
    files = sorted(map(str, (ROOT / "resources" / "web").rglob("*.js")))
    checks = (("check", "--quiet", "--no-remote", *files), ("lint", "--quiet"))
    with TemporaryDirectory() as folder:  # a kept one would miss a change of the types
        environment = {**os.environ, **QUIET, "DENO_DIR": folder}
        return max(subprocess.call((DENO, *check), cwd=ROOT, env=environment) for check in checks)


if __name__ == "__main__":
    sys.exit(main())
