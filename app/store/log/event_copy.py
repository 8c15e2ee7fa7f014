"""A copy of an event that is taken into memory at once and written to a file later.

A USB stick may be slow and a network folder may hang, so nothing here needs the log's thread.
"""

import sqlite3
from pathlib import Path

from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.file_names import file_stem
from app.store.log.log_file import copy_alone, sync_folder
from app.store.log.row_checks import Stored
from app.store.log.schema import SELECT_ROWS_OF, TOURNAMENT
from app.store.log.sqlite_errors import in_sentences


class EventCopy:
    """An event as it was at one instant. Any thread may write the copy to a file."""

    def __init__(self, path: Path, memory: sqlite3.Connection) -> None:
        """Take over the database ``memory``. ``path`` is the event's own file."""
        self._path = path
        self._memory = memory

    def rows_of(self, kind: str) -> list[Stored]:
        """Return the rows of one kind. Raises StoreError if they cannot be read."""
        with in_sentences(self._path):
            return self._memory.execute(SELECT_ROWS_OF, (TOURNAMENT, kind)).fetchall()

    def write(self, to_folder: Path, label: str, *, once: bool = True) -> Path:
        """Write a copy into ``to_folder``, named after the event's file and ``label``. With
        ``once`` the copy is dropped from memory afterwards. The new file is complete in itself,
        never replaces another one, and exists whole or not at all. Raises StoreError if it cannot
        be written.
        """
        try:
            return self._write(to_folder, f"{self._path.stem} {file_stem(label)}")
        finally:
            if once:
                self._memory.close()

    def _write(self, folder: Path, stem: str) -> Path:
        with in_sentences(folder / f"{stem}{self._path.suffix}"):
            if not folder.is_dir():
                raise StoreError(
                    say(
                        "The backup folder {folder} is not there. Choose another one.",
                        folder=folder,
                    )
                )
            file, unfinished = _reserve_name(folder, stem, self._path.suffix)
            try:
                copy_alone(self._memory, unfinished)
                sharing.replace(unfinished, file)
                sync_folder(folder)
            finally:
                sharing.remove_file(unfinished, missing_ok=True)
        return file


def _reserve_name(folder: Path, stem: str, suffix: str) -> tuple[Path, Path]:
    """Return a free name, and the name of an empty unfinished file beside it. Only this program
    writes the unfinished file.
    """
    number, file = 1, folder / f"{stem}{suffix}"
    while not _reserve(file):
        number += 1
        file = folder / f"{stem} ({number}){suffix}"
    return file, _name_unfinished(file)


def _reserve(file: Path) -> bool:
    """Create the unfinished file that reserves a name, and tell whether that succeeded. Only the
    program that created this file may use the name.
    """
    try:
        _name_unfinished(file).open("xb").close()
    except FileExistsError:
        return False
    if file.exists():
        sharing.remove_file(_name_unfinished(file))
        return False
    return True


def _name_unfinished(file: Path) -> Path:
    return file.with_name(file.name + ".part")
