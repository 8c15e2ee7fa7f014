"""A packet's rules for counting army points, `[counting]` in its file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NamedWorth:
    """A model that the packet names: what it counts when destroyed."""

    name: str
    destroyed: int
    rule: str = ""
    """What else the packet says of it, with the rule's name; shown where its losses are entered."""
    controls: str = ""
    """The kind of entry, "jack" or "beast", that it may control. A friendly one counts its own cost
    in the area instead (SR2012, 3rd tiebreaker).
    """


@dataclass(frozen=True, slots=True)
class Counting:
    """How army points are counted, beyond what an entry's card says."""

    caster: int
    """What a caster is worth."""
    half_units: bool = False
    """Whether a unit below half strength counts half as destroyed and nothing as left."""
    strays_count: bool = False
    """Whether inert jacks and wild beasts count as destroyed."""
    half_inside: bool = False
    """Whether half of a unit's remaining models must be in the area, or all of them."""
    free_vehicle: int = 0
    """What a jack or beast without a cost is worth."""
    free_solo: int = 0
    """What a solo without a cost is worth."""
    lesser: int = 0
    """What a lesser warlock is worth, its companion having the rest of the cost; 0 counts the whole
    cost as one.
    """
    named: tuple[NamedWorth, ...] = ()
