"""Merges a change of settings with changes that others made meanwhile."""

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from app.engine.formats.settings import Settings
from app.engine.frozen import replace

T = TypeVar("T", bound=Hashable)

TICKED = {"variants", "artifices", "scenarios", "order", "team_order", "unasked"}


def changed_since(now: Settings, base: Settings, wanted: Settings) -> Settings:
    """Return ``now`` with the changes that lead from ``base`` to ``wanted``.

    In a list of ticked items each tick is merged separately. If the items are in another order in
    ``wanted`` than in ``base``, the order in ``wanted`` is kept.
    """
    changes: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        before, after = getattr(base, name), getattr(wanted, name)
        if before != after:
            current = getattr(now, name)
            ticked = name in TICKED
            changes[name] = _merge_ticked(current, before, after) if ticked else after
    return replace(now, **changes)


def _merge_ticked(now: Sequence[T], before: Sequence[T], after: Sequence[T]) -> tuple[T, ...]:
    if tuple(now) == tuple(before) or not after:
        return tuple(after)
    remaining = [item for item in now if item in after or item not in before]
    remaining += [item for item in after if item not in before and item not in now]
    if [item for item in before if item in after] == [item for item in after if item in before]:
        return tuple(remaining)
    rest = [item for item in remaining if item not in after]
    return (*(t for t in after if t in remaining), *rest)
