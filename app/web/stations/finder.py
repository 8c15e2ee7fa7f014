"""Finds the event server by multicast DNS (RFC 6762 and 6763), and announces it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from app.engine.language import say
from app.store.errors import StoreError

if TYPE_CHECKING:
    from zeroconf import Zeroconf

KIND = "_flagfall-hall._tcp.local."
MISSING = say(
    "This Flagfall was installed without the part that finds servers. Type the server’s address."
)


class Hall(Struct, frozen=True):
    """An event server on the network."""

    name: str
    host: str
    port: int


@asynccontextmanager
async def announce(name: str, addresses: Sequence[str], port: int) -> AsyncIterator[bool]:
    """Announce a server within this context. Yields whether that was possible."""
    try:
        from zeroconf import Error, ServiceInfo
        from zeroconf.asyncio import AsyncZeroconf

        packed = [socket.inet_aton(address) for address in addresses]
        service_name = f"{name.replace('.', ' ')}.{KIND}"
        try:
            service = ServiceInfo(KIND, service_name, port=port, addresses=packed, properties={})
        except Error:  # a name that is too long
            service = ServiceInfo(KIND, f"Flagfall.{KIND}", port=port, addresses=packed)
        beacon = AsyncZeroconf()
    except (ImportError, OSError):
        yield False
        return
    try:
        await beacon.async_register_service(service, allow_name_change=True)
        yield True
    finally:
        with suppress(Exception):  # the network may be gone by now
            await beacon.async_unregister_service(service)
        await beacon.async_close()
        _drop_sockets(beacon.zeroconf)
        await asyncio.sleep(0)  # the loop closes them


def _drop_sockets(beacon: "Zeroconf") -> None:
    """Close the sockets at once, on their own loop. Otherwise asyncio on Windows never closes a
    socket that is still sending, as it often is with the last goodbye.
    """
    for reader in beacon.engine.readers:
        reader.transport.abort()


@contextmanager
def look_for_halls(heard: Callable[[Hall], None]) -> Iterator[None]:
    """Look for servers within this context. ``heard`` is called in another thread with each server
    that answers, and again if the server's address changes. Raises StoreError if it is not possible
    to look.
    """
    try:
        from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

        beacon = Zeroconf()
    except (ImportError, OSError) as error:
        raise StoreError(MISSING) from error

    def hear(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            return
        info = zeroconf.get_service_info(service_type, name)
        if info is not None and info.port is not None and (found := info.parsed_addresses()):
            heard(Hall(name.removesuffix(f".{service_type}"), found[0], info.port))

    browser = ServiceBrowser(beacon, KIND, handlers=[hear])
    try:
        yield
    finally:
        browser.cancel()
        if beacon.loop is not None:
            beacon.loop.call_soon_threadsafe(_drop_sockets, beacon)
        beacon.close()
