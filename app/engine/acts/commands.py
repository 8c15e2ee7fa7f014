"""The base of all commands to an event. The desk adds the instant and the actor."""

from dataclasses import dataclass


class Command:
    """A request to an event."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NoticeGap(Command):
    """A gap in time: the program was not running, or the machine slept, between two instants."""

    from_ms: int
    to_ms: int
    games: tuple[int, ...] | None = None
    """The numbers of the games that the gap concerns, unless somebody touched them after it began;
    None for every game.
    """
    known: bool = True
    """True if the length of the gap comes from a counter that nobody can set; False if it comes
    from the computer's clock alone.
    """


@dataclass(frozen=True, slots=True)
class LearnGap(Command):
    """A report from devices that kept the time: it is now ``now_ms``. That gives the length of
    every gap whose length is unknown.
    """

    now_ms: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The refusal of a command, with the reason."""

    sentence: str
    insistable: bool = False
    """True if the organizer may insist on the command anyway."""
    consequences: str = ""
    """The effects of carrying out the command anyway, which the organizer has to confirm
    separately; empty if no effect needs a confirmation.
    """


@dataclass(frozen=True, slots=True)
class NotSaved(Refused):
    """The refusal of a command that the rules allow but that could not be written to the file. A
    second try may succeed.
    """
