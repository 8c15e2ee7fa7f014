"""Checks that the file of a name is still the one that was opened, and unchanged.

A file is known by its identity, not by its name. A link in its place is another file: SQLite would
look for the journal where the link leads. What others write into it shows by its time and size, for
nobody else is to write there.
"""

import os
from pathlib import Path

JOURNAL = "-wal"


class Place:
    """A file and its journal under their names, as they are now; cheap enough for each row."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file_name, self._journal_name = str(path), f"{path}{JOURNAL}"
        self._file, self._journal = os.lstat(self._file_name), os.lstat(self._journal_name)

    def written(self, *, file: bool = False) -> bool:
        """We have just written into the journal, or into the ``file`` as well. Whether they were
        still the ones that were opened, by then.
        """
        try:
            if file:
                now = os.lstat(self._file_name)
                if not os.path.samestat(now, self._file):
                    return False
                self._file = now
            elif not self.file_as_left():
                return False
            journal = os.lstat(self._journal_name)
        except OSError:
            return False
        same = os.path.samestat(journal, self._journal) and journal.st_size >= self._journal.st_size
        if same:
            self._journal = journal
        return same

    def file_as_left(self) -> bool:
        """Whether nobody else has touched the file."""
        return _as_left(self._file_name, self._file)

    def journal_as_left(self) -> bool:
        """Whether nobody else has touched its journal."""
        return _as_left(self._journal_name, self._journal)

    def own_journal(self) -> bool:
        """Whether the journal there is the one that was opened."""
        try:
            return os.path.samestat(os.lstat(self._journal_name), self._journal)
        except OSError:
            return False

    def same_files(self) -> bool:
        """Whether they are at least the ones that were opened."""
        try:
            return os.path.samestat(os.lstat(self._file_name), self._file) and self.own_journal()
        except OSError:
            return False


def _as_left(name: str, left: os.stat_result) -> bool:
    try:
        now = os.lstat(name)
    except OSError:
        return False
    return (
        now.st_ino == left.st_ino
        and now.st_mtime_ns == left.st_mtime_ns
        and now.st_size == left.st_size
        and now.st_dev == left.st_dev
    )
