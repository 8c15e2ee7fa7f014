"""The system's errors about a file as sentences for an organizer. Light: start-up needs it."""

import errno
from pathlib import Path

from app.engine.language import say

FULL = say(
    "The disk is full, so nothing was written to {name}. Make room on the disk, then do it again."
)
BROKEN = say(
    "The disk that holds {name} gives an error ({text})."
    " See that it is plugged in and has room, then do it again."
)
NO_FOLDER = say(
    "There is no folder {folder}. Plug in the disk that it is on, or choose another folder."
)
NOT_ALLOWED = say("Flagfall may not write in {folder}. Choose another folder.")
TOO_LONG = say("{name} is too long a name. Choose a shorter one.")

FULL_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
BROKEN_ERRORS = {errno.EIO, errno.ENXIO, errno.ENODEV, errno.ESTALE}
NOT_ALLOWED_ERRORS = {errno.EACCES, errno.EPERM}


def os_sentence(path: Path, error: OSError) -> str:
    """Why ``path`` could not be written or read, and what to do next."""
    name, folder = path.name or str(path), path.absolute().parent
    if error.errno in FULL_ERRORS:
        return FULL.format(name=name)
    if error.errno in BROKEN_ERRORS:
        return BROKEN.format(name=name, text=error.strerror)
    if error.errno in {errno.ENOENT, errno.ENOTDIR} and not folder.is_dir():
        return NO_FOLDER.format(folder=folder)
    if error.errno == errno.EROFS or (error.errno in NOT_ALLOWED_ERRORS and not path.exists()):
        return NOT_ALLOWED.format(folder=folder)
    if error.errno == errno.ENAMETOOLONG:
        return TOO_LONG.format(name=name)
    return f"{name}: {error.strerror or error}."
