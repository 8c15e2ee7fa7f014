"""The commands that need no window: arguments in, text out, exit code back."""

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.engine.decide.settings import MOST_SEATS
from app.engine.evolve import fold
from app.engine.formats.settings import Settings
from app.engine.language import plural, say
from app.engine.packet.packet import ClockOut, Packet
from app.engine.packet.ranking import RankingColumn
from app.engine.progress import share_of
from app.engine.state import State
from app.headless.cli import standings_text
from app.headless.cli.check_commands import check_command, generate_command
from app.headless.cli.clock_log import clock_log_command
from app.headless.cli.export_commands import export_command, import_command
from app.headless.cli.file_commands import repair_command, restore_command
from app.headless.cli.keyword_args import keyword_settings
from app.headless.cli.replay import choose, replay
from app.headless.cli.server_commands import (
    certificate_command,
    copy_command,
    events_command,
    roles_command,
)
from app.headless.cli.terminal import Parser, clear_progress, echo, parsed, progress, remark
from app.headless.desk_session import NotDone
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import Plan, simulate
from app.store.errors import StoreError
from app.store.events import open_log
from app.store.packets.files import shelf
from app.store.server.address import place
from app.store.tables.games import read_games
from app.store.tables.text import read_text
from tools.simulation.random_games import Series, every_series, play_series

USUAL_SIZE = 75
GAMES = say("Playing games")
ALL_GAMES = 1_000
EVENT_HELP = "the event file, or an event in a database"


def replay_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall replay", description="Replay a past event from its table of games."
    )
    parser.add_argument("games", type=Path, help="a table of games (CSV)")
    parser.add_argument("--packet", default="SR2017", help="the rules it is played by")
    parser.add_argument("--size", type=int, default=75, help="army points")
    parser.add_argument("--event", help="which of several events in the file")
    parser.add_argument("-o", "--output", type=Path, help="keep the event in this new file")
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
    options = parsed(parser, arguments)
    if options is None:
        return 0
    order = _order(options.order)
    team_order = _order(options.team_order)
    packet = _packet(options.packet)
    text = read_text(options.games)
    try:
        games = choose(read_games(text, options.games.stem), options.event)
    except StoreError as error:
        raise StoreError(f"{options.games.name}: {error}") from error
    try:
        with progress(say("Playing {file}", file=options.games.name)) as report_progress:
            state = replay(
                games, packet, options.size, note=remark, path=options.output,
                order=order, team_order=team_order, report_progress=report_progress,
            )  # fmt: skip
    except NotDone as error:
        raise StoreError(str(error)) from error
    return _print_standings(state, "json" if options.json else "text")


def standings_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall standings", description="Print an event's standings.")
    parser.add_argument("file", type=place, help=EVENT_HELP)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", dest="form", action="store_const", const="json", default="text")
    form.add_argument("--csv", dest="form", action="store_const", const="csv")
    parser.add_argument("--teams", action="store_true", help="of the teams; in JSON both stand")
    options = parsed(parser, arguments)
    if options is None:
        return 0
    with progress(say("Reading {file}", file=options.file.name)) as report_progress:
        with open_log(options.file, read_only=True) as log:
            records = log.records()
        state = fold(records, report_progress)
    return _print_standings(state, options.form, teams=options.teams)


def verify_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall verify", description="Check an event file thoroughly.")
    parser.add_argument("file", type=place, help=EVENT_HELP)
    options = parsed(parser, arguments)
    if options is None:
        return 0
    with progress(say("Checking {file}", file=options.file.name)) as report_progress:
        verified = verify(options.file, report_progress)
    for line in verified.lines():
        print(line)
    for fault in verified.faults:
        remark(fault)
    return 2 if verified.faults else 0


def simulate_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall simulate", description="Simulate a whole event.")
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument(
        "--teams", type=int, default=0, help="this many teams, instead of --players"
    )
    parser.add_argument("--seats", type=int, default=3, help="players of a team")
    parser.add_argument("--rounds", type=int, default=0, help="0: as many as the packet says")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same event")
    parser.add_argument("--size", type=int, default=0, help="army points; 75 where there are such")
    parser.add_argument(
        "--clock-out", choices=("packet", "lose", "last_turn", "warn"), default="packet"
    )
    parser.add_argument("--packet", default="SR2017", help="the rules it is played by")
    parser.add_argument("--timing", default="", help="a timing format of the packet")
    parser.add_argument(
        "--variant", action="append", default=[], metavar="KEYWORD[=X]",
        help="an announced keyword, such as cut=4 or finals-tables; may be given again",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=int, default=0, help="this many single games of each scenario"
    )
    parser.add_argument(
        "--cards",
        action="store_true",
        help="single games have specialists, reinforcements and objectives",
    )
    parser.add_argument(
        "--all", action="store_true",
        help="single games, with cards, of every packet, scenario and timing format; 1,000 each"
        " unless --games says otherwise",
    )  # fmt: skip
    parser.add_argument(
        "--series", default="", metavar="A-B",
        help="with --all: only these series, as they are numbered in its output",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, help="keep the event in this new file")
    parser.add_argument("--echo", action="store_true", help="print each row once it is durable")
    options = parsed(parser, arguments)
    if options is None:
        return 0
    if options.all:
        return _all_games(options.games or ALL_GAMES, options.seed, options.series)
    packet = _packet(options.packet)
    _check_timing(packet, options.timing)
    size = options.size or max(size for size in packet.sizes if size <= USUAL_SIZE)
    if options.teams and (options.teams < 2 or not 2 <= options.seats <= MOST_SEATS):
        raise StoreError(
            say(
                "An event of teams has 2 teams or more, of 2 to {most} players each.",
                most=MOST_SEATS,
            )
        )
    if options.games > 0:
        return _random_games(packet, size, options)
    chosen = Settings("", packet.key, size, 0, rounds=options.rounds, timing=options.timing)
    plan = Plan(
        players=options.teams * options.seats or options.players,
        seats=options.seats if options.teams else 0,
        rounds=options.rounds,
        seed=options.seed,
        size=size,
        clock_out=ClockOut(options.clock_out),
        packet=packet.key,
        timing=options.timing,
        variants=keyword_settings(packet, chosen, options.variant),
    )
    with progress(say("Playing the event")) as report_progress:
        echoed = echo if options.echo else None
        played = simulate(plan, path=options.output, echo=echoed, report_progress=report_progress)
    _print_standings(played.state, "text")
    print(played.summary)
    return 0


