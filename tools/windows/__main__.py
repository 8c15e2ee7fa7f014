"""Run Flagfall on Windows' own Python, as far as Wine is like Windows, and print a table.

    python3 dev.py windows [--small | --only PART … | --tests PATH …] [--folder DIR]

Needs Debian 12 or 13, root (or sudo), and 3 GB for the folders that are set up once in ~/.cache.
"""

import argparse
import os
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tools.environment import PYTHON, say
from tools.faults.held import SUMMARY
from tools.windows import both, installation, installed_game, newer, pictures, ports, starts
from tools.windows.installation import Failed
from tools.windows.machine import Machine, machine
from tools.windows.setup import CannotSetUp, Place, set_up

APART = "FLAGFALL_WINDOWS_APART"
"""The environment variable that is set in the process with a separate mount namespace."""
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider", "-rfEs", "-m", "not timed", "--durations=30")
PATIENT = ("-o", "faulthandler_timeout=1200")
"""The time limit of a test. The sample alone takes five minutes under Wine on a busy machine, and a
test that is stopped ends all tests after it.
"""
NO_QT = ("-p", "no:pytest-qt")
TESTS = {
    "engine and views": "tests/engine tests/views"
    " --ignore=tests/engine/terrain/test_bounds.py --ignore=tests/engine/terrain/test_check.py",
    "store": "tests/store --ignore=tests/store/server",
    "desk": "tests/desk",
    "clocks": "tests/clock tests/emulators",
    "tablets' server": "tests/web",
    "commands": "tests/headless",
    "windows": "tests/ui/widgets tests/ui/dialogs tests/ui/shell/test_one_window.py"
    " tests/ui/shell/test_attention.py tests/ui/shell/test_awake.py",
}
WITH_QT = {"windows"}
CHOSEN = "chosen tests"
NOT_RUN = {"the checks of terrain that shapely makes": "Wine lacks what numpy needs"}
"""The tests that are left out completely, each with the reason."""
IN_SMALL = {
    "store, clocks, in small": "tests/store/log/test_event_log.py tests/store/log/test_batches.py"
    " tests/store/log/test_log_file.py tests/store/rescue/test_put_back_open.py"
    " tests/store/test_file_names.py tests/store/test_preferences.py tests/store/test_streams.py"
    " tests/clock/links tests/clock/sleep",
}
"""The tests of a small run, which loads everything only once. Tests of the clocks' drivers are not
among them, because drivers only read bytes, which is the same on every system.
"""
SMALL = ("imports, self-test", *IN_SMALL)
"""The parts that `dev.py test` also runs. They take three minutes if the machine is not busy."""
LIMIT_S = 3600
USED = slice(11, 15)
"""The fields after a process's name that have its own processor time and that of its children."""
IMPORTS = """
import importlib, pkgutil, sys, app
names = [each.name for each in pkgutil.walk_packages(app.__path__, "app.")]
others = ("app.clock.sleep.linux", "app.clock.sleep.macos", "app.emulators.lines.pty_line")
for name in names:
    if name not in others:
        importlib.import_module(name)
print(len(names), "modules", flush=True)
from app.__main__ import main
sys.exit(main(["--self-test"]))
"""


class Row(Struct, frozen=True):
    """The result of one part."""

    name: str
    is_good: bool
    words: str
    took_s: float
    computed_s: float
    """The processor time of the part. A busy machine does not change it, except by the effect of
    caches.
    """


def try_source(here: Machine) -> str:
    """Import all modules except those of other platforms, and let the program test itself."""
    ran = here.run(
        "C:\\Python\\python.exe", "-P", "-c", IMPORTS, variables={"PYTHONPATH": "C:\\flagfall"}
    )
    if ran.code:
        raise Failed(ran.printed[-2000:])
    return ", ".join(ran.printed.strip().splitlines())


def hold_files(here: Machine) -> str:
    """Let another program hold each file of an event; see `tools.faults.held`."""
    ran = here.python("tools.faults.held", log="held files", limit_s=LIMIT_S)
    summary = ran.printed[ran.printed.rfind(SUMMARY) :].strip()
    if ran.code:
        raise Failed(summary or ran.printed[-500:])
    return summary


def tests(name: str, paths: str) -> Callable[[Machine], str]:
    """Return a function that runs these tests, without Qt if they need no window."""

    def run(here: Machine) -> str:
        options = NO_QT if name in {*TESTS, *IN_SMALL} - WITH_QT else ()
        words = (*PYTEST, *PATIENT, *options, *paths.split())
        ran = here.python(*words, log=name, limit_s=LIMIT_S, qt="QT_QPA_PLATFORM=offscreen")
        last = next((line for line in reversed(ran.printed.splitlines()) if " in " in line), "")
        if ran.code:
            failed = re.findall(r"^(?:FAILED|ERROR) .*", ran.printed, re.MULTILINE)
            raise Failed("\n".join([last or f"ended with {ran.code}", *failed]))
        return last

    return run


