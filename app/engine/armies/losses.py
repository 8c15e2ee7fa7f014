"""Changes to an army's losses by single taps, recorded so that taps on several devices all
count.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from app.engine.armies.army import (
    UNHARMED,
    Army,
    Loss,
    Losses,
    casters_left,
    fit_losses,
    loss,
    stray_casterless,
)
from app.engine.frozen import replace
from app.engine.language import say


class LossChange(Struct, frozen=True):
    """A change of one entry's loss."""

    place: int
    """The entry's place in the army, from 0."""
    before: Loss
    after: Loss
    """The loss after the change, with the entry's name."""


LossChanges: TypeAlias = tuple[LossChange, ...]


def changes_between(before: Losses, after: Losses) -> LossChanges:
    """Return the changes that lead from ``before`` to ``after``, entry by entry."""
    pairs = ((place, loss(before, place), row_loss) for place, row_loss in enumerate(after))
    return tuple(LossChange(*pair) for pair in pairs if pair[1] != pair[2])


def with_loss_changes(losses: Losses, changes: Iterable[LossChange]) -> Losses:
    """Apply the changes to the losses. Changes of a number are added up. If anything else was
    changed several times, the latest change counts.
    """
    result = list(losses)
    for change in changes:
        result += [UNHARMED] * (change.place + 1 - len(result))
        result[change.place] = _merge_loss(result[change.place], change.before, change.after)
    return tuple(result)


def counted_together(army: Army, losses: Losses, changes: LossChanges) -> Losses:
    """Return the losses with the changes of one more device, limited to the models that the entries
    have; ``losses`` must be fitted to the list.

    Two devices may each have marked one of several casters. If together they destroy the last
    caster, jacks go inert.
    """
    after = with_loss_changes(losses, changes)
    after = fit_losses(army, after)
    fell = casters_left(army, losses) and not casters_left(army, after)
    return stray_casterless(army, after) if fell else after


def of_list(army: Army, changes: LossChanges) -> LossChanges | str:
    """Return the changes with their places in this list, found by the names of the entries. If an
    entry is missing, return the reason in words.
    """
    if not army:
        return say("No list was entered for this player. Enter the points instead.")
    places = {row.name: place for place, row in enumerate(army)}
    checked = []
    for change in changes:
        name, place = change.after.name, change.place
        if place >= len(army) or name not in {"", army[place].name}:
            if name not in places:
                return say("These losses belong to another list. Count them again.")
            place = places[name]
        checked.append(replace(change, place=place))
    return tuple(checked)


def _merge_loss(current: Loss, before: Loss, after: Loss) -> Loss:
    return Loss(
        gone=max(current.gone + after.gone - before.gone, 0),
        again=max(current.again + after.again - before.again, 0),
        out=after.out if after.out != before.out else current.out,
        inside=after.inside if after.inside != before.inside else current.inside,
        followed=after.followed if after.followed != before.followed else current.followed,
        controls=after.controls if after.controls != before.controls else current.controls,
        name=after.name or current.name,
    )
