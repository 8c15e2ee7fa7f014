"""Reads a TOML file of the program or of an organizer as checked values, or says what is wrong with
the file.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, TypeVar

from app.engine.language import say
from app.store.errors import StoreError
from app.store.file_names import exists
from app.store.os_errors import os_reason, os_sentence
from app.store.packets.plain_data import Wrong
from app.store.whole_file import read_whole

T = TypeVar("T")
Arrange: TypeAlias = Callable[[Iterable[Path]], list[Path]]

LONG_KEY = re.compile(r"(?<![\w'\"-])(?:[\w'\"-]+[ \t]*\.[ \t]*){40}")
MOST_BYTES = 1_000_000
"""The largest size of a TOML file. A packet has 40 kB."""


def by_stem(files: Iterable[Path]) -> list[Path]:
    return sorted(files, key=lambda file: file.stem)


def load_all(
    folders: Iterable[Path], load: Callable[[Path], T], arrange: Arrange = by_stem
) -> tuple[list[T], tuple[str, ...]]:
    """Return the contents of the TOML files in these folders, and a sentence for each file or
    folder that cannot be read. A folder may be missing.
    """
    loaded, faults = [], []
    for folder in folders:
        try:
            files = arrange(_toml_files(folder))
        except StoreError as error:
            faults.append(str(error))
            continue
        for file in files:
            try:
                loaded.append(load(file))
            except StoreError as error:
                faults.append(str(error))
    return loaded, tuple(faults)


def _toml_files(folder: Path) -> list[Path]:
    if not exists(folder):
        return []
    try:
        return [file for file in folder.iterdir() if file.match("*.toml")]
    except OSError as error:
        raise StoreError(os_sentence(folder, error)) from error


def load_toml(path: Path, read: Callable[[str, str], T]) -> T:
    """Return the result of ``read`` for the file's stem and text; ``read`` may raise Wrong, or
    ValueError for invalid TOML. Raises StoreError naming the file and the key.
    """
    try:
        too_big = say(
            "{path} is too big: a file of this kind has at most {most} MB.",
            path=path.name,
            most=MOST_BYTES // 1_000_000,
        )
        text = read_whole(path, MOST_BYTES, too_big).decode("utf-8")
        if _has_long_key(text):  # reading it takes time by the square of its length
            raise _endless(path)
        if "\r" in text:  # to look for pairs takes longer
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return read(path.stem, text)
    except OSError as error:
        raise StoreError(
            say(
                "{path} cannot be read: {strerror}.",
                path=path.name,
                strerror=os_reason(path, error),
            )
        ) from error
    except UnicodeDecodeError as error:
        raise StoreError(say("{path} is not a text in UTF-8.", path=path.name)) from error
    except RecursionError as error:
        raise _endless(path) from error
    except ValueError as error:  # also a number of thousands of digits
        raise StoreError(
            say("{path} is not correct TOML: {error}.", path=path.name, error=error)
        ) from error
    except Wrong as error:
        raise StoreError(f"{path.name}: {error}.") from error


@lru_cache(maxsize=32)
def _has_long_key(text: str) -> bool:
    """Tell whether the text has a key that is too long. The result is remembered for each text,
    because every new event reads all packets.
    """
    return LONG_KEY.search(text) is not None


def _endless(path: Path) -> StoreError:
    return StoreError(say("{path} has too many tables within tables.", path=path.name))
