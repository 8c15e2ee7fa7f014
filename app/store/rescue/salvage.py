"""Reads rows from the bytes of a damaged event's file and its journal.

If one byte in the head of a page is wrong, SQLite gives up the whole page. If a page number is
wrong, SQLite gives up everything behind it. But each row has its own checksum, so rows are searched
for wherever their bytes may be. These are the bytes of a row as SQLite writes them (a varint is a
number of one or more bytes):

    size of the head | a varint for each column's type and length | the columns themselves

A row that does not fit on its page continues in a chain of overflow pages, each of which begins
with the number of the next page. Nothing here writes anything.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from sys import getsizeof, intern
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, field

from app import VERSION
from app.engine.language import say
from app.engine.progress import Progress, no_progress
from app.store.errors import StoreError
from app.store.log import codec, row_checks
from app.store.log.log_file import (
    CHECK_FIRST_BYTES,
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
from app.store.rescue.pages import (
    FileBytes,
    FreePlaces,
    Pages,
    Stretch,
    list_page_sizes,
    open_bytes,
)
from app.store.rescue.witness import last_seen

COLUMNS = 9  # the tournament and the eight columns of a row; the checksum comes after them

# Types of columns in a row's head: a number of so many bytes, or one that is its type alone.
NUMBER = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
CHECK_TYPE = 12 + 2 * 2 * SIZE
# Only the first byte is consumed, because a row may begin within bytes that look like the head of
# another. That byte is not in the lookahead, because `re` then finds it much faster.
HEAD = re.compile(
    rb"[\x0a-\x1a](?=[\x01\x08\x09][\x01-\x06\x09][\x01-\x06\x09][\x01-\x06\x08\x09]"
    rb"(?:[\x80-\xff]{0,2}[\x00-\x7f]){3}[\x01-\x06\x08\x09](?:[\x80-\xff]{0,4}[\x00-\x7f]))",
    re.DOTALL,
)
A_DAY = 86_400_000
ROW_BYTES = 400
MOST_SALVAGED_BYTES = 400_000_000
MOST_DOUBTFUL_BYTES = 8_000_000
"""The memory for damaged rows, in bytes. Damaged rows that need more are not reported."""
MOST_NAMES = 100
HEADS = 4_096
"""The number of row heads whose types are remembered: most rows have one of a few heads."""
SHORT = 1_000
"""The size in bytes up to which a row is remembered."""
SHORT_ROWS = 1_000
"""The number of rows that are remembered: a journal has the same rows again and again, because a
page is written whole for each new row.
"""
LARGEST_MARK = (1 << 64) - 1
SIGN_OF_LIFE = re.compile(rb"last_alive_ms([0-9]{10,15}(?: [0-9a-f]{32})?)")
EVENT = re.compile(rb"event([0-9a-f]{16})")
MADE_BY = re.compile(rb"application_version([0-9][0-9A-Za-z.+]{0,30})")


Reading: TypeAlias = tuple[Said | None, bytes, bool]
"""A row's content, its checksum, and true if that fits. The content is None if the bytes are not a
row.
"""


class Head(NamedTuple):
    """The head of a row."""

    columns: tuple[tuple[int, int], ...]
    """The type and the size in bytes of each column."""
    body: int
    """The size of all columns in bytes."""


class Doubtful(Struct, frozen=True):
    """A row with a damaged content or checksum."""

    content: Said
    check: bytes


class SalvagedRows(Struct):
    """The rows that were found, by number. The checksum of a ``sound`` row fits its content; sound
    rows are in the order of their bytes. The others are ``doubtful``.
    """

    sound: dict[int, list[Stored]] = field(default_factory=dict)
    doubtful: dict[int, list[Doubtful]] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    alive: list[int] = field(default_factory=list)
    memory_bytes: int = 0
    doubtful_bytes: int = 0
    after: int = 0
    """Rows up to this number are ignored."""
    is_any_found: bool = False

    def add(self, fields: Said, check: bytes, *, is_sound: bool) -> None:
        self.is_any_found |= is_sound
        if fields[0] <= self.after:
            return
        seq, act, at_ms, station, actor, kind, version, payload = fields
        said: Said = (
            seq, act, at_ms, intern(station), intern(actor), intern(kind), version, payload
        )  # fmt: skip
        if is_sound:
            rows = self.sound.setdefault(seq, [])
            row: Stored = (*said, check)
            if row not in rows:
                rows.append(row)
                self.memory_bytes += _weight(fields)
        elif self.doubtful_bytes + _weight(fields) <= MOST_DOUBTFUL_BYTES:
            self.doubtful_bytes += _weight(fields)
            self.doubtful.setdefault(seq, []).append(Doubtful(said, check))


class CountedRows:
    """Counts the memory that `SalvagedRows` would take, without storing any row."""

    def __init__(self, after: int) -> None:
        self.after, self.memory_bytes, self.is_any_found = after, 0, False
        self._seen = array("Q", bytes(8 * (MOST_ROWS + 1)))

    def add(self, fields: Said, check: bytes, *, is_sound: bool) -> None:
        if not is_sound:
            return
        self.is_any_found = True
        seq, mark = fields[0], hash(check or fields) & LARGEST_MARK
        if seq > self.after and self._seen[seq] != mark:
            self._seen[seq] = mark
            self.memory_bytes += _weight(fields)


def _weight(fields: Said) -> int:
    """Return about how many bytes of memory a row takes."""
    return ROW_BYTES + sum(getsizeof(value) for value in fields if isinstance(value, str))


class Salvaged(Struct, frozen=True):
    """The rows that were recovered, by number, and what is known of the others."""

    event: str
    version: str
    alive_ms: int | None
    last: int
    """The number of the event's last row, as far as it is known."""
    rows: Mapping[int, Stored]
    doubtful: Mapping[int, Sequence[Doubtful]]
    from_copies: int = 0
    """The number of rows that came from other files of the same event."""
    is_end_known: bool = False
    """True if the last row is known from a note that this computer made when it wrote the row."""

    @property
    def lost(self) -> list[int]:
        return [seq for seq in range(1, self.last + 1) if seq not in self.rows]


