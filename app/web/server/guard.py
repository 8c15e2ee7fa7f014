"""Checks the origin of requests, and limits what a browser may do with the pages."""

import socket
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def host_of(request: web.Request) -> str | None:
    """Return the host that a request names, or None if it is not this computer.

    Any other name means that somebody else's page sends requests to this address.
    """
    host = request.headers.get("Host", "")
    own_address = request.transport.get_extra_info("sockname") if request.transport else None
    if not own_address:
        return None
    address, port = own_address[0], own_address[1]
    names = {address, _machine(), f"{_machine()}.local"}
    if address.startswith("127."):
        names.add("localhost")
    name, _, given = host.lower().rpartition(":") if ":" in host else (host.lower(), "", "")
    usual = 443 if request.secure else 80
    return host if name in names and (given or str(usual)) == str(port) else None


def same_origin(request: web.Request, host: str) -> bool:
    """Tell whether a socket is opened by one of our pages, or by a program that is not a
    browser.
    """
    origin = request.headers.get("Origin")
    scheme = "https" if request.secure else "http"
    return origin is None or origin.lower() == f"{scheme}://{host.lower()}"


def headers(host: str, *, secure: bool) -> dict[str, str]:
    socket_at = f"{'wss' if secure else 'ws'}://{host}"
    return {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
            f" font-src 'self'; media-src 'self' data: blob:; connect-src 'self' {socket_at};"
            " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-cache",
        "Server": "Flagfall",
    }


@web.middleware
async def guard_request(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests for a foreign host. Every answer gets the security headers."""
    host = host_of(request)
    if host is None:
        return web.Response(status=421, text="This is not the address of this server.\n")
    try:
        response = await handler(request)
    except web.HTTPException as error:
        response = web.Response(status=error.status, text=f"{error.reason}\n")
    if not response.prepared:
        keep = response.headers.get("Cache-Control")
        response.headers.update(headers(host, secure=request.secure))
        if keep:
            response.headers["Cache-Control"] = keep
    return response


def _machine() -> str:
    return socket.gethostname().lower().removesuffix(".local")
