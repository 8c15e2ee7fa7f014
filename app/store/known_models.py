"""The table of models on this laptop: what they are, as the organizer said it at earlier events. A
text file that they may edit and share.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from app.engine.armies.army_list import ArmyList, models_of
from app.engine.armies.parse.known import Known, known_line, known_of, model_key, read_known
from app.store import sharing
from app.store.own_folder import own_folder


def models_file() -> Path:
    """Return the table's file; it may not be there yet."""
    return own_folder("models") / "models.txt"


def known_models() -> dict[str, Known]:
    """Return the table; empty while there is none that can be read."""
    with suppress(OSError, UnicodeError):
        return read_known(sharing.patiently(lambda: models_file().read_text("utf-8")))
    return {}


def remember_models(lists: tuple[ArmyList, ...], names: Mapping[str, str]) -> None:
    """Add what lists say of models whose kind was asked: ``names`` by `model_key`. A disk that
    refuses costs nothing but the question at the next event.
    """
    before, said = known_models(), known_of(lists)
    fresh = [
        known_line(name, said[key])
        for key, name in names.items()
        if key in said and before.get(key) != said[key]
    ]
    if fresh:
        with suppress(OSError):
            models_file().parent.mkdir(parents=True, exist_ok=True)
            with sharing.patiently(lambda: models_file().open("a", encoding="utf-8")) as file:
                file.write("".join(f"{line}\n" for line in fresh))


def list_model_names(lists: tuple[ArmyList, ...]) -> dict[str, str]:
    """Return the names of everything in lists, by `model_key`."""
    return {model_key(row.name): row.name for each in lists for row in models_of(each)}
