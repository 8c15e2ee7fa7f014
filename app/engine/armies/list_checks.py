"""What a packet and its variants say against a player's lists, a sentence each. The EO may accept
any of it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import BATTLEGROUP, ArmyList, cost, models_of
from app.engine.formats.keywords import X_LISTS, extra_points, in_force
from app.engine.formats.settings import Settings
from app.engine.packet.keywords import Announced, Artifice
from app.engine.packet.packet import Packet
from app.engine.text import join_words, plural, shortened

# The keywords of the packets' files that say something about lists.
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
OLDER = {"alexia ciannor & the risen": "Alexia, Mistress of the Witchfire"}
CASTERS_EXTRA = 5  # jack and beast points of a caster who comes later (SR2012, 5)


def list_doubts(
    packet: Packet, settings: Settings, lists: Sequence[ArmyList], faction: str = ""
) -> tuple[str, ...]:
    """``faction``: the one the player is registered with."""
    if not lists:
        return ()
    announced = {one.key: one for one in in_force(packet, settings)}
    each = [
        doubt
        for number in range(1, len(lists) + 1)
        for doubt in _of_one(packet, settings, announced, lists, number)
    ]
    together = (
        *_how_many(packet, announced, lists),
        *_factions(lists, faction),
        *_in_both(packet, announced, lists),
        *(_versions(lists) if NEWEST_ONLY in announced else ()),
    )
    return (*together, *each)


def called(lists: Sequence[ArmyList], number: int) -> str:
    """ "List 2", or with its name or its casters: "List 2 (Haley 2)"."""
    one = lists[number - 1]
    words = one.name or " & ".join(row.name for row in one.casters)
    return f"List {number} ({shortened(words)})" if words else f"List {number}"


def named(called_: str) -> tuple[int, str]:
    """The number and the words of a list, read off what ``called`` makes of them."""
    number, _, words = called_.removeprefix("List ").partition(" (")
    return int(number), words.removesuffix(")")


def lists_wanted(packet: Packet, settings: Settings) -> int:
    """How many lists everybody must bring; 0 when the packet leaves it to the player."""
    announced = {one.key: one for one in in_force(packet, settings)}
    return _x(announced, X_LISTS)


def _x(announced: dict[str, Announced], key: str) -> int:
    one = announced.get(key)
    return one.numbers[0] if one and one.numbers else 0


def _how_many(
    packet: Packet, announced: dict[str, Announced], lists: Sequence[ArmyList]
) -> Iterator[str]:
    wanted = _x(announced, X_LISTS)
    if wanted and len(lists) != wanted:
        yield f"Everybody brings {plural(wanted, 'list')}, not {len(lists)}."
    most = packet.lists.most
    if not wanted and len(lists) > most:
        yield f"A player brings at most {plural(most, 'list')}, not {len(lists)}."


def _factions(lists: Sequence[ArmyList], registered: str) -> Iterator[str]:
    named = {
        army_list.faction.casefold(): army_list.faction for army_list in lists if army_list.faction
    }
    if len(named) > 1:
        yield f"All lists of a player are of one faction, not of {join_words(named.values())}."
    elif named and registered and registered.casefold() not in named:
        yield f"The player is registered with {registered}, not {join_words(named.values())}."


def _in_both(
    packet: Packet, announced: dict[str, Announced], lists: Sequence[ArmyList]
) -> Iterator[str]:
    """Casters and characters that two lists share."""
    themes = {army_list.theme.casefold() for army_list in lists if army_list.theme}
    free = UNRESTRICTED in announced or (THEMES in announced and len(themes) == len(lists))
    strict = packet.lists.characters_differ or NO_VERSION_TWICE in announced
    whole = NO_CHARACTER_TWICE in announced
    for first, second in combinations(range(len(lists)), 2):
        one, other = lists[first], lists[second]
        both = f"lists {first + 1} and {second + 1}"
        casters = _shared(one.casters, other.casters)
        if casters and not free:
            yield f"{join_words(casters)} leads {both}: each list needs a caster of its own."
        characters = _shared(_characters(one), _characters(other), whole=whole)
        fresh = [name for name in characters if name not in casters]
        if fresh and strict and not free:
            yield f"{join_words(fresh)} (character) is in {both}."


def _versions(lists: Sequence[ArmyList]) -> Iterator[str]:
    """A character in two versions: at most one of them is the newest. Which, the packet tells of
    Alexia alone.
    """
    names = {_same(row.name): row.name for army_list in lists for row in _characters(army_list)}
    left = list(names.values())
    while left:
        versions = [one for one in left if _one_character(one, left[0])]
        left = [one for one in left if one not in versions]
        newest = next(
            (OLDER[_same(version)] for version in versions if _same(version) in OLDER), ""
        )
        if len(versions) > 1:
            named = join_words(versions)
            yield f"{named} are versions of one character: only the newest is allowed."
        elif newest:
            yield f"{versions[0]} is an older version: only {newest} is allowed."


def _shared(one: Iterable[ArmyRow], other: Iterable[ArmyRow], *, whole: bool = False) -> list[str]:
    """Names in both; ``whole``: a character is one in all versions."""
    there = [row.name for row in other]
    is_same = _one_character if whole else _one_version
    return list(
        dict.fromkeys(row.name for row in one if any(is_same(row.name, name) for name in there))
    )


def _same(name: str) -> str:
    return " ".join(name.casefold().replace("’", "'").split())


def _one_version(one: str, other: str) -> bool:
    return _same(one) == _same(other)


def _one_character(one: str, other: str) -> bool:
    """ "Eiryss, Mage Hunter" and "Eiryss 2"; "Alexia, Mistress" and "Alexia Ciannor"."""
    mine, theirs = _person(one), _person(other)
    return _one_version(one, other) or (
        bool(mine and theirs) and (mine <= theirs or theirs <= mine)
    )


def _person(name: str) -> frozenset[str]:
    """The words of the name before its first comma, without titles and the number of a version."""
    words = re.sub(r"\s+\d+$", "", _same(name).partition(",")[0]).split()
    return frozenset(words) - TITLES


def _characters(one: ArmyList) -> tuple[ArmyRow, ...]:
    return tuple(row for row in models_of(one) if row.character or row.kind is Kind.CASTER)


def _of_one(
    packet: Packet,
    settings: Settings,
    announced: dict[str, Announced],
    lists: Sequence[ArmyList],
    number: int,
) -> Iterator[str]:
    one, name = lists[number - 1], called(lists, number)
    if not one.casters:
        yield f"{name} has no caster."
    named = [_same(row.name) for row in _characters(one)]
    twice = [row.name for row in _characters(one) if named.count(_same(row.name)) > 1]
    if twice:
        yield f"{name}: {join_words(dict.fromkeys(twice))} can be in an army only once."
    yield from (f"{name}: {said}" for said in _points(packet, settings.size, one))
    if BATTLEGROUP_ONLY in announced or not settings.size:
        strange = [row.name for row in one.army if row.kind not in BATTLEGROUP]
        if strange:
            yield f"{name}: only battlegroups are played, without {join_words(strange)}."
    tier = _x(announced, THEMES)
    if tier and (not one.theme or one.tier < tier):
        yield f"{name}: a theme force of tier {tier} or higher is required."
    yield from (f"{name}: {said}" for said in _beside(packet, settings, announced, one))
    objectives = packet.lists.objectives
    if one.objective and one.objective.casefold() not in {word.casefold() for word in objectives}:
        known = f"knows {join_words(objectives)}" if objectives else "has no objectives to choose"
        yield f"{name}: {packet.name} {known}, not {one.objective}."


def _points(packet: Packet, size: int, one: ArmyList) -> Iterator[str]:
    """From the size less what it may fall short by, to the size, each with the casters' bonus;
    the bonus buys jacks and beasts alone.
    """
    entered = cost(one.army)
    priced = any(row.points is not None for row in one.army if row.kind is not Kind.CASTER)
    if priced and one.points and one.points != entered:
        yield f"its sheet says {one.points} points, its entries come to {entered}."
    if not priced and not one.points:
        if one.is_itemized:
            yield "its entries have no points, so its size cannot be checked."
        return
    points = entered if priced else one.points
    least, most = max(size - packet.lists.short + one.bonus, 0), size + one.bonus
    if not least <= points <= most:
        window = f"{least} to {most}" if least < most else f"exactly {most}"
        said = f"with the caster’s bonus of {one.bonus} it needs {window}"
        yield f"{plural(points, 'point')}; {said}."
    elif priced:
        vehicles = cost(tuple(row for row in one.army if row.kind.can_stray))
        outside = points - min(vehicles, one.bonus)
        if outside > size and not vehicles:
            yield (
                f"no entry is a jack or a beast, so its {one.bonus} bonus points buy nothing:"
                " give their kind in columns if some are."
            )
        elif outside > size:
            yield (
                f"{one.bonus} bonus points buy jacks and beasts alone, and those cost {vehicles}:"
                f" {outside} points are left for an army of {size}."
            )


def _beside(
    packet: Packet, settings: Settings, announced: dict[str, Announced], one: ArmyList
) -> Iterator[str]:
    """Specialists and reinforcements, each with points of its own."""
    special, reinforced = packet.variant(SPECIALISTS), packet.variant(REINFORCED)
    in_scenarios = settings.reinforcements and any(s.reinforcements for s in packet.scenarios)
    sent = in_scenarios or Artifice.REINFORCEMENTS in settings.artifices
    led = REINFORCING_CASTER in announced
    for what, rows, played, variant in (
        ("specialists", one.specialists, SPECIALISTS in announced, special),
        ("reinforcements", one.reinforcements, sent, reinforced),
    ):
        most = extra_points(variant, settings.size) if variant and played else 0
        leaders = [row for row in rows if row.kind is Kind.CASTER]
        if what == "reinforcements" and led:
            most += sum((row.points or 0) + CASTERS_EXTRA for row in leaders)
        if rows and not played:
            yield f"{what} are not played at this event."
        elif cost(rows) > most:
            yield f"{plural(cost(rows), 'point')} of {what}, {most} are allowed."
        if leaders and (what == "specialists" or (played and not led)):
            names = join_words(row.name for row in leaders)
            yield f"{names} cannot be among the {what}: a caster leads the army."
