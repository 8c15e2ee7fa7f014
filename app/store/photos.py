"""Photos of slips: files in a folder beside the event's file, found by their checksums. Rows of the
event record who took each photo and the game it belongs to.
"""

import re
import shutil
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from app.engine import wording
from app.engine.acts.photos import PhotoKept
from app.engine.evolve import fold
from app.engine.language import say, template
from app.engine.state import State
from app.store import sharing
from app.store.errors import StoreError
from app.store.log import codec
from app.store.log.row_checks import Stored
from app.store.os_errors import FULL_ERRORS, os_reason
from app.store.whole_file import write_whole_file

MOST_BYTES = 1_000_000
"""The size of the largest photo that is stored; a page scales a camera's photo down to less."""
MOST_SIDE = 2_000
"""The longest side that a photo may have, in pixels. Without a limit, a few bytes could unpack to
more than the memory holds.
"""
MOST_SCANS = 20
"""The most scans of a JPEG. A file with more than any camera writes is made to keep a computer
busy.
"""
FOLDER, ENDING = " photos", ".jpg"
BACKUPS = " backups"
NAMED = 16
"""The number of digits of the checksum that are in a file's name."""
PHOTO_KIND = codec.KINDS[PhotoKept]
"""The kind of the rows that name photos."""
CHECKSUM = re.compile(r"[0-9a-f]{64}")

NO_PICTURE = say("This photo cannot be shown. Take another one.")
GONE = say(
    "This photo is not in the folder {folder}. It was moved or deleted, or another station took it."
)
CHANGED = say("The file {name} has been changed since the photo was taken.")
FULL = template(
    "The disk of the organizer’s computer is full, so the photo was not saved. Show the slip to"
    " the organizer."
)
NOT_KEPT = template(
    "The organizer’s computer could not save the photo: {reason}. Show the slip to the organizer."
)


class NotKept(StoreError):
    """A photo that could not be written."""


START, SCAN, END = 0xD8, 0xDA, 0xD9
FRAMES = (0xC0, 0xC1, 0xC2)
"""The markers of baseline, extended and progressive frames, which browsers can show."""
KEPT = (0xC4, 0xDB, 0xDD, 0xE0, 0xEE, *FRAMES)
"""The markers of the segments that are kept: tables, the two segments on colours, and the size
(ITU-T T.81, B.1.1.3).
"""
OTHER_FRAMES = frozenset(range(0xC3, 0xD0)) - {0xC4, 0xC8, 0xCC}
RESTARTS = range(0xD0, 0xD8)


def photos_folder(event_file: Path) -> Path:
    """Return the folder of an event's photos, beside the event's file."""
    return event_file.with_name(f"{event_file.stem}{FOLDER}")


def clean_picture(raw: bytes) -> bytes:
    """Return a JPEG without any data besides its picture, such as the place where it was taken.
    Raises StoreError for anything but a JPEG, and for a JPEG larger than a photo from our pages.
    """
    if len(raw) > MOST_BYTES:
        raise StoreError(wording.PHOTO_TOO_LARGE)
    try:
        return b"".join(_parts(raw))
    except (IndexError, struct.error) as error:  # it ends too early
        raise StoreError(NO_PICTURE) from error


def _parts(raw: bytes) -> Iterator[bytes]:
    """Yield the parts of a JPEG that are needed to show its picture."""
    if raw[:2] != bytes((0xFF, START)):
        raise StoreError(NO_PICTURE)
    yield raw[:2]
    at, scans, sized = 2, 0, False
    while True:
        if raw[at] != 0xFF:
            raise StoreError(NO_PICTURE)
        kind = raw[at + 1]
        if kind == END:
            break
        (length,) = struct.unpack_from(">H", raw, at + 2)
        end = at + 2 + length
        if length < 2 or end > len(raw) or kind in OTHER_FRAMES:
            raise StoreError(NO_PICTURE)
        if kind in FRAMES:
            height, width = struct.unpack_from(">HH", raw, at + 5)
            if sized or not height or not width:
                raise StoreError(NO_PICTURE)
            if max(height, width) > MOST_SIDE:
                raise StoreError(wording.PHOTO_TOO_LARGE)
            sized = True
        if kind == SCAN:
            scans += 1
            if not sized or scans > MOST_SCANS:
                raise StoreError(NO_PICTURE)
            end = _end_of_scan(raw, end)
        if kind in KEPT or kind == SCAN:
            yield raw[at:end]
        at = end
    if not scans:
        raise StoreError(NO_PICTURE)
    yield raw[at : at + 2]


def _end_of_scan(raw: bytes, at: int) -> int:
    """Return the end of a scan's data: the next marker that is not a restart. Raises IndexError if
    there is none.
    """
    while True:
        at = raw.find(b"\xff", at)
        if at < 0:
            raise IndexError
        if raw[at + 1] != 0 and raw[at + 1] not in RESTARTS:
            return at
        at += 2


