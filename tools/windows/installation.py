"""The installer for Windows: it is built, run, used to update a running program, broken off, and
removed.
"""

import hashlib
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PureWindowsPath

from app import VERSION
from tools.environment import PYTHON, ROOT
from tools.installer.bare_debian import DRAWN_S, PATIENCE_S, PICTURE, told
from tools.installer.parts import report, too_large
from tools.installer.portable import IN_ZIP, pack
from tools.installer.portable import name as portable_name
from tools.windows.machine import Machine

BUILT_FROM = ("app", "resources", "docs", "tools/installer", "build_installer.spec", "uv.lock")
SETUP = f"flagfall-{VERSION}-windows.exe"
DIST = ROOT / "dist"
PICTURES = DIST / "windows"
FOLDER = "C:\\Flagfall test"
QUIET = ("/VERYSILENT", "/SUPPRESSMSGBOXES", "/NORESTART")
LOG = "C:\\setup.log"
INSTALL = (
    *QUIET,
    "/ALLUSERS",
    f"/DIR={FOLDER}",
    f"/LOG={LOG}",
)  # Wine lacks a folder that /CURRENTUSER asks for
EVENT = "C:\\Jürgen 龍\\Cup #1, 50 %.flagfall"
MISSING = "C:\\Jürgen 龍\\gone.flagfall"
CANNOT = 2
"""The exit code of the program when it cannot do what it was started for."""
PROGRAM = "flagfall.exe"
TITLE = "Flagfall$"
SETUP_TITLE = "^Setup - Flagfall"
STEPS_OF_SETUP = {
    "en": {
        "setup, licence": ("alt+a", "alt+n"),
        "setup, folder": ("alt+n",),
        "setup, tasks": ("alt+n",),
        "setup, ready": ("Escape", "alt+y"),
    },
    "de": {
        "setup in German, licence": ("alt+a", "alt+w"),
        "setup in German, folder": ("alt+w",),
        "setup in German, tasks": ("alt+w",),
        "setup in German, ready": ("Escape", "alt+y"),
    },
}
"""The keys to press at each step, in each of setup's languages. The last box has Windows' own
buttons.
"""
UNPACKED = "C:\\stick Jürgen 龍"
RULE = r"Parameters: advfirewall firewall add rule name=Flagfall (?s:.)*?exit code: 0"
LOOK_AGAIN_S = 0.1
STEADY = 4
"""The number of equal pictures, taken at intervals, after which the screen counts as still. They
may be among twice as many of the latest pictures, because a blinking text cursor makes two
different ones.
"""
SETUP_S = 600
BROKEN_AT = 0.6
"""The place at which the setup is damaged, as a share of its length. It is among the program's
files.
"""
BROKEN_BYTES = 64


class Failed(Exception):
    """A check failed; the message says in one sentence what was wrong."""


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
    """Build the program, unless it has already been built from the same source."""
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
    program = machine.checkout / "dist/flagfall"
    if why := too_large(program, DIST / SETUP):
        raise Failed(f"{why}\n{report(program)}")
    return f"dist/{SETUP}, {(DIST / SETUP).stat().st_size / 1e6:.1f} MB, of\n{report(program)}"


def setup_file(machine: Machine) -> Path:
    return machine.checkout / "dist" / SETUP


def show_steps(machine: Machine) -> str:
    """Go through setup in each language as somebody at the computer does, until it would install,
    and cancel it there. Keep a picture of each step. An existing installation is removed first,
    because setup would otherwise skip the step that asks for a folder.
    """
    take_away(machine)
    for language, steps in STEPS_OF_SETUP.items():
        show_setup(machine, language, steps)
    names = [name for steps in STEPS_OF_SETUP.values() for name in steps]
    pictures = {(PICTURES / f"{name}.png").read_bytes() for name in names}
    if len(pictures) < len(names):
        raise Failed(f"Only {len(pictures)} of {len(names)} steps came")
    return f"{len(names)} steps, in {len(STEPS_OF_SETUP)} languages"


def show_setup(machine: Machine, language: str, steps: Mapping[str, Sequence[str]]) -> None:
    there = ("/ALLUSERS", f"/DIR={FOLDER} shown", f"/LANG={language}")
    setup = machine.start(f"dist\\{SETUP}", *there)
    try:
        wait(lambda: windows_called(machine, SETUP_TITLE), "Setup does not come")
        for name, keys in steps.items():
            take_picture(machine, name)
            press_in_front(machine, SETUP_TITLE, keys)
        wait(lambda: setup.poll() is not None, "Setup is not given up")
    except Failed:  # a window that stays open would appear in the next pictures
        for name in (SETUP, f"{Path(SETUP).stem}.tmp"):
            machine.run("taskkill", "/f", "/im", name)
        raise


