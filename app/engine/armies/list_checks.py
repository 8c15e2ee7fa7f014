"""Checks a player's lists against a packet and its variants. Each doubt is a sentence, and the
organizer may accept it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from app.engine.armies.army import Army, ArmyRow, Kind, lone_attachments
from app.engine.armies.army_list import BATTLEGROUP, ArmyList, cost, models_of, price_all, sums
from app.engine.armies.crucible import CRUCIBLE, crucible_doubts, crucible_rounds
from app.engine.formats.keywords import X_LISTS, extra_points, in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.keywords import AnnouncedKeyword, Artifice
from app.engine.packet.packet import Packet
from app.engine.remarks import RemarkKind, Said, note
from app.engine.text import join_words, shorten

# The keywords of the packets' files that concern lists.
SPECIALISTS = "specialists"
BATTLEGROUP_ONLY = "battlegroup-only"
THEMES = "theme-forces"
UNRESTRICTED = "unrestricted-characters"
NO_VERSION_TWICE = "character-restrictions"
NO_CHARACTER_TWICE = "characters-restricted"
REINFORCED = "artifice-reinforcements"
REINFORCING_CASTER = "warcaster-reinforcements"
NEWEST_ONLY = "modern-warfare"
# A name without them is the person's: "Captain Haley" and "Major Haley" are one character.
TITLES = {
    "the", "of", "and", "&", "captain", "major", "colonel", "commander", "lord", "lady",
    "lieutenant", "general", "kommander", "kapitan", "komandant", "high", "grand", "master",
    "sergeant", "sir", "epic",
}  # fmt: skip
# Versions that the packet itself names as older ones, and the newest (SR2012, Modern Warfare).
OLDER = {"alexia ciannor & the risen": RemarkKind.ALEXIA_MISTRESS}
CASTERS_EXTRA = 5  # jack and beast points of a caster who comes later (SR2012, 5)


def list_doubts(
    packet: Packet, settings: Settings, lists: Sequence[ArmyList], faction: str = ""
) -> tuple[Said, ...]:
    """Return the doubts about a player's lists; ``faction`` is the player's registered faction."""
    if not lists:
        return ()
    announced = {keyword.key: keyword for keyword in in_force(packet, settings)}
    each = [
        doubt
        for number in range(1, len(lists) + 1)
        for doubt in _list_faults(packet, settings, announced, lists, number)
    ]
    names = [describe_list(lists, number) for number in range(1, len(lists) + 1)]
    together = (
        *_how_many(packet, announced, lists),
        *crucible_doubts(packet, settings, lists, names),
        *_factions(lists, faction),
        *_armies(packet, lists),
        *_in_both(packet, announced, lists),
        *(_versions(lists) if NEWEST_ONLY in announced else ()),
    )
    return (*together, *each)


def describe_list(lists: Sequence[ArmyList], number: int) -> Said:
    """Return the list's number, with its name or its casters if it has any: "List 2 (Haley 2)"."""
    army_list = lists[number - 1]
    words = army_list.name or " & ".join(row.name for row in army_list.casters)
    return (
        note(RemarkKind.LIST_NAMED, number=number, name=shorten(words))
        if words
        else note(RemarkKind.LIST, number=number)
    )


def called_more(army_list: ArmyList) -> str:
    """Return the list's theme, preceded by its casters unless `describe_list` already names them:
    "Haley 2 · Storm Division".
    """
    casters = " & ".join(row.name for row in army_list.casters) if army_list.name else ""
    return " · ".join(filter(None, (casters, army_list.theme)))


def parse_list_words(description: str) -> tuple[int, str]:
    """Return the number and the words of a list from a `describe_list` description in any
    language.
    """
    before, _, words = description.partition(" (")
    return int("".join(filter(str.isdecimal, before))), words.removesuffix(")")


def lists_wanted(packet: Packet, settings: Settings) -> int:
    """Return how many lists every player must bring; 0 if the packet leaves that to the player."""
    announced = {keyword.key: keyword for keyword in in_force(packet, settings)}
    return crucible_rounds(settings) or _x(announced, X_LISTS)


def specialists_played(packet: Packet | None, settings: Settings | None) -> bool:
    """Tell whether the event has specialists; True if its packet or its settings are not known."""
    if packet is None or settings is None:
        return True
    return any(keyword.key == SPECIALISTS for keyword in in_force(packet, settings))


