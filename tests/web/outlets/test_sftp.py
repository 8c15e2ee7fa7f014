"""Files by SFTP: nothing leaves before the key is trusted, and every failure is a sentence."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.store.outlets import Outlet, OutletKind
from app.web.outlets.failures import Later, Stopped, UnknownKey
from app.web.outlets.sftp import RemotePlace, place_of, send_by_sftp
from tests.web.outlets.ssh_site import PASSWORD, USER, SshSite

FILES = {"results.html": b"<p>1</p>" * 9_000, "standings.html": b"<p>2</p>"}
MakeSite = Callable[..., SshSite]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "web"
    made.mkdir()
    return made


@pytest.fixture
def make_site(folder: Path) -> Iterator[MakeSite]:
    made: list[SshSite] = []

    def make(kind: str = "good", port: int = 0) -> SshSite:
        made.append(SshSite(folder, kind, port))
        return made[-1]

    yield make
    for site in made:
        site.close()


def outlet_at(site: SshSite, *, under: str = "open", trusted: bool = True) -> Outlet:
    key = site.public_key if trusted else ""
    return Outlet("1", OutletKind.SFTP, f"127.0.0.1:{site.port}/{under}", USER, host_key=key)


def send(outlet: Outlet, password: str = PASSWORD) -> None:
    asyncio.run(send_by_sftp(outlet, password, FILES, patience_s=30))


def read(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("kind", ["good", "older"])
def test_uploaded_files_are_complete_and_replace_older_ones(
    make_site: MakeSite, folder: Path, kind: str
) -> None:
    site = make_site(kind)
    (folder / "open").mkdir()
    (folder / "open" / "results.html").write_bytes(b"older")
    send(outlet_at(site))
    send(outlet_at(site))
    assert read(folder / "open") == FILES


def test_a_folder_that_is_missing_is_made(make_site: MakeSite, folder: Path) -> None:
    send(outlet_at(make_site(), under="a/b"))
    assert read(folder / "a" / "b") == FILES


def test_a_new_key_is_shown_before_anything_is_sent(make_site: MakeSite, folder: Path) -> None:
    site = make_site()
    with pytest.raises(UnknownKey, match="shows the key SHA256:") as failure:
        send(outlet_at(site, trusted=False))
    assert failure.value.key == site.public_key
    assert site.key.get_fingerprint() in str(failure.value)
    assert not read(folder)


def test_a_changed_key_stops_everything(make_site: MakeSite, folder: Path) -> None:
    first = make_site()
    before = outlet_at(first)
    second = make_site()
    moved = Outlet("1", OutletKind.SFTP, f"127.0.0.1:{second.port}", USER, "", before.host_key)
    with pytest.raises(
        UnknownKey, match="a different key from the one that you trusted"
    ) as failure:
        send(moved)
    assert failure.value.key == second.public_key
    assert not read(folder)


def test_a_stored_key_that_is_invalid_is_asked_for_again(make_site: MakeSite, folder: Path) -> None:
    site = make_site()
    with pytest.raises(UnknownKey, match="a different key") as failure:
        send(replace(outlet_at(site), host_key="junk"))
    assert failure.value.key == site.public_key
    assert not read(folder)


def test_a_wrong_password_is_reported(make_site: MakeSite) -> None:
    with pytest.raises(Stopped, match="does not accept this user and password"):
        send(outlet_at(make_site()), "wrong")


def test_a_full_disk_is_reported_and_no_partial_file_remains(
    make_site: MakeSite, folder: Path
) -> None:
    with pytest.raises(Stopped, match=r"could not write results.html: its disk may be full"):
        send(outlet_at(make_site("full")))
    assert not read(folder / "open")


def test_a_folder_without_write_permission_is_reported(make_site: MakeSite, folder: Path) -> None:
    (folder / "open").write_text("a file")
    with pytest.raises(Stopped):
        send(outlet_at(make_site()))


def test_nobody_there_is_tried_later(folder: Path) -> None:
    site = SshSite(folder)
    outlet = outlet_at(site)
    unknown = outlet_at(site, trusted=False)
    site.close()
    for each in (outlet, unknown):
        with pytest.raises(Later, match="cannot be reached"):
            send(each)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("a.example", RemotePlace("a.example", 22, ".")),
        ("a.example:2222", RemotePlace("a.example", 2222, ".")),
        ("sftp://a.example/open/", RemotePlace("a.example", 22, "open")),
        ("a.example//var/www", RemotePlace("a.example", 22, "/var/www")),
        ("[::1]:2200/open", RemotePlace("::1", 2200, "open")),
        ("", None),
        ("/open", None),
        ("a.example:x", None),
        ("a.example:0", None),
        ("a.example:70000", None),
        ("ada@a.example", None),
        ("two words", None),
        ("a..b", None),
        ("x" * 64, None),
        ("a\0b", None),
    ],
)
def test_sftp_addresses_are_parsed(address: str, place: RemotePlace | None) -> None:
    assert place_of(address) == place


def test_an_invalid_address_is_reported() -> None:
    with pytest.raises(Stopped, match="is not the address"):
        send(Outlet("1", OutletKind.SFTP, "two words"))
