"""The table of models on this laptop: the kind of each model, as the organizer stated it at earlier
events. The table is a text file that the organizer may edit and share.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from app.engine.armies.army_list import ArmyList, models_of
from app.engine.armies.models import Known, Model, asked_key, asked_name, known_of, model_key
from app.engine.armies.parse.known import known_line, read_known
from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.os_errors import os_sentence
from app.store.own_folder import own_folder
from app.store.tables.text import decode
from app.store.whole_file import read_whole, write_whole_file

MOST_BYTES = 1_000_000
"""The largest size of the file. A table of every model there is has 100 kB."""


def models_file() -> Path:
    """Return the path of the table's file, which may not exist yet."""
    return own_folder("models") / "models.txt"


def models_text() -> str:
    """Return the text of the table, in whichever encoding an editor saved it; empty if there is no
    file. Raises StoreError if the file cannot be read, so that the caller does not replace it.
    """
    try:
        content = sharing.read_file(models_file())
        return decode(content, models_file().name) if content.strip() else ""
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise StoreError(os_sentence(models_file(), error)) from error


def known_models() -> dict[str, Known]:
    """Return the table, or an empty one if it cannot be read."""
    with suppress(StoreError):
        return read_known(models_text())
    return {}


def keep_models(text: str) -> None:
    """Replace the table with this text. Raises StoreError if it cannot be written."""
    try:
        models_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(models_file(), text.encode())
    except OSError as error:
        raise StoreError(os_sentence(models_file(), error)) from error


def read_models_file(path: Path) -> str:
    """Return the text of a table that somebody shared. Raises StoreError if the file cannot be read
    or is not a table.
    """
    no_table = say(
        "{name} is not a table of models. A table has a line for each model, such as “Doom"
        " Reavers: unit of 6”.",
        name=path.name,
    )
    try:
        text = decode(read_whole(path, MOST_BYTES, no_table), path.name)
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error
    if not read_known(text):
        raise StoreError(no_table)
    return text


def write_models_file(path: Path, text: str) -> None:
    """Write a table into a file for somebody else. Raises StoreError if the file cannot be
    written.
    """
    try:
        write_whole_file(path, text.encode())
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error


def join_models(text: str, more: str) -> str:
    """Return the table, extended by the lines of ``more`` whose models the table lacks."""
    here = read_known(text)
    fresh = [line for line in more.splitlines() if (read_known(line) or here).keys() - here.keys()]
    return _with_lines(text, fresh)


def with_answers(text: str, models: Iterable[Model]) -> str:
    """Return the table with the organizer's new answers in place of its lines on the same
    models.
    """
    said = {model_key(model.name): known_line(model.name, model.known) for model in models}
    lines = [line for line in text.splitlines() if not read_known(line).keys() & said.keys()]
    return _with_lines("".join(f"{line}\n" for line in lines), list(said.values()))


def _with_lines(text: str, lines: list[str]) -> str:
    begun = text if not text or text.endswith("\n") else f"{text}\n"
    return begun + "".join(f"{line}\n" for line in lines)


def remember_models(lists: tuple[ArmyList, ...], names: Mapping[str, str]) -> None:
    """Add the models of army lists to the table if they are missing there or less complete.
    ``names`` has the models' names by `model_key`. If the table cannot be read or written, the next
    event only has to ask again.
    """
    with suppress(StoreError):
        text = models_text()
        before, said = read_known(text), known_of(lists)
        fresh = [
            Model(name, said[key].kind, said[key].models)
            for key, name in names.items()
            if key in said and _adds(said[key], before.get(key))
        ]
        if fresh:
            keep_models(with_answers(text, fresh))


def _adds(said: Known, before: Known | None) -> bool:
    """Tell whether a list says more about a model than the table does. The organizer may have
    edited the table.
    """
    return before is None or (before.kind is said.kind and not before.models and said.models > 0)


def list_model_names(lists: tuple[ArmyList, ...]) -> dict[str, str]:
    """Return the names of all models in the lists, by their keys."""
    return {asked_key(row): asked_name(row) for each in lists for row in models_of(each)}
