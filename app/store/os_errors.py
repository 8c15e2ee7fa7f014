"""Turns the system's errors about a file into sentences for an organizer. This module imports
little, because start-up needs it.
"""

import errno
import os
from pathlib import Path

from app.engine.language import say
from app.store.sharing import ACCESS_DENIED, held_file

FULL = say(
    "The disk is full, so nothing was written to {name}. Make room on the disk, then do it again."
)
BROKEN = say(
    "The disk that holds {name} reports an error ({text}). Make sure that it is plugged in and has"
    " room, then do it again."
)
NO_FOLDER = say(
    "There is no folder {folder}. Plug in the disk that it is on, or choose another folder."
)
NOT_ALLOWED = say("Flagfall may not write in {folder}. Choose another folder.")
NOT_ENTERED = say(
    "Flagfall is not allowed to open the folder {folder}. Change its permissions, or choose another"
    " folder."
)
NOT_OPENED = say(
    "Flagfall is not allowed to open {name}. Change its permissions, or choose another file."
)
IN_USE = say("{name} is in use by another program. Close it there, then do it again.")
HELD = say("another program has the file open")
TOO_LONG = say("{name} is too long a name. Choose a shorter one.")

FULL_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
BROKEN_ERRORS = {errno.EIO, errno.ENXIO, errno.ENODEV, errno.ESTALE}
NOT_ALLOWED_ERRORS = {errno.EACCES, errno.EPERM}


def os_sentence(path: Path, error: OSError) -> str:
    """Return a sentence that says why ``path`` could not be written or read, and what to do
    next.
    """
    name, folder = path.name or str(path), path.absolute().parent
    if held := held_file(path, error):
        return IN_USE.format(name=held.name)
    if error.errno in FULL_ERRORS:
        return FULL.format(name=name)
    if error.errno in BROKEN_ERRORS:
        return BROKEN.format(name=name, text=error.strerror)
    if error.errno in {errno.ENOENT, errno.ENOTDIR} and not os.path.isdir(folder):
        return NO_FOLDER.format(folder=folder)
    if error.errno in NOT_ALLOWED_ERRORS:
        return _not_allowed(path)
    if error.errno == errno.EROFS:
        return NOT_ALLOWED.format(folder=folder)
    if error.errno == errno.ENAMETOOLONG:
        return TOO_LONG.format(name=name)
    return f"{name}: {error.strerror or error}."


def os_reason(path: Path, error: OSError) -> str:
    """Return a phrase on why ``path`` could not be written or read, for use inside a sentence."""
    if held_file(path, error):
        return str(HELD)
    return error.strerror or str(error)


def _not_allowed(path: Path) -> str:
    if closed := closed_folder(path):
        return NOT_ENTERED.format(folder=closed)
    if os.path.isdir(path):
        return NOT_ENTERED.format(folder=path)
    if not os.path.exists(path):
        return NOT_ALLOWED.format(folder=path.absolute().parent)
    return NOT_OPENED.format(name=path.name or path)


def closed_folder(path: Path) -> Path | None:
    """Return the first folder on the way to ``path`` that cannot be entered, or None."""
    for folder in reversed(path.absolute().parents):
        try:
            os.stat(os.path.join(folder, "."))
        except PermissionError as error:
            # Other errors of Windows' own, such as of an empty drive, look like it.
            if getattr(error, "winerror", ACCESS_DENIED) == ACCESS_DENIED:
                return folder
        except OSError:
            return None
    return None
