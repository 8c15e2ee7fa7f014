"""Sets up Flagfall's environment in .venv, then runs a command in it.

Standard library only, so that any Python 3.11 or newer can start it straight after a clone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.environment import (
    PYTHON,
    QT_PACKAGES,
    ROOT,
    Stop,
    administrator,
    call,
    cause,
    compile_languages,
    environment,
    environment_is_current,
    has_display,
    install_command,
    install_libraries,
    install_system_packages,
    measured,
    python_complaint,
    quietly,
    say,
)
from tools.platforms import files_to_check
from tools.read_tests import ReadTests

# The packages that compile the reference clock's core for this machine and its sketch for AVR
# boards. The Wi-Fi clock makes its codes with Mbed TLS, as an ESP32 board does.
COMPILERS = "g++ gcc-avr avr-libc arduino-core-avr libmbedtls-dev"

# The browser in which the tests try the tablets' page.
BROWSER = "chromium-headless-shell"
OTHER_BROWSERS = "firefox-esr webkit2gtk-driver xvfb"

# The database server on which several stations run one event.
DATABASE = "postgresql"

# The packages that set up a Debian with Wine, and that find the windows in it.
WINE_NEEDS = "debootstrap xdotool"

# A window manager and a mouse, for the day that is played at the real window.
HAND = "openbox xdotool"

# The platforms besides Linux for which types are checked, because many organizers have them.
OTHER_PLATFORMS = ("win32", "darwin")

# The folders of tests for code that is not written in Python.
NOT_PYTHON = {"firmware", "web_page"}

# The parts of the tests that run side by side; tests in none of these form a part of their own.
# The engine's coverage is measured with its own tests and those of the views, which together must
# reach all of it.
ENGINE = "engine and views"
ENGINE_LONG = f"{ENGINE}, long"
FILES = "files"  # these are on the disk, because the disk is tested as well
WINDOWS = "windows"
MAIN_WINDOW = "windows, the main window"
EVENT_PAGES = "windows, an event's pages"
IN_WINDOWS = {WINDOWS, MAIN_WINDOW, EVENT_PAGES}  # a third of the windows' tests each
WHOLE = "end to end"  # a process that has opened nothing else kills programs there
PARTS = {
    ENGINE: "tests/engine tests/views",
    FILES: "tests/store",
    WINDOWS: "tests/ui --ignore=tests/ui/pages --ignore=tests/ui/shell",
    MAIN_WINDOW: "tests/ui/shell",
    EVENT_PAGES: "tests/ui/pages",
    WHOLE: "tests/end_to_end",
    "without a window": "tests/headless tests/firmware tests/tools tests/emulators",
}
# Pages run in a browser, whose JavaScript is not measured. Most of their tests wait, so there are
# four parts, each with a browser of its own.
PAGES = "tests/web_page"
IN_BROWSER = "pages in a browser"
OUT_OF_TOUCH = "pages out of touch"
PAGES_APART = {
    OUT_OF_TOUCH: ("time_apart", "loaded_again", "away", "encrypted"),
    "pages of whole events": (
        "event_of_sr2026", "event_by_phones", "real_server", "names", "sheets", "table_page",
    ),
    "pages and pads": ("turn_pads", "killed_desk", "table_pieces", "language", "accessibility"),
}  # fmt: skip

# A whole game, a phone, the organizer and the hall's screen, in the engines of other browsers.
ENGINES = {"pages in Firefox": "--browser=firefox", "pages in WebKitGTK": "--browser=webkit"}
WHOLE_EVENT = [
    f"{PAGES}/test_{test}"
    for test in (
        "real_server.py::test_a_game_from_the_first_press_to_the_result_both_confirm",
        "phones.py::test_a_phone_shows_pairings_standings_and_my_table",
        "own_phone.py::test_a_player_signs_in_reports_and_is_known_again",
        "eo_page.py::test_the_organizer_pauses_resumes_adjusts_and_dismisses_the_judge",
        "eo_page.py::test_the_organizer_rules_on_a_game_and_takes_the_ruling_back",
        "wall.py::test_a_screen_in_the_hall_follows_the_event_and_can_order_nothing",
        "online_pages.py::test_every_page_is_read_and_a_sign_up_is_made_in_any_browser",
    )
]

# The acts of players and organizers, in the oldest browser for which the pages are made.
OLD_PAGES = "pages in Chromium 80"
OLD_FILES = [
    *(
        f"{PAGES}/test_{name}.py"
        for name in (
            "event_by_phones",
            "own_phone",
            "photos",
            "eo_page",
            "table_page",
            "wall",
            "link_pieces",
            "older_browsers",
        )
    ),
    *WHOLE_EVENT[:2],  # the files above have the others, except for the last
    WHOLE_EVENT[-1],
]

# Windows must keep their layout in wider and narrower letters, and on screens of other densities.
LAYOUT = " ".join(
    f"tests/ui/{name}.py"
    for name in (
        "shell/test_cut_text", "widgets/test_column_room",
        "widgets/test_elide", "widgets/test_font", "widgets/test_headings",
        "pages/round/live/test_clock_presses_dialog", "pages/round/live/test_panel",
        "pages/round/live/test_round_under_way",
    )
)  # fmt: skip
LOOKS = {
    "wide letters": "--font-width=112",
    "narrow letters": "--font-width=88",
    "150 %": "--scale=1.5",
    "200 %": "--scale=2",
}

# German words are longer than the English ones, and have other letters for Alt.
GERMAN = "windows, German"
GERMAN_FILES = "tests/ui/shell/test_cut_text.py tests/ui/shell/test_alt_letters.py"

# The tests that must pass wherever an event is stored.
STORED = "on PostgreSQL"
STORED_FILES = "tests/desk tests/ui/pages tests/ui/dialogs tests/ui/clients"

HOUR = ("-m", "tests.clock.hour_of_clocks", "32", "60", "1")

# The seconds that each part takes beside other parts on two cores. The longest part begins first,
# so that no long part is left for the end.
HELD = "held to seconds, "
SECONDS = {
    IN_BROWSER: 1245,
    "without a window, long": 1140,
    MAIN_WINDOW: 997,
    STORED: 840,
    "everything else": 827,
    EVENT_PAGES: 817,
    WINDOWS: 797,
    "pages and pads": 528,
    ENGINE: 488,
    FILES: 448,
    "pages of whole events": 434,
    OUT_OF_TOUCH: 408,
    OLD_PAGES: 398,
    f"{WHOLE}, long": 389,
    "without a window": 367,
    ENGINE_LONG: 323,
    f"{FILES}, long": 292,
    f"{WINDOWS}, long": 201,
    "everything else, long": 166,
    "pages in Firefox": 91,
    **dict.fromkeys((f"{WINDOWS}, {look}" for look in LOOKS), 84),
    "pages in WebKitGTK": 48,
    GERMAN: 44,
    WHOLE: 23,
    f"{HELD}test_side_by_side": 74,
    f"{HELD}test_lever_game": 63,
    f"{HELD}test_wifi_clocks": 48,
    f"{HELD}test_pulled_cables": 37,
    f"{HELD}test_hall": 29,
    f"{HELD}test_wifi_garbage": 10,
    f"{HELD}test_hanging_open": 8,
}
# The folders in which the tests held to seconds mostly compute, and the folders that use windows.
COMPUTE = {"engine", "headless", "store"}
WITH_WINDOWS = {"end_to_end", "ui"}

# The seconds of a part without a figure. Tests held to seconds that compute more than they wait
# have no figure, so that they are over before the cables are pulled.
NOT_MEASURED = 60

AT_ONCE = 6  # parts of the tests; each of them waits for some of its time
HELD_AT_ONCE = 3  # parts with tests held to seconds, which have to be in time

# The folder in which Linux keeps files in memory, and how much room the tests need there.
MEMORY = "/dev/shm"
MEMORY_BYTES = 2**30

# The variable with the folder in which a part of the tests leaves compiled programs for the others.
COMPILED = "FLAGFALL_COMPILED"

# A program started like this takes only the time that others leave. So a test in it may take much
# longer in real time than in processor time.
BEHIND = () if os.name == "nt" else ("nice", "-n", "19")
PATIENT = ("-o", "faulthandler_timeout=3000")

PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-m")
NO_QT = ("-p", "no:pytest-qt")  # it loads Qt, which makes every import and every test slower

# The tests that are read once for all parts. Tests that only a few parts have are left out, and so
# are tests that load Qt where Qt is not wanted.
READ_WITH_QT = ("tests/ui", "tests/end_to_end", "tests/desk")
NOT_READ = (
    "ui", "end_to_end", "engine", "views", "tools",
    *(f"web_page/test_{name}.py" for name in ("contrast", "eo_check_in", "names", "photos")),
)  # fmt: skip
READ_WITHOUT_QT = ("tests", *(f"--ignore=tests/{place}" for place in NOT_READ), *NO_QT)


SIMULATIONS = {"simulate", "generate"}
"""Commands that are not part of the program itself."""


def run_arguments(given: Sequence[str], display: bool) -> list[str]:
    """Return the arguments for Flagfall. Without any in ``given``, they start the sample event in
    its window, or write it as files if no window can open.
    """
    if given:
        return [argument for argument in given if argument != "--empty"]
    return ["sample"] if display else ["sample", "--headless", "--out", "out"]


def make_environment() -> None:
    if environment_is_current():
        compile_languages()
    else:
        setup(())


def setup(_: Sequence[str]) -> int:
    """setup: make the environment in .venv, from uv.lock, and install what Qt needs"""  # noqa: D401
    install_system_packages()
    if not environment_is_current():
        install_libraries()
    compile_languages()
    install_command()
    say("Ready.")
    return 0


def run(given: Sequence[str]) -> int:
    """run [arguments]: start Flagfall; without arguments, on the sample event; --empty: on none"""
    make_environment()
    display = has_display(sys.platform, os.environ)
    # With -P, a folder named app in the current folder does not take the place of ours.
    module = "tools.simulation" if {*given[:1]} & SIMULATIONS else "app"
    command = [str(PYTHON), "-P", "-m", module, *run_arguments(given, display)]
    started_with = {**environment(display), "PYTHONPATH": str(ROOT)}
    if os.name != "nt":
        os.execve(PYTHON, command, started_with)
    return subprocess.call(command, env=started_with)


def failures(name: str, printed: str, code: int) -> str:
    """Return one line on what failed: the name of the check and, if it was pytest, the names of the
    tests. If no test is named, return the exit code and the last line that was printed.
    """
    tests = re.findall(r"^(?:FAILED|ERROR) ([^\s[]+(?:\[.*?\])?)(?= - |$)", printed, re.MULTILINE)
    if tests:
        return f"{name}: {', '.join(tests)}"
    said = printed.rstrip().splitlines() or ["nothing"]
    return f"{name}: ended with {code}, saying {said[-1]!r}"


def check(name: str, *arguments: str) -> str:
    """Run a check with one of the tools. Show what the tool prints only if it fails. Return "" if
    it passed, otherwise ``name``.
    """
    done = quietly(*BEHIND, PYTHON, *arguments)
    passed = done.returncode == 0
    say(f"{name}: ok" if passed else f"{name}: FAILED\n{done.stdout.rstrip()}")
    return "" if passed else name


def part(name: str, *arguments: str, started_by: Sequence[str] = ()) -> str:
    """Run a part of the tests. Show its last line if it passed, otherwise everything that it
    printed. Return "" if it passed, otherwise a line on what failed.
    """
    return show_end(name, *measured(*started_by, PYTHON, *arguments))


def show_end(name: str, done: subprocess.CompletedProcess[str], computed_s: float) -> str:
    """Show how a part of the tests ended. Return "" if it passed, otherwise a line on what
    failed.
    """
    lines = done.stdout.rstrip().splitlines() or ["nothing was printed"]
    passed = done.returncode == 0
    computed = f"{computed_s:.0f} s of computing"
    how = f"{lines[-1]}, {computed}" if passed else f"FAILED, {computed}\n{done.stdout.rstrip()}"
    say(f"{name}: {how}")
    return "" if passed else failures(name, done.stdout, done.returncode)


def typed_files() -> list[str]:
    """List the files and folders that mypy checks on every platform."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(settings["tool"]["mypy"]["files"])


