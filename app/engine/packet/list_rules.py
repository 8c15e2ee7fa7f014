"""A packet's rules for army lists."""

from msgspec import Struct


class Faction(Struct, frozen=True):
    """A faction that players may choose."""

    name: str
    armies: tuple[str, ...] = ()
    """The names of the faction's armies; empty if the packet has theme forces or names no army."""


class ListRules(Struct, frozen=True):
    """A packet's requirements for army lists."""

    short: int = 2
    """The points by which a list may fall short of the army size."""
    most: int = 2
    """The number of lists that a player may bring."""
    characters_differ: bool = True
    """True if the lists of a player must not share a character; False if they must not share a
    caster.
    """
    one_army: bool = False
    """True if the lists of a player must be of the same army. The army takes the place of the theme
    force of other packets.
    """
    bonus: bool = True
    """True if a caster brings its own jack or beast points. If not, a caster costs nothing, and
    lists have the points before the names.
    """
    command_cards: int = 0
    """The number of command cards that a list needs; 0 if the edition has none."""
    two_casters_at: int = 0
    """The army size from which two casters may lead a list; 0 if there is no rule about the number
    of casters.
    """
    spell_racks: bool = False
    """True if players choose spells for their casters' racks once both lists are known."""
    arena: str = ""
    """The arena that armies have to belong to; empty if the packet has none."""
    objectives: tuple[str, ...] = ()
    factions: tuple[Faction, ...] = ()
    """The factions to choose from, with their armies. Others may be entered too."""
    models: tuple[str, ...] = ()
    """The kinds of models that lists name without saying their kind, one a line: "Doom Reavers:
    unit of 6".
    """
    free_stay: bool = True
    """True if an entry that is free with a theme force must stay in the list. If it may leave the
    list for a specialist, the points are counted again, and no specialist is free.
    """


USUAL_RULES = ListRules()
