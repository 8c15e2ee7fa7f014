"""Reads rows from the bytes of a damaged event's file and its journal.

SQLite gives up a whole page for one wrong byte in its head, and all behind a wrong number in the
tree. A row has its own checksum, so it is looked for wherever its bytes are. The bytes of a row, as
SQLite writes them (a varint is a number of one or more bytes):

    size of the head | a varint for each column's type and length | the columns themselves

A row that does not fit its page goes on in a chain of overflow pages, each beginning with the
number of the next. Nothing here writes anything.
"""

import re
import struct
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from sys import getsizeof
from typing import Any, TypeAlias

from app import VERSION
from app.engine.language import say
from app.engine.progress import Progress, no_progress
from app.store.errors import StoreError
from app.store.log import codec, row_checks
from app.store.log.log_file import (
    JOURNAL,
    MOST_MEMORY_BYTES,
    MOST_ROW_BYTES,
    MOST_ROWS,
    Contents,
    demand_size,
    inspect,
    too_large,
)
from app.store.log.row_checks import SIZE, Said, Stored
from app.store.log.schema import ALIVE, TOURNAMENT, new_event
from app.store.os_errors import os_sentence
from app.store.rescue.witness import last_seen

USUAL_PAGE = 4096
WAL_HEAD, FRAME_HEAD = 32, 24
COLUMNS = 9  # tournament and the eight that a row says; the checksum comes after them

# Types of columns in a row's head: a number of so many bytes, or one that is its type alone.
NUMBER = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
CHECK_TYPE = 12 + 2 * 2 * SIZE
HEAD = re.compile(
    rb"(?=([\x0a-\x1a][\x01\x08\x09][\x01-\x06\x09][\x01-\x06\x09][\x01-\x06\x08\x09]"
    rb"(?:[\x80-\xff]{0,2}[\x00-\x7f]){3}[\x01-\x06\x08\x09](?:[\x80-\xff]{0,4}[\x00-\x7f])))",
    re.DOTALL,
)
A_DAY = 86_400_000
MOST_TURNS = 100
"""So many pages are tried for a row, beyond those that it has."""
TOLD_EVERY = 2_000  # rows

Chain: TypeAlias = "tuple[Chain, bytes] | None"
"""The bytes of a row so far, the latest last."""
SIGN_OF_LIFE = re.compile(rb"last_alive_ms([0-9]{10,15}(?: [0-9a-f]{32})?)")
EVENT = re.compile(rb"event([0-9a-f]{16})")
MADE_BY = re.compile(rb"application_version([0-9][0-9A-Za-z.+]{0,30})")


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A row of which something is not as it was written."""

    content: Said
    check: bytes


@dataclass(slots=True)
class SalvagedRows:
    """Rows by number: those whose own checksum fits, in the order of the bytes, and the others."""

    sound: dict[int, list[Stored]] = field(default_factory=dict)
    doubtful: dict[int, list[Doubtful]] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    alive: list[int] = field(default_factory=list)
    memory_bytes: int = 0
    after: int = 0
    """Rows up to this number are passed over."""
    is_any_found: bool = False

    def add(self, fields: Sequence[Any], check: bytes, *, checked: bool) -> None:
        mine = row_checks.own(fields)
        is_sound = check[:SIZE] == mine or not checked
        self.is_any_found |= is_sound
        if fields[0] <= self.after:
            return
        if is_sound:
            rows = self.sound.setdefault(fields[0], [])
            row: Any = (*fields, check)
            if row not in rows:
                rows.append(row)
                self.memory_bytes += sum(map(getsizeof, row))
        else:
            self.memory_bytes += sum(map(getsizeof, fields))
            self.doubtful.setdefault(fields[0], []).append(Doubtful((*fields,), check))


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The rows that were brought back, by number, and what is known of the others."""

    event: str
    version: str
    alive_ms: int | None
    last: int
    """The number of the last row."""
    rows: Mapping[int, Stored]
    doubtful: Mapping[int, Sequence[Doubtful]]
    from_copies: int = 0
    """How many rows came from other files of the same event."""
    is_end_known: bool = False
    """Whether this computer noted the last row when it wrote it."""

    @property
    def lost(self) -> list[int]:
        return [seq for seq in range(1, self.last + 1) if seq not in self.rows]


