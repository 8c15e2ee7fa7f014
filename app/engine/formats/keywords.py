"""Variant keywords announced for an event: the settings that they change, and the keywords that are
in force or clash.

A keyword that changes a setting is in force if the setting has the keyword's value, whoever set it.
All other keywords are stored in ``Settings.variants``, so nothing is stored twice.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs

from app.engine.formats.settings import Settings
from app.engine.frozen import memoize, memoized_pairs, replace
from app.engine.language import packet_text, plural, say
from app.engine.packet.keywords import AnnouncedKeyword, Asks, Changes, Preset, Variant
from app.engine.packet.packet import Packet
from app.engine.text import join_words

BASELINE = Settings("", "", 0, 0)
X_LISTS = "x-lists"
DIVIDE = "divide-and-conquer"


def put_in_force(packet: Packet, settings: Settings, key: str, *numbers: int) -> Settings:
    """Return the settings with the keyword in force. ``numbers`` are announced with the keyword:
    they replace {X} in its text, or name the scenarios that are played. If another keyword goes out
    of force as a result, the settings that it had changed return to the baseline, except those that
    a keyword in force changes.
    """
    fresh = _with(packet, settings, AnnouncedKeyword(key, numbers))
    remaining = _holding(packet, fresh)
    keys = {keyword.key for keyword in remaining}
    gone = [announced.key for announced in _holding(packet, settings) if announced.key not in keys]
    own = _settings_of(packet, key)
    return _without(packet, fresh, _settings_of(packet, *gone) - own, remaining)


def withdraw(packet: Packet, settings: Settings, key: str) -> Settings:
    """Return the settings without the keyword. The settings that it changed return to the packet's
    baseline, unless another keyword needs them.
    """
    variant = packet.variant(key)
    if variant is None:
        return settings
    others = [
        announced
        for announced in _holding(packet, settings)
        if announced.key != key and not _within(packet, variant, announced)
    ]
    variants = tuple(keyword for keyword in settings.variants if keyword.key != key)
    settings = replace(settings, variants=variants)
    return _without(packet, settings, _settings_of(packet, key), others)


@memoized_pairs
def in_force(packet: Packet, settings: Settings) -> tuple[AnnouncedKeyword, ...]:
    """Return the event's keywords in the packet's order, without those that another keyword
    includes.
    """
    holding = _holding(packet, settings)
    return tuple(
        announced
        for announced in holding
        if not any(
            _within(packet, variant, announced)
            for other in holding
            if other != announced and (variant := packet.variant(other.key))
        )
    )


def including(packet: Packet, settings: Settings, key: str) -> str:
    """Return the name of the keyword in force that includes this one; empty if none does."""
    held = next((keyword for keyword in _holding(packet, settings) if keyword.key == key), None)
    others = in_force(packet, settings)
    if held is None or held in others:
        return ""
    holders = (
        keyword
        for keyword in others
        if (variant := packet.variant(keyword.key)) and _within(packet, variant, held)
    )
    return next((describe_keyword(packet, announced) for announced in holders), "")


def clashes(packet: Packet, settings: Settings, players: int = 0) -> tuple[str, ...]:
    """Return the packet's objections to this combination of keywords, one sentence each.
    ``players`` is the number of players, 0 if unknown. The number of rounds that the packet itself
    has for so many players does not count as a variant.
    """
    names = {
        keyword.key: describe_keyword(packet, keyword) for keyword in _holding(packet, settings)
    }
    announced = [keyword for keyword in packet.variants if keyword.key in names]
    conflicts = (
        say(
            "{names} with {other}: {reason}",
            names=names[keyword.key],
            other=names[link.key],
            reason=packet_text(link.reason),
        )
        for keyword in announced
        for link in keyword.conflicts
        if link.key in names and not _as_the_packet_says(packet, settings, link.key, players)
    )
    needs = (
        f"{names[keyword.key]}: {packet_text(link.reason)}"
        for keyword in announced
        for link in keyword.needs
        if link.key not in names
    )
    small = (
        say(
            "{names}: it is for {least_size} points or more.",
            names=names[keyword.key],
            least_size=keyword.least_size,
        )
        for keyword in announced
        if settings.size < keyword.least_size
    )
    return (
        *conflicts,
        *needs,
        *small,
        *_other_rounds(packet, settings),
        *_unmet(packet, settings),
        *_warn_of_groups(packet, settings),
    )


def _as_the_packet_says(packet: Packet, settings: Settings, key: str, players: int) -> bool:
    """Tell whether a keyword only sets the number of rounds that the packet itself has for so many
    players.
    """
    variant = packet.variant(key)
    by_rounds = variant is not None and variant.asks is Asks.ROUNDS
    return by_rounds and players > 0 and settings.rounds == packet.rounds_for(max(players, 2))


def _other_rounds(packet: Packet, settings: Settings) -> Iterator[str]:
    """Yield a sentence for each keyword that was announced with a number of rounds other than the
    event's.
    """
    for announced in _holding(packet, settings):
        variant = packet.variant(announced.key)
        fits = announced.numbers == (settings.rounds,)
        if variant and variant.sets_rounds and not fits:
            rounds = (
                plural(settings.rounds, "{count} round", "{count} rounds")
                if settings.rounds
                else say("no number of rounds")
            )
            yield say(
                "{spoken}: the event is set to {rounds}.",
                spoken=describe_keyword(packet, announced),
                rounds=rounds,
            )


def _unmet(packet: Packet, settings: Settings) -> Iterator[str]:
    """Yield a sentence if the event has too few rounds for its lists under Divide and Conquer."""
    held = {announced.key: announced for announced in _holding(packet, settings)}
    divided, lists = held.get(DIVIDE), held.get(X_LISTS)
    if divided is None:
        return
    rounds = settings.rounds or packet.rounds[-1].rounds
    brought = lists.numbers[0] if lists and lists.numbers else packet.lists.most
    least = divided.numbers[0] if divided.numbers else 1
    if brought * least > rounds:
        times = say(
            "{lists} at least {times} each",
            lists=plural(brought, "{count} list", "{count} lists"),
            times=plural(least, "{count} time", "{count} times"),
        )
        yield plural(
            brought * least,
            "{spoken}: {times} need {count} round, and the event has {rounds} at most.",
            "{spoken}: {times} need {count} rounds, and the event has {rounds} at most.",
            spoken=describe_keyword(packet, divided),
            times=times,
            rounds=rounds,
        )


def with_preset(packet: Packet, settings: Settings, preset: Preset) -> Settings:
    """Return the settings with the preset's keywords in force, in addition to those already
    there.
    """
    for keyword in preset.variants:
        settings = put_in_force(packet, settings, keyword.key, *keyword.numbers)
    return settings


def extra_points(variant: Variant, size: int) -> int:
    """Return the extra army points that the keyword gives at this army size; 0 if it gives none."""
    return next(
        (size_points.points for size_points in variant.points if size_points.size == size), 0
    )


def describe_keyword(packet: Packet, keyword: AnnouncedKeyword) -> str:
    """Return a keyword in players' words: "Hardcore Time Limits", "Divide and Conquer (2)"."""
    variant = packet.variant(keyword.key)
    if variant is None:
        return keyword.key
    if variant.asks is Asks.SCENARIOS:
        scenarios = [packet.scenario(number) for number in keyword.numbers]
        names = ", ".join(each.name for each in scenarios if each)
        return f"{variant.name}: {names}"
    return _with_x(variant.name, keyword)


