"""The composition root and the command line: the one place that names concrete parts together."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from app.store.errors import StoreError

if TYPE_CHECKING:
    from app.desk import Desk

VERSION = "0.1.0"
COMMANDS = ("replay", "standings")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; 2 and one sentence on stderr when it cannot be done."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        if given and given[0] in COMMANDS:
            return _headless(given)
        return _window(given)
    except StoreError as error:
        return _fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence instead of the usage."""
        raise StoreError(f"{message[0].upper()}{message[1:]}. See flagfall --help.")


def open_desk(path: Path, new: bool) -> "Desk":
    """A desk, not yet started, on the event file ``path``; what is heavy is imported here."""
    from app.desk import Desk
    from app.store.event_log import create, open_log

    return Desk(lambda: create(path) if new else open_log(path))


def _window(given: Sequence[str]) -> int:
    parser = _Parser(prog="flagfall", description="The desk, clocks and referee of an event.")
    parser.add_argument("file", nargs="?", type=Path, help="an event file to open")
    parser.add_argument("--version", action="version", version=f"Flagfall {VERSION}")
    parser.add_argument("--self-test", action="store_true", help="open and close everything once")
    parser.epilog = f"Commands without a window: {', '.join(COMMANDS)} (see COMMAND --help)."
    chosen = parser.parse_args(given)
    if chosen.self_test:
        return _self_test()
    from app.ui.application import run

    return run(chosen.file, open_desk=open_desk)


def _self_test() -> int:
    from app.store.packet_files import packets
    from app.ui.application import self_test

    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        fault = self_test(open_desk, Path(folder))
    if fault:
        return _fail(fault)
    print(f"Flagfall {VERSION}: store, {len(packets())} packet(s) and main window are in order.")
    return 0


def _headless(given: Sequence[str]) -> int:
    parser = _Parser(prog="flagfall")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    replay = commands.add_parser("replay", help="build an event out of a file of games")
    replay.add_argument("games", type=Path)
    replay.add_argument("--packet", default="SR2017")
    replay.add_argument("--size", type=int, default=75)
    replay.add_argument("--event", help="which event of a file that holds several")
    replay.add_argument("-o", dest="output", type=Path, help="keep the event in this file")
    replay.add_argument("--json", action="store_true")
    table = commands.add_parser("standings", help="print the standings of an event file")
    table.add_argument("file", type=Path)
    table.add_argument("--json", action="store_true")
    table.add_argument("--csv", action="store_true")
    chosen = parser.parse_args(given)
    if chosen.command == "replay":
        return _replay(chosen)
    return _standings(chosen)


def _replay(chosen: argparse.Namespace) -> int:
    from app.headless.desk_line import NotDone
    from app.headless.replay import choose, replay
    from app.headless.standings_text import as_json, as_text
    from app.store.games_file import read_games
    from app.store.packet_files import packets
    from app.store.table_text import read_text

    packet = packets().get(chosen.packet.lower())
    if packet is None:
        known = ", ".join(packets()).upper()
        return _fail(f"There is no packet {chosen.packet}; there is {known}.")
    event = choose(read_games(read_text(chosen.games), chosen.games.stem), chosen.event)
    try:
        state = replay(event, packet, chosen.size, note=_note, path=chosen.output)
    except NotDone as refusal:
        return _fail(str(refusal))
    print(as_json(state) if chosen.json else as_text(state), end="")
    return 0


def _standings(chosen: argparse.Namespace) -> int:
    from app.engine.evolve import fold
    from app.headless.standings_text import as_csv, as_json, as_text
    from app.store.event_log import open_log

    with open_log(chosen.file, read_only=True) as log:
        state = fold(log.records())
    shown = as_json if chosen.json else as_csv if chosen.csv else as_text
    print(shown(state), end="")
    return 0


def _note(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
