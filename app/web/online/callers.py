"""The clients of the server online, with or without a proxy, and how many requests each may
send.
"""

import ipaddress
import ssl
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from aiohttp import web
from msgspec import Struct

from app.clock.allowance import Allowance
from app.web.server.guard import host_of

PORT = 8440
READS_AT_ONCE, READS_A_SECOND = 2000, 200
"""The requests for pages, and messages of a desk, that one address may send at once and per second.
All who look at a draw in a hall share one address through its Wi-Fi.
"""
WRITES_AT_ONCE, WRITES_A_SECOND = 60, 1
ADDRESSES = 20_000
"""The most addresses whose requests are counted."""


class Where(Struct, frozen=True):
    """The address and port at which the server listens, and the public address that leads there."""

    host: str = "127.0.0.1"
    port: int = PORT
    address: str = ""
    """The public address, such as https://club.example/cup; empty for the computer's own
    address.
    """
    proxies: frozenset[str] = frozenset()
    """The addresses of the proxies that are trusted to name the clients they forward."""
    tls: ssl.SSLContext | None = None

    @property
    def base(self) -> str:
        """Return the beginning of every path, such as "/cup"."""
        return urlsplit(self.address).path.rstrip("/")


class Caller(Struct):
    """The limits on the requests of one address: one for requests that read, one for requests that
    write.
    """

    reads: Allowance
    writes: Allowance


class Callers:
    """Identifies clients and limits the requests of each address."""

    def __init__(self, where: Where, steady: Callable[[], float]) -> None:
        self._where, self._steady = where, steady
        self._callers: OrderedDict[str, Caller] = OrderedDict()

    def allow(self, address: str, *, writes: bool) -> bool:
        """Tell whether an address may send another request, and count it."""
        caller = self._caller(address)
        return (caller.writes if writes else caller.reads).spend(self._steady())

    def _caller(self, address: str) -> Caller:
        caller = self._callers.get(address)
        if caller is None:
            now_s = self._steady()
            caller = self._callers[address] = Caller(
                Allowance(now_s, READS_AT_ONCE, READS_A_SECOND, READS_AT_ONCE),
                Allowance(now_s, WRITES_AT_ONCE, WRITES_A_SECOND, WRITES_AT_ONCE),
            )
            if len(self._callers) > ADDRESSES:
                self._callers.popitem(last=False)
        self._callers.move_to_end(address)
        return caller

    def is_ours(self, request: web.Request) -> bool:
        """Tell whether the request is addressed to this server, by its public name or the
        computer's.
        """
        host = request.headers.get("Host", "").lower()
        public = urlsplit(self._where.address).netloc.lower()
        return (bool(public) and host == public) or host_of(request) is not None

    def address_of(self, request: web.Request) -> str:
        """Return the client's address. Behind a trusted proxy it is the last address that the proxy
        names.
        """
        peer = request.remote or ""
        if peer not in self._where.proxies:
            return _share_of(peer)
        for named in reversed(request.headers.get("X-Forwarded-For", "").split(",")):
            words = named.strip()
            if not _is_address(words):
                break
            if words not in self._where.proxies:
                return _share_of(words)
        return peer

    def is_safe(self, request: web.Request) -> bool:
        """Tell whether nobody on the way can read the request."""
        if request.secure:
            return True
        peer = request.remote or ""
        if peer in self._where.proxies:
            return request.headers.get("X-Forwarded-Proto", "").lower() == "https"
        return _is_address(peer) and ipaddress.ip_address(peer).is_loopback

    def is_own_form(self, request: web.Request) -> bool:
        """Tell whether a form was sent from a page of this server. A form without an origin comes
        from a program and is accepted too.
        """
        origin = request.headers.get("Origin")
        if origin is None:
            return True
        public = urlsplit(self._where.address)
        own = {request.headers.get("Host", "").lower(), public.netloc.lower()}
        try:
            return urlsplit(origin).netloc.lower() in own - {""}
        except ValueError:
            return False

    def path_of(self, request: web.Request) -> str:
        """Return the path without the base, whether or not the proxy has already removed it."""
        base, path = self._where.base, request.path
        if base and (path == base or path.startswith(f"{base}/")):
            path = path[len(base) :]
        return path or "/"


def _share_of(address: str) -> str:
    """Return what is limited as one client: an address or, for IPv6, the whole network, because one
    connection has countless addresses there.
    """
    if ":" not in address or not _is_address(address):
        return address
    return str(ipaddress.ip_network((ipaddress.IPv6Address(address), 64), strict=False))


def _is_address(words: str) -> bool:
    try:
        ipaddress.ip_address(words)
    except ValueError:
        return False
    return True
