"""Try the program as a package of Python, installed by pip, by pipx and by uv.

    .venv/bin/python -m tools.installer.by_pip [3.12 …]

If versions of Python are given, the engine's and the store's tests also run on each of these that
uv has.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.environment import PYTHON, ROOT, say

TESTS = ("tests/engine", "tests/store", "-m", "not long and not timed", "-p", "no:pytest-qt")
NO_CACHE = ("-p", "no:cacheprovider")


class Failed(Exception):
    """A check failed; the message says in one sentence what was wrong."""


def main(versions: Sequence[str]) -> int:
    try:
        with TemporaryDirectory(prefix="flagfall-") as folder:
            home = Path(folder)
            wheel = built(home / "dist")
            by_pip(wheel, home / "pip")
            by_uv(wheel, home / "uv")
            by_pipx(wheel, home / "pipx")
            for version in versions:
                on_python(version, home / version)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


def built(folder: Path) -> Path:
    run("uv build", uv("build", "--wheel", "--out-dir", str(folder)))
    return next(folder.glob("*.whl"))


def by_pip(wheel: Path, home: Path) -> None:
    run("venv", (sys.executable, "-m", "venv", str(home)))
    run("pip install", (str(script(home, "python")), "-m", "pip", "install", "-q", str(wheel)))
    try_out("pip install", script(home, "flagfall"))


def by_uv(wheel: Path, home: Path) -> None:
    kept = {"UV_TOOL_DIR": str(home / "tools"), "UV_TOOL_BIN_DIR": str(home / "bin")}
    run("uv tool install", uv("tool", "install", "--python", sys.executable, str(wheel)), kept)
    try_out("uv tool install", home / "bin" / name("flagfall"))


def by_pipx(wheel: Path, home: Path) -> None:
    """Install by pipx, and try the program. uv runs pipx itself without installing it."""
    kept = {"PIPX_HOME": str(home / "home"), "PIPX_BIN_DIR": str(home / "bin")}
    pipx = uv("tool", "run", "pipx", "install", "--python", sys.executable, str(wheel))
    run("pipx install", pipx, kept)
    try_out("pipx install", home / "bin" / name("flagfall"))


def on_python(version: str, home: Path) -> None:
    """Install the locked libraries under another Python, and run the tests of the rules and the
    files with it. Raises Failed if a test fails.
    """
    python = interpreter(version)
    if python is None:
        say(f"Python {version}: not on this machine")
        return
    kept = {"UV_PROJECT_ENVIRONMENT": str(home)}
    sync = uv("sync", "--frozen", "--no-install-project", "--python", str(python))
    run(f"Python {version}", sync, kept)
    shown = run(f"Python {version}", (str(script(home, "python")), "--version")).split()[1]
    if not shown.startswith(f"{version}."):
        raise Failed(f"Python {version} is wanted, and {shown} was found.")
    tests = (str(script(home, "python")), "-m", "pytest", "-q", *NO_CACHE, *TESTS)
    told = run(f"Tests on Python {version}", tests)
    say(f"Python {shown}: {told.strip().splitlines()[-1]}")


def interpreter(version: str) -> Path | None:
    """Return a Python of this version that pyenv keeps, or else one that uv finds; None if there is
    none. uv alone would try the command that pyenv puts in the place of an unchosen version, and
    give up.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    if kept := sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}")):
        return kept[-1]
    find = (str(PYTHON), "-m", "uv", "python", "find", "--system", version)
    found = subprocess.run(find, capture_output=True, text=True, check=False)
    return None if found.returncode else Path(found.stdout.strip())


def try_out(how: str, program: Path) -> None:
    """Try the program far from the checkout, whose files could take the place of missing ones."""
    with TemporaryDirectory(prefix="flagfall-") as elsewhere:
        told = run(how, (str(program), "--self-test"), cwd=Path(elsewhere))
        manual = run(how, (str(program), "--version"), cwd=Path(elsewhere))
    say(f"{how}: {manual.strip()}; {told.strip().splitlines()[-1]}")


def uv(*arguments: str) -> tuple[str, ...]:
    return (str(PYTHON), "-m", "uv", "--quiet", *arguments)


def name(program: str) -> str:
    return f"{program}.exe" if os.name == "nt" else program


def script(home: Path, program: str) -> Path:
    return home / ("Scripts" if os.name == "nt" else "bin") / name(program)


def run(
    what: str, command: Sequence[str], more: dict[str, str] | None = None, cwd: Path = ROOT
) -> str:
    left_out = {"VIRTUAL_ENV", "PYTHONPATH"}
    inherited = {key: value for key, value in os.environ.items() if key not in left_out}
    environment = {"QT_QPA_PLATFORM": "offscreen", **inherited, **(more or {})}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{what}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