def on_platform(name: str, files: Sequence[str]) -> tuple[str, ...]:
    """Return mypy's arguments for another platform, where only ``files`` can differ. Each platform
    has a cache of its own; with a shared one, each of the three runs would start from the
    beginning.
    """
    alone = ("--follow-imports", "silent", "--cache-dir", f".mypy_cache/{name}")
    return ("-m", "mypy", "--platform", name, *alone, *files)


def text_checks() -> list[str]:
    """Check everything that can be read from the program's text. Return "" for each check that
    passed, otherwise its name.
    """
    differing = files_to_check(typed_files())
    contracts = "from importlinter.cli import lint_imports as f; raise SystemExit(f(no_logo=True))"
    return [
        check("ruff check", "-m", "ruff", "check"),
        check("ruff format", "-m", "ruff", "format", "--check", "--quiet"),
        check("mypy", "-m", "mypy", *typed_files(), "tools/windows"),  # these run only on Linux
        *(check(f"mypy on {name}", *on_platform(name, differing)) for name in OTHER_PLATFORMS),
        check("import contracts", "-c", contracts),
        check("JavaScript of the pages", "-m", "tools.pages.check"),
    ]


def parts() -> dict[str, tuple[str, ...]]:
    """Return the parts of the tests that run side by side: their arguments for pytest, by name.
    Long tests do not count for the coverage.
    """
    apart = " ".join((PAGES, *PARTS.values())).split()
    rest = (f"--ignore={folder}" for folder in apart if folder.startswith("tests/"))
    where = {name: folders.split() for name, folders in PARTS.items()}
    where["everything else"] = list(rest)
    is_long = {name: long_files(arguments) for name, arguments in where.items()}
    where = {
        name: [*arguments, *(() if name in {*IN_WINDOWS, WHOLE} else NO_QT)]
        for name, arguments in where.items()
    }
    pages_apart = {
        name: [f"{PAGES}/test_{file}.py" for file in files] for name, files in PAGES_APART.items()
    }
    others = (f"--ignore={file}" for files in pages_apart.values() for file in files)
    named: dict[str, tuple[str, ...]] = {
        IN_BROWSER: (*PYTEST, "not timed", PAGES, *others, *NO_QT),
        **{name: (*PYTEST, "not timed", *files, *NO_QT) for name, files in pages_apart.items()},
        OLD_PAGES: (*PYTEST, "not timed", *OLD_FILES, "--browser=chromium-80", *NO_QT),
    }
    for name, engine in ENGINES.items():
        named[name] = (*PYTEST, "not timed", *WHOLE_EVENT, engine, *NO_QT)
    for name, files in is_long.items():
        if name not in IN_WINDOWS and files:
            no_qt = () if name == WHOLE else NO_QT
            named[f"{name}, long"] = (*PYTEST, "long and not timed", *files, *no_qt)
    in_windows = long_files(["tests/ui"])  # few, so not in three
    named[f"{WINDOWS}, long"] = (*PYTEST, "long and not timed", *in_windows)
    stored = (*STORED_FILES.split(), "--store=postgresql")
    named[STORED] = (*PYTEST, "not long and not timed", *stored)
    named[GERMAN] = (*PYTEST, "not timed", *GERMAN_FILES.split(), "--language=de")
    for name, option in LOOKS.items():
        named[f"{WINDOWS}, {name}"] = (*PYTEST, "not timed", *LAYOUT.split(), option)
    for name, options in where.items():
        covered = ("-m", "coverage", "run") if name == ENGINE else ()
        named[name] = (*covered, *PYTEST, "not long and not timed", *options)
    return longest_first(named)


