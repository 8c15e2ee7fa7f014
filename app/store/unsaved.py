"""What was pressed and reported at the tables and could not be saved before the event was closed:
lists it, and keeps the list in Flagfall's own folder.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from app.engine.acts.unsaved import Unsaved
from app.store.own_folder import own_folder

FOLDER = "unsaved"
WORD = re.compile("[A-Z][a-z]*")
EMPTY = ("", ())
HIDDEN = {"game", "at_ms", "uncertain_ms", "late_ms"}


def unsaved_words(unsaved: Unsaved) -> str:
    """Describe a press or report so that somebody can enter it again."""
    at = time.strftime("%H:%M:%S", time.localtime(unsaved.at_ms / 1000))
    return f"{unsaved.station}, {at}, {unsaved.who}: {_describe(unsaved.what)}"


def _describe(what: object) -> str:
    name = " ".join(WORD.findall(type(what).__name__)).lower()
    said = {field.name: getattr(what, field.name) for field in fields(what)}  # type: ignore[arg-type]
    values = [
        f"{key.replace('_', ' ')} {getattr(value, 'value', value)}"
        for key, value in said.items()
        if key not in HIDDEN and value is not None and value is not False and value not in EMPTY
    ]
    return ", ".join((name, *values))


def keep_list(unsaved: Sequence[Unsaved], event: str) -> Path | None:
    """Write the list into a file of its own. Return it, or None where nothing can be written."""
    from app.store.log.log_file import free_name  # loads SQLAlchemy

    stamp = time.strftime("%Y-%m-%d %H-%M-%S")
    lines = "\n".join(map(unsaved_words, unsaved))
    try:
        own_folder(FOLDER).mkdir(parents=True, exist_ok=True)
        file = free_name(own_folder(FOLDER) / f"{event} {stamp}.txt")
        file.write_text(f"{lines}\n", "utf-8")
    except OSError:
        return None
    return file
