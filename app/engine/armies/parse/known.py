"""Reads and writes the table of known models as text, one model a line."""

import re

from app.engine.armies.models import MOST_MODELS, Known, model_key
from app.engine.armies.parse.kind_words import KINDS

_LINE = re.compile(
    r"^\s*(?P<name>[^:#]+?)\s*:\s*(?P<kind>[^\W\d][\w ]*?)(?:\s+of\s+(?P<models>\d{1,2}))?\s*$",
    re.IGNORECASE,
)


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