def salvage(
    path: Path, copies: Sequence[Path] = (), report_progress: Progress = no_progress
) -> Salvaged:
    """Return everything that can be read at ``path``. Rows that are lost there are taken from
    ``copies`` of the same event. Raises StoreError when nothing of an event is there, or more than
    an event can be, and what ``report_progress`` does.
    """
    salvaged = _salvage(path, report_progress)
    rows = _choose(salvaged)
    if not rows:
        others = [file for file in copies if _contents(file)]
        nothing = say("Nothing of an event can be read from {path}.", path=path.name)
        if others:
            nothing += " " + say("Its latest backup is {backup}.", backup=others[0])
        raise StoreError(nothing)
    event, version = _identity(salvaged, rows)
    before = len(rows)
    for copy in copies:
        event, version = _take_from(copy, rows, event, version)
    last = _last_seen_row(salvaged, rows)
    seen = last_seen(event, path) if event else None
    is_end_known = seen is not None and seen.seq >= last
    if seen is not None:
        last = max(last, seen.seq)
    alive = [instant for instant in salvaged.alive if rows[max(rows)][2] - A_DAY <= instant]
    if seen is not None and seen.alive_ms:
        alive.append(seen.alive_ms)
    alive_ms = max(alive, default=None)
    return Salvaged(
        event or new_event(), version or VERSION, alive_ms, last, rows, salvaged.doubtful,
        len(rows) - before, is_end_known,
    )  # fmt: skip


def later_rows(path: Path, after: int, chain: bytes) -> list[Stored]:
    """Return the rows after the last one of a file that opens, number ``after``, as far as they
    are in its bytes and follow it. ``chain`` is the second half of the last row's checksum; rows
    of format 1 have none, so that nothing follows. Raises StoreError.
    """
    sound, rows = _salvage(path, no_progress, after).sound, list[Stored]()
    while row := _next(sound.get(after + len(rows) + 1, []), chain):
        rows.append(row)
        chain = row[-1][SIZE:]
    return rows


def _next(rows: Iterable[Stored], chain: bytes) -> Stored | None:
    return next((row for row in rows if _is_chained(row[-1], chain)), None)


def _is_chained(check: bytes, chain: bytes) -> bool:
    return check[SIZE:] == row_checks.link(chain, check[:SIZE])


def _last_seen_row(salvaged: SalvagedRows, rows: Mapping[int, Stored]) -> int:
    """Return the number of the last row of which anything can be read."""
    last = max(rows)
    chain = rows[last][-1][SIZE:]
    while doubts := salvaged.doubtful.get(last + 1):
        known = [doubt for doubt in doubts if doubt.content[5] in codec.CLASSES]
        chained = [doubt for doubt in doubts if chain and _is_chained(doubt.check, chain)]
        if not known and not chained:
            break
        last, chain = last + 1, chained[0].check[SIZE:] if chained else b""
    return last


def _contents(path: Path) -> Contents | None:
    try:
        return inspect(path).contents
    except StoreError:
        return None


