"""The format page: the packet's keywords in groups, the presets, and the settings after a keyword
is ticked.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from app.engine.formats.keywords import (
    clashes,
    describe_keyword,
    in_force,
    including,
    put_in_force,
    withdraw,
)
from app.engine.formats.notes import keyword_notes, preset_notes
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.language import packet_text, say
from app.engine.packet.keywords import Asks, Group, Preset, Variant
from app.engine.packet.packet import Packet
from app.engine.packet.scenario_layout import list_unplaced
from app.engine.packet.timing import TimingKind

DEFAULT_CUT = 4
DEFAULT_NUMBER = 2


class KeywordRow(Struct, frozen=True):
    """A keyword on the format page."""

    key: str
    name: str
    says: str
    on: bool
    asks: Asks
    number: int
    """The number that replaces {X} in the keyword; 0 if it has none."""
    included: str = ""
    """The name of another keyword that includes this one; empty for none."""
    against: str = ""
    """The packet's remark on combining this keyword with others; empty if there is none."""
    ours: str = ""
    """Remarks of Flagfall or of the organizer, not of the packet; empty if there are none."""


class GroupRows(Struct, frozen=True):
    title: str
    rows: tuple[KeywordRow, ...]


class PresetRow(Struct, frozen=True):
    """A preset on the format page."""

    key: str
    name: str
    says: str
    meant: str
    """The number of players and the army sizes for which the preset is made, in words."""
    fits: bool
    """True if the preset fits this event's players and size."""
    on: bool
    ours: str = ""
    """The parts of the preset that are not the packet's own."""


def format_rows(
    packet: Packet, settings: Settings, packets: Sequence[Packet] = (), players: int = 0
) -> tuple[GroupRows, ...]:
    """Return the packet's groups of keywords, without empty ones. ``packets`` are searched for
    keywords that switch to this packet, so that the organizer can switch these keywords off here.
    ``players`` is the number of players.
    """
    sentences = clashes(packet, settings, players)
    groups = []
    for group in Group:
        rows = [
            _row(packet, settings, keyword, sentences)
            for keyword in packet.variants
            if keyword.group is group and not _is_idle(packet, settings, keyword)
        ]
        rows += [_swapped_row(swap) for swap in _swaps(packet, packets) if swap.group is group]
        if rows:
            groups.append(GroupRows(group.title, tuple(rows)))
    return tuple(groups)


def with_keyword(packet: Packet, settings: Settings, key: str, *, on: bool, x: int = 0) -> Settings:
    """Return the settings with a keyword switched on or off. ``x`` is the keyword's number; 0
    stands for the usual number.
    """
    variant = packet.variant(key)
    if variant is None or variant.asks is Asks.SCENARIOS:
        return settings
    if not on:
        return withdraw(packet, settings, key)
    numbers = () if variant.asks is Asks.NOTHING else (x or _usual(packet, variant),)
    return put_in_force(packet, settings, key, *numbers)


def swap_to(packet: Packet, key: str, packets: Sequence[Packet], *, on: bool) -> Packet | None:
    """Return the packet that is played instead once a keyword is switched on or off; None if the
    packet stays the same.
    """
    if not on:
        return next((other for other in packets if _plays(other, key, packet.key)), None)
    variant = packet.variant(key)
    wanted = variant.packet if variant else ""
    return next((other for other in packets if other.key == wanted), None)


def under(packet: Packet, settings: Settings) -> Settings:
    """Return the settings for a change to ``packet``. Values that the packet does not have are
    replaced or left out, and the choice of scenarios is reset.
    """
    sizes = sorted(packet.sizes or (0,), key=lambda size: (abs(size - settings.size), size))
    timing = packet.timing(settings.timing).key == settings.timing
    return replace(
        settings,
        packet=packet.key,
        size=sizes[0],
        timing=settings.timing if timing else "",
        limits=settings.limits if packet.limits_called(settings.limits) else "",
        variants=tuple(keyword for keyword in settings.variants if packet.variant(keyword.key)),
        scenarios=(),
        in_order=False,
        scenarios_public=False,
    )


