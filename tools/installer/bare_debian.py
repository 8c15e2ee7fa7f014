"""Try the program on a Debian that has nothing but a connection to a display.

    sudo apt-get install debootstrap postgresql xvfb xdotool
    sudo .venv/bin/python -m tools.installer.bare_debian [dist/flagfall_VERSION_ARCHITECTURE.deb]

First the folder is tried alone: the program must say in one sentence what to install. Then the
package is tried with its Depends. An event is played, copied to a PostgreSQL server by TLS and
back, and opened in a window; the start of the window is timed against `python -m app`. Then a file
is opened as file managers do it, and another window is opened from the first one. Finally, the
program must say in one sentence what a display lacks. Pictures of the windows are left in
dist/bare_debian.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from app.headless.sample.event import FILE
from tests.postgresql import Server
from tools.environment import PYTHON, ROOT, say
from tools.installer.debian import MIME
from tools.installer.parts import BUILT, MEGABYTE, report, too_large

SUITE = "bookworm"
MIRROR = "http://deb.debian.org/debian"
SOCKETS = "/tmp/.X11-unix"
EVENT = f"/tmp/out/{FILE}"
CLICKED = "Cup – 2026 & more"
OF_A_DESKTOP = ("shared-mime-info", "desktop-file-utils", "libglib2.0-bin")
"""The packages that tell file managers which program opens which file."""
PICTURES = BUILT.with_name("bare_debian")
PICTURE = """
import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication(["picture", "-platform", "xcb"])
sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))
"""
STARTS = 7
LOOK_AGAIN_S = 0.005
PATIENCE_S = 60
DRAWN_S = 2
"""The seconds after which a new window has been drawn."""


class Failed(Exception):
    """A check failed; the message says in one sentence what was wrong."""


class Bare:
    """A Debian in a separate folder."""

    def __init__(self, root: Path, display: str) -> None:
        self.root = root
        self._display = display
        must("debootstrap", "--variant=minbase", SUITE, str(root), MIRROR)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        chroot = ("chroot", str(self.root), *command)
        return subprocess.run(
            chroot, env=self.environment(), capture_output=True, text=True, check=False
        )

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            ("chroot", str(self.root), *command),
            env=self.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def environment(self) -> dict[str, str]:
        path = "/usr/bin:/bin:/usr/sbin:/sbin"
        return {"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "DISPLAY": self._display}

    def install(self, *packages: str) -> str:
        """Install packages, and return what apt-get printed. Raises Failed if it does not install
        them.
        """
        done = self.run("apt-get", "install", "-q", "-y", "--no-install-recommends", *packages)
        if done.returncode:
            raise Failed(f"{packages} cannot be installed: {done.stderr or done.stdout}")
        return done.stdout

    def end_programs(self) -> None:
        """End the programs that run here, whoever started them."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if os.readlink(process / "root") == str(self.root):
                    os.kill(int(process.name), signal.SIGTERM)


def main(arguments: Sequence[str]) -> int:
    packages = [Path(given) for given in arguments] or sorted(BUILT.parent.glob("flagfall_*.deb"))
    if not packages:
        print("There is no package: python3 dev.py installer makes it.", file=sys.stderr)
        return 2
    try:
        with TemporaryDirectory(prefix="flagfall-") as folder, display() as name:
            _try(Bare(Path(folder, "debian"), name), packages[-1], name)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


def _try(bare: Bare, package: Path, name: str) -> None:
    with bound(Path(SOCKETS), bare.root / SOCKETS[1:]):
        sentence = told_without_libraries(bare)
        say(f"Without its libraries: {sentence}")
        must("cp", str(package), str(bare.root / "tmp" / "flagfall.deb"))
        if bare.run("apt-get", "update", "-q").returncode:
            raise Failed("The bare Debian has no package index.")
        printed = bare.install("/tmp/flagfall.deb")
        say(f"Installed with {printed.count('Unpacking ') - 1} packages of Debian's.")
        for command in (
            ("--self-test",),
            ("sample", "--headless", "--out", "/tmp/out"),
            ("verify", EVENT),
        ):
            done = bare.run("flagfall", *command)
            if done.returncode or (command[0] != "sample" and done.stderr):
                raise Failed(f"flagfall {' '.join(command)}: {done.stderr or done.stdout}")
            say(f"flagfall {' '.join(command)}: {done.stdout.strip().splitlines()[-1]}")
        try_server(bare)
        compare_starts(bare, name)
        try_double_click(bare, name)
        try_displays(bare)
        say(report(bare.root / "usr/lib/flagfall"))
        say(f"{package.stat().st_size / MEGABYTE:6.1f} MB  the package")
        if why := too_large(bare.root / "usr/lib/flagfall", package):
            raise Failed(why)


def told_without_libraries(bare: Bare) -> str:
    """Start the program before the libraries that it needs are installed, and return what it says.
    Raises Failed unless it says one sentence and ends with exit code 2.
    """
    must("cp", "-a", str(BUILT), str(bare.root / "opt" / "flagfall"))
    done = bare.run("/opt/flagfall/flagfall")
    must("rm", "-r", str(bare.root / "opt" / "flagfall"))
    if (
        done.returncode != 2
        or done.stderr.count("\n") != 1
        or "sudo apt install" not in done.stderr
    ):
        raise Failed(f"Without its libraries: exit code {done.returncode}, {done.stderr}")
    return done.stderr.strip()


