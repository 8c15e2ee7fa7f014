"""A lock that one program holds on a file. The lock is a second file beside the first, and
disappears with its holder.
"""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from app.engine.language import say
from app.store import sharing
from app.store.errors import NotWritable, OpenElsewhere, StoreError
from app.store.os_errors import FULL_ERRORS, os_sentence

if sys.platform == "win32":
    import msvcrt

    def _seize(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _seize(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


ENDING = ".lock"
NO_REASON = 0
HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK, NO_REASON}
"""The error numbers that mean that another program holds the lock; Wine reports no reason."""
NO_LOCKS = say(
    "{folder} is on a drive where Flagfall cannot keep a second Flagfall from writing the same"
    " event. Keep the event in a folder of this computer’s own disk."
)
OPEN_ELSEWHERE = say(
    "{path} is already open in another Flagfall. Close it there first: two must never write to the"
    " same event."
)
NOTE = 1  # where the note begins: Windows lets nobody read the byte that is held
LONGEST = 200
WARNING = NOTE + LONGEST  # where another program notes that it had the event open before


def left_note(path: Path) -> str:
    """Return the note that the holder of the lock left beside ``path``; empty if there is none. The
    holder may have crashed since.
    """
    with suppress(OSError), path.with_name(path.name + ENDING).open("rb") as file:
        file.seek(NOTE)
        return file.read(LONGEST).decode("ascii", "replace").strip()
    return ""


def demand_free(path: Path) -> None:
    """Raise StoreError if `FileLock` would raise it. A lock file that a crash left beside ``path``
    is not removed.
    """
    try:
        descriptor = os.open(path.with_name(path.name + ENDING), os.O_RDWR)
    except FileNotFoundError:
        FileLock(path).release()
        return
    except OSError as error:
        raise _refusal(path, error) from error
    try:
        _seize(descriptor)
    except OSError as error:
        raise _not_locked(path, error) from error
    finally:
        os.close(descriptor)


def _not_locked(path: Path, error: OSError) -> StoreError:
    if error.errno in HELD:
        return OpenElsewhere(OPEN_ELSEWHERE.format(path=path))
    return StoreError(NO_LOCKS.format(folder=path.absolute().parent))


def _refusal(path: Path, error: OSError) -> StoreError:
    """Return the error for a lock file that could not be opened. The error tells whether the folder
    only forbids writing, because then the event in it can still be read.
    """
    is_held = sharing.held_file(path, error) is not None
    if is_held or not os.path.exists(path) or error.errno in FULL_ERRORS:
        return StoreError(os_sentence(path, error))
    return NotWritable(
        say(
            "{path} cannot be opened for writing: {strerror}."
            " Copy the file to a folder of your own and open it there.",
            path=path,
            strerror=error.strerror,
        )
    )


class FileLock:
    """A lock that is held from creation until ``release``; the system releases it when the process
    dies.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock. Raise StoreError if another program holds it or if nothing can be written
        beside ``path``.
        """
        self._path, self._beside = path, path.with_name(path.name + ENDING)
        self._text = ""
        self._descriptor = self._open(path)
        try:
            while not self._is_current():  # its last holder removed it between our two steps
                os.close(self._descriptor)
                self._descriptor = self._open(path)
        except OSError as error:
            os.close(self._descriptor)
            raise _refusal(path, error) from error

    @property
    def is_held(self) -> bool:
        """Tell whether the lock's file is there and has nobody else's signature, because some
        drives ignore locks. Also False while the file cannot be read.
        """
        with suppress(OSError):
            return self._is_current() and self._read(NOTE) in {"", self._text}
        return False

    @property
    def warning(self) -> str:
        """The computer of another program that had the event open before; empty if there is no such
        note.
        """
        of, _, computer = self._read(WARNING).partition(" ")
        return computer if of != self._text else ""

    def take_again(self) -> None:
        """Take the lock again if its file was removed. Raises OpenElsewhere if another program has
        opened the event, and StoreError if the lock cannot be taken for another reason.
        """
        try:
            is_current = self._is_current()
        except OSError as error:
            raise StoreError(os_sentence(self._path, error)) from error
        if not is_current:
            fresh = FileLock(self._path)
            os.close(self._descriptor)
            self._descriptor = fresh._descriptor
        elif not self.is_held:
            raise OpenElsewhere(OPEN_ELSEWHERE.format(path=self._path))

    def note(self, text: str) -> None:
        """Write into the lock's file who holds the lock. The note survives a crash. Raises OSError
        if it cannot be written.
        """
        os.lseek(self._descriptor, NOTE, os.SEEK_SET)
        os.write(self._descriptor, text.encode("ascii").ljust(2 * LONGEST))
        os.fsync(self._descriptor)
        self._text = text

    def warn(self, computer: str) -> None:
        """Leave a note for the program that has opened the event since. The note says that
        ``computer`` had the event open before.
        """
        text = f"{self._text} {computer}".encode()[:LONGEST].ljust(LONGEST)
        with suppress(OSError), self._beside.open("r+b") as file:
            file.seek(WARNING)
            file.write(text)

    def release(self) -> None:
        """Release the lock and remove its file, so that the event's file is alone again. The file
        stays if another program holds the lock by now.
        """
        is_held = self.is_held
        if sys.platform == "win32":  # an open file cannot be removed there, nor a held one taken
            os.close(self._descriptor)
            if is_held:
                self._remove()
        else:
            if is_held:
                self._remove()
            os.close(self._descriptor)

    def _read(self, at: int) -> str:
        try:
            os.lseek(self._descriptor, at, os.SEEK_SET)
            return os.read(self._descriptor, LONGEST).decode("utf-8", "replace").strip()
        except OSError:
            return ""

    def _open(self, path: Path) -> int:
        try:
            descriptor = sharing.patiently(
                lambda: os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o666)
            )
        except OSError as error:
            raise _refusal(path, error) from error
        try:
            _seize(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno not in HELD:
                self._remove()
            raise _not_locked(path, error) from error
        return descriptor

    def _is_current(self) -> bool:
        """Tell whether the lock's file is the one that this program holds. Raises OSError if the
        file cannot be examined.
        """
        try:
            return os.path.samestat(os.stat(self._beside), os.fstat(self._descriptor))
        except FileNotFoundError:
            return False

    def _remove(self) -> None:
        try:
            sharing.remove_file(self._beside)
        except OSError:
            return  # held by another already (Windows), or the medium is gone
