"""The organizer's wishes for draws and tables, kept with the event. Values only."""

from dataclasses import dataclass

from app.engine.draw.values import BYE, Kind, Numbers


@dataclass(frozen=True, slots=True)
class ApartRule:
    """Players who share this are kept apart; what comes first matters more."""

    kind: Kind
    first_round_only: bool = False


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of the hall."""

    number: int
    terrain: str = ""
    """The name of its terrain, which players should not meet twice either."""
    in_use: bool = True
    """Whether games may be placed there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The organizer's wishes for every draw."""

    apart: tuple[ApartRule, ...] = ()
    tables: tuple[HallTable, ...] = ()
    """The tables of the hall; empty takes as many as the settings say."""
    top_tables_first: bool = True
    no_show_minutes: int = 0
    """Minutes after a round's start until the organizer is shown who has not begun; 0 for never."""
    fresh_tables_first: bool = True
    """Whether a table not met before matters more than the order of top tables."""
    clubs_asked: bool = False
    """Whether the organizer has answered if club mates are kept apart in round 1."""


NO_PLAN = Plan()


@dataclass(frozen=True, slots=True)
class PlayerGroups:
    """What binds a player to others, beside club and faction, and the only tables that will do.

    Several groups or casters are separated by commas.
    """

    travel: str = ""
    family: str = ""
    region: str = ""
    caster: str = ""
    tables: tuple[int, ...] = ()
    tables_for: str = ""
    """Why the tables are reserved: access, the stream."""


NO_GROUPS = PlayerGroups()


@dataclass(frozen=True, slots=True)
class SetPair:
    """Two players, or one and the bye, whom the organizer brings together or forbids to meet."""

    one: int
    other: int
    together: bool
    reason: str
    round_number: int = 0
    """The round it holds in; 0 for every round."""

    @property
    def numbers(self) -> Numbers:
        return (self.one, self.other)

    def holds_in(self, round_number: int) -> bool:
        return self.round_number in {0, round_number}

    def is_of(self, player: int, other: int) -> bool:
        """Tell whether it is about these two, in either order."""
        return {self.one, self.other} == {player, other}


def bye_for(player: int, round_number: int, reason: str) -> SetPair:
    """Return a bye that the EO chose or a player volunteered for."""
    return SetPair(player, BYE, True, reason, round_number)
