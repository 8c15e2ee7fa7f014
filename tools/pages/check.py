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


IMPLICIT = re.compile(r"^TS7\d\d\d ", re.MULTILINE)
"""Begins the messages about names whose type Deno cannot infer."""
SUMMARY = re.compile(
    r"Found \d+ errors?\.|error: Type checking failed\.|Stack backtrace:\s+0: <unknown>"
)
"""Ends Deno's messages about types."""


def main() -> int:
    """Check the types and the rules of the pages' scripts. Return 0 if nothing is wrong."""
    with TemporaryDirectory() as folder:  # a permanent one would not notice changed types
        environment = {**os.environ, **QUIET, "DENO_DIR": folder}
        wrong = wrong_types(Path(folder), environment)
        for fault in wrong:
            print(fault, "\n")
        lint = subprocess.call((DENO, "lint", "--quiet"), cwd=ROOT, env=environment)
        newer = list(faults())
        print(*newer, sep="\n", end="\n" if newer else "")
        return max(lint, bool(wrong), bool(newer))


def wrong_types(folder: Path, environment: dict[str, str]) -> list[str]:
    """Return Deno's messages about types. A name may have no type, but not in the folders where
    every name has one.
    """
    config = json.loads((ROOT / "deno.json").read_text("utf-8"))
    config["compilerOptions"]["noImplicitAny"] = True
    config["compilerOptions"]["types"] = [(WEB / "types.d.ts").as_uri()]
    own = folder / "deno.json"
    own.write_text(json.dumps(config), "utf-8")
    files = sorted(map(str, WEB.rglob("*.js")))
    command = (DENO, "check", "--quiet", "--no-remote", f"--config={own}", *files)
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    told = [one.strip() for one in re.split(r"\n\s*\n", done.stdout + done.stderr)]
    places = [f"at {(WEB / name).as_uri()}/" for name in TYPED]
    return [
        fault
        for fault in told
        if fault
        and not SUMMARY.fullmatch(fault)
        and (not IMPLICIT.search(fault) or any(place in fault for place in places))
    ]


if __name__ == "__main__":
    sys.exit(main())
