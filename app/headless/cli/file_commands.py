"""The commands for an event's file that is damaged, lost or replaced."""

from collections.abc import Sequence
from pathlib import Path

from app.engine.language import say
from app.headless.cli.terminal import Parser, parse_arguments, progress
from app.store.file_names import real_path
from app.store.log.log_file import demand_there
from app.store.rescue.repair import repair
from app.store.rescue.restore import restore


def repair_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall repair",
        description="Write everything that can be read of a damaged event file into a new one.",
        epilog="The damaged file stays as it is. What is lost is printed, by table and time.",
    )
    parser.add_argument("file", type=Path, help="the damaged event file")
    parser.add_argument("-o", "--output", type=Path, help="the new file; else one beside it")
    parser.add_argument(
        "--with", dest="copies", type=Path, action="append", default=[], metavar="BACKUP",
        help="a backup to take lost rows from; may be given again",
    )  # fmt: skip
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    for backup in options.copies:
        demand_there(real_path(backup))
    with progress(say("Repairing {file}", file=options.file.name)) as report_progress:
        repaired = repair(options.file, options.output, options.copies, report_progress)
    print(repaired.summary)
    for line in (*repaired.lost, *repaired.remarks):
        print(line)
    return 0


def restore_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall restore",
        description="Put a backup in the place of its event’s file.",
        epilog="The file that is there now, with its journal, is kept under another name.",
    )
    parser.add_argument("backup", type=Path, help="the backup")
    parser.add_argument(
        "--to", type=Path, metavar="FILE", help="the event’s file; else the one it is a copy of"
    )
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    with progress(say("Restoring {file}", file=options.backup.name)):
        restored = restore(options.backup, options.to)
    print(restored.summary)
    return 0
