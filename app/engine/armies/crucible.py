"""Commander's Crucible (SR2014 appendix, 1): a player chooses one battlegroup list for each game,
and the support list is added to it.
"""

from collections.abc import Iterator, Sequence

from app.engine.armies.army import Kind
from app.engine.armies.army_list import ArmyList, worth
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.keywords import BattlegroupPoints, Variant
from app.engine.packet.packet import Packet
from app.engine.remarks import RemarkKind, Said, note

CRUCIBLE = "commanders-crucible"
MEMBERS = (Kind.CASTER, Kind.JACK, Kind.BEAST, Kind.ATTACHMENT)
"""The kinds of entries that a battlegroup list may have."""


def crucible_rounds(settings: Settings | None) -> int:
    """Return the number of rounds of the Crucible; 0 if the event does not play it."""
    variants = settings.variants if settings else ()
    return next(
        (keyword.numbers[0] for keyword in variants if keyword.key == CRUCIBLE and keyword.numbers),
        0,
    )


def to_choose_from(settings: Settings | None, lists: Sequence[ArmyList]) -> tuple[int, ...]:
    """Return the numbers of the lists to choose from for a game: all of them, or in the Crucible
    those with a caster.
    """
    every = tuple(range(1, len(lists) + 1))
    if not every or not crucible_rounds(settings):
        return every
    return tuple(number for number in every if lists[number - 1].casters) or every


def support_list(settings: Settings | None, lists: Sequence[ArmyList]) -> ArmyList | None:
    """Return the list that is added to each battlegroup: in the Crucible, the one without a
    caster.
    """
    left = set(range(1, len(lists) + 1)) - set(to_choose_from(settings, lists))
    return lists[min(left) - 1] if left else None


def with_support(settings: Settings | None, lists: Sequence[ArmyList], chosen: int) -> ArmyList:
    """Return the chosen list as it is played, which in the Crucible includes the support list."""
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
    packet: Packet, settings: Settings, lists: Sequence[ArmyList], names: Sequence[Said]
) -> Iterator[Said]:
    """Yield the doubts about a player's lists in the Crucible; ``names`` are the names of the
    lists.
    """
    variant, wanted = packet.variant(CRUCIBLE), crucible_rounds(settings) - 1
    if variant is None or wanted < 0:
        return
    chosen_from = [i for i, army_list in enumerate(lists) if army_list.casters]
    support = [i for i in range(len(lists)) if i not in chosen_from]
    if len(chosen_from) != wanted:
        yield note(RemarkKind.CRUCIBLE_LISTS, count=wanted, chosen_from=len(chosen_from))
    if len(support) != 1:
        yield note(RemarkKind.CRUCIBLE_SUPPORT, support=len(support))
    limits = _limits(variant, settings.size)
    for i, army_list in enumerate(lists):
        if army_list.theme:
            yield note(RemarkKind.CRUCIBLE_THEME, names=names[i])
        if i in chosen_from:
            yield from (
                note(RemarkKind.OF_LIST, name=names[i], doubt=doubt)
                for doubt in _battlegroup(army_list, limits)
            )
    aid = lists[support[0]] if support else None
    if aid and limits and worth(aid) > limits.support:
        yield note(
            RemarkKind.CRUCIBLE_SUPPORT_POINTS,
            count=worth(aid),
            names=names[support[0]],
            support=limits.support,
        )
    for i in chosen_from:
        yield from _together(settings.size, variant.short, lists[i], aid, names[i])


def _limits(variant: Variant, size: int) -> BattlegroupPoints | None:
    return next((limits for limits in variant.battlegroups if limits.size == size), None)


def _battlegroup(army_list: ArmyList, limits: BattlegroupPoints | None) -> Iterator[Said]:
    strange = [row.name for row in army_list.army if row.kind not in MEMBERS]
    if strange:
        yield note(RemarkKind.CRUCIBLE_MEMBERS, count=len(strange), strange=strange)
    points = worth(army_list)
    if not limits or not points:
        return
    least, most = limits.least + army_list.bonus, limits.most + army_list.bonus
    if not least <= points <= most:
        yield note(
            RemarkKind.CRUCIBLE_POINTS, count=points, bonus=army_list.bonus, least=least, most=most
        )


def _together(
    size: int, short: int, army_list: ArmyList, support: ArmyList | None, name: Said
) -> Iterator[Said]:
    """Yield the doubt about the points of a battlegroup together with the support list; nothing if
    points are unknown.
    """
    mine, aid = worth(army_list), worth(support) if support else 0
    if not mine or (support and not aid):
        return
    most = size + army_list.bonus
    if not most - short <= mine + aid <= most:
        yield note(
            RemarkKind.CRUCIBLE_TOGETHER,
            count=mine + aid,
            name=name,
            bonus=army_list.bonus,
            most=most - short,
            most_2=most,
        )
