"""Pipes and devices have no end: nothing that reads a whole file may begin to read them."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from app.store import sharing
from app.store.errors import StoreError
from app.store.exports.event_export import import_event
from app.store.match_ups import load_procedure
from app.store.packets.files import load_packet
from app.store.packets.toml_file import MOST_BYTES
from app.store.tables.sources import look_into, read_game_sheets, read_players
from app.store.tables.text import read_text
from app.store.whole_file import read_whole, write_pieces, write_private_file


def imported(path: Path) -> object:
    return import_event(path, path.with_name("made.flagfall"))


READERS = (
    read_text,
    read_players,
    read_game_sheets,
    look_into,
    load_packet,
    load_procedure,
    imported,
)


@pytest.mark.parametrize("read", READERS)
def test_a_device_is_refused_in_a_sentence(read: Callable[[Path], object]) -> None:
    with pytest.raises(StoreError, match=r"is a pipe or a device, not a file\. Choose a file"):
        read(Path(os.devnull))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names in folders here")
@pytest.mark.parametrize("read", READERS)
def test_a_pipe_is_refused_without_waiting_for_its_end(
    read: Callable[[Path], object], tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    with pytest.raises(StoreError, match=r"pipe\.csv is a pipe or a device"):
        read(pipe)


def test_a_file_of_the_maximum_size_is_read_but_one_byte_more_is_not(
    tmp_path: Path,
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_whole(file, 5, "too big") == b"12345"
    with pytest.raises(StoreError, match="too big"):
        read_whole(file, 4, "too big")


def test_a_file_that_grows_while_it_is_opened_is_read_up_to_the_maximum_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, opens = tmp_path / "file", sharing.patiently

    def open_grown(opening: Callable[[], BinaryIO]) -> BinaryIO:
        file.write_bytes(b"12345")
        return opens(opening)

    monkeypatch.setattr(sharing, "patiently", open_grown)
    file.write_bytes(b"123")
    assert read_whole(file, 5, "too big") == b"12345"
    file.write_bytes(b"123")
    with pytest.raises(StoreError, match="too big"):
        read_whole(file, 4, "too big")


def test_an_oversized_packet_file_is_refused_unread(tmp_path: Path) -> None:
    packet = tmp_path / "sr2031.toml"
    with packet.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(StoreError, match=r"sr2031\.toml is too big: .* at most 1 MB"):
        load_packet(packet)


def test_old_line_endings_in_a_packet_are_read(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[2] / "resources" / "packets" / "sr2017.toml"
    packet = tmp_path / "sr2017.toml"
    for ends in (b"\r\n", b"\r"):
        packet.write_bytes(source.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", ends))
        assert load_packet(packet) == load_packet(source)


def test_a_private_file_is_written_completely(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(b"something longer")
    for content in (b"secret", b"new\r\nsecret"):
        write_private_file(file, content)
        assert file.read_bytes() == content
        assert os.name == "nt" or stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_that_must_be_durable_is_synced_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, fsync, synced = tmp_path / "key", os.fsync, list[tuple[int, bool]]()

    def note_and_sync(number: int) -> None:
        synced.append((os.fstat(number).st_size, file.exists()))
        fsync(number)

    monkeypatch.setattr(os, "fsync", note_and_sync)
    write_private_file(file, b"secret")
    file.unlink()
    write_pieces(file, [b"one ", b"two"], durable=True)
    write_pieces(file, [b"three"])
    assert synced == [(6, False), (7, False)]


def test_content_given_in_pieces_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "export"
    write_pieces(file, [b"one ", b"two"], durable=True)
    assert file.read_bytes() == b"one two"

    def broken() -> Iterator[bytes]:
        yield b"three"
        raise KeyError

    with pytest.raises(KeyError):
        write_pieces(file, broken())
    assert file.read_bytes() == b"one two"
    assert [*tmp_path.iterdir()] == [file]
