"""The addresses of this computer in the local network, and the QR codes for them."""

import io
import re
import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from msgspec import Struct

PLAIN_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
ELSEWHERE = ("192.0.2.1", 9)  # nothing is sent there; only the route is looked up


def local_addresses() -> tuple[str, ...]:
    """Return this computer's own IPv4 addresses, the most likely first."""
    addresses: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        addresses.append(asking.getsockname()[0])
    with suppress(OSError):
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        addresses += [str(entry[4][0]) for entry in known]
    own = _beyond_this_computer(addresses) or _beyond_this_computer(_of_adapters())
    return (*own, "127.0.0.1")


def _of_adapters() -> list[str]:
    """Return the addresses of the network cards. In a hall with nothing but a switch there is no
    other source, because no route leads out and no server knows names.
    """
    import ifaddr

    with suppress(OSError):
        return [
            str(entry.ip)
            for adapter in ifaddr.get_adapters()
            for entry in adapter.ips
            if entry.is_IPv4
        ]
    return []


def _beyond_this_computer(addresses: Iterable[str]) -> list[str]:
    return [address for address in dict.fromkeys(addresses) if not address.startswith("127.")]


def local_names() -> tuple[str, ...]:
    """Return this computer's name in the local network, if a certificate can contain it."""
    name = socket.gethostname().lower().removesuffix(".local")
    return (f"{name}.local",) if PLAIN_NAME.fullmatch(name) else ()


class QrSheet(Struct, frozen=True):
    """One printed sheet: its purpose, the address in words, and the QR code as SVG."""

    table: int
    """The number of the table; 0 for the sheet for players' phones."""
    address: str
    svg: str
    modules: tuple[str, ...]
    """The rows of the QR code as "0" and "1", with the margin around it."""
    fingerprint: str = ""
    """The fingerprint of the server's certificate; empty if there is none."""
    clock: str = ""
    """The settings for a Wi-Fi clock; empty if none may connect."""


def table_address(base: str, table: int, secret: str) -> str:
    """Return a table's address. The secret is in the fragment, which a browser does not send."""
    return f"{base}/#table={table}&secret={secret}"


def configuration_lines(host: str, port: int, table: int, secret: str) -> tuple[str, ...]:
    """Return the configuration lines for the Wi-Fi clock of a table."""
    return (f"table {table}", f"host {host}", f"port {port}", f"secret {secret}")


def sheets(
    base: str, issued: Mapping[int, str], *, fingerprint: str = "", clock_port: int = 0
) -> tuple[QrSheet, ...]:
    """Return a sheet for each table whose secret was just issued. ``clock_port`` is the port for
    Wi-Fi clocks, or 0 if none may connect.
    """
    host = urlsplit(base).hostname or ""
    return tuple(
        _sheet(
            table,
            table_address(base, table, secret),
            fingerprint,
            ", ".join(configuration_lines(host, clock_port, table, secret)) if clock_port else "",
        )
        for table, secret in sorted(issued.items())
    )


def page_address(base: str, page: str, mark: str) -> str:
    """Return the address of a page that has no secret. ``mark`` lets the page check that it talks
    to this computer; it is in the fragment, which a browser does not send.
    """
    return f"{base}/{page}#key={mark}"


def room_sheet(base: str, mark: str, *, fingerprint: str = "") -> QrSheet:
    return _sheet(0, page_address(base, "room", mark), fingerprint)


def qr_svg(text: str) -> str:
    """Return the QR code of a text as SVG, dark on light with a margin, without a size."""
    out = io.BytesIO()
    code = _qr_code(text)
    code.save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, light="#fff")
    return out.getvalue().decode()


def qr_modules(text: str) -> tuple[str, ...]:
    """Return the QR code of a text as rows of "0" and "1", for callers that draw it themselves."""
    return tuple("".join(map(str, row)) for row in _qr_code(text).matrix_iter(border=4))


@lru_cache(maxsize=512)
def _qr_code(text: str) -> segno.QRCode:
    """Return the QR code of a text. Making it takes 10 ms, and a sheet asks for it several times
    whenever it is laid out.
    """
    return segno.make(text, error="m", micro=False)


def reachable(addresses: Iterable[str], port: int, *, secure: bool) -> tuple[str, ...]:
    scheme = "https" if secure else "http"
    return tuple(f"{scheme}://{address}:{port}" for address in addresses)


def _sheet(table: int, address: str, fingerprint: str, clock: str = "") -> QrSheet:
    return QrSheet(table, address, qr_svg(address), qr_modules(address), fingerprint, clock)
