"""Variant keywords and presets as they are in a packet's file. Their effect on an event is in
``app.engine.formats.keywords``.
"""

from enum import Enum

from msgspec import Struct

from app.engine.language import say
from app.engine.packet.ranking import RankingColumn, Schedule


class Group(Enum):
    """The categories of variants, in the order in which the packets have them."""

    LISTS = "lists"
    GAME = "game"
    PAINTING = "painting"
    ROUNDS = "rounds"
    TIMING = "timing"
    SCENARIOS = "scenarios"
    VICTORY = "victory"
    STANDINGS = "standings"

    @property
    def title(self) -> str:
        return _TITLES[self]


_TITLES = {
    Group.LISTS: say("Army lists"),
    Group.GAME: say("Game"),
    Group.PAINTING: say("Painting"),
    Group.ROUNDS: say("Number of rounds"),
    Group.TIMING: say("Timing"),
    Group.SCENARIOS: say("Scenarios"),
    Group.VICTORY: say("Victory"),
    Group.STANDINGS: say("Final standings"),
}


class Artifice(Enum):
    """An additional rule of a scenario (SR2012, Artifices)."""

    KILL_BOX = "kill_box"
    REINFORCEMENTS = "reinforcements"


class Asks(Enum):
    """The meaning of the number that replaces {X} in a keyword's text: a number of its own, or a
    setting of the event.
    """

    NOTHING = "nothing"
    NUMBER = "number"
    ROUNDS = "rounds"
    CUT = "cut"
    SCENARIOS = "scenarios"


class AnnouncedKeyword(Struct, frozen=True):
    """A keyword that an event is announced with, and the numbers that replace {X} in its text."""

    key: str
    numbers: tuple[int, ...] = ()


class Changes(Struct, frozen=True):
    """The settings of an event that a keyword sets. None and empty values leave a setting alone."""

    timing: str | None = None
    limits: str | None = None
    extensions: bool | None = None
    reinforcements: bool | None = None
    kill_box: bool | None = None
    artifices: tuple[Artifice, ...] = ()
    assassination: bool | None = None
    tiebreakers: bool | None = None
    battlegroup: bool | None = None
    order: tuple[RankingColumn, ...] = ()
    schedule: Schedule | None = None
    finals_tables: bool | None = None


NO_CHANGES = Changes()


class Link(Struct, frozen=True):
    """Another keyword that must, or must not, be announced too, and the reason."""

    key: str
    reason: str


class SizePoints(Struct, frozen=True):
    """Army points that go with an army size."""

    size: int
    points: int


class BattlegroupPoints(Struct, frozen=True):
    """The points of battlegroup lists and a support list at an army size, without the casters'
    bonus.
    """

    size: int
    least: int
    """The fewest points of a battlegroup list."""
    most: int
    """The most points of a battlegroup list."""
    support: int
    """The most points of the support list."""


class Variant(Struct, frozen=True):
    """A keyword that the organizer can announce."""

    key: str
    name: str
    group: Group
    says: str
    """The keyword's effect in one line; {X} stands for the number that is announced with the
    keyword.
    """
    asks: Asks = Asks.NOTHING
    changes: Changes = NO_CHANGES
    needs: tuple[Link, ...] = ()
    conflicts: tuple[Link, ...] = ()
    excludes: tuple[int, ...] = ()
    """The numbers of the scenarios that are not played with this keyword."""
    points: tuple[SizePoints, ...] = ()
    """The additional points of lists with this keyword, by army size."""
    packet: str = ""
    """The key of the packet that is played instead if the keyword is announced; empty for none."""
    least_size: int = 0
    """The smallest army size that the keyword is meant for."""
    sets_rounds: bool = False
    """True if the number that replaces {X} in ``says`` is also the event's number of rounds."""
    battlegroups: tuple[BattlegroupPoints, ...] = ()
    """The limits of the lists that the keyword requires, by army size."""
    short: int = 0
    """The points by which a battlegroup list and the support list together may fall short of the
    army size.
    """


class Preset(Struct, frozen=True):
    """Keywords that are announced together."""

    key: str
    name: str
    variants: tuple[AnnouncedKeyword, ...]
    players: int = 0
    """The fewest players that the preset is meant for."""
    sizes: tuple[int, ...] = ()
    """The army sizes that the preset is meant for; empty for all."""
