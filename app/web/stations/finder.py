"""Finding the hall's server: announced and looked for by multicast DNS (RFC 6762 and 6763)."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.language import say
from app.store.errors import StoreError

if TYPE_CHECKING:
    from zeroconf import Zeroconf

KIND = "_flagfall-hall._tcp.local."
MISSING = say("This Flagfall was installed without what finds servers. Type its address.")


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall's server on the network."""

    name: str
    host: str
    port: int


@asynccontextmanager
async def announce(name: str, addresses: Sequence[str], port: int) -> AsyncIterator[bool]:
    """Announce a server meanwhile; yields whether that was possible."""
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
    """Have its sockets closed at once, on its own loop. On Windows, asyncio never closes one that
    still sends when it is asked to close; the last farewell is often under way then.
    """
    for reader in beacon.engine.readers:
        reader.transport.abort()


@contextmanager
def look_for_halls(heard: Callable[[Hall], None]) -> Iterator[None]:
    """Look meanwhile. ``heard`` gets each server that answers, in another thread, and again when it
    has another address. Raises StoreError.
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
