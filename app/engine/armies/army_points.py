"""Counts army points by the packet's rule: destroyed, left, in the area, and present at the
scenario.

The numbers come from the packet (`[counting]` in its file); no packet is named here.
"""

from msgspec import Struct

from app.engine import wording
from app.engine.armies.army import (
    Army,
    ArmyRow,
    Kind,
    Losses,
    companion_of,
    count_models_left,
    groups,
    loss,
)
from app.engine.language import by_number, say
from app.engine.packet.army_points import Counting, NamedWorth


class CountedGroup(Struct, frozen=True):
    """The points that count for a group of rows, and the reason."""

    place: int
    """The place of the group's first row, from 0."""
    points: int
    why: str


def entry_worth(army: Army, place: int, counting: Counting) -> int:
    """Return the worth of one entry, without the rest of its group."""
    row = army[place]
    lesser = companion_of(army, place)
    if row.kind is Kind.CASTER:
        return counting.caster
    if lesser is not None:
        whole = army[lesser].points or 0
        return max(whole - counting.lesser, 0) if counting.lesser else 0
    if row.kind is Kind.LESSER and counting.lesser:
        return counting.lesser
    if row.points is not None:
        return row.points
    if row.kind.can_stray:
        return counting.free_vehicle
    return counting.free_solo if row.kind is Kind.SOLO else 0


def named_worth(row: ArmyRow, counting: Counting) -> NamedWorth | None:
    """Return the packet's rule for a model with the name of ``row``; None if the packet has
    none.
    """
    name = row.name.casefold()
    return next((named for named in counting.named if named.name.casefold() == name), None)


def may_control(army: Army, place: int, counting: Counting) -> tuple[str, ...]:
    """Return the names of the friendly entries that the packet lets the entry at ``place``
    control.
    """
    named = named_worth(army[place], counting)
    if named is None or not named.controls:
        return ()
    others = (row for at, row in enumerate(army) if at != place)
    return tuple(dict.fromkeys(row.name for row in others if row.kind.value == named.controls))


def find_controlled(army: Army, losses: Losses, place: int, counting: Counting) -> int | None:
    """Return the place of the entry that the entry at ``place`` controls; None if it controls
    none.
    """
    name = loss(losses, place).controls
    if (
        not name
        or not count_models_left(army, losses, place)
        or name not in may_control(army, place, counting)
    ):
        return None
    return next(at for at, row in enumerate(army) if row.name == name and at != place)


def count_destroyed(army: Army, losses: Losses, counting: Counting) -> tuple[CountedGroup, ...]:
    """Return the groups that count as destroyed, with their points.

    SR2012, SR2014, SR2015 4th tiebreak; SR2017 3rd tiebreak.
    """
    pooled = _pool_solos(army, losses)
    counted = (
        _count_group_destroyed(army, losses, group, pooled, counting) for group in groups(army)
    )
    return tuple(entry for entry in counted if entry is not None)


def points_destroyed(army: Army, losses: Losses, counting: Counting) -> int:
    """Return the army points of this army that the opponent has destroyed."""
    return sum(counted.points for counted in count_destroyed(army, losses, counting))


def points_inside(army: Army, losses: Losses, counting: Counting) -> int:
    """Return the army points of the entries that are inside: in the scenario's area (SR2012 3rd
    tiebreak), or in zones or at flags that they can control (SR2017 4th tiebreak).
    """
    places = (group for group in groups(army) if loss(losses, group[0]).inside)
    return sum(_remaining(army, losses, group, counting) for group in places)


def points_left(army: Army, losses: Losses, counting: Counting) -> int:
    """Return the army points left. Entries in the area count double, except casters (SR2014, SR2015
    3rd tiebreak).

    Entries without a cost are ignored.
    """
    total = 0
    for group in groups(army):
        row = army[group[0]]
        value = _remaining(army, losses, group, counting)
        doubled = loss(losses, group[0]).inside and row.kind is not Kind.CASTER
        total += value * 2 if doubled else value
    return total


def below_half(army: Army, losses: Losses, group: tuple[int, ...]) -> bool:
    """Tell whether a group, attachments included, has fewer models left than half its starting
    number, rounded up.
    """
    start = sum(army[place].models for place in group)
    return sum(count_models_left(army, losses, place) for place in group) < -(-start // 2)


def _count_group_destroyed(
    army: Army,
    losses: Losses,
    group: tuple[int, ...],
    pooled: dict[int, int],
    counting: Counting,
) -> CountedGroup | None:
    first, row = group[0], army[group[0]]
    row_loss = loss(losses, first)
    named = named_worth(row, counting)
    value = named.destroyed if named else sum(entry_worth(army, place, counting) for place in group)
    remaining = pooled.get(first, sum(count_models_left(army, losses, place) for place in group))
    points, why = 0, ""
    if remaining == 0:
        points, why = value, say("destroyed")
    elif row.kind.can_stray and row_loss.out and counting.strays_count:
        points, why = value, say("inert") if row.kind is Kind.JACK else say("wild")
    elif row.kind is Kind.UNIT and counting.half_units and below_half(army, losses, group):
        points, why = -(-value // 2), wording.LEFT_BELOW_HALF.format(left=remaining)
    if row_loss.again:
        times = by_number(wording.DESTROYED_BEFORE, row_loss.again)
        points, why = points + row_loss.again * value, f"{why}, {times}" if why else times
    return CountedGroup(first, points, why) if points else None


def _remaining(army: Army, losses: Losses, group: tuple[int, ...], counting: Counting) -> int:
    """Return the points that still count for a group on the table; 0 if the group is inert, wild,
    fleeing or too weak.
    """
    row = army[group[0]]
    held = find_controlled(army, losses, group[0], counting)
    if held is not None:
        return entry_worth(army, held, counting)
    if any(
        find_controlled(army, losses, place, counting) == group[0] for place in range(len(army))
    ):
        return 0  # counted for the model that controls it
    several = row.kind is Kind.UNIT or (row.kind is Kind.SOLO and row.models > 1)
    weak = counting.half_units and several and below_half(army, losses, group)
    alive = any(count_models_left(army, losses, place) for place in group)
    if not alive or weak or loss(losses, group[0]).out:
        return 0
    return sum(entry_worth(army, place, counting) for place in group)


def _pool_solos(army: Army, losses: Losses) -> dict[int, int]:
    """Return how many models are left of each entry with several solos, by the entry's position. If
    several entries have the same name, the losses of all of them are taken from the first one until
    it is gone, then from the next (4th tiebreak).
    """
    names: dict[str, list[int]] = {}
    for place, row in enumerate(army):
        if row.kind is Kind.SOLO and row.models > 1:
            names.setdefault(row.name.casefold(), []).append(place)
    remaining = {}
    for places in names.values():
        gone = sum(loss(losses, place).gone for place in places)
        for place in places:
            taken = min(gone, army[place].models)
            remaining[place], gone = army[place].models - taken, gone - taken
    return remaining
