"""Checksums of rows: of a long one they take little memory, and they are the same in pieces."""

import tracemalloc
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.store.log import row_checks
from app.store.log.row_checks import SIZE, Said, beginning, chain_row, first_fault, own

SMILE = "😀"
BEFORE = beginning("0123456789abcdef", "1")
TEXT = "x" * 4_000_000 + SMILE
LONG: tuple[Said, ...] = (
    (1, 1, 0, "desk", "EO", "player_warned", 1, TEXT),
    (1, 1, 0, "desk", "EO", TEXT, 1, "{}"),
    (1, 1, 0, TEXT, "EO", "player_warned", 1, "{}"),
    (1, 1, 0, "desk", TEXT, "player_warned", 1, "{}"),
)


@given(st.text(st.characters(), max_size=40), st.integers(1, 50))
def test_a_checksum_in_pieces_is_that_of_the_whole(payload: str, piece: int) -> None:
    fields: Said = (7, 6, 5, "desk ü", "EO", "kind", 2, payload)
    text = f"7|6|5|2|6|2|4|desk üEOkind{payload}".encode("utf-8", "surrogatepass")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_checks, "PIECE", piece)
        assert own(fields) == blake2b(text, digest_size=SIZE).digest()
        row = chain_row(fields, BEFORE)
        assert first_fault([row], 7, BEFORE) == ""
        assert "Row 7" in first_fault([(*row[:7], f"{payload}.", row[8])], 7, BEFORE)


@pytest.mark.parametrize("long", LONG, ids=["payload", "kind", "station", "actor"])
def test_checking_a_long_row_makes_no_copy_of_it(long: Said) -> None:
    row = chain_row(long, BEFORE)
    wrong = (*row[:-1], bytes(2 * SIZE))
    tracemalloc.start()
    try:
        assert own(long) == row[-1][:SIZE]
        assert first_fault([row], 1, BEFORE) == ""
        assert "its checksum differs" in first_fault([wrong], 1, BEFORE)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 2_000_000
