"""The bytes of a damaged event's file and its journal, and SQLite's pages in them
(sqlite.org/fileformat2.html). Only a few pages are in memory at a time. Nothing here writes
anything.
"""

import struct
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import SEEK_END, BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from app.store import sharing
from app.store.log.log_file import JOURNAL

USUAL_PAGE = 4096
WAL_HEAD, FRAME_HEAD = 32, 24
BLOCK = 1 << 20
"""The number of bytes of a file that are searched together, a multiple of every page size."""
OVERLAP = (1 << 16) + 64
"""The number of bytes of the next block that are read along with a block. No page or name is
longer.
"""
MOST_VERSIONS = 3
"""The number of versions of a page that are tried, the latest ones."""
MOST_TURNS = 100
"""The number of pages that are tried for a row, beyond those that it has."""
TURNS_A_PAGE = 10
"""The pages that are tried for all rows together, as a multiple of the pages in the file."""

Chain: TypeAlias = "tuple[Chain, bytes] | None"
"""The bytes of a row so far as a linked list, the latest bytes last."""

FILE_HEAD = 100
PAGE_HEAD = {0x02: 12, 0x0A: 8, 0x0D: 8}  # pages that hold rows: those of an index, of a table
FREELIST = 32  # where the file's head has the freelist's first page and its number of pages