def take_away(machine: Machine) -> None:
    """Remove the program that an earlier trial installed."""
    removal = machine.path(FOLDER) / "unins000.exe"
    if removal.is_file():
        machine.run(f"{FOLDER}\\{removal.name}", *QUIET, log="removal")
        wait(lambda: not removal.is_file(), "The removal does not end")


def installed(machine: Machine) -> dict[str, str]:
    """Return the installed files, each with the digest of its content."""
    files = digests(machine.path(FOLDER))
    return {name: digest for name, digest in files.items() if not name.startswith("unins")}


def digests(folder: Path) -> dict[str, str]:
    """Return the files in a folder and below, each with the digest of its content."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


def set_up(machine: Machine, name: str = SETUP) -> int:
    return machine.run(f"dist\\{name}", *INSTALL, log="setup", limit_s=SETUP_S).code


def install(machine: Machine) -> str:
    shutil.rmtree(machine.path(FOLDER), ignore_errors=True)
    if code := set_up(machine):
        raise Failed(f"The setup ended with {code}")
    demand_whole(machine)
    demand_rule(machine)
    return f"{len(installed(machine))} files, and the firewall was told"


def demand_rule(machine: Machine) -> None:
    """Demand that setup made the firewall rule that lets tablets in. Wine has no firewall, so only
    setup's command can be checked. Raises Failed if there was none.
    """
    log = machine.path(LOG).read_text("utf-8-sig", "replace")
    if not re.search(RULE, log):
        raise Failed(f"No rule of the firewall: {log[-500:]}")


def settings(machine: Machine) -> dict[str, bytes]:
    """Return the files that the program keeps for its user, with their content."""
    return {
        file.as_posix(): file.read_bytes()
        for folder in machine.path("C:\\users").glob("*/AppData/*/flagfall")
        for file in folder.rglob("*")
        if file.is_file()
    }


def demand_settings(machine: Machine, before: dict[str, bytes]) -> None:
    """Demand that no setup and no removal has changed the files that the program keeps for its
    user. Raises Failed if one has.
    """
    if not before or settings(machine) != before:
        raise Failed("The settings are not as they were")


@contextmanager
def put_back(file: Path) -> Iterator[None]:
    """Restore the file as it was found, when the block ends."""
    before = file.read_bytes() if file.is_file() else None
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        if before is not None:
            file.write_bytes(before)


def demand_whole(machine: Machine) -> None:
    """Demand that the installed program has exactly the files of the built one, byte for byte, and
    let it test itself. Raises Failed if it has other files or the test fails.
    """
    wanted, there = digests(machine.checkout / "dist/flagfall"), installed(machine)
    missing, extra = wanted.keys() - there.keys(), there.keys() - wanted.keys()
    if missing or extra:
        raise Failed(f"{len(missing)} files are missing, {len(extra)} too many")
    if other := [name for name in sorted(wanted) if wanted[name] != there[name]]:
        raise Failed(f"{len(other)} files are not as built: {', '.join(other[:5])}")
    try_itself(machine)


def try_itself(machine: Machine) -> str:
    ran = machine.run(f"{FOLDER}\\flagfall-cli.exe", "--self-test", log="self-test")
    if ran.code:
        raise Failed(f"The self-test ended with {ran.code}: {ran.printed[-500:]}")
    return ran.printed.strip()


def show_sentence(machine: Machine) -> str:
    """Let the program without a console verify an event that does not exist. A box must say so."""
    # Windows' own start passes no output on, as in a double click.
    program = machine.start("start", "/wait", f"{FOLDER}\\flagfall.exe", "verify", MISSING)
    wait(lambda: windows_called(machine, TITLE), "No box comes")
    take_picture(machine, "box of the installed program")
    told(machine.display, "xdotool", "key", "Return")
    wait(lambda: program.poll() is not None, "The program does not end")
    if program.returncode != CANNOT:
        raise Failed(f"The program ended with {program.returncode}")
    return f"{MISSING} is not there"


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


def windows_called(machine: Machine, title: str) -> list[str]:
    look = ("xdotool", "search", "--onlyvisible", "--name", title)
    return told(machine.display, *look).split()


def press_in_front(machine: Machine, title: str, keys: Sequence[str]) -> None:
    """Press keys in a window. The window is given the keyboard first, because there is no window
    manager.
    """
    for window in windows_called(machine, title)[-1:]:
        told(machine.display, "xdotool", "windowfocus", "--sync", window)
    told(machine.display, "xdotool", "key", "--delay", "300", *keys)


def wait(holds: Callable[[], object], why: str, patience_s: float = PATIENCE_S) -> None:
    end_s = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > end_s:
            raise Failed(why)
        time.sleep(LOOK_AGAIN_S)


def take_picture(machine: Machine, name: str) -> None:
    """Take a picture once the screen has not changed for a while, except for a text cursor, because
    everything is drawn by then.
    """
    PICTURES.mkdir(parents=True, exist_ok=True)
    file, taken = PICTURES / f"{name}.png", list[bytes]()

    def look() -> bool:
        told(machine.display, str(PYTHON), "-c", PICTURE, str(file))
        taken.append(file.read_bytes())
        time.sleep(DRAWN_S)
        return is_steady(taken)

    wait(look, "The screen is never still")


def is_steady(taken: Sequence[bytes]) -> bool:
    return bool(taken) and taken[-2 * STEADY :].count(taken[-1]) >= STEADY


@contextmanager
def event_open(machine: Machine, picture: str) -> Iterator[None]:
    """Open the event by its file association, as a double click does, and close its window when the
    block ends.
    """
    machine.start("start", EVENT)
    title = "^Cup #1, 50 % – Flagfall$"
    wait(lambda: windows_called(machine, title), f"No window came that is called {title}")
    take_picture(machine, picture)
    yield
    close_program(machine)


def close_program(machine: Machine, name: str = PROGRAM) -> None:
    """Close a program's window as its user does, and wait until the program has ended. Until then
    it would answer another start of the program, and setup would not run.
    """
    machine.run("taskkill", "/im", name)
    wait(lambda: not windows_called(machine, TITLE), "The window does not close")
    wait(lambda: not is_running(name), "The program does not end")


def is_running(name: str, processes: Path = Path("/proc")) -> bool:
    """Tell whether a program of Windows runs. Wine's processes belong to this trial alone."""
    for file in processes.glob("[0-9]*/cmdline"):
        with suppress(OSError):
            program = file.read_bytes().partition(b"\0")[0].decode("utf-8", "replace")
            if PureWindowsPath(program).name == name:
                return True
    return False


