"""The command line, and the one place that connects the parts of the program.

Nothing slow to load is imported at the top, because the window must appear before the database, the
draw and the desk are loaded.
"""

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app import VERSION
from app.store.errors import LockedOut, StoreError
from app.store.streams import is_reader_gone, write_every_letter
from app.store.unseen import show_box, take_missing_streams

if TYPE_CHECKING:
    from app.clock.hall.hall import ClockHall
    from app.desk.desk import Desk
    from app.engine.packet.packet import Packet
    from app.engine.progress import Progress
    from app.headless.sample.room import SampleRoom
    from app.store.server.address import Place
    from app.store.tables.games import EventGames

WINDOWS = ("sample", "table", "clock-emulator")
HEADLESS = (
    "replay",
    "standings",
    "verify",
    "copy",
    "events",
    "roles",
    "certificate",
    "stations",
    "season",
    "web",
    "repair",
    "restore",
    "export",
    "import",
    "check",
    "clock-log",
)
OF_THE_SOURCE = ("simulate", "generate")
"""The commands of `tools.simulation`, which the program does not contain."""
Commands: TypeAlias = Mapping[str, Callable[[Sequence[str]], int]]
NONE: Commands = {}
ENDINGS = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""The signals that end a command, besides that of Ctrl+C. Each system has only some of them."""
MUTEXES = ("Flagfall", "Global\\Flagfall")
"""The names of the mutexes for this user's session and for all sessions, the same as in AppMutex of
tools/installer/windows.iss.
"""
INTERRUPTED = 130
FAILED = 2


def main(argv: Sequence[str] | None = None, more: Commands = NONE) -> int:
    """Run Flagfall and return the exit code: 0, 2 after an error, or 130 after Ctrl+C. After an
    error or Ctrl+C, print a sentence on the error stream. ``more`` holds further commands. Without
    a console, show the output in a box.
    """
    unseen = take_missing_streams()
    status = _finish(argv, more)
    if unseen is not None and (text := unseen.take()):
        show_box(text, is_warning=status != 0)
    return status


def _finish(argv: Sequence[str] | None, more: Commands) -> int:
    """Run a command or the windows. Return the exit code, even after an error."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    write_every_letter(sys.stdout, sys.stderr)
    try:
        _follow_preferences(arguments, more)
        status = _run(arguments, more)
        _flush()
    except KeyboardInterrupt:
        return _report_interruption()
    except LockedOut as error:
        return _report_failure(error.at_terminal)
    except StoreError as error:
        return _report_failure(str(error))
    except OSError as error:
        if not is_reader_gone(error):
            return _report_failure(_why(error))
        _stop_writing()
        return 0
    return status


def _why(error: OSError) -> str:
    if not error.filename:
        return f"{error.strerror or error}."
    from app.store.os_errors import os_sentence

    return os_sentence(Path(os.fsdecode(error.filename)), error)


def _follow_preferences(arguments: Sequence[str], more: Commands) -> None:
    """Apply the language and zoom from the environment. For windows, whatever the environment does
    not set comes from this laptop's preferences.

    Both apply until the program ends, because modules translate their texts when they are imported.
    """
    name = os.environ.get("FLAGFALL_LANGUAGE", "")
    if arguments[:1] not in [[command] for command in (*HEADLESS, *more)]:
        from app.store.preferences import follow_in_environment, load_preferences

        preferences = load_preferences()
        if not name and preferences.language:
            name = preferences.language
            follow_in_environment("FLAGFALL_LANGUAGE", name)
        if preferences.zoom != 100:
            follow_in_environment("QT_SCALE_FACTOR", f"{preferences.zoom / 100}")
    if name:
        from app.store.languages import choose_language

        choose_language(name)


def _run(arguments: Sequence[str], more: Commands) -> int:
    name, *rest = arguments or [""]
    if name == "sample":
        return _sample(rest)
    if name == "clock-emulator":
        return _clock_emulator(rest)
    if name == "table":
        return _table(rest)
    if name in more:
        with _all_interrupts():
            return more[name](rest)
    if name in HEADLESS:
        command = _headless_commands()[name]
        with _all_interrupts():
            return command(rest)
    if name in OF_THE_SOURCE:
        raise _in_source(name)
    return _window(arguments)


@cache
def _headless_commands() -> Commands:
    with _nothing_thrown_away():
        from app.headless.cli.command_line import COMMANDS

    return COMMANDS


def _in_source(name: str) -> StoreError:
    from app.engine.language import say

    return StoreError(
        say(
            "“{name}” is for developers and comes only with Flagfall’s source. Run it there:"
            " python3 dev.py run {name}",
            name=name,
        )
    )


