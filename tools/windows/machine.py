"""The Windows that runs while a trial needs it: its display, its copy of the checkout, its
programs.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path, PureWindowsPath

from msgspec import Struct

from tools.catalogue import compile_languages
from tools.environment import ROOT
from tools.installer.bare_debian import bound, display
from tools.windows.setup import ENVIRONMENT, PREFIX, Place, mount_system_folders

SOCKETS = Path("/tmp/.X11-unix")
CHECKOUT = "flagfall"
"""The folder on C: with a copy of the checkout, because programs write files beside those that they
read.
"""
CACHED = "C:\\pycache"
TIMED_OUT = 124

# Wine removes Qt's variables from the environment, so they are set inside.
MODULE = """
import os, runpy, sys
os.environ.update(word.split("=", 1) for word in sys.argv[1].split())
sys.argv = sys.argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


class Ran(Struct, frozen=True):
    """The result of a program: its exit code, its output and its time."""

    code: int
    printed: str
    took_s: float


class Machine(Struct, frozen=True):
    place: Place
    display: str

    @property
    def checkout(self) -> Path:
        return self.place.drive / CHECKOUT

    def path(self, windows: str) -> Path:
        """Return the place in Linux of a file on drive C:."""
        return self.place.drive.joinpath(*PureWindowsPath(windows).parts[1:])

    def command(
        self, words: Sequence[str], variables: Mapping[str, str] | None = None
    ) -> list[str]:
        """Return the command that starts a program of Windows, in the copy of the checkout."""
        given = {
            **ENVIRONMENT,
            "DISPLAY": self.display,
            "PYTHONPYCACHEPREFIX": CACHED,
            **(variables or {}),
        }
        there = f"{PREFIX}/drive_c/{CHECKOUT}"
        assigned = [f"{name}={value}" for name, value in given.items()]
        chroot = ("chroot", str(self.place.debian), "env", "-i", f"--chdir={there}", *assigned)
        return [*chroot, "wine", *words]

    def run(
        self,
        *words: str,
        variables: Mapping[str, str] | None = None,
        log: str = "last",
        limit_s: float = 600,
    ) -> Ran:
        """Run a program of Windows until it ends. Its output is kept in the file ``log``."""
        began_s = time.monotonic()
        kept = self.place.folder / "logs" / f"{log}.txt"
        kept.parent.mkdir(exist_ok=True)
        with kept.open("wb") as out:  # no pipe: background programs would keep it open
            try:
                code = subprocess.call(
                    self.command(words, variables),
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=out,
                    timeout=limit_s,
                )
            except subprocess.TimeoutExpired:
                code = TIMED_OUT
        printed = kept.read_text("utf-8", "replace").replace("\r\n", "\n")
        return Ran(code, printed, time.monotonic() - began_s)

    def start(
        self, *words: str, variables: Mapping[str, str] | None = None, log: str = "started"
    ) -> "subprocess.Popen[bytes]":
        """Start a program of Windows without waiting for it. Its output is in the file ``log``."""
        kept = self.place.folder / "logs" / f"{log}.txt"
        kept.parent.mkdir(exist_ok=True)
        with kept.open("wb") as out:
            return subprocess.Popen(
                self.command(words, variables), stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )

    def start_python(self, module: str, *words: str) -> "subprocess.Popen[bytes]":
        """Start a module with the Python of Windows, without waiting for it."""
        variables = {"PYTHONPATH": f"C:\\{CHECKOUT}"}
        started = ("C:\\Python\\python.exe", "-P", "-m", module)
        return self.start(*started, *words, variables=variables, log=module)

    def python(self, *words: str, log: str = "last", limit_s: float = 600, qt: str = "") -> Ran:
        """Run a module with the Python of Windows. ``qt`` has environment variables for Qt."""
        variables = {"PYTHONPATH": f"C:\\{CHECKOUT}"}
        started = ("C:\\Python\\python.exe", "-P", "-c", MODULE, qt)
        return self.run(*started, *words, variables=variables, log=log, limit_s=limit_s)


@contextmanager
def machine(place: Place) -> Iterator[Machine]:
    """Start Windows with a display and a fresh copy of the checkout. Call this as root in a
    separate mount namespace.
    """
    with ExitStack() as held:
        name = held.enter_context(display())
        mount_system_folders(place)
        held.enter_context(bound(SOCKETS, place.debian / SOCKETS.relative_to("/")))
        here = Machine(place, name)
        copy_checkout(here.checkout)
        server = ["chroot", str(place.debian), "wineserver"]
        environment = {**os.environ, **ENVIRONMENT}
        subprocess.run([*server, "-p"], env=environment, check=True)
        held.callback(subprocess.run, [*server, "-k"], env=environment, check=False)
        here.run("wineboot", "-i")
        yield here


def copy_checkout(to: Path) -> None:
    """Copy the files that git has or would add, and the compiled languages, unless the copy is
    already the same. Remove all other files.
    """
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wanted = {name for name in names.split("\0") if name and (ROOT / name).is_file()}
    wanted |= {file.relative_to(ROOT).as_posix() for file in compile_languages()}
    for name in wanted:
        source, copy = ROOT / name, to / name
        if not is_same(source, copy):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
    for folder, _, files in os.walk(to):
        for name in files:
            kept = Path(folder, name)
            inside = kept.relative_to(to)
            if inside.parts[0] not in {"build", "dist"} and inside.as_posix() not in wanted:
                kept.unlink()


def is_same(one: Path, other: Path) -> bool:
    if not other.is_file():
        return False
    first, second = one.stat(), other.stat()
    return (first.st_size, first.st_mtime_ns) == (second.st_size, second.st_mtime_ns)