class Photos:
    """The photos of one event."""

    def __init__(
        self, event_file: Path, opens: Callable[[bytes], bool] = lambda _picture: True
    ) -> None:
        """Use the photos of the event in ``event_file``. ``opens`` is a function that tells, in any
        thread, whether a picture can be decoded.
        """
        self._file, self._opens = event_file, opens

    def keep(self, raw: bytes, round_number: int, table: int) -> tuple[str, int]:
        """Write a photo, whole or not at all, and return its checksum and its size in bytes. May be
        called in any thread. Raises StoreError if ``raw`` is not a photo that can be shown, or
        cannot be written.
        """
        picture = clean_picture(raw)
        if not self._opens(picture):
            raise StoreError(NO_PICTURE)
        made = sha256(picture).hexdigest()
        folder = photos_folder(self._file)
        file = folder / f"{round_number}-{table}-{made[:NAMED]}{ENDING}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole_file(file, picture, durable=True)
        except OSError as error:
            full = error.errno in FULL_ERRORS
            reason = os_reason(file, error)
            raise NotKept(str(FULL) if full else NOT_KEPT.format(reason=reason)) from error
        return made, len(picture)

    def read(self, checksum: str) -> bytes:
        """Return a photo as it was stored. Raises StoreError if the photo is missing or was
        changed.
        """
        changed = ""
        for file in self._named(checksum):
            with suppress(OSError):
                if file.stat().st_size <= MOST_BYTES:
                    content = sharing.read_file(file)
                    if sha256(content).hexdigest() == checksum:
                        return content
                changed = file.name
        if changed:
            raise StoreError(CHANGED.format(name=changed))
        raise StoreError(GONE.format(folder=photos_folder(self._file).name))

    def _named(self, checksum: str) -> Iterator[Path]:
        """Yield the files that may be this photo, judging by their names."""
        if CHECKSUM.fullmatch(checksum) is None:
            return
        for folder in _folders(self._file):
            with suppress(OSError):
                yield from sorted(folder.glob(f"*-{checksum[:NAMED]}{ENDING}"))


def _folders(event_file: Path) -> Iterator[Path]:
    """Yield the folders that may have photos of an event: the one beside its file and, if the file
    is a copy, the one beside the original. A wrong folder does no harm, because checksums are
    compared.
    """
    yield photos_folder(event_file)
    folder = event_file.parent
    if folder.name.endswith(BACKUPS):
        yield folder.with_name(f"{folder.name.removesuffix(BACKUPS)}{FOLDER}")
    with suppress(OSError):
        for beside in sorted(folder.glob(f"*{FOLDER}")):
            if event_file.stem.startswith(f"{beside.name.removesuffix(FOLDER)} "):
                yield beside


def copy_photos(event_file: Path, to_file: Path, rows: Iterable[Stored]) -> None:
    """Copy the photos that ``rows`` name to a folder beside ``to_file``, which is a copy of the
    event's file. A photo that cannot be copied is skipped, because the event matters more than its
    photos.
    """
    to_folder, named = photos_folder(to_file), _named_digits(rows)
    for folder in _folders(event_file):
        with suppress(OSError):
            for photo in sorted(folder.glob(f"*{ENDING}")):
                if photo.stem.rpartition("-")[2] in named:
                    _copy(photo, to_folder / photo.name)


def _named_digits(rows: Iterable[Stored]) -> frozenset[str]:
    """Return the digits in the names of the photos that ``rows`` name. Rows that were undone count
    as well, because they may be redone.
    """
    digits = set[str]()
    for row in rows:
        if row[5] == PHOTO_KIND:
            with suppress(StoreError):  # a damaged row
                event = codec.decode(row[0], *row[5:8])
                assert isinstance(event, PhotoKept)
                digits.add(event.sha256[:NAMED])
    return frozenset(digits)


def _copy(photo: Path, to: Path) -> None:
    unfinished = to.with_name(f"{to.name}.part")
    with suppress(OSError):
        if to.exists() and to.stat().st_size == photo.stat().st_size:
            return
        to.parent.mkdir(exist_ok=True)
        try:
            shutil.copyfile(photo, unfinished)
            sharing.replace(unfinished, to)
        finally:
            sharing.remove_file(unfinished, missing_ok=True)


def photo_remarks(event_file: Path, state: State) -> list[str]:
    """Return a sentence for each photo that is missing or was changed."""
    photos = Photos(event_file)
    return [
        say(
            "Round {round_number}, table {table}: {fault}",
            round_number=game.round_number,
            table=game.table,
            fault=fault,
        )
        for game in state.games.values()
        for photo in game.photos
        if (fault := _fault(photos, photo))
    ]


def count_missing(event_file: Path, rows: Sequence[Stored]) -> int:
    """Return how many photos named in ``rows`` are missing or were changed."""
    if all(row[5] != PHOTO_KIND for row in rows):
        return 0
    return len(photo_remarks(event_file, fold(codec.records(rows))))


def _fault(photos: Photos, photo: PhotoKept) -> str:
    try:
        photos.read(photo.sha256)
    except StoreError as error:
        return str(error)
    return ""
