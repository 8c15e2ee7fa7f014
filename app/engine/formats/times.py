"""The times an event with these settings has."""

from app.engine.formats.settings import Settings
from app.engine.formats.terms import NO_SCENARIO, limits_for, time_for
from app.engine.packet.packet import Packet
from app.engine.packet.timing import shifted
from app.engine.table.sentences import times_words


def setting_words(packet: Packet, settings: Settings) -> str:
    """The times an event with these settings has, without what the round's dice do."""
    timing = packet.timing(settings.timing)
    row = shifted(timing, settings.size, limits_for(packet, settings))
    time = time_for(packet, settings, NO_SCENARIO)
    said = [times_words(time)]
    if timing.dice_down:
        more = ", more or less by secret dice" if timing.variable else ""
        said.append(f"dice down after {row.round} minutes{more}")
    return "; ".join(said)


def longest_round(packet: Packet, settings: Settings) -> int:
    """Minutes to plan for: both clocks, or the round time without its secret variable."""
    timing = packet.timing(settings.timing)
    row = shifted(timing, settings.size, limits_for(packet, settings))
    return row.round if timing.dice_down else 2 * row.clock
