"""A line without a speed and without control lines, read in a thread of its own."""

import threading
from collections.abc import Callable

JOIN_SECONDS = 2.0


class ThreadLink:
    """The common part of the lines to receivers, gamepads and LiveChess: their thread."""

    def __init__(self, name: str, run: Callable[[], None]) -> None:
        """Prepare the thread, which will call ``run``. `_begin` starts it when everything it uses
        is set.
        """
        self._closing = threading.Event()
        self._thread = threading.Thread(target=run, name=f"reads {name}", daemon=True)

    def _begin(self) -> None:
        self._thread.start()

    def set_baud(self, baud: int) -> None:
        """Do nothing: the line has no speed."""

    def stay_up(self) -> None:
        """Do nothing: the line has no control lines."""

    @property
    def is_held(self) -> bool:
        return False

    @property
    def unheard_s(self) -> float:
        return 0.0

    def close(self) -> None:
        """Ask the thread to end, without waiting for it."""
        self._closing.set()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def join(self) -> bool:
        self._thread.join(JOIN_SECONDS)
        return not self.alive