def salvage(
    path: Path, copies: Sequence[Path] = (), report_progress: Progress = no_progress
) -> Salvaged:
    """Return everything that can be read at ``path``. Rows that are lost there are taken from
    ``copies`` of the same event. Raises StoreError if nothing of an event is there, or if the file
    is larger than an event can be. Also raises whatever ``report_progress`` raises.
    """
    salvaged = _salvage(path, report_progress)
    rows = _choose(salvaged)
    if not any(_has_meaning(row) for row in rows.values()):
        others = [file for file in copies if _contents(file)]
        nothing = say("No part of an event can be read from {path}.", path=path.name)
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
    from_copies = len(rows) - before
    readable = {seq: row for seq, row in rows.items() if _has_meaning(row)}
    return Salvaged(
        event or new_event(), version or VERSION, alive_ms, last, readable, salvaged.doubtful,
        from_copies, is_end_known,
    )  # fmt: skip


def _has_meaning(row: Stored) -> bool:
    """Tell whether the content of a row can be decoded, or might be by a newer Flagfall. A faulty
    program may have sealed other content with the right checksum.
    """
    seq, kind, version, payload = row[0], *row[5:8]
    if not codec.is_known(kind, version):
        return True
    try:
        codec.decode(seq, kind, version, payload)
    except StoreError:
        return False
    return True


