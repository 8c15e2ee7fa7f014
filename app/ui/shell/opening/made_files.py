"""Event files that are made in order to be opened: from a backup, a damaged file, an export or a
table of games.

Each function returns another function, which makes the file and may run in any thread. ``note`` is
called with sentences to show once the file is open.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from app.engine.language import say
from app.store.errors import StoreError

if TYPE_CHECKING:
    from app.engine.packet.packet import Packet
    from app.engine.progress import Progress
    from app.store.tables.games import EventGames
    from app.ui.shell.opening.replay_dialog import Replay

    Make: TypeAlias = Callable[[Progress], Path]

ReplayGames: TypeAlias = "Callable[[EventGames, Packet, int, Path, Progress], list[str]]"
"""A function that makes a new event file from played games, and returns sentences about anything
odd. Raises StoreError if the file cannot be made, and whatever its ``Progress`` raises.
"""
Note: TypeAlias = Callable[[str], None]

MOST_SHOWN = 4
"""The greatest number of sentences to show. There may be hundreds."""


def prepare_restored(backup: Path, file: Path, note: Note) -> Callable[[], Path]:
    """Return a function that restores ``backup`` in place of ``file``. The old ``file`` is kept
    under another name.
    """
    from app.store.rescue.restore import restore

    def make() -> Path:
        done = restore(backup, file)
        note(done.summary)
        return done.file

    return make


def restored_as_new(backup: Path, file: Path, note: Note) -> "Make":
    """Return a function that restores a backup into a new file."""
    from app.store.file_names import exists

    make_restored = prepare_restored(backup, file, note)

    def make(_report_progress: "Progress") -> Path:
        if exists(file):
            raise StoreError(say("{file} is already there. Choose another name.", file=file))
        return make_restored()

    return make


def prepare_repaired(path: Path, second: Path | None, note: Note) -> "Make":
    """Return a function that makes a repaired file beside ``path``, using the backups of ``path``.
    ``second`` is the second folder for backups.
    """
    from app.store.rescue.backups import copies_of
    from app.store.rescue.repair import repair

    backups = copies_of(path, second)

    def make(report_progress: "Progress") -> Path:
        done = repair(path, copies=backups, report_progress=report_progress)
        lines = [*done.remarks, *done.lost[:MOST_SHOWN]]
        if len(done.lost) > MOST_SHOWN:
            lines.append(say("The others are on the History page: look there for “Lost”."))
        note(" ".join((done.summary, *lines)))
        return done.file

    return make


def prepare_imported(export: Path, file: Path, note: Note) -> "Make":
    from app.store.exports.event_export import import_event

    def make(report_progress: "Progress") -> Path:
        done = import_event(export, file, report_progress)
        note(" ".join((done.summary, *done.notes)))
        return done.file

    return make


def prepare_replay(
    replay: ReplayGames, wanted: "Replay", file: Path, note: Note, written: list[Path]
) -> "Make":
    """Return a function that makes an event from played games. If there are many remarks about
    them, it also writes all remarks to a text file beside the event, and adds the path of that file
    to ``written``.
    """
    from app.store.log.log_file import free_name
    from app.store.whole_file import write_whole_file

    def make(report_progress: "Progress") -> Path:
        notes = replay(wanted.games, wanted.packet, wanted.size, file, report_progress)
        for sentence in notes[:MOST_SHOWN]:
            note(sentence)
        if len(notes) > MOST_SHOWN:
            beside = free_name(file.with_name(f"{file.stem} import notes.txt"))
            write_whole_file(beside, ("\n".join(notes) + "\n").encode())
            written.append(beside)
            note(say("All {count} remarks are in {file}.", count=len(notes), file=beside.name))
        return file

    return make