def _packet(name: str) -> Packet:
    known = shelf()
    packet = known.packets.get(name.casefold())
    if packet is None:
        there = ", ".join(known.packets).upper()
        sentence = say("There is no packet {name}; there is {known}.", name=name, known=there)
        raise StoreError(" ".join((sentence, *known.faults)))
    return packet


def _order(words: str) -> tuple[RankingColumn, ...]:
    """The criteria in "tp,win_rates"."""
    keys = [word.strip().casefold() for word in words.split(",") if word.strip()]
    known = {ranking_column.value: ranking_column for ranking_column in RankingColumn}
    strange = next((key for key in keys if key not in known), None)
    if strange is not None:
        raise StoreError(
            say(
                "Nothing ranks by {key}; choose among {known}.", key=strange, known=", ".join(known)
            )
        )
    return tuple(known[fromkey] for fromkey in dict.fromkeys(keys))


def _check_timing(packet: Packet, key: str) -> None:
    keys = [timing.key for timing in packet.timings]
    if key and key not in keys:
        raise StoreError(
            say(
                "{packet} has no timing {key}; it has {known}.",
                packet=packet.name,
                key=key,
                known=", ".join(keys),
            )
        )


def _random_games(packet: Packet, size: int, options: Namespace) -> int:
    """Play single games of every scenario; the exit code is 2 when one has a fault."""
    if size not in packet.sizes:
        sizes = ", ".join(map(str, packet.sizes))
        raise StoreError(
            say(
                "{packet} has no size {size}. Its sizes are {sizes}.",
                packet=packet.name,
                size=size,
                sizes=sizes,
            )
        )
    faults: list[str] = []
    every = len(packet.scenarios)
    with progress(GAMES) as report_progress:
        for at, scenario in enumerate(packet.scenarios):
            series = Series(
                packet,
                scenario,
                size,
                options.games,
                options.seed,
                options.timing,
                cards=options.cards,
            )
            outcome = play_series(series, share_of(report_progress, at / every, (at + 1) / every))
            clear_progress()
            print(outcome.line(series), flush=True)
            faults += outcome.faults
    for fault in faults:
        remark(fault)
    return 2 if faults else 0


def _chosen(words: str, count: int) -> range:
    """The numbers in "3-80", or in "3" alone; all of them without a word."""
    first, dash, last = words.partition("-")
    if not words:
        return range(1, count + 1)
    if first.isdecimal() and (last.isdecimal() if dash else True):
        chosen = range(int(first), int(last or first) + 1)
        if 1 <= chosen.start < chosen.stop <= count + 1:
            return chosen
    raise StoreError(
        say(
            "Name the series from 1 to {count}, such as 1-80, not {words}.",
            count=count,
            words=words,
        )
    )


def _all_games(games: int, seed: int, words: str) -> int:
    """Play every series there is, or those named; the exit code is 2 when a game breaks a rule."""
    series = [*every_series(shelf().packets.values(), games, seed)]
    numbers = _chosen(words, len(series))
    began, faults = time.perf_counter(), 0
    with progress(GAMES) as report_progress:
        for at, number in enumerate(numbers):
            part = share_of(report_progress, at / len(numbers), (at + 1) / len(numbers))
            outcome = play_series(series[number - 1], part)
            clear_progress()
            print(f"{number} of {len(series)}: {outcome.line(series[number - 1])}", flush=True)
            for fault in outcome.faults:
                remark(fault)
            faults += len(outcome.faults)
    seconds = max(time.perf_counter() - began, 0.001)
    count = games * len(numbers)
    played = plural(count, "{count} game", "{count} games")
    breaches = plural(faults, "{count} breach", "{count} breaches") if faults else say("no breach")
    words = say("{games}, {breaches}; {rate:.0f} games a second.")
    print(words.format(games=played, breaches=breaches, rate=count / seconds))
    return 2 if faults else 0


def _print_standings(state: State, form: str, *, teams: bool = False) -> int:
    """Of an event of teams a terminal shows the teams below the players."""
    if form == "json":
        out = sys.stdout
        unicode = out is not None and (out.encoding or "").casefold().startswith("utf")
        print(standings_text.as_json(state, ascii_only=not unicode), end="")
    elif form == "csv":
        write = standings_text.teams_as_csv if teams else standings_text.as_csv
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
    "repair": repair_command,
    "restore": restore_command,
    "export": export_command,
    "import": import_command,
    "simulate": simulate_command,
    "generate": generate_command,
    "check": check_command,
    "clock-log": clock_log_command,
}
