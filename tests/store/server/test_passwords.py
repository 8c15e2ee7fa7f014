"""Passwords are in the system's keyring or in memory, and nowhere else."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from app.store.server.passwords import keep_password, password_of, use_password
from app.store.server.server import open_line
from tests.keyring_in_memory import Kept
from tests.postgresql import SECRET, Server


@pytest.fixture(autouse=True)
def kept(own_laptop: Kept) -> Kept:
    return own_laptop


def test_the_system_keyring_keeps_a_password_until_it_is_removed(kept: Kept) -> None:
    assert password_of("postgresql://anna@hall/cup") is None
    assert keep_password("postgresql://anna@hall/cup", SECRET)
    assert password_of("postgresql://anna@hall/cup") == SECRET
    assert password_of("postgresql://ben@hall/cup") is None
    assert keep_password("postgresql://anna@hall/cup", "")
    assert keep_password("postgresql://anna@hall/cup", ""), "there was none"
    assert password_of("postgresql://anna@hall/cup") is None


def test_without_a_keyring_a_password_is_kept_until_the_program_ends(kept: Kept) -> None:
    kept.is_locked = True
    assert not keep_password("postgresql://anna@hall/cup", SECRET)
    assert password_of("postgresql://anna@hall/cup") is None
    use_password("postgresql://anna@hall/cup", SECRET)
    assert password_of("postgresql://anna@hall/cup") == SECRET
    use_password("postgresql://anna@hall/cup", "")
    assert password_of("postgresql://anna@hall/cup") is None


def test_the_server_admits_only_the_right_password(asking: Server) -> None:
    address = database(asking.address)
    with pytest.raises(StoreError, match="requires a password"):
        open_line(address)
    use_password(address, "wrong")
    with pytest.raises(StoreError) as refused:
        open_line(address)
    assert "wrong" not in str(refused.value)
    keep_password(address, SECRET)
    use_password(address, "")
    place = ServerEvent(address, "Cup")
    with server_log.create(place, "Anna") as log:
        assert log.others == ()


def command_lines() -> Iterator[bytes]:
    """The command line of each process; one that ends meanwhile is left out."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError, ProcessLookupError):
            yield (process / "cmdline").read_bytes()


def test_a_password_is_in_no_file_of_the_program(
    asking: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path))
    address = database(asking.address)
    use_password(address, SECRET)
    place = ServerEvent(address, "Second cup")
    with server_log.create(place, "Anna") as log:
        assert SECRET not in repr(log.contents)
        assert SECRET not in str(log.place)
        copy = log.copied().write(tmp_path, "copy")
        assert SECRET.encode() not in copy.read_bytes()
    for file in tmp_path.rglob("*"):
        assert file.is_dir() or SECRET.encode() not in file.read_bytes()
    assert not any(SECRET.encode() in line for line in command_lines())
