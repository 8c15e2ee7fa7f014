"""The copies of an event at each round's start, written beside the desk, never in its way."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from app.engine.acts.events import Record
from app.engine.acts.rounds import RoundStarted
from app.engine.language import say
from app.store.errors import StoreError

UNFINISHED = say(
    "An earlier backup copy is still being written. If the backup folder does not answer,"
    " choose another one: File, Backup folder…"
)


class Copy(Protocol):
    """An event as it was at one instant."""

    def write(self, to_folder: Path, label: str) -> Path: ...


class Backups:
    """``tell`` gets, in a thread of the copy's own, why one was not made.

    No copy under way keeps the program from ending: `wait` is all it is given.
    """

    def __init__(self, folder: Path | None, tell: Callable[[str], None]) -> None:
        self.folder = folder
        self._tell = tell
        self._writing: list[threading.Thread] = []

    def after(self, fresh: Sequence[Record], take: Callable[[], Copy]) -> str:
        """If ``fresh`` rows start a round, take a copy and begin to write it; what there is to tell
        at once.
        """
        started = [record.event for record in fresh if isinstance(record.event, RoundStarted)]
        if not started or self.folder is None:
            return ""
        try:
            copy = take()
        except StoreError as error:
            return not_made(error)
        self._writing = [thread for thread in self._writing if thread.is_alive()]
        trouble = UNFINISHED if self._writing else ""
        work = (
            copy,
            self.folder,
            f"round {started[0].round_number}",
        )
        thread = threading.Thread(target=self._write, args=work, name="backup", daemon=True)
        self._writing.append(thread)
        thread.start()
        return trouble

    def wait(self, seconds: float) -> None:
        """Until every copy is written, but no longer than that."""
        deadline = time.monotonic() + seconds
        for thread in self._writing:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _write(self, copy: Copy, folder: Path, label: str) -> None:
        try:
            copy.write(folder, label)
        except StoreError as error:
            self._tell(not_made(error))


def not_made(error: Exception) -> str:
    return say("No backup copy was made: {error}", error=error)
