"""A packet's rules for counting army points, `[counting]` in its file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.engine.packet.reference import Place, places_of
from app.engine.packet.scenario import Element


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
class Holders:
    """Which entries could control elements of one kind, for scenario presence (SR2017 4th
    tiebreaker, SR2026 2nd tiebreaker).
    """

    at: Place
    name: str
    """What those elements are called, in the plural."""
    kinds: tuple[str, ...]
    """The kinds of entries that could control one; with an attachment its unit."""
    base_mm: int = 0
    """The size of their bases in millimetres; 0 for any."""

    def fits(self, element: Element) -> bool:
        """Tell whether an element is of that kind."""
        same_base = self.base_mm in {0, element.base_mm}
        return same_base and self.at in places_of(element)


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
    present: str = ""
    """What counts for scenario presence, as players are asked; empty for the usual words."""
    holders: tuple[Holders, ...] = ()
    """Which entries could control what; empty where the packet does not count presence."""

    def at_elements(self, elements: Sequence[Element]) -> "Counting":
        """Return how a scenario with these elements counts: of the others nobody is asked."""
        present = (one for one in self.holders if any(map(one.fits, elements)))
        return replace(self, holders=tuple(present))