def open_event(machine: Machine) -> str:
    with event_open(machine, "event"):
        start_again(machine)
    return f"by its association, twice in one window: {EVENT}"


def start_again(machine: Machine) -> None:
    """Start the program on the event that it already has open. The existing window must answer, and
    no other must open.
    """
    before = windows_called(machine, TITLE)
    again = machine.run(f"{FOLDER}\\{PROGRAM}", EVENT, log="started again", limit_s=PATIENCE_S)
    if again.code or windows_called(machine, TITLE) != before:
        raise Failed(f"Started again, the program ended with {again.code}")


def update(machine: Machine) -> str:
    """Run setup while the program runs, which must stay complete, and again after it is closed."""
    before = installed(machine)
    with event_open(machine, "while setup runs"):
        code = set_up(machine)
        if not code:
            raise Failed("The setup ran over a running program")
        if installed(machine) != before:
            raise Failed("The setup changed a running program")
    packet = machine.path("C:\\users\\root\\AppData\\Local\\flagfall\\packets\\own.toml")
    packet.parent.mkdir(parents=True, exist_ok=True)
    packet.write_text("# a packet of the organizer's own\n", "utf-8")
    kept = settings(machine)
    if second := set_up(machine):
        raise Failed(f"Over the closed program the setup ended with {second}")
    demand_settings(machine, kept)
    packet.unlink()
    demand_whole(machine)
    return f"refused ({code}) while it ran and nothing changed; then done, with the settings kept"


def break_off(machine: Machine) -> str:
    """Run a setup whose files are damaged. The installation must stay as it was before."""
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
    kept = settings(machine)
    machine.run(f"{FOLDER}\\unins000.exe", *QUIET, log="removal")
    wait(lambda: not installed(machine), "The removal left files")
    demand_settings(machine, kept)
    if not machine.path(EVENT).is_file():
        raise Failed("The removal took an event away")
    return "nothing left but the event and the settings"


def unpack(machine: Machine) -> str:
    """Pack the program into a zip without a setup, unpack it, and try it there."""
    zipped = pack(machine.checkout / "dist/flagfall", DIST / portable_name())
    there = machine.path(UNPACKED)
    shutil.rmtree(there, ignore_errors=True)
    shutil.unpack_archive(zipped, there)
    ran = machine.run(f"{UNPACKED}\\{IN_ZIP}\\flagfall-cli.exe", "--self-test", log="portable")
    shutil.rmtree(there)
    if ran.code:
        raise Failed(f"The self-test ended with {ran.code}: {ran.printed[-500:]}")
    return f"dist/{zipped.name}, {zipped.stat().st_size / 1e6:.1f} MB"


STEPS: dict[str, Callable[[Machine], str]] = {
    "program built": build,
    "setup built": make_setup,
    "setup shown": show_steps,
    "portable": unpack,
    "installed": install,
    "self-test": try_itself,
    "sentence in a box": show_sentence,
    "sample played": play_sample,
    "event opened": open_event,
    "updated": update,
    "damaged setup": break_off,
    "removed": remove,
}
