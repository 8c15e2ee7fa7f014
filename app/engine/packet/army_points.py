"""How a packet counts army points, as its file says under `[counting]`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NamedWorth:
    """A model that the packet names: what it counts when destroyed."""

    name: str
    destroyed: int


@dataclass(frozen=True, slots=True)
class Counting:
    """What entries are worth, whatever the card says otherwise.

    ``caster``: a caster's value. ``half_units``: a unit below half strength counts half as
    destroyed and nothing as left. ``strays_count``: inert jacks and wild beasts count as
    destroyed. ``half_inside``: half of a unit's remaining models must be in the area, else all.
    ``free_vehicle``, ``free_solo``: a jack or beast, a solo without a cost. ``lesser``: a lesser
    warlock, its companion having the rest of the cost; 0 counts the whole cost as one.
    """

    caster: int
    half_units: bool = False
    strays_count: bool = False
    half_inside: bool = False
    free_vehicle: int = 0
    free_solo: int = 0
    lesser: int = 0
    named: tuple[NamedWorth, ...] = ()
