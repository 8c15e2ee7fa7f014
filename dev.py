"""Makes Flagfall's environment in .venv, then does what it is asked with it.

Standard library only, so that any Python 3.11 or newer can start it straight after a clone.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "uv.lock"
STAMP = VENV / "uv.lock"

QT_PACKAGES = """
    libglib2.0-0 libgl1 libegl1 libfontconfig1 libdbus-1-3 libxkbcommon0 libbrotli1 libgssapi-krb5-2
    libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-render0
    libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 xvfb xauth xkb-data x11-xkb-utils
"""

# What compiles the reference clock's core for this machine and its sketch for AVR boards.
COMPILERS = "g++ gcc-avr avr-libc arduino-core-avr"

# The browser in which the tests try the tablets' page.
BROWSER = "chromium-headless-shell"

# The tests that run side by side; what is in no part runs beside them, and so do the long ones.
PARTS = {
    "engine and files": "tests/engine tests/store tests/tools tests/firmware",
    "windows": "tests/ui tests/end_to_end",
}

CAUSES = {
    "No space left on device|os error 28": "the disk is full",
    "Permission denied": "some files may not be written",
    "ensurepip|No module named venv": "this Python lacks its venv package",
    "CERTIFICATE_VERIFY_FAILED": "the package index shows a certificate that is not trusted",
    "Cannot connect to proxy": "the proxy cannot be reached",
    "Temporary failure|Name or service|nodename|getaddrinfo|Network is unr": "there is no network",
    "Failed to establish a new|Read timed out": "the package index cannot be reached",
    "No matching distribution found": "the package index lacks a package we need",
}


class Stop(Exception):
    """What is wrong, in one sentence."""


def python_complaint(version: tuple[int, int]) -> str | None:
    here = "{}.{}".format(*version)
    return None if version >= (3, 11) else f"Flagfall needs Python 3.11 or newer; this is {here}."


def missing_packages(wanted: Sequence[str], dpkg_listing: str) -> list[str]:
    """Those wanted that no line of the listing (name, tab, status, tab, provided names) brings."""
    present: set[str] = set()
    for line in dpkg_listing.splitlines():
        name, status, provides = line.split("\t")
        if status == "installed":
            present.add(name)
            present.update(entry.split()[0] for entry in provides.split(",") if entry.strip())
    return [name for name in wanted if name not in present]


def has_display(platform: str, variables: Mapping[str, str]) -> bool:
    if platform in ("win32", "darwin"):
        return True
    return bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def run_arguments(given: Sequence[str], display: bool) -> list[str]:
    """With nothing asked for, the sample event: in its window, or as files where none can open."""
    if given:
        return list(given)
    return ["sample"] if display else ["sample", "--headless", "--out", "out"]


def locked_version(lock: str, package: str) -> str:
    import tomllib  # not there in the old Pythons that we still greet with a sentence

    packages: list[dict[str, str]] = tomllib.loads(lock)["package"]
    return next(each["version"] for each in packages if each["name"] == package)


def cause(output: str) -> str:
    """Why a tool failed: in our words where its output holds words we know, else its last line."""
    lines = output.strip().splitlines() or ["it does not say why"]
    known = (told for words, told in CAUSES.items() if re.search(words, output))
    return next(known, lines[-1].rstrip("."))


def environment(display: bool) -> dict[str, str]:
    """For what is started from here; without a display, Qt draws into memory."""
    kept = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    qt = {} if display else {"QT_QPA_PLATFORM": "offscreen"}
    return {**qt, **kept, "UV_PROJECT_ENVIRONMENT": str(VENV)}


def say(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)


def started(*command: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(display=False),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def quietly(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a tool and keeps what it prints."""
    with started(*command) as process:
        output, _ = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, output)


def call(*command: str | Path) -> int:
    """Runs a program that speaks for itself."""
    return subprocess.call(command, cwd=ROOT, env=environment(display=False))


