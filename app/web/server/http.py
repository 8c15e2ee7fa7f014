"""The tables' server in the desk's thread: start and stop, its pages and its sockets.

What a socket may do once it is let in is decided in ``app.web.server.sessions``.
"""

import asyncio
import os
import re
import socket as sockets
import ssl
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from html import escape
from itertools import starmap
from pathlib import Path
from weakref import WeakSet

import deflate
from aiohttp import web
from msgspec import Struct, field

from app.desk.desk import Desk
from app.engine.language import language_code, say
from app.store.photos import Photos
from app.views.round.needs import Equipment
from app.web.protocol.messages import Notice
from app.web.server.addresses import local_addresses, reachable
from app.web.server.connection import Connection, new_socket
from app.web.server.crowd import PAGE_S, Crowd
from app.web.server.first_byte import FirstByte
from app.web.server.guard import guard_request, headers, host_of, same_origin
from app.web.server.javascript import KEPT, as_sent, short_names, with_short_names
from app.web.server.page_language import html_in_language, in_language, plural_rule
from app.web.server.presence import Links, TableLink
from app.web.server.secrets import Keys
from app.web.server.sessions import Sessions

PORT, PORTS = 8437, 8
"""The first port for the pages, and the number of ports to try, because another event may be open
on this computer.
"""
EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"
"""The addresses to listen at: for the whole network, or for this computer only."""
Installed = tuple[bytes, str]  # a file that a device installs, and its kind
TURNS = 5  # of the loop
SWEEP_S = 1.0
IDLE_S = 10.0  # between two questions on one connection
LINGER_S = 1.0  # for the rest of a request that was refused
BACKLOG = 256
LOST_S = 30.0  # a socket on which nothing is received
STOP_S = 2.0
CONNECTIONS = 800
FROM_ONE_ADDRESS = 300
FILES = 4096
EVENTS_HERE = "<!-- events -->"
"""The comment in the hall's page that is replaced by the events."""
CERTIFICATE = ("certificate", "certificate.html")  # how to install it; with TLS only
VENDOR = "vendor/"
WORDS = "wording.js"
"""The ending of the names of files with the words of `app/engine/wording.py`."""
PACKED = 12  # the highest level, since each file is compressed once
KEEP_PAGE = "max-age=86400"  # a tablet out of touch is loaded again; one in touch asks by itself
KEEP_FILE = "max-age=31536000, immutable"
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CSS_SPACE = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")
OWN_FILE = re.compile(rb'(src|href)="((?:[A-Za-z0-9_-]+/)?[A-Za-z0-9_.-]+\.(?:js|css))"')
NAME = "[A-Za-z0-9_.-]"
IN_FOLDER = f"(?:[A-Za-z0-9_-]+/)?{NAME}+"
ENCRYPTED = """<!doctype html><html lang="{lang}"><title>{title}</title>
<p>{sentence}</p>
"""
"""A short page for when the page on the certificate is missing."""
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


class CannotServe(Exception):
    """The reason why the server cannot start, in a sentence for the organizer."""


class PortTaken(CannotServe):
    """Another program uses the port."""


class Page(Struct, frozen=True):
    """A file in the form in which it is sent."""

    body: bytes
    packed: bytes
    """The file compressed with gzip."""
    kind: str
    mark: str
    edition: str


class TableLinks(Struct, frozen=True):
    """The connections of the tables, and what the organizer should know about them."""

    tables: Mapping[int, TableLink]
    held: frozenset[int]
    """The games whose flags wait for their table to reconnect."""

    notices: tuple[Notice, ...]

    flags_due: Mapping[int, int] = field(default_factory=dict)
    """The instants in milliseconds, by game, of the flags that have waited so long that the
    organizer has to decide.
    """


