"""The event itself: its settings, its packet and its terrain."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.formats.settings import Settings
from app.engine.packet.packet import Packet
from app.engine.terrain.layout import Layout


class CreateEvent(Command, Event, Struct, frozen=True):
    """The settings of a new event. The packet's data is part of the log, so the file means the same
    on every computer.
    """

    settings: Settings
    packet: Packet


class ChangeSettings(Command, Struct, frozen=True):
    """A request to change the settings, the packet or both."""

    settings: Settings
    packet: Packet
    shown: tuple[Settings, Packet] | None = None
    """The settings and the packet as the organizer saw them. Only values that differ from these are
    changed.
    """


class SettingsChanged(Event, Struct, frozen=True):
    settings: Settings
    packet: Packet


class ShiftTimes(Command, Event, Struct, frozen=True):
    """A shift of the times that the event shows. The instants stay as they are, so no clock or
    deadline changes.
    """

    by_ms: int
    """The milliseconds by which times are shown later; negative for earlier."""
    since_ms: int = 0
    """The first instant that the shift concerns."""
    until_ms: int | None = None
    """The first instant that the shift no longer concerns; None if it concerns all instants to
    come.
    """
    computer_ahead_ms: int = 0
    """The milliseconds by which the computer's clock was ahead of the right time when the shift was
    made.
    """

    def covers(self, at_ms: int) -> bool:
        return self.since_ms <= at_ms and (self.until_ms is None or at_ms < self.until_ms)


class SetTerrain(Command, Event, Struct, frozen=True):
    """The terrain on a table for the rest of the event; a layout without pieces removes it."""

    table: int
    layout: Layout


class SetTerrains(Command, Event, Struct, frozen=True):
    """The terrain of several tables, set in one act. Each layout comes with its table's number."""

    layouts: tuple[tuple[int, Layout], ...]
