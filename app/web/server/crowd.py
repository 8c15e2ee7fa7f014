"""Connections that are no use to anybody: too many of one address, or too slow."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

Crowded = TypeVar("Crowded")
PAGE_S = 25.0  # for a connection that does not become a socket, on the slowest network


class Served(Protocol):
    """A connection of the HTTP server."""

    @property
    def transport(self) -> asyncio.Transport | None: ...


class Crowd:
    """Drops, when it looks, what has been there too long, and what is too much."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._seen_s: dict[object, float] = {}

    def hear(self, transport: object) -> None:
        """Let a connection that was just answered stay for as long again: a proxy keeps its
        connections, and asks on them for everybody.
        """
        if transport is not None:
            self._seen_s[transport] = self._steady()

    def look(
        self, connections: Iterable[Served], most: int, most_of_one: int, kept: Collection[object]
    ) -> None:
        """Look at ``connections``; ``kept`` are the transports that may stay as long as they
        like.
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
    """Yield who has to go, the oldest of each address first; the largest crowds lose until there is
    room for all, so that no address can take the places of the others.
    """
    sizes = sorted((len(crowd) for crowd in crowds.values()), reverse=True)
    share = min(most_of_one, max(sizes, default=0))
    while share > 1 and sum(min(size, share) for size in sizes) > most:
        share -= 1
    for crowd in crowds.values():
        yield from crowd[: max(len(crowd) - share, 0)]
