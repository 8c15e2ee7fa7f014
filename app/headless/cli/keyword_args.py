"""Variant keywords on the command line: ``cut=4``, ``finals-tables``, ``scenarios=2,1``."""

from collections.abc import Iterable, Iterator

from app.engine.formats.keywords import clashes, put_in_force
from app.engine.formats.settings import Settings
from app.engine.language import say
from app.engine.packet.keywords import AnnouncedKeyword, Asks, Variant
from app.engine.packet.packet import Packet
from app.store.errors import StoreError

MOST = {Asks.NUMBER: 9, Asks.ROUNDS: 12, Asks.CUT: 64}


def keyword_settings(
    packet: Packet, settings: Settings, words: Iterable[str]
) -> tuple[AnnouncedKeyword, ...]:
    """Return the announced keywords for words such as ``cut=4``. Raises StoreError for a keyword
    that the packet lacks, for a number out of range, and for keywords that conflict with each other
    or with the ``settings``.
    """
    chosen = tuple(_one(packet, word) for word in words)
    for announced in chosen:
        settings = put_in_force(packet, settings, announced.key, *announced.numbers)
    faults = clashes(packet, settings)
    if faults:
        raise StoreError(faults[0])
    return chosen


def _one(packet: Packet, word: str) -> AnnouncedKeyword:
    key, _, number = word.partition("=")
    variant = packet.variant(key.strip().casefold())
    if variant is None or variant.packet:
        keys = ", ".join(keyword.key for keyword in packet.variants if not keyword.packet)
        raise StoreError(
            say(
                "{packet} has no keyword {key}; it has {keys}.",
                packet=packet.name,
                key=key,
                keys=keys,
            )
        )
    numbers = [int(part) if part.strip().isdecimal() else 0 for part in number.split(",") if number]
    fault = "".join(_fault(packet, variant, numbers))
    if fault:
        raise StoreError(fault)
    return AnnouncedKeyword(variant.key, tuple(numbers))


def _fault(packet: Packet, variant: Variant, numbers: list[int]) -> Iterator[str]:
    key = variant.key
    match variant.asks:
        case Asks.NOTHING:
            if numbers:
                yield say("The keyword {key} has no number.", key=key)
        case Asks.SCENARIOS:
            if not numbers or not all(packet.scenario(number) for number in numbers):
                yield say(
                    "Write {key}=1,2 with numbers of scenarios; {packet} has",
                    key=key,
                    packet=packet.name,
                )
                yield f" {len(packet.scenarios)}."
        case asks:
            if len(numbers) != 1 or not 1 <= numbers[0] <= MOST[asks]:
                yield say("Write {key}=X with a number from 1 to {most}.", key=key, most=MOST[asks])
