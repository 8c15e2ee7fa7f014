"""The commands that need no window: each takes arguments, prints text and returns an exit code."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.engine.evolve import fold
from app.engine.language import say, use_words
from app.engine.packet.packet import Packet
from app.engine.packet.ranking import RankingColumn
from app.engine.state import State
from app.headless.cli import standings_text
from app.headless.cli.check_commands import check_command
from app.headless.cli.clock_log import clock_log_command
from app.headless.cli.export_commands import export_command, import_command
from app.headless.cli.file_commands import repair_command, restore_command
from app.headless.cli.passwords import add_password_option, ask_passwords
from app.headless.cli.replay import choose, replay_event
from app.headless.cli.server_commands import (
    certificate_command,
    copy_command,
    events_command,
    roles_command,
)
from app.headless.cli.terminal import Parser, parse_arguments, progress, remark
from app.headless.desk_session import NotDone
from app.headless.recheck.verify import verify
from app.store.errors import StoreError
from app.store.events import open_log
from app.store.packets.files import shelf
from app.store.server.address import place
from app.store.tables.games import read_games
from app.store.tables.text import read_text


def _load_stations(arguments: Sequence[str]) -> int:
    from app.headless.cli.hall_commands import stations_command  # no other command needs a network

    return stations_command(arguments)


def _load_season(arguments: Sequence[str]) -> int:
    from app.headless.cli.season_command import season_command  # nor its pages and tables

    return season_command(arguments)


def _load_web(arguments: Sequence[str]) -> int:
    from app.headless.cli.web_command import web_command  # nor a server of pages

    return web_command(arguments)


EVENT_HELP = "the event file, or an event in a database"


def replay_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall replay", description="Replay a past event from its table of games."
    )
    parser.add_argument("games", type=Path, help="a table of games (CSV)")
    parser.add_argument("--packet", default="SR2017", help="the rules it is played by")
    parser.add_argument("--size", type=int, default=75, help="army points")
    parser.add_argument("--event", help="which of several events in the file")
    parser.add_argument("-o", "--output", type=Path, help="save the event in this new file")
    parser.add_argument("--json", action="store_true", help="standings as JSON")
    parser.add_argument(
        "--order", default="", metavar="COLUMNS",
        help="ranking columns, the most important first: "
        + ", ".join(column.value for column in RankingColumn),
    )  # fmt: skip
    parser.add_argument(
        "--team-order", default="", metavar="COLUMNS",
        help="ranking columns of the teams: wins,sos,tp,cp,apd unless said otherwise",
    )  # fmt: skip
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    order = _order(options.order)
    team_order = _order(options.team_order)
    packet = find_packet(options.packet)
    text = read_text(options.games)
    try:
        games = choose(read_games(text, options.games.stem), options.event)
    except StoreError as error:
        raise StoreError(f"{options.games.name}: {error}") from error
    try:
        with progress(say("Playing {file}", file=options.games.name)) as report_progress:
            state = replay_event(
                games, packet, options.size, note=remark, path=options.output,
                order=order, team_order=team_order, report_progress=report_progress,
            )  # fmt: skip
    except NotDone as error:
        raise StoreError(str(error)) from error
    return print_standings(state, "json" if options.json else "text")


def standings_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall standings", description="Print an event’s standings.")
    parser.add_argument("file", type=place, help=EVENT_HELP)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", dest="form", action="store_const", const="json", default="text")
    form.add_argument("--csv", dest="form", action="store_const", const="csv")
    parser.add_argument(
        "--teams", action="store_true", help="standings of the teams; JSON has both"
    )
    add_password_option(parser)
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    ask_passwords(options, options.file)
    with progress(say("Reading {file}", file=options.file.name)) as report_progress:
        with open_log(options.file, read_only=True) as log:
            records = log.records()
        state = fold(records, report_progress)
    return print_standings(state, options.form, teams=options.teams)


def verify_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall verify", description="Check an event file thoroughly.")
    parser.add_argument("file", type=place, help=EVENT_HELP)
    add_password_option(parser)
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    ask_passwords(options, options.file)
    with progress(say("Checking {file}", file=options.file.name)) as report_progress:
        verified = verify(options.file, report_progress)
    for line in verified.lines():
        print(line)
    for fault in verified.faults:
        remark(fault)
    return 2 if verified.faults else 0


def find_packet(name: str) -> Packet:
    """Return the packet of that name, in any letter case. Raises StoreError that names the known
    packets.
    """
    known = shelf()
    packet = known.packets.get(name.casefold())
    if packet is None:
        there = ", ".join(known.packets).upper()
        sentence = say("There is no packet {name}. Choose from {known}.", name=name, known=there)
        raise StoreError(" ".join((sentence, *known.faults)))
    return packet


def _order(words: str) -> tuple[RankingColumn, ...]:
    """Return the columns that a text such as "tp,win_rates" names. Raises StoreError if it names an
    unknown column.
    """
    keys = [word.strip().casefold() for word in words.split(",") if word.strip()]
    known = {ranking_column.value: ranking_column for ranking_column in RankingColumn}
    strange = next((key for key in keys if key not in known), None)
    if strange is not None:
        raise StoreError(
            say(
                "Players cannot be ranked by {key}. Choose from {known}.",
                key=strange,
                known=", ".join(known),
            )
        )
    return tuple(known[fromkey] for fromkey in dict.fromkeys(keys))


def print_standings(state: State, form: str, *, teams: bool = False) -> int:
    """Print the standings. For an event of teams, the text for a terminal has the teams below the
    players.
    """
    use_words(state.packet.vocabulary if state.packet else ())
    if form == "json":
        out = sys.stdout
        unicode = out is not None and (out.encoding or "").casefold().startswith("utf")
        print(standings_text.standings_as_json(state, ascii_only=not unicode), end="")
    elif form == "csv":
        write = standings_text.teams_as_csv if teams else standings_text.standings_as_csv
        print(write(state), end="")
    else:
        both = bool(state.settings and state.settings.team_seats)
        parts = ["" if teams else standings_text.as_text(state)]
        parts.append(standings_text.teams_as_text(state) if teams or both else "")
        print("\n".join(filter(None, parts)), end="")
    return 0


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "replay": replay_command,
    "standings": standings_command,
    "verify": verify_command,
    "copy": copy_command,
    "events": events_command,
    "roles": roles_command,
    "certificate": certificate_command,
    "stations": _load_stations,
    "season": _load_season,
    "web": _load_web,
    "repair": repair_command,
    "restore": restore_command,
    "export": export_command,
    "import": import_command,
    "check": check_command,
    "clock-log": clock_log_command,
}
