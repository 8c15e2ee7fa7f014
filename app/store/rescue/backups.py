"""Backups of an event: writes them in a thread of their own, and finds them."""

import re
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from app.engine.acts.events import Record
from app.engine.acts.rounds import RoundFinished, RoundStarted
from app.engine.language import say
from app.store.errors import StoreError

UNFINISHED = say(
    "An earlier backup copy is still being written. If the second backup folder does not answer,"
    " choose another one: File, Backups…"
)
BETWEEN_MS = 10 * 60_000
"""A round that is played is copied so often."""
COPIES_OF_PLAY = 12
"""So many copies from the middle of rounds stay in a folder; those of starts and ends all do."""
OF_PLAY = "played to "


class Copy(Protocol):
    """An event as it was at one instant."""

    def write(self, to_folder: Path, label: str, *, once: bool = True) -> Path: ...


def folder_beside(file: Path) -> Path:
    """The folder of an event's backups, beside the event's file."""
    return file.with_name(f"{file.stem} backups")


def copies_of(file: Path, second: Path | None) -> list[Path]:
    """The copies of an event's file, the latest first."""
    folders = [folder_beside(file), *([second] if second else [])]
    found = []
    for folder in folders:
        with suppress(OSError):  # a stick that is not there
            found += [
                (copy.stat().st_mtime, copy)
                for copy in folder.iterdir()
                if copy.suffix == file.suffix and copy.stem.startswith(f"{file.stem} ")
            ]
    return [copy for _, copy in sorted(found, reverse=True)]


class Backups:
    """``on_failure`` receives the reason if a copy was not made, in the copy's thread.

    No copy under way keeps the program from ending: `wait` is all it is given.
    """

    def __init__(self, second: Path | None, on_failure: Callable[[str], None]) -> None:
        self.beside: Path | None = None
        """Made when it is needed."""
        self.second = second
        """The organizer's choice, such as a stick; it has to be there."""
        self._on_failure = on_failure
        self._writing: list[threading.Thread] = []
        self._copied_ms: int | None = None

    def after(self, fresh: Sequence[Record], playing: int, take: Callable[[], Copy]) -> str:
        """Take a copy and begin to write it if the ``fresh`` rows call for one. Returns a message
        for the organizer, or "". ``playing`` is the number of the round under way after them, 0 for
        none.
        """
        label = self._label(fresh, playing)
        folders = [folder for folder in (self.beside, self.second) if folder is not None]
        if not label or not folders:
            return ""
        self._copied_ms = fresh[-1].at_ms
        try:
            copy = take()
        except StoreError as error:
            return not_made(error)
        self._writing = [thread for thread in self._writing if thread.is_alive()]
        trouble = UNFINISHED if self._writing else ""
        work = (copy, folders, label)
        thread = threading.Thread(target=self._write, args=work, name="backup", daemon=True)
        self._writing.append(thread)
        thread.start()
        return trouble

    def wait(self, seconds: float) -> None:
        """Until every copy is written, but no longer than that."""
        deadline = time.monotonic() + seconds
        for thread in self._writing:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _label(self, fresh: Sequence[Record], playing: int) -> str:
        """What a copy is called that is due after these rows; "" if none is."""
        for record in reversed(fresh):
            match record.event:
                case RoundStarted(number):
                    return f"round {number} start"
                case RoundFinished(number):
                    return f"round {number} end"
                case _:
                    pass
        if not fresh:
            return ""
        now_ms = fresh[-1].at_ms
        if self._copied_ms is None:
            self._copied_ms = now_ms
        if not playing or now_ms - self._copied_ms < BETWEEN_MS:
            return ""
        return f"round {playing} {OF_PLAY}{time.strftime('%H.%M', time.localtime(now_ms / 1000))}"

    def _write(self, copy: Copy, folders: Sequence[Path], label: str) -> None:
        """The folder beside the event first: a stick may hang."""
        for folder in folders:
            try:
                if folder == self.beside:
                    with suppress(OSError):  # the copy says why it cannot be there
                        folder.mkdir(exist_ok=True)
                file = copy.write(folder, label, once=folder == folders[-1])
            except StoreError as error:
                self._on_failure(not_made(error))
            else:
                _thin_out(file)


def _thin_out(written: Path) -> None:
    """Leave the latest copies from the middle of rounds that are beside the one written."""
    form = re.compile(r"(.*) round \d+ " + OF_PLAY + r"\d\d\.\d\d( \(\d+\))?")
    own = form.fullmatch(written.stem)
    if own is None:
        return
    with suppress(OSError):
        copies = [
            (copy.stat().st_mtime, copy)
            for copy in written.parent.iterdir()
            if copy.suffix == written.suffix
            and (of := form.fullmatch(copy.stem)) is not None
            and of[1] == own[1]
        ]
        for _, copy in sorted(copies)[:-COPIES_OF_PLAY]:
            copy.unlink()


def not_made(error: Exception) -> str:
    return say("No backup copy was made: {error}", error=error)
