"""Puts a backup in the place of an event's file. The file that was there gets another name."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from app.engine.language import plural, say
from app.store import sharing
from app.store.errors import StoreError
from app.store.file_names import real_path
from app.store.log import codec
from app.store.log.file_lock import FileLock
from app.store.log.glance import TIMES, read_shown_ms
from app.store.log.log_file import (
    BESIDE,
    JOURNAL,
    ROLLBACK_JOURNAL,
    Contents,
    as_inspected,
    copy_alone,
    free_name,
    inspect,
    sync_folder,
)
from app.store.log.sqlite_errors import in_sentences
from app.store.photos import copy_photos
from app.store.rescue.witness import note_whole, written_files
from app.views.dates import MONTHS, WEEKDAYS


class Backup(Struct, frozen=True):
    """A file that can be restored, its rows, and the file on this computer of which it may be a
    copy.
    """

    path: Path
    rows: int
    last_ms: int | None
    """The instant of the last row, as the event shows it; None if there is no row, or if its
    instant has no date.
    """
    file: Path | None

    @property
    def words(self) -> str:
        """Return a description such as "312 rows, the last of Saturday 22 November, 14:05"."""
        if not self.rows:
            return say("no rows")
        if self.last_ms is None:
            return plural(self.rows, "{count} row", "{count} rows")
        last = datetime.fromtimestamp(self.last_ms / 1000)
        return plural(
            self.rows,
            "{count} row, of {weekday} {day} {month}, {time}",
            "{count} rows, the last of {weekday} {day} {month}, {time}",
            weekday=WEEKDAYS[last.weekday()],
            day=last.day,
            month=MONTHS[last.month - 1],
            time=f"{last:%H:%M}",
        )


class Restored(Struct, frozen=True):
    file: Path
    backup: Backup
    aside: Path | None

    @property
    def summary(self) -> str:
        restored = say(
            "Restored from {path} into {file}: {backup}.",
            file=self.file,
            path=self.backup.path.name,
            backup=self.backup.words,
        )
        if self.aside is None:
            return restored
        return f"{restored} {say('What was there before is now {aside}.', aside=self.aside)}"


def look_at(path: Path) -> Backup:
    """Return a description of a backup. Raises StoreError if the backup cannot be restored."""
    path = real_path(path)
    contents = inspect(path).contents
    return Backup(path, len(contents.rows), _last_ms(contents), _origin(path, contents))


def restore(backup: Path, to: Path | None = None) -> Restored:
    """Put ``backup`` in the place of ``to`` or, without ``to``, of the file of which it is a copy.
    This is done completely or not at all. A file that is already there gets another name, and so
    does its journal. Raises StoreError if that is not possible.
    """
    backup = real_path(backup)
    inspected = inspect(backup)
    contents = inspected.contents
    last_ms = _last_ms(contents)
    file = real_path(to) if to else _origin(backup, contents)
    if file is None:
        raise StoreError(
            say(
                "This computer does not know which file {backup} is a copy of. Say where it"
                " should go.",
                backup=backup.name,
            )
        )
    if file.is_dir():
        raise StoreError(say("{file} is a folder. Add the name of the event’s file.", file=file))
    if file == backup:
        raise StoreError(
            say("{backup} is the event’s file itself. Choose a backup of it.", backup=backup.name)
        )
    lock = FileLock(file)
    try:
        with in_sentences(file):
            unfinished = file.with_name(file.name + ".new")
            try:
                sharing.remove_file(unfinished, missing_ok=True)
                with as_inspected(backup, inspected) as raw:
                    copy_alone(raw, unfinished)
                aside = _replace(file, unfinished)
                sync_folder(file.parent)
            finally:
                sharing.remove_file(unfinished, missing_ok=True)
        if contents.event:
            note_whole(contents, file)
    finally:
        lock.release()
    copy_photos(backup, file, contents.rows)
    restored = Backup(backup, len(contents.rows), last_ms, file)
    return Restored(file, restored, aside)


def _replace(file: Path, unfinished: Path) -> Path | None:
    """Rename ``unfinished`` to ``file``. Returns the new name of the file that was there, or None.
    That file is moved together with its journal, so that it can still be opened. If anything fails,
    it is moved back.
    """
    if not file.exists():
        for ending in (*BESIDE, ROLLBACK_JOURNAL):
            left = file.with_name(file.name + ending)
            if left.exists():
                sharing.replace(left, free_name(left.with_name(f"{left.name} left over")))
        sharing.replace(unfinished, file)
        return None
    stamp = f"{datetime.now():%Y-%m-%d %H-%M-%S}"
    aside = free_name(file.with_name(f"{file.stem} before restoring {stamp}{file.suffix}"))
    try:
        _move(file, aside)
        sharing.remove_file(file.with_name(f"{file.name}-shm"), missing_ok=True)
        sharing.replace(unfinished, file)
    except BaseException:
        if unfinished.exists():
            _move(aside, file)
        raise
    return aside


def _move(file: Path, to: Path) -> None:
    """Move a file and those of its journals that exist."""
    for ending in ("", JOURNAL, ROLLBACK_JOURNAL):
        with suppress(FileNotFoundError):
            sharing.replace(f"{file}{ending}", f"{to}{ending}")


def _last_ms(contents: Contents) -> int | None:
    """Return when the last row was written, as the event shows it; None if that has no date.
    Raises StoreError if a row that shifts the event's times is damaged.
    """
    if not contents.rows:
        return None
    rows = [row for row in contents.rows if row[5] in TIMES]
    codec.records(rows)
    with suppress(ValueError):
        return read_shown_ms([(row[1], row[5], row[7]) for row in rows], contents.rows[-1][2])
    return None


def _origin(backup: Path, contents: Contents) -> Path | None:
    """Return the file to which this computer last wrote the event, other than ``backup``; None if
    unknown.
    """
    files = written_files(contents.event) if contents.event else []
    return next((file for file in files if file != backup and os.path.isdir(file.parent)), None)
