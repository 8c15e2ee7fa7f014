"""This laptop's note of an event's file: the number of its last row, and that row's checksum.

A chain of checksums cannot show that its end was cut off. So the last row is noted outside the file
after each write. After a crash, or when another laptop has continued the event, the note may be
older than the file, but it is never newer.
"""

import os
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from app.store import sharing
from app.store.log.log_file import JOURNAL, Contents
from app.store.own_folder import own_folder

FOLDER = "last-rows"
PARTS = 4
NEVER = -1


class SeenEvent(Struct, frozen=True):
    """The note of a file's last row: its number, its checksum in the chain (hexadecimal), and the
    last instant at which the program ran.
    """

    seq: int
    chain: str
    alive_ms: int | None
    at: Path
    """The file into which the row was written."""


class Witness:
    """Notes the last row of one file. If the note cannot be written, it is dropped, because it must
    never keep a row from being written.
    """

    def __init__(self, event: str, path: Path) -> None:
        self._note = _note(event, path)
        self._descriptor = -1

    def write(self, seq: int, chain: bytes, alive_ms: int | None, at: Path) -> None:
        line = f"{seq} {chain.hex()} {NEVER if alive_ms is None else alive_ms}"
        text = f"{line} {_check(line)}\n".ljust(119) + f"\n{at}\n"
        with suppress(OSError, UnicodeError):
            if self._descriptor < 0:
                self._note.parent.mkdir(parents=True, exist_ok=True)
                how = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
                self._descriptor = os.open(self._note, how, 0o600)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, text.encode("utf-8", "surrogateescape"))

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def note_whole(contents: Contents, path: Path) -> None:
    """Note the last row of a file that was just written in full."""
    with closing(Witness(contents.event, path)) as witness:
        witness.write(len(contents.rows), contents.chain, contents.alive_ms, path)


def forget(event: str, path: Path) -> None:
    """Delete the note of a file that is to be removed."""
    with suppress(OSError):
        sharing.remove_file(_note(event, path), missing_ok=True)


def last_seen(event: str, path: Path) -> SeenEvent | None:
    """Return the note of the event's file at ``path``. If there is none and every file with a note
    is gone, the file was moved; then return the latest note of the event.

    If a file with a note still exists, a copy beside it counts as a file of its own, without a
    note.
    """
    mine = noted_at(event, path)
    if mine is not None:
        return mine
    with suppress(OSError):
        notes = _read_notes(event)
        gone = [seen for seen in notes if not seen.at.exists()]
        if len(gone) == len(notes):
            return max(gone, key=lambda seen: seen.seq, default=None)
    return None


def seen_with_journal(event: str, path: Path, rows: int) -> SeenEvent | None:
    """Return the note of a file that is gone but left a journal, if the file had more than ``rows``
    rows and there is no note of ``path``. The file at ``path`` is then that same file, which was
    moved or renamed after a crash.
    """
    if noted_at(event, path) is not None:
        return None
    with suppress(OSError):
        left = [
            seen for seen in _read_notes(event) if seen.seq > rows and _is_journal_alone(seen.at)
        ]
        return max(left, key=lambda seen: seen.seq, default=None)
    return None


def _read_notes(event: str) -> list[SeenEvent]:
    """Return all notes of the event, whichever file they are about. Raises OSError if the notes
    cannot be read.
    """
    notes = own_folder(FOLDER).glob(f"{event}-*")
    return [seen for note in notes if (seen := _read(note))]


def _is_journal_alone(file: Path) -> bool:
    journal = f"{file}{JOURNAL}"
    return not os.path.exists(file) and os.path.exists(journal) and os.path.getsize(journal) > 0


def noted_at(event: str, path: Path) -> SeenEvent | None:
    """Return the note of the event's file at ``path``, or None."""
    return _read(_note(event, path))


def written_files(event: str) -> list[Path]:
    """Return the files into which this laptop has written the event, the latest first."""
    with suppress(OSError):
        notes = sorted(
            own_folder(FOLDER).glob(f"{event}-*"), key=lambda note: -note.stat().st_mtime
        )
        return [seen.at for note in notes if (seen := _read(note))]
    return []


def _note(event: str, path: Path) -> Path:
    place = blake2b(os.fsencode(path), digest_size=6).hexdigest()
    return own_folder(FOLDER) / f"{event}-{place}"


def _read(note: Path) -> SeenEvent | None:
    try:
        text = sharing.read_file(note).decode("utf-8", "surrogateescape")
        seq, chain, alive_ms, check = text[:120].split()
        if check != _check(f"{seq} {chain} {alive_ms}"):
            return None
        at = Path(text[120:].split("\n")[0])
        return SeenEvent(int(seq), chain, None if int(alive_ms) == NEVER else int(alive_ms), at)
    except (OSError, ValueError):
        return None


def _check(line: str) -> str:
    return blake2b(line.encode(), digest_size=4).hexdigest()
