"""Access to files that another program may have open. On Windows, nobody can replace, remove or
write a file that Excel, a sync client or an antivirus program holds. Most of these release the file
within a second.
"""

import errno
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PAUSES_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4)
"""The pauses between attempts, about a second in all."""
ACCESS_DENIED = 5
SHARING = frozenset({32, 33})
"""Windows' error codes for a file, or a part of it, that another program uses
(learn.microsoft.com/windows/win32/debug/system-error-codes--0-499-).
"""
READ_WRITE, DELETE = 0xC000_0000, 0x0001_0000


def replace(file: str | Path, to: str | Path) -> None:
    """Rename ``file`` to ``to``, replacing a file that is there. Raises OSError if that fails."""
    patiently(lambda: os.replace(file, to))


def remove_file(file: str | Path, *, missing_ok: bool = False) -> None:
    """Remove a file. Raises OSError if that fails."""
    patiently(lambda: Path(file).unlink(missing_ok=missing_ok))


def read_file(file: Path) -> bytes:
    """Return the content of a file. Raises OSError if it cannot be read."""
    return patiently(file.read_bytes)


def patiently(act: Callable[[], T]) -> T:
    """Call ``act``, and repeat the call for about a second while another program holds the file.
    Raises the OSError of the last call if all of them fail.
    """
    for pause_s in PAUSES_S:
        try:
            return act()
        except OSError as error:
            if not _may_be_held(error):
                raise
        time.sleep(pause_s)
    return act()


def held_file(path: Path, error: OSError) -> Path | None:
    """Return the file that another program holds: one of those that the error names, or else
    ``path``. Return None if the error has another cause.
    """
    named = [name for name in (error.filename2, error.filename) if isinstance(name, str)]
    files = [*map(Path, named), path]
    if _code(error) in SHARING:
        return next(filter(is_held, files), files[0])
    if error.errno == errno.EACCES:
        return next(filter(is_held, files), None)
    return None


def is_held(path: Path) -> bool:
    """Tell whether another program keeps this file from being written or removed on Windows. A file
    that only this program has open is free to write but counts as held for removal.
    """
    return not is_free_to_write(path) or not _opens(path, DELETE)


def is_free_to_write(path: Path) -> bool:
    """Tell whether no other program keeps this file from being written on Windows."""
    return _opens(path, READ_WRITE)


if sys.platform == "win32":
    import _winapi

    SHARED_WITH_ALL = 7
    OPEN_EXISTING = 3

    def _opens(path: Path, access: int) -> bool:
        """Tell whether no other program forbids this access. Other obstacles do not count."""
        try:
            handle = _winapi.CreateFile(str(path), access, SHARED_WITH_ALL, 0, OPEN_EXISTING, 0, 0)
        except OSError as error:
            return error.winerror not in SHARING
        _winapi.CloseHandle(handle)
        return True

else:

    def _opens(path: Path, access: int) -> bool:
        """Say yes, because on this system no program can lock out others."""
        return True


def _may_be_held(error: OSError) -> bool:
    """Tell whether another attempt may succeed. Windows denies access to a file that is open or is
    just being removed; errors from Python's own open lack Windows' code.
    """
    code = _code(error)
    if code == ACCESS_DENIED or code in SHARING:
        return True
    return sys.platform == "win32" and error.errno == errno.EACCES


def _code(error: OSError) -> int | None:
    """Return Windows' code of an error. Return None on other systems, and if Python does not
    provide the code.
    """
    code: int | None = getattr(error, "winerror", None)
    return code
