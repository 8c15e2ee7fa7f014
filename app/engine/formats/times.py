"""The times an event with these settings has."""

from typing import assert_never

from app.engine.formats.settings import Settings
from app.engine.formats.terms import NO_SCENARIO, limits_for, time_for
from app.engine.packet.packet import Packet
from app.engine.packet.timing import MINUTE_MS, TableTime, TimingKind, shifted


def setting_words(packet: Packet, settings: Settings) -> str:
    """The times an event with these settings has, without what the round's dice do."""
    timing = packet.timing(settings.timing)
    row = shifted(timing, settings.size, limits_for(packet, settings))
    time = time_for(packet, settings, NO_SCENARIO)
    parts = [times_words(time)]
    if timing.dice_down:
        more = ", more or less by secret dice" if timing.variable else ""
        parts.append(f"dice down after {row.round} minutes{more}")
    return "; ".join(parts)


def longest_round(packet: Packet, settings: Settings) -> int:
    """Minutes to plan for: both clocks, or the round time without its secret variable."""
    timing = packet.timing(settings.timing)
    row = shifted(timing, settings.size, limits_for(packet, settings))
    return row.round if timing.dice_down else 2 * row.clock


def times_words(time: TableTime) -> str:
    """ "60 minutes on each clock", "10 minutes a turn, one extension of 5", "No time limits"."""
    match time.kind:
        case TimingKind.DEATHCLOCK:
            return f"{time.clock_ms // MINUTE_MS} minutes on each clock"
        case TimingKind.TURNS:
            words = f"{time.turn_ms // MINUTE_MS} minutes a turn"
            if not time.extensions:
                return f"{words}, no extensions"
            many = "one extension" if time.extensions == 1 else f"{time.extensions} extensions"
            return f"{words}, {many} of {time.extension_ms // MINUTE_MS}"
        case TimingKind.UNTIMED:
            return "No time limits"
        case _:
            assert_never(time.kind)
