"""Writes the backups of an event, each in a new thread, and finds existing backups."""

import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from app.engine.acts.events import Record
from app.engine.acts.rounds import RoundFinished, RoundStarted
from app.engine.language import say
from app.store import sharing
from app.store.errors import StoreError
from app.store.log.row_checks import Stored
from app.store.os_errors import closed_folder
from app.store.photos import BACKUPS, PHOTO_KIND, copy_photos

UNFINISHED = say(
    "An earlier backup copy is still being written. If the second backup folder does not answer,"
    " choose another one: File, Backups…"
)
MISSING = say(
    "The second backup folder {folder} is not there. Plug in its disk, or choose another folder:"
    " File, Backups…"
)
NOT_ON_SECOND = say("No copy was made in the second backup folder {folder}. {why}")
NOT_BESIDE = say("No copy was made beside the event, in {folder}. {why}")
STILL_BESIDE = say("Copies beside the event are still made.")
AGAIN = say("Backup copies go to {folder} again.")
BETWEEN_MS = 10 * 60_000
"""The time between two copies during a round."""
COPIES_OF_PLAY = 12
"""The number of copies from the middle of rounds that stay in a folder. Those from the start and
the end of a round all stay.
"""
OF_PLAY = "played to "


class BackupOutcome(Struct, frozen=True):
    """The result of one copy: its file, or a sentence that says why there is none."""

    folder: Path
    file: Path | None
    fault: str = ""
    missing: bool = False
    """True if the folder does not exist."""


class Copy(Protocol):
    """An event as it was at one instant."""

    def rows_of(self, kind: str) -> Sequence[Stored]: ...

    def write(self, to_folder: Path, label: str, *, once: bool = True) -> Path: ...


def folder_beside(file: Path) -> Path:
    """Return the folder of an event's backups, beside the event's file."""
    return file.with_name(f"{file.stem}{BACKUPS}")


def event_of(folder: Path, suffix: str) -> Path:
    """Return the event's file. The ``folder`` beside it has the event's backups."""
    return folder.with_name(f"{folder.name.removesuffix(BACKUPS)}{suffix}")