def later_rows(path: Path, after: int, chain: bytes) -> list[Stored]:
    """Return the rows after row ``after`` that are in the file's bytes and chained to it. Opening
    the file shows nothing after that row, and ``chain`` is the second half of its checksum. Rows of
    format 1 have no checksums, so for them the result is empty. Raises StoreError if the file
    cannot be read or is too large.
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
    """Return the number of the last row of which any part can be read."""
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
        with open_bytes(path) as (data, frames):
            sizes: Sequence[int] = list_page_sizes(data, frames)
            if len(data) + len(frames) > CHECK_FIRST_BYTES:  # count before anything is kept
                sizes = _collect(CountedRows(after), data, frames, sizes, name=path.name)
            collected = SalvagedRows(after=after)
            _collect(
                collected, data, frames, sizes, name=path.name, report_progress=report_progress
            )
            for blob in (data, frames):
                _find_signs(collected, blob)
    except OSError as error:
        raise StoreError(os_sentence(path, error)) from error
    return collected


def _collect(
    collected: "SalvagedRows | CountedRows",
    data: FileBytes,
    frames: FileBytes,
    sizes: Sequence[int],
    *,
    name: str,
    report_progress: Progress = no_progress,
) -> Sequence[int]:
    """Add every row that the bytes contain to ``collected``. The page sizes are tried in order
    until one yields rows. Return that size, or nothing. After too many attempts no further size is
    tried, because bytes that need so many were made to look like rows. Raises StoreError if there
    is more than an event can hold.
    """
    tried = 0
    all_bytes = len(data) + len(frames)
    read_short = lru_cache(maxsize=SHORT_ROWS)(_read)
    checked = any(CHECKED.search(block) for blob in (data, frames) for _, block in blob.blocks())

    def is_needed(seq: int) -> bool:
        # Of the rows that are ignored, one is needed: it shows that the page size is right.
        return seq > collected.after or not collected.is_any_found

    for number, size in enumerate(sizes):
        pages, passed = Pages(data, frames, size), 0
        unused = FreePlaces(data, size)
        for stretch in pages.stretches():
            rows = _rows(stretch, pages, tried, is_needed, read_short, checked=checked)
            for row, check, is_sound, at in rows:
                if stretch.at >= 0 and unused.has(stretch.at + at):
                    continue
                collected.add(row, check, is_sound=is_sound)
                del row, check  # one may be long: not two at a time
                if collected.memory_bytes > MOST_SALVAGED_BYTES:
                    raise too_large(name)
            passed += min(len(stretch.content), stretch.stop)
            if not number:
                report_progress(min(passed / all_bytes, 1))
        if collected.is_any_found:
            return (size,)
        if pages.is_spent:
            break
        tried = max(tried, pages.most_local)
    return ()


def _find_signs(collected: SalvagedRows, blob: FileBytes) -> None:
    """Add to ``collected`` the identities of events, the versions that made the file, and the
    latest sign of life.
    """
    for _, block in blob.blocks():
        _add_new(collected.events, (name.decode() for name in EVENT.findall(block)))
    for _, block in blob.blocks():
        alive = _alive(block, collected.events)
        collected.alive[:] = [max(instant) for instant in [[*collected.alive, *alive]] if instant]
        for made_by in MADE_BY.findall(block):
            text = made_by.decode()
            _add_new(collected.versions, (text[:length] for length in range(len(text), 0, -1)))


def _add_new(names: list[str], found: Iterable[str]) -> None:
    """Add new names to the list, up to the number that can be tried."""
    for name in found:
        if len(names) < MOST_NAMES and name not in names:
            names.append(name)


def _alive(blob: bytes, events: Sequence[str]) -> Iterator[int]:
    """Yield the signs of life that have a correct checksum, and those of format 1, which have no
    checksum.
    """
    for match in SIGN_OF_LIFE.findall(blob):
        text = match.decode()
        value, _, check = text.partition(" ")
        if not check or any(row_checks.unseal(ALIVE, text, event) for event in set(events)):
            yield int(value)


CHECKED = re.compile(rb"blake2b-128 row|checksum BLOB NOT NULL|[0-9a-f]{16}event")


def _rows(
    stretch: Stretch,
    pages: Pages,
    tried: int,
    is_needed: Callable[[int], bool],
    read_short: Callable[..., Reading],
    *,
    checked: bool,
) -> Iterator[tuple[Said, bytes, bool, int]]:
    """Yield each possible row, with its checksum, whether that checksum fits (always true where
    rows have none), and its position. If the same bytes can be read in several ways, only the
    reading that fits is yielded. Rows whose number is not needed are skipped. So are rows of up to
    ``tried`` bytes, because they read the same with every page size. ``read_short`` remembers what
    it has read.
    """
    blob = stretch.content
    for match in HEAD.finditer(blob):
        at = match.start()
        if at >= stretch.stop:
            break
        end = at + blob[at]
        head = _read_head(blob[at:end])
        if head is None:
            continue
        (_, before_seq), (kind, size) = head.columns[:2]
        seq_at = end + before_seq
        if not is_needed(_number(kind, blob[seq_at : seq_at + size])):
            continue
        length = end - at + head.body
        if not tried < length <= MOST_ROW_BYTES:
            continue
        beginning = blob[at : at + pages.local(length) + 4]
        said, check, is_sound = None, b"", False
        read = read_short if length <= SHORT else _read
        for row in pages.whole(beginning, length):
            said, check, is_sound = read(row, end - at, checked=checked)
            if is_sound:
                break
        if said and _likely(said, checked=checked):
            yield said, check, is_sound, at


@lru_cache(maxsize=HEADS)
def _read_head(head: bytes) -> Head | None:
    """Return the head of an event's row; None if the bytes are not such a head."""
    types: list[int] = []
    place = 1
    while place < len(head) and len(types) <= COLUMNS + 1:
        value = 0
        for _ in range(9):
            if place >= len(head):
                return None
            byte = head[place]
            place += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                break
        types.append(value)
    texts = (types[4], types[5], types[6], types[8]) if len(types) >= COLUMNS else ()
    whole = place == head[0] and all(kind >= 13 and kind % 2 for kind in texts)
    ours = len(types) == COLUMNS or types[COLUMNS:] == [CHECK_TYPE]
    if not (whole and ours and all(kind >= 12 or kind in NUMBER for kind in types)):
        return None
    columns = [(kind, (kind - 12) // 2 if kind >= 12 else NUMBER[kind]) for kind in types]
    return Head((*columns,), sum(size for _, size in columns))


def _number(kind: int, part: bytes) -> int:
    """Return the number in a column of this type of SQLite. A column of type 8 is 0 and one of type
    9 is 1; neither has any bytes.
    """
    return 1 if kind == 9 else int.from_bytes(part, "big", signed=True)


def _read(row: bytes, at: int, *, checked: bool) -> Reading:
    """Read a row whose columns begin at ``at``. Without ``checked``, rows have no checksums and
    always count as fitting.
    """
    head = _read_head(row[:at])
    if head is None or len(row) < at + head.body:
        return None, b"", False
    values: list[Any] = []
    for kind, size in head.columns:
        part = row[at : at + size]
        at += size
        if kind < 12:
            values.append(_number(kind, part))
        else:
            values.append(part.decode("utf-8", "replace") if kind % 2 else part)
    if values[0] != TOURNAMENT:
        return None, b"", False
    check = values[COLUMNS] if len(values) > COLUMNS else b""
    said: Said = (*values[1:COLUMNS],)
    return said, check, not checked or row_checks.own(said) == check[:SIZE]


def _likely(fields: Said, *, checked: bool) -> bool:
    """Tell whether this may be a row. If rows have no checksums, tell whether the row's event can
    be decoded.
    """
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
    """Return one row for each number: the one that fits the chain of its neighbours."""
    rows: dict[int, Stored] = {}
    for seq in sorted(salvaged.sound):
        rows[seq] = _best(salvaged.sound[seq], rows.get(seq - 1), salvaged.sound.get(seq + 1, []))
    for seq, doubts in salvaged.doubtful.items():
        before, after = rows.get(seq - 1), rows.get(seq + 1)
        if seq in rows or before is None or after is None:
            continue
        for (
            doubt
        ) in doubts:  # only its checksum is damaged if the next row is chained to its content
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
    """Return the event's identity and the version that made its file. The first row is chained to
    both.
    """
    first = rows.get(1)
    for event in dict.fromkeys(salvaged.events):
        for version in dict.fromkeys([*salvaged.versions, VERSION]):
            before = row_checks.beginning(event, version)
            if first and first[-1][SIZE:] == row_checks.link(before, first[-1][:SIZE]):
                return event, version
    return next(iter(salvaged.events), ""), VERSION


def _take_from(copy: Path, rows: dict[int, Stored], event: str, version: str) -> tuple[str, str]:
    """Add missing rows from a copy of the same event. First add those up to the last row that both
    have, then those up to the next row that is already there. Return the identity and version of
    the event.
    """
    contents = _contents(copy)
    if contents is None:
        return event, version
    common = [row[0] for row in contents.rows if rows.get(row[0]) == row]
    if not common and (not event or contents.event != event):
        return event, version
    for row in contents.rows[: max(common, default=0)]:
        rows.setdefault(row[0], row)
    for row in contents.rows[max(common, default=0) :]:
        if row[0] in rows:
            break
        rows[row[0]] = row
    return contents.event, contents.version