def before_removal(
    steps: Mapping[str, Callable[[Machine], str]],
) -> dict[str, Callable[[Machine], str]]:
    """Return the installation's steps, with all steps that need the program or its sample before
    the last one, which removes the program.
    """
    *before, removal = steps.items()
    own = {**starts.STEPS, **installed_game.STEPS, **newer.STEPS, **pictures.STEPS}
    return {**dict(before), **own, **dict([removal])}


PARTS: dict[str, Callable[[Machine], str]] = {
    "imports, self-test": try_source,
    **before_removal(installation.STEPS),
    **ports.STEPS,
    **both.STEPS,
    "held files": hold_files,
    **{name: tests(name, paths) for name, paths in {**TESTS, **IN_SMALL}.items()},
}
"""The parts in the order of the table. The long tests come last, so that a trial that is stopped
during them has already tried the program.
"""


def skipped(folder: Path) -> Counter[str]:
    """Count the skipped tests by the reasons for skipping them."""
    found: Counter[str] = Counter()
    for name in TESTS:
        log = folder / "logs" / f"{name}.txt"
        if log.is_file():
            text = log.read_text("utf-8", "replace")
            for number, reason in re.findall(r"^SKIPPED \[(\d+)\] [^ ]+ (.*)$", text, re.MULTILINE):
                found[reason.strip()] += int(number)
    return found


def run_parts(place: Place, parts: Mapping[str, Callable[[Machine], str]]) -> list[Row]:
    rows = []
    with machine(place) as here:
        for name, part in parts.items():
            began_s, before_s = time.monotonic(), computed_s()
            try:
                words, is_good = part(here), True
            except (Failed, OSError) as failed:
                words, is_good = str(failed), False
            took_s, worked_s = time.monotonic() - began_s, computed_s() - before_s
            rows.append(Row(name, is_good, words, took_s, worked_s))
            say(line(rows[-1]))
    return rows


def computed_s() -> float:
    """Return the processor time of all processes of this trial. Processes that have ended count,
    because nobody removes them from the list: in this namespace they belong to this process.
    """
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text("utf-8", "replace").rpartition(")")[2].split()
            ticks += sum(map(int, fields[USED]))
    return ticks / os.sysconf("SC_CLK_TCK")


def line(row: Row) -> str:
    result = "ok" if row.is_good else "FAILED"
    return f"{row.name:28} {result:7} {row.took_s:5.0f} s {row.computed_s:5.0f} s  {row.words}"


def table(place: Place, rows: Sequence[Row], took_s: float) -> str:
    lines = [
        "",
        "Flagfall on Windows' Python, under Wine: seconds that passed, and of computing",
        "",
    ]
    lines += [f"{f'set up: {step}':32} {s:6.0f} s" for step, s in place.took_s.items()]
    lines += [line(row) for row in rows]
    lines += [f"left out: {what}: {why}" for what, why in NOT_RUN.items()]
    lines += [f"left out: {number} × {why}" for why, number in skipped(place.folder).most_common()]
    return "\n".join([*lines, f"It took {took_s:.0f} s."])


def options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 dev.py windows")
    parser.add_argument("--folder", type=Path, required=True, help="where what is set up once is")
    parser.add_argument(
        "--only", nargs="+", choices=list(PARTS), metavar="PART", help="these parts"
    )
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="these tests, as to pytest")
    parser.add_argument("--small", action="store_true", help=f"only {', '.join(SMALL)}")
    return parser.parse_args(arguments)


def go_apart(arguments: Sequence[str]) -> None:
    """Restart the program with mounts and processes of its own, so that nothing is left behind."""
    os.environ[APART] = "1"
    apart = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
    os.execvp(apart[0], [*apart, str(PYTHON), "-m", "tools.windows", *arguments])


def main(arguments: Sequence[str]) -> int:
    chosen = options(arguments)
    if sys.platform != "linux" or not shutil.which("unshare") or os.geteuid() != 0:
        print("Windows can be tried on Debian only, as root.", file=sys.stderr)
        return 2
    if APART not in os.environ:
        go_apart(arguments)
    began_s = time.monotonic()
    place = Place(chosen.folder.absolute())
    place.take()
    names = chosen.only or (
        SMALL if chosen.small else [one for one in PARTS if one not in IN_SMALL]
    )
    parts = {name: PARTS[name] for name in names}
    if chosen.tests:
        parts = {CHOSEN: tests(CHOSEN, " ".join(chosen.tests))}
    try:
        set_up(place)
        rows = run_parts(place, parts)
    except CannotSetUp as why:
        print(why, file=sys.stderr)
        return 2
    say(table(place, rows, time.monotonic() - began_s))
    return 0 if all(row.is_good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
