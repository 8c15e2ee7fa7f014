"""The commands for events in databases."""

from collections.abc import Sequence
from getpass import getpass
from pathlib import Path

from app.engine.acts.stations.roles import Role
from app.engine.language import plural, say
from app.engine.text import join_words
from app.headless.cli.passwords import add_password_option, ask_passwords
from app.headless.cli.terminal import Parser, parse_arguments, progress
from app.store import events
from app.store.errors import StoreError
from app.store.server.address import database, place

NO_ROLE = say("There is no role {role}. There are {roles}.")


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
    add_password_option(parser)
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    ask_passwords(options, options.source, options.target)
    target = options.target
    with progress(say("Copying {file}", file=options.source.name)) as report_progress:
        rows = events.copy(options.source, target, report_progress)
    print(plural(rows, "Copied {count} row to {target}.", "Copied {count} rows to {target}.",
                 target=target))  # fmt: skip
    return 0


def events_command(arguments: Sequence[str]) -> int:
    parser = Parser(prog="flagfall events", description="List the events of a database.")
    parser.add_argument("database", type=database, help="postgresql+psycopg://…")
    add_password_option(parser)
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    ask_passwords(options, options.database)
    names = events.names(options.database)
    print("\n".join(names) or say("There is no event in the database yet."))
    return 0


def roles_command(arguments: Sequence[str]) -> int:
    names = [role.value for role in Role]
    parser = Parser(
        prog="flagfall roles",
        description="Make the roles of stations in a database, or bring them up to date after an"
        " update of Flagfall, and make the stations’ users.",
        epilog=f"The roles are {', '.join(names)}. Flagfall asks for each user’s password.",
    )
    parser.add_argument("database", type=database, help="postgresql+psycopg://…")
    parser.add_argument(
        "--user", action="append", nargs=2, metavar=("NAME", "ROLE"), default=[],
        help="make this user, or give them another role and password; may be repeated",
    )  # fmt: skip
    add_password_option(parser)
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    for _name, role in options.user:
        if role not in names:
            raise StoreError(NO_ROLE.format(role=role, roles=join_words(names)))
    ask_passwords(options, options.database)
    users = [(name, Role(role), _new_password(name)) for name, role in options.user]
    events.make_roles(options.database)
    for name, role, password in users:
        events.make_user(options.database, name, role, password)
    print(say("The roles are set up. Give each station a user in one of them."))
    return 0


def _new_password(name: str) -> str:
    """Ask for a new password twice. Raises StoreError if the two differ."""
    first, second = (
        getpass(f"{words} ")
        for words in (
            say("New password for {name}:", name=name),
            say("The same password for {name} again:", name=name),
        )
    )
    if not first or first != second:
        raise StoreError(say("The passwords differ or are empty. Nothing was changed."))
    return first


def certificate_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall certificate",
        description="Make a certificate for a database server that has none: server.crt and"
        " server.key, in PostgreSQL’s data folder. What is there already is never replaced.",
        epilog="Set ssl = on in postgresql.conf afterwards, and restart PostgreSQL.",
    )
    parser.add_argument("folder", type=Path, help="PostgreSQL’s data folder")
    parser.add_argument("host", nargs="+", help="the server’s addresses and names")
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    from app.web.server.certificate import write_pair

    for path in write_pair(options.folder, options.host):
        print(path)
    return 0