def explain_keyword(packet: Packet, keyword: AnnouncedKeyword, size: int = 0) -> str:
    """Return in one line what a keyword changes, with the army points that it gives at this
    ``size``.
    """
    variant = packet.variant(keyword.key)
    if variant is None:
        return ""
    points = extra_points(variant, size)
    words = _with_x(packet_text(variant.says), keyword)
    if not points:
        return words
    return plural(
        points,
        "{words} {count} army point at this size.",
        "{words} {count} army points at this size.",
        words=words,
    )


def _with_x(words: str, keyword: AnnouncedKeyword) -> str:
    x = str(keyword.numbers[0]) if keyword.numbers else "X"
    return words.replace("{X}", x).replace("(s)", "" if x == "1" else "s")


def _with(packet: Packet, settings: Settings, keyword: AnnouncedKeyword) -> Settings:
    variant = packet.variant(keyword.key)
    if variant is None:
        return settings
    changed: dict[str, Any] = {**_sets(variant.changes), **_setting_of_x(variant, keyword.numbers)}
    if "artifices" in changed:
        changed["artifices"] = _together(settings.artifices, changed["artifices"])
    settings = replace(settings, **changed)
    if changed and not variant.sets_rounds:
        return settings
    others = tuple(other for other in settings.variants if other.key != keyword.key)
    return replace(settings, variants=(*others, keyword))


