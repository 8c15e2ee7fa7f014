"""Finding the hall's server: announced and looked for by multicast DNS (RFC 6762 and 6763)."""

import socket
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from app.engine.language import say
from app.store.errors import StoreError

KIND = "_flagfall-hall._tcp.local."
LOOK_S = 3.0
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


def find_halls(look_s: float = LOOK_S) -> list[Hall]:
    """Return the servers that answer until one has, or for ``look_s``. Raises StoreError."""
    try:
        from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

        beacon = Zeroconf()
    except (ImportError, OSError) as error:
        raise StoreError(MISSING) from error
    halls, first = list[Hall](), threading.Event()

    def heard(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        info = zeroconf.get_service_info(service_type, name)
        if state_change is not ServiceStateChange.Added or info is None or info.port is None:
            return
        for address in info.parsed_addresses()[:1]:
            halls.append(Hall(name.removesuffix(f".{service_type}"), address, info.port))
            first.set()

    try:
        browser = ServiceBrowser(beacon, KIND, handlers=[heard])
        first.wait(look_s)
        browser.cancel()
    finally:
        beacon.close()
    return halls
