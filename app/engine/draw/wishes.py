"""The organizer's wishes for draws and tables, stored with the event. Values only."""

from msgspec import Struct

from app.engine.draw.values import BYE, Kind, Numbers


class ApartRule(Struct, frozen=True):
    """A reason to keep players apart; the earlier of several rules matters more."""

    kind: Kind
    first_round_only: bool = False


class HallTable(Struct, frozen=True):
    """A table of the hall."""

    number: int
    terrain: str = ""
    """The name of the table's terrain. Players should not meet the same terrain twice."""
    in_use: bool = True
    """True if games may be placed at the table."""


class Plan(Struct, frozen=True):
    """The organizer's wishes for every draw."""

    apart: tuple[ApartRule, ...] = ()
    tables: tuple[HallTable, ...] = ()
    """The tables of the hall; empty for as many as the settings say."""
    top_tables_first: bool = True
    no_show_minutes: int = 0
    """Minutes after the start of a round until the organizer is shown the tables that have not
    begun; 0 for never.
    """
    fresh_tables_first: bool = True
    """True if giving players a table that is new to them matters more than putting the top pairs at
    the top tables.
    """
    clubs_asked: bool = False
    """True if the organizer has answered the question about keeping club mates apart in round 1."""


NO_PLAN = Plan()


class PlayerGroups(Struct, frozen=True):
    """A player's ties to others, apart from club and faction, and the only tables that suit the
    player.

    Several groups or casters are separated by commas.
    """

    travel: str = ""
    family: str = ""
    region: str = ""
    caster: str = ""
    tables: tuple[int, ...] = ()
    tables_for: str = ""
    """The reason why the tables are reserved: for access, or for the stream."""


NO_GROUPS = PlayerGroups()


class SetPair(Struct, frozen=True):
    """Two players, or a player and the bye, that the organizer forces or forbids to meet."""

    one: int
    other: int
    together: bool
    reason: str
    round_number: int = 0
    """The round in which the wish holds; 0 for every round."""

    @property
    def numbers(self) -> Numbers:
        return (self.one, self.other)

    def holds_in(self, round_number: int) -> bool:
        return self.round_number in {0, round_number}

    def is_of(self, player: int, other: int) -> bool:
        """Tell whether the wish is about these two numbers, in either order."""
        return {self.one, self.other} == {player, other}


def bye_for(player: int, round_number: int, reason: str) -> SetPair:
    """Return a bye that the organizer chose or a player volunteered for."""
    return SetPair(player, BYE, True, reason, round_number)
