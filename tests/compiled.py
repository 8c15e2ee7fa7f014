"""What the tests have compiled for this machine, or otherwise made once for all parts of a run,
which are processes of their own.
"""

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from os import environ
from pathlib import Path

import pytest

from dev import COMPILED

COMPILERS = ("g++", "c++", "clang++")


def compiled(*how: str | Path, source: str = "") -> Path:
    """Return the program or library that a C++ compiler makes as ``how`` says, of its files and of
    ``source``.
    """
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        pytest.fail("no C++ compiler is there; on Debian: apt-get install g++", pytrace=False)
    command = [compiler, *(("-x", "c++", "-", "-x", "none") if source else ()), *map(str, how)]

    def compile_to(made: Path) -> None:
        done = subprocess.run(
            [*command, "-o", made], input=source,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout

    return made_once(sha256("\0".join([*command, source]).encode()).hexdigest()[:20], compile_to)


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """Return the file or folder of this name, which whoever asks first makes."""
    made = Path(environ.get(COMPILED) or _own_folder(), name)
    with _alone(made):
        if not made.exists():
            make(made)
    return made


@cache
def _own_folder() -> str:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def _alone(made: Path) -> Iterator[None]:
    """A part that wants what another is making waits for it."""
    if COMPILED not in environ:
        yield
        return
    import fcntl  # not on Windows, where no parts run side by side

    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
