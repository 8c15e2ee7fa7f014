"""The command that serves an event before and after the day."""

import asyncio
import contextlib
import ssl
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from app.engine.evolve import fold
from app.engine.language import say
from app.headless.cli.terminal import Parser, parse_arguments
from app.store.errors import StoreError
from app.store.events import open_log
from app.store.file_names import exists
from app.store.online.book import Book, book_file
from app.store.server.address import MOST_PORT
from app.web.online.callers import PORT, Where
from app.web.online.channel import code_hash, new_code
from app.web.online.parts import changed_parts, parts_of
from app.web.online.pin import new_pin
from app.web.online.server import OnlineServer
from app.web.outlets.addresses import is_web_address
from app.web.server.http import CannotServe

CODE_S = 24 * 3600
NO_ADDRESS = say(
    "{address} is not a public address. Write the one that people open, such as"
    " https://club.example/cup."
)
NO_PORT = say("There is no port {port}: choose one from 1 to {most}.")
BOTH = say("A certificate needs its key, too: give --certificate and --key together.")
ELSEWHERE = say(
    "Without --address the server answers only at this computer’s own addresses. Give the address"
    " that people open with --address."
)


def web_command(arguments: Sequence[str]) -> int:
    parser = Parser(
        prog="flagfall web",
        description="Serve an event before and after the day: sign-up, who is coming, pairings and"
        " standings as the desk sends them.",
        epilog="EVENT is an event file, or a name for one that the desk sends. What the server"
        " keeps is in EVENT.online beside it. See docs/online.md.",
    )
    parser.add_argument("event", type=Path, help="the event file, or where the event will be")
    parser.add_argument(
        "--address", default="", metavar="URL", help="how people open it: https://club.example/cup"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="where to listen; 0.0.0.0 for everybody"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"the port; {PORT} if none is given")
    parser.add_argument(
        "--proxy", action="append", default=[], metavar="IP",
        help="trust what this proxy says of its visitors; may be repeated",
    )  # fmt: skip
    parser.add_argument("--certificate", type=Path, help="serve https with this chain (PEM)")
    parser.add_argument("--key", type=Path, help="the certificate’s key (PEM)")
    parser.add_argument(
        "--code", action="store_true", help="print a new code for a desk, then stop"
    )
    parser.add_argument("--pin", action="store_true", help="make a new PIN, print it, then stop")
    options = parse_arguments(parser, arguments)
    if options is None:
        return 0
    book = Book(book_file(options.event))
    try:
        _run(options, book)
    finally:
        book.close()
    return 0


def _run(options: Namespace, book: Book) -> None:
    if options.pin:
        print(say("The organizer’s PIN: {pin}", pin=new_pin(book)))
    if options.code:
        print(say("For the desk, good for one day: {code}", code=_add_code(book)))
    if options.pin or options.code:
        return
    where = _where(options)
    if exists(options.event):
        take_event(options.event, book)
    try:
        asyncio.run(_serve(where, book))
    except CannotServe as error:
        raise StoreError(str(error)) from error
    except KeyboardInterrupt:
        print(say("The server has stopped. What it keeps is in its file."), flush=True)


def _where(options: Namespace) -> Where:
    """Return the address, port and certificate from the options. Raises StoreError for values that
    cannot be used.
    """
    address = options.address.rstrip("/")
    if address and not is_web_address(address):
        raise StoreError(NO_ADDRESS.format(address=address))
    if not 0 <= options.port <= MOST_PORT:
        raise StoreError(NO_PORT.format(port=options.port, most=MOST_PORT))
    if (options.certificate is None) != (options.key is None):
        raise StoreError(BOTH)
    tls = None
    if options.certificate is not None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            tls.load_cert_chain(options.certificate, options.key)
        except (OSError, ssl.SSLError) as error:
            why = error.strerror or error
            raise StoreError(say("The certificate cannot be read: {why}.", why=why)) from error
    return Where(options.host, options.port, address, frozenset(options.proxy), tls)


def take_event(event: Path, book: Book) -> None:
    """Read the event's file and store the event's public parts in ``book``, unless a desk has sent
    them already.
    """
    if book.kept("from_desk"):
        return
    with open_log(event, read_only=True) as log:
        state = fold(log.records())
    if changed := changed_parts(parts_of(state), book.marks()):
        book.take_parts(book.last_number + 1, changed)


def _add_code(book: Book) -> str:
    code = new_code()
    book.add_code(code_hash(code), time.time() + CODE_S)
    return code


async def _serve(where: Where, book: Book) -> None:
    server = OnlineServer(book, where)
    port = await server.start()
    scheme = "http" if where.tls is None else "https"
    address = where.address or f"{scheme}://{where.host}:{port}"
    print(say("Serving at {address}", address=address), flush=True)
    if not where.address:
        print(ELSEWHERE, flush=True)
    if not book.kept("pin"):
        print(say("The organizer’s PIN: {pin}", pin=new_pin(book)), flush=True)
    if not book.kept("from_desk"):
        code = _add_code(book)
        print(say("For the desk, good for one day: {code}", code=code), flush=True)
    with contextlib.suppress(asyncio.CancelledError):
        try:
            await asyncio.Event().wait()
        finally:
            await server.stop()
