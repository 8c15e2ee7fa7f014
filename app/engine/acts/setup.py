"""The event itself: its settings, its packet and its terrain."""

from dataclasses import dataclass

from app.engine.formats.settings import Settings
from app.engine.packet.packet import Packet
from app.engine.terrain.layout import Layout


@dataclass(frozen=True, slots=True)
class CreateEvent:
    """The packet's data goes into the log, so a file reads the same wherever it is opened."""

    settings: Settings
    packet: Packet


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """With ``shown``, what the asker saw, only what differs from it is changed."""

    settings: Settings
    packet: Packet
    shown: tuple[Settings, Packet] | None = None


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    settings: Settings
    packet: Packet


@dataclass(frozen=True, slots=True)
class ShiftTimes:
    """Show the event's times ``by_ms`` later, or earlier where that is negative: the instants from
    ``since_ms`` on and before ``until_ms``; without ``until_ms`` those to come, too. The instants
    themselves stay as they are, so no clock or deadline changes.
    """

    by_ms: int
    since_ms: int = 0
    until_ms: int | None = None

    def covers(self, at_ms: int) -> bool:
        return self.since_ms <= at_ms and (self.until_ms is None or at_ms < self.until_ms)


@dataclass(frozen=True, slots=True)
class SetTerrain:
    """What lies on a table for the rest of the event; a layout without pieces takes it away."""

    table: int
    layout: Layout


@dataclass(frozen=True, slots=True)
class SetTerrains:
    """The same for several tables at once, each with its number: one act."""

    layouts: tuple[tuple[int, Layout], ...]