def _salvage(path: Path, report_progress: Progress, after: int = 0) -> SalvagedRows:
    try:
        demand_size(path)
        data = path.read_bytes()
        journal = path.with_name(path.name + JOURNAL)
        frames = journal.read_bytes() if journal.exists() else b""
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error
    collected = SalvagedRows(after=after)
    checked = CHECKED.search(data) is not None or CHECKED.search(frames) is not None
    for number, size in enumerate(_page_sizes(data, frames)):
        pages, passed, count = _Pages(data, frames, size), 0, 0
        unused = free_places(data, size)
        for blob in pages.blobs():
            for row, check, at in _rows(blob, pages, checked=checked):
                if blob is data and _lies_within(at, unused):
                    continue
                collected.add(row, check, checked=checked)
                if collected.memory_bytes > MOST_MEMORY_BYTES:
                    raise too_large(path.name)
                count += 1
                if count % TOLD_EVERY == 0 and not number:
                    report_progress((passed + at) / (len(data) + len(frames)))
            passed += len(blob)
        if collected.is_any_found:
            break
    for blob in (data, frames):
        collected.events += [name.decode() for name in EVENT.findall(blob)]
        collected.alive += _alive(blob, collected.events)
        for made_by in MADE_BY.findall(blob):
            text = made_by.decode()
            collected.versions += [text[:length] for length in range(len(text), 0, -1)]
    return collected


def _alive(blob: bytes, events: Sequence[str]) -> Iterator[int]:
    """Yield the signs of life whose own checksum fits; of format 1 whatever reads as one."""
    for match in SIGN_OF_LIFE.findall(blob):
        text = match.decode()
        value, _, check = text.partition(" ")
        if not check or any(row_checks.unseal(ALIVE, text, event) for event in set(events)):
            yield int(value)


CHECKED = re.compile(rb"blake2b-128 row|checksum BLOB NOT NULL|[0-9a-f]{16}event")


def _page_sizes(data: bytes, frames: bytes) -> list[int]:
    """Return what the files say of the size of their pages, likeliest first."""
    sizes = []
    if len(frames) >= WAL_HEAD:
        sizes.append(struct.unpack(">I", frames[8:12])[0])
    if len(data) >= 18:
        sizes.append({1: 65536}.get(*struct.unpack(">H", data[16:18]) * 2))
    usual = [USUAL_PAGE, 1024, 8192, 16384, 32768, 65536, 2048, 512]
    return list(dict.fromkeys([size for size in sizes if size in usual] + usual))


FILE_HEAD = 100
PAGE_HEAD = {0x02: 12, 0x0A: 8, 0x0D: 8}  # pages that hold rows: those of an index, of a table
FREELIST = 32  # where the file's head has the freelist's first page and its number of pages


def free_places(data: bytes, size: int) -> list[tuple[int, int]]:
    """Return the stretches of a file, as beginning and end, that SQLite would not read: deleted
    rows may lie there where they were not overwritten (sqlite.org/fileformat2.html, 1.5 and 1.6).
    A page that contradicts itself has none, for it may be damaged.
    """
    if len(data) % size or len(data) < size:
        return []
    unused = _freelist(data, size)
    places = [((number - 1) * size, number * size) for number in unused]
    for at in range(0, len(data), size):
        if at // size + 1 not in unused:
            page = data[at : at + size]
            places += [(at + low, at + high) for low, high in _free_in_page(page, first=not at)]
    return sorted(places)


def _freelist(data: bytes, size: int) -> set[int]:
    """Return the numbers of the pages that are not in use; none where their count is wrong."""
    trunk, count = struct.unpack(">II", data[FREELIST : FREELIST + 8])
    found: set[int] = set()
    last = len(data) // size
    while trunk and 1 < trunk <= last and trunk not in found:
        at = (trunk - 1) * size
        following, leaves = struct.unpack(">II", data[at : at + 8])
        if leaves > size // 4 - 2:
            return set()
        found.add(trunk)
        found.update(struct.unpack(f">{leaves}I", data[at + 8 : at + 8 + 4 * leaves]))
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
        if length < 4 or block + length > len(page) or (following and following < block):
            return []
        places.append((block, block + length))
        block = following
    begun = struct.unpack(f">{cells}H", page[cells_at:cells_end])
    return [] if any(_lies_within(cell, places) for cell in begun) else places


