"""What people and programs do to the file of an event that is open."""

import os
import shutil
import sys
from pathlib import Path


def renamed(file: Path, backup: Path) -> None:
    os.replace(backup, file)


def copied(file: Path, backup: Path) -> None:
    shutil.copyfile(backup, file)


def emptied(file: Path, backup: Path) -> None:
    file.write_bytes(b"")


def cut(file: Path, backup: Path) -> None:
    os.truncate(file, 4096)


def scribbled(file: Path, backup: Path) -> None:
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xa5" * 4096)


def without_journal(file: Path, backup: Path) -> None:
    file.with_name(file.name + "-wal").unlink()


def journal_emptied(file: Path, backup: Path) -> None:
    file.with_name(file.name + "-wal").write_bytes(b"")


def journal_scribbled(file: Path, backup: Path) -> None:
    journal = file.with_name(file.name + "-wal")
    journal.write_bytes(b"\xa5" * journal.stat().st_size)


def journal_of_another(file: Path, backup: Path) -> None:
    journal = file.with_name(file.name + "-wal")
    shutil.copyfile(backup, journal)


def linked(file: Path, backup: Path) -> None:
    """Moved elsewhere, with a link in its place; its journal stays where it was."""
    elsewhere = backup.parent / "Moved.flagfall"
    os.replace(file, elsewhere)
    file.symlink_to(elsewhere)


def all_gone(file: Path, backup: Path) -> None:
    for one in file.parent.glob("Cup*"):
        one.unlink()


IN_PLACE = [
    copied, emptied, cut, scribbled, journal_emptied, journal_scribbled, journal_of_another,
]  # fmt: skip
"""What Windows lets others do, too: there an open file is neither replaced, moved nor removed."""
WAYS = (
    IN_PLACE if sys.platform == "win32" else [*IN_PLACE, renamed, without_journal, linked, all_gone]
)

# What was overwritten is in the other of the two files.
HARMLESS = {
    (scribbled, False),
    (journal_of_another, True),
    (journal_emptied, True),
    (journal_scribbled, True),
}
