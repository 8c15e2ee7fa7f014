"""The callers of the server online, behind a proxy or not, and how much they may ask for."""

import ipaddress
import ssl
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from aiohttp import web

from app.clock.allowance import Allowance
from app.web.server.guard import host_of

PORT = 8440
READS_AT_ONCE, READS_A_SECOND = 2000, 200
"""The requests of one address for pages, and a desk's messages: a hall's Wi-Fi has one address for
everybody who looks after a draw.
"""
WRITES_AT_ONCE, WRITES_A_SECOND = 60, 1
ADDRESSES = 20_000
"""The most addresses whose requests are counted."""


@dataclass(frozen=True, slots=True)
class Where:
    """The place where the server is reached."""

    host: str = "127.0.0.1"
    port: int = PORT
    address: str = ""
    """The public address, such as https://club.example/cup; empty for that of the computer."""
    proxies: frozenset[str] = frozenset()
    """The addresses of the proxies whose word is believed about whom they speak for."""
    tls: ssl.SSLContext | None = None

    @property
    def base(self) -> str:
        """Return what stands before every path: "/cup"."""
        return urlsplit(self.address).path.rstrip("/")


@dataclass(slots=True)
class Caller:
    """The allowances of one address."""

    reads: Allowance
    writes: Allowance


class Callers:
    """Knows who asks, and lets each address have its share."""

    def __init__(self, where: Where, steady: Callable[[], float]) -> None:
        self._where, self._steady = where, steady
        self._callers: OrderedDict[str, Caller] = OrderedDict()

    def allow(self, address: str, *, writes: bool) -> bool:
        """Tell whether an address may ask for one thing more."""
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
        """Tell whether the browser means this server: by the public name, or by the computer's."""
        host = request.headers.get("Host", "").lower()
        public = urlsplit(self._where.address).netloc.lower()
        return (bool(public) and host == public) or host_of(request) is not None

    def address_of(self, request: web.Request) -> str:
        """Return who asks: the last of those named by a proxy that is believed."""
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
        """Tell whether nobody on the way can read what is said."""
        if request.secure:
            return True
        peer = request.remote or ""
        if peer in self._where.proxies:
            return request.headers.get("X-Forwarded-Proto", "").lower() == "https"
        return _is_address(peer) and ipaddress.ip_address(peer).is_loopback

    def is_own_form(self, request: web.Request) -> bool:
        """Tell whether a form comes from a page of this server. A program sends no origin."""
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
        """Return the path behind the base, whether the proxy has taken that off or not."""
        base, path = self._where.base, request.path
        if base and (path == base or path.startswith(f"{base}/")):
            path = path[len(base) :]
        return path or "/"


def _share_of(address: str) -> str:
    """Return what has one share: an address, or the network of an IPv6 line, which has more of them
    than anybody counts.
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
