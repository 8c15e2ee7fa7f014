"""Writes a list of everything that could not be saved before an event was closed."""

import time
from collections.abc import Iterable
from pathlib import Path

from app.store.own_folder import own_folder

FOLDER = "unsaved"


def keep_list(lines: Iterable[str], event: str) -> Path | None:
    """Write the lines into a new file. Return the file, or None if nothing can be written."""
    from app.store.log.log_file import free_name  # loads SQLAlchemy

    stamp = time.strftime("%Y-%m-%d %H-%M-%S")
    text = "\n".join(lines)
    try:
        own_folder(FOLDER).mkdir(parents=True, exist_ok=True)
        file = free_name(own_folder(FOLDER) / f"{event} {stamp}.txt")
        file.write_text(f"{text}\n", "utf-8")
    except OSError:
        return None
    return file
