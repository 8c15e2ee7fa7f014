"""Limits on messages and connections from the network: tablets, phones, clocks."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

A_SECOND = 20
AT_ONCE = 60


class Allowance(Struct):
    """A limit on a device's messages or a table's marks: ``at_once`` in one burst, and ``a_second``
    per second in the long run. ``since_s`` is the instant of the last use, in seconds of a steady
    clock.
    """

    since_s: float
    at_once: int = AT_ONCE
    a_second: int = A_SECOND
    left: float = AT_ONCE

    def spend(self, now_s: float, count: int = 1) -> bool:
        """Tell whether ``count`` more uses are allowed at ``now_s``, and if so, use them up."""
        self.left = min(self.left + (now_s - self.since_s) * self.a_second, self.at_once)
        self.since_s = now_s
        if self.left < count:
            return False
        self.left -= count
        return True


class Caller(Protocol):
    """A connection. ``heard_s`` is when it last sent something, in seconds of a steady clock."""

    @property
    def address(self) -> str: ...
    @property
    def heard_s(self) -> float: ...


Who = TypeVar("Who", bound=Caller)


def least_missed(others: Sequence[Who], address: str, most: int, most_of_one: int) -> Who | None:
    """Return the connection to drop when one more comes from ``address``; None if there is room.

    If ``address`` already has ``most_of_one`` connections, it loses one of these. Otherwise, if
    there are ``most`` connections in all, the address with the largest number of connections loses
    one. In either case the connection that has been silent longest is dropped.
    """
    if sum(other.address == address for other in others) >= most_of_one:
        crowd = address
    elif len(others) >= most:
        crowd = Counter(other.address for other in others).most_common(1)[0][0]
    else:
        return None
    return min(
        (connection for connection in others if connection.address == crowd),
        key=lambda connection: connection.heard_s,
    )