def preset_rows(packet: Packet, settings: Settings, players: int) -> tuple[PresetRow, ...]:
    """Return the packet's presets. ``players`` is the number of players so far."""
    held = {(announced.key, announced.numbers) for announced in in_force(packet, settings)}
    return tuple(
        PresetRow(
            key=preset.key,
            name=preset.name,
            says=", ".join(describe_keyword(packet, each) for each in preset.variants),
            meant=_describe_preset(preset),
            fits=_fits(preset, settings, players),
            on=all((each.key, each.numbers) in held for each in preset.variants),
            ours=preset_notes(packet, preset.key),
        )
        for preset in packet.presets
    )


def _row(
    packet: Packet, settings: Settings, variant: Variant, sentences: Sequence[str]
) -> KeywordRow:
    with_it = {announced.key: announced for announced in in_force(packet, settings)}
    held = with_it.get(variant.key)
    numbers = held.numbers if held else ()
    x = numbers[0] if numbers and variant.asks is not Asks.SCENARIOS else 0
    words = describe_keyword(packet, held) if held else ""
    within = including(packet, settings, variant.key)
    number = str(x) if x else "X"
    plural = "" if x == 1 else "s"
    return KeywordRow(
        key=variant.key,
        name=variant.name.replace("{X}", number).replace("(s)", plural),
        says=packet_text(variant.says).replace("{X}", number).replace("(s)", plural),
        on=held is not None or bool(within),
        asks=variant.asks,
        number=x,
        included=within,
        against=" ".join(sentence for sentence in sentences if words and words in sentence),
        ours=keyword_notes(packet, variant.key),
    )


def _usual(packet: Packet, variant: Variant) -> int:
    match variant.asks:
        case Asks.CUT:
            return DEFAULT_CUT
        case Asks.ROUNDS:
            return packet.rounds[0].rounds
        case _:
            return DEFAULT_NUMBER


def _is_idle(packet: Packet, settings: Settings, variant: Variant) -> bool:
    """Tell whether a keyword only changes times that the present timing format does not have. A
    keyword in force is never idle. In SR2012 the players' clocks follow from the round's length, so
    a keyword cannot change them.
    """
    changes = variant.changes
    if changes.timing is not None or (changes.limits is None and changes.extensions is None):
        return False
    timing = packet.timing(settings.timing)
    limits = packet.limits_called(changes.limits or "")
    fits = limits is None or limits.timing in {"", timing.key}
    clocks = timing.kind is TimingKind.DEATHCLOCK and limits is not None
    idle = not fits or not (clocks or timing.kind is TimingKind.TURNS)
    return idle and all(announced.key != variant.key for announced in in_force(packet, settings))


def _plays(packet: Packet, keyword: str, other: str) -> bool:
    """Tell whether a keyword of this packet switches to the packet ``other``."""
    variant = packet.variant(keyword)
    return variant is not None and variant.packet == other


def _swaps(packet: Packet, packets: Sequence[Packet]) -> Iterator[Variant]:
    """Yield the keywords of other packets that are in force because this packet is played."""
    for other in packets:
        yield from (variant for variant in other.variants if variant.packet == packet.key)


def _swapped_row(variant: Variant) -> KeywordRow:
    return KeywordRow(variant.key, variant.name, packet_text(variant.says), True, variant.asks, 0)


def _describe_preset(preset: Preset) -> str:
    parts = [say("{players} players or more", players=preset.players)] if preset.players else []
    if preset.sizes:
        *most, last = map(str, preset.sizes)
        parts.append(
            say("{most} or {last} points", most=", ".join(most), last=last)
            if most
            else say("{last} points", last=last)
        )
    return ", ".join(parts)


def _fits(preset: Preset, settings: Settings, players: int) -> bool:
    """Tell whether a preset fits the number of players, if there are any yet, and the army size."""
    enough = not players or players >= preset.players
    return enough and (not preset.sizes or settings.size in preset.sizes)


def layout_rows(packet: Packet, settings: Settings) -> tuple[tuple[str, int], ...]:
    """Return the name and number of each scenario with elements. The name is marked "not placed" if
    only the packet's diagram shows where some of the elements are.
    """
    rows = []
    for scenario in packet.scenarios:
        if not scenario.elements:
            continue
        way = terms_for(packet, settings, scenario.number).scenario.deployment
        unplaced = list_unplaced(scenario, packet.briefing.deployment(way))
        words = say("{scenario}: not placed", scenario=scenario.name) if unplaced else scenario.name
        rows.append((words, scenario.number))
    return tuple(rows)