def _hall_card(name: str, address: str) -> str:
    """Return an event of the hall, with links to its page for players and its room display."""
    links = ((f"{address}/room", say("Pairings, results and your page")),
             (f"{address}/wall", say("Room display")))  # fmt: skip
    items = "".join(
        f'<li><a href="{escape(link)}">{escape(words)}</a></li>' for link, words in links
    )
    return f'<section class="card"><h2>{escape(name)}</h2><ul>{items}</ul></section>'


def _encrypted_words() -> str:
    link = '<a href="{address}/">{address}/</a>'
    sentence = say("These pages are encrypted: open {link}", link=link)
    return ENCRYPTED.format(lang=language_code(), title=say("Encrypted"), sentence=sentence)


def read_pages(folder: Path) -> dict[str, Page]:
    """Return the files of ``folder`` and its subfolders, by the path that requests use: "eo.html",
    "clock/face.js". No other files are ever read.

    The scripts and styles of each edition of the pages have a separate folder, so that a browser
    may keep them for good and never mixes two editions. They are sent without comments, and the
    names of texts on screen are shortened.
    """
    files = {file.relative_to(folder).as_posix(): _read(file) for file in _own_files(folder)}
    names = short_names(raw.decode() for name, raw in files.items() if name.endswith(WORDS))
    sent = {name: _as_sent(name, raw, names) for name, raw in files.items()}
    edition = edition_of(sent.values())
    pages = {}
    for name, body in sent.items():
        stem, suffix = os.path.splitext(name)
        html = suffix == ".html"
        whole = OWN_FILE.sub(rf'\1="{edition}/\2"'.encode(), body) if html else body
        mark = f'"{sha256(whole).hexdigest()[:20]}"'
        page = Page(whole, _pack(whole), KINDS[suffix], mark, edition)
        pages[name] = page
        if html:
            pages["" if stem == "index" else stem] = page
    return pages


def _as_sent(name: str, raw: bytes, names: Mapping[str, str]) -> bytes:
    """Return a file without comments, spaces and long names, which a browser does not need."""
    if name.startswith(VENDOR):
        return raw  # code of others, which is already small and keeps its licence
    if name.endswith(".js"):
        code = with_short_names(raw.decode(), names, words=name.endswith(WORDS))
        return as_sent(code).encode()
    if name.endswith(".css"):
        return CSS_SPACE.sub(r"\1", CSS_COMMENT.sub("", raw.decode())).encode()
    return raw


@lru_cache(maxsize=KEPT)
def _pack(body: bytes) -> bytes:
    """Return a file compressed with gzip. The result is remembered, because compressing takes a
    while and a restarted server has the same files.
    """
    return bytes(deflate.gzip_compress(body, PACKED))


def _read(file: Path) -> bytes:
    """Return a file in the current language."""
    raw = file.read_bytes()
    if file.suffix == ".js" and file.parent.name != "vendor":
        return in_language(raw.decode(), plural_rule()).encode()
    return html_in_language(raw.decode()).encode() if file.suffix == ".html" else raw


def _own_files(folder: Path) -> list[Path]:
    """Return the files of ``folder`` that are served; links are not followed."""
    if not folder.is_dir():
        return []
    inside = sorted(folder.iterdir())
    folders = [each for each in inside if each.is_dir() and not each.is_symlink()]
    files = [*inside, *(file for each in folders for file in sorted(each.iterdir()))]
    return [
        file for file in files if file.suffix in KINDS and file.is_file() and not file.is_symlink()
    ]


def edition_of(bodies: Iterable[bytes]) -> str:
    """Return the name of the folder under which browsers find the files of these pages. The name
    changes with the files' content.
    """
    return f"v{sha256(b'|'.join(sha256(body).digest() for body in bodies)).hexdigest()[:12]}"


