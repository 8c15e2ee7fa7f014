"""Check the types of the pages' JavaScript, lint it as deno.json says, and look for everything that
the oldest browsers for which the pages are made do not know yet (`tools.pages.floor`).

    python -m tools.pages.check

Deno is one of the wheels of uv.lock; nothing else is fetched.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.pages.floor import faults

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "resources" / "web"
TYPED = ("clock", "link", "losses", "room", "screen", "stream", "wall", "words")
"""The folders in which everything must have a type."""

DENO = Path(sysconfig.get_path("scripts")) / ("deno.exe" if os.name == "nt" else "deno")
QUIET = {"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}


def main() -> int:
    """Check the types and the rules of the pages' scripts. Return 0 if nothing is wrong."""
    files = sorted(map(str, WEB.rglob("*.js")))
    checks = (("check", "--quiet", "--no-remote", *files), ("lint", "--quiet"))
    with TemporaryDirectory() as folder:  # a permanent one would not notice changed types
        environment = {**os.environ, **QUIET, "DENO_DIR": folder}
        codes = [subprocess.call((DENO, *check), cwd=ROOT, env=environment) for check in checks]
        untyped = without_type(files, Path(folder), environment)
        for fault in untyped:
            print(fault, "\n")
        newer = list(faults())
        print(*newer, sep="\n", end="\n" if newer else "")
        return max(*codes, bool(untyped), bool(newer))


def without_type(files: list[str], folder: Path, environment: dict[str, str]) -> list[str]:
    """Return Deno's messages about names without a type, in the folders where every
    name has one.
    """
    config = json.loads((ROOT / "deno.json").read_text("utf-8"))
    config["compilerOptions"]["noImplicitAny"] = True
    config["compilerOptions"]["types"] = [(WEB / "types.d.ts").as_uri()]
    own = folder / "deno.json"
    own.write_text(json.dumps(config), "utf-8")
    command = (DENO, "check", "--quiet", "--no-remote", f"--config={own}", *files)
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    told = re.split(r"\n\s*\n", done.stdout + done.stderr)
    places = [f"at {(WEB / name).as_uri()}/" for name in TYPED]
    return [fault for fault in told if any(place in fault for place in places)]


if __name__ == "__main__":
    sys.exit(main())
