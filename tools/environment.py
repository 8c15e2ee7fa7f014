"""Set up what a machine needs to run Flagfall: the environment in .venv, made from uv.lock, and
Debian's packages. Standard library only.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "uv.lock"
LANGUAGES = ROOT / "resources" / "languages"
STAMP = VENV / "uv.lock"
COUNTED = ROOT / "tools" / "run_counted.py"

QT_PACKAGES = """
    libglib2.0-0 libgl1 libegl1 libfontconfig1 libdbus-1-3 libxkbcommon0 libbrotli1 libgssapi-krb5-2
    libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxcb-render0
    libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 xvfb xauth xkb-data x11-xkb-utils
"""

UNKNOWN = r"(?:Unable to locate package|Package) '?([^\s']+)"
"""The form in which apt-get names a package that it does not know, because only other Debian-like
systems have it.
"""

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
    """The work cannot go on; the message says in one sentence what is wrong."""


def python_complaint(version: tuple[int, int]) -> str | None:
    version_words = "{}.{}".format(*version)
    return (
        None
        if version >= (3, 11)
        else f"Flagfall needs Python 3.11 or newer; this is {version_words}."
    )


def missing_packages(wanted: Sequence[str], dpkg_listing: str) -> list[str]:
    """Return the packages of ``wanted`` that are not installed according to ``dpkg_listing``. Each
    line of the listing has a name, a tab, a status, a tab, and the names that the package provides.
    """
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


def locked_version(lock: str, package: str) -> str:
    import tomllib  # not there in the old Pythons that we still greet with a sentence

    packages: list[dict[str, str]] = tomllib.loads(lock)["package"]
    return next(each["version"] for each in packages if each["name"] == package)


def cause(output: str) -> str:
    """Return why a tool failed: a sentence of ours if the output contains a known error, or else
    its last line.
    """
    lines = output.strip().splitlines() or ["it does not say why"]
    known = (hint for words, hint in CAUSES.items() if re.search(words, output))
    return next(known, lines[-1].rstrip("."))


def environment(display: bool) -> dict[str, str]:
    """Return the environment variables for a program that is started from here. Without a display,
    Qt draws into memory.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    qt = {} if display else {"QT_QPA_PLATFORM": "offscreen"}
    return {**qt, **inherited, "UV_PROJECT_ENVIRONMENT": str(VENV)}


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
    """Run a tool, and return what it printed instead of showing it."""
    with started(*command) as process:
        output, _ = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, output)


def measured(*command: str | Path) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run a tool, and return what it printed and the processor time in seconds of the tool and of
    all programs that it started. On Linux this includes programs that outlive the tool; where the
    system does not tell the time, it is 0.
    """
    if not hasattr(os, "wait4"):
        return quietly(*command), 0.0
    counted = (sys.executable, str(COUNTED)) if sys.platform == "linux" else ()
    with started(*counted, *command) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    done = subprocess.CompletedProcess(command, process.returncode, output)
    return done, used.ru_utime + used.ru_stime


def call(*command: str | Path) -> int:
    """Run a program that prints its own messages, and return its exit code."""
    return subprocess.call(command, cwd=ROOT, env=environment(display=False))


def must(failure: str, *command: str | Path) -> None:
    done = quietly(*command)
    if done.returncode != 0:
        raise Stop(f"{failure}: {cause(done.stdout)}")


def administrator() -> list[str] | None:
    """Return the words to put before a command that changes the system; None if we may not change
    it.
    """
    if sys.platform != "win32":
        if os.geteuid() == 0:
            return []
        if shutil.which("sudo") and quietly("sudo", "-n", "true").returncode == 0:
            return ["sudo", "-n"]
    return None


def install_system_packages(packages: str = QT_PACKAGES) -> None:
    """Install packages on Debian and systems derived from it. A failure is only printed, because a
    desktop has most of the libraries that Qt loads.
    """
    if not (shutil.which("apt-get") and shutil.which("dpkg-query")):
        return
    wanted = packages.split()
    if quietly(own_python(), "-c", "import ensurepip").returncode != 0:
        wanted.append("python{}.{}-venv".format(*sys.version_info))
    listing = "-f=${Package}\\t${db:Status-Status}\\t${Provides}\\n"
    missing = missing_packages(wanted, quietly("dpkg-query", "-W", listing).stdout)
    if not missing:
        return
    install = ["apt-get", "install", "--yes", "--no-install-recommends"]
    before = administrator()
    if before is None:
        say(f"Flagfall wants system packages; please run: sudo {shlex.join([*install, *missing])}")
        return
    say("Installing system packages: " + " ".join(missing))
    apt = [*before, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C"]
    if quietly(*apt, *install, *missing).returncode == 0:
        return
    quietly(*apt, "apt-get", "update")
    unknown: list[str] = []
    while (done := quietly(*apt, *install, *missing)).returncode != 0:
        found = [name for name in re.findall(UNKNOWN, done.stdout) if name in missing]
        if not found:
            say(f"They could not be installed: {cause(done.stdout)}.")
            return
        unknown += found
        missing = [name for name in missing if name not in found]
    if unknown:
        say(f"This system has no package {', '.join(unknown)}.")


def own_python() -> str:
    """Return the path of the Python from which .venv is made."""
    system = Path("/usr/bin/python{}.{}".format(*sys.version_info))
    return choose_python(sys.executable, sysconfig.get_config_var("CONFIG_ARGS") or "", system)


def choose_python(running: str, options: str, system: Path) -> str:
    """Return the path of the Python to use: the ``running`` one, or the system's of the same
    version if the running one was compiled without optimizations. Such a Python, for instance from
    pyenv, takes a quarter longer for the tests.
    """
    return str(system) if "--enable-opt" not in options and system.exists() else running


def environment_is_current() -> bool:
    return PYTHON.exists() and STAMP.exists() and STAMP.read_bytes() == LOCK.read_bytes()


def languages_are_compiled() -> bool:
    """Tell whether each language has been compiled since it was last changed."""
    return all(
        (compiled := file.with_suffix(".mo")).exists()
        and compiled.stat().st_mtime_ns >= file.stat().st_mtime_ns
        for file in LANGUAGES.glob("*.po")
    )


def compile_languages() -> None:
    """Compile the languages of the windows and pages, if one of them has changed."""
    if not languages_are_compiled():
        must("The languages cannot be compiled", PYTHON, "-m", "tools.catalogue")


def install_libraries() -> None:
    """Install exactly the libraries that uv.lock names into .venv."""
    if not PYTHON.exists() or quietly(PYTHON, "-m", "pip", "--version").returncode != 0:
        say("Making .venv")
        make = ("-m", "venv", "--clear", VENV)
        if quietly(own_python(), *make).returncode != 0:
            must("The environment cannot be made", sys.executable, *make)
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


def install_command() -> None:
    """Write the command ``flagfall`` into .venv. The command runs the program in this folder."""
    if os.name == "nt":
        command, text = (
            VENV / "Scripts/flagfall.bat",
            f'@set PYTHONPATH={ROOT}\n@"{PYTHON}" -P -m app %*\n',
        )
    else:
        home, python = shlex.quote(str(ROOT)), shlex.quote(str(PYTHON))
        command = VENV / "bin/flagfall"
        text = f'#!/bin/sh\nPYTHONPATH={home} exec {python} -P -m app "$@"\n'
    command.write_text(text, "utf-8")
    command.chmod(0o755)


def unpack_tar(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack an archive whose content is trusted, without a filter: the Python of Debian 12 has
    none.
    """
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)
