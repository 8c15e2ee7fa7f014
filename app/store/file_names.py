"""File names that every system accepts, and where a name leads."""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from app.engine.language import say
from app.store.errors import StoreError
from app.store.os_errors import os_sentence

FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
DEVICES = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$) *(\.|$)", re.IGNORECASE)
"""Names that Windows keeps for devices, whatever their ending
(learn.microsoft.com/windows/win32/fileio/naming-a-file).
"""
LONGEST_NAME = 255
"""In bytes: on every file system in common use a name is not longer."""
LONGEST_PATH = 512
"""In bytes: SQLite opens no file with a longer one, or whose journal has one (sqlite.org/src,
os_unix.c, MAX_PATHNAME).
"""
LONGEST_PATH_OF_WINDOWS = 259
"""In letters, where long ones are not switched on
(learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation).
"""

LABEL = 40
"""Letters at the end of a name that say what the file is, as "restoring 2026-11-22 14-05-00"."""
ROOM_BESIDE = 16
"""Bytes for the endings of what is beside a file for a while, such as ".new-journal"."""
MOST_STEM = LONGEST_NAME - 60
"""Bytes of a name that we make: the rest is for endings, times and numbers."""


def file_stem(text: str, most: int = 120) -> str:
    """Return ``text`` as a file's name without its ending, of at most so many characters; it may be
    empty.
    """
    stem = shortened_stem(FORBIDDEN.sub("-", text).strip(" .")[:most], MOST_STEM)
    return f"-{stem}" if DEVICES.match(stem) else stem


def demand_no_device(path: Path) -> None:
    """Raise StoreError where Windows would write into a device instead of a file of this name."""
    if DEVICES.match(path.name):
        raise StoreError(
            say("Windows keeps the name {name} for a device. Choose another name.", name=path.name)
        )


def real_path(path: Path) -> Path:
    """Return the file that a name leads to, by way of links. Raises StoreError where they lead
    nowhere, or where a folder may not be entered.
    """
    try:
        real = path.resolve()
    except (RuntimeError, OSError):  # a loop of links, before Python 3.13; Windows: too long
        real = path.absolute()
    demand_short(real, ("",))
    if not exists(real) and real.is_symlink():
        raise StoreError(
            say(
                "{path} is a link to a file that is not there. Choose the file itself.",
                path=path,
            )
        )
    return real


def exists(path: Path) -> bool:
    """Tell whether there is anything of this name. Raises StoreError where that cannot be seen, as
    in a folder that may not be entered.
    """
    try:
        return path.exists()
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error


def make_folder(folder: Path) -> None:
    """Make a folder, with those above it, where it is not there yet. Raises StoreError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(os_sentence(folder, error)) from error


def demand_short(path: Path, endings: Sequence[str]) -> None:
    """Raise StoreError where a name, or a path, leaves no room for the files that are kept beside
    it.
    """
    room = max(len(ending) for ending in endings)
    most = LONGEST_NAME - room
    if len(os.fsencode(path.name)) > most:
        raise StoreError(
            say(
                "{path} is too long a name. Choose one of at most {most} letters.",
                path=path.name,
                most=len(shortened_stem(path.stem, most - len(os.fsencode(path.suffix)))),
            )
        )
    if (over := _path_length(path.absolute()) + room - _longest_path()) > 0:
        raise StoreError(
            say(
                "{path} is too long for an event, counted with its folders. Letters too many:"
                " {over}. Choose a folder that is in fewer others, or a shorter name.",
                path=path.name,
                over=over,
            )
        )


def shortened_stem(stem: str, most: int) -> str:
    """Return as many of the first letters as ``most`` bytes hold; a letter may have up to four."""
    return stem.encode("utf-8", "ignore")[:most].decode("utf-8", "ignore")


def fitting(path: Path) -> Path:
    """Return ``path``, with letters left out of the middle of a name that is too long for its
    folder.
    """
    most = LONGEST_NAME - len(os.fsencode(path.suffix)) - ROOM_BESIDE
    if len(os.fsencode(path.stem)) <= most:
        return path
    end = path.stem[-LABEL:]
    return path.with_name(
        f"{shortened_stem(path.stem, most - len(os.fsencode(end)))}{end}{path.suffix}"
    )


if sys.platform == "win32":

    def _longest_path() -> int:
        return LONGEST_PATH if _takes_long_paths() else LONGEST_PATH_OF_WINDOWS

    def _path_length(path: Path) -> int:
        return len(str(path))

    def _takes_long_paths() -> bool:
        """Tell whether somebody has switched long paths on; the program's manifest takes them."""
        import winreg

        system = r"SYSTEM\CurrentControlSet\Control\FileSystem"
        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, system) as key:
                value, _ = winreg.QueryValueEx(key, "LongPathsEnabled")
        except OSError:
            return False
        return bool(value)

else:

    def _longest_path() -> int:
        return LONGEST_PATH

    def _path_length(path: Path) -> int:
        return len(os.fsencode(path))
