"""The text that the program prints while there is no console, as on Windows when it runs in
windows. The text is shown in a box or, while a window is open, written to the log of faults. No Qt
here, because the box may come before any Qt is loaded.
"""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

TITLE = "Flagfall"


class Unseen(io.TextIOBase):
    """Stores printed text, from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept = ""
        self._write_down: Callable[[str], object] | None = None

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        with self._lock:
            self._kept += text
            is_line = self._kept.endswith("\n")
        if is_line and self._write_down is not None:
            self._write_down(self.take())
        return len(text)

    def take(self) -> str:
        """Return the stored text and clear it."""
        with self._lock:
            kept, self._kept = self._kept, ""
        return kept.strip()

    @contextmanager
    def written_down(self, write_down: Callable[[str], object]) -> Iterator[None]:
        """Pass each line to ``write_down`` within this context, including what was stored
        before.
        """
        if before := self.take():
            write_down(before)
        self._write_down = write_down
        try:
            yield
        finally:
            self._write_down = None


def take_missing_streams() -> Unseen | None:
    """Put one stream in the place of the output and error streams that the windowed program lacks,
    and return that stream. Return None if there is a console, and on systems without such programs.
    """
    if sys.platform == "win32" and (sys.stdout is None or sys.stderr is None):
        unseen = Unseen()
        sys.stdout = sys.stdout or unseen
        sys.stderr = sys.stderr or unseen
        return unseen
    return None


def show_box(text: str, *, is_warning: bool) -> None:
    """Show ``text`` in a box of the system until it is closed."""
    if sys.platform == "win32":
        import ctypes

        # learn.microsoft.com/windows/win32/api/winuser/nf-winuser-messageboxw
        warning, information, in_front = 0x30, 0x40, 0x10000
        longest = 2000  # letters, because a box cannot be scrolled
        if len(text) > longest:
            text = f"{text[:longest]}…"
        kind = warning if is_warning else information
        ctypes.windll.user32.MessageBoxW(None, text, TITLE, kind | in_front)


@contextmanager
def printed_into(write_down: Callable[[str], object]) -> Iterator[None]:
    """Pass what is printed without a console to ``write_down`` within this context."""
    unseen = next((each for each in (sys.stderr, sys.stdout) if isinstance(each, Unseen)), None)
    if unseen is None:
        yield
    else:
        with unseen.written_down(write_down):
            yield
