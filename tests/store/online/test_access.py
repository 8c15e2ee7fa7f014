"""The desk's access to a server: kept, read again, and no use where it is damaged."""

from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.online.access import Access, access_file, forget_access, keep_access, read_access


def test_a_saved_access_can_be_read_until_it_is_removed(tmp_path: Path) -> None:
    file = access_file(tmp_path / "cup.flagfall")
    access = Access("https://club.example/cup", "a" * 32, "secret")
    keep_access(file, access)
    assert read_access(file) == access
    forget_access(file)
    assert read_access(file) is None


@pytest.mark.parametrize(
    "damaged", [b"", b"[]", b"null", b"7", b'{"desk": "a"}', b"\xff", b"{", b'{"a":' * 5_000]
)
def test_a_damaged_file_gives_no_access(tmp_path: Path, damaged: bytes) -> None:
    file = access_file(tmp_path / "cup.flagfall")
    file.write_bytes(damaged)
    assert read_access(file) is None


def test_removing_an_access_that_does_not_exist_does_nothing(tmp_path: Path) -> None:
    forget_access(access_file(tmp_path / "cup.flagfall"))


def test_an_access_that_cannot_be_saved_or_removed_is_reported(tmp_path: Path) -> None:
    file = access_file(tmp_path / "cup.flagfall")
    file.mkdir()
    with pytest.raises(StoreError, match="The connection to the server was not saved: "):
        keep_access(file, Access("https://club.example/cup", "a" * 32, "secret"))
    with pytest.raises(StoreError, match="The connection to the server was not removed: "):
        forget_access(file)
