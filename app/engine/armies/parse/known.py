"""Reads and writes the table of known models as text, one model a line, and replaces guesses in
lists by known models.
"""

import re
from collections.abc import Mapping, Sequence

from app.engine.armies.models import MOST_MODELS, Known, model_key, settle_row, take_apart
from app.engine.armies.parse.entries import ArmyLine
from app.engine.armies.parse.kind_guess import size_doubt
from app.engine.armies.parse.phrases import KINDS
from app.engine.frozen import replace

_LINE = re.compile(
    r"^\s*(?P<name>[^:#]+?)\s*:\s*(?P<kind>[^\W\d][\w ]*?)(?:\s+of\s+(?P<models>\d{1,2}))?\s*$",
    re.IGNORECASE,
)


def with_known(lines: Sequence[ArmyLine], known: Mapping[str, Known]) -> tuple[ArmyLine, ...]:
    """Return the lines with each guess replaced by what is known of that model."""
    return tuple(_with_known(line, known) for line in lines)


def _with_known(line: ArmyLine, known: Mapping[str, Known]) -> ArmyLine:
    settled = line.row and settle_row(line.row, known)
    if settled is None or settled == line.row:
        return line
    count, row = take_apart(settled)
    doubt = size_doubt(row.models) if row.size_guessed else ""
    return replace(line, row=row, copies=line.copies * count, doubt=doubt)


def known_line(name: str, model: Known) -> str:
    """Return a line of the table, such as "Doom Reavers: unit of 6"."""
    size = f" of {model.models}" if model.models > 1 else ""
    return f"{name}: {model.kind.value}{size}"


def read_known(text: str) -> dict[str, Known]:
    """Return the known models in a text; lines of any other form are left out."""
    found: dict[str, Known] = {}
    for line in text.splitlines():
        match_ = _LINE.match(line)
        kind = KINDS.get(" ".join(match_["kind"].casefold().split())) if match_ else None
        if match_ and kind is not None:
            found[model_key(match_["name"])] = Known(
                kind, min(int(match_["models"] or 0), MOST_MODELS)
            )
    return found
