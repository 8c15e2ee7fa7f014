"""An army list as a value, and the losses of its entries in a game. Its worth is counted in
`app.engine.armies.army_points`.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from app.engine.frozen import replace
from app.engine.language import mark_text, say
from app.engine.side import Pair


class Kind(Enum):
    """The kind of an entry of a list; several models together are a unit."""

    CASTER = mark_text("caster")
    LESSER = mark_text("lesser warlock")
    JACK = mark_text("jack")
    BEAST = mark_text("beast")
    UNIT = mark_text("unit")
    ATTACHMENT = mark_text("attachment")
    SOLO = mark_text("solo")
    ENGINE = mark_text("battle engine")

    @property
    def can_stray(self) -> bool:
        """Tell whether an entry of this kind goes inert or wild without its controller."""
        return self is Kind.JACK or self is Kind.BEAST


CONTROLLERS = (Kind.CASTER, Kind.LESSER, Kind.UNIT, Kind.SOLO)
"""The kinds of entries that jacks and beasts are listed under."""


class ArmyRow(Struct, frozen=True):
    """One entry of an army list.

    An attachment belongs to the unit above it. A beast without a cost directly below a lesser
    warlock is its companion.
    """

    name: str
    kind: Kind
    points: int | None = None
    """The points on the entry's card, even if a discount applies; None without a cost. For a
    caster, these are its jack or beast points.
    """
    models: int = 1
    character: bool = False
    """True if the entry's field allowance is C, as is every caster's."""
    free: bool = False
    """True if the entry costs the list nothing. It still counts when it is destroyed."""
    otherwise: Kind | None = None
    """The other kind that the entry may be, if its kind was only guessed."""
    size_guessed: bool = False
    """True if the number of the entry's models was not given, but guessed."""


Army: TypeAlias = tuple[ArmyRow, ...]


class Loss(Struct, frozen=True):
    """The losses of one entry."""

    gone: int = 0
    """The number of the entry's models that are out of play now."""
    again: int = 0
    """The number of times that the entry was destroyed and then returned to play."""
    out: bool = False
    """True if the entry is inert, wild or fleeing."""
    inside: bool = False
    """True if the entry is in the area or position where the packet counts it."""
    followed: bool = False
    """True if the entry is inert or wild because its caster fell."""
    controls: str = ""
    """The name of the friendly jack or beast that the entry controls, if the packet's counting
    depends on it; otherwise empty.
    """
    name: str = ""
    """The entry's name, by which the entry is found again after the list has changed; empty in
    older files.
    """

    def __eq__(self, other: object) -> bool:
        """Tell whether two losses are equal, ignoring the names of their entries."""
        return isinstance(other, Loss) and astuple(self)[:-1] == astuple(other)[:-1]

    def __hash__(self) -> int:
        return hash(astuple(self)[:-1])


UNHARMED = Loss()

Losses: TypeAlias = tuple[Loss, ...]
"""A loss for each row of the army. Rows beyond the last loss are unharmed."""


NO_LOSSES: Pair[Losses] = Pair((), ())


def loss(losses: Losses, place: int) -> Loss:
    return losses[place] if place < len(losses) else UNHARMED


def count_models_left(army: Army, losses: Losses, place: int) -> int:
    """Return the number of an entry's models that are still in play."""
    return max(army[place].models - loss(losses, place).gone, 0)


def groups(army: Army) -> tuple[tuple[int, ...], ...]:
    """Return the groups of entries that are counted together: a unit with its attachments, or any
    other entry alone. Entries are given by their places in the list.
    """
    indices: list[tuple[int, ...]] = []
    unit: int | None = None
    for place, row in enumerate(army):
        if row.kind is Kind.UNIT:
            unit = len(indices)
        if row.kind is Kind.ATTACHMENT and unit is not None:
            indices[unit] = (*indices[unit], place)
        else:
            indices.append((place,))
    return tuple(indices)


def lone_attachments(army: Army) -> tuple[ArmyRow, ...]:
    """Return the attachments without a unit above them."""
    leads = (army[group[0]] for group in groups(army))
    return tuple(row for row in leads if row.kind is Kind.ATTACHMENT)


def companion_of(army: Army, place: int) -> int | None:
    """Return the place of the lesser warlock that the entry at ``place`` accompanies; None if the
    entry is no companion.
    """
    row = army[place]
    above = army[place - 1] if place else None
    comes_along = row.kind is Kind.BEAST and row.points is None
    return place - 1 if comes_along and above and above.kind is Kind.LESSER else None


def follows_caster(army: Army, place: int) -> bool:
    """Tell whether a jack or beast is controlled by a caster, and so goes inert or wild when the
    last caster falls.
    """
    if not army[place].kind.can_stray:
        return False
    above = (row.kind for row in reversed(army[:place]))
    holder = next((kind for kind in above if kind in CONTROLLERS), Kind.CASTER)
    return holder is Kind.CASTER


