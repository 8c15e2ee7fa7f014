"""Play random events and games, and check them.

python -m tools.simulation simulate|generate [arguments]

In a checkout `python3 dev.py run simulate` and `python3 dev.py run generate` do the same.
"""

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from app.__main__ import main as flagfall
from app.engine.formats.settings import Settings
from app.engine.language import plural
from app.engine.packet.packet import ClockOut, Packet
from app.engine.progress import share_of
from app.engine.subjects.setup.event import MOST_SEATS
from app.headless.cli.command_line import find_packet, print_standings
from app.headless.cli.keyword_args import keyword_settings
from app.headless.cli.terminal import (
    Parser,
    clear_progress,
    echo,
    parse_arguments,
    progress,
    remark,
)
from app.headless.simulation.simulate import MOST_PLAYERS, SimulationPlan, simulate
from app.store.errors import StoreError
from app.store.packets.files import shelf
from tools.simulation.generate import FEWEST, MOST, write_events
from tools.simulation.random_games import Series, every_series, play_series

USUAL_SIZE = 75
GAMES = "Playing games"
ALL_GAMES = 1_000


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
        help="players choose objectives; in single games also specialists and reinforcements",
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
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    if options.all:
        return _all_games(options.games or ALL_GAMES, options.seed, options.series)
    packet = find_packet(options.packet)
    _check_timing(packet, options.timing)
    size = options.size or max(size for size in packet.sizes if size <= USUAL_SIZE)
    if options.teams and (options.teams < 2 or not 2 <= options.seats <= MOST_SEATS):
        raise StoreError(
            f"An event of teams has 2 teams or more, of 2 to {MOST_SEATS} players each."
        )
    if options.games > 0:
        return _random_games(packet, size, options)
    chosen = Settings("", packet.key, size, 0, rounds=options.rounds, timing=options.timing)
    plan = SimulationPlan(
        players=options.teams * options.seats or options.players,
        seats=options.seats if options.teams else 0,
        rounds=options.rounds,
        seed=options.seed,
        size=size,
        clock_out=ClockOut(options.clock_out),
        packet=packet.key,
        timing=options.timing,
        variants=keyword_settings(packet, chosen, options.variant),
        objectives=options.cards,
    )
    with progress("Playing the event") as report_progress:
        echoed = echo if options.echo else None
        played = simulate(plan, path=options.output, echo=echoed, report_progress=report_progress)
    print_standings(played.state, "text")
    print(played.summary)
    return 0


def generate_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall generate", description="Make random events, a file each.")
    parser.add_argument("--events", type=int, default=10, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same events")
    parser.add_argument("--fewest", type=int, default=FEWEST, help="players at least")
    parser.add_argument("--most", type=int, default=MOST, help="players at most")
    parser.add_argument("-o", "--out", type=Path, default=Path("events"), help="the folder")
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    if options.fewest > options.most:
        raise StoreError(
            f"At least {options.fewest} and at most {options.most} players: no size fits."
        )
    if not 2 <= options.fewest <= options.most <= MOST_PLAYERS:
        raise StoreError(f"A generated event has 2 to {MOST_PLAYERS} players.")
    if options.events < 1:
        raise StoreError("Generate at least one event.")
    sizes = {"fewest": options.fewest, "most": options.most}
    with progress("Making events") as report_progress:
        for path in write_events(
            options.events, options.seed, options.out, report_progress=report_progress, **sizes
        ):
            clear_progress()
            print(path, flush=True)
    return 0


def _check_timing(packet: Packet, key: str) -> None:
    keys = [timing.key for timing in packet.timings]
    if key and key not in keys:
        raise StoreError(f"{packet.name} has no timing {key}; it has {', '.join(keys)}.")


def _random_games(packet: Packet, size: int, options: Namespace) -> int:
    """Play single games of every scenario. Return exit code 2 if a game has a fault."""
    if size not in packet.sizes:
        sizes = ", ".join(map(str, packet.sizes))
        raise StoreError(f"{packet.name} has no size {size}. Its sizes are {sizes}.")
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
    """Return the numbers in "3-80" or in "3"; all numbers for an empty text. Raises StoreError if
    the text has another form.
    """
    first, dash, last = words.partition("-")
    if not words:
        return range(1, count + 1)
    if first.isdecimal() and (last.isdecimal() if dash else True):
        chosen = range(int(first), int(last or first) + 1)
        if 1 <= chosen.start < chosen.stop <= count + 1:
            return chosen
    raise StoreError(f"Name the series from 1 to {count}, such as 1-80, not {words}.")


def _all_games(games: int, seed: int, words: str) -> int:
    """Play all series, or the named ones. Return exit code 2 if a game breaks a rule."""
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
    breaches = plural(faults, "{count} breach", "{count} breaches") if faults else "no breach"
    print(f"{played}, {breaches}; {count / seconds:.0f} games a second.")
    return 2 if faults else 0


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "simulate": simulate_command,
    "generate": generate_command,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run Flagfall with these additional commands, and return its exit code."""
    return flagfall(argv, COMMANDS)


if __name__ == "__main__":
    sys.exit(main())
