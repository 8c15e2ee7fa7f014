"""File names that every system accepts, and the real file behind a link."""

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
"""Names that Windows reserves for devices, whatever their ending
(learn.microsoft.com/windows/win32/fileio/naming-a-file).
"""
LONGEST_NAME = 255
"""The bytes that a file name may have on every common file system."""
LONGEST_PATH = 512
"""The bytes that the path of an SQLite file or its journal may have (sqlite.org/src, os_unix.c,
MAX_PATHNAME).
"""
LONGEST_PATH_OF_WINDOWS = 259
"""The letters that a path may have on Windows while long paths are not enabled
(learn.microsoft.com/windows/win32/fileio/maximum-file-path-limitation).
"""

LABEL = 40
"""The letters at the end of a name that say what the file is, such as "restoring 2026-11-22
14-05-00".
"""
ROOM_BESIDE = 16
"""The bytes reserved for the endings of temporary files beside a file, such as ".new-journal"."""
MOST_STEM = LONGEST_NAME - 60
"""The bytes that the text in a name of ours may have; the rest is for endings, times and
numbers.
"""


def file_stem(text: str, most: int = 120) -> str:
    """Return ``text`` as a file's name without an ending, at most ``most`` characters long. The
    name may be empty.
    """
    stem = shortened_stem(FORBIDDEN.sub("-", text).strip(" .")[:most], MOST_STEM)
    return f"-{stem}" if DEVICES.match(stem) else stem


def demand_no_device(path: Path) -> None:
    """Raise StoreError if Windows would take this name for a device and not for a file."""
    if DEVICES.match(path.name):
        raise StoreError(
            say(
                "Windows reserves the name {name} for a device. Choose another name.",
                name=path.name,
            )
        )


def real_path(path: Path) -> Path:
    """Return the file that a path leads to once all links are followed. Raises StoreError if a link
    leads nowhere or a folder cannot be entered.
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
    """Tell whether a file or folder of this name exists. Raises StoreError if that cannot be
    determined, as in a folder that cannot be entered.
    """
    try:
        return path.exists()
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents. Raises StoreError if that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(os_sentence(folder, error)) from error


def demand_short(path: Path, endings: Sequence[str]) -> None:
    """Raise StoreError if the name or path is too long for files with these ``endings`` to exist
    beside it.
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
                "{path} is too long for an event, counting its folders. Letters over the limit:"
                " {over}. Choose a folder higher up, or a shorter name.",
                path=path.name,
                over=over,
            )
        )


def shortened_stem(stem: str, most: int) -> str:
    """Return as many letters from the beginning of ``stem`` as fit into ``most`` bytes. One letter
    may take up to four bytes.
    """
    return stem.encode("utf-8", "ignore")[:most].decode("utf-8", "ignore")


def fitting(path: Path) -> Path:
    """Return ``path``. If its name is too long for a file system, leave out letters from the middle
    of the name.
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
        """Tell whether Windows allows long paths, by its setting. The program's manifest already
        allows them.
        """
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
