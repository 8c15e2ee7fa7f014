"""Checks that the file under a name is still the one that was opened, and that it is unchanged.

A file is known by its identity, not by its name. A link in its place is another file: SQLite would
look for the journal where the link leads. If another program writes to the file, the file's time
and size show that.

On some network shares the times never agree. Reading a large event again for every row would be too
slow there. So for a while after each full reading, it is enough to compare the beginning and end of
both files.
"""

import os
import time
from pathlib import Path

JOURNAL = "-wal"
END_BYTES = 65_536


class _Known:
    """One file as this program left it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.stat = os.lstat(name)
        self.ends = b""

    def same(self, now: os.stat_result) -> bool:
        return os.path.samestat(now, self.stat)

    def untouched(self, now: os.stat_result) -> bool:
        left = self.stat
        same = now.st_mtime_ns == left.st_mtime_ns and now.st_size == left.st_size
        return same and os.path.samestat(now, left)

    def looks_whole(self, now: os.stat_result) -> bool:
        return self.same(now) and now.st_size == self.stat.st_size

    def read_ends(self) -> bytes:
        with open(self.name, "rb") as file:
            head = file.read(END_BYTES)
            file.seek(max(self.stat.st_size - END_BYTES, len(head)))
            return head + file.read(END_BYTES)


class Place:
    """A file and its journal under their names, compared with how this program left them. The check
    is quick enough for each row.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file, self._journal = _Known(str(path)), _Known(f"{path}{JOURNAL}")
        self._sure_until_s = 0.0
        self._owed = False  # a time differed since all was read, and the ends were enough

    def written(self, *, file: bool = False) -> bool:
        """Note that this program has just written to the journal and, with ``file``, to the file as
        well. Tell whether both are still the ones that were opened.
        """
        try:
            if not file and not self.file_as_left():
                return False
            if file and not self._take(self._file):
                return False
            return self._take(self._journal, longer=True)
        except OSError:
            return False

    def read_through(self, for_s: float) -> bool:
        """Note that file and journal were read in full and are ours. For ``for_s`` seconds it is
        enough to compare their beginning and end. Tell whether both are still the ones that were
        opened.
        """
        self._sure_until_s, self._owed = time.monotonic() + for_s, False
        return self.written(file=True)

    def file_as_left(self) -> bool:
        """Tell whether nobody else has changed the file."""
        return self._as_left(self._file)

    def journal_as_left(self) -> bool:
        """Tell whether nobody else has changed the file's journal."""
        return self._as_left(self._journal)

    def own_file(self) -> bool:
        """Tell whether the file is the one that was opened, whatever it contains now."""
        return _is_same(self._file)

    def own_journal(self) -> bool:
        """Tell whether the journal is the one that was opened."""
        return _is_same(self._journal)

    def same_files(self) -> bool:
        """Tell whether file and journal are the ones that were opened, whatever they contain
        now.
        """
        return self.own_file() and self.own_journal()

    @property
    def _sure(self) -> bool:
        return time.monotonic() < self._sure_until_s

    def _take(self, known: _Known, *, longer: bool = False) -> bool:
        """Remember how this program left a file that it has written. With ``longer``, the file must
        not have become shorter. Tell whether it is still the same file.
        """
        now = os.lstat(known.name)
        if not known.same(now) or (longer and now.st_size < known.stat.st_size):
            return False
        known.stat = now
        if self._sure:
            known.ends = known.read_ends()
        return True

    def _as_left(self, known: _Known) -> bool:
        try:
            now = os.lstat(known.name)
            if known.untouched(now):
                return not self._owed or self._sure
            if not self._sure or not known.looks_whole(now) or known.read_ends() != known.ends:
                return False
        except OSError:
            return False
        known.stat, self._owed = now, True
        return True


def _is_same(known: _Known) -> bool:
    try:
        return known.same(os.lstat(known.name))
    except OSError:
        return False
