"""The base of all commands to an event. The desk adds the instant and the actor."""

from msgspec import Struct


class Command:
    """A request to an event."""

    __slots__ = ()


class NoticeGap(Command, Struct, frozen=True):
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


class LearnGap(Command, Struct, frozen=True):
    """A report from devices that kept the time: it is now ``now_ms``. That gives the length of
    every gap whose length is unknown.
    """

    now_ms: int


class Refused(Struct, frozen=True):
    """The refusal of a command, with the reason."""

    sentence: str
    insistable: bool = False
    """True if the organizer may insist on the command anyway."""
    consequences: str = ""
    """The effects of carrying out the command anyway, which the organizer has to confirm
    separately; empty if no effect needs a confirmation.
    """


class NotSaved(Refused, frozen=True):
    """The refusal of a command that the rules allow but that could not be written to the file. A
    second try may succeed.
    """
