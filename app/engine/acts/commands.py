"""The base of all commands to an event. The desk adds the instant and the actor."""

from dataclasses import dataclass


class Command:
    """A request to an event."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NoticeGap(Command):
    """The program was not running, or the machine slept, between the two instants."""

    from_ms: int
    to_ms: int
    games: tuple[int, ...] | None = None
    """Those alone that nobody has touched since; None for every game."""
    known: bool = True
    """Whether a counter that nobody sets says how long it was; else the computer's clock alone."""


@dataclass(frozen=True, slots=True)
class LearnGap(Command):
    """Devices that kept the time say when it is: so long are the gaps of unknown length."""

    now_ms: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a command was not carried out."""

    sentence: str
    insistable: bool = False
    """Whether the organizer may say "do it anyway"."""
    consequences: str = ""
    """What happens then, to be confirmed by itself; empty for nothing worth a question."""


@dataclass(frozen=True, slots=True)
class NotSaved(Refused):
    """The rules allow it, but it could not be written to the file; a second try may succeed."""
