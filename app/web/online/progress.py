"""The progress of what a desk sends up: for its window, which loads nothing else of this folder."""

from dataclasses import dataclass
from enum import Enum


class Sending(Enum):
    WORKING = "working"
    DONE = "done"
    WAITS = "waits"
    STOPPED = "stopped"
    """The server will not; the organizer has to do something."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of sending."""

    sending: Sending = Sending.WORKING
    sentence: str = ""
    """The reason for waiting or having stopped."""
    left: int = 0
    """The parts that are still to be sent, as far as is known."""
    total: int = 0
    """The number of those who have signed up."""
