"""Translations: gettext catalogues from resources/languages, or from a file that the user names."""

import os
import struct
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from app.engine.language import say, speak
from app.store.errors import StoreError
from app.store.resources import resources_folder

ENGLISH = "en"
VARIABLE = "FLAGFALL_LANGUAGE"
"""The environment variable with a language such as "de", or the path of a catalogue. Processes that
we start inherit it.
"""


def languages() -> list[str]:
    """Return the languages that ship with the program, except English."""
    return sorted(file.stem for file in (resources_folder() / "languages").glob("*.mo"))


@cache
def every_catalogue() -> tuple[GNUTranslations, ...]:
    """Return the catalogues that ship with the program, without any that cannot be read."""
    read = []
    for name in languages():
        with suppress(OSError, ValueError, struct.error):
            read.append(_read(resources_folder() / "languages" / f"{name}.mo"))
    return tuple(read)


def _read(file: Path) -> GNUTranslations:
    with file.open("rb") as stored:
        return GNUTranslations(stored)


def choose_language(name: str) -> None:
    """Switch to the language ``name``, which may also be the path of a catalogue. Raises StoreError
    if there is no such language.
    """
    if name == ENGLISH:
        os.environ[VARIABLE] = name  # for processes of ours, too
        speak(None)
        return
    file = Path(name) if name.endswith(".mo") else resources_folder() / "languages" / f"{name}.mo"
    try:
        catalogue = _read(file)
    except (OSError, ValueError, struct.error) as error:
        known = ", ".join([ENGLISH, *languages()])
        raise StoreError(
            say("There is no language “{name}”. There are: {known}.", name=name, known=known)
        ) from error
    os.environ[VARIABLE] = name
    speak(catalogue)
