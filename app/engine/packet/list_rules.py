"""A packet's rules for army lists."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction that players may choose from."""

    name: str
    armies: tuple[str, ...] = ()
    """The names of its armies; none where the packet has theme forces, or names no army."""


@dataclass(frozen=True, slots=True)
class ListRules:
    """A packet's requirements for army lists."""

    short: int = 2
    """How many points a list may fall short."""
    most: int = 2
    """How many lists a player may bring."""
    characters_differ: bool = True
    """Whether the lists of a player must not share a character. If not, they must not share a
    caster.
    """
    one_army: bool = False
    """Whether the lists of a player must be of one army, which stands where others have a theme
    force.
    """
    bonus: bool = True
    """Whether a caster brings jack or beast points of its own; if not, it costs nothing, and lists
    have the points before the names.
    """
    command_cards: int = 0
    """How many a list needs; 0 where the edition has none."""
    two_casters_at: int = 0
    """The army size from which two casters may lead a list; 0 where casters are counted by no
    rule.
    """
    spell_racks: bool = False
    """Whether players choose spells for their casters' racks once both lists are known."""
    arena: str = ""
    """The arena that armies have to be of; empty if the packet has none."""
    objectives: tuple[str, ...] = ()
    factions: tuple[Faction, ...] = ()
    """The factions to choose from, with their armies. Others may be entered as well."""
    models: tuple[str, ...] = ()
    """What models are that lists name without saying it, a line each: "Doom Reavers: unit of 6"."""
    free_stay: bool = True
    """Whether what is free with a theme force must not leave the list for a specialist. If it may,
    the list is added up anew, and no specialist is free.
    """


USUAL_RULES = ListRules()