def timed() -> dict[str, tuple[str, ...]]:
    """Return the parts with tests that must finish within seconds. Each file whose tests mostly
    wait is one part. All tests that compute are one part together, because each process takes
    seconds to begin. The files are searched for the mark, because it would take longer to let
    pytest read all the tests.
    """
    named = dict[str, tuple[str, ...]]()
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if has_timed(file):
            folder = file.relative_to(ROOT / "tests").parts[0]
            no_qt = () if folder in WITH_WINDOWS else NO_QT
            name = f"{HELD}{'computing' if folder in COMPUTE else file.stem}"
            named[name] = (*named.get(name, (*PYTEST, "timed", *no_qt)), str(file))
    return longest_first(named)


def longest_first(work: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return dict(sorted(work.items(), key=lambda named: -SECONDS.get(named[0], NOT_MEASURED)))


def has_timed(file: Path) -> bool:
    return "mark.timed" in file.read_text("utf-8")


def long_files(arguments: Sequence[str]) -> list[str]:
    """List the test files with tests that are marked as long. ``arguments`` are pytest's: the
    folders to search, and places to leave out. The files are searched for the marks, because it
    would take longer to let pytest read all the tests.
    """
    left_out = [ROOT / one.removeprefix("--ignore=") for one in arguments if one[0] == "-"]
    folders = [ROOT / one for one in arguments if one[0] != "-"] or [ROOT / "tests"]
    files = sorted({file for folder in folders for file in folder.rglob("test_*.py")})
    return [
        f"{file.relative_to(ROOT).as_posix()}"
        for file in files
        if not any(file.is_relative_to(place) for place in left_out) and has_long(file)
    ]


def has_long(file: Path) -> bool:
    """Tell whether a file's tests are marked as long: by the mark itself, by using random cases, or
    by their folder. See the conftest.
    """
    text = file.read_text("utf-8")
    written_in_python = not NOT_PYTHON & {*file.relative_to(ROOT).parts}
    return "mark.long" in text or "hypothesis" in text or not written_in_python


def in_memory() -> AbstractContextManager[str | None]:
    """Make a folder in memory, where no file waits for a disk, until the block ends. Return None as
    the folder if there is not enough room for the tests, or if programs built in memory may not
    run. Tests then keep their files in the usual place.
    """
    if sys.platform == "linux" and os.access(MEMORY, os.W_OK):
        memory = os.statvfs(MEMORY)
        room = memory.f_bavail * memory.f_frsize >= MEMORY_BYTES
        if room and not memory.f_flag & os.ST_NOEXEC:
            return TemporaryDirectory(prefix="flagfall-", dir=MEMORY, ignore_cleanup_errors=True)
    return nullcontext()


def files_in(memory: str | None) -> dict[str, str]:
    """Return the environment variables that make a program keep its temporary files in the folder
    ``memory``. Return no variables if ``memory`` is None.
    """
    return {} if memory is None else {"TMPDIR": memory, COMPILED: memory}


@contextmanager
def read_tests() -> Iterator[dict[bool, ReadTests]]:
    """Start the processes that import the tests and are then forked for each part of the tests.
    Yields a process under True that has imported Qt as well, and one under False without Qt;
    nothing except on Linux. The processes end with the block.
    """
    with ExitStack() as ends:
        read = dict[bool, ReadTests]()
        if sys.platform == "linux":
            read = {True: ReadTests(*READ_WITH_QT), False: ReadTests(*READ_WITHOUT_QT)}
            for one in read.values():
                ends.callback(one.close)
        yield read


def side_by_side(
    work: dict[str, tuple[str, ...]],
    read: dict[bool, ReadTests],
    memory: str | None = None,
    at_once: int = AT_ONCE,
) -> list[str]:
    """Run the parts of ``work``, but only ``at_once`` at the same time, so that they do not slow
    each other down at every step. Return "" for each part that passed, otherwise a line on what
    failed. Tests about files have their files on the disk, even if ``memory`` is a folder.
    """

    def run(name: str, arguments: tuple[str, ...]) -> str:
        variables = files_in(memory)
        if FILES in name:
            variables.pop("TMPDIR", None)  # but what is made once is made for them as well
        # German is set before the first import, so its tests are not forked.
        if read and arguments[:2] == PYTEST[:2] and name != GERMAN:
            forked = read["no:pytest-qt" not in arguments]
            return show_end(name, *forked.run(arguments[2:], variables))
        settings = [f"{variable}={value}" for variable, value in variables.items()]
        return part(name, *arguments, started_by=("env", *settings) if settings else ())

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(run, work, work.values()))


