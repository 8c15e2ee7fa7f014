"""Drops connections that are useless: too many from one address, or too slow."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

Crowded = TypeVar("Crowded")
PAGE_S = 25.0  # the life of a connection that does not become a socket


class Served(Protocol):
    """A connection of the HTTP server."""

    @property
    def transport(self) -> asyncio.Transport | None: ...


class Crowd:
    """Drops, whenever ``look`` is called, the connections that have lasted too long or are too
    many.
    """

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._seen_s: dict[object, float] = {}

    def hear(self, transport: object) -> None:
        """Restart the time limit of a connection that was just answered, because a proxy uses the
        same connections again and again.
        """
        if transport is not None:
            self._seen_s[transport] = self._steady()

    def look(
        self, connections: Iterable[Served], most: int, most_of_one: int, kept: Collection[object]
    ) -> None:
        """Drop connections beyond ``most`` in all or ``most_of_one`` per address, and those that
        have lasted too long. ``kept`` are transports that may stay.
        """
        now_s, seen = self._steady(), dict[object, float]()
        crowds: dict[str, list[asyncio.Transport]] = {}  # by address, the oldest first
        for connection in connections:
            transport = connection.transport
            if transport is None or transport in kept:
                continue
            seen[transport] = self._seen_s.get(transport, now_s)
            peer = transport.get_extra_info("peername")
            crowds.setdefault(str(peer[0]) if peer else "", []).append(transport)
        for crowd in crowds.values():
            crowd.sort(key=seen.__getitem__)
        for surplus in too_many(crowds, most, most_of_one):
            surplus.abort()
        for crowd in crowds.values():
            for transport in crowd:
                if now_s - seen[transport] > PAGE_S:
                    transport.abort()
        self._seen_s = seen


def too_many(
    crowds: Mapping[str, Sequence[Crowded]], most: int, most_of_one: int
) -> Iterator[Crowded]:
    """Yield the connections to drop, the oldest of each address first. The addresses with the most
    connections lose them until there is room for all, so that no address can crowd out others.
    """
    sizes = sorted((len(crowd) for crowd in crowds.values()), reverse=True)
    share = min(most_of_one, max(sizes, default=0))
    while share > 1 and sum(min(size, share) for size in sizes) > most:
        share -= 1
    for crowd in crowds.values():
        yield from crowd[: max(len(crowd) - share, 0)]