def try_server(bare: Bare) -> None:
    """Copy the event to a PostgreSQL server and back, by TLS. Raises Failed if one of these steps
    fails.
    """
    server = Server(tls=True)
    try:
        there = f"{server.address}?sslmode=require"
        for command in (
            ("copy", EVENT, f"{there}#Cup"),
            ("events", there),
            ("copy", f"{there}#Cup", "/tmp/back.flagfall"),
            ("verify", "/tmp/back.flagfall"),
        ):
            done = bare.run("flagfall", *command)
            if done.returncode:
                raise Failed(f"flagfall {' '.join(command)}: {done.stderr or done.stdout}")
            say(f"flagfall {command[0]}: {done.stdout.strip().splitlines()[-1]}")
    finally:
        server.remove()


def try_double_click(bare: Bare, name: str) -> None:
    """Open a file as file managers do, and another window from the first one. Raises Failed if a
    window does not appear.
    """
    bare.install(*OF_A_DESKTOP)
    done = bare.run("desktop-file-validate", "/usr/share/applications/flagfall.desktop")
    if done.returncode or done.stdout:
        raise Failed(f"The desktop entry: {done.stdout}")
    file = f"/root/{CLICKED}.flagfall"
    must("cp", str(Path(bare.root, EVENT[1:])), str(Path(bare.root, file[1:])))
    kind = bare.run("gio", "info", "-a", "standard::content-type", file).stdout
    if MIME not in kind:
        raise Failed(f"An event file is taken for {kind}")
    try:
        bare.start("gio", "open", file)
        await_window(f"^{CLICKED} – Flagfall$", name)
        take_picture("double_click", name)
        press(name, "ctrl+shift+n")
        await_window("^Flagfall$", name)
        take_picture("another_window", name)
    finally:
        bare.end_programs()
    say("A double click opens an event, and from there another window opens.")


def try_displays(bare: Bare) -> None:
    """Start the program on displays that do not exist. Raises Failed unless it says so in one
    sentence.
    """
    for variables in ({}, {"DISPLAY": ":4711"}, {"WAYLAND_DISPLAY": "wayland-0"}):
        chosen = [f"{name}={value}" for name, value in variables.items()]
        done = bare.run("env", "-u", "DISPLAY", *chosen, "flagfall")
        if done.returncode != 2 or done.stderr.count("\n") != 1:
            raise Failed(f"With {variables}: exit code {done.returncode}, {done.stderr}")
        say(f"With {chosen or 'no display'}: {done.stderr.strip()}")


def await_window(title: str, name: str) -> None:
    look = ["xdotool", "search", "--onlyvisible", "--name", title]
    until = time.monotonic() + PATIENCE_S
    while not (found := told(name, *look).split()):
        if time.monotonic() > until:
            raise Failed(f"No window came that is called {title}.")
        time.sleep(LOOK_AGAIN_S)
    told(name, "xdotool", "windowfocus", "--sync", found[0])
    time.sleep(DRAWN_S)


def press(name: str, keys: str) -> None:
    told(name, "xdotool", "key", keys)


def take_picture(what: str, name: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    told(name, str(PYTHON), "-c", PICTURE, str(PICTURES / f"{what}.png"))


def told(name: str, *command: str) -> str:
    here = {**os.environ, "DISPLAY": name}
    return subprocess.run(command, env=here, capture_output=True, text=True, check=False).stdout


def compare_starts(bare: Bare, name: str) -> None:
    """Measure how long the installed program and the checkout take to show an event's window. They
    start alternately, so that other programs on the computer affect both equally.
    """
    event = Path(bare.root, EVENT[1:])
    inside, outside = list[float](), list[float]()
    here = {**os.environ, "DISPLAY": name}
    here.pop("WAYLAND_DISPLAY", None)
    for _ in range(STARTS):
        inside.append(until_window(bare.start("flagfall", EVENT), name))
        command = [str(PYTHON), "-m", "app", str(event)]
        outside.append(until_window(subprocess.Popen(command, cwd=ROOT, env=here), name))
    say(
        f"An event's window is there after {seconds(inside)}, with python -m app after"
        f" {seconds(outside)}; {STARTS} starts each, by turns."
    )


def seconds(times: Sequence[float]) -> str:
    return f"{median(times):.2f} s ({min(times):.2f}–{max(times):.2f})"


def until_window(process: subprocess.Popen[bytes], name: str) -> float:
    """Return the seconds until the display shows a window of Flagfall, and end the process. Raises
    Failed if none comes.
    """
    began = time.monotonic()
    look = ("xdotool", "search", "--onlyvisible", "--name", "Flagfall")
    try:
        while not told(name, *look):
            if process.poll() is not None or time.monotonic() - began > PATIENCE_S:
                raise Failed("No window came.")
            time.sleep(LOOK_AGAIN_S)
        return time.monotonic() - began
    finally:
        process.terminate()
        process.wait()


@contextmanager
def display() -> Iterator[str]:
    """Run a separate display until the block ends. Yields the display's name."""
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24", "-ac", "-noreset"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


@contextmanager
def bound(folder: Path, place: Path) -> Iterator[None]:
    """Mount ``folder`` at ``place`` as well as where it is, until the block ends."""
    place.mkdir(parents=True, exist_ok=True)
    must("mount", "--bind", str(folder), str(place))
    try:
        yield
    finally:
        must("umount", str(place))


def must(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