def packages() -> str:
    """Return the names of Debian's packages that the tests need."""
    return f"{COMPILERS} {BROWSER} {OTHER_BROWSERS} {DATABASE} {HAND}"


def test(given: Sequence[str]) -> int:
    """test [pytest's arguments]: every check there is; with arguments, pytest alone"""
    began_s = os.times().elapsed
    make_environment()
    install_system_packages(packages())
    if given:
        return call(PYTHON, "-m", "pytest", *given)
    # Hundreds of programs are started, and each would compile its modules once more.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONFAULTHANDLER"] = "1"  # a program that crashes says where
    quietly(PYTHON, "-m", "coverage", "erase")
    # Tests held to seconds mostly wait. Programs that yield to them run behind them; a browser does
    # not yield.
    others = parts()
    with ThreadPoolExecutor(4) as pool, in_memory() as memory, read_tests() as read:
        reading = pool.submit(text_checks)
        computes = others.pop(ENGINE_LONG)  # runs all the time; no test in it looks at a clock
        behind = [
            pool.submit(part, "an hour of clocks", *HOUR, started_by=BEHIND),
            pool.submit(part, ENGINE_LONG, *computes, *PATIENT, started_by=BEHIND),
            pool.submit(small_part_on_windows),
        ]
        # The work of the disk must not slow down the tests that are held to seconds.
        tested = side_by_side(timed(), read, memory, HELD_AT_ONCE)
        tested += side_by_side(others, read, memory)
        tested += [other.result() for other in behind]
        results = [*reading.result(), *tested]
    if not any(tested):
        quietly(PYTHON, "-m", "coverage", "combine")
        results += [check("coverage of the engine", "-m", "coverage", "report", "--show-missing")]
    failed = [result for result in results if result]
    if failed:
        say("\n".join([f"{len(failed)} of the checks failed:", *failed]))
    times = os.times()
    took_s, computed_s = times.elapsed - began_s, times.children_user + times.children_system
    if computed_s:
        ratio = took_s / computed_s
        say(f"It took {took_s:.0f} s for {computed_s:.0f} s of computing: {ratio:.2f}.")
    return 1 if failed else 0


