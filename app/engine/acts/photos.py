"""Commands and records of photos of the slip. The pictures are files; rows have their checksums."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.side import Side


class KeepPhoto(Command, Struct, frozen=True):
    """Somebody took a photo of the slip of a game, and the photo's file has been written."""

    game: int
    side: Side | None
    """The side whose player took the photo; None for the organizer."""
    sha256: str
    """The checksum of the file, as 64 hex digits."""
    size: int
    """The size of the file, in bytes."""


class PhotoKept(Event, Struct, frozen=True):
    """A photo of a game's slip is in the folder beside the event's file."""

    game: int
    side: Side | None
    sha256: str
    size: int
    at_ms: int
    """The instant at which the photo arrived."""


class LeaveOutPhoto(Command, Event, Struct, frozen=True):
    """The organizer no longer shows a photo at its game. Its file stays."""

    game: int
    sha256: str