class TablesServer:
    """Serves one desk. Everything runs in the desk's thread, except ``start``, ``stop`` and
    ``subscribe``.
    """

    def __init__(
        self,
        desk: Desk,
        keys: Keys,
        pages: Mapping[str, Page],
        *,
        host: str = EVERYWHERE,
        port: int = PORT,
        tls: ssl.SSLContext | None = None,
        installs: Mapping[str, Installed] | None = None,
        steady: Callable[[], float] = time.monotonic,
        links: Links | None = None,
        photos: Photos | None = None,
    ) -> None:
        """Prepare to serve ``desk``. If the desk's time runs differently from ``steady``, the
        connected devices are given as ``links``.
        """
        self._desk = desk
        self._pages = pages
        self._edition = next((page.edition for page in pages.values()), "")
        self._host, self._port, self._tls = host, port, tls
        self._installs = installs or {}
        self._steady = steady
        self._room = Sessions(desk, keys, steady, self._edition, links, photos=photos)
        self._runner: web.AppRunner | None = None
        self._door: sockets.socket | None = None
        self._listener: asyncio.Server | None = None
        self._wires: WeakSet[asyncio.Transport] = WeakSet()  # the transports below TLS connections
        self._sweeping: asyncio.Task[None] | None = None
        self._crowd = Crowd(steady)
        self._sockets: set[object] = set()
        self._listeners: list[Callable[[TableLinks], None]] = []

    def start(self) -> "Future[tuple[str, ...]]":
        """Start the server. The future has the addresses, or raises CannotServe."""
        return self._desk.run(self._start())

    def stop(self) -> "Future[None]":
        """Disconnect all devices and stop. The event continues without them."""
        return self._desk.run(self._close())

    def revoke(self, table: int) -> "Future[None]":
        """Disconnect a table's devices after a new code was issued."""

        async def send_away() -> None:
            self._room.revoke(table)

        return self._desk.run(send_away())

    def renew(self, players: Iterable[int]) -> "Future[None]":
        """Sign players' phones out after new codes were made."""
        numbers = frozenset(players)

        async def sign_out() -> None:
            self._room.renew(numbers)

        return self._desk.run(sign_out())

    def wait_on(self, game: int) -> "Future[None]":
        """Let the flag of a table that is disconnected wait once more for the table's tablets."""

        async def wait() -> None:
            self._room.wait_on(game)

        return self._desk.run(wait())

    def note_equipment(self, equipment: Equipment) -> "Future[None]":
        """Tell the organizer's pages about problems with clocks and copies."""

        async def note() -> None:
            self._room.note_equipment(equipment)

        return self._desk.run(note())

    def hold_for(self, hold_ms: int) -> "Future[None]":
        """Set the milliseconds for which a flag waits for its table's tablets before the organizer
        is asked.
        """

        async def hold() -> None:
            self._room.hold_for(hold_ms)

        return self._desk.run(hold())

    def new_pass(self) -> "Future[str]":
        """Return a pass that lets one device of the organizer in, once and within five minutes."""

        async def make() -> str:
            return self._room.new_pass()

        return self._desk.run(make())

    def relock(self) -> "Future[None]":
        """Lock everybody who came in with an earlier PIN; they have to enter the new one."""

        async def lock() -> None:
            self._room.relock()

        return self._desk.run(lock())

    def subscribe(self, listener: Callable[[TableLinks], None]) -> None:
        """Call ``listener`` about once a second with the connected devices, in the desk's
        thread.
        """
        self._listeners.append(listener)

    async def _start(self) -> tuple[str, ...]:
        app = web.Application(middlewares=[guard_request], client_max_size=1024)
        app.router.add_get("/socket", self._socket)
        app.router.add_get("/line", self._line)
        app.router.add_get("/hall", self._hall)
        app.router.add_get(f"/{{edition:v[0-9a-f]{{12}}}}/{{name:{IN_FOLDER}}}", self._page)
        app.router.add_get(f"/{{name:{NAME}*|{IN_FOLDER}}}", self._page)
        runner = await make_runner(app)
        self._room.begin()
        try:
            self._door = sockets.create_server((self._host, self._port), backlog=BACKLOG)
            self._listener = await asyncio.get_running_loop().create_server(
                lambda: self._protocol(runner), sock=self._door, backlog=BACKLOG
            )
        except OSError as error:
            await self._room.end(0)
            await runner.cleanup()
            raise PortTaken(
                say(
                    "Port {port} is taken on this computer: close the other program that uses"
                    " it, or another Flagfall.",
                    port=self._port,
                )
            ) from error
        self._runner = runner
        self._sweeping = asyncio.create_task(self._sweep())
        self._desk.before_end(self._close)
        port = int(self._door.getsockname()[1])
        hosts = local_addresses() if self._host == EVERYWHERE else (self._host,)
        found = reachable(hosts, port, secure=self._tls is not None)
        self._desk.announce_pages(found[0] if self._host == EVERYWHERE else "")
        return found

    async def _close(self) -> None:
        runner, self._runner = self._runner, None
        if runner is None:
            return
        if self._sweeping is not None:
            self._sweeping.cancel()
        self._desk.end_without(self._close)
        self._desk.announce_pages("")
        await self._shut_the_door()
        await self._room.end(STOP_S)
        if self._listener is not None:
            self._listener.close()
        await runner.cleanup()
        await self._cut_wires()

    async def _cut_wires(self) -> None:
        """Abort connections that have sent nothing yet, or that wait for the other side to end
        TLS.
        """
        for wire in tuple(self._wires):
            wire.abort()
        for _ in range(TURNS):
            await asyncio.sleep(0)

    def _protocol(self, runner: web.AppRunner) -> asyncio.BaseProtocol:
        """Return the protocol for a new connection. On the encrypted port its first byte shows
        whether it uses TLS.
        """
        assert runner.server is not None
        if self._tls is None:
            return runner.server()
        return FirstByte(runner.server, self._tls, self._wires, PAGE_S)

    async def _shut_the_door(self) -> None:
        """Accept no further connections, and wait for those that are just being accepted; otherwise
        they would be neither served nor closed.
        """
        if self._door is not None:
            with suppress(NotImplementedError):  # Windows has another way
                asyncio.get_running_loop().remove_reader(self._door)
            for _ in range(TURNS):
                await asyncio.sleep(0)

    def _unencrypted(self, request: web.Request) -> bool:
        """Tell whether this is plain http on the encrypted port."""
        return self._tls is not None and not request.secure

    async def _line(self, request: web.Request) -> web.StreamResponse:
        """Answer a page whose socket does not open. The answer says that the server is here, and
        whether it expects this kind of connection or an encrypted one.
        """
        text = "encrypted" if self._unencrypted(request) else "open"
        return web.Response(text=text, headers={"Cache-Control": "no-store"})

    async def _hall(self, request: web.Request) -> web.StreamResponse:
        """Return the page with all events of the hall whose pages are on; if there is no hall, with
        this event only.
        """
        page = self._pages.get("hall")
        if page is None or self._unencrypted(request):
            return await self._page(request)
        settings = self._desk.state.settings
        own = settings.name if settings else "Flagfall"
        events = self._desk.halls() or [(own, "")]
        body = page.body.decode().replace(EVENTS_HERE, "".join(starmap(_hall_card, events)))
        return web.Response(
            text=body, content_type="text/html", headers={"Cache-Control": "no-store"}
        )

    def _certificate_page(self, request: web.Request) -> web.StreamResponse:
        """Return a page with the right address and the steps to install the certificate. No browser
        may keep it, because the same address has the tables' page once encryption is off.
        """
        address = f"https://{host_of(request)}"
        page = self._pages.get(CERTIFICATE[0])
        body = page.body.decode() if page else _encrypted_words()
        return web.Response(
            text=body.replace("{address}", address),
            content_type="text/html",
            headers={"Cache-Control": "no-store"},
        )

    async def _page(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        page = self._pages.get(name)
        if name in self._installs:
            body, kind = self._installs[name]
            return web.Response(body=body, content_type=kind, headers={"Cache-Control": "no-store"})
        if page is None or (self._tls is None and name in CERTIFICATE):
            return web.Response(status=404, text="There is nothing here.\n")
        html = page.kind == KINDS[".html"]
        if name in CERTIFICATE or (html and self._unencrypted(request)):
            return self._certificate_page(request)
        tag = {
            "ETag": page.mark,
            "Vary": "Accept-Encoding",
            "Cache-Control": self._keep(request.match_info.get("edition", "")),
        }
        if request.headers.get("If-None-Match") == page.mark:
            return web.Response(status=304, headers=tag)
        text = page.kind.startswith("text") or "svg" in page.kind
        charset, body = "utf-8" if text else None, page.body
        if "gzip" in request.headers.get("Accept-Encoding", "") and len(page.packed) < len(body):
            body, tag = page.packed, {**tag, "Content-Encoding": "gzip"}
        return web.Response(body=body, content_type=page.kind, charset=charset, headers=tag)

    def _keep(self, edition: str) -> str:
        """Return the header that says how long a browser may keep a file: a file of the present
        edition of the pages for a year, of another edition not at all, and any other file for a
        day.
        """
        if not edition:
            return KEEP_PAGE
        return KEEP_FILE if edition == self._edition else "no-store"

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        host = host_of(request)
        if host is None or not same_origin(request, host):
            return web.Response(status=403, text="This socket is for our own pages.\n")
        if self._unencrypted(request):
            return web.Response(
                status=426, text=f"This line is encrypted: use wss://{host}/socket\n"
            )
        socket = new_socket()
        try:
            is_asked_for = socket.can_prepare(request).ok
        except ValueError:  # a header of the handshake is no text
            return web.Response(status=400, text="This is no request for a socket.\n")
        if not is_asked_for:
            return web.Response(status=426, text="This address is a socket.\n")
        socket.headers.update(headers(host, secure=request.secure))
        try:
            await socket.prepare(request)
        except ConnectionError:  # the device left while it was let in
            return web.Response(status=400)
        transport = request.transport
        self._sockets.add(transport)
        connection = Connection(socket, request.remote or "", transport, self._steady)
        try:
            await self._room.serve(connection)
        finally:
            self._sockets.discard(transport)
        return socket

    async def _sweep(self) -> None:
        """Disconnect, once a second, devices that are silent and connections that are idle."""
        while True:
            await asyncio.sleep(SWEEP_S)
            self._desk.attempt(say("look after the tablets"), self._look)

    def _look(self) -> None:
        room = self._room
        room.look(LOST_S)
        self._drop_idle()
        links = TableLinks(room.tables(), room.held, room.notices, room.flags_due)
        for listener in self._listeners:
            listener(links)

    def _drop_idle(self) -> None:
        """Close connections that have not become a socket in time, and those that are too many."""
        server = self._runner.server if self._runner else None
        if server is None:
            return
        self._crowd.look(server.connections, CONNECTIONS, FROM_ONE_ADDRESS, self._sockets)


async def make_runner(app: web.Application) -> web.AppRunner:
    """Return a runner that answers for ``app`` on any connection. The runner does not wait long for
    a client.
    """
    allow_sockets()
    runner = web.AppRunner(
        app,
        access_log=None,
        handle_signals=False,
        keepalive_timeout=IDLE_S,
        shutdown_timeout=STOP_S,
        lingering_time=LINGER_S,
        max_line_size=4096,
        max_field_size=4096,
    )
    await runner.setup()
    return runner


def allow_sockets() -> None:
    """Raise the limit on open files, because a room needs more than the 256 that macOS allows by
    default.
    """
    if sys.platform != "win32":
        with suppress(ImportError, OSError, ValueError):
            import resource

            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            enough = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
            if soft != resource.RLIM_INFINITY and soft < enough:
                resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