def bench(given: Sequence[str]) -> int:
    """bench [names]: the measurements in benchmarks/"""
    make_environment()
    scripts = sorted((ROOT / "benchmarks").glob("*.py"))
    names = [script.stem for script in scripts if not given or script.stem in given]
    return max((call(PYTHON, "-m", f"benchmarks.{name}") for name in names), default=0)


def windows(given: Sequence[str]) -> int:
    """windows [--small, --only PART, --tests PATH]: Flagfall on Windows' Python; Debian, root"""
    make_environment()
    install_system_packages(f"{WINE_NEEDS} {QT_PACKAGES}")
    if administrator() is None:
        raise Stop("Windows runs in a Debian of its own, which only root can make")
    return call(*on_windows(given))


def on_windows(given: Sequence[str]) -> list[str | Path]:
    """Return the command that runs the tests on Windows' Python, which must have been set up
    before.
    """
    python = ("env", f"PYTHONPATH={ROOT}", PYTHON, "-m", "tools.windows")
    return [*(administrator() or []), *python, "--folder", windows_folder(), *given]


def windows_folder() -> Path:
    kept = os.environ.get("XDG_CACHE_HOME")
    return Path(kept or Path.home() / ".cache", "flagfall-windows")


def no_windows() -> str:
    """Return the reason why the tests cannot run on Windows' Python here; "" if they can."""
    if not shutil.which("unshare") or administrator() is None:
        return "it needs Debian and root"
    from tools.windows.setup import Place

    place = Place(windows_folder())
    if not place.is_ready():
        return "python3 dev.py windows sets it up, in two minutes and 3 GB"
    if place.is_busy():
        return "another trial runs"
    return ""


def small_part_on_windows() -> str:
    """Try the imports, the program itself, and the tests of the store and of the clocks on Windows'
    Python, if that is set up. Return "" if they passed or were left out, otherwise what failed.
    """
    if why := no_windows():
        say(f"on Windows: left out; {why}")
        return ""
    done = quietly(*BEHIND, *on_windows(["--small"]))
    passed = done.returncode == 0
    say("on Windows: ok" if passed else f"on Windows: FAILED\n{done.stdout.rstrip()}")
    return "" if passed else "on Windows"


def installer(_: Sequence[str]) -> int:
    """installer: the program with all it needs, in dist/flagfall, tried once; Debian's package"""
    make_environment()
    if check("build", "-m", "PyInstaller", "--noconfirm", "build_installer.spec"):
        return 1
    program = "flagfall-cli.exe" if os.name == "nt" else "flagfall"
    failed = call(ROOT / "dist" / "flagfall" / program, "--self-test")
    call(PYTHON, "-m", "tools.installer.parts")
    if not failed and shutil.which("dpkg-deb"):
        failed = call(PYTHON, "-m", "tools.installer.debian")
    return failed


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    command.__name__: command for command in (setup, run, test, bench, installer, windows)
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
