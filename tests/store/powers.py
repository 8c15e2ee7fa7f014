"""What a superuser's tests do as anybody else, and a folder in which anybody else can do it."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.missing import missing

SHARED = ("/tmp", "/var/tmp", "/dev/shm")
"""Where everybody's temporary files are on most systems."""


@contextmanager
def powerless() -> Iterator[None]:
    """No right to go round a file's or a folder's permissions.

    Within a test only: whoever measures the tests writes between them, into files of their own.
    """
    if os.name != "posix":
        pytest.skip("Windows keeps no permissions that chmod could take")
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def folder_for_all(mode: int = 0o777) -> Iterator[Path]:
    """A temporary folder that can be entered ``powerless``, also where the usual place for
    temporary files is closed to others.
    """
    folder = Path(tempfile.mkdtemp(dir=_entered_by_all()))
    folder.chmod(mode)
    yield folder
    shutil.rmtree(folder)


def _entered_by_all() -> str:
    with powerless():
        usual = (tempfile.gettempdir(), *SHARED)
        entered = [folder for folder in usual if os.path.isdir(os.path.join(folder, "."))]
    if not entered:
        missing("no folder for temporary files is open to everybody")
    return entered[0]


@contextmanager
def closed_to_us(path: Path) -> Iterator[None]:
    """Without any right to a folder or file, and without power to go round that."""
    mode = path.stat().st_mode & 0o777
    path.chmod(0)
    try:
        with powerless():
            yield
    finally:
        path.chmod(mode)
