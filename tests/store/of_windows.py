"""Errors as Windows gives them, for tests on other systems."""

import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

SHARING_VIOLATION, ACCESS_DENIED = 32, 5


class OfWindows(PermissionError):
    """An error with Windows' number, as Python gives it there."""

    def __init__(self, number: int, file: str) -> None:
        super().__init__(errno.EACCES, "in use", file)
        self.winerror = number


@contextmanager
def held_from_reading(file: Path, times: int = 99) -> Iterator[None]:
    """Have the system refuse so many times to open ``file``, as where a scanner holds it."""
    left, real = [times], io.open

    def opened(path: Any, *rest: Any, **more: Any) -> Any:
        if left[0] and not isinstance(path, int) and Path(os.fsdecode(path)) == file:
            left[0] -= 1
            raise OfWindows(SHARING_VIOLATION, str(file))
        return real(path, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(io, "open", opened)
        yield
