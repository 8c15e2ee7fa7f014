"""The two counters of a machine, which cannot be set."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counters:
    """Nanoseconds since some fixed instant. Both run at the same rate; neither follows the wall
    clock when that is set. What ``elapsed_ns`` gains on ``awake_ns`` is how long the machine slept.
    """

    elapsed_ns: Callable[[], int]  # goes on while the machine sleeps
    awake_ns: Callable[[], int]  # stands while the machine sleeps
