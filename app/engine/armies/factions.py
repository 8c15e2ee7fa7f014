"""Finds the faction or army of the packet that a text means, however the text spells the name. A
name that the packet does not have stays unchanged.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.packet.list_rules import Faction
from app.engine.packet.packet import Packet
from app.engine.text import plain

ALIKE = 0.8
"""The share of letters that two names must have in common, in the same order, for one to count as a
misspelling of the other.
"""
SHORTEST = 3
"""The fewest letters of a word that counts as an abbreviation of a longer one."""
SMALL = frozenset({"the", "of", "and"})
"""Words that do not distinguish one name from another."""


def factions_of(packet: Packet | None) -> tuple[Faction, ...]:
    """Return the factions that the packet offers."""
    return packet.lists.factions if packet is not None else ()


def armies_of(factions: Iterable[Faction], faction: str = "") -> tuple[str, ...]:
    """Return the armies of the faction called ``faction``, or of all if none has that name."""
    factions = tuple(factions)
    chosen = [each for each in factions if _key(each.name) == _key(faction)]
    return tuple(army for each in chosen or factions for army in each.armies)


def faction_of(factions: Iterable[Faction], army: str) -> str:
    """Return the name of the faction that an army belongs to; empty if no faction has it."""
    owners = (each.name for each in factions if _key(army) in map(_key, each.armies))
    return next(owners, "") if army else ""


def match_spelling(words: str, names: Iterable[str]) -> str:
    """Return the one of ``names`` that differs from ``words`` only by capitals, accents, spaces,
    apostrophes or a plural; else return ``words`` unchanged.
    """
    key = _key(words)
    return next((name for name in names if key and _key(name) == key), words)


def find_meant(words: str, names: Iterable[str]) -> str:
    """Return the one of ``names`` that ``words`` most likely mean: by `match_spelling`, by some of
    its words, or in spite of a typing error. Return ``words`` if none or several are possible.
    """
    names = tuple(names)
    same = match_spelling(words, names)
    if same in names or not _words(words):
        return same
    parts = [name for name in names if _is_part(words, name) or _is_part(name, words)]
    if len(parts) == 1:
        return parts[0]
    close = [name for name in names if _is_close(_key(words), _key(name))]
    return close[0] if len(close) == 1 and not parts else words


def respell(army_list: ArmyList, factions: Sequence[Faction]) -> ArmyList:
    """Return the list with its faction and its army as the packet spells them."""
    faction = match_spelling(army_list.faction, (each.name for each in factions))
    return replace(
        army_list, faction=faction, theme=match_spelling(army_list.theme, armies_of(factions))
    )


def _is_part(words: str, name: str) -> bool:
    """Tell whether each word begins a word of the name, as in "Merc" or "Legion"."""
    return all(
        len(word) >= SHORTEST and any(part.startswith(word) for part in _words(name))
        for word in _words(words)
    )


def _words(words: str) -> tuple[str, ...]:
    """Return the distinctive words of a name, in lower case and in the singular."""
    return tuple(part for part in _parts(words) if part not in SMALL)


@lru_cache(maxsize=4096)
def _key(words: str) -> str:
    return "".join(_parts(words))


def _parts(words: str) -> list[str]:
    bare = re.sub(r"['’‘´`]", "", plain(words))
    return [part.removesuffix("s") for part in re.findall(r"\w+", bare)]


def _is_close(first: str, second: str) -> bool:
    return SequenceMatcher(None, first, second).ratio() >= ALIKE
