"""Acts that a station did while the server was away, and that could not be added afterwards."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class ActSetAside:
    """What was done at a station while the server was away does not go with what other stations
    did meanwhile. It waits for the organizer to have read it.
    """

    at_ms: int
    """When it was done."""
    station: str
    actor: str
    what: str
    """The act in words."""
    why: str
    """Why it could not be added."""


@dataclass(frozen=True, slots=True)
class SettleActs:
    """The organizer has read the first so many acts that were set aside."""

    acts: int


StationCommand: TypeAlias = ActSetAside | SettleActs

StationChange: TypeAlias = ActSetAside | SettleActs
