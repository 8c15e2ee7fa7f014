"""The command line, and the one place that names the program's parts together.

Nothing heavy is imported here: the window is up before the database, the draw and the desk load.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TextIO

from app.store.errors import StoreError

if TYPE_CHECKING:
    from app.desk import Desk
    from app.engine.state import State

VERSION = "0.1.0"
INTERRUPTED = 130
FAILED = 2


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence instead of the usage."""
        raise StoreError(f"{message[:1].upper()}{message[1:]}. See {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run Flagfall; the exit code is 0, or 2 with one sentence on the error stream."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _write_anything(sys.stdout, sys.stderr)
    try:
        status = _run(arguments)
        _flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _stop_writing()
        return 0
    except StoreError as error:
        return _failed(str(error))
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        return _failed(f"{what}{error.strerror or error}.")
    return status


def _run(arguments: Sequence[str]) -> int:
    name, *rest = arguments or [""]
    if name in COMMANDS:
        return COMMANDS[name](rest)
    return _window(arguments)


# --- the window -----------------------------------------------------------------------------------


def open_desk(path: Path, create: bool) -> "Desk":
    """A desk on an event file, not started yet; its future raises StoreError if it cannot open."""
    from app.desk import Desk
    from app.store import event_log

    open_log = event_log.create if create else event_log.open_log
    return Desk(lambda: open_log(path))


def _make_sample() -> Path:
    from app.headless.sample import ensure_sample

    return ensure_sample()


def _window(arguments: Sequence[str]) -> int:
    parser = _Parser(
        prog="flagfall",
        description="The desk, the clocks and the referee of a Steamroller event.",
        epilog=f"Commands: {', '.join(COMMANDS)}. Each has its own --help.",
    )
    parser.add_argument("file", nargs="?", type=Path, help="the event file to open")
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.add_argument("--self-test", action="store_true", help="try the program once and say so")
    asked = _parsed(parser, arguments)
    if asked is None:
        return 0
    if asked.version:
        print(f"Flagfall {VERSION}")
        return 0
    if asked.self_test:
        return _self_test()
    from app.ui.application import run

    return run(asked.file, open_desk=open_desk, sample=_make_sample)


def _self_test() -> int:
    """Play a small event, check its file, then open a main window on a new event."""
    import tempfile

    from app.headless.self_test import play_and_check

    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        faults = play_and_check(Path(folder))
        if not faults:
            from app.ui.application import self_test

            fault = self_test(open_desk, Path(folder))
            faults = (fault,) if fault else ()
    for fault in faults:
        _remark(fault)
    if not faults:
        print(f"Flagfall {VERSION}: the rules, the store, the draw and the window are in order.")
    return FAILED if faults else 0


def _sample(arguments: Sequence[str]) -> int:
    parser = _Parser(prog="flagfall sample", description="Open a sample event in its third round.")
    parser.add_argument("--headless", action="store_true", help="play it out, write files instead")
    parser.add_argument("--out", type=Path, default=Path("out"), help="where the files go")
    asked = _parsed(parser, arguments)
    if asked is None:
        return 0
    if asked.headless:
        return _sample_as_files(asked.out)
    from app.ui.application import run

    return run(None, open_desk=open_desk, sample=_make_sample, show_sample=True)


def _sample_as_files(out: Path) -> int:
    """The sample played to its end, its sheets, and pictures of the windows it would open."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.headless.sample import write_sample
    from app.ui.pictures import take_pictures

    written = write_sample(out)
    written += take_pictures(_make_sample(), out, "live", open_desk=open_desk)
    written += take_pictures(written[0], out, "finished", open_desk=open_desk)
    for path in written:
        print(path)
    return 0


# --- without a window -----------------------------------------------------------------------------


def _replay(arguments: Sequence[str]) -> int:
    parser = _Parser(prog="flagfall replay", description="Enter a played event anew.")
    parser.add_argument("games", type=Path, help="a table of games (CSV)")
    parser.add_argument("--packet", default="SR2017", help="the rules it is played by")
    parser.add_argument("--size", type=int, default=75, help="army points")
    parser.add_argument("--event", help="which of several events in the file")
    parser.add_argument("-o", "--output", type=Path, help="keep the event in this new file")
    parser.add_argument("--json", action="store_true", help="standings as JSON")
    asked = _parsed(parser, arguments)
    if asked is None:
        return 0
    from app.headless.desk_line import NotDone
    from app.headless.replay import choose, replay
    from app.store.games_file import read_games
    from app.store.packet_files import packets
    from app.store.table_text import read_text

    known = packets()
    packet = known.get(asked.packet.casefold())
    if packet is None:
        raise StoreError(f"There is no packet {asked.packet}; there is {', '.join(known).upper()}.")
    games = choose(read_games(read_text(asked.games), asked.games.stem), asked.event)
    try:
        state = replay(games, packet, asked.size, note=_remark, path=asked.output)
    except NotDone as error:
        raise StoreError(str(error)) from error
    return _print_standings(state, "json" if asked.json else "text")


def _standings(arguments: Sequence[str]) -> int:
    parser = _Parser(prog="flagfall standings", description="Print an event's standings.")
    parser.add_argument("file", type=Path, help="the event file")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", dest="form", action="store_const", const="json", default="text")
    form.add_argument("--csv", dest="form", action="store_const", const="csv")
    asked = _parsed(parser, arguments)
    if asked is None:
        return 0
    from app.engine.evolve import fold
    from app.store.event_log import open_log

    with open_log(asked.file, read_only=True) as log:
        state = fold(log.records())
    return _print_standings(state, asked.form)


def _verify(arguments: Sequence[str]) -> int:
    parser = _Parser(prog="flagfall verify", description="Check an event file through and through.")
    parser.add_argument("file", type=Path, help="the event file")
    asked = _parsed(parser, arguments)
    if asked is None:
        return 0
    from app.headless.verify import verify

    found = verify(asked.file)
    for line in found.lines():
        print(line)
    for fault in found.faults:
        _remark(fault)
    return FAILED if found.faults else 0


def _simulate(arguments: Sequence[str]) -> int:
    parser = _Parser(prog="flagfall simulate", description="Play a whole event by dice.")
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=0, help="0: as many as the packet says")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same event")
    parser.add_argument("--size", type=int, default=75, help="army points")
    parser.add_argument(
        "--clock-out", choices=("packet", "lose", "last_turn", "warn"), default="packet"
    )
    parser.add_argument("-o", "--output", type=Path, help="keep the event in this new file")
    parser.add_argument("--echo", action="store_true", help="print each row once it is durable")
    asked = _parsed(parser, arguments)
    if asked is None:
        return 0
    from app.engine.packet import ClockOut
    from app.headless.simulate import Plan, simulate

    plan = Plan(asked.players, asked.rounds, asked.seed, asked.size, ClockOut(asked.clock_out))
    played = simulate(plan, path=asked.output, echo=_echo if asked.echo else None)
    _print_standings(played.state, "text")
    print(played.summary)
    return 0


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "replay": _replay,
    "standings": _standings,
    "verify": _verify,
    "simulate": _simulate,
    "sample": _sample,
}


def _print_standings(state: "State", form: str) -> int:
    from app.headless import standings_text

    if form == "json":
        out = sys.stdout
        unicode = out is not None and (out.encoding or "").casefold().startswith("utf")
        print(standings_text.as_json(state, ascii_only=not unicode), end="")
    else:
        write = standings_text.as_csv if form == "csv" else standings_text.as_text
        print(write(state), end="")
    return 0


# --- talking to a terminal ------------------------------------------------------------------------


def _parsed(parser: _Parser, arguments: Sequence[str]) -> argparse.Namespace | None:
    """The arguments; None when help was asked for and given."""
    try:
        return parser.parse_args(arguments)
    except SystemExit:
        return None


def _echo(seq: int) -> None:
    print(seq, flush=True)


def _remark(sentence: str) -> None:
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)


def _failed(sentence: str) -> int:
    _remark(sentence)
    return FAILED


def _write_anything(*streams: TextIO | None) -> None:
    """A name that the terminal cannot write is written in escapes, never an error."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _stop_writing() -> None:
    """Whoever read our output went away; Python must not complain of it at the end either."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
