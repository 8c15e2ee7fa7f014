"""The installer for Windows: built, run, updated over a running program, broken, and removed."""

import hashlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from app import VERSION
from tools.environment import PYTHON, ROOT
from tools.installer.bare_debian import PATIENCE_S, PICTURE, told
from tools.windows.machine import Machine

BUILT_FROM = ("app", "resources", "docs", "tools/installer", "build_installer.spec", "uv.lock")
SETUP = f"flagfall-{VERSION}-windows.exe"
DIST = ROOT / "dist"
PICTURES = DIST / "windows"
FOLDER = "C:\\Flagfall test"
QUIET = ("/VERYSILENT", "/SUPPRESSMSGBOXES", "/NORESTART")
INSTALL = (*QUIET, "/ALLUSERS", f"/DIR={FOLDER}")  # Wine lacks a folder that /CURRENTUSER asks for
EVENT = "C:\\Jürgen 龍\\Cup #1, 50 %.flagfall"
PLAYED = "C:\\crossed 50 % #1\\Jürgen 龍\\Played.flagfall"
CROSSED = "C:\\crossed 50 % #1\\Jürgen 龍\\Cup #2, 100 %.flagfall"
STOPS = (60, 700, -1)
"""How far the event gets on Linux, on Windows, and on Linux again."""
TITLE = "Flagfall$"
LOOK_AGAIN_S = 0.1
SETUP_S = 600
BROKEN_AT = 0.6
"""Where the broken setup is broken, as a part of its length: within the program's files."""
BROKEN_BYTES = 64


class Failed(Exception):
    """What was other than it should be, in a sentence."""


def digest_of_sources(checkout: Path) -> str:
    found = hashlib.sha256()
    for name in BUILT_FROM:
        place = checkout / name
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.is_file():
                found.update(f"{file.relative_to(checkout)}\n".encode())
                found.update(file.read_bytes())
    return found.hexdigest()


def build(machine: Machine) -> str:
    """Build the program, unless it was built from the same text."""
    digest, stamp = digest_of_sources(machine.checkout), machine.checkout / "dist/built"
    if stamp.is_file() and stamp.read_text("ascii") == digest:
        return "as it was"
    stamp.unlink(missing_ok=True)
    words = ("PyInstaller", "--noconfirm", "build_installer.spec")
    ran = machine.python(*words, log="PyInstaller", limit_s=1800)
    if ran.code:
        raise Failed(f"PyInstaller ended with {ran.code}: {ran.printed[-500:]}")
    stamp.write_text(digest, "ascii")
    files = [file for file in (machine.checkout / "dist/flagfall").rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    return f"{len(files)} files, {size / 1e6:.0f} MB"


def make_setup(machine: Machine) -> str:
    words = ("/Q", f"/DVersion={VERSION}", "tools\\installer\\windows.iss")
    ran = machine.run("C:\\Inno\\ISCC.exe", *words, log="Inno Setup", limit_s=1800)
    if ran.code:
        raise Failed(f"Inno Setup ended with {ran.code}: {ran.printed[-500:]}")
    DIST.mkdir(exist_ok=True)
    shutil.copy2(setup_file(machine), DIST / SETUP)
    return f"dist/{SETUP}, {(DIST / SETUP).stat().st_size / 1e6:.1f} MB"


def setup_file(machine: Machine) -> Path:
    return machine.checkout / "dist" / SETUP


def installed(machine: Machine) -> dict[str, str]:
    """Return the installed files with the digests of their bytes."""
    folder = machine.path(FOLDER)
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.startswith("unins")
    }


def set_up(machine: Machine, name: str = SETUP) -> int:
    return machine.run(f"dist\\{name}", *INSTALL, log="setup", limit_s=SETUP_S).code


def install(machine: Machine) -> str:
    shutil.rmtree(machine.path(FOLDER), ignore_errors=True)
    if code := set_up(machine):
        raise Failed(f"The setup ended with {code}")
    demand_whole(machine)
    return f"{len(installed(machine))} files"


def demand_whole(machine: Machine) -> None:
    """Raises Failed where the installed program is not the one that was built."""
    built = machine.checkout / "dist/flagfall"
    wanted = {file.relative_to(built).as_posix() for file in built.rglob("*") if file.is_file()}
    there = set(installed(machine))
    if there != wanted:
        raise Failed(f"{len(wanted - there)} files are missing, {len(there - wanted)} too many")
    try_itself(machine)


def try_itself(machine: Machine) -> str:
    ran = machine.run(f"{FOLDER}\\flagfall-cli.exe", "--self-test", log="self-test")
    if ran.code:
        raise Failed(f"The self-test ended with {ran.code}: {ran.printed[-500:]}")
    return ran.printed.strip()