def must(failure: str, *command: str | Path) -> None:
    done = quietly(*command)
    if done.returncode != 0:
        raise Stop(f"{failure}: {cause(done.stdout)}")


def administrator() -> list[str] | None:
    """What goes before a command that changes the system; None where we may not."""
    if sys.platform == "win32":
        return None
    if os.geteuid() == 0:
        return []
    allowed = shutil.which("sudo") and quietly("sudo", "-n", "true").returncode == 0
    return ["sudo", "-n"] if allowed else None


def install_system_packages(packages: str = QT_PACKAGES) -> None:
    """On Debian and its kin. Failing is told, no more: a desktop has most of what Qt loads."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-query")):
        return
    wanted = packages.split()
    if importlib.util.find_spec("ensurepip") is None:
        wanted.append("python{}.{}-venv".format(*sys.version_info))
    listing = "-f=${Package}\\t${db:Status-Status}\\t${Provides}\\n"
    missing = missing_packages(wanted, quietly("dpkg-query", "-W", listing).stdout)
    if not missing:
        return
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    before = administrator()
    if before is None:
        say(f"Flagfall wants system packages; please run: sudo {shlex.join(install)}")
        return
    say("Installing system packages: " + " ".join(missing))
    apt = [*before, "env", "DEBIAN_FRONTEND=noninteractive"]
    if quietly(*apt, *install).returncode != 0:
        quietly(*apt, "apt-get", "update")
        done = quietly(*apt, *install)
        if done.returncode != 0:
            say(f"They could not be installed: {cause(done.stdout)}.")


def environment_is_current() -> bool:
    return PYTHON.exists() and STAMP.exists() and STAMP.read_bytes() == LOCK.read_bytes()


def install_libraries() -> None:
    """Puts exactly what uv.lock names into .venv."""
    if not PYTHON.exists() or quietly(PYTHON, "-m", "pip", "--version").returncode != 0:
        say("Making .venv")
        must("The environment cannot be made", sys.executable, "-m", "venv", "--clear", VENV)
    uv = "uv==" + locked_version(LOCK.read_text("utf-8"), "uv")
    say("Installing the libraries of uv.lock")
    must("uv cannot be installed", PYTHON, "-m", "pip", "install", uv)
    sync = ("-m", "uv", "sync", "--frozen", "--no-install-project", "--python", PYTHON)
    if quietly(PYTHON, *sync).returncode != 0:
        # uv does not read pip's settings: a machine that reaches its index only by them needs pip.
        listed = VENV / "requirements.txt"
        export = ("-m", "uv", "export", "--no-cache", "--frozen", "--no-emit-project", "-o", listed)
        must("uv.lock cannot be read", PYTHON, *export)
        hashed = ("-m", "pip", "install", "--require-hashes", "--requirement", listed)
        must("The libraries cannot be installed", PYTHON, *hashed)
    shutil.copyfile(LOCK, STAMP)


def make_environment() -> None:
    if not environment_is_current():
        setup(())


def setup(_: Sequence[str]) -> int:
    """setup: make the environment in .venv, from uv.lock, and install what Qt needs"""
    install_system_packages()
    if not environment_is_current():
        install_libraries()
    say("Ready.")
    return 0


def run(given: Sequence[str]) -> int:
    """run [arguments]: start Flagfall; without arguments, on the sample event"""
    make_environment()
    display = has_display(sys.platform, os.environ)
    # -P, for a folder named app where we are called from must not stand in for ours.
    command = [str(PYTHON), "-P", "-m", "app", *run_arguments(given, display)]
    started_with = {**environment(display), "PYTHONPATH": str(ROOT)}
    if os.name != "nt":
        os.execve(PYTHON, command, started_with)
    return subprocess.call(command, env=started_with)


def passes(name: str, *arguments: str) -> bool:
    """Runs one of the tools, named; what it prints is shown only when it fails."""
    say(name, end=": ")
    done = quietly(PYTHON, *arguments)
    say("ok" if done.returncode == 0 else f"FAILED\n{done.stdout.rstrip()}")
    return done.returncode == 0


def part(name: str, *arguments: str) -> bool:
    """Runs a part of the tests and shows its last line, or all that it printed when it failed."""
    done = quietly(PYTHON, *arguments)
    lines = done.stdout.rstrip().splitlines() or ["nothing was printed"]
    passed = done.returncode == 0
    say(f"{name}: {lines[-1]}" if passed else f"{name}: FAILED\n{done.stdout.rstrip()}")
    return passed


def measured_tests() -> list[bool]:
    """All tests, in parts side by side: most of them wait for something most of the time."""
    pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-m")
    measured = ("-m", "coverage", "run", *pytest, "not long")
    rest = [f"--ignore={folder}" for folders in PARTS.values() for folder in folders.split()]
    parts: dict[str, tuple[str, ...]] = {"long runs": (*pytest, "long")}
    parts |= {name: (*measured, *folders.split()) for name, folders in PARTS.items()}
    parts["everything else"] = (*measured, *rest)
    parts["an hour of clocks"] = ("-m", "tests.clock.hour_of_clocks", "32", "60", "1")
    say("tests, side by side:")
    with ThreadPoolExecutor(len(parts)) as pool:
        done = [pool.submit(part, name, *arguments) for name, arguments in parts.items()]
        return [one.result() for one in done]


def test(given: Sequence[str]) -> int:
    """test [pytest's arguments]: every check there is; with arguments, pytest alone"""
    make_environment()
    install_system_packages(f"{COMPILERS} {BROWSER}")
    if given:
        return call(PYTHON, "-m", "pytest", *given)
    contracts = "from importlinter.cli import lint_imports as f; raise SystemExit(f(no_logo=True))"
    results = [
        passes("ruff check", "-m", "ruff", "check"),
        passes("ruff format", "-m", "ruff", "format", "--check", "--quiet"),
        passes("mypy", "-m", "mypy"),
        passes("import contracts", "-c", contracts),
    ]
    quietly(PYTHON, "-m", "coverage", "erase")
    passed = measured_tests()
    results += passed
    if all(passed):
        quietly(PYTHON, "-m", "coverage", "combine")
        report = ("-m", "coverage", "report", "--show-missing")
        full = (*report, "--include=app/engine/*", "--fail-under=100")
        results += [passes("coverage", *report), passes("coverage of the engine", *full)]
    failed = results.count(False)
    if failed:
        say(f"{failed} of the checks failed.")
    return 1 if failed else 0


def bench(given: Sequence[str]) -> int:
    """bench [names]: the measurements in benchmarks/"""
    make_environment()
    scripts = sorted((ROOT / "benchmarks").glob("*.py"))
    return max((call(PYTHON, s) for s in scripts if not given or s.stem in given), default=0)


def installer(_: Sequence[str]) -> int:
    """installer: the program with all it needs, in dist/flagfall, tried once"""
    make_environment()
    if not passes("build", "-m", "PyInstaller", "--noconfirm", "build_installer.spec"):
        return 1
    program = "flagfall-cli.exe" if os.name == "nt" else "flagfall"
    return call(ROOT / "dist" / "flagfall" / program, "--self-test")


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    command.__name__: command for command in (setup, run, test, bench, installer)
}


def main(arguments: Sequence[str]) -> int:
    complaint = python_complaint((sys.version_info[0], sys.version_info[1]))
    if complaint:
        print(complaint, file=sys.stderr)
        return 2
    if not arguments or arguments[0] not in COMMANDS:
        say("python3 dev.py ...\n" + "\n".join(f"  {c.__doc__}" for c in COMMANDS.values()))
        return 0 if arguments in (["--help"], ["-h"]) else 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except (Stop, OSError) as error:
        print(f"{cause(str(error))}.", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
