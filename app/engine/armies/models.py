"""Models by name: their kinds, and how many models an entry has. The organizer answers each
question once for all lists, but the text of a list takes precedence.
"""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, models_of
from app.engine.frozen import replace
from app.engine.text import plain

SEVERAL = (Kind.UNIT, Kind.ATTACHMENT)
"""Kinds that may have several models."""
MOST_MODELS = 60
LEAST = 6
"""The number of models assumed for a unit that only says "min". Such a unit is asked about
separately, because an event may have both sizes of it.
"""


class Known(Struct, frozen=True):
    """The kind of a model, and how many models an entry of that name has."""

    kind: Kind
    models: int = 0
    """The number of models in an entry; 0 if lists differ or none gives the number."""


class Model(Struct, frozen=True):
    """The organizer's answer to a question about a model."""

    name: str
    kind: Kind
    models: int = 0
    """The number of models in an entry; 0 if nobody gave it."""

    @property
    def known(self) -> Known:
        return Known(self.kind, self.models if self.kind in SEVERAL else 0)


class OpenModel(Struct, frozen=True):
    """An entry for which some army lists give no kind or no number of models."""

    row: ArmyRow
    """The entry as it is in the first list that leaves its kind or number of models open."""
    lists: int
    """The number of lists that leave the entry's kind or number of models open."""


def model_key(name: str) -> str:
    """Return the key of a model's name: without a running number, capitals and accents."""
    return " ".join(re.sub(r"\s+\d{1,2}$", "", plain(name)).split())


def asked_name(row: ArmyRow) -> str:
    """Return the name of an open entry in the question about it."""
    at_least = row.size_guessed and row.models == LEAST and row.otherwise is None
    return f"{row.name} (min)" if at_least else row.name


def is_open(row: ArmyRow) -> bool:
    """Tell whether the list leaves the entry's kind or number of models open."""
    return row.otherwise is not None or row.size_guessed


def asked_key(row: ArmyRow) -> str:
    """Return the key of an open entry: the `model_key` of its name in the question about it."""
    return model_key(asked_name(row))


def open_models(lists: Iterable[ArmyList]) -> dict[str, OpenModel]:
    """Return the models that have to be asked about, by `model_key`, in the order of the lists."""
    found: dict[str, OpenModel] = {}
    for army_list in lists:
        rows = [row for row in models_of(army_list) if is_open(row)]
        for key in dict.fromkeys(map(asked_key, rows)):
            row = next(row for row in rows if asked_key(row) == key)
            first = found.get(key, OpenModel(row, 0))
            found[key] = OpenModel(first.row, first.lists + 1)
    return found


def known_of(lists: Iterable[ArmyList]) -> dict[str, Known]:
    """Return the models whose kind the lists give for certain and without contradiction, by
    `model_key`.
    """
    said: dict[str, set[tuple[Kind, int]]] = {}
    for army_list in lists:
        for row in models_of(army_list):
            if not is_open(row) and row.kind is not Kind.CASTER:
                said.setdefault(model_key(row.name), set()).add((row.kind, row.models))
    return {
        key: _settle_known(found) for key, found in said.items() if len({k for k, _ in found}) == 1
    }


def _settle_known(found: set[tuple[Kind, int]]) -> Known:
    (kind, models), *others = found
    return Known(kind, models if kind in SEVERAL and models > 1 and not others else 0)


def settle_row(row: ArmyRow, known: Mapping[str, Known]) -> ArmyRow:
    """Return the entry with known facts in place of its guesses. An entry of several single models
    stays one entry; see `take_apart`.
    """
    model = known.get(asked_key(row)) if is_open(row) else None
    if model is None:
        return row
    kind = model.kind if row.otherwise is not None else row.kind
    if kind not in SEVERAL:
        return replace(row, kind=kind, otherwise=None, size_guessed=False)
    sized = model.models if model.kind is kind else 0
    if kind is Kind.ATTACHMENT and model.kind is kind:
        sized = sized or 1
    guessed = row.size_guessed or row.models == 1
    models = sized if sized and guessed else row.models
    return replace(
        row, kind=kind, models=models, otherwise=None, size_guessed=guessed and not sized
    )


def settle_list(army_list: ArmyList, known: Mapping[str, Known]) -> ArmyList:
    """Return the list with known facts in place of guesses, or the same list if it has no
    guesses.
    """
    if not any(is_open(row) for row in models_of(army_list)):
        return army_list
    return replace(
        army_list,
        army=_settle_rows(army_list.army, known),
        specialists=_settle_rows(army_list.specialists, known),
        reinforcements=_settle_rows(army_list.reinforcements, known),
    )


def settle_anew(
    army_list: ArmyList, known: Mapping[str, Known], before: Mapping[str, Known]
) -> ArmyList:
    """Return the list settled by what is ``known`` now. Entries that were settled by what was known
    ``before`` are settled again.
    """
    reopened = replace(
        army_list,
        army=_reopen(army_list.army, known, before),
        specialists=_reopen(army_list.specialists, known, before),
        reinforcements=_reopen(army_list.reinforcements, known, before),
    )
    return settle_list(reopened, known)


def _reopen(army: Army, known: Mapping[str, Known], before: Mapping[str, Known]) -> Army:
    return tuple(
        replace(row, otherwise=row.kind, models=1, size_guessed=True)
        if model_key(row.name) in known and _follows(row, before.get(model_key(row.name)))
        else row
        for row in army
    )


def _follows(row: ArmyRow, model: Known | None) -> bool:
    """Tell whether an entry agrees exactly with the answer about its model."""
    return (
        model is not None
        and not is_open(row)
        and (row.kind, row.models) == (model.kind, max(model.models, 1))
    )


def _settle_rows(army: Army, known: Mapping[str, Known]) -> Army:
    settled = (take_apart(settle_row(row, known)) if is_open(row) else (1, row) for row in army)
    return tuple(row for count, row in settled for _ in range(count))


def take_apart(row: ArmyRow) -> tuple[int, ArmyRow]:
    """Return how many entries an entry such as "2 Spell Martyrs" stands for if it is not a unit,
    and one of these entries.
    """
    count, points = row.models, row.points
    if row.kind in (*SEVERAL, Kind.CASTER) or is_open(row) or (points and points % count):
        return 1, row
    return count, replace(row, models=1, points=points and points // count)