def specialists_priced(packet: Packet, rows: Army) -> Army:
    """Return the specialists with the points that they cost. Entries that are free only in the main
    list cost their points here (SR2017, Specialists).
    """
    return rows if packet.lists.free_stay else price_all(rows)


def swapped_list_doubts(
    packet: Packet, settings: Settings, before: ArmyList, after: ArmyList
) -> tuple[str, ...]:
    """Return the doubts that the list raises ``after`` a swap of specialists but did not raise
    ``before``.
    """
    announced = {keyword.key: keyword for keyword in in_force(packet, settings)}
    base = replace(before, specialists=(), reinforcements=())
    known = {*_list_faults(packet, settings, announced, (base,), 1)}
    fresh = _list_faults(packet, settings, announced, (after,), 1)
    name = describe_list((after,), 1)
    return tuple(
        say(
            "After the swap: {doubt}",
            doubt=doubt.removeprefix(f"{name}: ").removeprefix(f"{name} "),
        )
        for doubt in fresh
        if doubt not in known
    )


def reinforcements_allowed(packet: Packet, settings: Settings, rows: Iterable[ArmyRow]) -> int:
    """Return the points of reinforcements that this army size allows; 0 if the packet does not give
    a number.
    """
    variant = packet.variant(REINFORCED)
    most = extra_points(variant, settings.size) if variant else 0
    led = any(keyword.key == REINFORCING_CASTER for keyword in in_force(packet, settings))
    leaders = [row for row in rows if row.kind is Kind.CASTER] if led else []
    return most + sum((row.points or 0) + CASTERS_EXTRA for row in leaders)


def _x(announced: dict[str, AnnouncedKeyword], key: str) -> int:
    keyword = announced.get(key)
    return keyword.numbers[0] if keyword and keyword.numbers else 0


def _how_many(
    packet: Packet, announced: dict[str, AnnouncedKeyword], lists: Sequence[ArmyList]
) -> Iterator[Said]:
    if CRUCIBLE in announced:
        return
    wanted = _x(announced, X_LISTS)
    if wanted and len(lists) != wanted:
        yield note(RemarkKind.HOW_MANY_LISTS, count=wanted, lists=len(lists))
    most = packet.lists.most
    if not wanted and len(lists) > most:
        yield note(RemarkKind.TOO_MANY_LISTS, count=most, lists=len(lists))


def _factions(lists: Sequence[ArmyList], registered: str) -> Iterator[Said]:
    named = {
        army_list.faction.casefold(): army_list.faction for army_list in lists if army_list.faction
    }
    if len(named) > 1:
        yield note(RemarkKind.FACTIONS, values=named.values())
    elif named and registered and registered.casefold() not in named:
        yield note(RemarkKind.OTHER_FACTION, registered=registered, values=named.values())


def _armies(packet: Packet, lists: Sequence[ArmyList]) -> Iterator[Said]:
    named = {army_list.theme.casefold(): army_list.theme for army_list in lists if army_list.theme}
    if packet.lists.one_army and len(named) > 1:
        yield note(RemarkKind.ARMIES, values=named.values())


def _in_both(
    packet: Packet, announced: dict[str, AnnouncedKeyword], lists: Sequence[ArmyList]
) -> Iterator[Said]:
    """Yield the casters and characters that two of a player's lists share, where the packet forbids
    it.
    """
    strict = packet.lists.characters_differ or NO_VERSION_TWICE in announced
    whole = NO_CHARACTER_TWICE in announced
    for first, second in combinations(range(len(lists)), 2):
        army_list, other = lists[first], lists[second]
        themes = {each.theme.casefold() for each in (army_list, other) if each.theme}
        free = UNRESTRICTED in announced or (THEMES in announced and len(themes) > 1)
        both = note(RemarkKind.TWO_LISTS, first=first + 1, second=second + 1)
        casters = _find_shared(army_list.casters, other.casters)
        if casters and not free:
            yield note(RemarkKind.CASTER_TWICE, casters=casters, both=both)
        characters = _find_shared(_characters(army_list), _characters(other), whole=whole)
        fresh = [name for name in characters if name not in casters]
        if fresh and strict and not free:
            yield note(RemarkKind.CHARACTER_TWICE, fresh=fresh, both=both)