@contextlib.contextmanager
def _all_interrupts() -> Iterator[None]:
    """Let the signals that end the program or close its terminal stop a command as Ctrl+C does, so
    that the command can clean up.
    """
    import signal
    import threading

    here = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in ENDINGS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers if here}
    heeded = {number: how for number, how in before.items() if how not in {signal.SIG_IGN, None}}
    for number in heeded:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, how in heeded.items():
            signal.signal(number, how)


def open_desk(place: "Place", create: bool) -> "Desk":
    """Return a desk for an event. The desk is not started yet; the future of its start raises
    StoreError if the event cannot be opened.
    """
    from app.desk.desk import Desk
    from app.store import events
    from app.store.preferences import load_preferences, station_name

    open_log = events.create if create else events.open_log
    return Desk(lambda: open_log(place, station_name(load_preferences())))


def replay_games(
    games: "EventGames", packet: "Packet", size: int, path: Path, report_progress: "Progress"
) -> list[str]:
    """Write a new event file from played games, and return notes on anything odd about them. Raises
    StoreError if the file cannot be written, and whatever ``report_progress`` raises. After an
    error no file remains.
    """
    from app.headless.cli.replay import replay_event
    from app.headless.desk_session import NotDone

    notes: list[str] = []
    try:
        replay_event(
            games, packet, size, note=notes.append, path=path, report_progress=report_progress
        )
    except NotDone as error:
        raise StoreError(str(error)) from error
    return notes


class SampleEvent:
    """The sample event and its room, which are imported only when they are needed."""

    def make(self) -> Path:
        from app.headless.sample.event import ensure_sample

        return ensure_sample()

    def room(self, desk: "Desk", hall: "ClockHall") -> "SampleRoom":
        from app.headless.sample.room import SampleRoom

        return SampleRoom(desk, hall)

    def remove(self, path: Path) -> None:
        import shutil

        shutil.rmtree(path.parent, ignore_errors=True)


