"""The event's time as the tables' devices know it, for when the computer itself cannot know it.

A device's own clock continues while the computer is away. The devices' time counts if several of
them agree, because a single device may have slept or may be wrong.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

TOLERANCE_MS = 2_000
"""The most milliseconds by which the readings of devices that agree may differ."""


class ClockLead(Struct, frozen=True):
    """The milliseconds by which a device's clock is ahead of the computer's."""

    table: int
    device: str
    ahead_ms: int


def agreed_ms(readings: Sequence[ClockLead], players: Collection[tuple[int, str]]) -> int | None:
    """Return the milliseconds by which the event's time is ahead of the computer's; None if that is
    not certain.

    ``players`` are the table and the name of every device on which somebody has pressed. Only the
    readings of these devices count. Several readings that agree decide, unless several others agree
    on another time. A single reading decides if there is no other, and if its device is the only
    one of its table or the reading agrees with the computer.
    """
    trusted = [one for one in readings if (one.table, one.device) in players]
    groups = sorted(_groups(trusted), key=len, reverse=True)
    if not groups:
        return None
    largest, others = groups[0], [one for one in trusted if one not in groups[0]]
    if len(largest) > 1:
        rival = max(map(len, _groups(others)), default=0)
        return None if rival > 1 else _middle(largest)
    table = largest[0].table
    whole = {device for at, device in players if at == table} == {largest[0].device}
    same = abs(largest[0].ahead_ms) <= TOLERANCE_MS
    return largest[0].ahead_ms if (whole or same) and not others else None


def _groups(readings: Sequence[ClockLead]) -> list[list[ClockLead]]:
    """Return a group for each reading: the reading itself, and all that are equal or greater and
    agree with it.
    """
    return [
        [other for other in readings if 0 <= other.ahead_ms - least.ahead_ms <= TOLERANCE_MS]
        for least in readings
    ]


def _middle(readings: Sequence[ClockLead]) -> int:
    return sorted(reading.ahead_ms for reading in readings)[len(readings) // 2]