def shared_casters(lists: Iterable[ArmyList], others: Iterable[ArmyList]) -> list[str]:
    """Return the casters who lead both some of ``lists`` and some of ``others``, spelled as in
    ``lists``.
    """
    mine, theirs = (
        [row for army_list in every for row in army_list.casters] for every in (lists, others)
    )
    return _find_shared(mine, theirs)


def shared_characters(lists: Iterable[ArmyList], others: Iterable[ArmyList]) -> list[str]:
    """Return the characters, casters among them, who are both in ``lists`` and in ``others``, in
    any version.
    """
    mine, theirs = (
        [row for army_list in every for row in _characters(army_list)] for every in (lists, others)
    )
    return _find_shared(mine, theirs, whole=True)


def _versions(lists: Sequence[ArmyList]) -> Iterator[Said]:
    """Yield a doubt about each character that is in the lists in an older version or in several
    versions. The packet says only for Alexia which version is older. Any other character is in
    doubt only if two versions are in the lists.
    """
    names = {same_name(row.name): row.name for army_list in lists for row in _characters(army_list)}
    left = list(names.values())
    while left:
        versions = [name for name in left if _one_character(name, left[0])]
        left = [name for name in left if name not in versions]
        newest = next(
            (OLDER[same_name(version)] for version in versions if same_name(version) in OLDER), None
        )
        if len(versions) > 1:
            named = join_words(versions)
            yield note(RemarkKind.VERSIONS, names=named)
        elif newest:
            yield note(RemarkKind.OLDER_VERSION, versions=versions[0], newest=note(newest))


def _find_shared(
    rows: Iterable[ArmyRow], other: Iterable[ArmyRow], *, whole: bool = False
) -> list[str]:
    """Return the names in ``rows`` that are also in ``other``. With ``whole``, all versions of a
    character count as the same.
    """
    there = [row.name for row in other]
    is_same = _one_character if whole else _one_version
    return list(
        dict.fromkeys(row.name for row in rows if any(is_same(row.name, name) for name in there))
    )


def same_name(name: str) -> str:
    """Return the name in a form that does not depend on case, spaces and apostrophes."""
    return " ".join(name.casefold().replace("’", "'").split())


def _one_version(name: str, other: str) -> bool:
    return same_name(name) == same_name(other)


def _one_character(name: str, other: str) -> bool:
    """Tell whether two names belong to one character. "Eiryss, Mage Hunter" and "Eiryss 2" do, for
    example, and so do "Alexia, Mistress" and "Alexia Ciannor".
    """
    mine, theirs = _person(name), _person(other)
    return _one_version(name, other) or (
        bool(mine and theirs) and (mine <= theirs or theirs <= mine)
    )


def _person(name: str) -> frozenset[str]:
    """Return the words of the name before its first comma, without titles and version number."""
    words = re.sub(r"\s+\d+$", "", same_name(name).partition(",")[0]).split()
    return frozenset(words) - TITLES


def _characters(army_list: ArmyList) -> tuple[ArmyRow, ...]:
    return tuple(row for row in models_of(army_list) if row.character or row.kind is Kind.CASTER)


def _list_faults(
    packet: Packet,
    settings: Settings,
    announced: dict[str, AnnouncedKeyword],
    lists: Sequence[ArmyList],
    number: int,
) -> Iterator[Said]:
    army_list, name = lists[number - 1], describe_list(lists, number)
    if not army_list.casters and CRUCIBLE not in announced:
        yield note(RemarkKind.NO_CASTER, name=name)
    yield from _edition(packet, settings.size, army_list, name)
    named = [same_name(row.name) for row in _characters(army_list)]
    twice = [row.name for row in _characters(army_list) if named.count(same_name(row.name)) > 1]
    if twice:
        yield note(RemarkKind.ONCE_AN_ARMY, name=name, twice=dict.fromkeys(twice))
    if CRUCIBLE not in announced:
        yield from (
            note(RemarkKind.OF_LIST, name=name, doubt=doubt)
            for doubt in _points(packet, settings.size, army_list)
        )
    if BATTLEGROUP_ONLY in announced or not settings.size:
        strange = [row.name for row in army_list.army if row.kind not in BATTLEGROUP]
        if strange:
            yield note(RemarkKind.ONLY_BATTLEGROUPS, name=name, strange=strange)
    tier = _x(announced, THEMES)
    if tier and (not army_list.theme or army_list.tier < tier):
        yield note(RemarkKind.TIER, name=name, tier=tier)
    yield from (
        note(RemarkKind.OF_LIST, name=name, doubt=doubt)
        for doubt in _extras_faults(packet, settings, announced, army_list)
    )
    objectives = packet.lists.objectives
    if army_list.objective and army_list.objective.casefold() not in {
        word.casefold() for word in objectives
    }:
        told = {"name": name, "packet": packet.name, "objective": army_list.objective}
        if objectives:
            yield note(RemarkKind.OBJECTIVE, objectives=objectives, **told)
        else:
            yield note(RemarkKind.NO_OBJECTIVES, **told)


