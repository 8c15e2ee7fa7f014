"""A player's army list with the data on its sheet. The checks are in
``app.engine.armies.list_checks``.
"""

from collections.abc import Sequence

from msgspec import Struct

from app.engine.armies.army import Army, ArmyRow, Kind, army_fault
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.text import visible

MOST_LISTS = 8  # the six battlegroups and the support list of seven rounds, and one over
BATTLEGROUP = (Kind.CASTER, Kind.JACK, Kind.BEAST)


class ArmyList(Struct, frozen=True):
    """One army list as a player handed it in."""

    army: Army = ()
    """The entries of the list, or only its casters."""
    name: str = ""
    faction: str = ""
    theme: str = ""
    """The theme force, contract or pact."""
    tier: int = 0
    """The tier of the theme force; 0 for none."""
    points: int = 0
    """The points written on the sheet, or the army size for which the list is made; 0 if only the
    entries have points.
    """
    objective: str = ""
    specialists: Army = ()
    reinforcements: Army = ()
    cards: tuple[str, ...] = ()
    """The names of the command cards that belong to the list."""

    @property
    def casters(self) -> Army:
        return tuple(row for row in self.army if row.kind is Kind.CASTER)

    @property
    def is_itemized(self) -> bool:
        """Tell whether the list has entries other than casters."""
        return any(row.kind is not Kind.CASTER for row in self.army)

    @property
    def bonus(self) -> int:
        """The jack or beast points of the list's casters."""
        return sum(row.points or 0 for row in self.casters)


def cost(army: Army) -> int:
    """Return the army points of the entries. A caster's jack or beast points are left out, and free
    entries cost 0.
    """
    return sum(row.points or 0 for row in army if row.kind is not Kind.CASTER and not row.free)


def sums(army: Army) -> tuple[int, int]:
    """Return the two possible sums of an army: first without the points of jacks and beasts that
    the casters' bonus pays for, then with those points.
    """
    total = cost(army)
    bonus = sum(row.points or 0 for row in army if row.kind is Kind.CASTER)
    paid = min(bonus, cost(tuple(row for row in army if row.kind.can_stray)))
    return total - paid, total


def price_all(army: Army) -> Army:
    """Return the entries with none of them free, so that each counts its cost."""
    return tuple(replace(row, free=False) for row in army)


def worth(army_list: ArmyList) -> int:
    """Return the points of the list's entries, or else the points written on its sheet; 0 if
    neither is known.
    """
    return cost(army_list.army) or army_list.points


def count_guessed_kinds(army_list: ArmyList) -> int:
    """Return how many entries of the list have a kind that was only guessed."""
    return sum(row.otherwise is not None for row in models_of(army_list))


def tidy(army_list: ArmyList) -> ArmyList:
    """Return the list without stray spaces and invisible characters."""
    return replace(
        army_list,
        name=visible(army_list.name),
        faction=visible(army_list.faction),
        theme=visible(army_list.theme),
        objective=visible(army_list.objective),
        army=_tidy_rows(army_list.army),
        specialists=_tidy_rows(army_list.specialists),
        reinforcements=_tidy_rows(army_list.reinforcements),
        cards=tuple(filter(None, map(visible, army_list.cards))),
    )


def _tidy_rows(army: Army) -> Army:
    return tuple(replace(row, name=visible(row.name)) for row in army)


def lists_fault(lists: Sequence[ArmyList]) -> str:
    """Return why the lists cannot be accepted at all; empty if they can."""
    if len(lists) > MOST_LISTS:
        return say("A player has at most {most_lists} lists.", most_lists=MOST_LISTS)
    for army_list in lists:
        if not 0 <= army_list.tier <= 9:
            return say("A tier is 0 to 9.")
        if not 0 <= army_list.points <= 999:
            return say("A list has 0 to 999 points.")
        for rows in (army_list.army, army_list.specialists, army_list.reinforcements):
            if fault := army_fault(rows):
                return fault
    return ""


def models_of(army_list: ArmyList) -> tuple[ArmyRow, ...]:
    """Return the entries, specialists and reinforcements of the list."""
    return (*army_list.army, *army_list.specialists, *army_list.reinforcements)
