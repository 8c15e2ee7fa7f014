"""What a superuser's tests do as anybody else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def powerless() -> Iterator[None]:
    """No right to go round a file's or a folder's permissions.

    Within a test only: whoever measures the tests writes between them, into files of their own.
    """
    if os.name != "posix" or os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