def fit_losses(army: Army, losses: Losses) -> Losses:
    """Return losses for this list, matched by the names of the entries, so that they survive a
    change of the list.

    A loss that has no name, or whose entry is gone, stays at its place if the list is as long as
    before. If all losses are already at their places, they stay there.
    """
    if len(losses) in {0, len(army)} and all(map(_is_of, losses, army)):
        return losses
    if in_place(army, losses):
        return _name_losses(army, [loss(losses, place) for place in range(len(army))])
    names = [row.name.casefold() for row in army]
    losses_by_place: dict[int, Loss] = {}
    rest: list[int] = []
    for number, row_loss in enumerate(losses):
        free = (
            i
            for i, name in enumerate(names)
            if name == row_loss.name.casefold() and i not in losses_by_place
        )
        place = next(free, None)
        if place is None:
            rest.append(number)
        else:
            losses_by_place[place] = row_loss
    for number in rest:
        stays = not losses[number].name or len(losses) == len(army)
        if number not in losses_by_place and stays:
            losses_by_place[number] = losses[number]
    return _name_losses(army, [losses_by_place.get(place, UNHARMED) for place in range(len(army))])


def in_place(army: Army, losses: Losses) -> bool:
    """Tell whether each loss is at the place of its entry in this list; a loss without a name fits
    any entry.
    """
    named = zip(losses, army, strict=False)
    return len(losses) <= len(army) and all(
        row_loss.name in {"", row.name} for row_loss, row in named
    )


def casters_left(army: Army, losses: Losses) -> int:
    """Return the number of casters in play. An entry of several models counts as one (1st tiebreak,
    all packets).
    """
    places = [place for place, row in enumerate(army) if row.kind is Kind.CASTER]
    return sum(1 for place in places if count_models_left(army, losses, place))


def lose(army: Army, losses: Losses, place: int, models: int = 1) -> Losses:
    """Destroy ``models`` more models of an entry. If that was the last caster, jacks go inert and
    beasts go wild.
    """
    had = casters_left(army, losses)
    gone = min(loss(losses, place).gone + models, army[place].models)
    losses = _put(army, losses, place, replace(loss(losses, place), gone=gone))
    return stray_casterless(army, losses) if had and not casters_left(army, losses) else losses


def stray_casterless(army: Army, losses: Losses) -> Losses:
    """Return the losses after a player's last caster is gone: their jacks are inert and their
    beasts are wild.
    """
    return tuple(
        replace(row_loss, out=True, followed=True)
        if follows_caster(army, number) and not row_loss.out
        else row_loss
        for number, row_loss in enumerate(losses)
    )


def fell_casters(army: Army, losses: Losses) -> Losses:
    """Return the losses with every caster destroyed, as at the end of a game by assassination."""
    for place, row in enumerate(army):
        if row.kind is Kind.CASTER:
            losses = lose(army, losses, place, row.models)
    return losses


def give_back(army: Army, losses: Losses, place: int) -> Losses:
    """Take back the loss of one model or, if no model is lost, the entry's latest return to play.
    If that brings back the last caster, the jacks and beasts that went inert or wild with the
    caster are restored too.
    """
    row_loss, had = loss(losses, place), casters_left(army, losses)
    if not row_loss.gone and row_loss.again:
        row_loss = replace(row_loss, gone=army[place].models, again=row_loss.again - 1)
    else:
        row_loss = replace(row_loss, gone=max(row_loss.gone - 1, 0))
    losses = _put(army, losses, place, row_loss)
    if had or not casters_left(army, losses):
        return losses
    return tuple(
        replace(row_loss, out=False, followed=False) if row_loss.followed else row_loss
        for row_loss in losses
    )


def return_to_play(army: Army, losses: Losses, place: int) -> Losses:
    """Put a destroyed entry back on the table. If it is destroyed once more, it counts twice."""
    row_loss = loss(losses, place)
    if count_models_left(army, losses, place):
        return losses
    return _put(army, losses, place, Loss(again=row_loss.again + 1, name=row_loss.name))


def set_out(army: Army, losses: Losses, place: int, *, out: bool) -> Losses:
    return _put(army, losses, place, replace(loss(losses, place), out=out, followed=False))


def set_inside(army: Army, losses: Losses, place: int, *, inside: bool) -> Losses:
    return _put(army, losses, place, replace(loss(losses, place), inside=inside))


def set_controls(army: Army, losses: Losses, place: int, name: str) -> Losses:
    return _put(army, losses, place, replace(loss(losses, place), controls=name))


def army_fault(army: Sequence[ArmyRow]) -> str:
    """Return why a list cannot be accepted; empty if it can."""
    for row in army:
        if not row.name.strip():
            return say("Every entry of a list needs a name.")
        if not 1 <= row.models <= 60:
            return say("{name}: an entry has 1 to 60 models.", name=row.name)
        if row.points is not None and not 0 <= row.points <= 99:
            return say("{name}: an entry costs 0 to 99 points.", name=row.name)
    return ""


def losses_fault(army: Army, losses: Losses) -> str:
    """Return why losses do not fit a list; empty when they do."""
    if not army:
        return say("No list was entered for this player. Enter the points instead.")
    if len(losses) > len(army):
        return say("These losses belong to another list. Count them again.")
    for row, row_loss in zip(army, losses, strict=False):
        if not 0 <= row_loss.gone <= row.models or row_loss.again < 0:
            return say("{name}: more models are gone than it has.", name=row.name)
    return ""


def _name_losses(army: Army, losses: Iterable[Loss]) -> Losses:
    rows = zip(army, losses, strict=True)
    return tuple(
        replace(row_loss, gone=min(row_loss.gone, row.models), name=row.name)
        for row, row_loss in rows
    )


def _is_of(row_loss: Loss, row: ArmyRow) -> bool:
    return row_loss.name == row.name and row_loss.gone <= row.models


def _put(army: Army, losses: Losses, place: int, value: Loss) -> Losses:
    return tuple(value if number == place else loss(losses, number) for number in range(len(army)))
