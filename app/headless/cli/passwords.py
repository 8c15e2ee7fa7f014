"""Passwords of databases, typed at a terminal: an option for each command that uses a database."""

from argparse import Namespace
from getpass import getpass

from app.engine.language import say
from app.headless.cli.terminal import Parser
from app.store.server.address import ServerEvent
from app.store.server.passwords import use_password


def add_password_option(parser: Parser) -> None:
    parser.add_argument(
        "-W", "--ask-password", action="store_true", help="ask for the database’s password"
    )


def ask_passwords(options: Namespace, *places: object) -> None:
    """Ask for the password of each database among ``places``, if the command line has the option
    ``--ask-password``.
    """
    if not options.ask_password:
        return
    for address in places:
        where = address.database if isinstance(address, ServerEvent) else address
        if isinstance(where, str):
            use_password(where, getpass(f"{say('Password for {database}:', database=where)} "))
