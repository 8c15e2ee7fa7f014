"""The event's time as the tables' devices show it, where the computer itself cannot know it.

A device's own clock goes on while the computer is away. What it shows counts where several devices
show the same, for one alone may have slept or lie.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

TOLERANCE_MS = 2_000
"""Devices whose readings differ by no more agree."""


@dataclass(frozen=True, slots=True)
class ClockLead:
    """The difference by which a device's clock is ahead of the computer's."""

    table: int
    device: str
    ahead_ms: int


def agreed_ms(readings: Sequence[ClockLead], players: Collection[tuple[int, str]]) -> int | None:
    """Return by how much the event's time is ahead of the computer's; None where that is open.

    ``players``: the table and the name of every device with which somebody has pressed. Only their
    readings count: two that agree, where no two others agree on something else; or one where
    nobody shows anything else, if it is all of its table or agrees with the computer.
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
    """Return for each reading those that are not less and agree with it."""
    return [
        [other for other in readings if 0 <= other.ahead_ms - least.ahead_ms <= TOLERANCE_MS]
        for least in readings
    ]


def _middle(readings: Sequence[ClockLead]) -> int:
    return sorted(reading.ahead_ms for reading in readings)[len(readings) // 2]
