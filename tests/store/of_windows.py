"""Errors as Windows gives them, for tests on other systems."""

import errno

SHARING_VIOLATION, ACCESS_DENIED = 32, 5


class OfWindows(PermissionError):
    """An error with Windows' number, as Python gives it there."""

    def __init__(self, number: int, file: str) -> None:
        super().__init__(errno.EACCES, "in use", file)
        self.winerror = number
