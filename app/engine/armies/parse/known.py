"""What is known of models by their names: their kind and size, as an organizer said it once."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.engine.armies.army import Kind
from app.engine.armies.army_list import ArmyList, models_of
from app.engine.armies.parse.entries import ArmyLine
from app.engine.armies.parse.kind_guess import how_many_models
from app.engine.armies.parse.phrases import KINDS
from app.engine.text import plain

_LINE = re.compile(
    r"^\s*(?P<name>[^:#]+?)\s*:\s*(?P<kind>[^\W\d][\w ]*?)(?:\s+of\s+(?P<models>\d{1,2}))?\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """A model's kind, and how many are in an entry."""

    kind: Kind
    models: int = 0
    """0 if lists differ, or nobody said."""


def model_key(name: str) -> str:
    """Return what a model is known by: its name without a running number, capitals and accents."""
    return " ".join(re.sub(r"\s+\d{1,2}$", "", plain(name)).split())


def known_of(lists: Iterable[ArmyList]) -> dict[str, Known]:
    """Return what lists say for certain of their models, where no two lists contradict."""
    said: dict[str, set[tuple[Kind, int]]] = {}
    for army_list in lists:
        for row in models_of(army_list):
            if row.otherwise is None and row.kind is not Kind.CASTER:
                said.setdefault(model_key(row.name), set()).add((row.kind, row.models))
    return {
        key: _settle_known(found) for key, found in said.items() if len({k for k, _ in found}) == 1
    }


def _settle_known(found: set[tuple[Kind, int]]) -> Known:
    (kind, models), *others = found
    return Known(kind, models if kind is Kind.UNIT and models > 1 and not others else 0)


def with_known(lines: Sequence[ArmyLine], known: Mapping[str, Known]) -> tuple[ArmyLine, ...]:
    """Return the lines with each guess replaced by what is known of that model."""
    return tuple(_with_known(line, known) for line in lines)


def _with_known(line: ArmyLine, known: Mapping[str, Known]) -> ArmyLine:
    row = line.row
    model = known.get(model_key(row.name)) if row is not None and row.otherwise else None
    if row is None or model is None:
        return line
    models = row.models if row.models > 1 else model.models or 1
    settled = replace(row, kind=model.kind, models=models, otherwise=None)
    sized = model.kind is not Kind.UNIT or models > 1
    return replace(line, row=settled, doubt="" if sized else how_many_models())


def known_line(name: str, model: Known) -> str:
    """Return a line of the table: "Doom Reavers: unit of 6"."""
    size = f" of {model.models}" if model.models > 1 else ""
    return f"{name}: {model.kind.value}{size}"


def read_known(text: str) -> dict[str, Known]:
    """Return the table of a text; lines that are no such line are left out."""
    found: dict[str, Known] = {}
    for line in text.splitlines():
        match_ = _LINE.match(line)
        kind = KINDS.get(" ".join(match_["kind"].casefold().split())) if match_ else None
        if match_ and kind is not None:
            found[model_key(match_["name"])] = Known(kind, min(int(match_["models"] or 0), 60))
    return found
