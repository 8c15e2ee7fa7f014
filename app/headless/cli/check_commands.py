"""The commands that make random events and check the draws of any."""

from collections.abc import Sequence
from pathlib import Path

from app.engine.language import say
from app.headless.cli.terminal import Parser, clear_progress, parsed, progress, remark
from app.headless.recheck.check import check
from app.headless.simulation.simulate import MOST_PLAYERS
from app.store.errors import StoreError
from tools.simulation.generate import FEWEST, MOST, write_events


def generate_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall generate", description="Make random events, a file each.")
    parser.add_argument("--events", type=int, default=10, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same events")
    parser.add_argument("--fewest", type=int, default=FEWEST, help="players at least")
    parser.add_argument("--most", type=int, default=MOST, help="players at most")
    parser.add_argument("-o", "--out", type=Path, default=Path("events"), help="the folder")
    options = parsed(parser, arguments)
    if options is None:
        return 0
    if options.fewest > options.most:
        raise StoreError(
            say(
                "At least {fewest} and at most {most} players: no size fits.",
                fewest=options.fewest,
                most=options.most,
            )
        )
    if not 2 <= options.fewest <= options.most <= MOST_PLAYERS:
        raise StoreError(say("A generated event has 2 to {most} players.", most=MOST_PLAYERS))
    if options.events < 1:
        raise StoreError(say("Generate at least one event."))
    sizes = {"fewest": options.fewest, "most": options.most}
    with progress(say("Making events")) as report_progress:
        for path in write_events(
            options.events, options.seed, options.out, report_progress=report_progress, **sizes
        ):
            clear_progress()
            print(path, flush=True)
    return 0


def check_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall check", description="Recompute every draw of an event.")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="event files")
    options = parsed(parser, arguments)
    if options is None:
        return 0
    failed = False
    for path in options.files:
        try:
            with progress(say("Checking {file}", file=path.name)) as report_progress:
                checked = check(path, report_progress)
        except StoreError as error:  # the others are checked all the same
            remark(str(error))
            failed = True
            continue
        print(f"{path.name}: {checked.line}", flush=True)
        for note in checked.notes:
            print(f"  {note}")
        for fault in checked.faults:
            remark(f"{path.name}: {fault}")
        failed = failed or bool(checked.faults)
    return 2 if failed else 0
