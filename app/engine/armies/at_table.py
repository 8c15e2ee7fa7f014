"""The army as it is played at the table: the list after the swap of specialists, and
reinforcements.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from app.engine.armies.army import Army, ArmyRow, Kind, groups
from app.engine.armies.army_list import ArmyList, cost
from app.engine.armies.list_checks import (
    attachment_doubts,
    reinforced_army_doubts,
    reinforcements_allowed,
    same_name,
    specialists_priced,
    swapped_list_doubts,
)
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.packet.packet import Packet
from app.engine.text import join_words


class Swap(Struct, frozen=True):
    """Entries that leave a list for one game, and the specialists that replace them."""

    out: Army = ()
    added: Army = ()

    @property
    def words(self) -> str:
        """The swap in words: "Stormclad for Thorn", "no specialists"."""
        if not self.out and not self.added:
            return say("no specialists")
        added = join_words(row.name for row in self.added) if self.added else say("nothing")
        return (
            say("{added} for {names}", added=added, names=join_words(row.name for row in self.out))
            if self.out
            else say("{added} added", added=added)
        )


def swap_cards(army: Army, swap: Swap) -> Army:
    """Return the list as it is played. A new attachment joins a unit, and a new jack or beast joins
    a caster; entries listed below a new unit or solo stay below it.
    """
    rows = list(army)
    for card in swap.out:
        place = _place(rows, card)
        if place is not None:
            del rows[place]
    last: int | None = None
    for card in swap.added:
        beside = _place_for(tuple(rows), card) if last is None else last + 1
        if last is not None and not _belongs(card, rows[last]):
            beside = _place_for(tuple(rows), card)
        rows.insert(beside, card)
        last = beside
    return tuple(rows)


def _place(rows: Sequence[ArmyRow], card: ArmyRow) -> int | None:
    """Return the position of ``card`` in the list. It is found by all its values or else by its
    name, because a list may have been corrected.
    """
    if card in rows:
        return rows.index(card)
    names = [same_name(row.name) for row in rows]
    return names.index(same_name(card.name)) if same_name(card.name) in names else None


def _belongs(card: ArmyRow, above: ArmyRow) -> bool:
    if card.kind is Kind.ATTACHMENT:
        return above.kind in {Kind.UNIT, Kind.ATTACHMENT}
    return card.kind.can_stray and above.kind in {Kind.LESSER, Kind.SOLO, Kind.UNIT}


def _place_for(army: Army, card: ArmyRow) -> int:
    """Return the place for a new entry. An attachment goes behind the unit that shares a word with
    its name, or else behind the last unit; jacks and beasts go behind those of the first caster;
    everything else goes to the end.
    """
    if card.kind is Kind.ATTACHMENT:
        units = [group for group in groups(army) if army[group[0]].kind is Kind.UNIT]
        words = set(same_name(card.name).split())
        akin = [group for group in units if words & set(same_name(army[group[0]].name).split())]
        chosen = (akin or units or [(len(army) - 1,)])[-1]
        return chosen[-1] + 1
    if not card.kind.can_stray:
        return len(army)
    caster = next((at for at, row in enumerate(army) if row.kind is Kind.CASTER), -1)
    place = caster + 1
    while place < len(army) and army[place].kind.can_stray:
        place += 1
    return place


def swap_doubts(
    packet: Packet, settings: Settings, army_list: ArmyList, swap: Swap
) -> Iterator[str]:
    """Yield the packet's objections to a swap (SR2014, SR2015 and SR2017, Specialists). Entries are
    swapped one by one, and the army must be legal afterwards.
    """
    left = list(army_list.army)
    for card in swap.out:
        place = _place(left, card)
        if place is None:
            yield say("{card} is not in the list, so it cannot be taken out.", card=card.name)
            continue
        row = left.pop(place)
        if row.kind is Kind.CASTER:
            yield say("{name} leads the army and stays in it.", name=row.name)
        if row.free and packet.lists.free_stay:
            yield say(
                "{name} is free with the theme force, so no specialist can replace it.",
                name=row.name,
            )
    offered = list(army_list.specialists)
    for card in swap.added:
        place = _place(offered, card)
        if place is None:
            yield say("{card} is not among the specialists of this list.", card=card.name)
        else:
            offered.pop(place)
    paid = replace(swap, added=specialists_priced(packet, swap.added))
    army = swap_cards(army_list.army, paid)
    for at, row in enumerate(army):
        if row.kind is Kind.ATTACHMENT and not any(at in group[1:] for group in groups(army)):
            yield say("{name} has no unit to be attached to.", name=row.name)
    played = replace(army_list, army=army, points=0, specialists=(), reinforcements=())
    if swap.out or swap.added:
        yield from swapped_list_doubts(packet, settings, army_list, played)


def reinforcement_doubts(
    packet: Packet,
    settings: Settings,
    army_list: ArmyList | None,
    rows: Army,
    swap: Swap | None = None,
) -> Iterator[str]:
    """Yield the packet's objections to reinforcements for an army after its swap (SR2012,
    artifices; SR2014, variants).
    """
    began = swap_cards(army_list.army, swap or Swap()) if army_list else ()
    listed = list(army_list.reinforcements) if army_list else []
    for card in rows:
        place = _place(listed, card)
        if place is None:
            yield say("{card} is not among the reinforcements of this list.", card=card.name)
        else:
            listed.pop(place)
    yield from attachment_doubts(rows)
    yield from reinforced_army_doubts(packet, settings, began, rows)
    most = reinforcements_allowed(packet, settings, rows)
    points = cost(rows)
    if most and points > most:
        yield plural(
            points,
            "{count} point of reinforcements, {most} are allowed.",
            "{count} points of reinforcements, {most} are allowed.",
            most=most,
        )


def to_check(army_list: ArmyList, swap: Swap | None, came: Army) -> Iterator[str]:
    """Yield sentences on the rules that players have to look up on cards and in army books because
    the army at the table differs from its list. Flagfall knows that a character's field allowance
    is one. It knows no other field allowances, and no requirements of themes and tiers (each
    packet's Specialists and Reinforcements).
    """
    swap = swap or Swap()
    fresh = (*swap.added, *came)
    army = (*swap_cards(army_list.army, swap), *came)
    copies = Counter(same_name(row.name) for row in army)
    common = [row for row in fresh if not row.character and row.kind is not Kind.CASTER]
    names = {same_name(row.name): row.name for row in common}
    for name, shown in names.items():
        if copies[name] > 1:
            yield say(
                "{name} is in the army {count} times now. Check the field allowance on the card.",
                name=shown,
                count=copies[name],
            )
    if army_list.theme and fresh:
        yield say(
            "{names}: check that {theme} allows it.",
            names=join_words(dict.fromkeys(row.name for row in fresh)),
            theme=army_list.theme,
        )
    if army_list.tier and swap.out:
        yield say(
            "Check that the army still meets tier {tier} without {names}. Only what also meets it"
            " may replace them.",
            tier=army_list.tier,
            names=join_words(dict.fromkeys(row.name for row in swap.out)),
        )
