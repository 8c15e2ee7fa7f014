"""A packet's rules for counting army points, `[counting]` in its file."""

from collections.abc import Sequence

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.packet.reference import Place, places_of
from app.engine.packet.scenario import Element


class NamedWorth(Struct, frozen=True):
    """The army points of a model that the packet names, when it is destroyed."""

    name: str
    destroyed: int
    rule: str = ""
    """A further rule of the packet about the model, with the rule's name. It is shown where losses
    are entered.
    """
    controls: str = ""
    """The kind of friendly entry that the model may control, "jack" or "beast"; empty for none. In
    the area, the cost of an entry that the model controls counts instead of the model's own
    (SR2012, 3rd tiebreaker).
    """


class Holders(Struct, frozen=True):
    """The entries that can control elements of one kind, for scenario presence (SR2017 4th
    tiebreaker, SR2026 2nd tiebreaker).
    """

    at: Place
    name: str
    """The name of the elements of that kind, in the plural."""
    kinds: tuple[str, ...]
    """The kinds of entries that can control these elements; a unit counts with its attachments."""
    base_mm: int = 0
    """The base size of the elements in millimetres; 0 for any."""

    def fits(self, element: Element) -> bool:
        """Tell whether an element is of the kind that these entries control."""
        same_base = self.base_mm in {0, element.base_mm}
        return same_base and self.at in places_of(element)


class Counting(Struct, frozen=True):
    """The packet's rules for counting army points, beyond the points on cards."""

    caster: int
    """The worth of a caster."""
    half_units: bool = False
    """True if a unit below half strength counts half its worth as destroyed, and nothing as
    left.
    """
    strays_count: bool = False
    """True if inert jacks and wild beasts count as destroyed."""
    half_inside: bool = False
    """True if half of a unit's remaining models must be in the area; False if all of them must."""
    free_vehicle: int = 0
    """The worth of a jack or beast without a cost."""
    free_solo: int = 0
    """The worth of a solo without a cost."""
    lesser: int = 0
    """The worth of a lesser warlock, whose companion has the rest of the cost. 0 counts the whole
    cost for the warlock.
    """
    named: tuple[NamedWorth, ...] = ()
    present: str = ""
    """The packet's words for the question to players about scenario presence; empty for the usual
    words.
    """
    holders: tuple[Holders, ...] = ()
    """The entries that can control elements, by the elements' kind; empty if the packet does not
    count presence.
    """

    def at_elements(self, elements: Sequence[Element]) -> "Counting":
        """Return the rules for a scenario with these elements, without the questions about other
        elements.
        """
        present = (one for one in self.holders if any(map(one.fits, elements)))
        return replace(self, holders=tuple(present))
