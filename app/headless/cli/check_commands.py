"""The command that checks the draws of events."""

from collections.abc import Sequence
from pathlib import Path

from app.engine.language import say
from app.headless.cli.terminal import Parser, parse_arguments, progress, remark
from app.headless.recheck.check import check_event
from app.store.errors import StoreError


def check_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall check", description="Recompute every draw of an event.")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="event files")
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    failed = False
    for path in options.files:
        try:
            with progress(say("Checking {file}", file=path.name)) as report_progress:
                checked = check_event(path, report_progress)
        except StoreError as error:  # the other events are still checked
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
