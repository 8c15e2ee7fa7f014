"""Additions from other installed packages, found by their entry points; see docs/extending.md.

An addition that cannot be used for any reason is left out, and a sentence says why. Nothing here
uses Qt or an event.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from msgspec import Struct

from app.engine.language import say

T = TypeVar("T")


class ExtensionGroup(Enum):
    """The groups of entry points, one for each kind of addition."""

    DRIVERS = "flagfall.drivers"
    SHEETS = "flagfall.sheets"
    EXPORTS = "flagfall.exports"
    PACKETS = "flagfall.packets"


class Additions(Struct, Generic[T], frozen=True):
    """The additions from other packages to one group."""

    found: tuple[T, ...]
    faults: tuple[str, ...]
    """A sentence for each addition that cannot be used."""


class Unusable(Exception):
    """An addition failed; the text is a sentence for the organizer."""


@cache
def load_additions(group: ExtensionGroup, kind: type[T], name: str) -> Additions[T]:
    """Return the additions of a group that are instances of ``kind``, in the order of their entry
    points' names. ``name`` is the attribute that holds an addition's name. If two have the same
    name, the first one counts.
    """
    found, faults = dict[str, T](), list[str]()
    for point in sorted(entry_points(group=group.value), key=lambda point: point.name):
        try:
            addition = _load(point, kind)
        except Unusable as error:
            faults.append(str(error))
        else:
            found.setdefault(getattr(addition, name), addition)
    return Additions(tuple(found.values()), tuple(faults))


def _load(point: EntryPoint, kind: type[T]) -> T:
    addition = guard(point.name, point.load)
    if not isinstance(addition, kind):
        raise Unusable(
            say(
                "“{name}” is left out: it is not of type {kind}. Update or remove its package,"
                " {package}.",
                name=point.name,
                kind=kind.__name__,
                package=_package(point),
            )
        )
    return addition


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value.partition(":")[0]


def guard(name: str, call: Callable[[], T]) -> T:
    """Call ``call``, which is code of another package, and return its result. Raises Unusable if
    the call raises anything.
    """
    try:
        return call()
    except (Exception, SystemExit) as error:
        raise Unusable(
            say(
                "“{name}” failed: {error}. Update or remove its package.",
                name=name,
                error=f"{type(error).__name__}: {error}".removesuffix(".").removesuffix(": "),
            )
        ) from error
