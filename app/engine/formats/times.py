"""The times of an event with given settings."""

from typing import assert_never

from app.engine.formats.settings import Settings
from app.engine.formats.terms import limits_for
from app.engine.language import say
from app.engine.packet.keywords import Artifice
from app.engine.packet.packet import Packet
from app.engine.packet.timing import (
    MINUTE_MS,
    MOST_ADDED,
    TableTime,
    TimingKind,
    base_minutes,
    round_length,
    row_for_size,
    table_time,
)


def setting_words(packet: Packet, settings: Settings) -> str:
    """Return the times of an event in words. The random part of a round's length is left out."""
    timing = packet.timing(settings.timing)
    limits = limits_for(packet, settings)
    row, reinforced = row_for_size(timing, settings.size, limits), _has_reinforcements(settings)
    time = table_time(
        timing, settings.size, limits, extensions=settings.extensions, reinforced=reinforced
    )
    parts = [times_words(time)]
    if timing.dice_down:
        minutes = base_minutes(timing, row, reinforced=reinforced)
        parts.append(
            say("dice down after {minutes} minutes, more or less by secret dice", minutes=minutes)
            if timing.variable
            else say("dice down after {minutes} minutes", minutes=minutes)
        )
    return "; ".join(parts)


def longest_round(packet: Packet, settings: Settings) -> int:
    """Return the minutes to plan for a round: both clocks, or the round time plus the most that its
    secret dice can add.
    """
    timing, limits = packet.timing(settings.timing), limits_for(packet, settings)
    row = row_for_size(timing, settings.size, limits)
    reinforced = _has_reinforcements(settings)
    if timing.dice_down:
        longest = round_length(
            timing, settings.size, limits, reinforced=reinforced, roll=MOST_ADDED
        )
        return longest // MINUTE_MS
    return 2 * (row.reinforced_clock if reinforced and row.reinforced_clock else row.clock)


def _has_reinforcements(settings: Settings) -> bool:
    """Tell whether every scenario has reinforcements, so that the times with reinforcements apply
    to the whole event.
    """
    return Artifice.REINFORCEMENTS in settings.artifices


def times_words(time: TableTime) -> str:
    """Return the times of a table in words: "60 minutes on each clock", "10 minutes a turn, one
    extension of 5", "No time limits".
    """
    match time.kind:
        case TimingKind.DEATHCLOCK:
            return say("{minutes} minutes on each clock", minutes=time.clock_ms // MINUTE_MS)
        case TimingKind.TURNS:
            words = say("{minutes} minutes a turn", minutes=time.turn_ms // MINUTE_MS)
            if not time.extensions:
                return say("{words}, no extensions", words=words)
            many = (
                say("one extension")
                if time.extensions == 1
                else say("{extensions} extensions", extensions=time.extensions)
            )
            return say(
                "{words}, {many} of {minutes}",
                words=words,
                many=many,
                minutes=time.extension_ms // MINUTE_MS,
            )
        case TimingKind.UNTIMED:
            return say("No time limits")
        case _:
            assert_never(time.kind)
