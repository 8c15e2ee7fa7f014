"""Files that another program holds open. Windows lets nobody replace, remove or write a file that
Excel, a sync client or an antivirus holds; most let it go within a second.
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
"""Between the trials: about a second."""
ACCESS_DENIED = 5
SHARING = frozenset({32, 33})
"""learn.microsoft.com/windows/win32/debug/system-error-codes--0-499-: a file, a part of it"""
READ_WRITE, DELETE = 0xC000_0000, 0x0001_0000
SHARED_WITH_ALL = 7
OPEN_EXISTING = 3


def replace(file: str | Path, to: str | Path) -> None:
    """Give ``file`` the name ``to``, in place of what is there. Raises OSError."""
    patiently(lambda: os.replace(file, to))


def remove_file(file: str | Path, *, missing_ok: bool = False) -> None:
    """Remove a file. Raises OSError."""
    patiently(lambda: Path(file).unlink(missing_ok=missing_ok))


def read_file(file: Path) -> bytes:
    """Return what is in a file. Raises OSError."""
    return patiently(file.read_bytes)


def patiently(act: Callable[[], T]) -> T:
    """Do something with a file, for about a second again and again where another program holds it.
    Raises OSError.
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
    """Return which file another program holds: one that the error names, or ``path``."""
    named = [name for name in (error.filename2, error.filename) if isinstance(name, str)]
    files = [*map(Path, named), path]
    if _code(error) in SHARING:
        return next(filter(is_held, files), files[0])
    if error.errno == errno.EACCES:
        return next(filter(is_held, files), None)
    return None


def is_held(path: Path) -> bool:
    """Tell whether another program keeps Windows from giving this file to anybody else. What this
    program itself holds counts only where the file would have to be removed.
    """
    return not is_free_to_write(path) or not _opens(path, DELETE)


def is_free_to_write(path: Path) -> bool:
    """Tell whether no other program keeps Windows from giving this file to one that writes."""
    return _opens(path, READ_WRITE)


if sys.platform == "win32":
    import _winapi

    def _opens(path: Path, access: int) -> bool:
        """Tell whether no other program's handle forbids this access. What else forbids it is for
        others to say.
        """
        try:
            handle = _winapi.CreateFile(str(path), access, SHARED_WITH_ALL, 0, OPEN_EXISTING, 0, 0)
        except OSError as error:
            return error.winerror not in SHARING
        _winapi.CloseHandle(handle)
        return True

else:

    def _opens(path: Path, access: int) -> bool:
        """Tell whether the file can be opened: it always can, as no program locks out others."""
        return True


def _may_be_held(error: OSError) -> bool:
    """Tell whether it is worth another trial. Windows denies access where a file is open that was
    to be replaced, or is just being removed; Python's own open does not give Windows' number.
    """
    code = _code(error)
    if code == ACCESS_DENIED or code in SHARING:
        return True
    return sys.platform == "win32" and error.errno == errno.EACCES


def _code(error: OSError) -> int | None:
    """Return Windows' number of an error; None elsewhere, and where Python does not give it."""
    code: int | None = getattr(error, "winerror", None)
    return code
