"""Rows that are held packed are the same rows."""

import tracemalloc

import msgspec
import pytest

from app.store.log.packed_rows import AT_ONCE, PackedRows
from app.store.log.row_checks import SIZE, Stored, beginning, chain_row


def made(count: int) -> list[Stored]:
    chain, rows = beginning("a" * 16, "1.0"), list[Stored]()
    for seq in range(1, count + 1):
        said = (seq, seq, 1_800_000_000_000 + seq, "table 7", "Ánna", "turn_ended", 1, f"[{seq}]")
        rows.append(chain_row(said, chain))
        chain = rows[-1][-1][SIZE:]
    return rows


ROWS = made(5 * AT_ONCE + 3)


@pytest.fixture
def packed() -> PackedRows:
    """As they are after acts of one to many rows."""
    rows = PackedRows(ROWS[:10])
    for at in range(10, len(ROWS), 7):
        rows.extend(ROWS[at : at + 7])
    return rows


def test_packing_keeps_every_row(packed: PackedRows) -> None:
    assert [*packed] == ROWS
    assert len(packed) == len(ROWS)
    assert packed == PackedRows(ROWS)


def test_rows_are_compared_without_unpacking_all_of_them(packed: PackedRows) -> None:
    same, other = PackedRows(ROWS), PackedRows([*ROWS[:-1], ROWS[0]])
    shorter = PackedRows(ROWS[:-1])
    tracemalloc.start()
    try:
        assert packed == same
        assert packed != other
        assert packed != shorter
        assert packed != ROWS
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3 * len(msgspec.msgpack.encode(ROWS))


def test_many_rows_take_a_third_of_the_memory() -> None:
    tracemalloc.start()
    try:
        packed = PackedRows()
        for seq in range(1, 40 * AT_ONCE + 1):
            packed.append((seq, seq, 1_800_000_000_000 + seq, "table 7", "Anna", "tap", 1,
                           f'{{"game":{seq}}}', seq.to_bytes(32)))  # fmt: skip
        small, _ = tracemalloc.get_traced_memory()
        rows = [*packed]
        both, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(rows) == len(packed)
    assert small < (both - small) / 3


@pytest.mark.parametrize("place", [0, 1, AT_ONCE - 1, AT_ONCE, 4 * AT_ONCE, -1, -3 * AT_ONCE])
def test_a_row_can_be_read_by_its_index(packed: PackedRows, place: int) -> None:
    assert packed[place] == ROWS[place]


def test_an_index_beyond_the_rows_is_refused(packed: PackedRows) -> None:
    with pytest.raises(IndexError):
        packed[len(ROWS)]


@pytest.mark.parametrize("first", [None, 0, 5, AT_ONCE, 4 * AT_ONCE - 1, 5 * AT_ONCE, 9_999, -2])
@pytest.mark.parametrize("end", [None, 0, 3, AT_ONCE + 1, 5 * AT_ONCE, 9_999, -1])
def test_rows_can_be_read_by_slices(packed: PackedRows, first: int | None, end: int | None) -> None:
    assert packed[first:end] == ROWS[first:end]
    assert packed[first:end:3] == ROWS[first:end:3]


@pytest.mark.parametrize("count", [0, 1, AT_ONCE, AT_ONCE + 1, 4 * AT_ONCE + 2, len(ROWS)])
def test_rows_cut_off_at_the_end_can_be_added_again(packed: PackedRows, count: int) -> None:
    packed.cut(count)
    assert [*packed] == ROWS[:count]
    packed.extend(ROWS[count:])
    assert [*packed] == ROWS


@pytest.mark.parametrize("count", [0, 1, AT_ONCE, 4 * AT_ONCE + 2, len(ROWS)])
def test_the_last_row_is_known_even_if_it_is_compressed(packed: PackedRows, count: int) -> None:
    packed.cut(count)
    assert packed.last == (ROWS[count - 1] if count else None)


@pytest.mark.parametrize("after", [0, 5, AT_ONCE - 1, AT_ONCE, 4 * AT_ONCE + 9, len(ROWS)])
def test_rows_are_read_a_limited_number_at_a_time(packed: PackedRows, after: int) -> None:
    pieces = [*packed.pieces(after)]
    assert [row for rows in pieces for row in rows] == ROWS[after:]
    assert max(map(len, pieces)) <= 2 * AT_ONCE