def _edition(packet: Packet, size: int, army_list: ArmyList, name: Said) -> Iterator[Said]:
    """Yield signs that a list was made for another edition, and breaches of rules that only this
    edition has.
    """
    rules, cards = packet.lists, len(army_list.cards)
    if not rules.bonus and army_list.bonus:
        yield note(
            RemarkKind.BONUS_OF_ANOTHER_EDITION,
            name=name,
            bonus=army_list.bonus,
            packet=packet.name,
        )
    if not rules.bonus and army_list.tier:
        yield note(RemarkKind.TIERS_OF_ANOTHER_EDITION, name=name, packet=packet.name)
    if cards and not rules.command_cards:
        yield note(RemarkKind.CARDS_OF_ANOTHER_EDITION, name=name, packet=packet.name)
    elif cards and cards != rules.command_cards:
        yield note(RemarkKind.COMMAND_CARDS, count=cards, name=name, cards=rules.command_cards)
    casters = len(army_list.casters)
    if rules.two_casters_at and casters > 1 and (size < rules.two_casters_at or casters > 2):
        yield note(
            RemarkKind.ONE_CASTER,
            count=2 if size >= rules.two_casters_at else 1,
            name=name,
            casters=casters,
            size=size,
        )


def look_ups(packet: Packet, lists: Sequence[ArmyList]) -> Iterator[Said]:
    """Yield sentences about rules that Flagfall cannot check, for a packet with an arena. The
    organizer confirms each sentence once for the event.
    """
    if not packet.lists.arena or not lists:
        return
    yield note(RemarkKind.LOOK_UP_LISTS, cards=packet.lists.command_cards)
    for army in dict.fromkeys(army_list.theme for army_list in lists if army_list.theme):
        yield note(RemarkKind.LOOK_UP_ARMY, army=army, arena=packet.lists.arena)


def _points(packet: Packet, size: int, army_list: ArmyList) -> Iterator[Said]:
    """Yield the doubts about a list's points. They must not exceed the size, nor fall below it by
    more than the packet allows. Both limits rise by the casters' bonus, which pays for jacks and
    beasts only.
    """
    entered = cost(army_list.army)
    priced = any(row.points is not None for row in army_list.army if row.kind is not Kind.CASTER)
    if not packet.lists.bonus:
        yield from _points_of_current(packet, size, army_list, entered)
        return
    if priced and army_list.points and army_list.points not in sums(army_list.army):
        yield note(RemarkKind.SHEET_POINTS, points=army_list.points, entered=entered)
    if not priced and not army_list.points:
        if army_list.is_itemized:
            yield note(RemarkKind.NO_POINTS)
        return
    points = entered if priced else army_list.points
    least, most = max(size - packet.lists.short + army_list.bonus, 0), size + army_list.bonus
    if not least <= points <= most:
        window = (
            note(RemarkKind.RANGE, least=least, most=most)
            if least < most
            else note(RemarkKind.EXACTLY, most=most)
        )
        yield note(RemarkKind.POINTS_WITH_BONUS, count=points, bonus=army_list.bonus, window=window)
    elif priced:
        vehicles = cost(tuple(row for row in army_list.army if row.kind.can_stray))
        outside = points - min(vehicles, army_list.bonus)
        if outside > size and not vehicles:
            yield note(RemarkKind.BONUS_BUYS_NOTHING, bonus=army_list.bonus)
        elif outside > size:
            yield note(
                RemarkKind.BONUS_LEAVES,
                bonus=army_list.bonus,
                vehicles=vehicles,
                outside=outside,
                size=size,
            )


