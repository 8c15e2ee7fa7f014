"""File names that every system accepts, and where a name leads."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from app.engine.language import say
from app.store.errors import StoreError

FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
LONGEST_NAME = 255
"""In bytes: on every file system in common use a name is not longer."""


def file_stem(text: str, most: int = 120) -> str:
    """``text`` as a file's name without its ending, of at most so many characters; may be empty."""
    return FORBIDDEN.sub("-", text).strip(" .")[:most]


def real_path(path: Path) -> Path:
    """The file that a name leads to, by way of links. Raises StoreError where they lead nowhere."""
    try:
        real = path.resolve()
    except RuntimeError:  # a loop of links, in Python before 3.13
        real = path.absolute()
    if real.is_symlink():
        raise StoreError(
            say(
                "{path} is a link to a file that is not there. Choose the file itself.",
                path=path,
            )
        )
    return real


def demand_short(path: Path, endings: Sequence[str]) -> None:
    """Raises StoreError where a name leaves no room for the files that are kept beside it."""
    most = LONGEST_NAME - max(len(ending) for ending in endings)
    if len(os.fsencode(path.name)) > most:
        raise StoreError(
            say(
                "{path} is too long a name. Choose one of at most {most} letters.",
                path=path.name,
                most=most - len(path.suffix),
            )
        )
