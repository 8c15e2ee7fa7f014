"""The progress of sending an event to the server. The desk's window needs it, and loads nothing
else of this folder.
"""

from enum import Enum

from msgspec import Struct


class Sending(Enum):
    WORKING = "working"
    DONE = "done"
    WAITS = "waits"
    STOPPED = "stopped"
    """The server refuses, and the organizer has to do something."""


class Progress(Struct, frozen=True):
    """The progress of sending an event."""

    sending: Sending = Sending.WORKING
    sentence: str = ""
    """The reason for waiting or stopping; otherwise empty."""
    left: int = 0
    """The number of parts that are still to be sent, as far as is known."""
    total: int = 0
    """The number of players who have signed up."""
