"""Limits on messages and connections from the network: tablets, phones, clocks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

A_SECOND = 20
AT_ONCE = 60


@dataclass(slots=True)
class Allowance:
    """A device's messages or a table's marks: so many at once, so many a second in the long run."""

    since_s: float
    at_once: int = AT_ONCE
    a_second: int = A_SECOND
    left: float = AT_ONCE

    def spend(self, now_s: float, count: int = 1) -> bool:
        """Tell whether ``count`` more are let through at ``now_s`` of any steady clock."""
        self.left = min(self.left + (now_s - self.since_s) * self.a_second, self.at_once)
        self.since_s = now_s
        if self.left < count:
            return False
        self.left -= count
        return True


class Caller(Protocol):
    """A connection; ``heard_s`` is when it last spoke, in seconds of a steady clock."""

    @property
    def address(self) -> str: ...
    @property
    def heard_s(self) -> float: ...


Who = TypeVar("Who", bound=Caller)


def least_missed(others: Sequence[Who], address: str, most: int, most_of_one: int) -> Who | None:
    """Return the one that makes room when one more comes from ``address``: it has sent nothing for
    longest of those of that address if it has its share already, else of the address that has most.
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
