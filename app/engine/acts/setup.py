"""The event itself: its settings, its packet and its terrain."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.formats.settings import Settings
from app.engine.packet.packet import Packet
from app.engine.terrain.layout import Layout


@dataclass(frozen=True, slots=True)
class CreateEvent(Command, Event):
    """The packet's data goes into the log, so a file reads the same wherever it is opened."""

    settings: Settings
    packet: Packet


@dataclass(frozen=True, slots=True)
class ChangeSettings(Command):
    """Changes the settings, the packet or both."""

    settings: Settings
    packet: Packet
    shown: tuple[Settings, Packet] | None = None
    """What the organizer saw. Only what differs from it is changed."""


@dataclass(frozen=True, slots=True)
class SettingsChanged(Event):
    settings: Settings
    packet: Packet


@dataclass(frozen=True, slots=True)
class ShiftTimes(Command, Event):
    """Shows the event's times later or earlier. The instants stay as they are, so no clock or
    deadline changes.
    """

    by_ms: int
    """How much later; negative for earlier."""
    since_ms: int = 0
    """The first instant that is shown otherwise."""
    until_ms: int | None = None
    """The instant before which the shift ends; None for all instants to come."""
    computer_ahead_ms: int = 0
    """By how much the computer's clock was ahead of the right time when this was said."""

    def covers(self, at_ms: int) -> bool:
        return self.since_ms <= at_ms and (self.until_ms is None or at_ms < self.until_ms)


@dataclass(frozen=True, slots=True)
class SetTerrain(Command, Event):
    """What lies on a table for the rest of the event; a layout without pieces takes it away."""

    table: int
    layout: Layout


@dataclass(frozen=True, slots=True)
class SetTerrains(Command, Event):
    """The same for several tables at once, each with its number: one act."""

    layouts: tuple[tuple[int, Layout], ...]
