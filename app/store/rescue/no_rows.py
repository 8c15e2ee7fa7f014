"""The error of an event's file that has no rows, and the place where its rows are."""

import os
from pathlib import Path

from app.engine.language import say
from app.store.log.log_file import JOURNAL, Contents
from app.store.rescue.witness import noted_at, written_files

WENT_ON = say(
    "{file} holds no event: it was moved, renamed or copied while the event was open. The event is"
    " in {there}. Open that file."
)
IN_JOURNAL = say(
    "{file} holds no event: it was moved or renamed while the event was open, and everything is"
    " still in the journal {journal}. Move the file back to {there} and open it there."
)
UNKNOWN = say(
    "{file} holds no event. If it was moved, renamed or copied while the event was open, everything"
    " is still under the old name, or in the journal beside it, a file that ends in {ending}. Open"
    " the file of the old name or the latest backup."
)


def no_rows(path: Path, contents: Contents) -> str:
    """Return a sentence that says that a file has no rows, and where its rows are. Return an empty
    text if there are rows. Also return an empty text if this computer has written rows under the
    same name, because `behind` reports those.
    """
    if contents.rows:
        return ""
    mine = noted_at(contents.event, path)
    if mine and mine.seq:
        return ""
    for there in written_files(contents.event):
        if there == path:
            continue
        if os.path.exists(there):
            return WENT_ON.format(file=path.name, there=there)
        journal = there.with_name(f"{there.name}{JOURNAL}")
        if os.path.exists(journal):
            return IN_JOURNAL.format(file=path.name, journal=journal, there=there)
    return UNKNOWN.format(file=path.name, ending=f"{path.suffix}{JOURNAL}")
