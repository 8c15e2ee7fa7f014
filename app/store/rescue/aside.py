"""Keeps a file that has the event's name but holds something else. The file gets another name, with
the time and the computer that wrote it.
"""

import os
import shutil
import time
from contextlib import suppress
from operator import eq
from pathlib import Path
from tempfile import TemporaryDirectory

from app.engine.language import plural, say
from app.store import sharing
from app.store.errors import StoreError
from app.store.file_names import file_stem
from app.store.log.log_file import (
    JOURNAL,
    Contents,
    Inspected,
    free_name,
    inspect,
    set_aside,
    set_left_over,
)

MOST_COMPUTER = 40  # letters of a computer's name
ANOTHER_EVENT = say("The file that was there is another event. It is now {aside}.")
UNREADABLE = say(
    "The file that was there is damaged or belongs to another program. It is now {aside}."
)


def keep_others(
    path: Path, contents: Contents, *, is_own_journal: bool, is_open: bool = False
) -> str:
    """Rename the file at ``path``, unless ``contents`` have all its rows. If the file ``is_open``
    here, copy it instead, because Windows cannot rename an open file. Returns a sentence about the
    file for the organizer, or an empty text. Raises StoreError or OSError if the file cannot be
    renamed or copied.
    """
    if not path.is_file() or not path.stat().st_size:
        return ""
    found = _inspect_copy(path)
    if found is not None and not found.journal and not is_own_journal:
        set_left_over(path, JOURNAL)
    if found is not None and _is_beginning(found.contents, contents):
        return ""
    aside = _aside(path, found)
    (_copy if is_open else _move)(path, aside, with_journal=found is None or found.journal)
    if found is None:
        return UNREADABLE.format(aside=aside)
    if found.contents.event != contents.event:
        return ANOTHER_EVENT.format(aside=aside)
    return plural(
        len(found.contents.rows) - _common(found.contents, contents),
        "The file that was there holds {count} row that is not in this event. It is now {aside}."
        " Open it later to see what was entered there, and enter it again.",
        "The file that was there holds {count} rows that are not in this event. It is now {aside}."
        " Open it later to see what was entered there, and enter it again.",
        aside=aside,
    )


def _inspect_copy(path: Path) -> Inspected | None:
    """Inspect a copy of the file. The file itself has a lock beside it that does not belong to the
    program that wrote the file. Return None if the copy cannot be opened.
    """
    with TemporaryDirectory(prefix="flagfall-") as folder:
        copy = Path(shutil.copy(path, folder))
        with suppress(FileNotFoundError):
            shutil.copy(f"{path}{JOURNAL}", folder)
        try:
            return inspect(copy)
        except StoreError:
            return None


def _is_beginning(found: Contents, contents: Contents) -> bool:
    """Tell whether the rows of ``found`` are the first rows of ``contents``."""
    return found.event == contents.event and _common(found, contents) == len(found.rows)


def _common(found: Contents, contents: Contents) -> int:
    """Return how many rows at the beginning are the same in ``found`` and ``contents``."""
    same = map(eq, found.rows, contents.rows)
    return next((place for place, equal in enumerate(same) if not equal), _shorter(found, contents))


def _shorter(found: Contents, contents: Contents) -> int:
    return min(len(found.rows), len(contents.rows))


def _aside(path: Path, found: Inspected | None) -> Path:
    computer = file_stem(found.contents.computer, MOST_COMPUTER) if found else ""
    origin = f" from {computer}" if computer else ""
    stamp = time.strftime("%Y-%m-%d %H-%M-%S")
    return free_name(path.with_name(f"{path.stem}{origin} replaced {stamp}{path.suffix}"))


def _move(path: Path, aside: Path, *, with_journal: bool) -> None:
    """Move the file. Also move its journal if the journal may belong to it."""
    sharing.replace(path, aside)
    if with_journal:
        set_aside(path, JOURNAL, Path(f"{aside}{JOURNAL}"))


def _copy(path: Path, aside: Path, *, with_journal: bool) -> None:
    """Copy the file and its journal. If that fails, no copy remains."""
    journal = Path(f"{aside}{JOURNAL}")
    try:
        if with_journal and os.path.exists(f"{path}{JOURNAL}"):
            shutil.copy2(f"{path}{JOURNAL}", journal)
        shutil.copy2(path, aside)
    except BaseException:
        for file in (aside, journal):
            sharing.remove_file(file, missing_ok=True)
        raise