class FileBytes:
    """The bytes of an open file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._size = file.seek(0, SEEK_END)

    def __len__(self) -> int:
        return self._size

    def between(self, first: int, stop: int) -> bytes:
        """Return the bytes from ``first`` up to ``stop``, or fewer if the file ends before
        ``stop``.
        """
        if first not in range(self._size):  # a disk may not even be asked for more
            return b""
        self._file.seek(first)
        return self._file.read(stop - first)

    def blocks(self) -> Iterator[tuple[int, bytes]]:
        """Yield each block with its position, together with the beginning of the next block."""
        for at in range(0, self._size, BLOCK):
            yield at, self.between(at, at + BLOCK + OVERLAP)


@contextmanager
def open_bytes(path: Path) -> Iterator[tuple[FileBytes, FileBytes]]:
    """Open a file and the journal beside it, if there is one. Raises OSError if one of them cannot
    be opened.
    """
    journal = path.with_name(path.name + JOURNAL)
    with ExitStack() as files:
        found = [
            files.enter_context(_open(file))
            for file in (path, *([journal] if journal.exists() else []))
        ]
        yield FileBytes(found[0]), FileBytes(found[1] if found[1:] else BytesIO())


def _open(file: Path) -> BinaryIO:
    return sharing.patiently(lambda: file.open("rb"))


class Stretch(NamedTuple):
    """Bytes in which rows may begin, up to ``stop``. ``at`` is their position in the file; it is
    negative for bytes of the journal.
    """

    content: bytes
    stop: int
    at: int


class Pages:
    """The pages of a file by number, from the file itself and from the frames of its journal."""

    def __init__(self, data: FileBytes, frames: FileBytes, size: int) -> None:
        self.size = size
        self._data, self._frames = data, frames
        self._journal: dict[int, list[int]] = {}
        self._differing: dict[int, tuple[int, ...]] = {}
        for at in self._frame_places():
            head = frames.between(at, at + 4)
            self._journal.setdefault(int.from_bytes(head, "big"), []).append(at + FRAME_HEAD)
        count = (len(data) + len(frames)) // size
        self._turns = TURNS_A_PAGE * (count + MOST_TURNS)

    def _frame_places(self) -> Iterator[int]:
        shortest = FRAME_HEAD + 4
        yield from range(WAL_HEAD, len(self._frames) - shortest, FRAME_HEAD + self.size)

    def stretches(self) -> Iterator[Stretch]:
        """Yield every stretch of bytes in which rows may begin."""
        for at, content in self._data.blocks():
            yield Stretch(content, BLOCK, at)
        for at in self._frame_places():
            page = self._frames.between(at + FRAME_HEAD, at + FRAME_HEAD + self.size)
            yield Stretch(page, len(page), -1)

    def versions(self, number: int) -> list[bytes]:
        """Return the present and earlier versions of a page, the latest first."""
        if number not in self._differing:
            self._differing[number] = self._places_of(number)
        found = [self._frames.between(at, at + self.size) for at in self._differing[number]]
        if len(found) == MOST_VERSIONS:
            return found
        at = (number - 1) * self.size
        mine = self._data.between(at, at + self.size)
        return [*found, mine] if len(mine) > 4 and mine not in found else found

    def _places_of(self, number: int) -> tuple[int, ...]:
        """Return the positions of a page's versions in the journal, the latest first. Only versions
        that differ count.
        """
        found: dict[bytes, int] = {}
        for at in reversed(self._journal.get(number, [])[-MOST_TURNS:]):
            found.setdefault(self._frames.between(at, at + self.size), at)
            if len(found) == MOST_VERSIONS:
                break
        return (*found.values(),)

    @property
    def is_spent(self) -> bool:
        """Tell whether the search for long rows has tried more pages than any event's rows would
        need.
        """
        return self._turns <= 0

    @property
    def most_local(self) -> int:
        """Return the greatest length of a row that fits on one page."""
        return (self.size - 12) * 64 // 255 - 23

    def local(self, size: int) -> int:
        """Return how many bytes of a row of ``size`` bytes are on the page where it begins."""
        most = self.most_local
        if size <= most:
            return size
        least = (self.size - 12) * 32 // 255 - 23
        part = least + (size - least) % (self.size - 4)
        return part if part <= most else least

    def whole(self, beginning: bytes, size: int) -> Iterator[bytes]:
        """Yield every possible row of ``size`` bytes that continues from this ``beginning``.
        Usually there is only one.
        """
        local = self.local(size)
        if local == size:
            yield beginning[:size]
            return
        if len(beginning) < local + 4:
            return
        (number,) = struct.unpack(">I", beginning[local : local + 4])
        turns = size // (self.size - 4) + MOST_TURNS
        ways: list[tuple[Chain, int, int]] = [((None, beginning[:local]), local, number)]
        price = 0  # the first way most often is the row; others are hardly ever asked for
        while ways and turns and self._turns > 0:
            chain, length, number = ways.pop()
            if length >= size:
                self._turns -= price
                price = size // (self.size - 4)
                yield _join(chain)[:size]
                continue
            turns, self._turns = turns - 1, self._turns - 1
            for page in reversed(self.versions(number)):
                (following,) = struct.unpack(">I", page[:4])
                ways.append(((chain, page[4:]), length + len(page) - 4, following))


def _join(chain: Chain) -> bytes:
    parts = []
    while chain is not None:
        chain, part = chain
        parts.append(part)
    return b"".join(reversed(parts))


def list_page_sizes(data: FileBytes, frames: FileBytes) -> list[int]:
    """Return the possible page sizes, likeliest first: those that the files state, then the usual
    ones.
    """
    sizes = []
    if len(frames) >= WAL_HEAD:
        sizes.append(struct.unpack(">I", frames.between(8, 12))[0])
    if len(data) >= 18:
        sizes.append({1: 65536}.get(*struct.unpack(">H", data.between(16, 18)) * 2))
    usual = [USUAL_PAGE, 1024, 8192, 16384, 32768, 65536, 2048, 512]
    return list(dict.fromkeys([size for size in sizes if size in usual] + usual))


class FreePlaces:
    """The places of a file that SQLite would not read (sections 1.5 and 1.6 of
    sqlite.org/fileformat2.html). They may hold deleted rows that were not overwritten. A page that
    contradicts itself has no such places, because it may be damaged.
    """

    def __init__(self, data: FileBytes, size: int) -> None:
        self._data, self._size = data, size
        self._is_whole = len(data) >= size and not len(data) % size
        self._unused = _freelist(data, size) if self._is_whole else set()
        self._page: int | None = None
        self._places: list[tuple[int, int]] = []

    def has(self, at: int) -> bool:
        """Tell whether SQLite would not read this position of the file."""
        page, within = divmod(at, self._size)
        if not self._is_whole or page + 1 in self._unused:
            return self._is_whole
        if page != self._page:
            content = self._data.between(page * self._size, (page + 1) * self._size)
            self._page, self._places = page, _free_in_page(content, first=not page)
        return _lies_within(within, self._places)


def _freelist(data: FileBytes, size: int) -> set[int]:
    """Return the numbers of the unused pages; an empty set if the list is inconsistent."""
    trunk, count = struct.unpack(">II", data.between(FREELIST, FREELIST + 8))
    found: set[int] = set()
    last = len(data) // size
    while 0 < trunk <= last and trunk not in found:
        at = (trunk - 1) * size
        following, leaves = struct.unpack(">II", data.between(at, at + 8))
        if leaves > size // 4 - 2:
            return set()
        found.add(trunk)
        found.update(struct.unpack(f">{leaves}I", data.between(at + 8, at + 8 + 4 * leaves)))
        trunk = following
    return found if len(found) == count and all(1 < number <= last for number in found) else set()


def _free_in_page(page: bytes, *, first: bool) -> list[tuple[int, int]]:
    head = FILE_HEAD if first else 0
    if page[head] not in PAGE_HEAD:
        return []
    block, cells, content = struct.unpack(">HHH", page[head + 1 : head + 7])
    cells_at = head + PAGE_HEAD[page[head]]
    cells_end = cells_at + 2 * cells
    content = content or 65536
    if not cells_end <= content <= len(page):
        return []
    places = [(cells_end, content)]
    while block:
        if block + 4 > len(page) or block < places[-1][1]:
            return []
        following, length = struct.unpack(">HH", page[block : block + 4])
        if length < 4 or block + length > len(page):
            return []
        places.append((block, block + length))
        block = following
    begun = struct.unpack(f">{cells}H", page[cells_at:cells_end])
    return [] if any(_lies_within(cell, places) for cell in begun) else places


def _lies_within(at: int, places: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a position is within one of ``places``. These stretches are sorted and given by
    their beginning and end.
    """
    before = bisect_right(places, (at, sys.maxsize)) - 1
    return before >= 0 and places[before][0] <= at < places[before][1]