def _without(
    packet: Packet, settings: Settings, names: Iterable[str], remaining: Iterable[AnnouncedKeyword]
) -> Settings:
    """Return the settings with those of ``names`` at their baseline, except for those that the
    ``remaining`` keywords set.
    """
    settings = replace(settings, **{name: getattr(BASELINE, name) for name in names})
    for announced in remaining:
        settings = _with(packet, settings, announced)
    return settings


def _settings_of(packet: Packet, *keys: str) -> set[str]:
    """Return the names of all settings that these keywords change."""
    variants = [variant for key in keys if (variant := packet.variant(key))]
    return {
        name
        for keyword in variants
        for name in (*_sets(keyword.changes), *_setting_of_x(keyword, ()))
    }


def _holding(packet: Packet, settings: Settings) -> tuple[AnnouncedKeyword, ...]:
    """Return every keyword in force, including those that other keywords include."""
    candidates = (_read_announced(packet, settings, variant) for variant in packet.variants)
    return tuple(announced for announced in candidates if announced is not None)


def _read_announced(
    packet: Packet, settings: Settings, variant: Variant
) -> AnnouncedKeyword | None:
    sets = _sets(variant.changes)
    if sets:
        return AnnouncedKeyword(variant.key) if _holds(packet, settings, sets) else None
    numbers: tuple[int, ...]
    match variant.asks:
        case Asks.ROUNDS:
            numbers = (settings.rounds,) if settings.rounds else ()
        case Asks.CUT:
            numbers = (settings.cut,) if settings.cut else ()
        case Asks.SCENARIOS:
            numbers = settings.scenarios if settings.scenarios_public else ()
        case _:
            return next(
                (keyword for keyword in settings.variants if keyword.key == variant.key), None
            )
    return AnnouncedKeyword(variant.key, numbers) if numbers else None


def _holds(packet: Packet, settings: Settings, sets: Mapping[str, Any]) -> bool:
    values = {name: getattr(settings, name) for name in sets}
    if "timing" in values:
        values["timing"] = packet.timing(settings.timing).key
    if "artifices" in values:
        values["artifices"] = tuple(
            artifice for artifice in sets["artifices"] if artifice in settings.artifices
        )
    return values == sets


@memoize
def _sets(changes: Changes) -> Mapping[str, Any]:
    """Return the settings that a keyword changes, by name."""
    values = structs.asdict(changes)
    return {name: value for name, value in values.items() if value not in (None, ())}


def _setting_of_x(variant: Variant, numbers: tuple[int, ...]) -> dict[str, Any]:
    """Return the settings that store the numbers announced with a keyword, by name; empty if no
    setting stores them.
    """
    match variant.asks:
        case Asks.NUMBER if variant.sets_rounds:
            return {"rounds": numbers[0] if numbers else 0}
        case Asks.ROUNDS | Asks.CUT:
            return {variant.asks.value: numbers[0] if numbers else 0}
        case Asks.SCENARIOS:
            return {"scenarios": numbers, "scenarios_public": True}
        case _:
            return {}


def _together(held: Iterable[object], added: Iterable[object]) -> tuple[object, ...]:
    return tuple(dict.fromkeys((*held, *added)))


def _within(packet: Packet, variant: Variant, keyword: AnnouncedKeyword) -> bool:
    """Tell whether ``keyword`` sets only a part of what ``variant`` sets."""
    inner = packet.variant(keyword.key)
    if inner and inner.asks is Asks.ROUNDS:
        return variant.sets_rounds
    mine = _sets(inner.changes).items() if inner else ()
    theirs = _sets(variant.changes)
    return bool(mine) and len(mine) < len(theirs) and all(theirs.get(k) == v for k, v in mine)


def _warn_of_groups(packet: Packet, settings: Settings) -> Iterator[str]:
    """Yield a warning about several keywords of one group, if the packet advises against that."""
    if not packet.one_a_group:
        return
    spoken_ = {
        announced.key: describe_keyword(packet, announced)
        for announced in in_force(packet, settings)
    }
    groups: dict[str, list[str]] = {}
    for variant in packet.variants:
        if variant.key in spoken_:
            groups.setdefault(variant.group.title, []).append(spoken_[variant.key])
    for title, names in groups.items():
        if len(names) > 1:
            yield say(
                "{title}: {words}; the packet advises one variant of a group.",
                title=title,
                words=join_words(names),
            )
