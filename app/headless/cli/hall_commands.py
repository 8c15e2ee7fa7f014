"""The commands for an event server on one of the laptops: run it, stop it, and join it from a
station.
"""

import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.engine.language import say
from app.headless.cli.terminal import Parser, parse_arguments
from app.store import events
from app.store.errors import StoreError
from app.store.preferences import computer_name
from app.store.server.address import ServerEvent, host_and_port
from app.web.stations.finder import Hall, look_for_halls
from app.web.stations.hall_server import (
    PORT,
    RUNS_NOT,
    HallServer,
    ask_to_stop,
    hall_folder,
    owner_address,
    status,
)
from app.web.stations.joining import JOIN_IN_WINDOW, join_hall

NO_HALL = say(
    "The event server was not found on this network. Give its address: the laptop that runs it"
    " shows it."
)
SEVERAL = say("Several laptops run a server here: {halls}. Give the address of yours.")
LOOK_S = 3.0
SAVED = say("{name} was saved as {file}.")


def stations_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall stations",
        description="Run an event at several laptops without setting up a server.",
    )
    acts = parser.add_subparsers(dest="act", required=True, parser_class=Parser)
    start = acts.add_parser("start", help="run the event server on this computer")
    start.add_argument("events", nargs="*", type=Path, help="event files to move there")
    start.add_argument("--name", default=computer_name(), help="the name that stations see")
    start.add_argument("--port", type=int, default=PORT, help="where stations connect")
    acts.add_parser("status", help="its address, its codes and its events")
    acts.add_parser("stop", help="stop it; its events stay")
    save = acts.add_parser("save", help="save one of its events as a file")
    save.add_argument("event", help="the event’s name")
    save.add_argument("file", type=Path, help="a new file")
    join = acts.add_parser("join", help="join an event server from this computer")
    join.add_argument("code", help="the code that it shows")
    join.add_argument("address", nargs="?", default="", help="where it is, if it is not found")
    join.add_argument("--station", default=computer_name(), help="this station’s name")
    options = parse_arguments(parser, arguments)
    if options is not None:
        ACTS[options.act](options)
    return 0


def _start(options: Namespace) -> None:
    def report(line: str) -> None:
        print(line, flush=True)

    HallServer(hall_folder(), name=options.name, port=options.port, report=report).run(
        options.events
    )


def _show(_options: Namespace) -> None:
    running = status()
    if running is None:
        raise StoreError(RUNS_NOT)
    for address in running.addresses:
        print(f"{address}:{running.port}")
    for role, code in running.codes.items():
        print(f"{role}: {code}")
    print("\n".join(events.names(owner_address())))


def _stop(_options: Namespace) -> None:
    ask_to_stop()


def _save(options: Namespace) -> None:
    events.copy(ServerEvent(owner_address(), options.event), options.file)
    print(SAVED.format(name=options.event, file=options.file))


def _join(options: Namespace) -> None:
    host, port = host_and_port(options.address, PORT) if options.address else _find()
    access = join_hall(host, port, options.code, options.station)
    if not access.is_kept:
        raise StoreError(JOIN_IN_WINDOW)
    for name in events.names(access.database):
        print(ServerEvent(access.database, name))


def _find() -> tuple[str, int]:
    """Return the host and port of the only event server on this network. Raises StoreError if there
    are none or several.
    """
    found = set[Hall]()
    with look_for_halls(found.add):
        time.sleep(LOOK_S)
    if not found:
        raise StoreError(NO_HALL)
    if len(found) > 1:
        words = sorted(f"{hall.name} ({hall.host}:{hall.port})" for hall in found)
        raise StoreError(SEVERAL.format(halls=", ".join(words)))
    (hall,) = found
    return hall.host, hall.port


ACTS: Mapping[str, Callable[[Namespace], None]] = {
    "start": _start,
    "status": _show,
    "stop": _stop,
    "save": _save,
    "join": _join,
}