def copies_of(file: Path, second: Path | None) -> list[Path]:
    """Return the copies of an event's file, the latest first."""
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
    """The backups of an event. ``notify`` receives sentences for the organizer, in the thread that
    writes a copy: one that says why a folder gets no copies, and later one that says that the
    folder gets copies again.

    A copy that is being written does not keep the program from ending: the program waits only as
    long as `wait` allows.
    """

    def __init__(self, second: Path | None, notify: Callable[[str], None]) -> None:
        self.beside: Path | None = None
        """The folder of backups beside the event. It is created when it is needed."""
        self.second = second
        """The folder that the organizer chose, such as a stick. It must exist already."""
        self._notify = notify
        self._writing: list[threading.Thread] = []
        self._failing: dict[Path, bool] = {}
        """The folders without copies that the organizer knows of, and whether they are missing."""
        self._slow = False
        self._disks: dict[Path, int | None] = {}
        """The disk of each folder when it last got a copy."""
        self._copied_ms: int | None = None

    @property
    def failing(self) -> tuple[Path, ...]:
        """Return the folders that get no copies at present."""
        return tuple(self._failing)

    def after(self, fresh: Sequence[Record], playing: int, take: Callable[[], Copy]) -> str:
        """Start to write a copy if the ``fresh`` rows call for one. Returns a message for the
        organizer, or an empty text. ``playing`` is the number of the round that is being played
        after these rows, or 0.
        """
        label = self._label(fresh, playing)
        folders = self._folders
        if not label or not folders:
            return ""
        self._copied_ms = fresh[-1].at_ms
        try:
            copy = take()
        except StoreError as error:
            return not_made(error)
        self._writing = [thread for thread in self._writing if thread.is_alive()]
        was_slow, self._slow = self._slow, bool(self._writing)
        self._begin(lambda: self._report(self._write(copy, folders, label)))
        return UNFINISHED if self._slow and not was_slow else ""

    def copy_now(
        self, take: Callable[[], Copy], answer: Callable[[tuple[BackupOutcome, ...]], None]
    ) -> None:
        """Copy the event as it is to every folder. ``answer`` is called in the thread that writes
        the copies, or at once if there are no folders. Raises StoreError if no copy can be taken.
        """
        folders = self._folders
        if not folders:
            answer(())
            return
        copy, label = take(), f"by hand {time.strftime('%H.%M')}"

        def write() -> None:
            outcomes = self._write(copy, folders, label)
            for outcome in outcomes:  # the organizer is looking at it
                self._know(outcome)
            answer(outcomes)

        self._begin(write)

    def wait(self, seconds: float) -> None:
        """Wait until every copy is written, but at most ``seconds``."""
        deadline = time.monotonic() + seconds
        for thread in self._writing:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _label(self, fresh: Sequence[Record], playing: int) -> str:
        """Return the label of the copy that is due after these rows, or an empty text if none
        is.
        """
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

    @property
    def _folders(self) -> list[Path]:
        """The folders for copies. The one beside the event comes first, because a stick may
        hang.
        """
        return [folder for folder in (self.beside, self.second) if folder is not None]

    def _begin(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name="backup", daemon=True)
        self._writing.append(thread)
        thread.start()

    def _write(self, copy: Copy, folders: Sequence[Path], label: str) -> tuple[BackupOutcome, ...]:
        there = [folder for folder in folders if not self._is_left_behind(folder)]
        missing = (_missing(folder) for folder in folders if folder not in there)
        written = [
            self._write_to(folder, copy, label, once=folder == there[-1]) for folder in there
        ]
        return (*written, *missing)

    def _write_to(self, folder: Path, copy: Copy, label: str, *, once: bool) -> BackupOutcome:
        form = NOT_BESIDE if folder == self.beside else NOT_ON_SECOND
        if folder == self.beside:
            with suppress(OSError):  # the copy says why it cannot be there
                folder.mkdir(exist_ok=True)
        try:
            photos = copy.rows_of(PHOTO_KIND)
            file = copy.write(folder, label, once=once)
        except StoreError as error:
            if form is NOT_ON_SECOND and is_missing(folder):
                return _missing(folder)
            return BackupOutcome(folder, None, form.format(folder=folder, why=error))
        self._disks[folder] = _disk(folder)
        if folder != self.beside and self.beside is not None:
            event = event_of(self.beside, file.suffix)
            copy_photos(event, folder / event.name, photos)
        _thin_out(file)
        return BackupOutcome(folder, file)

    def _is_left_behind(self, folder: Path) -> bool:
        """Tell whether this folder was on another disk before and is on the event's disk now: the
        empty mount point of a disk that was pulled.
        """
        before = self._disks.get(folder)
        if self.beside is None or before is None:
            return False
        return before != _disk(folder) == _disk(self.beside.parent)

    def _report(self, outcomes: Sequence[BackupOutcome]) -> None:
        """Notify the organizer if a folder gets no copies any more, or gets copies again."""
        sentences = [sentence for outcome in outcomes if (sentence := self._know(outcome))]
        if not sentences:
            return
        beside, *others = outcomes
        if beside.file and any(outcome.fault for outcome in others):
            sentences.append(STILL_BESIDE)
        self._notify(" ".join(sentences))

    def _know(self, outcome: BackupOutcome) -> str:
        """Remember whether a folder gets copies. Returns a sentence if that has changed, or an
        empty text.
        """
        before = self._failing.pop(outcome.folder, None)
        if not outcome.fault:
            return "" if before is None else AGAIN.format(folder=outcome.folder)
        self._failing[outcome.folder] = outcome.missing
        return "" if before is outcome.missing else outcome.fault


def _missing(folder: Path) -> BackupOutcome:
    return BackupOutcome(folder, None, MISSING.format(folder=folder), missing=True)


def _disk(folder: Path) -> int | None:
    with suppress(OSError):
        return os.stat(folder).st_dev
    return None


def is_missing(folder: Path) -> bool:
    """Tell whether a folder does not exist. A folder that cannot be entered does not count as
    missing. On a stick or a share the answer may take a while.
    """
    return not os.path.isdir(folder) and closed_folder(folder) is None


def _thin_out(written: Path) -> None:
    """Delete the copies from the middle of rounds, except for the latest ones, in the folder of the
    file that was just ``written``.
    """
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
            with suppress(OSError):  # the next ones may be free
                sharing.remove_file(copy)


def not_made(error: Exception) -> str:
    return say("No backup copy was made: {error}", error=error)
