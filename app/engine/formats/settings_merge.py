"""What was changed in the settings, put into those that others have changed meanwhile."""

from collections.abc import Hashable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from app.engine.formats.settings import Settings

T = TypeVar("T", bound=Hashable)

TICKED = {"variants", "artifices", "scenarios", "order", "team_order", "unasked"}


def changed_since(now: Settings, shown: Settings, wanted: Settings) -> Settings:
    """``now`` with what differs between the settings that were ``shown`` and those ``wanted``.

    Of what is ticked in a list every tick counts by itself, and an order that was chosen holds.
    """
    changes: dict[str, Any] = {}
    for field in fields(Settings):
        before, after = getattr(shown, field.name), getattr(wanted, field.name)
        if before != after:
            current = getattr(now, field.name)
            ticked = field.name in TICKED
            changes[field.name] = _ticked(current, before, after) if ticked else after
    return replace(now, **changes)


def _ticked(now: Sequence[T], before: Sequence[T], after: Sequence[T]) -> tuple[T, ...]:
    if tuple(now) == tuple(before) or not after:
        return tuple(after)
    kept = [one for one in now if one in after or one not in before]
    kept += [one for one in after if one not in before and one not in now]
    if [one for one in before if one in after] == [one for one in after if one in before]:
        return tuple(kept)
    rest = [one for one in kept if one not in after]
    return (*(t for t in after if t in kept), *rest)
