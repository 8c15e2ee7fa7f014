"""SQLite's pages, as they are found in a file and in the journal beside it."""

import re
import sqlite3
import struct
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from app.store.rescue.pages import FileBytes, FreePlaces, Pages, list_page_sizes, open_bytes

SIZE = 512
TABLE_PAGE = 0x0D
OVERFLOWS = SIZE - 4
"""So many bytes of a long row are on each page of its chain, after the number of the next one."""


def data(content: bytes = b"") -> FileBytes:
    return FileBytes(BytesIO(content))


def journal(*frames: tuple[int, bytes]) -> FileBytes:
    """A journal of pages by number, the latest last."""
    return data(bytes(32) + b"".join(struct.pack(">I20x", at) + page for at, page in frames))


def page(letter: str) -> bytes:
    return letter.encode() * SIZE


def test_bytes_beyond_the_end_of_the_file_are_not_read() -> None:
    file = data(b"abcdef")
    assert len(file) == 6
    assert [file.between(*place) for place in ((0, 6), (2, 4), (4, 99), (5, 6))] == [
        b"abcdef", b"cd", b"ef", b"f"
    ]  # fmt: skip
    assert [file.between(*place) for place in ((6, 9), (-1, 3), (99, 100))] == [b"", b"", b""]


def test_a_file_is_read_in_blocks_that_overlap_the_next_one() -> None:
    mib = 1 << 20
    content = bytes(range(256)) * (2 * mib // 256) + b"end"
    blocks = list(data(content).blocks())
    assert [at for at, _ in blocks] == [0, mib, 2 * mib]
    assert blocks[0][1] == content[: mib + 65_536 + 64]
    assert blocks[1][1] == content[mib:]
    assert blocks[2][1] == b"end"
    assert list(data().blocks()) == []


@pytest.mark.parametrize("beside", [b"", b"frames"])
def test_a_file_is_opened_with_its_journal_if_it_has_one(tmp_path: Path, beside: bytes) -> None:
    file = tmp_path / "Cup.flagfall"
    file.write_bytes(b"pages")
    if beside:
        file.with_name("Cup.flagfall-wal").write_bytes(beside)
    with open_bytes(file) as (pages, frames):
        assert (pages.between(0, 9), frames.between(0, 9)) == (b"pages", beside)


@pytest.mark.parametrize(
    ("head", "beside", "first"),
    [
        (struct.pack(">16xH", 8192), b"", [8192, 4096]),
        (struct.pack(">16xH", 8192), struct.pack(">8xI20x", 1024), [1024, 8192, 4096]),
        (struct.pack(">16xH", 1), b"", [65_536, 4096]),
        (struct.pack(">16xH", 777), struct.pack(">8xI20x", 777), [4096, 1024]),
        (struct.pack(">16xH", 8192)[:17], struct.pack(">8xI20x", 16_384)[:31], [4096, 1024]),
        (b"", b"", [4096, 1024]),
    ],
)
def test_the_page_size_given_in_the_files_is_tried_first(
    head: bytes, beside: bytes, first: list[int]
) -> None:
    sizes = list_page_sizes(data(head), data(beside))
    assert sizes[: len(first)] == first
    assert sorted(sizes) == [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]


@pytest.mark.parametrize(
    ("size", "length", "on_page"),
    [
        (4096, 1002, 1002),
        (4096, 1003, 489),
        (4096, 489 + 4092, 489),
        (4096, 489 + 4092 + 513, 1002),
        (4096, 489 + 4092 + 514, 489),
        (512, 102, 102),
        (512, 103, 39),
        (512, 39 + 508 + 63, 102),
        (512, 39 + 508 + 64, 39),
    ],
)
def test_the_part_of_a_row_on_its_first_page_has_the_length_that_sqlite_gives_it(
    size: int, length: int, on_page: int
) -> None:
    """SQLite's file format, section 1.6, for the pages of an index."""
    assert Pages(data(), data(), size).local(length) == on_page


def test_a_page_is_given_in_its_current_and_earlier_versions() -> None:
    file = data(page("a") + page("b"))
    assert Pages(file, data(), SIZE).versions(2) == [page("b")]
    assert Pages(file, data(), SIZE).versions(3) == []
    assert Pages(file, data(), SIZE).versions(0) == []
    frames = journal((2, page("c")), (1, page("x")), (2, page("d")), (2, page("d")))
    pages = Pages(file, frames, SIZE)
    assert pages.versions(2) == [page("d"), page("c"), page("b")]
    assert pages.versions(1) == [page("x"), page("a")]
    assert Pages(file, journal((2, page("b"))), SIZE).versions(2) == [page("b")]


def test_only_the_latest_three_versions_of_a_page_are_tried() -> None:
    frames = journal(*((1, page(letter)) for letter in "abcd"))
    assert Pages(data(page("f")), frames, SIZE).versions(1) == [page("d"), page("c"), page("b")]


@pytest.mark.parametrize(("times", "seen"), [(99, True), (100, False)])
def test_versions_of_a_page_older_than_the_last_hundred_are_not_searched(
    times: int, seen: bool
) -> None:
    frames = journal((1, page("a")), *[(1, page("b"))] * times)
    older = [page("a")] if seen else []
    assert Pages(data(page("f")), frames, SIZE).versions(1) == [page("b"), *older, page("f")]


@pytest.mark.parametrize(("length", "seen"), [(4, []), (5, [b"bbbbb"])])
def test_a_truncated_page_is_used_only_if_it_holds_more_than_the_next_pages_number(
    length: int, seen: list[bytes]
) -> None:
    cut = page("b")[:length]
    assert Pages(data(page("a") + cut), data(), SIZE).versions(2) == seen
    head = bytes(32) + struct.pack(">I20x", 2)
    assert Pages(data(page("a")), data(head + cut), SIZE).versions(2) == seen


def test_rows_may_begin_in_blocks_of_the_file_or_in_pages_of_the_journal() -> None:
    pages = Pages(data(page("a") * 2), journal((1, page("b")), (2, page("c"))), SIZE)
    stretches = [(stretch.at, stretch.content, stretch.stop) for stretch in pages.stretches()]
    assert stretches == [
        (0, page("a") * 2, 1 << 20),
        (-1, page("b"), SIZE),
        (-1, page("c"), SIZE),
    ]


def long_row(length: int) -> bytes:
    return (b"0123456789" * (length // 10 + 1))[:length]


def chained(row: bytes, local: int, *, first: int) -> tuple[bytes, bytes]:
    """The beginning of a row, and the pages with the rest of it."""
    rest = [row[at : at + OVERFLOWS] for at in range(local, len(row), OVERFLOWS)]
    numbers = [*range(first + 1, first + len(rest)), 0]
    pages = (
        (struct.pack(">I", following) + part).ljust(SIZE, b"\0")
        for following, part in zip(numbers, rest, strict=True)
    )
    return row[:local] + struct.pack(">I", first), b"".join(pages)


def test_a_long_row_is_read_from_all_its_pages() -> None:
    row = long_row(1_500)
    local = Pages(data(), data(), SIZE).local(len(row))
    beginning, rest = chained(row, local, first=2)
    pages = Pages(data(page("a") + rest), data(), SIZE)
    assert list(pages.whole(beginning, len(row))) == [row]
    assert list(pages.whole(beginning[:-1], len(row))) == []
    assert list(pages.whole(row[:60] + b"behind", 60)) == [row[:60]]
    assert list(Pages(data(page("a") + rest[:SIZE]), data(), SIZE).whole(beginning, 1_500)) == []


def test_a_row_is_read_from_every_version_of_its_pages_latest_first() -> None:
    row = long_row(500)
    local = Pages(data(), data(), SIZE).local(len(row))
    beginning, rest = chained(row, local, first=2)
    frames = journal((2, rest.replace(b"5", b"#")))
    pages = Pages(data(page("a") + rest), frames, SIZE)
    latest = row[:local] + row[local:].replace(b"5", b"#")
    assert list(pages.whole(beginning, len(row))) == [latest, row]


def test_a_row_with_many_possible_continuations_is_not_read_in_all_of_them() -> None:
    """Each of two states of a page leads back to it. Rows of 500 pages are tried until ten times
    as many pages were read as there are, and a hundred more.
    """
    again = [struct.pack(">I", 2) + letter * OVERFLOWS for letter in (b"x", b"y")]
    pages = Pages(data(page("a") + again[0]), journal((2, again[1])), SIZE)
    assert not pages.is_spent
    beginning, length = b"z" * 39 + struct.pack(">I", 2), 39 + 500 * OVERFLOWS
    first, *others = pages.whole(beginning, length)
    assert first == b"z" * 39 + b"y" * 500 * OVERFLOWS
    assert len(others) == 2
    assert pages.is_spent
    assert list(pages.whole(beginning, length)) == []
    assert list(pages.whole(b"short row", 5)) == [b"short"]


@pytest.fixture
def emptied(tmp_path: Path) -> tuple[bytes, int]:
    """The bytes of a file of which most rows were deleted, and how many pages are not in use."""
    file = tmp_path / "rows"
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute(f"PRAGMA page_size = {SIZE}")
        raw.execute("PRAGMA secure_delete = OFF")
        raw.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, words TEXT) WITHOUT ROWID")
        raw.executemany(
            "INSERT INTO rows VALUES (?, ?)",
            ((number, f"row {number:04} " * 9) for number in range(1_200)),
        )
        raw.execute("DELETE FROM rows WHERE number BETWEEN 40 AND 1159 OR number IN (3, 1170)")
        ((count,),) = raw.execute("PRAGMA freelist_count")
    return file.read_bytes(), count


def free_pages(content: bytes) -> list[int]:
    free = FreePlaces(data(content), SIZE)
    return [at // SIZE + 1 for at in range(0, len(content), SIZE) if free.has(at)]


def test_deleted_rows_lie_in_space_that_sqlite_does_not_read(emptied: tuple[bytes, int]) -> None:
    content, count = emptied
    assert len(free_pages(content)) == count > 130  # so that their list takes two pages
    free = FreePlaces(data(content), SIZE)
    read = dict.fromkeys(range(1_200), False)
    for found in re.finditer(rb"row (\d{4}) (?:row \1 ){8}", content):
        read[int(found[1])] |= not free.has(found.start())
    kept = {*range(40), *range(1_160, 1_200)} - {3, 1_170}
    assert {number for number, is_read in read.items() if is_read} == kept


def changed(content: bytes, at: int, number: int) -> bytes:
    return content[:at] + struct.pack(">I", number) + content[at + 4 :]


@pytest.mark.parametrize("add", [-1, 1])
def test_a_list_of_free_pages_with_a_wrong_count_is_not_trusted(
    emptied: tuple[bytes, int], add: int
) -> None:
    content, count = emptied
    assert free_pages(changed(content, 36, count + add)) == []


def listed(
    *leaves: int, count: int | None = None, trunk: int = 2, said: int | None = None
) -> bytes:
    """128 pages, of which the second lists those that are free."""
    head = struct.pack(">32xII", trunk, len(leaves) + 1 if count is None else count)
    of_list = struct.pack(">II", 0, len(leaves) if said is None else said)
    list_ = of_list + struct.pack(f">{len(leaves)}I", *leaves)
    return head.ljust(SIZE, b"\0") + list_.ljust(SIZE, b"\0") + bytes(SIZE * 126)


@pytest.mark.parametrize(
    ("content", "free"),
    [
        (listed(), [2]),
        (listed(5, 128), [2, 5, 128]),
        (listed(*range(3, 129)), [*range(2, 129)]),
        (listed(5, 129), []),
        (listed(5, 1), []),
        (listed(5, 0), []),
        (listed(5, trunk=129), []),
        (listed(5, trunk=1), []),
        (listed(trunk=1), []),
        (listed(*range(3, 129), said=127), []),
        (listed(5, count=0, trunk=0), []),
        (listed(5, count=2)[:-1], []),
        (b"", []),
    ],
)
def test_a_list_of_free_pages_that_contradicts_itself_is_not_believed(
    content: bytes, free: list[int]
) -> None:
    assert free_pages(content) == free


def leaf(
    *cells: int, block: int = 0, begins: int = 400, blocks: dict[int, tuple[int, int]] | None = None
) -> bytes:
    """A page with so many rows, which begin there, and with holes between them."""
    head = struct.pack(">BHHHx", TABLE_PAGE, block, len(cells), begins)
    content = bytearray((head + struct.pack(f">{len(cells)}H", *cells)).ljust(SIZE, b"\0"))
    for at, hole in (blocks or {}).items():
        content[at : at + 4] = struct.pack(">HH", *hole)
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "free"),
    [
        (leaf(400, 450), [range(12, 400)]),
        (leaf(), [range(8, 400)]),
        (leaf(begins=SIZE), [range(8, SIZE)]),
        (leaf(400, 450, begins=12), []),
        (leaf(400, 450, begins=11), []),
        (leaf(begins=SIZE + 1), []),
        (leaf(400, block=420, blocks={420: (0, 10)}), [range(10, 400), range(420, 430)]),
        (leaf(400, block=400, blocks={400: (0, 4)}), []),
        (leaf(404, block=400, blocks={400: (0, 4)}), [range(10, 404)]),
        (leaf(block=420, blocks={420: (440, 10), 440: (0, 4)}),
         [range(8, 400), range(420, 430), range(440, 444)]),
        (leaf(block=420, blocks={420: (430, 10), 430: (0, 4)}), [range(8, 400), range(420, 434)]),
        (leaf(block=420, blocks={420: (429, 10), 429: (0, 4)}), []),
        (leaf(block=420, blocks={420: (410, 10), 410: (0, 4)}), []),
        (leaf(block=420, blocks={420: (420, 10)}), []),
        (leaf(block=399, blocks={399: (0, 4)}), []),
        (leaf(block=420, blocks={420: (0, 3)}), []),
        (leaf(block=SIZE - 4, blocks={SIZE - 4: (0, 4)}), [range(8, 400), range(SIZE - 4, SIZE)]),
        (leaf(block=SIZE - 4, blocks={SIZE - 4: (0, 5)}), []),
        (leaf(block=SIZE - 3), []),
        (leaf(399), []),
        (leaf(430, block=420, blocks={420: (0, 10)}), [range(10, 400), range(420, 430)]),
        (leaf(429, block=420, blocks={420: (0, 10)}), []),
        (b"\1" + leaf()[1:], []),
        (b"\x0a" + leaf()[1:], [range(8, 400)]),
        (b"\x02" + leaf()[1:], [range(12, 400)]),
    ],
)  # fmt: skip
def test_free_space_between_the_rows_of_a_page_is_found(content: bytes, free: list[range]) -> None:
    """SQLite's file format, section 1.6. A page that contradicts itself has none."""
    file = page("\0") + content
    places = FreePlaces(data(file), SIZE)
    found = [at for at in range(SIZE) if places.has(SIZE + at)]
    assert found == [at for hole in free for at in hole]


def test_the_first_page_begins_with_the_file_header() -> None:
    content = bytes(100) + leaf(400)[: SIZE - 100]
    places = FreePlaces(data(content), SIZE)
    assert [at for at in range(SIZE) if places.has(at)] == [*range(110, 400)]


def test_a_whole_page_of_the_largest_size_may_be_free() -> None:
    largest = 65_536
    content = bytes(largest) + struct.pack(">BHHHx", TABLE_PAGE, 0, 0, 0) + bytes(largest - 8)
    places = FreePlaces(data(content), largest)
    assert [at for at in range(0, largest, 8) if places.has(largest + at)] == [
        *range(8, largest, 8)
    ]


@pytest.mark.parametrize("last", [127, 128])
def test_the_list_of_free_pages_may_continue_on_any_page(last: int) -> None:
    content = bytearray(listed(5, count=3))
    content[SIZE : SIZE + 4] = struct.pack(">I", last)
    assert free_pages(bytes(content)) == [2, 5, last]
