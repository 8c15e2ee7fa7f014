"""The spells that players choose for the spell racks of their Leaders once both lists are known
(SR2026, Recording the Game). The cards say which spells a rack may have, and how many; Flagfall
knows neither.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from app.engine import wording
from app.engine.text import join_words, shorten, visible

MOST_SPELLS = 12
LONGEST_SPELL = 60
NAMED = 20
BETWEEN_SPELLS = re.compile(r"[\n,;]")


class Rack(Struct, frozen=True):
    """One Leader's spells."""

    caster: str
    """The Leader's name; empty if the list does not name a Leader."""
    spells: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The rack in words: "Orla: Rush, Fury"."""
        spells = ", ".join(self.spells) or wording.NO_SPELLS
        return f"{self.caster}: {spells}" if self.caster else spells


Racks: TypeAlias = tuple[Rack, ...]
"""A side's racks; empty until its player has chosen."""


def parse_spells(text: str) -> tuple[str, ...]:
    """Return the spells in a text, separated by new lines or commas."""
    return tuple(filter(None, map(visible, BETWEEN_SPELLS.split(text))))


def tidy_racks(racks: Racks) -> Racks:
    """Return the racks without stray spaces and invisible characters."""
    return tuple(
        Rack(rack.caster, tuple(filter(None, map(visible, rack.spells)))) for rack in racks
    )


def racks_words(racks: Racks) -> str:
    """Return the racks in words: "Orla: Rush, Fury; Reed: Snipe"."""
    return "; ".join(rack.words for rack in racks)


def rack_faults(racks: Racks, casters: Sequence[str]) -> Iterator[str]:
    """Yield why the racks cannot be accepted; ``casters`` are the Leaders of the list."""
    leaders = [caster.casefold() for caster in casters]
    for rack in racks:
        if rack.caster.casefold() in leaders:
            leaders.remove(rack.caster.casefold())
        else:
            yield wording.LEADS_NO_SUCH_LIST.format(caster=rack.caster)
        yield from _spell_faults(rack.spells)


def _spell_faults(spells: Sequence[str]) -> Iterator[str]:
    counts = Counter(map(str.casefold, spells))
    twice = {spell.casefold(): spell for spell in spells if counts[spell.casefold()] > 1}
    if twice:
        yield wording.SPELLS_TWICE.format(spells=join_words(twice.values()))
    if len(spells) > MOST_SPELLS:
        yield wording.TOO_MANY_SPELLS.format(most=MOST_SPELLS)
    yield from (
        wording.SPELL_IS_TOO_LONG.format(spell=shorten(spell, NAMED))
        for spell in spells
        if len(spell) > LONGEST_SPELL
    )
