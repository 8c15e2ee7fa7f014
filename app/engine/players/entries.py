"""Players' entries with their faction and army as the packet spells them."""

from collections.abc import Callable, Iterable, Sequence

from app.engine.acts.players import Entry
from app.engine.armies.factions import armies_of, find_meant, match_spelling
from app.engine.frozen import replace
from app.engine.packet.list_rules import Faction


def spelled_entry(entry: Entry, factions: Sequence[Faction]) -> Entry:
    """Return the entry with its names as the packet spells them, where they differ only in
    spelling.
    """
    return _with(match_spelling, entry, factions)


def meant_entry(entry: Entry, factions: Sequence[Faction]) -> Entry:
    """Return the entry with the names that were most likely meant. Somebody has to look at this
    entry before it counts.
    """
    return _with(find_meant, entry, factions)


def _with(
    find: Callable[[str, Iterable[str]], str], entry: Entry, factions: Sequence[Faction]
) -> Entry:
    faction = find(entry.faction, [each.name for each in factions])
    return replace(entry, faction=faction, army=find(entry.army, armies_of(factions, faction)))
