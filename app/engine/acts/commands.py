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
    """The numbers of the games that the gap concerns, which nobody has touched since; None for
    every game.
    """
    known: bool = True
    """True if the length of the gap comes from a counter that nobody can set; False if it comes
    from the computer's clock alone.
    """


@dataclass(frozen=True, slots=True)
class LearnGap(Command):
    """Devices that kept the time say that it is ``now_ms``, which gives the length of every gap of
    unknown length.
    """

    now_ms: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a command was not carried out."""

    sentence: str
    insistable: bool = False
    """Whether the organizer may say "do it anyway"."""
    consequences: str = ""
    """The effects of doing it anyway, which the organizer has to confirm separately; empty if none
    needs a confirmation.
    """


@dataclass(frozen=True, slots=True)
class NotSaved(Refused):
    """The rules allow it, but it could not be written to the file; a second try may succeed."""
