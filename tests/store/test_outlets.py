"""Where results are published and what was sent: on this laptop, passwords in its keyring."""

from pathlib import Path

import pytest

from app.engine.acts.events import Record
from app.engine.acts.players import CheckIn
from app.store.errors import StoreError
from app.store.outlets import (
    Outlet,
    OutletKind,
    Sent,
    checksum,
    event_key,
    keep_outlets,
    keep_secret,
    keep_sent,
    new_outlet,
    outlets_file,
    read_outlets,
    read_sent,
    secret_of,
)
from tests.keyring_in_memory import Kept

MOST_BYTES = 4_000_000
MOST_OUTLETS = 20

pytestmark = pytest.mark.usefixtures("own_laptop")

SITE = Outlet("1", OutletKind.SFTP, "www.a.example/open", "ada", host_key="ssh-ed25519 AAAA")
CHAT = Outlet("2", OutletKind.DISCORD, events=("e",))
SECRET = "https://discord.example/api/webhooks/1/hush"


def test_saved_outlets_are_read_back_up_to_the_limit() -> None:
    assert read_outlets() == ()
    keep_outlets((SITE, CHAT))
    assert read_outlets() == (SITE, CHAT)
    keep_outlets(tuple(new_outlet(OutletKind.FOLDER) for _ in range(MOST_OUTLETS + 5)))
    assert len({outlet.id for outlet in read_outlets()}) == MOST_OUTLETS


def test_an_outlets_name_gives_its_kind_and_address() -> None:
    assert (SITE.name, CHAT.name) == ("Web server by SFTP: www.a.example/open", "Discord")
    assert CHAT.kind.is_chat
    assert not SITE.kind.is_chat


def test_changing_an_outlets_address_discards_its_trusted_key() -> None:
    assert SITE.at(SITE.address) == SITE
    moved = SITE.at("www.b.example")
    assert (moved.address, moved.host_key, moved.user) == ("www.b.example", "", "ada")


def test_secrets_are_in_the_keyring_and_in_no_file(own_laptop: Kept, tmp_path: Path) -> None:
    keep_outlets((CHAT,))
    assert secret_of(CHAT) == ""
    assert keep_secret(CHAT, SECRET)
    assert secret_of(CHAT) == SECRET
    assert SECRET in own_laptop.kept.values()
    assert all(b"hush" not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert keep_secret(CHAT, "")
    assert secret_of(CHAT) == ""
    assert not own_laptop.kept


def test_a_locked_keyring_is_reported_and_secrets_are_kept_until_the_program_ends(
    own_laptop: Kept,
) -> None:
    own_laptop.is_locked = True
    assert not keep_secret(CHAT, SECRET)
    assert secret_of(CHAT) == SECRET


def test_sent_sheets_are_recorded_for_each_event() -> None:
    sent = Sent({"pairings 1": "abc"}, "standings 1", "def", asked=True)
    keep_sent("e", {"2": sent})
    assert read_sent("e") == {"2": sent}
    assert read_sent("other") == {}
    assert sent.is_open
    assert Sent(sending="x").is_open
    assert not Sent().is_open


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"\xff", b'{"format":"x"}', b'{"more":' * 5_000, b" " * MOST_BYTES + b"{}"],
)
def test_a_damaged_outlets_file_is_reported(content: bytes) -> None:
    outlets_file().parent.mkdir(parents=True)
    outlets_file().write_bytes(content)
    with pytest.raises(StoreError, match="check each place before you publish again"):
        read_outlets()


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("no folder")
    with pytest.raises(StoreError):
        keep_outlets((SITE,))
    (tmp_path / "own").unlink()
    outlets_file().mkdir(parents=True)
    with pytest.raises(StoreError):
        read_outlets()


def test_events_and_facts_are_told_apart() -> None:
    first, other = ([Record(1, 1, at_ms, "", "", CheckIn((1,)))] for at_ms in (5, 6))
    assert event_key([]) == ""
    assert event_key(first) == event_key([*first, *other])
    assert event_key(first) != event_key(other)
    assert checksum((1, 2)) != checksum((2, 1))
