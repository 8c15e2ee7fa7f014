"""The two counters of a machine, which cannot be set, and the name of its boot."""

from collections.abc import Callable
from hashlib import blake2b

from msgspec import Struct


class Counters(Struct, frozen=True):
    """Nanoseconds since some fixed instant. Both counters run at the same rate, and neither follows
    the wall clock when that is set. The machine slept for as long as ``elapsed_ns`` gains on
    ``awake_ns``.
    """

    elapsed_ns: Callable[[], int]  # goes on while the machine sleeps
    awake_ns: Callable[[], int]  # stops while the machine sleeps
    boot: str = ""
    """A name of the boot, and of the machine, to which ``elapsed_ns`` belongs; empty if the system
    does not tell.
    """


def name_boot(*parts: str) -> str:
    """Return a short name of a boot that reveals nothing about the machine. The name is empty if
    one of ``parts`` is empty.
    """
    if not all(parts):
        return ""
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()