def _window(arguments: Sequence[str]) -> int:
    if not arguments:  # as most people start it; nothing to parse
        return 0 if _shows_running(None) else _main_window(None)
    from app.headless.cli.terminal import Parser, parse_arguments
    from app.store.server.address import ServerEvent, database, place

    parser = Parser(
        prog="flagfall",
        description="The desk, the clocks and the referee of a Steamroller event.",
        epilog=f"Commands: {', '.join((*HEADLESS, *WINDOWS))}. Each has its own --help.",
    )
    parser.add_argument("file", nargs="?", type=place, help="the event file to open")
    parser.add_argument(
        "--database", type=database, metavar="URL", help="open an event in this database instead"
    )
    parser.add_argument("--event", default="", help="the event’s name in the database")
    parser.add_argument(
        "--read-only", action="store_true", help="safe mode: show the event and write nothing"
    )
    parser.add_argument(
        "--new-window", action="store_true", help="open a window of its own beside those open"
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument(
        "--self-test", action="store_true", help="check that the program works, then stop"
    )
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    if options.version:
        print(f"Flagfall {VERSION}")
        return 0
    if options.self_test:
        return _self_test()
    opened = options.file
    if options.database is not None:
        opened = ServerEvent(options.database, options.event)
    alone = options.new_window or options.read_only or isinstance(opened, ServerEvent)
    if not alone and _shows_running(opened):
        return 0
    return _main_window(opened, read_only=options.read_only)


def _shows_running(event: "Path | None") -> bool:
    """Ask a program that is already running to bring its window to the front. Tell whether there is
    such a program.
    """
    from app.store.own_folder import RUNNING, own_folder

    if not any(own_folder(RUNNING).glob("*.json")):
        return False
    from app.ui.shell.one_window import show_running

    return show_running(event)


def _main_window(file: "Place | None", *, read_only: bool = False) -> int:
    with _nothing_thrown_away():
        _demand_display()
        from app.ui.application import run

    return run(
        file, open_desk=open_desk, sample=SampleEvent(), read_only=read_only, replay=replay_games
    )


@contextlib.contextmanager
def _nothing_thrown_away() -> Iterator[None]:
    """Pause garbage collection during the start, and exclude the imported modules from later
    collections. Searching those modules would take a twentieth of the windows' start and a fifth of
    a command's.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _demand_display() -> None:
    """Raise StoreError if there is no display or a system library is missing, because Qt would end
    the process. Then make the later imports of the windows' modules quicker.
    """
    from app.ui.system_needs import has_display, obstacle

    if not has_display():
        from app.engine.language import say

        raise StoreError(
            say(
                "There is no display to open a window on. Without one you can use {commands};"
                " see flagfall --help.",
                commands=", ".join(HEADLESS),
            )
        )
    if why := obstacle():
        raise StoreError(why)
    from app.ui.plain_imports import import_plainly

    import_plainly()


def _draw_into_memory() -> None:
    """Make Qt draw into memory instead of on a display, for pictures and trials, and hide the
    warnings that Qt gives then.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_LOGGING_RULES", "*.warning=false")


def _self_test() -> int:
    """Play a small event, check its file, then open a main window on a new event. Return the exit
    code.
    """
    import tempfile

    from app.headless.cli.self_test import play_and_check
    from app.headless.cli.terminal import remark

    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        faults = play_and_check(Path(folder))
        if not faults:
            from app.ui.system_needs import has_display

            if not has_display():
                _draw_into_memory()
            _demand_display()
            from app.ui.application import self_test

            fault = self_test(open_desk, Path(folder))
            faults = (fault,) if fault else ()
    for fault in faults:
        remark(fault)
    if not faults:
        from app.engine.language import say

        print(
            say(
                "Flagfall {version}: the rules, the store, the draw and the window are in order.",
                version=VERSION,
            )
        )
    return FAILED if faults else 0


def _clock_emulator(arguments: Sequence[str]) -> int:
    from app.headless.cli.terminal import Parser, parse_arguments

    parser = Parser(
        prog="flagfall clock-emulator",
        description="A chess clock in a window, to try the program without hardware.",
        epilog="Its address is printed; enter it on the Clocks page with “Add a port”.",
    )
    parser.add_argument("kind", nargs="?", default="dgt3000", help="dgt3000, dgtxl, dclk, …")
    parser.add_argument(
        "--with", dest="words", default="", help="knobs, such as drift=200&option=1"
    )
    parser.add_argument("--socket", action="store_true", help="answer on a socket, not a terminal")
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    _demand_display()
    from app.ui.application import show_emulator

    try:
        return show_emulator(f"emu://{options.kind}?{options.words}", by_socket=options.socket)
    except ValueError as error:
        raise StoreError(str(error)) from error


def _table(arguments: Sequence[str]) -> int:
    from app.headless.cli.terminal import Parser, parse_arguments

    parser = Parser(
        prog="flagfall table",
        description="One table’s Deathclock in a window, joined to the organizer’s computer.",
        epilog="The address is the one that the code on the table’s printed sheet stands for.",
    )
    parser.add_argument("--join", metavar="URL", required=True, help="http://…/#table=…&secret=…")
    parser.add_argument(
        "--fingerprint", default="", help="SHA-256 of the server’s own certificate, for https"
    )
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    _demand_display()
    from app.ui.application import show_table

    try:
        return show_table(options.join, options.fingerprint)
    except ValueError as error:
        raise StoreError(str(error)) from error


def _sample(arguments: Sequence[str]) -> int:
    from app.headless.cli.terminal import Parser, parse_arguments

    parser = Parser(prog="flagfall sample", description="Open a sample event in its third round.")
    parser.add_argument("--headless", action="store_true", help="play it out, write files instead")
    parser.add_argument("--out", type=Path, default=Path("out"), help="where the files go")
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    if options.headless:
        return _sample_as_files(options.out)
    _demand_display()
    from app.ui.application import run

    return run(
        None, open_desk=open_desk, sample=SampleEvent(), show_sample=True, replay=replay_games
    )


def _sample_as_files(out: Path) -> int:
    """Write the sample event, played to its end, with its sheets and with pictures of the windows.
    Return the exit code.
    """
    _draw_into_memory()
    _demand_display()
    from app.headless.sample.event import write_sample
    from app.ui.screenshots import take_pictures
    from app.ui.shell.opening.openings import open_at_its_end

    written = write_sample(out)
    written += take_pictures(SampleEvent(), out, "live", open_desk=open_desk)
    written += take_pictures(written[0], out, "finished", open_desk=open_at_its_end)
    for path in written:
        print(path)
    return 0


def _report_interruption() -> int:
    from app.engine.language import say
    from app.headless.cli.terminal import remark_after_key

    remark_after_key(say("Stopped before the end. Run the command again to start over."))
    return INTERRUPTED


def _report_failure(sentence: str) -> int:
    from app.headless.cli.terminal import remark

    remark(sentence)
    return FAILED


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _stop_writing() -> None:
    """Discard further output, because its reader has gone and Python would complain at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _hold_mutexes() -> None:
    """Hold the mutexes that tell the setup program on Windows that Flagfall is running."""
    if sys.platform == "win32":
        import ctypes

        for name in MUTEXES:  # they last as long as the process
            ctypes.windll.kernel32.CreateMutexW(None, False, name)


def _leave_programs_their_libraries() -> None:
    """Keep our libraries away from other programs that the installed program starts, such as a
    browser or a sound player.

    Only another Flagfall, started for a window or a draw, still finds our libraries.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if before:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    if getattr(sys, "frozen", False):  # a process that works out a draw starts here, too
        import multiprocessing

        _hold_mutexes()
        multiprocessing.freeze_support()
        _leave_programs_their_libraries()
    sys.exit(main())
