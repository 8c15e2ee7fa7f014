"""Files as bytes: reads them only up to a given size, and writes them whole or not at all."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError

BINARY = getattr(os, "O_BINARY", 0)
"""The flag that keeps Windows from changing line ends; 0 on other systems."""


def read_whole(path: Path, most_bytes: int, too_big: str) -> bytes:
    """Return a file's bytes. Raises StoreError with the sentence ``too_big`` if there are more than
    ``most_bytes``, StoreError as `demand_file` does, and OSError if the file cannot be read.
    """
    demand_file(path)
    size = path.stat().st_size
    if size <= most_bytes:
        with sharing.patiently(lambda: path.open("rb")) as file:
            content = file.read(size + 1)  # Python takes memory for all that it may read
            if len(content) > size:
                content += file.read(most_bytes + 1 - len(content))
        if len(content) <= most_bytes:
            return content
    raise StoreError(too_big)


def demand_file(path: Path) -> None:
    """Raise StoreError for a pipe or a device, which may have no end, and OSError if there is no
    file. For a folder nothing is raised, because opening the folder raises OSError anyway.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise StoreError(
            say("{name} is a pipe or a device, not a file. Choose a file.", name=path.name)
        )


def write_whole_file(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Write ``content`` to a new file and rename it to ``path``. An existing file is replaced, or
    stays as it is if anything fails. With ``durable`` the content is on the disk when this returns.
    Raises OSError if the file cannot be written.
    """
    write_pieces(path, (content,), durable=durable)


def write_pieces(path: Path, pieces: Iterable[bytes], *, durable: bool = False) -> None:
    """Write content that comes in pieces, whole or not at all. Raises OSError if the file cannot be
    written, and whatever ``pieces`` raises.
    """
    path = path.resolve()
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with sharing.patiently(lambda: unfinished.open("wb")) as file:
            file.writelines(pieces)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        sharing.replace(unfinished, path)
    finally:
        sharing.remove_file(unfinished, missing_ok=True)


def write_private_file(path: Path, content: bytes) -> None:
    """Write ``content`` as `write_whole_file` does, to a file that only this user can read. The
    content is on the disk when this returns. Raises OSError if the file cannot be written.
    """
    unfinished = path.with_name(f"{path.name}.new")
    try:
        number = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        with os.fdopen(number, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        sharing.replace(unfinished, path)
    finally:
        sharing.remove_file(unfinished, missing_ok=True)
