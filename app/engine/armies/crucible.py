"""Commander's Crucible (SR2014 appendix, 1): battlegroup lists, of which one is chosen for each
game, and the support list that is added to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.engine.armies.army import Kind
from app.engine.armies.army_list import ArmyList, worth
from app.engine.formats.settings import Settings
from app.engine.language import plural, say
from app.engine.packet.keywords import BattlegroupPoints, Variant
from app.engine.packet.packet import Packet
from app.engine.text import join_words

CRUCIBLE = "commanders-crucible"
MEMBERS = (Kind.CASTER, Kind.JACK, Kind.BEAST, Kind.ATTACHMENT)
"""What a battlegroup list may hold."""


def crucible_rounds(settings: Settings | None) -> int:
    """Return the rounds of the Crucible; 0 where it is not played."""
    variants = settings.variants if settings else ()
    return next(
        (keyword.numbers[0] for keyword in variants if keyword.key == CRUCIBLE and keyword.numbers),
        0,
    )


def to_choose_from(settings: Settings | None, lists: Sequence[ArmyList]) -> tuple[int, ...]:
    """Return the numbers of the lists that are chosen for a game: in the Crucible those with a
    caster.
    """
    every = tuple(range(1, len(lists) + 1))
    if not every or not crucible_rounds(settings):
        return every
    return tuple(number for number in every if lists[number - 1].casters) or every


def support_list(settings: Settings | None, lists: Sequence[ArmyList]) -> ArmyList | None:
    """Return the list that is added to each battlegroup: in the Crucible the one without a
    caster.
    """
    left = set(range(1, len(lists) + 1)) - set(to_choose_from(settings, lists))
    return lists[min(left) - 1] if left else None


def with_support(settings: Settings | None, lists: Sequence[ArmyList], chosen: int) -> ArmyList:
    """Return the lists on the table with the chosen one: in the Crucible also the support list."""
    army_list, support = lists[chosen - 1], support_list(settings, lists)
    if support is None:
        return army_list
    return replace(
        army_list,
        army=army_list.army + support.army,
        points=worth(army_list) + worth(support),
        specialists=army_list.specialists + support.specialists,
        reinforcements=army_list.reinforcements + support.reinforcements,
    )


def crucible_doubts(
    packet: Packet, settings: Settings, lists: Sequence[ArmyList], names: Sequence[str]
) -> Iterator[str]:
    """Yield what speaks against a player's lists, called by their ``names``."""
    variant, wanted = packet.variant(CRUCIBLE), crucible_rounds(settings) - 1
    if variant is None or wanted < 0:
        return
    chosen_from = [i for i, army_list in enumerate(lists) if army_list.casters]
    support = [i for i in range(len(lists)) if i not in chosen_from]
    if len(chosen_from) != wanted:
        yield plural(
            wanted,
            "Commander's Crucible: everybody brings {count} battlegroup list, not {chosen_from}.",
            "Commander's Crucible: everybody brings {count} battlegroup lists, not {chosen_from}.",
            chosen_from=len(chosen_from),
        )
    if len(support) != 1:
        yield say(
            "Commander's Crucible: everybody brings 1 support list, not {support}.",
            support=len(support),
        )
    limits = _limits(variant, settings.size)
    for i, army_list in enumerate(lists):
        if army_list.theme:
            yield say("{names}: theme forces are not used in Commander's Crucible.", names=names[i])
        if i in chosen_from:
            yield from (f"{names[i]}: {doubt}" for doubt in _battlegroup(army_list, limits))
    aid = lists[support[0]] if support else None
    if aid and limits and worth(aid) > limits.support:
        yield plural(
            worth(aid),
            "{names}: {count} point; a support list has {support} at most.",
            "{names}: {count} points; a support list has {support} at most.",
            names=names[support[0]],
            support=limits.support,
        )
    for i in chosen_from:
        yield from _together(settings.size, variant.short, lists[i], aid, names[i])


def _limits(variant: Variant, size: int) -> BattlegroupPoints | None:
    return next((limits for limits in variant.battlegroups if limits.size == size), None)


def _battlegroup(army_list: ArmyList, limits: BattlegroupPoints | None) -> Iterator[str]:
    strange = [row.name for row in army_list.army if row.kind not in MEMBERS]
    if strange:
        yield plural(
            len(strange),
            "a battlegroup list holds a caster, their jacks or beasts and what is attached to"
            " the caster; {strange} goes into the support list.",
            "a battlegroup list holds a caster, their jacks or beasts and what is attached to"
            " the caster; {strange} go into the support list.",
            strange=join_words(strange),
        )
    points = worth(army_list)
    if not limits or not points:
        return
    least, most = limits.least + army_list.bonus, limits.most + army_list.bonus
    if not least <= points <= most:
        yield plural(
            points,
            "{count} point; with the caster’s bonus of {bonus} a battlegroup list needs"
            " {least} to {most}.",
            "{count} points; with the caster’s bonus of {bonus} a battlegroup list needs"
            " {least} to {most}.",
            bonus=army_list.bonus,
            least=least,
            most=most,
        )


def _together(
    size: int, short: int, army_list: ArmyList, support: ArmyList | None, name: str
) -> Iterator[str]:
    """Yield the window of a battlegroup and the support list together; unknown points say
    nothing.
    """
    mine, aid = worth(army_list), worth(support) if support else 0
    if not mine or (support and not aid):
        return
    most = size + army_list.bonus
    if not most - short <= mine + aid <= most:
        yield plural(
            mine + aid,
            "{name} and the support list come to {count} point; with the caster’s bonus of"
            " {bonus} they need {most} to {most_2}.",
            "{name} and the support list come to {count} points; with the caster’s bonus of"
            " {bonus} they need {most} to {most_2}.",
            name=name,
            bonus=army_list.bonus,
            most=most - short,
            most_2=most,
        )