def _lies_within(at: int, places: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a place is in one of some stretches, which are in their order."""
    before = bisect_right(places, (at, sys.maxsize)) - 1
    return before >= 0 and places[before][0] <= at < places[before][1]


class _Pages:
    """The pages of a file by number, as the file and the frames of its journal have them."""

    def __init__(self, data: bytes, frames: bytes, size: int) -> None:
        self.size = size
        self._data = data
        self._journal: dict[int, list[bytes]] = {}
        self._frames: list[bytes] = []
        for at in range(WAL_HEAD, len(frames), FRAME_HEAD + size):
            page = frames[at + FRAME_HEAD : at + FRAME_HEAD + size]
            if len(page) > 4:
                (number,) = struct.unpack(">I", frames[at : at + 4])
                self._journal.setdefault(number, []).append(page)
                self._frames.append(page)

    def blobs(self) -> Iterator[bytes]:
        """Yield every stretch of bytes that rows may begin in."""
        yield self._data
        yield from self._frames

    def versions(self, number: int) -> list[bytes]:
        """Return a page as it is and was, the latest first."""
        at = (number - 1) * self.size
        mine = self._data[at : at + self.size] if number > 0 else b""
        pages = [*reversed(self._journal.get(number, [])), *([mine] if len(mine) > 4 else [])]
        return list(dict.fromkeys(pages))

    def local(self, size: int) -> int:
        """Return how many bytes of a row of ``size`` are on the page where it begins."""
        most = (self.size - 12) * 64 // 255 - 23
        if size <= most:
            return size
        least = (self.size - 12) * 32 // 255 - 23
        part = least + (size - least) % (self.size - 4)
        return part if part <= most else least

    def whole(self, beginning: bytes, size: int) -> Iterator[bytes]:
        """Yield every row of ``size`` bytes that begins so; most often there is one."""
        local = self.local(size)
        if local == size:
            yield beginning[:size]
            return
        if len(beginning) < local + 4:
            return
        (number,) = struct.unpack(">I", beginning[local : local + 4])
        turns = size // (self.size - 4) + MOST_TURNS
        ways: list[tuple[Chain, int, int]] = [((None, beginning[:local]), local, number)]
        while ways and turns:
            chain, length, number = ways.pop()
            if length >= size:
                yield _join(chain)[:size]
                continue
            turns -= 1
            for page in reversed(self.versions(number)[:3]):
                (following,) = struct.unpack(">I", page[:4])
                ways.append(((chain, page[4:]), length + len(page) - 4, following))


def _join(chain: Chain) -> bytes:
    parts = []
    while chain is not None:
        chain, part = chain
        parts.append(part)
    return b"".join(reversed(parts))


def _rows(blob: bytes, pages: _Pages, *, checked: bool) -> Iterator[tuple[Said, bytes, int]]:
    """Yield what may be a row, and where it begins. Where one fits its checksum, the other readings
    of the same beginning are passed over.
    """
    for match in HEAD.finditer(blob):
        at = match.start()
        types, end = _types(blob, at)
        if len(types) < COLUMNS:
            continue
        sizes = [_size(kind) for kind in types]
        if None in sizes:
            continue
        body = sum(size or 0 for size in sizes)
        if body > MOST_ROW_BYTES:
            continue
        beginning = blob[at : at + pages.local(end - at + body) + 4]
        read = None
        for row in pages.whole(beginning, end - at + body):
            read = _columns(row, end - at, types)
            if read and (not checked or row_checks.own(read[0]) == read[1][:SIZE]):
                break
        if read and _likely(read[0], checked=checked):
            yield (*read, at)


def _types(blob: bytes, at: int) -> tuple[list[int], int]:
    """Return the types in a row's head, and where its columns begin; none when it is no head of
    ours.
    """
    end = at + blob[at]
    types: list[int] = []
    place = at + 1
    while place < min(end, len(blob)) and len(types) <= COLUMNS + 1:
        value = 0
        for _ in range(9):
            if place >= len(blob):
                return [], end
            byte = blob[place]
            place += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                break
        types.append(value)
    texts = (types[4], types[5], types[6], types[8]) if len(types) >= COLUMNS else ()
    whole = place == end and all(kind >= 13 and kind % 2 for kind in texts)
    ours = len(types) == COLUMNS or types[COLUMNS:] == [CHECK_TYPE]
    return (types, end) if whole and ours else ([], end)


def _size(kind: int) -> int | None:
    if kind >= 12:
        return (kind - 12) // 2
    return NUMBER.get(kind)


def _columns(row: bytes, at: int, types: Sequence[int]) -> tuple[Said, bytes] | None:
    values: list[Any] = []
    for kind in types:
        size = _size(kind) or 0
        part = row[at : at + size]
        if len(part) < size:
            return None
        at += size
        if kind >= 12:
            values.append(part if kind % 2 == 0 else part.decode("utf-8", "replace"))
        else:
            constant = {8: 0, 9: 1}.get(kind)
            number = int.from_bytes(part, "big", signed=True)
            values.append(number if constant is None else constant)
    if values[0] != TOURNAMENT:
        return None
    check = values[COLUMNS] if len(values) > COLUMNS else b""
    return (*values[1:COLUMNS],), check


def _likely(fields: Said, *, checked: bool) -> bool:
    """Tell whether it may be a row at all; without checksums, whether it can be read to the end."""
    if not 0 < fields[1] <= fields[0] <= MOST_ROWS:
        return False
    if checked:
        return True
    try:
        codec.decode(fields[0], fields[5], fields[6], fields[7])
    except StoreError:
        return False
    return True


def _choose(salvaged: SalvagedRows) -> dict[int, Stored]:
    """Return one row for each number: the one that its neighbours are chained to."""
    rows: dict[int, Stored] = {}
    for seq in sorted(salvaged.sound):
        rows[seq] = _best(salvaged.sound[seq], rows.get(seq - 1), salvaged.sound.get(seq + 1, []))
    for seq, doubts in salvaged.doubtful.items():
        before, after = rows.get(seq - 1), rows.get(seq + 1)
        if seq in rows or before is None or after is None:
            continue
        for (
            doubt
        ) in doubts:  # only its checksum is damaged if the next row is chained to what it says
            row = row_checks.chain_row(doubt.content, before[-1][SIZE:])
            if _follows(row, after):
                rows[seq] = row
    return rows


def _best(rows: Sequence[Stored], before: Stored | None, after: Iterable[Stored]) -> Stored:
    if len(rows) == 1:
        return rows[0]
    fitting = [row for row in rows if before is not None and _follows(before, row)] or list(rows)
    leading = [row for row in fitting if any(_follows(row, other) for other in after)] or fitting
    return leading[-1]


def _follows(before: Stored, row: Stored) -> bool:
    return row[-1] == row[-1][:SIZE] + row_checks.link(before[-1][SIZE:], row[-1][:SIZE])


def _identity(salvaged: SalvagedRows, rows: Mapping[int, Stored]) -> tuple[str, str]:
    """Return the event's name and who made its file; the first row is chained to both."""
    first = rows.get(1)
    for event in dict.fromkeys(salvaged.events):
        for version in dict.fromkeys([*salvaged.versions, VERSION]):
            before = row_checks.beginning(event, version)
            if first and first[-1][SIZE:] == row_checks.link(before, first[-1][:SIZE]):
                return event, version
    return next(iter(salvaged.events), ""), VERSION


def _take_from(copy: Path, rows: dict[int, Stored], event: str, version: str) -> tuple[str, str]:
    """Fill in rows from a copy of the same event: all up to the last row that both have, and then
    those before the first that differs.
    """
    contents = _contents(copy)
    if contents is None:
        return event, version
    common = [
        seq
        for seq, row in rows.items()
        if seq <= len(contents.rows) and contents.rows[seq - 1] == row
    ]
    if not common and (not event or contents.event != event):
        return event, version
    for row in contents.rows[: max(common, default=0)]:
        rows.setdefault(row[0], row)
    for row in contents.rows[max(common, default=0) :]:
        if row[0] in rows:
            break
        rows[row[0]] = row
    return contents.event, contents.version
