"""The two counters of a machine, which cannot be set, and the name of its boot."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b


@dataclass(frozen=True, slots=True)
class Counters:
    """Nanoseconds since some fixed instant. Both run at the same rate; neither follows the wall
    clock when that is set. What ``elapsed_ns`` gains on ``awake_ns`` is how long the machine slept.
    """

    elapsed_ns: Callable[[], int]  # goes on while the machine sleeps
    awake_ns: Callable[[], int]  # stands while the machine sleeps
    boot: str = ""
    """Which boot of which machine counts in ``elapsed_ns``; empty where the system does not say."""


def name_boot(*parts: str) -> str:
    """Return a short name of a boot that says nothing of the machine; empty where a part is."""
    if not all(parts):
        return ""
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()