def _points_of_current(
    packet: Packet, size: int, army_list: ArmyList, entered: int
) -> Iterator[Said]:
    """Yield the doubts about the points of a list whose casters have no bonus. The points on its
    sheet are the size that it was made for.
    """
    if army_list.points and army_list.points != size:
        yield note(RemarkKind.OTHER_SIZE, points=army_list.points, size=size)
    if not any(row.points is not None for row in army_list.army if row.kind is not Kind.CASTER):
        yield note(RemarkKind.NO_POINTS)
        return
    least = max(size - packet.lists.short, 0)
    if not least <= entered <= size:
        yield note(RemarkKind.POINTS, count=entered, least=least, size=size)


def reinforced_army_doubts(
    packet: Packet, settings: Settings, began: Army, came: Army
) -> Iterator[Said]:
    """Yield the doubts that reinforcements raise about an army. Reinforcements share the list's
    field allowance and may not be casters (SR2012, Reinforcements; SR2014, Reinforcements).
    """
    announced = {keyword.key for keyword in in_force(packet, settings)}
    casters = [row.name for row in came if row.kind is Kind.CASTER]
    if casters and REINFORCING_CASTER not in announced:
        yield note(RemarkKind.REINFORCING_CASTER, names=casters)
    there = [same_name(row.name) for row in (*began, *came)]
    unique = [row for row in came if row.character or row.kind is Kind.CASTER]
    twice = [row.name for row in unique if there.count(same_name(row.name)) > 1]
    if twice:
        yield note(RemarkKind.ONCE_WITH_REINFORCEMENTS, twice=dict.fromkeys(twice))
    if BATTLEGROUP_ONLY in announced:
        strange = [row.name for row in came if row.kind not in BATTLEGROUP]
        if strange:
            yield note(RemarkKind.ONLY_BATTLEGROUPS_COME, strange=strange)


def attachment_doubts(reinforcements: Army) -> Iterator[Said]:
    """Yield a doubt for each attachment without a unit. A unit among the reinforcements may bring
    its attachment, but the packets bar models attached to a caster.
    """
    for row in lone_attachments(reinforcements):
        yield note(RemarkKind.ATTACHMENT_ALONE, card=row.name)


def _extras_faults(
    packet: Packet, settings: Settings, announced: dict[str, AnnouncedKeyword], army_list: ArmyList
) -> Iterator[Said]:
    """Yield the faults of specialists and reinforcements, which have points of their own."""
    special, reinforced = packet.variant(SPECIALISTS), packet.variant(REINFORCED)
    in_scenarios = settings.reinforcements and any(s.reinforcements for s in packet.scenarios)
    sent = in_scenarios or Artifice.REINFORCEMENTS in settings.artifices
    led = REINFORCING_CASTER in announced
    full = specialists_priced(packet, army_list.specialists)
    for extras, rows, played, variant in (
        (_SPECIALISTS, army_list.specialists, SPECIALISTS in announced, special),
        (_REINFORCEMENTS, army_list.reinforcements, sent, reinforced),
    ):
        most = extra_points(variant, settings.size) if variant and played else 0
        leaders = [row for row in rows if row.kind is Kind.CASTER]
        if extras is _REINFORCEMENTS and led:
            most += sum((row.points or 0) + CASTERS_EXTRA for row in leaders)
        if rows and not played:
            yield note(extras.not_played)
        elif (points := cost(full if extras is _SPECIALISTS else rows)) > most:
            yield note(extras.too_many, count=points, most=most)
        if leaders and (extras is _SPECIALISTS or (played and not led)):
            yield note(extras.led, names=[row.name for row in leaders])
        if extras is _REINFORCEMENTS and played:
            yield from attachment_doubts(rows)


class _Extras(NamedTuple):
    """The remarks on specialists or reinforcements."""

    not_played: RemarkKind
    too_many: RemarkKind
    led: RemarkKind


_SPECIALISTS = _Extras(
    RemarkKind.SPECIALISTS_NOT_PLAYED,
    RemarkKind.POINTS_OF_SPECIALISTS,
    RemarkKind.CASTER_AMONG_SPECIALISTS,
)
_REINFORCEMENTS = _Extras(
    RemarkKind.REINFORCEMENTS_NOT_PLAYED,
    RemarkKind.POINTS_OF_REINFORCEMENTS,
    RemarkKind.CASTER_AMONG_REINFORCEMENTS,
)
