"""Disks that tests fill."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BLOCK = 4096


def fill_up_to(disk: Path, room: int) -> Path:
    """Leave about ``room`` bytes on a disk. Returns the file that takes the others."""
    filler = disk / "filler"
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    filler.write_bytes(b"x" * max(0, free - room - BLOCK))
    return filler


@contextmanager
def filled_up_to(disk: Path, room: int) -> Iterator[None]:
    """Leave about ``room`` bytes on a disk for a while."""
    filler = fill_up_to(disk, room)
    yield
    filler.unlink()