def play_sample(machine: Machine) -> str:
    out = machine.path("C:\\out")
    shutil.rmtree(out, ignore_errors=True)
    words = (f"{FOLDER}\\flagfall-cli.exe", "sample", "--headless", "--out", "C:\\out")
    ran = machine.run(*words, log="sample")
    if ran.code:
        raise Failed(f"The sample ended with {ran.code}: {ran.printed[-500:]}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for picture in out.rglob("*.png"):
        shutil.copyfile(picture, PICTURES / picture.name)
    event = next(out.rglob("*.flagfall"))
    machine.path(EVENT).parent.mkdir(exist_ok=True)
    shutil.copyfile(event, machine.path(EVENT))
    return f"{sum(1 for _ in out.rglob('*'))} files"


def cross(machine: Machine) -> str:
    """Begin an event on Linux, go on on Windows, and end it on Linux. Both must see the same."""
    there = machine.path(CROSSED).parent
    shutil.rmtree(there, ignore_errors=True)
    there.mkdir(parents=True)
    shutil.copyfile(machine.path(EVENT), machine.path(PLAYED))
    digests = []
    for number, rows in enumerate(STOPS):
        name = f"Jürgen 龍 #{number} 50 %"
        if number % 2:
            words = ("tools.windows.crossing", PLAYED, CROSSED, str(rows), name)
            ran = machine.python(*words, log="crossing")
            code, printed = ran.code, ran.printed
        else:
            linux = (str(machine.path(PLAYED)), str(machine.path(CROSSED)), str(rows), name)
            code, printed = on_linux("tools.windows.crossing", *linux)
        if code:
            raise Failed(f"The event did not go on: {printed[-500:]}")
        digests.append(same_digest(machine))
    demand_same_export(machine, digests[-1])
    return f"{len(digests)} times the same on both; the last is {digests[-1][:12]}"


def demand_same_export(machine: Machine, digest: str) -> None:
    """Raises Failed where what Windows prints into a file is not the same event on Linux."""
    machine.run(f"{FOLDER}\\flagfall-cli.exe", "export", CROSSED, log="export")
    with TemporaryDirectory(prefix="flagfall-") as folder:
        export = str(machine.place.folder / "logs/export.txt")
        code, printed = on_linux("app", "import", export, "-o", str(Path(folder, "event.flagfall")))
    if code or digest_in(printed) != digest:
        raise Failed(f"The export is another event: {printed[-500:]}")


def same_digest(machine: Machine) -> str:
    """Return the event's digest. Raises Failed where Windows and Linux read another one."""
    code, here = on_linux("app", "verify", str(machine.path(CROSSED)))
    ran = machine.run(f"{FOLDER}\\flagfall-cli.exe", "verify", CROSSED, log="verify")
    linux, windows = map(digest_in, (here, ran.printed))
    if code or ran.code or not linux or linux != windows:
        raise Failed(f"Linux: {here[-500:]} Windows: {ran.printed[-500:]}")
    return linux


def digest_in(printed: str) -> str:
    found = re.search(r"^Digest (\w+)", printed, re.MULTILINE)
    return found[1] if found else ""


def on_linux(*words: str) -> tuple[int, str]:
    """Run a module with a state of its own; how it ended, and what it printed."""
    state = {**os.environ, "FLAGFALL_STATE": str(DIST / "state")}
    ran = subprocess.run(
        [str(PYTHON), "-m", *words], cwd=ROOT, env=state, check=False, capture_output=True
    )
    return ran.returncode, (ran.stdout + ran.stderr).decode("utf-8", "replace")


def windows_called(machine: Machine, title: str) -> list[str]:
    look = ("xdotool", "search", "--onlyvisible", "--name", title)
    return told(machine.display, *look).split()


def wait(holds: Callable[[], object], why: str) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end_s:
            raise Failed(why)
        time.sleep(LOOK_AGAIN_S)


@contextmanager
def event_open(machine: Machine, picture: str) -> Iterator[None]:
    """Open the event by its association, as a double click does; its window is closed after."""
    machine.start("start", EVENT)
    title = "^Cup #1, 50 % – Flagfall$"
    wait(lambda: windows_called(machine, title), f"No window came that is called {title}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    told(machine.display, str(PYTHON), "-c", PICTURE, str(PICTURES / f"{picture}.png"))
    yield
    machine.run("taskkill", "/im", "flagfall.exe")
    wait(lambda: not windows_called(machine, TITLE), "The window does not close")


def open_event(machine: Machine) -> str:
    with event_open(machine, "event"):
        pass
    return f"by its association: {EVENT}"


def update(machine: Machine) -> str:
    """Set up over a running program, which must stay whole, then over the closed one."""
    before = installed(machine)
    with event_open(machine, "while setup runs"):
        code = set_up(machine)
        if not code:
            raise Failed("The setup ran over a running program")
        if installed(machine) != before:
            raise Failed("The setup changed a running program")
    if second := set_up(machine):
        raise Failed(f"Over the closed program the setup ended with {second}")
    demand_whole(machine)
    return f"refused ({code}) while it ran and nothing changed; then done"


def break_off(machine: Machine) -> str:
    """Run a setup whose files are damaged: the installation must be the one before."""
    before = installed(machine)
    damaged = bytearray(setup_file(machine).read_bytes())
    at = int(len(damaged) * BROKEN_AT)
    damaged[at : at + BROKEN_BYTES] = bytes(BROKEN_BYTES)
    (machine.checkout / "dist/damaged.exe").write_bytes(damaged)
    code = set_up(machine, "damaged.exe")
    if not code:
        raise Failed("A damaged setup said that it was done")
    if installed(machine) != before:
        raise Failed("A damaged setup left another installation behind")
    try_itself(machine)
    return f"refused ({code}); the installation is the one before"


def remove(machine: Machine) -> str:
    machine.run(f"{FOLDER}\\unins000.exe", *QUIET, log="removal")
    wait(lambda: not installed(machine), "The removal left files")
    if not machine.path(EVENT).is_file():
        raise Failed("The removal took an event away")
    return "nothing left but the event"


STEPS: dict[str, Callable[[Machine], str]] = {
    "program built": build,
    "setup built": make_setup,
    "installed": install,
    "self-test": try_itself,
    "sample played": play_sample,
    "event crossed": cross,
    "event opened": open_event,
    "updated": update,
    "damaged setup": break_off,
    "removed": remove,
}
