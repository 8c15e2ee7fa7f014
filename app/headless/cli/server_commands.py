"""The commands for events in databases."""

from argparse import Namespace
from collections.abc import Sequence
from getpass import getpass

from app.engine.language import plural, say
from app.headless.cli.terminal import Parser, parsed, progress
from app.store import events
from app.store.server.address import ServerEvent, database, place


def _ask(parser: Parser) -> None:
    parser.add_argument(
        "-W", "--ask-password", action="store_true", help="ask for the database's password"
    )


def _asked(options: Namespace, *places: object) -> None:
    """The password for each database among these, if it is to be asked for."""
    if not options.ask_password:
        return
    from app.store.server.passwords import use_password

    for address in places:
        where = address.database if isinstance(address, ServerEvent) else address
        if isinstance(where, str):
            use_password(where, getpass(f"{say('Password for {database}:', database=where)} "))


def copy_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall copy",
        description="Copy an event from a file to a database, back, or elsewhere.",
        epilog="An event in a database is named like"
        " postgresql+psycopg://flagfall@server/flagfall#Spring-Cup. What is there already is never"
        " replaced, and the event that is copied stays as it is.",
    )
    parser.add_argument("source", type=place, help="the event file, or an event in a database")
    parser.add_argument("target", type=place, help="a new file, or a new event in a database")
    _ask(parser)
    options = parsed(parser, arguments)
    if options is None:
        return 0
    _asked(options, options.source, options.target)
    target = options.target
    with progress(say("Copying {file}", file=options.source.name)) as report_progress:
        rows = events.copy(options.source, target, report_progress)
    print(plural(rows, "Copied {count} row to {target}.", "Copied {count} rows to {target}.",
                 target=target))  # fmt: skip
    return 0


def events_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall events", description="List the events of a database.")
    parser.add_argument("database", type=database, help="postgresql+psycopg://…")
    _ask(parser)
    options = parsed(parser, arguments)
    if options is None:
        return 0
    _asked(options, options.database)
    names = events.names(options.database)
    print("\n".join(names) or say("There is no event in the database yet."))
    return 0


def roles_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall roles",
        description="Make the roles of stations in a database, or bring them up to date after an"
        " update of Flagfall: flagfall_organizer, flagfall_judge, flagfall_scorekeeper and"
        " flagfall_reader.",
        epilog="Then give each station a user of its own in one of them:"
        " CREATE ROLE anna LOGIN PASSWORD '…' IN ROLE flagfall_judge;",
    )
    parser.add_argument("database", type=database, help="postgresql+psycopg://…")
    _ask(parser)
    options = parsed(parser, arguments)
    if options is None:
        return 0
    _asked(options, options.database)
    events.make_roles(options.database)
    print(say("The roles are there. Give each station a user in one of them."))
    return 0
